//! The open calls of each method: does an edge end inside a later call of the method that it leaves?

use paratrace_replay::program::ConstructId;
use paratrace_traceformat::map::ProgramMap;

/// When the open calls of each method began, outermost first.
///
/// Constructs of methods have the lowest numbers ([`paratrace_replay::program::kind_of`]), so they index the table.
pub(super) struct OpenCalls {
    starts: Vec<Vec<u64>>,
    /// Hashes of the methods of the open calls, up to each of them.
    contexts: Vec<u64>,
}

impl OpenCalls {
    pub(super) fn new(map: &ProgramMap) -> Self {
        Self { starts: vec![Vec::new(); map.methods.len()], contexts: Vec::new() }
    }

    /// A construct begins.
    #[inline]
    pub(super) fn open(&mut self, construct: ConstructId, start: u64) {
        if let Some(starts) = self.starts.get_mut(construct.index()) {
            starts.push(start);
            let inside = self.context() ^ (u64::from(construct.number()) + 1);
            self.contexts.push(inside.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29));
        }
    }

    /// The innermost instance of a construct ends.
    #[inline]
    pub(super) fn close(&mut self, construct: ConstructId) {
        if let Some(starts) = self.starts.get_mut(construct.index()) {
            starts.pop();
            self.contexts.pop();
        }
    }

    /// Returns a number for the methods of all open calls, in order: a hash in 64 bits.
    #[inline]
    pub(super) fn context(&self) -> u64 {
        self.contexts.last().copied().unwrap_or(0)
    }

    /// Returns whether a call of this method is open that began when a call that ended at `end` was over. A call around the
    /// latter is none: it waits for its result.
    #[inline]
    pub(super) fn is_sibling(&self, construct: ConstructId, end: u64) -> bool {
        let innermost = self.starts.get(construct.index()).and_then(|starts| starts.last());
        innermost.is_some_and(|&start| start >= end)
    }
}
