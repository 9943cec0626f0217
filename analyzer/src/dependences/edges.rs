//! Attribution of edges: finds the construct instances that an edge leaves, and sums up per static edge.
//!
//! The two passes send what happens in batches of messages ([`super::edge_sink`]).

use paratrace_replay::base::compacting_pool::Retained;
use paratrace_replay::program::{ConstructId, ConstructKind, Lifetimes, kind_of};
use paratrace_traceformat::map::{InstructionId, ProgramMap};

use super::open_calls::OpenCalls;
use super::table::{Key, Kind, Table};
use super::tree::Tree;

/// An instance that is open at the position of the backward pass. An instance of a whole loop has the construct `NONE`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Around {
    pub(super) construct: ConstructId,
    pub(super) start: u64,
    pub(super) end: u64,
}

/// A dependence between two nodes of the thread.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edge {
    pub(super) kind: Kind,
    /// Instruction that comes first (the head), and the one that depends on it (the tail). `from` and `to` are their
    /// time stamps.
    pub(super) head: InstructionId,
    pub(super) tail: InstructionId,
    pub(super) from: u64,
    pub(super) to: u64,
}

/// An event that a pass sends to [`Edges`].
#[derive(Debug, Clone, Copy)]
pub(super) enum Message {
    /// An instance begins. It gets the next free number.
    Open { parent: u32, construct: ConstructId, start: u64 },
    /// The next iteration of a loop's instance begins. It gets the next free number, too.
    Next { looped: u32, construct: ConstructId, start: u64 },
    /// An instance ends.
    Close { instance: u32, end: u64 },
    /// The next edge stands for `count` equal ones.
    Times { count: u64 },
    /// An edge found by the forward pass, with the innermost instance around its head.
    Forward { instance: u32, edge: Edge },
    /// An edge found by the backward pass.
    Backward { edge: Edge },
    /// The backward pass enters an instance at its end; `at` is its position among the open ones, outermost first.
    Enter { at: u32, around: Around },
    /// The backward pass leaves the instance at this position through its beginning.
    Leave { at: u32 },
    /// The backward pass leaves all instances from this position on.
    Truncate { length: u32 },
}

/// Distance, in messages, at which the instance of a later edge is prefetched.
const AHEAD: usize = 12;

/// The tree of instances and the sums of static edges of one thread.
pub(super) struct Edges<'m> {
    map: &'m ProgramMap,
    lifetimes: Lifetimes,
    tree: Tree,
    calls: OpenCalls,
    around: Vec<Around>,
    /// Multiplicity of the next edge.
    times: u64,
    table: Table,
}

impl<'m> Edges<'m> {
    pub(super) fn new(map: &'m ProgramMap) -> Self {
        Self {
            map,
            lifetimes: Lifetimes::new(map),
            tree: Tree::new(),
            calls: OpenCalls::new(map),
            around: Vec::new(),
            times: 1,
            table: Table::new(),
        }
    }

    pub(super) fn take(&mut self, messages: &[Message]) {
        for (at, &message) in messages.iter().enumerate() {
            if let Some(Message::Forward { instance, .. }) = messages.get(at + AHEAD) {
                self.tree.expect(*instance);
            }
            self.one(message);
        }
    }

    #[inline]
    fn one(&mut self, message: Message) {
        match message {
            Message::Open { parent, construct, start } => {
                self.calls.open(construct, start);
                self.tree.open(parent, construct, start);
            }
            Message::Next { looped, construct, start } => self.tree.next(looped, construct, start),
            Message::Close { instance, end } => {
                self.calls.close(self.tree.close(instance, end));
            }
            Message::Times { count } => self.times = count,
            Message::Forward { instance, edge } => {
                let count = std::mem::replace(&mut self.times, 1);
                self.forward(instance, edge, count);
            }
            Message::Backward { edge } => {
                let count = std::mem::replace(&mut self.times, 1);
                self.backward(edge, count);
            }
            Message::Enter { at, around } => self.around.insert(at as usize, around),
            Message::Leave { at } => drop(self.around.remove(at as usize)),
            Message::Truncate { length } => self.around.truncate(length as usize),
        }
    }

    /// Counts an edge of the forward pass for every construct instance that it leaves, from the innermost outwards.
    fn forward(&mut self, innermost: u32, edge: Edge, count: u64) {
        let mut at = innermost;
        while at != 0 {
            let instance = self.tree.get(at);
            if instance.construct.is_none() {
                at = instance.parent;
                continue;
            }
            if instance.end > edge.to {
                if !self.lifetimes.may_outlive(instance.construct) {
                    return;
                }
            } else if edge.from < instance.end {
                let distance = edge.to - edge.from;
                let stat = self.table.add(
                    key(instance.construct, edge),
                    distance,
                    distance <= instance.end - instance.start,
                    count,
                );
                if self.calls.is_sibling(instance.construct, instance.end) {
                    stat.carried += count;
                }
                let around = self.tree.get(instance.parent);
                if around.construct.is_none() && instance.parent != 0 && around.end > edge.to {
                    stat.carry(count, around.index - instance.index, instance.index);
                }
            }
            at = instance.parent;
        }
    }

    /// Counts an edge of the backward pass for every open instance that it leaves, from the innermost outwards.
    fn backward(&mut self, edge: Edge, count: u64) {
        let distance = edge.to - edge.from;
        for at in (0..self.around.len()).rev() {
            let instance = self.around[at];
            if instance.construct.is_none() {
                continue;
            }
            if instance.end <= edge.to {
                let stat = self.table.add(
                    key(instance.construct, edge),
                    distance,
                    distance <= instance.end - instance.start,
                    count,
                );
                // The entry directly outside of an iteration is the instance of its loop, and of a callback that of its call.
                let kind = kind_of(self.map, instance.construct).0;
                let is_task = at > 0 && matches!(kind, ConstructKind::Iteration | ConstructKind::Callback);
                stat.carried += if is_task && self.around[at - 1].end > edge.to { count } else { 0 };
            } else if !self.lifetimes.may_outlive(instance.construct) {
                return;
            }
        }
    }

    /// Compacts the tree; see [`paratrace_replay::base::compacting_pool::CompactingPool::retain`].
    pub(super) fn retain(&mut self, kept: Vec<bool>, records: usize) -> Retained {
        self.tree.retain(kept, records)
    }

    /// Number of instances from which on a compaction is worthwhile.
    pub(super) fn full_at(&self) -> usize {
        self.tree.full_at()
    }

    pub(super) fn finish(self) -> Table {
        self.table
    }
}

fn key(construct: ConstructId, edge: Edge) -> Key {
    Key { construct, kind: edge.kind, head: edge.head, tail: edge.tail }
}
