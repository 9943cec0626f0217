//! The forward pass: the depths of all nodes, and the deepest node. Threads have stacks of their own; memory is that of all of them. Depths
//! are those by data alone or, with an [`Order`], those with what the threads synchronise on.

use std::sync::Arc;

use paratrace_replay::base::frames::Stack;
use paratrace_replay::paths::{Act, Place, Program, Vertex};
use paratrace_replay::program::RegionId;
use paratrace_replay::stream::{Chunk, Joined, Spread, StreamPass, copies, forward};
use paratrace_traceformat::map::MethodId;
use rustc_hash::FxHashMap;

use super::order::Order;
use super::record::Log;
use crate::depths::Arena;

/// A node, by its depth and its place in the stream: the last one of a critical path.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Deepest {
    pub(super) depth: u32,
    /// Number of its thread.
    pub(super) thread: usize,
    /// Number of that thread's paths before the one that it is in.
    pub(super) path: u64,
    /// Number of its value in that path's data flow; with [`COUNTED`], the frame address of what the counted call at its end returns.
    pub(super) value: u32,
}

/// The last node is one that a counted call has executed.
pub(super) const COUNTED: u32 = 1 << 31;

/// One thread.
#[derive(Default)]
pub(super) struct OfThread {
    pub(super) programs: Vec<Arc<Program>>,
    executions: Vec<u64>,
    frames: Stack<u32>,
    exception: u32,
    pub(super) paths: u64,
    pub(super) nodes: u64,
    /// Number of the program of the latest path, and of nodes that calls at the end of each have counted.
    latest: u32,
    counted: FxHashMap<u32, u64>,
}

/// The forward pass over all threads, in one order.
pub(super) struct Forward<'m> {
    pub(super) threads: Vec<OfThread>,
    memory: Arena<u32>,
    /// Depths of the current path's values.
    depths: Vec<u32>,
    /// Depths of values that paths loaded since the log was last cleared, and their order.
    pub(super) log: Log,
    /// What orders the threads, unless depths are by data alone.
    pub(super) order: Option<Order<'m>>,
    pub(super) deepest: Deepest,
    /// Number of nodes so far.
    pub(super) nodes: u64,
}

impl<'m> Forward<'m> {
    /// Begins before the first node of so many threads.
    pub(super) fn new(threads: usize, order: Option<Order<'m>>) -> Self {
        Self {
            threads: (0..threads).map(|_| OfThread::default()).collect(),
            memory: Arena::new(),
            depths: Vec::new(),
            log: Log::new(),
            order,
            deepest: Deepest::default(),
            nodes: 0,
        }
    }

    /// Takes the next chunk of a thread.
    pub(super) fn take(&mut self, number: usize, chunk: &Chunk) {
        let Some(thread) = self.threads.get_mut(number) else { return };
        let mut thread = std::mem::take(thread);
        thread.programs.extend(chunk.programs.iter().cloned());
        if let Some(order) = &mut self.order {
            chunk.programs.iter().for_each(|program| order.add(number, program));
        }
        thread.executions.resize(thread.programs.len(), 0);
        forward(&chunk.words, &mut Running { all: self, thread: &mut thread, number, deepest: Deepest::default() });
        self.threads[number] = thread;
        if let Some(order) = &mut self.order {
            order.pause(number);
        }
    }

    /// A thread has ended: its stack is gone.
    pub(super) fn ended(&mut self, number: usize) {
        if let Some(thread) = self.threads.get_mut(number) {
            thread.frames = Stack::default();
        }
        if let Some(order) = &mut self.order {
            order.ended(number);
        }
    }

    /// Adds the number of executions of each instruction.
    pub(super) fn executed(&self, sums: &mut [u64]) {
        self.threads.iter().for_each(|thread| thread.executed(sums));
    }
}

/// The pass over one chunk.
struct Running<'a, 'm> {
    all: &'a mut Forward<'m>,
    thread: &'a mut OfThread,
    number: usize,
    /// The deepest node of the running path, so far.
    deepest: Deepest,
}

