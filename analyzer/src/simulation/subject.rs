//! The simulation of one candidate: its clocks, and what its tasks wait for.

use paratrace_replay::base::frames::Cell;
use paratrace_traceformat::map::InstructionId;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

use super::cells::{Cells, Location};
use super::clocks::{Clocks, Moment, StateAt};
use super::divisions::Division;
use super::nest::Nest;
use super::record::{NOBODY, Readers, Reads, TaskId};
use super::rules::{NeededBy, Pair, Rules, Rung};
use super::sites::{self, BySite, REST};
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
    /// Where its calls start, and where they have to be waited for, on each rung that says so.
    pub(crate) sites: BTreeMap<usize, BySite>,
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
        for (&rung, more) in &other.sites {
            sites::add(self.sites.entry(rung).or_default(), more);
        }
        self.too_large |= other.too_large;
    }

    /// A dependence has made a lane wait for a time.
    fn stall(&mut self, lane: usize, is: &Lane, most_cores: u32, (pair, time): (Pair, u64)) {
        self.lanes[lane].stalled += time;
        if is.division.cores == most_cores {
            *self.stalls.entry((lane as u16, pair)).or_insert(0) += time;
        }
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

    /// Returns what needs something of a task, if another one runs.
    fn needed_by(&self, task: TaskId, running: TaskId) -> NeededBy {
        match self {
            Tasks::Loop(_) => NeededBy::Sibling,
            Tasks::Method(calls) => calls.needed_by(task, running),
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
    /// Whether WAR and WAW also say where calls have to be waited for.
    waits_to_overwrite: bool,
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
        let is_of_calls = matches!(tasks, Tasks::Method(_));
        let outcome = Outcome { lanes: vec![LaneSums::default(); lanes.len()], ..Outcome::default() };
        Self {
            most_cores: divisions.iter().map(|division| division.cores).max().unwrap_or(1),
            strict,
            waits_to_overwrite: is_of_calls && rules.rungs().iter().any(Rung::waits_to_overwrite),
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

    /// Returns whether WAR and WAW count in any lane, or for where calls have to be waited for.
    #[inline]
    pub(super) fn is_strict(&self) -> bool {
        self.strict > 0 || self.waits_to_overwrite
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
    pub(super) fn wait_for_write(&mut self, write: Write, kind: Kind, serial: u64, insn: InstructionId, nest: &Nest) {
        let moment = write.moment();
        let Some(state) = self.of_other(moment) else { return };
        let (pair, writer) = ((kind, write.insn, insn), self.clocks.task(state));
        self.join(writer, pair, serial, nest);
        self.wait((0..self.lanes.len(), writer), serial, pair, |clocks, tasks, lane| {
            clocks.in_state(lane, state, moment.serial).max(tasks.ended(writer, lane))
        });
    }

    /// What runs may look at what a write has changed.
    pub(super) fn join_write(&mut self, write: Write, serial: u64, insn: InstructionId, nest: &Nest) {
        if let Some(state) = self.of_other(write.moment()) {
            self.join(self.clocks.task(state), (Kind::Passed, write.insn, insn), serial, nest);
        }
    }

    /// What runs may change what calls have read.
    pub(super) fn join_reads(&mut self, at: Location, serial: u64, insn: InstructionId, nest: &Nest) {
        if let Some(reads) = self.own_reads(at).filter(|reads| reads.call != REST) {
            self.join(reads.call, (Kind::Passed, reads.call_insn, insn), serial, nest);
        }
    }

    /// What runs may look at anything that calls have changed.
    pub(super) fn join_any(&mut self, serial: u64, insn: InstructionId, nest: &Nest) {
        let Tasks::Method(calls) = &self.tasks else { return };
        let last = calls.joins.first().and_then(|join| join.sites.last_pending());
        last.into_iter().for_each(|call| self.join(call, (Kind::Passed, insn, insn), serial, nest));
    }

    /// What runs at a serial time depends on a call that may not have been waited for. On rungs that say so, all calls that were made
    /// there before are waited for, at the place that leads to what runs.
    fn join(&mut self, call: TaskId, pair: Pair, serial: u64, nest: &Nest) {
        let Tasks::Method(calls) = &mut self.tasks else { return };
        if !calls.is_pending(call) {
            return;
        }
        let needed_by = calls.needed_by(call, self.task);
        let counting = self.rules.counts(pair, needed_by);
        for at in 0..calls.joins.len() {
            let join = &mut calls.joins[at];
            let counts = if pair.0.is_flow() {
                // Calls of untraced code that meet between tasks are judged by the advice.
                counting >> join.rung & 1 == 1 && (needed_by != NeededBy::Sibling || pair.0 == Kind::Raw)
            } else {
                needed_by != NeededBy::Sibling && self.rules.waits_to_overwrite(join.rung, pair)
            };
            if !counts || !join.sites.is_pending(call) {
                continue;
            }
            if self.rules.is_result(pair) {
                join.sites.await_result(call, pair.2, serial);
                continue;
            }
            let (rung, scope) = (join.rung as u8, join.sites.scope(call));
            let (depth, place) = (join.sites.depth(scope), nest.place(join.sites.level(call), pair.2, serial));
            let due = join.sites.await_all(scope, place);
            for lane in (0..self.lanes.len()).filter(|&lane| self.lanes[lane].rung == rung) {
                let ended = due.iter().map(|&call| calls.ended(call, lane)).max().unwrap_or(0);
                // What has run since the place runs after the calls.
                let (now, until) = (self.clocks.at(lane, serial), ended + (serial - place.serial));
                if until > now {
                    self.clocks.set(lane, serial, until);
                    calls.delay(depth, lane, until - now);
                    self.outcome.stall(lane, &self.lanes[lane], self.most_cores, (pair, until - now));
                }
            }
        }
    }

    /// Waits for the last reads of a location (WAR), then for the last write (WAW).
    pub(super) fn wait_for_all(&mut self, at: Location, write: Write, serial: u64, insn: InstructionId, nest: &Nest) {
        let reads = self.own_reads(at);
        if let Some(reads) = reads.filter(|reads| reads.call != REST) {
            self.join(reads.call, (Kind::War, reads.call_insn, insn), serial, nest);
        }
        if let Some(reads) = reads.filter(|reads| !reads.are_by_none_but(self.task)) {
            let readers = std::mem::replace(&mut self.readers, Readers::new(0));
            self.wait((0..self.strict, REST), serial, (Kind::War, reads.insn, insn), |clocks, _, lane| {
                readers.last(&reads, clocks, lane)
            });
            self.readers = readers;
        }
        let moment = write.moment();
        if let Some(state) = self.of_other(moment) {
            let writer = self.clocks.task(state);
            self.join(writer, (Kind::Waw, write.insn, insn), serial, nest);
            self.wait((0..self.strict, writer), serial, (Kind::Waw, write.insn, insn), |clocks, tasks, lane| {
                clocks.in_state(lane, state, moment.serial).max(tasks.ended(writer, lane))
            });
        }
    }

    /// Makes the lanes in which a dependence on a task counts wait until a time.
    #[inline]
    fn wait(
        &mut self,
        (lanes, task): (std::ops::Range<usize>, TaskId),
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
            let Lane { rung, .. } = self.lanes[lane];
            let counts = *counts.get_or_insert_with(|| self.rules.counts(pair, self.tasks.needed_by(task, self.task)));
            if counts >> rung & 1 == 0 {
                continue;
            }
            self.clocks.set(lane, serial, until);
            self.outcome.stall(lane, &self.lanes[lane], self.most_cores, (pair, until - now));
        }
    }

    /// A node reads a location now.
    pub(super) fn stamp_read(&mut self, at: Location, now: Moment, insn: InstructionId) {
        let mut reads = self.own_reads(at).unwrap_or_else(|| Reads::none(self.instance));
        if self.waits_to_overwrite && self.task != REST && !self.waits_for(reads.call) {
            (reads.call, reads.call_insn) = (self.task, insn);
        }
        self.readers.add(&mut reads, self.task, now, insn, &self.clocks);
        self.reads.set(at, reads);
    }

    /// Returns whether what runs may have to wait for a call that it has made. Calls made elsewhere, and the one that runs, are waited
    /// for together.
    fn waits_for(&self, call: TaskId) -> bool {
        let Tasks::Method(calls) = &self.tasks else { return false };
        calls.is_pending(call) && calls.needed_by(call, self.task) != NeededBy::Sibling
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
