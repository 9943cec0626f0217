//! Who starts whom, and who waits for whom: what a parallel execution of the tasks would look like.
//!
//! A strand is what runs one after the other: a thread, or an instance of a task method. A thread is started by the first
//! `Thread.start` that started no other yet, or else, if untraced code started it, by the first thread; `Thread.join` waits
//! for the first thread that its caller started and has not waited for. An instance of a task method is a strand of its own,
//! which is awaited where the innermost loop around its call ends, or the activation that called it. A thread that begins
//! with a task method is that task's strand.

use std::collections::VecDeque;

use paratrace_traceformat::map::NONE;

use crate::limits;

/// Samples of one strand, at most.
const SAMPLES: usize = 512;
/// Nodes between samples at first.
const FIRST_STEP: u64 = 1 << 12;

/// What runs one after the other.
#[derive(Debug, Clone, Default)]
pub(super) struct Strand {
    /// The row of its task, or `NONE` if it is none.
    pub(super) row: u32,
    pub(super) thread: u32,
    /// Its own nodes: without those of strands that it started.
    pub(super) nodes: u64,
    /// Accesses to shared scalars and elements.
    pub(super) accesses: (u64, u64),
    pub(super) time: f64,
    /// What it starts and awaits: own nodes before it, strand.
    pub(super) starts: Vec<(u64, u32)>,
    pub(super) awaits: Vec<(u64, u32)>,
    /// Nodes, and accesses to shared data until then.
    pub(super) samples: Vec<(u64, u64)>,
    step: u64,
}

impl Strand {
    fn new(thread: u32) -> Self {
        Self { row: NONE, thread, step: FIRST_STEP, ..Self::default() }
    }

    /// So many nodes ran, with so many accesses to shared scalars and elements, which took so many ns.
    #[inline]
    pub(super) fn ran(&mut self, nodes: u64, (scalars, elements): (u64, u64), time: f64) {
        self.nodes += nodes;
        self.accesses.0 += scalars;
        self.accesses.1 += elements;
        self.time += time;
        let last = self.samples.last().map_or(0, |sample| sample.0);
        if self.nodes - last >= self.step {
            self.sample();
        }
    }

    fn sample(&mut self) {
        self.samples.push((self.nodes, self.accesses.0 + self.accesses.1));
        if self.samples.len() >= SAMPLES {
            let mut odd = false;
            self.samples.retain(|_| {
                odd = !odd;
                !odd
            });
            self.step *= 2;
        }
    }
}

/// A strand that is awaited when an activation has fewer open levels than this, or ends.
#[derive(Debug, Clone, Copy)]
pub(super) struct Awaited {
    pub(super) below: u32,
    pub(super) strand: u32,
}

/// All strands.
#[derive(Debug, Default)]
pub(super) struct Strands {
    pub(super) all: Vec<Strand>,
    /// By thread: its own strand.
    of_thread: Vec<u32>,
    /// Threads that were started and have not begun: by whom, own nodes before.
    started: VecDeque<(u32, u64)>,
    /// By thread: those that it started and has not waited for.
    children: Vec<VecDeque<u32>>,
    /// Joins that came before the thread began: by whom, own nodes before.
    early: Vec<(usize, u32, u64)>,
    /// Instances that have no strand of their own: there are too many.
    pub(super) merged: u64,
}

impl Strands {
    /// A thread begins: its strand.
    pub(super) fn thread(&mut self, thread: usize) -> u32 {
        let number = self.all.len() as u32;
        if thread >= self.of_thread.len() {
            self.of_thread.resize(thread + 1, NONE);
            self.children.resize_with(thread + 1, VecDeque::new);
        }
        self.of_thread[thread] = number;
        self.all.push(Strand::new(thread as u32));
        if number == 0 {
            return number;
        }
        let (by, at) = self.started.pop_front().unwrap_or((0, self.all[0].nodes));
        self.all[by as usize].starts.push((at, number));
        let starter = self.all[by as usize].thread as usize;
        self.children[starter].push_back(number);
        number
    }

    /// A strand calls `Thread.start`.
    pub(super) fn starts(&mut self, strand: u32, ahead: u64) {
        self.started.push_back((strand, self.all[strand as usize].nodes + ahead));
    }

    /// A strand calls `Thread.join`.
    pub(super) fn joins(&mut self, strand: u32, ahead: u64) {
        let (thread, at) = (self.all[strand as usize].thread as usize, self.all[strand as usize].nodes + ahead);
        match self.children[thread].pop_front() {
            Some(child) => self.all[strand as usize].awaits.push((at, child)),
            None => self.early.push((thread, strand, at)),
        }
    }

    /// A strand starts an instance of a task, unless there are too many.
    pub(super) fn instance(&mut self, by: u32) -> Option<u32> {
        if self.all.len() >= limits::TASK_INSTANCES {
            self.merged += 1;
            return None;
        }
        let number = self.all.len() as u32;
        let (thread, at) = (self.all[by as usize].thread, self.all[by as usize].nodes);
        self.all[by as usize].starts.push((at, number));
        self.all.push(Strand::new(thread));
        Some(number)
    }

    /// A strand waits for another one.
    pub(super) fn awaits(&mut self, strand: u32, other: u32) {
        let at = self.all[strand as usize].nodes;
        self.all[strand as usize].awaits.push((at, other));
    }

    /// After the last event: joins that found no thread wait for those that began later.
    pub(super) fn finish(&mut self) {
        for (thread, strand, at) in std::mem::take(&mut self.early) {
            if let Some(child) = self.children[thread].pop_front() {
                self.all[strand as usize].awaits.push((at, child));
            }
        }
        for strand in &mut self.all {
            strand.starts.sort_by_key(|(at, _)| *at);
            strand.awaits.sort_by_key(|(at, _)| *at);
        }
    }
}
