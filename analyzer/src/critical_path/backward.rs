//! The backward pass: follows the critical path from its last node to the first.

use paratrace_traceformat::map::InstructionId;
use std::sync::Arc;

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::paths::{Act, Place, Program, Vertex};
use paratrace_replay::stream::{Joined, Spread, StreamPass, backward, copies};

use super::Through;
use super::forward::{COUNTED, Deepest, OfThread};
use super::groups::source_of;
use super::record::{Origin, Record};

/// A node of the critical path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ChainNode {
    /// Number of its thread.
    pub(crate) thread: usize,
    /// Number of nodes of that thread before it.
    pub(crate) time: u64,
    /// Instruction of the map.
    pub(crate) insn: InstructionId,
    /// The kind of location through which its value gets to the next node, or where threads meet.
    pub(crate) through: Through,
    /// Number of the set of sites of the monitors that the thread held.
    pub(crate) held: u32,
}

/// A location. Only memory is that of all threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Location {
    /// A frame address.
    Frame(u32),
    /// A slot.
    Memory(u32),
    Exception,
}

/// The target of the search.
#[derive(Debug, Clone, Copy)]
enum Wanted {
    /// A value of a path's data flow.
    Value { path: u64, value: u32 },
    /// The last write of a location.
    Writer(Location),
    /// What the floor of a thread comes from.
    Origin,
    /// Nothing more: the beginning of the critical path is reached.
    Done,
}

/// One execution of a path.
pub(super) struct Path<'p> {
    pub(super) program: &'p Program,
    pub(super) frame: u32,
    pub(super) slots: &'p [u32],
    pub(super) groups: &'p [u32],
    log: &'p [u32],
    /// Number of nodes of the thread before it.
    time: u64,
    order: Record,
}

/// The next step of the search within a path.
enum Step {
    Value(u32),
    /// The last write of a location among this number of acts.
    Writer(Location, usize),
    /// What the floor of the thread comes from.
    Origin,
    Done,
}

/// The part of a thread that was not seen yet.
struct Before<'p> {
    programs: &'p [Arc<Program>],
    /// Numbers of its paths and nodes.
    paths: u64,
    time: u64,
    /// Number of nodes found of a counted call, which its path will name.
    counted: u64,
}

/// The backward pass over all threads.
pub(super) struct Backward<'p, T> {
    threads: Vec<Before<'p>>,
    /// The thread that is searched, unless it is for the last write of memory.
    thread: usize,
    wanted: Wanted,
    /// The kind of location through which the value searched for gets to the node found last.
    through: Through,
    /// Number of nodes found, and of all nodes of the critical path.
    found: u64,
    length: u64,
    /// Whether the log tells the order of paths.
    is_ordered: bool,
    depths: Vec<u32>,
    told: T,
}

impl<'p> Path<'p> {
    /// Creates the path that a backward pass meets, at a time not known here. Its part of the log is the last one,
    /// which is taken off. It tells the order of the path only if it `is_ordered`.
    pub(super) fn passed<'l: 'p>(
        program: &'p Program,
        frame: u32,
        slots: &'p [u32],
        log: &mut &'l [u32],
        is_ordered: bool,
    ) -> Self {
        let order = if is_ordered { Record::take(log) } else { Record::default() };
        let (slots, groups) = slots.split_at(program.slots as usize);
        let (before, own) = log.split_at(log.len() - program.flow.logged as usize);
        *log = before;
        Path { program, frame, slots, groups, log: own, time: 0, order }
    }

    /// Computes the depths of all values, as the forward pass had them.
    pub(super) fn depths(&self, depths: &mut Vec<u32>) {
        let flow = &self.program.flow;
        depths.clear();
        depths.push(0);
        for &act in &flow.acts {
            depths.push(match act {
                Act::Node(vertex) => 1 + flow.deepest(vertex, depths).1.max(self.order.floor),
                Act::Load { at, .. } | Act::Copy { at, .. } => self.log[at as usize],
                Act::Store { .. } | Act::Release => 0,
            });
        }
    }

    fn location(&self, place: Place) -> Location {
        match place {
            Place::Frame(cell) => Location::Frame(self.frame + cell),
            Place::Resolved(slot) => Location::Memory(self.slots[slot as usize]),
            Place::Static(slot) => Location::Memory(slot),
            Place::Exception => Location::Exception,
        }
    }

    /// Finds the last act that writes a location, among the first `before`.
    fn written(&self, location: Location, before: usize) -> Option<usize> {
        let flow = &self.program.flow;
        let writers = flow.writers.iter().rev().map(|&at| at as usize).filter(|&at| at < before);
        let mut writers = writers.filter(|&at| match flow.acts[at] {
            Act::Store { place, .. } => self.location(place) == location,
            Act::Copy { group, .. } => self.copies_to(location, group),
            _ => false,
        });
        writers.next()
    }

    fn copies_to(&self, location: Location, group: u32) -> bool {
        let Location::Memory(slot) = location else { return false };
        copies::groups(self.groups).get(group as usize).is_some_and(|group| source_of(group, slot).is_some())
    }
}

