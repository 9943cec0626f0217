//! What is kept of the nodes of a critical path: counts by instruction and by pair of instructions, and the way from
//! place to place.

use rustc_hash::FxHashMap;

use super::backward::Found;
use super::{Repeats, Through};

/// Sums over the nodes, told from the last to the first.
#[derive(Debug, Default)]
pub(crate) struct Sums {
    /// Nodes of each instruction.
    pub(crate) nodes: FxHashMap<u32, u64>,
    /// How often a node of one instruction waits for one of another: head, tail, and what the value goes through.
    pub(crate) edges: FxHashMap<(u32, u32, Through), u64>,
    /// Places, the last one first.
    pub(crate) repeats: Repeats,
    next: Option<u32>,
}

impl Sums {
    /// The node before the one told last.
    pub(crate) fn add(&mut self, place: u32, found: &Found) {
        *self.nodes.entry(found.insn).or_insert(0) += 1;
        if let Some(next) = self.next.replace(found.insn) {
            *self.edges.entry((found.insn, next, found.through)).or_insert(0) += 1;
        }
        self.repeats.push(place);
    }

    /// There is no node before.
    pub(crate) fn finish(&mut self) {
        self.repeats.finish();
    }
}
