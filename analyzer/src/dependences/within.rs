//! Reads of what the same instance of a construct has written.
//!
//! They leave no construct, so no sum of edges tells of them. Whoever asks for all readers of a value needs them, too.

use paratrace_traceformat::map::InstructionId;
use rustc_hash::FxHashSet;

/// Number of pairs that are recognised without a look at the set. A power of two.
const RECENT: usize = 512;

/// Writers and readers, of edges that leave no construct.
#[derive(Debug)]
pub(super) struct Within {
    found: FxHashSet<(InstructionId, InstructionId)>,
    /// One pair for each hash value: nearly all edges belong to few pairs.
    recent: Vec<(InstructionId, InstructionId)>,
}

impl Within {
    pub(super) fn new() -> Self {
        Self { found: FxHashSet::default(), recent: vec![(InstructionId::NONE, InstructionId::NONE); RECENT] }
    }

    /// Notes that `reader` has read what `writer` wrote.
    #[inline]
    pub(super) fn note(&mut self, writer: InstructionId, reader: InstructionId) {
        let hash = writer.number().wrapping_mul(0x9E37_79B9) ^ reader.number().wrapping_mul(0x85EB_CA6B);
        let recent = &mut self.recent[(hash >> 16) as usize % RECENT];
        if *recent != (writer, reader) {
            *recent = (writer, reader);
            self.found.insert((writer, reader));
        }
    }

    /// Returns all pairs.
    pub(super) fn finish(self) -> FxHashSet<(InstructionId, InstructionId)> {
        self.found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_kept_that_share_a_place() {
        let (mut within, at) = (Within::new(), InstructionId::new);
        let pairs = || (0..40_000u32).map(|n| (at(n % 4_001), at(n % 7)));
        for (writer, reader) in pairs().chain(pairs()) {
            within.note(writer, reader);
        }
        assert_eq!(within.finish(), pairs().collect());
    }
}
