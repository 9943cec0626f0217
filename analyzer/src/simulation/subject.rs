//! The simulation of one candidate: its clocks, and what its tasks wait for.

use paratrace_replay::base::frames::Cell;
use paratrace_traceformat::map::InstructionId;
use rustc_hash::FxHashMap;

use super::cells::{Cells, Location};
use super::clocks::{Clocks, Moment, StateAt};
use super::divisions::Division;
use super::record::{NOBODY, Readers, Reads, TaskId};
use super::rules::{Pair, Rules, Rung};
use super::sites::{self, BySite};
use super::tasks::{Calls, Iterations};
use super::writes::{Stretches, Write, Writes};
use crate::dependences::Kind;
use crate::limits;

/// A lane of the simulation: a division of the work under the rules of one rung.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lane {
    pub(super) rung: u8,
    /// Cost of each iteration before the next one can be created.
    pub(super) stage: u64,
    pub(super) division: Division,
}

/// Sums of one lane.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct LaneSums {
    /// Simulated time of all instances.
    pub(crate) time: u64,
    /// Waiting time of tasks for one another, summed over tasks.
    pub(crate) stalled: u64,
}

/// Results of simulating a candidate.
#[derive(Debug, Clone, Default)]
pub(crate) struct Outcome {
    pub(crate) instances: u64,
    pub(crate) tasks: u64,
    /// Cost of all nodes in its instances.
    pub(crate) serial: u64,
    /// Cost of all nodes in its outermost tasks, and of those of vector code among them.
    pub(crate) inside: u64,
    pub(crate) vector: u64,
    /// Sums of each lane: rung by rung, for each division.
    pub(crate) lanes: Vec<LaneSums>,
    /// Waiting time on the most cores, by lane and static dependence.
    pub(crate) stalls: FxHashMap<(u16, Pair), u64>,
    /// Where its calls start, if calls are its tasks.
    pub(crate) sites: BySite,
    /// Whether the simulation was given up, because of too many locations.
    pub(crate) too_large: bool,
}

impl Outcome {
    /// Adds the sums of another thread.
    pub(crate) fn add(&mut self, other: &Outcome) {
        self.instances += other.instances;
        self.tasks += other.tasks;
        self.serial += other.serial;
        self.inside += other.inside;
        self.vector += other.vector;
        self.lanes.resize(other.lanes.len(), LaneSums::default());
        for (sum, more) in self.lanes.iter_mut().zip(&other.lanes) {
            sum.time += more.time;
            sum.stalled += more.stalled;
        }
        for (&key, &time) in &other.stalls {
            *self.stalls.entry(key).or_insert(0) += time;
        }
        sites::add(&mut self.sites, &other.sites);
        self.too_large |= other.too_large;
    }

    /// Returns the most that tasks may cost beyond what the lanes have counted. The cost of a task is told in instructions: if most
    /// of those in tasks are vector code, more of them run in the same time.
    pub(super) fn vector_cost(&self, division: Division, task_cost: u64) -> u64 {
        if 2 * self.vector <= self.inside {
            return 0;
        }
        let creations = self.tasks / division.grain + self.instances * (1 + limits::REGION_TASKS);
        creations * task_cost * (limits::VECTOR_SPEED - 1)
    }
}

/// The tasks of a candidate: iterations of a loop or calls of a method.
pub(super) enum Tasks {
    Loop(Iterations),
    Method(Calls),
}

impl Tasks {
    /// Returns the time before which a lane's tasks cannot have what another task wrote: who needs anything of a call waits
    /// for all of it. 0 for iterations, and for calls that have not ended.
    #[inline]
    fn ended(&self, task: TaskId, lane: usize) -> u64 {
        match self {
            Tasks::Loop(_) => 0,
            Tasks::Method(calls) => calls.ended(task, lane),
        }
    }

    /// Returns the number of times stored.
    fn len(&self) -> usize {
        match self {
            Tasks::Loop(_) => 0,
            Tasks::Method(calls) => calls.len(),
        }
    }
}

