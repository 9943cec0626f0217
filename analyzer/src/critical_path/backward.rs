//! The backward pass: follows the critical path from its last node to the first.

use paratrace_traceformat::map::InstructionId;
use std::sync::Arc;

use paratrace_replay::paths::{Act, Place, Program, Vertex};
use paratrace_replay::stream::{Joined, Spread, StreamPass, backward, copies};

use super::Through;
use super::forward::{Deepest, OfThread};
use super::groups::source_of;

/// A node of the critical path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ChainNode {
    /// Number of its thread.
    pub(crate) thread: usize,
    /// Number of nodes of that thread before it.
    pub(crate) time: u64,
    /// Instruction of the map.
    pub(crate) insn: InstructionId,
    /// The kind of location through which its value gets to the next node.
    pub(crate) through: Through,
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
}

/// The next step of the search within a path.
enum Step {
    Value(u32),
    /// The last write of a location among this number of acts.
    Writer(Location, usize),
    Done,
}

/// The part of a thread that was not seen yet.
struct Before<'p> {
    programs: &'p [Arc<Program>],
    /// Numbers of its paths and nodes.
    paths: u64,
    time: u64,
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
    pub(super) found: u64,
    length: u64,
    depths: Vec<u32>,
    told: T,
}

impl<'p> Path<'p> {
    /// Creates the path that a backward pass meets, at a time not known here. Its part of the log is the last one,
    /// which is taken off.
    pub(super) fn passed<'l: 'p>(program: &'p Program, frame: u32, slots: &'p [u32], log: &mut &'l [u32]) -> Self {
        let (slots, groups) = slots.split_at(program.slots as usize);
        let (before, own) = log.split_at(log.len() - program.flow.logged as usize);
        *log = before;
        Path { program, frame, slots, groups, log: own, time: 0 }
    }

    /// Computes the depths of all values, as the forward pass had them.
    pub(super) fn depths(&self, depths: &mut Vec<u32>) {
        let flow = &self.program.flow;
        depths.clear();
        depths.push(0);
        for &act in &flow.acts {
            depths.push(match act {
                Act::Node(vertex) => 1 + flow.deepest(vertex, depths).1,
                Act::Load { at, .. } | Act::Copy { at, .. } => self.log[at as usize],
                Act::Store { .. } => 0,
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
    pub(super) fn new(threads: &'p [OfThread], from: Deepest, told: T) -> Self {
        let before =
            |thread: &'p OfThread| Before { programs: &thread.programs, paths: thread.paths, time: thread.nodes };
        let threads = threads.iter().map(before).collect();
        let wanted = if from.depth == 0 { Wanted::Done } else { Wanted::Value { path: from.path, value: from.value } };
        let (through, length) = (Through::Frame, u64::from(from.depth));
        Self { threads, thread: from.thread, wanted, through, found: 0, length, depths: Vec::new(), told }
    }

    pub(super) fn is_done(&self) -> bool {
        matches!(self.wanted, Wanted::Done)
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

    /// Returns whether what is searched for may be in a thread.
    fn may_be_in(&self, thread: usize) -> bool {
        thread == self.thread || matches!(self.wanted, Wanted::Writer(Location::Memory(_)))
    }

    /// Takes the last path of a thread that was not seen yet.
    fn path(&mut self, path: &Path<'_>, thread: usize) {
        let step = match self.wanted {
            Wanted::Value { path, value } if path == self.threads[thread].paths => Step::Value(value),
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
                Step::Value(path.program.flow.deepest(vertex, &self.depths).0)
            }
            Act::Load { place, .. } => self.load(path.location(place), at),
            Act::Copy { vertex, at: logged, .. } => match path.log[logged as usize + 1] {
                0 => Step::Value(path.program.flow.deepest(vertex, &self.depths).0),
                slot => self.load(Location::Memory(slot), at),
            },
            Act::Store { .. } => Step::Done,
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
        if source == 0 || u64::from(depth) == self.length - self.found {
            return Step::Value(input);
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
        (self.told)(ChainNode { thread: self.thread, time, insn: vertex.insn, through: self.through });
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
        let path = Path::passed(&before.programs[program as usize], frame, slots, &mut self.log);
        before.paths -= 1;
        before.time -= u64::from(path.program.nodes);
        let time = before.time;
        if pass.may_be_in(thread) {
            pass.path(&Path { time, ..path }, thread);
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

    fn is_done(&self) -> bool {
        self.pass.is_done()
    }
}
