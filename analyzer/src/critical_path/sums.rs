//! Sums over the nodes of a critical path: counts by instruction, counts by pair of instructions, and the way from
//! place to place.

use std::collections::BTreeMap;

use paratrace_traceformat::map::InstructionId;
use rustc_hash::FxHashMap;

use super::backward::ChainNode;
use super::{Places, Repeats, Through};

/// How often one node waits for another.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct EdgeCount {
    pub(crate) all: u64,
    /// Of these, those between two threads.
    pub(crate) between_threads: u64,
}

impl EdgeCount {
    fn add(&mut self, is_between: bool) {
        self.all += 1;
        self.between_threads += u64::from(is_between);
    }
}

/// What a critical path does at one meeting.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct MeetingCount {
    pub(crate) edges: EdgeCount,
    /// Number of nodes that lead to it, since the meeting before.
    pub(crate) nodes: u64,
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
    /// The meetings that the path goes through, by the sites at which these were released and acquired.
    pub(crate) meetings: FxHashMap<(u32, u32), MeetingCount>,
    /// Number of nodes by the set of sites of the monitors that their threads held.
    pub(crate) held: FxHashMap<u32, u64>,
    /// The sequence of places, the last one first.
    pub(crate) repeats: Repeats,
    /// Thread and instruction of the node added last.
    next: Option<(usize, InstructionId)>,
    /// The meeting added last.
    meeting: Option<(u32, u32)>,
}

impl Sums {
    /// Adds the node before the one added last.
    fn add(&mut self, place: InstructionId, found: &ChainNode) {
        *self.nodes.entry(found.insn).or_insert(0) += 1;
        *self.threads.entry(found.thread).or_insert(0) += 1;
        if let Some((thread, next)) = self.next.replace((found.thread, found.insn)) {
            let is_between = thread != found.thread;
            self.edges.entry((found.insn, next, found.through)).or_default().add(is_between);
            if let Through::Meeting { from, to } = found.through {
                self.meeting = Some((from, to));
                self.meetings.entry((from, to)).or_default().edges.add(is_between);
            }
        }
        if let Some(meeting) = self.meeting {
            self.meetings.entry(meeting).or_default().nodes += 1;
        }
        if found.held != 0 {
            *self.held.entry(found.held).or_insert(0) += 1;
        }
        self.repeats.push(place.number());
    }

    /// Adds a node, and tells who wants to know.
    pub(super) fn tell(
        &mut self,
        places: &Places<'_>,
        found: &ChainNode,
        told: Option<&dyn Fn(usize, u64, InstructionId)>,
    ) {
        self.add(places.of(found.insn), found);
        told.into_iter().for_each(|told| told(found.thread, found.time, found.insn));
    }

    /// Ends the sums: there is no node before.
    pub(crate) fn finish(&mut self) {
        self.repeats.finish();
    }
}