/// A candidate while it is simulated.
pub(super) struct Subject<'m> {
    rules: Rules<'m>,
    pub(super) lanes: Vec<Lane>,
    most_cores: u32,
    /// Number of lanes in which WAR and WAW count; they come first.
    strict: usize,
    pub(super) clocks: Clocks,
    pub(super) tasks: Tasks,
    pub(super) task: TaskId,
    pub(super) instance: u32,
    /// Frame address of the activation that the loop is in.
    pub(super) frame: u32,
    /// The stretch in which the instance begins, and the one from which on its running task has not been interrupted.
    pub(super) begin: u64,
    pub(super) part: u64,
    /// Of the lanes in which WAR counts.
    reads: Cells<Reads>,
    readers: Readers,
    pub(super) outcome: Outcome,
}

impl<'m> Subject<'m> {
    pub(super) fn new(rules: Rules<'m>, divisions: &[Division], tasks: Tasks) -> Self {
        let lane = |(number, rung): (usize, &Rung)| {
            let (rung, stage) = (number as u8, rung.stage);
            divisions.iter().map(move |&division| Lane { rung, stage, division })
        };
        let lanes: Vec<Lane> = rules.rungs().iter().enumerate().flat_map(lane).collect();
        let strict = divisions.len() * rules.rungs().iter().take_while(|rung| !rung.copies).count();
        let outcome = Outcome { lanes: vec![LaneSums::default(); lanes.len()], ..Outcome::default() };
        Self {
            most_cores: divisions.iter().map(|division| division.cores).max().unwrap_or(1),
            strict,
            clocks: Clocks::new(lanes.len()),
            tasks,
            task: NOBODY,
            instance: 0,
            frame: 0,
            begin: 0,
            part: 0,
            reads: Cells::new(),
            readers: Readers::new(strict),
            outcome,
            rules,
            lanes,
        }
    }

    /// Begins an instance in the next stretch: accesses from before do not count.
    pub(super) fn begin(&mut self, frame: u32, stretches: &mut Stretches) {
        self.frame = frame;
        self.instance += 1;
        self.task = 0;
        self.begin = stretches.next();
        self.part = self.begin;
        self.clocks.restart(self.begin, self.task);
        self.readers.clear();
        self.outcome.instances += 1;
    }

    /// Logs the clocks from now on, if one has changed.
    #[inline]
    pub(super) fn settle(&mut self, stretches: &mut Stretches) {
        self.clocks.settle(self.task, stretches);
    }

    /// Another task runs from now on. Returns the stretch that begins with it.
    pub(super) fn begin_part(&mut self, stretches: &mut Stretches) -> u64 {
        self.part = stretches.next();
        self.settle(stretches);
        self.part
    }

    /// Returns whether tasks can share locals. Iterations share those of the loop's activation; with calls, locals only
    /// pass on results.
    #[inline]
    pub(super) fn has_locals(&self) -> bool {
        matches!(self.tasks, Tasks::Loop(_))
    }

    /// Returns whether WAR and WAW count in any lane.
    #[inline]
    pub(super) fn is_strict(&self) -> bool {
        self.strict > 0
    }

    /// Clears the reads of a frame cell.
    pub(super) fn clear_reads(&mut self, address: u32) {
        self.reads.set(Location::Frame(address), Reads::ZERO);
    }

    /// Copies the reads of a frame cell to another one.
    pub(super) fn move_reads(&mut self, from: u32, to: u32) {
        self.reads.copy(from, to);
    }

    /// Returns the reads of a location, if this instance has read it.
    fn own_reads(&self, at: Location) -> Option<Reads> {
        self.reads.get_if(at, |reads| reads.instance == self.instance)
    }

    /// Returns the state that a write happened in, if another task of this instance made it.
    #[inline]
    fn of_other(&mut self, write: Moment) -> Option<StateAt> {
        if write.stretch < self.begin || write.stretch >= self.part {
            return None;
        }
        let state = self.clocks.find(write.stretch);
        (self.clocks.task(state) != self.task).then_some(state)
    }

