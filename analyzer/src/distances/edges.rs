//! Which constructs an edge leaves: instances around its head, and the sums of the static edges.
//!
//! The passes over the stream tell what happens in batches ([`super::teller`]).

use paratrace_traceformat::map::{NONE, ProgramMap};

use super::bundles::{Bundles, Left, sums};
use super::constructs::{Construct, Lifetimes, kind_of};
use super::table::{Key, Kind, Table};
use super::tree::Tree;
use crate::kept::Retained;
use crate::results::ConstructKind;

/// An instance around what the backward pass looks at; of a whole loop if its construct is `NONE`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Around {
    pub(super) construct: Construct,
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

impl Edge {
    #[inline]
    pub(super) fn key(self, construct: Construct) -> Key {
        Key { construct, kind: self.kind, head: self.head, tail: self.tail }
    }
}

/// Takes the constructs that an edge leaves, from the inside.
trait Leaving {
    /// A construct; the edge is no longer than its instance, if it `violates`.
    fn push(&mut self, construct: Construct, violates: bool);
    /// The last one is an iteration of a loop that goes on: over how many iterations the edge reaches, and the number of the
    /// earlier one.
    fn carry(&mut self, iterations: u32, example: u32);
}

impl Leaving for Left {
    #[inline]
    fn push(&mut self, construct: Construct, violates: bool) {
        Left::push(self, construct, violates);
    }

    #[inline]
    fn carry(&mut self, iterations: u32, example: u32) {
        Left::carry(self, iterations, example);
    }
}

/// One of an irregular list of constructs.
struct Irregular {
    construct: Construct,
    violates: bool,
    carried: Option<(u32, u32)>,
}

impl Leaving for Vec<Irregular> {
    fn push(&mut self, construct: Construct, violates: bool) {
        Vec::push(self, Irregular { construct, violates, carried: None });
    }

    fn carry(&mut self, iterations: u32, example: u32) {
        if let Some(last) = self.last_mut() {
            last.carried = Some((iterations, example));
        }
    }
}

/// What a pass has come to.
#[derive(Debug, Clone, Copy)]
pub(super) enum Message {
    /// An instance begins. Its number is how many there are.
    Open { parent: u32, construct: Construct, start: u64 },
    /// So does the next iteration of a loop's instance.
    Next { looped: u32, construct: Construct, start: u64 },
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
    /// Edges so far.
    seen: u64,
    /// The constructs that the present edge leaves.
    left: Left,
    bundles: Bundles,
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
            seen: 0,
            left: Left::default(),
            bundles: Bundles::new(),
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
            Message::Forward { instance, edge } => self.count(Some(instance), edge),
            Message::Backward { edge } => self.count(None, edge),
            Message::Enter { at, around } => self.around.insert(at as usize, around),
            Message::Leave { at } => drop(self.around.remove(at as usize)),
            Message::Truncate { length } => self.around.truncate(length as usize),
        }
    }

    /// Finds the constructs that an edge leaves, given the innermost instance around its head.
    #[inline]
    fn forward(&self, head: u32, edge: Edge, left: &mut impl Leaving) {
        let distance = edge.to - edge.from;
        let mut at = head;
        // Number of the iteration that is left and directly within what comes next.
        let mut iteration = None;
        while at != 0 {
            let instance = self.tree.get(at);
            at = instance.parent;
            let within = iteration.take();
            if instance.construct == NONE {
                if let Some(number) = within.filter(|_| instance.end > edge.to) {
                    left.carry(instance.index - number, number);
                }
            } else if instance.end > edge.to {
                if !self.lifetimes.may_outlive(instance.construct) {
                    return;
                }
            } else if edge.from < instance.end {
                left.push(instance.construct, distance <= instance.end - instance.start);
                iteration = Some(instance.index);
            }
        }
    }

    /// The same for the instances around the place where the backward pass is. Iterations are not counted backwards.
    #[inline]
    fn backward(&self, edge: Edge, left: &mut impl Leaving) {
        let distance = edge.to - edge.from;
        for at in (0..self.around.len()).rev() {
            let instance = self.around[at];
            if instance.construct == NONE {
                continue;
            }
            if instance.end <= edge.to {
                left.push(instance.construct, distance <= instance.end - instance.start);
                // The loop is directly around its iteration.
                let goes_on = at > 0 && self.around[at - 1].end > edge.to;
                if goes_on && kind_of(self.map, instance.construct).0 == ConstructKind::Iteration {
                    left.carry(u32::MAX, 0);
                }
            } else if !self.lifetimes.may_outlive(instance.construct) {
                return;
            }
        }
    }

    /// Counts an edge for all constructs that it leaves.
    #[inline]
    fn count(&mut self, instance: Option<u32>, edge: Edge) {
        let count = std::mem::replace(&mut self.times, 1);
        self.seen += 1;
        let mut left = std::mem::take(&mut self.left);
        left.clear();
        self.find(instance, edge, &mut left);
        if left.is_irregular() {
            self.count_irregular(instance, edge, count);
        } else {
            self.bundles.add(edge, &left, count, self.seen, &mut self.table);
        }
        self.left = left;
    }

    #[inline]
    fn find(&self, instance: Option<u32>, edge: Edge, left: &mut impl Leaving) {
        match instance {
            Some(instance) => self.forward(instance, edge, left),
            None => self.backward(edge, left),
        }
    }

    #[cold]
    #[inline(never)]
    fn count_irregular(&mut self, instance: Option<u32>, edge: Edge, count: u64) {
        let mut all = Vec::new();
        self.find(instance, edge, &mut all);
        for Irregular { construct, violates, carried } in all {
            self.table.add(edge.key(construct), &sums(edge, violates, carried, count), self.seen);
        }
    }

    /// See [`crate::kept::Kept::retain`].
    pub(super) fn retain(&mut self, kept: Vec<bool>, records: usize) -> Retained {
        self.tree.retain(kept, records)
    }

    /// At how many instances to look for what nobody needs.
    pub(super) fn full_at(&self) -> usize {
        self.tree.full_at()
    }

    pub(super) fn finish(mut self) -> Table {
        self.bundles.flush(&mut self.table);
        self.table
    }
}