impl Running<'_, '_> {
    /// Executes the acts of a path. No node of it is less deep than one above the floor.
    fn execute(&mut self, program: &Program, frame: u32, (slots, mut copies): (&[u32], &[u32]), floor: u32) {
        self.all.depths.clear();
        self.all.depths.push(0);
        for &act in &program.flow.acts {
            let depth = match act {
                Act::Node(vertex) => self.vertex(program, vertex, floor),
                Act::Load { place, .. } => {
                    let depth = self.load(place, frame, slots);
                    self.all.log.push(depth);
                    depth
                }
                Act::Store { place, value } => {
                    self.store(place, frame, slots, self.all.depths[value as usize]);
                    0
                }
                Act::Copy { vertex, .. } => {
                    let (_, inputs) = program.flow.deepest(vertex, &self.all.depths);
                    let (depth, slot) = self.copy(copies::first(&mut copies), inputs, floor);
                    self.all.log.extend([depth, slot]);
                    depth
                }
                Act::Release => {
                    if let Some(order) = &mut self.all.order {
                        order.raise(self.number, self.deepest);
                        order.release(self.number);
                    }
                    0
                }
            };
            self.all.depths.push(depth);
        }
    }

    fn vertex(&mut self, program: &Program, vertex: Vertex, floor: u32) -> u32 {
        let depths = &self.all.depths;
        let depth = 1 + program.flow.deepest(vertex, depths).1.max(floor);
        if depth > self.deepest.depth {
            let value = depths.len() as u32;
            self.deepest = Deepest { depth, thread: self.number, path: self.thread.paths, value };
        }
        depth
    }

    /// Begins a path. Returns its floor.
    fn begin(&mut self, program: u32, frame: u32, slots: &[u32]) -> u32 {
        self.deepest = Deepest::default();
        let order = self.all.order.as_mut();
        order.map_or(0, |order| order.begin(self.number, program, frame, slots))
    }

    /// Ends a path, and logs its order.
    fn end(&mut self, program: u32, frame: u32, slots: &[u32]) {
        let Forward { deepest, order, log, .. } = &mut *self.all;
        if self.deepest.depth > deepest.depth {
            *deepest = self.deepest;
        }
        if let Some(order) = order {
            order.raise(self.number, self.deepest);
            order.log(self.number, log);
            order.end(self.number, program, frame, slots);
        }
    }

    fn load(&self, place: Place, frame: u32, slots: &[u32]) -> u32 {
        match place {
            Place::Frame(cell) => self.thread.frames.get(frame + cell),
            Place::Resolved(slot) => self.all.memory.get(slots[slot as usize]),
            Place::Static(slot) => self.all.memory.get(slot),
            Place::Exception => self.thread.exception,
        }
    }

    fn store(&mut self, place: Place, frame: u32, slots: &[u32], depth: u32) {
        match place {
            Place::Frame(cell) => self.thread.frames.set(frame + cell, depth),
            // Slot 0 belongs to no object.
            Place::Resolved(slot) if slots[slot as usize] == 0 => {}
            Place::Resolved(slot) => self.all.memory.set(slots[slot as usize], depth),
            Place::Static(slot) => self.all.memory.set(slot, depth),
            Place::Exception => self.thread.exception = depth,
        }
    }

    /// Copies elements, all reads before all writes. Returns the greatest depth among inputs and sources, and the
    /// source that has it, or 0.
    fn copy(&mut self, group: &[u32], inputs: u32, floor: u32) -> (u32, u32) {
        let (mut greatest, mut stretches) = ((inputs, 0), Vec::new());
        for run in copies::runs(group) {
            let mut done = 0;
            while done < run.length {
                let slot = if run.source == 0 { 0 } else { run.source + done };
                let (same, depth) = match slot {
                    0 => (run.length, 0),
                    _ => (self.all.memory.same_after(slot, run.length - done).max(1), self.all.memory.get(slot)),
                };
                if depth > greatest.0 {
                    greatest = (depth, slot);
                }
                // What is only read has no target.
                if run.target != 0 {
                    stretches.push((run.target + done, same, 1 + depth.max(inputs).max(floor)));
                }
                done += same;
            }
        }
        stretches.into_iter().for_each(|(target, count, depth)| self.all.memory.fill(target, count, depth));
        greatest
    }
}

