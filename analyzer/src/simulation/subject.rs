//! The simulation of one candidate: its clocks, and the accesses of its tasks.

use paratrace_replay::base::frames::Cell;
use paratrace_replay::paths::accesses::Place;
use paratrace_replay::stream::copies;
use paratrace_traceformat::map::InstructionId;
use rustc_hash::FxHashMap;

use super::cells::{Cells, Location};
use super::clocks::{Clocks, Moment};
use super::divisions::Division;
use super::plan::{Op, Plan};
use super::record::{NOBODY, Readers, Reads, TaskId, Write};
use super::rules::{Pair, Rules, Rung};
use super::sites::{self, BySite};
use super::tasks::{Calls, Iterations};
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
    writes: Cells<Write>,
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
            writes: Cells::new(),
            reads: Cells::new(),
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
                if let Some(location) = self.locate(place, frame, slots) {
                    self.wait_for_write(location, kind, begin + at, insn);
                }
            }
            Op::WaitStored { from, at, insn } => {
                if self.has_locals() {
                    self.wait_for_write(Location::Frame(frame + from), Kind::Raw, begin + at, insn);
                }
            }
            Op::Keep { from, to } => {
                if !self.has_locals() {
                    self.move_to(frame + from, frame + to);
                }
            }
            Op::Hold { to, .. } if self.has_locals() => self.clear(frame + to),
            Op::Moved { from, to } | Op::Hold { from, to } => {
                self.move_to(frame + from, frame + to);
            }
            // With calls as tasks, only the activation itself accesses its locals.
            Op::WaitWrite { place: Place::Local(_), .. } | Op::StampRead { place: Place::Local(_), .. }
                if !self.has_locals() => {}
            Op::StampWrite { place: Place::Local(cell), .. } if !self.has_locals() => self.clear(frame + cell),
            Op::WaitWrite { place, at, insn } => {
                if let Some(location) = self.locate(place, frame, slots) {
                    self.wait_for_all(location, begin + at, insn);
                }
            }
            Op::StampRead { place, end, insn } => {
                if let Some(location) = self.locate(place, frame, slots) {
                    self.stamp_read(location, begin + end, insn);
                }
            }
            Op::StampWrite { place, end, insn } => {
                if let Some(location) = self.locate(place, frame, slots) {
                    let moment = self.clocks.moment(begin + end);
                    self.stamp_write(location, moment, insn);
                }
            }
            Op::Copy { at, end, insn } => self.copy(copies, begin + at, begin + end, insn),
            Op::Cleared { cell } => self.clear(frame + cell),
            Op::Leave { .. } => {}
        }
    }

    /// Clears a frame cell: it holds no value that a task has to wait for.
    pub(super) fn clear(&mut self, address: u32) {
        self.writes.set(Location::Frame(address), Write::ZERO);
        if self.strict > 0 {
            self.reads.set(Location::Frame(address), Reads::ZERO);
        }
    }

    /// Returns whether tasks can share locals. Iterations share those of the loop's activation; with calls, locals only
    /// pass on results.
    #[inline]
    fn has_locals(&self) -> bool {
        matches!(self.tasks, Tasks::Loop(_))
    }

    /// Copies what is known of a frame cell to another one.
    fn move_to(&mut self, from: u32, to: u32) {
        self.writes.copy(from, to);
        if self.strict > 0 {
            self.reads.copy(from, to);
        }
    }

    /// Returns the location of a place if tasks can share it.
    #[inline]
    fn locate(&self, place: Place, frame: u32, slots: &[u32]) -> Option<Location> {
        match place {
            Place::Resolved(slot) => Some(slots[slot as usize]).filter(|&slot| slot != 0).map(Location::Slot),
            Place::Static(slot) => Some(Location::Slot(slot)),
            Place::Local(cell) => (!self.has_locals() || frame == self.frame).then_some(Location::Frame(frame + cell)),
            Place::Entry(cell) => Some(Location::Frame(frame + cell)),
            Place::Parameter(_) => None,
        }
    }

    /// Returns the last write of a location, if another task of this instance made it.
    #[inline]
    fn write_of_other(&self, at: Location) -> Option<Write> {
        let write = self.writes.get_if(at, |write| write.instance == self.instance)?;
        (write.writer != self.task && write.writer != NOBODY).then_some(write)
    }

    /// Returns the reads of a location, if this instance has read it.
    fn own_reads(&self, at: Location) -> Option<Reads> {
        self.reads.get_if(at, |reads| reads.instance == self.instance)
    }

    #[inline]
    fn wait_for_write(&mut self, at: Location, kind: Kind, serial: u64, insn: InstructionId) {
        let Some(write) = self.write_of_other(at) else { return };
        let pair = (kind, write.insn, insn);
        if let Tasks::Method(calls) = &mut self.tasks {
            // On the first rung: what calls wait for if the advice is followed.
            calls.sites.reached(write.writer, insn, serial, || self.rules.counts(pair) & 1 == 1);
        }
        self.wait(0..self.lanes.len(), serial, pair, |clocks, tasks, lane| {
            clocks.when(lane, write.moment()).max(tasks.ended(write.writer, lane))
        });
    }

    /// Waits for the last reads (WAR), then for the last write (WAW).
    #[inline]
    fn wait_for_all(&mut self, at: Location, serial: u64, insn: InstructionId) {
        if self.strict == 0 {
            return;
        }
        if let Some(reads) = self.own_reads(at).filter(|reads| !reads.are_by_none_but(self.task)) {
            let readers = std::mem::replace(&mut self.readers, Readers::new(0));
            self.wait(0..self.strict, serial, (Kind::War, reads.insn, insn), |clocks, _, lane| {
                readers.last(&reads, clocks, lane)
            });
            self.readers = readers;
        }
        if let Some(write) = self.write_of_other(at) {
            self.wait(0..self.strict, serial, (Kind::Waw, write.insn, insn), |clocks, tasks, lane| {
                clocks.when(lane, write.moment()).max(tasks.ended(write.writer, lane))
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
    fn stamp_read(&mut self, at: Location, serial: u64, insn: InstructionId) {
        if self.strict > 0 {
            let mut reads = self.own_reads(at).unwrap_or_else(|| Reads::none(self.instance));
            self.readers.add(&mut reads, self.task, serial, insn, &mut self.clocks);
            self.reads.set(at, reads);
        }
    }

    #[inline]
    fn stamp_write(&mut self, at: Location, moment: Moment, insn: InstructionId) {
        if self.strict > 0
            && let Some(reads) = self.own_reads(at)
        {
            self.readers.forget(&reads);
            self.reads.set(at, Reads::ZERO);
        }
        self.writes.set(at, Write::new(self.instance, self.task, moment, insn));
    }

    /// Copies elements: all are read before any is written.
    fn copy(&mut self, group: &[u32], at: u64, end: u64, insn: InstructionId) {
        let slots = |of: fn(&copies::Run) -> u32| {
            copies::runs(group).flat_map(move |run| {
                let first = of(&run);
                first..if first == 0 { 0 } else { first + run.length }
            })
        };
        let source = || slots(|run| run.source).map(Location::Slot);
        let target = || slots(|run| run.target).map(Location::Slot);
        source().for_each(|from| self.wait_for_write(from, Kind::Raw, at, insn));
        target().for_each(|to| self.wait_for_all(to, at, insn));
        source().for_each(|from| self.stamp_read(from, end, insn));
        let moment = self.clocks.moment(end);
        target().for_each(|to| self.stamp_write(to, moment, insn));
    }

    /// Drops unused epochs between chunks, and gives up if there are too many locations.
    pub(super) fn check(&mut self, most_cells: usize) {
        if self.clocks.is_full() {
            let Self { clocks, writes, reads, instance, .. } = self;
            clocks.collect(|each| {
                let writes = writes.each().filter(|write| write.instance == *instance);
                writes.filter_map(Write::epoch).for_each(&mut *each);
                let reads = reads.each().filter(|reads| reads.instance == *instance);
                reads.filter_map(Reads::epoch).for_each(each);
            });
        }
        if self.writes.len() + self.reads.len() + self.readers.len() + self.tasks.len() > most_cells {
            self.outcome.too_large = true;
            self.writes.clear();
            self.reads.clear();
            self.readers.clear();
        }
    }
}
