//! Exceptions that occurred: where they arose in an activation, and which of its handlers caught them.

use paratrace_traceformat::map::{BlockId, InstructionId, ProgramMap};
use rustc_hash::{FxHashMap, FxHashSet};

use super::plan::Fixed;

/// Numbers of exceptions. One that several activations pass on counts in each of them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Exceptions {
    /// By the instruction that threw, or that called what threw.
    raised: FxHashMap<InstructionId, u64>,
    /// By the first block of the handler.
    caught: FxHashMap<BlockId, u64>,
}

impl Exceptions {
    /// Adds those of paths that were executed so many times.
    pub(super) fn add_paths(&mut self, paths: &Fixed, times: u64) {
        for &insn in &paths.raised {
            *self.raised.entry(insn).or_insert(0) += times;
        }
        for &handler in &paths.handlers {
            *self.caught.entry(handler).or_insert(0) += times;
        }
    }

    /// Adds those of another thread.
    pub(super) fn add(&mut self, other: &Self) {
        for (&insn, count) in &other.raised {
            *self.raised.entry(insn).or_insert(0) += count;
        }
        for (&handler, count) in &other.caught {
            *self.caught.entry(handler).or_insert(0) += count;
        }
    }

    /// Returns whether an exception left these blocks: more arose in them than handlers in them caught.
    pub(crate) fn left(&self, map: &ProgramMap, blocks: &FxHashSet<BlockId>) -> bool {
        let insns = blocks.iter().flat_map(|block| map.blocks[block.index()].instructions());
        let raised: u64 = insns.filter_map(|insn| self.raised.get(&insn)).sum();
        let caught: u64 = blocks.iter().filter_map(|block| self.caught.get(block)).sum();
        raised > caught
    }
}