impl<'p, T: FnMut(ChainNode)> Backward<'p, T> {
    pub(super) fn new(threads: &'p [OfThread], from: Deepest, is_ordered: bool, told: T) -> Self {
        let before = |thread: &'p OfThread| Before {
            programs: &thread.programs,
            paths: thread.paths,
            time: thread.nodes,
            counted: 0,
        };
        let threads = threads.iter().map(before).collect();
        let wanted = if from.depth == 0 { Wanted::Done } else { Wanted::Value { path: from.path, value: from.value } };
        let (through, length) = (Through::Frame, u64::from(from.depth));
        Self { threads, thread: from.thread, wanted, through, found: 0, length, is_ordered, depths: Vec::new(), told }
    }

    pub(super) fn is_done(&self) -> bool {
        matches!(self.wanted, Wanted::Done)
    }

    /// Checks that the whole path was found.
    pub(super) fn check(&self) -> Result<(), AnalyzeError> {
        let Self { length, found, .. } = *self;
        if found == length { Ok(()) } else { Err(AnalyzeError::Broken { length, found }) }
    }

    /// Runs the pass over the chunk of a thread that precedes those taken before, with the log of the forward pass.
    pub(super) fn take(&mut self, thread: usize, words: &[u32], log: &[u32]) {
        backward(words, &mut Piece { pass: self, thread, log });
    }

    fn spread(&mut self, count: u32, from: Spread, to: u32) {
        if let Wanted::Writer(Location::Frame(address)) = self.wanted
            && (to..to + count).contains(&address)
        {
            self.wanted = match from {
                Spread::Zero => Wanted::Done,
                Spread::Exception => Wanted::Writer(Location::Exception),
                Spread::Frame(address) => Wanted::Writer(Location::Frame(address)),
            };
        }
    }

    /// `number` says what the target has its depth from: nothing that joins it, or the n-th of that.
    fn join(&mut self, from: Joined, to: u32, number: u32) {
        if let Wanted::Writer(Location::Frame(address)) = self.wanted
            && let Some(before) = number.checked_sub(1)
            && address == to
        {
            self.wanted = Wanted::Writer(match from {
                Joined::Frame(address) => Location::Frame(address),
                Joined::Slots { first, .. } => Location::Memory(first + before),
            });
        }
    }

    /// A counted call has executed nodes for its result: they are on the way if that is searched for, or if it ends with them.
    fn counted(&mut self, thread: usize, nodes: u32, result: u32) {
        let before = &mut self.threads[thread];
        before.time -= u64::from(nodes);
        if thread != self.thread {
            return;
        }
        let is_found = match self.wanted {
            Wanted::Writer(Location::Frame(address)) => address == result,
            Wanted::Value { path, value } => value == COUNTED | result && path + 1 == before.paths,
            _ => false,
        };
        if is_found {
            self.wanted = Wanted::Writer(Location::Frame(result));
            self.found += u64::from(nodes);
            self.threads[thread].counted += u64::from(nodes);
        }
    }

    /// What such a call has written at a slot has the depth of its result.
    fn deepened(&mut self, thread: usize, result: u32, slot: u32) {
        if matches!(self.wanted, Wanted::Writer(Location::Memory(wanted)) if wanted == slot) {
            self.thread = thread;
            self.wanted = Wanted::Writer(Location::Frame(result));
        }
    }

    /// Tells the nodes found of the call at the end of a path, which is only counted.
    fn tell_counted(&mut self, path: &Path<'_>, thread: usize) {
        let nodes = std::mem::take(&mut self.threads[thread].counted);
        let Some(insn) = path.program.flow.last().filter(|_| nodes > 0) else { return };
        let (behind, held) = (path.time + u64::from(path.program.nodes), path.order.held);
        for time in (behind..behind + nodes).rev() {
            (self.told)(ChainNode { thread, time, insn, through: self.through, held });
            self.through = Through::Frame;
        }
    }

    /// Returns whether what is searched for may be in a thread.
    fn may_be_in(&self, thread: usize) -> bool {
        thread == self.thread || matches!(self.wanted, Wanted::Writer(Location::Memory(_)))
    }

    /// Takes the last path of a thread that was not seen yet.
    fn path(&mut self, path: &Path<'_>, thread: usize) {
        let step = match self.wanted {
            Wanted::Value { path, value } if path == self.threads[thread].paths => Step::Value(value),
            Wanted::Origin => {
                self.origin(path.order.origin);
                return;
            }
            Wanted::Writer(location) => match path.written(location, path.program.flow.acts.len()) {
                Some(at) => Step::Writer(location, at + 1),
                None => return,
            },
            _ => return,
        };
        self.thread = thread;
        path.depths(&mut self.depths);
        self.wanted = self.follow(path, step);
    }

    /// Follows the deepest inputs within a path.
    fn follow(&mut self, path: &Path<'_>, mut step: Step) -> Wanted {
        loop {
            step = match step {
                Step::Done => return Wanted::Done,
                Step::Value(value) => self.value(path, value),
                Step::Origin => {
                    self.wanted = Wanted::Origin;
                    self.origin(path.order.origin);
                    return self.wanted;
                }
                Step::Writer(location, before) => match path.written(location, before) {
                    None => return Wanted::Writer(location),
                    Some(at) => match path.program.flow.acts[at] {
                        Act::Store { value, .. } => Step::Value(value),
                        Act::Copy { vertex, group, .. } => self.copied(path, location, vertex, group, at),
                        _ => Step::Done,
                    },
                },
            };
        }
    }

    fn value(&mut self, path: &Path<'_>, value: u32) -> Step {
        let Some(at) = (value as usize).checked_sub(1) else { return Step::Done };
        match path.program.flow.acts[at] {
            // This is reached only if the two passes disagree.
            _ if u64::from(self.depths[value as usize]) != self.length - self.found => Step::Done,
            Act::Node(vertex) => {
                self.tell(path, vertex);
                Self::before(path, path.program.flow.deepest(vertex, &self.depths))
            }
            Act::Load { place, .. } => self.load(path.location(place), at),
            Act::Copy { vertex, at: logged, .. } => match path.log[logged as usize + 1] {
                0 => Step::Value(path.program.flow.deepest(vertex, &self.depths).0),
                slot => self.load(Location::Memory(slot), at),
            },
            Act::Store { .. } | Act::Release => Step::Done,
        }
    }

    /// Goes on from the node found last to its deepest input or, if that does not have the depth that is missing, to its thread's floor.
    fn before(path: &Path<'_>, (input, depth): (u32, u32)) -> Step {
        if depth < path.order.floor { Step::Origin } else { Step::Value(input) }
    }

    /// Goes on to the node that the floor comes from, if it is known here.
    fn origin(&mut self, origin: Option<Origin>) {
        if let Some(Origin { node, from, to }) = origin {
            (self.thread, self.through) = (node.thread, Through::Meeting { from, to });
            self.wanted = Wanted::Value { path: node.path, value: node.value };
        }
    }

    /// Goes on from an element copy that wrote the location searched for.
    fn copied(&mut self, path: &Path<'_>, to: Location, vertex: Vertex, group: u32, at: usize) -> Step {
        let Location::Memory(slot) = to else { return Step::Done };
        let groups = copies::groups(path.groups);
        let source = groups.get(group as usize).and_then(|group| source_of(group, slot)).unwrap_or(0);
        self.tell(path, vertex);
        // The depth of the copied element is not logged. If no input has the depth that is missing, the element has it.
        let (input, depth) = path.program.flow.deepest(vertex, &self.depths);
        let missing = self.length - self.found;
        if source == 0 || u64::from(depth.max(path.order.floor)) == missing {
            return Self::before(path, (input, depth));
        }
        self.load(Location::Memory(source), at)
    }

    fn load(&mut self, location: Location, before: usize) -> Step {
        self.through = match location {
            Location::Frame(_) => self.through,
            Location::Memory(_) => Through::Memory,
            Location::Exception => Through::Exception,
        };
        Step::Writer(location, before)
    }

    fn tell(&mut self, path: &Path<'_>, vertex: Vertex) {
        self.found += 1;
        let time = path.time + u64::from(vertex.node);
        let held = path.order.held;
        (self.told)(ChainNode { thread: self.thread, time, insn: vertex.insn, through: self.through, held });
        self.through = Through::Frame;
    }
}

