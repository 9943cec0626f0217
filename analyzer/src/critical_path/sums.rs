//! Sums over the nodes of a critical path: counts by instruction, counts by pair of instructions, and the way from
//! place to place.

use std::collections::BTreeMap;

use paratrace_traceformat::map::InstructionId;
use rustc_hash::FxHashMap;

use super::backward::ChainNode;
use super::{Repeats, Through};

/// How often one node waits for another.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct EdgeCount {
    pub(crate) all: u64,
    /// Of these, those between two threads.
    pub(crate) between_threads: u64,
}

/// Sums over the nodes, which come from the last to the first.
#[derive(Debug, Default)]
pub(crate) struct Sums {
    /// Number of nodes of each instruction.
    pub(crate) nodes: FxHashMap<InstructionId, u64>,
    /// Number of nodes of one instruction (tail) that wait for one of another (head), by head, tail and kind of
    /// location.
    pub(crate) edges: FxHashMap<(InstructionId, InstructionId, Through), EdgeCount>,
    /// Number of nodes in each thread.
    pub(crate) threads: BTreeMap<usize, u64>,
    /// The sequence of places, the last one first.
    pub(crate) repeats: Repeats,
    /// Thread and instruction of the node added last.
    next: Option<(usize, InstructionId)>,
}

impl Sums {
    /// Adds the node before the one added last.
    pub(crate) fn add(&mut self, place: InstructionId, found: &ChainNode) {
        *self.nodes.entry(found.insn).or_insert(0) += 1;
        *self.threads.entry(found.thread).or_insert(0) += 1;
        if let Some((thread, next)) = self.next.replace((found.thread, found.insn)) {
            let count = self.edges.entry((found.insn, next, found.through)).or_default();
            count.all += 1;
            count.between_threads += u64::from(thread != found.thread);
        }
        self.repeats.push(place.number());
    }

    /// Ends the sums: there is no node before.
    pub(crate) fn finish(&mut self) {
        self.repeats.finish();
    }
}
