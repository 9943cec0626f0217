//! Attribution of edges: finds the construct instances that an edge leaves, and sums up per static edge.
//!
//! The two passes send what happens in batches of messages ([`super::edge_sink`]).

use paratrace_replay::base::compacting_pool::Retained;
use paratrace_replay::program::{ConstructId, ConstructKind, Lifetimes, kind_of};
use paratrace_traceformat::map::{InstructionId, ProgramMap};

use super::open_calls::OpenCalls;
use super::repeats::{Occurrence, Repeats};
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

/// Distance, in nodes, from which on an edge is looked up among those that have come before. Nearer ones, which are most, leave few
/// constructs.
const FAR: u64 = 1 << 10;

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
    repeats: Repeats,
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
            repeats: Repeats::new(),
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
        let far = (edge.to - edge.from >= FAR).then(|| Occurrence { edge, innermost, context: self.calls.context() });
        if far.is_some_and(|far| self.repeats.takes(&far, count, |instance| self.tree.get(instance).end)) {
            return;
        }
        let mut repeated = far.map(|far| self.repeats.note(far));
        let mut at = innermost;
        while at != 0 {
            let instance = self.tree.get(at);
            let parent = instance.parent;
            if instance.end > edge.to {
                if let Some(repeated) = &mut repeated {
                    repeated.is_inside(at);
                }
                if !instance.construct.is_none() && !self.lifetimes.may_outlive(instance.construct) {
                    break;
                }
            } else if !instance.construct.is_none() && edge.from < instance.end {
                let (distance, duration) = (edge.to - edge.from, instance.end - instance.start);
                let stat = self.table.add(key(instance.construct, edge), distance, distance <= duration, count);
                let mut carried = self.calls.is_sibling(instance.construct, instance.end);
                stat.carried += if carried { count } else { 0 };
                let around = self.tree.get(parent);
                if around.construct.is_none() && parent != 0 && around.end > edge.to {
                    stat.carry(count, around.index - instance.index, instance.index);
                    carried = true;
                }
                if let Some(repeated) = &mut repeated {
                    repeated.leaves(instance.construct, edge.from + duration, carried);
                }
            }
            at = parent;
        }
        if far.is_some() {
            self.repeats.remember(&mut self.table);
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
        self.repeats.count_all(&mut self.table);
        self.tree.retain(kept, records)
    }

    /// Number of instances from which on a compaction is worthwhile.
    pub(super) fn full_at(&self) -> usize {
        self.tree.full_at()
    }

    pub(super) fn finish(mut self) -> Table {
        self.repeats.count_all(&mut self.table);
        self.table
    }
}

fn key(construct: ConstructId, edge: Edge) -> Key {
    Key { construct, kind: edge.kind, head: edge.head, tail: edge.tail }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dependences::table::Stat;
    use paratrace_traceformat::map::{ClassId, Method};
    use proptest::prelude::*;
    use rustc_hash::FxHashMap;

    const METHODS: u32 = 3;

    fn map() -> ProgramMap {
        let method = Method {
            class: ClassId::new(0),
            name: String::new(),
            desc: String::new(),
            access: 0,
            untraced: None,
            max_locals: 0,
            max_entries: 0,
            insns: 0..0,
            blocks: 0..0,
            starts: 0..0,
            handlers: 0..0,
            lines: 0..0,
            loops: 0..0,
        };
        ProgramMap { methods: vec![method; METHODS as usize], ..ProgramMap::default() }
    }

    #[derive(Debug, Clone, Copy)]
    enum Step {
        Call(u32),
        Conditional(u32),
        Loop,
        Iteration,
        End,
        Write,
        Read { write: usize, tail: u32 },
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![
            3 => (0..METHODS).prop_map(Step::Call),
            1 => (METHODS + 1..METHODS + 3).prop_map(Step::Conditional),
            1 => Just(Step::Loop),
            2 => Just(Step::Iteration),
            4 => Just(Step::End),
            2 => Just(Step::Write),
            8 => (0..3usize, 0..2u32).prop_map(|(write, tail)| Step::Read { write, tail }),
        ]
    }

    /// The messages of a run; an iteration is the construct with number `METHODS`.
    fn messages(steps: &[Step]) -> Vec<Message> {
        let (mut messages, mut open, mut instances) = (Vec::new(), vec![(0, None)], 1);
        let (mut writes, mut time) = (Vec::new(), 0);
        let iteration = ConstructId::new(METHODS);
        for &step in steps {
            time += FAR - 200;
            let &(parent, looped) = open.last().unwrap_or(&(0, None));
            let mut begin = |message, looped: Option<u32>, open: &mut Vec<(u32, Option<u32>)>| {
                messages.push(message);
                open.push((instances, looped));
                instances += 1;
                instances - 1
            };
            match step {
                Step::Call(number) | Step::Conditional(number) => {
                    let construct = ConstructId::new(number);
                    begin(Message::Open { parent, construct, start: time }, None, &mut open);
                }
                Step::Loop => {
                    let whole = Message::Open { parent, construct: ConstructId::NONE, start: time };
                    let looped = begin(whole, None, &mut open);
                    let first = Message::Open { parent: looped, construct: iteration, start: time };
                    begin(first, Some(looped), &mut open);
                }
                Step::Iteration => {
                    if let Some(looped) = looped {
                        open.pop();
                        let next = Message::Next { looped, construct: iteration, start: time };
                        begin(next, Some(looped), &mut open);
                        messages.insert(messages.len() - 1, Message::Close { instance: parent, end: time });
                    }
                }
                Step::End if open.len() > 1 => {
                    open.pop();
                    messages.push(Message::Close { instance: parent, end: time });
                    if looped.is_some() {
                        let (whole, _) = open.pop().unwrap_or((0, None));
                        messages.push(Message::Close { instance: whole, end: time });
                    }
                }
                Step::End => {}
                Step::Write => writes.push((time, parent)),
                Step::Read { write, tail } => {
                    if let Some(&(from, instance)) = writes.iter().rev().nth(write) {
                        let (head, tail) = (InstructionId::new(9), InstructionId::new(tail));
                        let edge = Edge { kind: Kind::Raw, head, tail, from, to: time };
                        messages.extend([Message::Times { count: 2 }, Message::Forward { instance, edge }]);
                    }
                }
            }
        }
        messages
    }

    fn sums(messages: &[Message], remembers: bool) -> FxHashMap<Key, Stat> {
        let map = map();
        let mut edges = Edges::new(&map);
        for &message in messages {
            edges.take(&[message]);
            if !remembers {
                edges.repeats.count_all(&mut edges.table);
            }
        }
        edges.finish().finish()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        /// What comes again counts as what comes for the first time.
        #[test]
        fn sums_do_not_depend_on_what_is_remembered(steps in prop::collection::vec(step(), 0..160)) {
            let messages = messages(&steps);
            prop_assert_eq!(sums(&messages, true), sums(&messages, false));
        }
    }
}
