//! Slack: the number of nodes by which a node could come later without making the critical path longer.
//!
//! If the critical path has length L, the slack of a node is L - depth - height. The height is the length of the
//! longest chain of nodes that wait for it. A backward pass over the whole stream computes heights as the forward pass
//! computes depths. For each location it keeps the longest chain of later readers, until the write that they depend on.
//!
//! The depths of single elements that a copy moves were not kept, so the slack of instructions that copy elements is
//! not known.

use std::ops::Range;
use std::sync::Arc;

use paratrace_traceformat::map::InstructionId;

use paratrace_replay::base::frames::Stack;
use paratrace_replay::paths::{Act, Place, Program};
use paratrace_replay::stream::{Joined, Spread, StreamPass, backward, copies};

use super::backward::Path;
use super::forward::OfThread;
use crate::depths::Arena;

/// The slack of an instruction: the least of all its nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slack {
    /// The instruction was not executed in this thread.
    None,
    /// The slack in nodes.
    Nodes(u32),
    /// The instruction copied elements.
    Unknown,
}

impl Slack {
    /// Returns the slack of both together.
    pub(crate) fn and(self, other: Slack) -> Slack {
        match (self, other) {
            (Slack::Unknown, _) | (_, Slack::Unknown) => Slack::Unknown,
            (Slack::None, known) | (known, Slack::None) => known,
            (Slack::Nodes(a), Slack::Nodes(b)) => Slack::Nodes(a.min(b)),
        }
    }
}

/// The longest chains that begin with a node which reads a location of one thread.
#[derive(Default)]
struct Own {
    frames: Stack<u32>,
    exception: u32,
    /// The slack of the last node of a counted call, which its path will name.
    counted: Option<u32>,
}

/// The backward pass over all threads. For each location it keeps the longest chain that begins with a node which reads
/// it.
pub(super) struct Slacks<'p> {
    threads: &'p [OfThread],
    length: u32,
    /// The stacks of the threads but that of the one that is passed now.
    stacks: Vec<Own>,
    memory: Arena<u32>,
    own: Own,
    depths: Vec<u32>,
    /// The longest chain that begins with a reader, for each value of a path.
    chains: Vec<u32>,
    /// The least slack so far, by instruction of the map.
    pub(super) least: Vec<Slack>,
}

impl<'p> Slacks<'p> {
    /// Creates the pass. `length` is that of the critical path, `insns` the number of instructions of the map.
    pub(super) fn new(threads: &'p [OfThread], length: u32, insns: usize) -> Self {
        let (depths, chains, own) = Default::default();
        let stacks = threads.iter().map(|_| Own::default()).collect();
        let (memory, least) = (Arena::new(), vec![Slack::None; insns]);
        Self { threads, length, stacks, memory, own, depths, chains, least }
    }

    /// Runs the pass over the chunk of a thread that precedes those taken before, with the log of the forward pass.
    pub(super) fn take(&mut self, thread: usize, words: &[u32], log: &[u32]) {
        std::mem::swap(&mut self.own, &mut self.stacks[thread]);
        let programs = &self.threads[thread].programs;
        backward(words, &mut Piece { pass: self, programs, log });
        std::mem::swap(&mut self.own, &mut self.stacks[thread]);
    }

    fn spread(&mut self, count: u32, from: Spread, to: u32) {
        let mut longest = 0;
        for address in to..to + count {
            longest = longest.max(self.own.frames.get(address));
            self.own.frames.set(address, 0);
        }
        match from {
            Spread::Zero => {}
            Spread::Exception => self.own.exception = self.own.exception.max(longest),
            Spread::Frame(address) => self.own.frames.set(address, self.own.frames.get(address).max(longest)),
        }
    }

    /// What joins a depth is read by all that reads that.
    fn join(&mut self, from: Joined, to: u32) {
        let longest = self.own.frames.get(to);
        match from {
            Joined::Frame(address) => self.own.frames.set(address, self.own.frames.get(address).max(longest)),
            Joined::Slots { first, count } => {
                (first..first + count).for_each(|slot| self.read_memory(slot, longest));
            }
        }
    }

    /// What reads the result of a counted call waits for the nodes of that.
    fn counted(&mut self, nodes: u32, result: u32, depth: u32) {
        let chain = self.own.frames.get(result);
        let slack = self.length.saturating_sub(depth).saturating_sub(chain);
        self.own.counted = Some(self.own.counted.map_or(slack, |known| known.min(slack)));
        self.own.frames.set(result, chain.saturating_add(nodes));
    }

    fn deepened(&mut self, result: u32, slot: u32) {
        let chain = self.forgotten(slot).max(self.own.frames.get(result));
        self.own.frames.set(result, chain);
    }

