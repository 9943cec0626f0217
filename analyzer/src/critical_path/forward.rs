//! The forward pass: the depths of all nodes, and the deepest node.

use std::sync::Arc;

use paratrace_replay::base::frames::Stack;
use paratrace_replay::paths::{Act, Place, Program, Vertex};
use paratrace_replay::stream::{Chunk, Joined, Spread, StreamPass, copies, forward};

use crate::depths::Arena;

/// The last node of the critical path.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Deepest {
    pub(super) depth: u32,
    /// Number of paths before the one that it is in.
    pub(super) path: u64,
    /// Number of its value in that path's data flow.
    pub(super) value: u32,
}

/// The forward pass over one thread.
pub(super) struct Forward {
    pub(super) programs: Vec<Arc<Program>>,
    executions: Vec<u64>,
    frames: Stack<u32>,
    memory: Arena<u32>,
    exception: u32,
    /// Depths of the current path's values.
    depths: Vec<u32>,
    /// Depths of values that paths loaded since the log was last cleared.
    pub(super) log: Vec<u32>,
    pub(super) paths: u64,
    pub(super) nodes: u64,
    pub(super) deepest: Deepest,
}

impl Forward {
    pub(super) fn new() -> Self {
        Self {
            programs: Vec::new(),
            executions: Vec::new(),
            frames: Stack::default(),
            memory: Arena::new(),
            exception: 0,
            depths: Vec::new(),
            log: Vec::new(),
            paths: 0,
            nodes: 0,
            deepest: Deepest::default(),
        }
    }

    pub(super) fn take(&mut self, chunk: &Chunk) {
        self.programs.extend(chunk.programs.iter().cloned());
        self.executions.resize(self.programs.len(), 0);
        forward(&chunk.words, self);
    }

    fn execute(&mut self, program: &Program, frame: u32, slots: &[u32], mut copies: &[u32]) {
        self.depths.clear();
        self.depths.push(0);
        for &act in &program.flow.acts {
            let depth = match act {
                Act::Node(vertex) => self.vertex(program, vertex),
                Act::Load { place, .. } => {
                    let depth = self.load(place, frame, slots);
                    self.log.push(depth);
                    depth
                }
                Act::Store { place, value } => {
                    self.store(place, frame, slots, self.depths[value as usize]);
                    0
                }
                Act::Copy { vertex, .. } => {
                    let (_, inputs) = program.flow.deepest(vertex, &self.depths);
                    let (depth, slot) = self.copy(copies::first(&mut copies), inputs);
                    self.log.extend([depth, slot]);
                    depth
                }
            };
            self.depths.push(depth);
        }
    }

    fn vertex(&mut self, program: &Program, vertex: Vertex) -> u32 {
        let depth = 1 + program.flow.deepest(vertex, &self.depths).1;
        if depth > self.deepest.depth {
            self.deepest = Deepest { depth, path: self.paths, value: self.depths.len() as u32 };
        }
        depth
    }

    fn load(&self, place: Place, frame: u32, slots: &[u32]) -> u32 {
        match place {
            Place::Frame(cell) => self.frames.get(frame + cell),
            Place::Resolved(slot) => self.memory.get(slots[slot as usize]),
            Place::Static(slot) => self.memory.get(slot),
            Place::Exception => self.exception,
        }
    }

    fn store(&mut self, place: Place, frame: u32, slots: &[u32], depth: u32) {
        match place {
            Place::Frame(cell) => self.frames.set(frame + cell, depth),
            // Slot 0 belongs to no object.
            Place::Resolved(slot) if slots[slot as usize] == 0 => {}
            Place::Resolved(slot) => self.memory.set(slots[slot as usize], depth),
            Place::Static(slot) => self.memory.set(slot, depth),
            Place::Exception => self.exception = depth,
        }
    }

    /// Copies elements, all reads before all writes. Returns the greatest depth among inputs and sources, and the
    /// source that has it, or 0.
    fn copy(&mut self, group: &[u32], inputs: u32) -> (u32, u32) {
        let (mut greatest, mut stretches) = ((inputs, 0), Vec::new());
        for run in copies::runs(group) {
            let mut done = 0;
            while done < run.length {
                let slot = if run.source == 0 { 0 } else { run.source + done };
                let (same, depth) = match slot {
                    0 => (run.length, 0),
                    _ => (self.memory.same_after(slot, run.length - done).max(1), self.memory.get(slot)),
                };
                if depth > greatest.0 {
                    greatest = (depth, slot);
                }
                // What is only read has no target.
                if run.target != 0 {
                    stretches.push((run.target + done, same, 1 + depth.max(inputs)));
                }
                done += same;
            }
        }
        stretches.into_iter().for_each(|(target, count, depth)| self.memory.fill(target, count, depth));
        greatest
    }

    /// Adds the number of executions of each instruction.
    pub(super) fn executed(&self, sums: &mut [u64]) {
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
    }
}

impl StreamPass for Forward {
    fn path(&mut self, _: usize, program: u32, frame: u32, slots: &[u32]) {
        self.executions[program as usize] += 1;
        let program = Arc::clone(&self.programs[program as usize]);
        let (slots, copies) = slots.split_at(program.slots as usize);
        self.execute(&program, frame, slots, copies);
        self.paths += 1;
        self.nodes += u64::from(program.nodes);
    }

    fn spread(&mut self, count: u32, from: Spread, to: u32) {
        let depth = match from {
            Spread::Zero => 0,
            Spread::Exception => self.exception,
            Spread::Frame(address) => self.frames.get(address),
        };
        (to..to + count).for_each(|address| self.frames.set(address, depth));
    }

    /// Logs where the greatest depth comes from: that of the target itself, or the n-th of those that join it.
    fn join(&mut self, from: Joined, to: u32) {
        let mut greatest = (self.frames.get(to), 0);
        let joining: &mut dyn Iterator<Item = u32> = match from {
            Joined::Frame(address) => &mut std::iter::once(self.frames.get(address)),
            Joined::Slots { first, count } => &mut (first..first + count).map(|slot| self.memory.get(slot)),
        };
        for (depth, number) in joining.zip(1..) {
            if depth > greatest.0 {
                greatest = (depth, number);
            }
        }
        self.frames.set(to, greatest.0);
        self.log.push(greatest.1);
    }
}
