//! Strands: the sequential pieces of a parallel execution of the tasks, with their starts and joins.
//!
//! A strand is a thread or an instance of a task method.
//!
//! * A thread is started by the earliest `Thread.start` that has started none yet. If there is none, because untraced
//!   code started it, its starter is the first thread.
//! * `Thread.join` waits for the earliest thread that its caller started and has not waited for.
//! * An instance of a task method is awaited where the innermost loop around its call ends, or else its calling
//!   activation.
//! * A thread that begins with a task method is that task's strand.

use std::collections::VecDeque;

use paratrace_traceformat::map::NONE;

use crate::limits;

/// Greatest number of samples of one strand.
const SAMPLES: usize = 512;
/// Number of nodes between samples at first; it doubles when there are too many samples.
const FIRST_STEP: u64 = 1 << 12;

/// A sequential piece of the execution.
#[derive(Debug, Clone, Default)]
pub(super) struct Strand {
    /// The row of its task, or `NONE`.
    pub(super) row: u32,
    pub(super) thread: u32,
    /// Number of its own nodes, without those of strands that it started.
    pub(super) nodes: u64,
    /// Number of accesses to shared scalars and to shared elements.
    pub(super) accesses: (u64, u64),
    pub(super) time: f64,
    /// Starts and joins of other strands: own nodes before it, number of the other strand.
    pub(super) starts: Vec<(u64, u32)>,
    pub(super) awaits: Vec<(u64, u32)>,
    /// Samples: own nodes, and shared accesses up to then.
    pub(super) samples: Vec<(u64, u64)>,
    step: u64,
}

impl Strand {
    fn new(thread: u32) -> Self {
        Self { row: NONE, thread, step: FIRST_STEP, ..Self::default() }
    }

    /// Adds executed nodes, accesses to shared scalars and elements, and their time in ns.
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

/// A started strand that is awaited as soon as its activation has fewer than `below` open levels, or ends.
#[derive(Debug, Clone, Copy)]
pub(super) struct Awaited {
    pub(super) below: u32,
    pub(super) strand: u32,
}

/// All strands of the run.
#[derive(Debug, Default)]
pub(super) struct Strands {
    pub(super) all: Vec<Strand>,
    /// The own strand of each thread.
    of_thread: Vec<u32>,
    /// Starts of threads that have not begun: starting strand, its own nodes before.
    started: VecDeque<(u32, u64)>,
    /// For each thread, the strands that it started and has not waited for.
    children: Vec<VecDeque<u32>>,
    /// Joins that came before the joined thread began: thread and strand that wait, own nodes before.
    early: Vec<(usize, u32, u64)>,
    /// Number of task instances without a strand of their own, because there are too many.
    pub(super) merged: u64,
}

impl Strands {
    /// Adds the strand of a thread that begins, and returns its number.
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

    /// Records a call of `Thread.start`, `ahead` nodes after the strand's counted ones.
    pub(super) fn starts(&mut self, strand: u32, ahead: u64) {
        self.started.push_back((strand, self.all[strand as usize].nodes + ahead));
    }

    /// Records a call of `Thread.join`, `ahead` nodes after the strand's counted ones.
    pub(super) fn joins(&mut self, strand: u32, ahead: u64) {
        let (thread, at) = (self.all[strand as usize].thread as usize, self.all[strand as usize].nodes + ahead);
        match self.children[thread].pop_front() {
            Some(child) => self.all[strand as usize].awaits.push((at, child)),
            None => self.early.push((thread, strand, at)),
        }
    }

    /// Adds the strand of a task instance that strand `by` starts. Returns none if there are too many.
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

    /// Records that a strand waits here for another one.
    pub(super) fn awaits(&mut self, strand: u32, other: u32) {
        let at = self.all[strand as usize].nodes;
        self.all[strand as usize].awaits.push((at, other));
    }

    /// Ends the recording: joins that found no thread wait for those that began later.
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