    fn path(&mut self, path: &Path<'_>) {
        let mut depths = std::mem::take(&mut self.depths);
        let mut chains = std::mem::take(&mut self.chains);
        path.depths(&mut depths);
        chains.clear();
        chains.resize(depths.len(), 0);
        let flow = &path.program.flow;
        if let (Some(slack), Some(call)) = (self.own.counted.take(), flow.last()) {
            self.found(call, slack);
        }
        let mut groups = copies::groups(path.groups);
        for (at, act) in flow.acts.iter().enumerate().rev() {
            let own = chains[at + 1];
            let mut feed = |inputs: &[u32], chain: u32| {
                inputs.iter().for_each(|&value| chains[value as usize] = chains[value as usize].max(chain));
            };
            match *act {
                Act::Store { place, value } => feed(&[value], self.overwritten(path, place)),
                Act::Load { place, .. } => self.read(path, place, own),
                Act::Release => {}
                Act::Node(vertex) => {
                    let slack = self.length.saturating_sub(depths[at + 1]).saturating_sub(own);
                    self.found(vertex.insn, slack);
                    feed(flow.inputs(vertex), own + 1);
                }
                Act::Copy { vertex, .. } => {
                    self.least[vertex.insn.index()] = Slack::Unknown;
                    let group = groups.pop().unwrap_or_default();
                    feed(flow.inputs(vertex), self.copied(group, own));
                }
            }
        }
        (self.depths, self.chains) = (depths, chains);
    }

    fn found(&mut self, insn: InstructionId, slack: u32) {
        let least = &mut self.least[insn.index()];
        *least = least.and(Slack::Nodes(slack));
    }

    /// Returns the longest chain of later readers of a location that is written here, and forgets it: earlier writes
    /// have other readers.
    fn overwritten(&mut self, path: &Path<'_>, place: Place) -> u32 {
        match place {
            Place::Frame(cell) => {
                let chain = self.own.frames.get(path.frame + cell);
                self.own.frames.set(path.frame + cell, 0);
                chain
            }
            Place::Resolved(slot) => self.forgotten(path.slots[slot as usize]),
            Place::Static(slot) => self.forgotten(slot),
            Place::Exception => std::mem::take(&mut self.own.exception),
        }
    }

    fn forgotten(&mut self, slot: u32) -> u32 {
        let chain = self.memory.get(slot);
        if chain > 0 {
            self.memory.set(slot, 0);
        }
        chain
    }

    fn read(&mut self, path: &Path<'_>, place: Place, chain: u32) {
        match place {
            Place::Frame(cell) => {
                let address = path.frame + cell;
                self.own.frames.set(address, self.own.frames.get(address).max(chain));
            }
            Place::Resolved(slot) => self.read_memory(path.slots[slot as usize], chain),
            Place::Static(slot) => self.read_memory(slot, chain),
            Place::Exception => self.own.exception = self.own.exception.max(chain),
        }
    }

    fn read_memory(&mut self, slot: u32, chain: u32) {
        // Slot 0 belongs to no object.
        if slot != 0 && chain > self.memory.get(slot) {
            self.memory.set(slot, chain);
        }
    }

    /// Copies elements, all reads before all writes; `own` is the chain that begins with the copies together. Returns
    /// the longest chain that begins with one of them.
    fn copied(&mut self, group: &[u32], own: u32) -> u32 {
        // Elements with equal chains side by side: a damaged trace may copy billions.
        let mut read: Vec<(Range<u32>, u32)> = Vec::new();
        let mut longest = own;
        for run in copies::runs(group) {
            if run.target == 0 {
                read.extend((run.source != 0).then(|| (run.source..run.source + run.length, own)));
                continue;
            }
            for done in 0..run.length {
                let chain = own.max(self.forgotten(run.target + done) + 1);
                longest = longest.max(chain);
                let source = run.source + done;
                match read.last_mut() {
                    _ if run.source == 0 => {}
                    Some((slots, same)) if slots.end == source && *same == chain => slots.end += 1,
                    _ => read.push((source..source + 1, chain)),
                }
            }
        }
        for (slots, chain) in read {
            slots.for_each(|slot| self.read_memory(slot, chain));
        }
        longest
    }
}

/// The pass over one piece of the stream, with what the forward pass logged.
struct Piece<'a, 'p> {
    pass: &'a mut Slacks<'p>,
    programs: &'p [Arc<Program>],
    log: &'a [u32],
}

impl StreamPass for Piece<'_, '_> {
    fn path(&mut self, _: usize, program: u32, frame: u32, slots: &[u32]) {
        let path = Path::passed(&self.programs[program as usize], frame, slots, &mut self.log, false);
        self.pass.path(&path);
    }

    fn spread(&mut self, count: u32, from: Spread, to: u32) {
        self.pass.spread(count, from, to);
    }

    fn join(&mut self, from: Joined, to: u32) {
        self.log = self.log.split_last().map_or(self.log, |(_, before)| before);
        self.pass.join(from, to);
    }

    fn counted(&mut self, nodes: u32, result: u32) {
        let (&depth, before) = self.log.split_last().unwrap_or((&0, self.log));
        self.log = before;
        self.pass.counted(nodes, result, depth);
    }

    fn deepened(&mut self, result: u32, slot: u32) {
        self.pass.deepened(result, slot);
    }
}
