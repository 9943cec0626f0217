//! The simulation of one candidate: its clocks, and the accesses of its tasks.

use paratrace_replay::base::frames::{Cell, Stack};
use paratrace_replay::paths::accesses::Place;
use paratrace_replay::stream::copies;
use paratrace_traceformat::map::InstructionId;
use rustc_hash::FxHashMap;

use super::clocks::{Clocks, Moment};
use super::divisions::Division;
use super::plan::{Op, Plan};
use super::record::{NOBODY, Readers, Record, TaskId};
use super::rules::{Pair, Rules, Rung};
use super::sites::{self, BySite};
use super::tasks::{Calls, Iterations};
use crate::dependences::Kind;
use crate::depths::Arena;
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
    memory: Arena<Record>,
    frames: Stack<Record>,
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
            memory: Arena::new(),
            frames: Stack::default(),
            readers: Readers::new(strict),
            outcome,
            rules,
            lanes,
        }
    }

    /// Begins an instance: accesses from before do not count.
    pub(super) fn begin(&mut self, frame: u32) {
        self.frame = frame;
        self.instance += 1;
        self.task = 0;
        self.clocks.restart();
        self.readers.clear();
        self.outcome.instances += 1;
    }

    /// Simulates a path in the frame at `frame`, which begins at serial time `begin`.
    pub(super) fn path(&mut self, plan: &Plan, begin: u64, frame: u32, slots: &[u32], mut copies: &[u32]) {
        let ops = match self.tasks {
            Tasks::Method(_) => &plan.of_calls,
            Tasks::Loop(_) if frame == self.frame => &plan.ops,
            Tasks::Loop(_) => &plan.elsewhere,
        };
        for &op in ops {
            let group = if matches!(op, Op::Copy { .. }) { copies::first(&mut copies) } else { &[] };
            self.step(op, begin, frame, slots, group);
        }
    }

    /// Simulates one step of a path in the frame at `frame`; the path began at serial time `begin`.
    #[inline(always)]
    pub(super) fn step(&mut self, op: Op, begin: u64, frame: u32, slots: &[u32], copies: &[u32]) {
        match op {
            Op::WaitRead { place, kind, at, insn } => {
                if let Some(record) = self.record(place, frame, slots) {
                    self.wait_for_write(&record, kind, begin + at, insn);
                }
            }
            Op::WaitStored { from, at, insn } => {
                if let Some(record) = self.record(Place::Entry(from), frame, slots).filter(|_| self.has_locals()) {
                    self.wait_for_write(&record, Kind::Raw, begin + at, insn);
                }
            }
            Op::Keep { from, to } => {
                if !self.has_locals() {
                    self.frames.set(frame + to, self.frames.get(frame + from));
                }
            }
            Op::Hold { to, .. } if self.has_locals() => self.clear(frame + to),
            Op::Moved { from, to } | Op::Hold { from, to } => {
                self.frames.set(frame + to, self.frames.get(frame + from));
            }
            // With calls as tasks, only the activation itself accesses its locals.
            Op::WaitWrite { place: Place::Local(_), .. } | Op::StampRead { place: Place::Local(_), .. }
                if !self.has_locals() => {}
            Op::StampWrite { place: Place::Local(cell), .. } if !self.has_locals() => self.clear(frame + cell),
            Op::WaitWrite { place, at, insn } => {
                if let Some(record) = self.record(place, frame, slots) {
                    self.wait_for_all(&record, begin + at, insn);
                }
            }
            Op::StampRead { place, end, insn } => self.stamp_read(place, frame, slots, begin + end, insn),
            Op::StampWrite { place, end, insn } => self.stamp_write(place, frame, slots, begin + end, insn),
            Op::Copy { at, end, insn } => self.copy(copies, begin + at, begin + end, insn),
            Op::Cleared { cell } => self.clear(frame + cell),
            Op::Leave { .. } => {}
        }
    }

    /// Clears a frame cell: it holds no value that a task has to wait for.
    pub(super) fn clear(&mut self, address: u32) {
        self.frames.set(address, Record::ZERO);
    }

    /// Returns whether tasks can share locals. Iterations share those of the loop's activation; with calls, locals only
    /// pass on results.
    #[inline]
    fn has_locals(&self) -> bool {
        matches!(self.tasks, Tasks::Loop(_))
    }

    /// Returns the location of a place if tasks can share it: a slot as `Ok`, a frame address as `Err`.
    #[inline]
    fn locate(&self, place: Place, frame: u32, slots: &[u32]) -> Option<Result<u32, u32>> {
        match place {
            Place::Resolved(slot) => Some(slots[slot as usize]).filter(|&slot| slot != 0).map(Ok),
            Place::Static(slot) => Some(Ok(slot)),
            Place::Local(cell) => (!self.has_locals() || frame == self.frame).then_some(Err(frame + cell)),
            Place::Entry(cell) => Some(Err(frame + cell)),
            Place::Parameter(_) => None,
        }
    }

    /// Returns the record of a place, if this instance has accessed it.
    #[inline]
    fn record(&self, place: Place, frame: u32, slots: &[u32]) -> Option<Record> {
        let is_own = |record: &Record| record.instance == self.instance;
        match self.locate(place, frame, slots)? {
            Ok(slot) => self.memory.get_if(slot, is_own),
            Err(address) => Some(self.frames.get(address)).filter(is_own),
        }
    }

    #[inline]
    fn wait_for_write(&mut self, record: &Record, kind: Kind, serial: u64, insn: InstructionId) {
        if record.writer == self.task || record.writer == NOBODY {
            return;
        }
        let (write, writer) = (record.write(), record.writer);
        let pair = (kind, record.writing, insn);
        if let Tasks::Method(calls) = &mut self.tasks {
            // On the first rung: what calls wait for if the advice is followed.
            calls.sites.reached(writer, insn, serial, || self.rules.counts(pair) & 1 == 1);
        }
        self.wait(0..self.lanes.len(), serial, pair, |clocks, tasks, lane| {
            clocks.when(lane, write).max(tasks.ended(writer, lane))
        });
    }

    /// Waits for the last reads (WAR), then for the last write (WAW).
    #[inline]
    fn wait_for_all(&mut self, record: &Record, serial: u64, insn: InstructionId) {
        if self.strict == 0 {
            return;
        }
        if !record.is_read_by_none_but(self.task) {
            let readers = std::mem::replace(&mut self.readers, Readers::new(0));
            self.wait(0..self.strict, serial, (Kind::War, record.reading, insn), |clocks, _, lane| {
                readers.last(record, clocks, lane)
            });
            self.readers = readers;
        }
        if record.writer != self.task && record.writer != NOBODY {
            let (write, writer) = (record.write(), record.writer);
            self.wait(0..self.strict, serial, (Kind::Waw, record.writing, insn), |clocks, tasks, lane| {
                clocks.when(lane, write).max(tasks.ended(writer, lane))
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

    #[inline]
    fn stamp_read(&mut self, place: Place, frame: u32, slots: &[u32], serial: u64, insn: InstructionId) {
        if self.strict == 0 {
            return;
        }
        match self.locate(place, frame, slots) {
            Some(Ok(slot)) => {
                let record = self.read_at(self.memory.get(slot), serial, insn);
                self.memory.set(slot, record);
            }
            Some(Err(address)) => {
                let record = self.read_at(self.frames.get(address), serial, insn);
                self.frames.set(address, record);
            }
            None => {}
        }
    }

    fn read_at(&mut self, before: Record, serial: u64, insn: InstructionId) -> Record {
        let fresh = Record::new(self.instance);
        let mut record = if before.instance == self.instance { before } else { fresh };
        self.readers.add(&mut record, self.task, serial, insn, &mut self.clocks);
        record
    }

    #[inline]
    fn stamp_write(&mut self, place: Place, frame: u32, slots: &[u32], serial: u64, insn: InstructionId) {
        let Some(at) = self.locate(place, frame, slots) else { return };
        let moment = self.clocks.moment(serial);
        match at {
            Ok(slot) => self.write_slot(slot, moment, insn),
            Err(address) => {
                self.forget(self.frames.get(address));
                let record = Record::written(self.instance, self.task, moment, insn);
                self.frames.set(address, record);
            }
        }
    }

    #[inline]
    fn write_slot(&mut self, slot: u32, moment: Moment, insn: InstructionId) {
        if self.strict > 0 {
            self.forget(self.memory.get(slot));
        }
        let record = Record::written(self.instance, self.task, moment, insn);
        self.memory.set(slot, record);
    }

    fn forget(&mut self, record: Record) {
        if record.instance == self.instance {
            self.readers.forget(&record);
        }
    }

    /// Copies elements: all are read before any is written.
    fn copy(&mut self, group: &[u32], at: u64, end: u64, insn: InstructionId) {
        let slots = |of: fn(&copies::Run) -> u32| {
            copies::runs(group).flat_map(move |run| {
                let first = of(&run);
                first..if first == 0 { 0 } else { first + run.length }
            })
        };
        let source = || slots(|run| run.source);
        let target = || slots(|run| run.target);
        for slot in source() {
            let record = self.memory.get(slot);
            if record.instance == self.instance {
                self.wait_for_write(&record, Kind::Raw, at, insn);
            }
        }
        for slot in target() {
            let record = self.memory.get(slot);
            if record.instance == self.instance {
                self.wait_for_all(&record, at, insn);
            }
        }
        if self.strict > 0 {
            for slot in source() {
                let record = self.read_at(self.memory.get(slot), end, insn);
                self.memory.set(slot, record);
            }
        }
        let moment = self.clocks.moment(end);
        target().for_each(|slot| self.write_slot(slot, moment, insn));
    }

    /// Drops unused epochs between chunks, and gives up if there are too many locations.
    pub(super) fn check(&mut self, most_cells: usize) {
        if self.clocks.is_full() {
            let Self { clocks, memory, frames, instance, .. } = self;
            clocks.collect(|each| {
                let records = memory.cells().chain(frames.values());
                records.filter(|record| record.instance == *instance).for_each(|record| record.epochs(each));
            });
        }
        if self.memory.len() + self.readers.len() + self.tasks.len() > most_cells {
            self.outcome.too_large = true;
            self.memory = Arena::new();
            self.readers.clear();
        }
    }
}
