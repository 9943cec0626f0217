//! Sums over the nodes of a critical path: counts by instruction, counts by pair of instructions, and the way from
//! place to place.

use paratrace_traceformat::map::InstructionId;
use rustc_hash::FxHashMap;

use super::backward::ChainNode;
use super::{Repeats, Through};

/// Sums over the nodes, which come from the last to the first.
#[derive(Debug, Default)]
pub(crate) struct Sums {
    /// Number of nodes of each instruction.
    pub(crate) nodes: FxHashMap<InstructionId, u64>,
    /// Number of nodes of one instruction (tail) that wait for one of another (head), by head, tail and kind of
    /// location.
    pub(crate) edges: FxHashMap<(InstructionId, InstructionId, Through), u64>,
    /// The sequence of places, the last one first.
    pub(crate) repeats: Repeats,
    next: Option<InstructionId>,
}

impl Sums {
    /// Adds the node before the one added last.
    pub(crate) fn add(&mut self, place: InstructionId, found: &ChainNode) {
        *self.nodes.entry(found.insn).or_insert(0) += 1;
        if let Some(next) = self.next.replace(found.insn) {
            *self.edges.entry((found.insn, next, found.through)).or_insert(0) += 1;
        }
        self.repeats.push(place.number());
    }

    /// Ends the sums: there is no node before.
    pub(crate) fn finish(&mut self) {
        self.repeats.finish();
    }
}
