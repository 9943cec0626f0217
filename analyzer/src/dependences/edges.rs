//! Which constructs an edge leaves: instances around its head, and the sums of the static edges.
//!
//! The passes over the stream tell what happens in batches ([`super::teller`]).

use paratrace_replay::base::compacting_pool::Retained;
use paratrace_replay::program::{ConstructId, ConstructKind, Lifetimes, kind_of};
use paratrace_traceformat::map::{NONE, ProgramMap};

use super::table::{Key, Kind, Table};
use super::tree::Tree;

/// An instance around what the backward pass looks at; of a whole loop if its construct is `NONE`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Around {
    pub(super) construct: ConstructId,
    pub(super) start: u64,
    pub(super) end: u64,
}

/// An edge between two nodes of the thread.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edge {
    pub(super) kind: Kind,
    /// Instruction that comes first, and the one that depends on it.
    pub(super) head: u32,
    pub(super) tail: u32,
    pub(super) from: u64,
    pub(super) to: u64,
}

/// What a pass has come to.
#[derive(Debug, Clone, Copy)]
pub(super) enum Message {
    /// An instance begins. Its number is how many there are.
    Open { parent: u32, construct: ConstructId, start: u64 },
    /// So does the next iteration of a loop's instance.
    Next { looped: u32, construct: ConstructId, start: u64 },
    /// An instance ends.
    Close { instance: u32, end: u64 },
    /// The next edge counts so often.
    Times { count: u64 },
    /// An edge found by the forward pass, and the innermost instance around its head.
    Forward { instance: u32, edge: Edge },
    /// An edge found by the backward pass.
    Backward { edge: Edge },
    /// The backward pass enters an instance from behind, at this position among those around.
    Enter { at: u32, around: Around },
    /// It leaves one towards what came before.
    Leave { at: u32 },
    /// It leaves all from this position on.
    Truncate { length: u32 },
}

/// Messages ahead whose instance is brought near.
const AHEAD: usize = 12;

/// Instances and sums of one thread.
pub(super) struct Edges<'m> {
    map: &'m ProgramMap,
    lifetimes: Lifetimes,
    tree: Tree,
    around: Vec<Around>,
    /// How often the next edge counts.
    times: u64,
    table: Table,
}

impl<'m> Edges<'m> {
    pub(super) fn new(map: &'m ProgramMap) -> Self {
        Self {
            map,
            lifetimes: Lifetimes::new(map),
            tree: Tree::new(),
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
            Message::Open { parent, construct, start } => self.tree.open(parent, construct, start),
            Message::Next { looped, construct, start } => self.tree.next(looped, construct, start),
            Message::Close { instance, end } => self.tree.close(instance, end),
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

    /// An edge counts for every construct instance that it leaves.
    fn forward(&mut self, head: u32, edge: Edge, count: u64) {
        let mut at = head;
        while at != 0 {
            let instance = self.tree.get(at);
            if instance.construct == NONE {
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
                let around = self.tree.get(instance.parent);
                if around.construct == NONE && instance.parent != 0 && around.end > edge.to {
                    stat.carry(count, around.index - instance.index, instance.index);
                }
            }
            at = instance.parent;
        }
    }

    /// The same for the instances around the place where the backward pass is.
    fn backward(&mut self, edge: Edge, count: u64) {
        let distance = edge.to - edge.from;
        for at in (0..self.around.len()).rev() {
            let instance = self.around[at];
            if instance.construct == NONE {
                continue;
            }
            if instance.end <= edge.to {
                let stat = self.table.add(
                    key(instance.construct, edge),
                    distance,
                    distance <= instance.end - instance.start,
                    count,
                );
                // The loop is directly around its iteration.
                let is_iteration = at > 0 && kind_of(self.map, instance.construct).0 == ConstructKind::Iteration;
                stat.carried += if is_iteration && self.around[at - 1].end > edge.to { count } else { 0 };
            } else if !self.lifetimes.may_outlive(instance.construct) {
                return;
            }
        }
    }

    /// See [`paratrace_replay::base::compacting_pool::CompactingPool::retain`].
    pub(super) fn retain(&mut self, kept: Vec<bool>, records: usize) -> Retained {
        self.tree.retain(kept, records)
    }

    /// At how many instances to look for what nobody needs.
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