impl OfThread {
    fn executed(&self, sums: &mut [u64]) {
        for (program, count) in self.programs.iter().zip(&self.executions) {
            let mut last = None;
            for act in &program.flow.acts {
                if let Act::Node(vertex) = act
                    && last != Some(vertex.node)
                {
                    last = Some(vertex.node);
                    sums[vertex.insn.index()] += count;
                }
            }
        }
        for (&program, nodes) in &self.counted {
            if let Some(call) = self.programs[program as usize].flow.last() {
                sums[call.index()] += nodes;
            }
        }
    }
}

impl StreamPass for Running<'_, '_> {
    fn path(&mut self, _: usize, number: u32, frame: u32, slots: &[u32]) {
        self.thread.executions[number as usize] += 1;
        self.thread.latest = number;
        let program = Arc::clone(&self.thread.programs[number as usize]);
        let floor = self.begin(number, frame, slots);
        self.execute(&program, frame, slots.split_at(program.slots as usize), floor);
        self.end(number, frame, slots);
        self.thread.paths += 1;
        self.thread.nodes += u64::from(program.nodes);
        self.all.nodes += u64::from(program.nodes);
    }

    fn enter(&mut self, region: RegionId, _: RegionId, _: u32) {
        if let Some(order) = &mut self.all.order {
            order.enter(self.number, 1, region.activated());
        }
    }

    fn open_loop(&mut self, _: RegionId, _: RegionId, _: u32, _: bool) {
        if let Some(order) = &mut self.all.order {
            order.enter(self.number, 2, MethodId::NONE);
        }
    }

    fn exit(&mut self, levels: u32) {
        if let Some(order) = &mut self.all.order {
            order.exit(self.number, levels);
        }
    }

    fn spread(&mut self, count: u32, from: Spread, to: u32) {
        let depth = match from {
            Spread::Zero => 0,
            Spread::Exception => self.thread.exception,
            Spread::Frame(address) => self.thread.frames.get(address),
        };
        (to..to + count).for_each(|address| self.thread.frames.set(address, depth));
    }

    /// Logs the depth of the last node.
    fn counted(&mut self, nodes: u32, result: u32) {
        let depth = self.thread.frames.get(result).saturating_add(nodes);
        self.thread.frames.set(result, depth);
        self.all.log.push(depth);
        let path = self.thread.paths.saturating_sub(1);
        let last = Deepest { depth, thread: self.number, path, value: COUNTED | result };
        if depth > self.all.deepest.depth {
            self.all.deepest = last;
        }
        if let Some(order) = &mut self.all.order {
            order.raise(self.number, last);
        }
        *self.thread.counted.entry(self.thread.latest).or_insert(0) += u64::from(nodes);
        self.thread.nodes += u64::from(nodes);
        self.all.nodes += u64::from(nodes);
    }

    fn deepened(&mut self, result: u32, slot: u32) {
        self.all.memory.set(slot, self.thread.frames.get(result));
    }

    /// Logs where the greatest depth comes from: that of the target itself, or the n-th of those that join it.
    fn join(&mut self, from: Joined, to: u32) {
        let mut greatest = (self.thread.frames.get(to), 0);
        let joining: &mut dyn Iterator<Item = u32> = match from {
            Joined::Frame(address) => &mut std::iter::once(self.thread.frames.get(address)),
            Joined::Slots { first, count } => &mut (first..first + count).map(|slot| self.all.memory.get(slot)),
        };
        for (depth, number) in joining.zip(1..) {
            if depth > greatest.0 {
                greatest = (depth, number);
            }
        }
        self.thread.frames.set(to, greatest.0);
        self.all.log.push(greatest.1);
    }
}