/// The pass over one piece of the stream, with what the forward pass logged.
struct Piece<'a, 'p, T> {
    pass: &'a mut Backward<'p, T>,
    thread: usize,
    log: &'a [u32],
}

impl<T: FnMut(ChainNode)> StreamPass for Piece<'_, '_, T> {
    fn path(&mut self, _: usize, program: u32, frame: u32, slots: &[u32]) {
        let (pass, thread) = (&mut *self.pass, self.thread);
        let before = &mut pass.threads[thread];
        let path = Path::passed(&before.programs[program as usize], frame, slots, &mut self.log, pass.is_ordered);
        before.paths -= 1;
        before.time -= u64::from(path.program.nodes);
        let time = before.time;
        let path = Path { time, ..path };
        pass.tell_counted(&path, thread);
        if pass.may_be_in(thread) {
            pass.path(&path, thread);
        }
    }

    fn spread(&mut self, count: u32, from: Spread, to: u32) {
        if self.thread == self.pass.thread {
            self.pass.spread(count, from, to);
        }
    }

    fn join(&mut self, from: Joined, to: u32) {
        let (&number, before) = self.log.split_last().unwrap_or((&0, self.log));
        self.log = before;
        if self.thread == self.pass.thread {
            self.pass.join(from, to, number);
        }
    }

    fn counted(&mut self, nodes: u32, result: u32) {
        self.log = self.log.split_last().map_or(self.log, |(_, before)| before);
        self.pass.counted(self.thread, nodes, result);
    }

    fn deepened(&mut self, result: u32, slot: u32) {
        self.pass.deepened(self.thread, result, slot);
    }

    fn is_done(&self) -> bool {
        self.pass.is_done()
    }
}
