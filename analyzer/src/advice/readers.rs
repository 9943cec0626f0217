//! Readers of what each instruction wrote.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::dependences::{DependenceSums, Kind};
use paratrace_traceformat::map::InstructionId;

/// The reads of what each instruction wrote, over all constructs.
pub(super) struct Readers {
    by_writer: FxHashMap<InstructionId, FxHashSet<InstructionId>>,
}

impl Readers {
    pub(super) fn new(sums: &DependenceSums) -> Self {
        let mut by_writer: FxHashMap<InstructionId, FxHashSet<InstructionId>> = FxHashMap::default();
        let flows = sums.edges.iter().filter(|(key, _)| key.kind == Kind::Raw).map(|(key, _)| (key.head, key.tail));
        for (writer, reader) in flows.chain(sums.within.iter().copied()) {
            by_writer.entry(writer).or_default().insert(reader);
        }
        Self { by_writer }
    }

    /// Returns the instructions that read what `store` wrote, as far as the code alone does not show that they do: locals and
    /// static fields that one path writes and reads are not among them.
    pub(super) fn of(&self, store: InstructionId) -> impl Iterator<Item = InstructionId> {
        self.by_writer.get(&store).into_iter().flatten().copied()
    }
}
