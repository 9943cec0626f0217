//! Communication: who sends which values to whom (docs/metrics.md, “Communication”; Bertels, Heirman, Stroobandt 2009).
//!
//! Every heap location has a record of its last writer: the activation, and the innermost loop (else the method) of the
//! writing instruction. A read makes an edge from there to the reading activation and loop. All coarser partners are
//! sums of these two: an activation has a calling context, a method and a thread; a loop has a method, and a method has
//! a class. The edges of an activation are collected with it and are complete when it ends. So the heaviest edges are
//! found exactly, while only those of open activations are held.
//!
//! Figures that do not depend on the data cost nothing per instruction: nodes, reads and writes of a path are
//! multiplied by its executions. With a reservoir sample, a path without a sampled read only performs its writes.

mod activations;
mod contexts;
mod figures;
mod graph;
mod heaviest;
mod partners;
mod plan;
mod producers;
mod random;
mod reservoir;
mod results;
mod sites;

pub(crate) use contexts::{Contexts, ROOT};
pub(crate) use figures::{Figures, Flow};
pub(crate) use graph::{End, MeasuredFlows, Sampled};
pub use reservoir::{Sampling, quantile, sample_size};
pub(crate) use results::communication;

use paratrace_replay::program::RegionId;
use paratrace_replay::stream::{Chunk, StreamPass, forward};
use paratrace_traceformat::map::{MethodId, ProgramMap};

use crate::limits;
use graph::Graph;
use plan::{Op, Plan, plan};
use producers::Producers;
use sites::Sites;
pub(crate) use sites::width;

/// Options for measuring communication.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CommunicationOptions {
    /// Number of edges between activations, and between call paths, that are listed: the heaviest. The others are
    /// counted.
    pub edges: usize,
    /// Bytes of the names of all call paths that are listed, each as often as it is written. If they have more, the names show
    /// fewer methods.
    pub path_bytes: usize,
    /// Sample of the reads for an estimate; without it, all reads are counted.
    pub sampling: Option<Sampling>,
}

impl Default for CommunicationOptions {
    fn default() -> Self {
        Self { edges: limits::LISTED_FLOWS, path_bytes: limits::PATH_BYTES, sampling: None }
    }
}

/// An open activation.
#[derive(Debug)]
struct Frame {
    activation: u32,
    context: u32,
    /// Number of region levels of its open loops.
    levels: u32,
    producers: Producers,
}

/// The state of one thread while it is followed.
#[derive(Debug, Default)]
struct Thread {
    plans: Vec<Plan>,
    executed: Vec<u64>,
    frames: Vec<Frame>,
}

/// Lists all open activations.
fn frames(threads: &mut [Thread]) -> impl Iterator<Item = &mut Frame> {
    threads.iter_mut().flat_map(|thread| &mut thread.frames)
}

/// The communication of all threads. Threads share locations until one of them is closed.
pub(crate) struct Communication {
    sites: Sites,
    threads: Vec<Thread>,
    graph: Graph,
    /// Empty lists of producers for reuse.
    spare: Vec<Producers>,
    nodes: u64,
}

impl Communication {
    pub(crate) fn new(map: &ProgramMap, options: &CommunicationOptions) -> Self {
        Self {
            sites: Sites::new(map),
            threads: Vec::new(),
            graph: Graph::new(map, options),
            spare: Vec::new(),
            nodes: 0,
        }
    }

    /// Forgets everything: it is not wanted any more.
    pub(crate) fn give_up(&mut self, map: &ProgramMap) {
        if !self.threads.is_empty() {
            *self = Self::new(map, &CommunicationOptions::default());
        }
    }

    /// Takes the next chunk of a thread's stream. Threads are numbered from 0.
    pub(crate) fn take(&mut self, map: &ProgramMap, thread: usize, chunk: &Chunk) {
        if thread >= self.threads.len() {
            self.threads.resize_with(thread + 1, Thread::default);
        }
        for program in &chunk.programs {
            let plan = plan(map, &self.sites, program);
            self.threads[thread].plans.push(plan);
            self.threads[thread].executed.push(0);
        }
        forward(&chunk.words, &mut OfThread { communication: self, thread });
        if self.graph.is_full() {
            self.graph.collect(&mut self.threads);
        }
    }