    /// A node that begins at a serial time may have to wait for the last write of a location.
    #[inline]
    pub(super) fn wait_for_write(&mut self, write: Write, kind: Kind, serial: u64, insn: InstructionId) {
        let moment = write.moment();
        let Some(state) = self.of_other(moment) else { return };
        let (pair, writer) = ((kind, write.insn, insn), self.clocks.task(state));
        if let Tasks::Method(calls) = &mut self.tasks {
            // On the first rung: what calls wait for if the advice is followed.
            calls.sites.reached(writer, insn, serial, || self.rules.counts(pair) & 1 == 1);
        }
        self.wait(0..self.lanes.len(), serial, pair, |clocks, tasks, lane| {
            clocks.in_state(lane, state, moment.serial).max(tasks.ended(writer, lane))
        });
    }

    /// Waits for the last reads of a location (WAR), then for the last write (WAW).
    pub(super) fn wait_for_all(&mut self, at: Location, write: Write, serial: u64, insn: InstructionId) {
        if let Some(reads) = self.own_reads(at).filter(|reads| !reads.are_by_none_but(self.task)) {
            let readers = std::mem::replace(&mut self.readers, Readers::new(0));
            self.wait(0..self.strict, serial, (Kind::War, reads.insn, insn), |clocks, _, lane| {
                readers.last(&reads, clocks, lane)
            });
            self.readers = readers;
        }
        let moment = write.moment();
        if let Some(state) = self.of_other(moment) {
            let writer = self.clocks.task(state);
            self.wait(0..self.strict, serial, (Kind::Waw, write.insn, insn), |clocks, tasks, lane| {
                clocks.in_state(lane, state, moment.serial).max(tasks.ended(writer, lane))
            });
        }
    }

    /// Makes the lanes in which a dependence counts wait until a time.
    #[inline]
    fn wait(
        &mut self,
        lanes: std::ops::Range<usize>,
        serial: u64,
        pair: Pair,
        until: impl Fn(&Clocks, &Tasks, usize) -> u64,
    ) {
        let mut counts = None;
        for lane in lanes {
            let (now, until) = (self.clocks.at(lane, serial), until(&self.clocks, &self.tasks, lane));
            if until <= now {
                continue;
            }
            let Lane { rung, division, .. } = self.lanes[lane];
            let counts = *counts.get_or_insert_with(|| self.rules.counts(pair));
            if counts >> rung & 1 == 0 {
                continue;
            }
            self.clocks.set(lane, serial, until);
            self.outcome.lanes[lane].stalled += until - now;
            if division.cores == self.most_cores {
                *self.outcome.stalls.entry((lane as u16, pair)).or_insert(0) += until - now;
            }
        }
    }

    /// A node reads a location now.
    pub(super) fn stamp_read(&mut self, at: Location, now: Moment, insn: InstructionId) {
        let mut reads = self.own_reads(at).unwrap_or_else(|| Reads::none(self.instance));
        self.readers.add(&mut reads, self.task, now, insn, &self.clocks);
        self.reads.set(at, reads);
    }

    /// A node writes a location: its reads no longer matter.
    pub(super) fn forget_reads(&mut self, at: Location) {
        if let Some(reads) = self.own_reads(at) {
            self.readers.forget(&reads);
            self.reads.set(at, Reads::ZERO);
        }
    }

    /// Drops unused states between chunks.
    pub(super) fn collect(&mut self, writes: &mut Writes) {
        if self.clocks.is_full() {
            let Self { clocks, reads, instance, .. } = self;
            let own = reads.each().filter(|reads| reads.instance == *instance);
            let count = writes.memory.len();
            clocks.collect(writes.stretches().chain(own.filter_map(|reads| reads.stretch())), count);
        }
    }

    /// Returns the number of locations that only this candidate knows something about.
    pub(super) fn len(&self) -> usize {
        self.reads.len() + self.readers.len() + self.tasks.len()
    }

    /// Gives the simulation up, because it takes too much memory.
    pub(super) fn give_up(&mut self) {
        self.outcome.too_large = true;
        self.reads.clear();
        self.readers.clear();
    }
}