    /// Closes a thread and drops all locations: threads that are closed one after the other have none in common.
    pub(crate) fn close(&mut self, thread: usize) {
        self.ended(thread);
        self.graph.forget();
    }

    /// Forgets the paths of a thread that has ended: what they have done goes into the sums.
    pub(crate) fn ended(&mut self, thread: usize) {
        self.exit(thread, u32::MAX);
        let Some(ended) = self.threads.get_mut(thread) else { return };
        let Thread { plans, executed, .. } = std::mem::take(ended);
        plans.iter().zip(executed).for_each(|(plan, executed)| self.graph.executed(plan, executed));
    }

    fn path(&mut self, thread: usize, program: usize, slots: &[u32]) {
        let Self { threads, graph, nodes, .. } = self;
        let Thread { plans, executed, frames } = &mut threads[thread];
        let Some(frame) = frames.last_mut() else { return };
        executed[program] += 1;
        *nodes += plans[program].figures.nodes;
        let plan = &plans[program];
        graph.activation(frame.activation).figures.add(&plan.figures);
        let (slots, mut copies) = slots.split_at(plan.slots as usize);
        let ops = if graph.passes(plan.reads) { &plan.writes } else { &plan.ops };
        for &op in ops {
            match op {
                Op::Read { at, site, width } => graph.read(frame, at.slot(slots), site, width),
                Op::Write { at, site, width } => graph.write(frame, at.slot(slots), site, width),
                Op::ReadPart { at, site, width } => graph.read_part(frame, at.slot(slots), site, width),
                Op::WritePart { at, site, width } => graph.write_part(frame, at.slot(slots), site, width),
                Op::Copy { site } => graph.copy(frame, paratrace_replay::stream::copies::first(&mut copies), site),
            }
        }
        frame.levels = frame.levels.saturating_sub(plan.exits);
    }

    fn enter(&mut self, thread: usize, method: MethodId) {
        let frames = &mut self.threads[thread].frames;
        let caller = frames.last().map_or(contexts::ROOT, |frame| frame.context);
        let (activation, context) = self.graph.enter(thread as u32, caller, method);
        let producers = self.spare.pop().unwrap_or_default();
        frames.push(Frame { activation, context, levels: 0, producers });
    }

    fn exit(&mut self, thread: usize, mut levels: u32) {
        let Some(state) = self.threads.get_mut(thread) else { return };
        while levels > 0 {
            let Some(frame) = state.frames.last_mut() else { return };
            if levels <= frame.levels {
                frame.levels -= levels;
                return;
            }
            levels -= frame.levels + 1;
            if let Some(mut frame) = state.frames.pop() {
                self.graph.exit(&mut frame);
                self.spare.extend((self.spare.len() < limits::SPARE_PRODUCERS).then_some(frame.producers));
            }
        }
    }

    /// Returns the number of nodes so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Closes all threads and returns the results.
    pub(crate) fn finish(mut self) -> MeasuredFlows {
        (0..self.threads.len()).for_each(|thread| self.close(thread));
        self.graph.finish(self.threads.len())
    }
}

/// The pass over a chunk of one thread.
struct OfThread<'a> {
    communication: &'a mut Communication,
    thread: usize,
}

impl StreamPass for OfThread<'_> {
    #[inline]
    fn path(&mut self, _: usize, program: u32, _: u32, slots: &[u32]) {
        self.communication.path(self.thread, program as usize, slots);
    }

    fn work(&mut self, nodes: u32) {
        self.communication.nodes += u64::from(nodes);
    }

    fn enter(&mut self, region: RegionId, _: RegionId, _: u32) {
        self.communication.enter(self.thread, region.activated());
    }

    fn open_loop(&mut self, _: RegionId, _: RegionId, _: u32, _: bool) {
        if let Some(frame) = self.communication.threads[self.thread].frames.last_mut() {
            frame.levels += 2;
        }
    }

    fn exit(&mut self, levels: u32) {
        self.communication.exit(self.thread, levels);
    }
}
