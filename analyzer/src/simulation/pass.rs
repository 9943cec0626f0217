//! The simulating pass over the operation stream of a thread, for all candidates at once.

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::paths::accesses::Place;
use paratrace_replay::program::{ConstructId, ConstructKind, RegionId, kind_of};
use paratrace_replay::stream::meetings::Index;
use paratrace_replay::stream::{Callbacks, Chunk, ChunkSink, Spread, StreamPass, copies, forward};
use paratrace_traceformat::map::{InstructionId, ProgramMap};
use rustc_hash::FxHashMap;

use super::accesses::Accesses;
use super::costs::Costs;
use super::divisions::Division;
use super::nest::Nest;
use super::plan::{Op, Plan, plan};
use super::rules::{Rules, Rung};
use super::running::Running;
use super::subject::{Outcome, Subject, Tasks};
use super::tasks::{Calls, Iterations, Now};
use super::writes::{Stretches, Writes};
use crate::advice::is_vector_code;
use crate::dependences::Points;
use crate::input::Progress;
use crate::limits;

/// A candidate to simulate in a pass, with its rungs.
pub(super) struct Wanted {
    /// Its tasks.
    pub(super) construct: ConstructId,
    /// Whether it is a method that calls itself, directly or not.
    pub(super) recursive: bool,
    pub(super) rungs: Vec<Rung>,
    /// The sizes of tasks to try, those for the fewest cores first.
    pub(super) divisions: Vec<Division>,
}

/// Inputs of a pass beside the stream.
#[derive(Clone, Copy)]
pub(super) struct Setting<'a> {
    pub(super) map: &'a ProgramMap,
    pub(super) points: &'a Points<'a>,
    pub(super) task_cost: u64,
    pub(super) costs: &'a Costs,
    pub(super) progress: Option<&'a (dyn Fn(Progress) -> bool + Sync)>,
    pub(super) thread: usize,
}

/// The candidates that a pass simulates: every so many of them, from the first on. Of the others it only knows when they run.
#[derive(Clone, Copy)]
pub(super) struct Share {
    pub(super) first: usize,
    pub(super) step: usize,
}

impl Share {
    pub(super) const ALL: Self = Self { first: 0, step: 1 };

    fn has(self, candidate: usize) -> bool {
        candidate % self.step == self.first
    }
}

/// An open level of the region nest.
#[derive(Debug, Clone, Copy)]
enum Level {
    /// A level of no candidate.
    Other,
    Call(u32),
    Loop(u32),
    Iteration(u32),
}

/// The pass over one thread.
pub(super) struct Pass<'a> {
    setting: Setting<'a>,
    share: Share,
    plans: Vec<Plan>,
    subjects: Vec<Subject<'a>>,
    writes: Writes,
    /// Whether WAR and WAW count for any candidate.
    is_strict: bool,
    by_construct: FxHashMap<ConstructId, u32>,
    /// Own candidates only.
    running: Running,
    open: Vec<Open>,
    /// Pairs of candidates of which the second occurred inside the first, as a matrix.
    nested: Vec<bool>,
    levels: Vec<Level>,
    nest: Nest,
    /// Meetings of the running path.
    meetings: Index,
    vector: VectorLoops,
    serial: u64,
    /// The last node, if nothing has ended since.
    last: InstructionId,
    /// The slots that it wrote, if code that is not shown may go on there.
    called: Vec<u32>,
    /// Stretches of elements that it may have written: first slot, number.
    filled: Vec<(u32, u32)>,
}

/// The open instances of a candidate, or its open calls.
#[derive(Clone, Copy, Default)]
struct Open {
    tasks: u32,
    /// Serial time at which the outermost one began.
    begin: u64,
}

/// The loops of vector code, and the open one.
#[derive(Default)]
struct VectorLoops {
    known: FxHashMap<RegionId, bool>,
    /// Number of levels around it, and the serial time at which it began.
    open: Option<(usize, u64)>,
}

/// Results of a pass over a thread.
pub(super) struct ThreadOutcome {
    /// One for each candidate that was simulated.
    pub(super) outcomes: Vec<Option<Outcome>>,
    pub(super) nested: Vec<bool>,
    /// Cost of all nodes of the thread.
    pub(super) serial: u64,
}

impl ThreadOutcome {
    /// Adds what a pass found that has simulated other candidates.
    pub(super) fn with(mut self, other: Self) -> Self {
        self.outcomes.iter_mut().zip(other.outcomes).for_each(|(own, other)| *own = own.take().or(other));
        // A pass that gives up a candidate no longer sees what is inside of it.
        self.nested.iter_mut().zip(other.nested).for_each(|(own, other)| *own &= other);
        self
    }
}

impl<'a> Pass<'a> {
    pub(super) fn new(setting: Setting<'a>, wanted: &[Wanted], share: Share) -> Self {
        let subject = |wanted: &Wanted| {
            let rules = Rules::new(setting.map, setting.points, wanted.construct, wanted.rungs.clone());
            let tasks = match kind_of(setting.map, wanted.construct).0 {
                ConstructKind::Method => Tasks::Method(Calls::new(wanted.recursive, &wanted.rungs)),
                _ => Tasks::Loop(Iterations::default()),
            };
            Subject::new(rules, &wanted.divisions, tasks)
        };
        let subjects: Vec<Subject<'a>> = wanted.iter().map(subject).collect();
        Self {
            setting,
            share,
            plans: Vec::new(),
            writes: Writes::new(),
            is_strict: subjects.iter().any(Subject::is_strict),
            subjects,
            by_construct: wanted.iter().zip(0..).map(|(wanted, number)| (wanted.construct, number)).collect(),
            running: Running::default(),
            open: vec![Open::default(); wanted.len()],
            nested: vec![false; wanted.len() * wanted.len()],
            levels: vec![Level::Other],
            nest: Nest::default(),
            meetings: Index::default(),
            vector: VectorLoops::default(),
            serial: 0,
            last: InstructionId::NONE,
            called: Vec::new(),
            filled: Vec::new(),
        }
    }

    /// Ends the pass after the last chunk.
    pub(super) fn finish(mut self) -> ThreadOutcome {
        let now = self.now();
        self.subjects.iter_mut().for_each(|subject| subject.end_thread(now));
        let outcome = |(number, subject): (usize, Subject<'_>)| self.share.has(number).then_some(subject.outcome);
        let outcomes = self.subjects.into_iter().enumerate().map(outcome).collect();
        ThreadOutcome { outcomes, nested: self.nested, serial: self.serial }
    }

    fn now(&self) -> Now {
        Now { serial: self.serial, task_cost: self.setting.task_cost, level: self.nest.next() }
    }

    /// Takes the next chunk.
    pub(super) fn take(&mut self, chunk: &Chunk) -> Result<(), AnalyzeError> {
        for program in &chunk.programs {
            let Setting { points, costs, .. } = self.setting;
            self.plans.push(plan(&program.script, program.slots, points, costs, self.is_strict));
        }
        forward(&chunk.words, self);
        self.check();
        let progress = Progress { thread: self.setting.thread, nodes: self.serial };
        match self.setting.progress.filter(|_| self.share.first == 0) {
            Some(report) if !report(progress) => Err(AnalyzeError::Cancelled),
            _ => Ok(()),
        }
    }

    /// Drops what is no longer needed, and gives up simulations that take too much memory.
    fn check(&mut self) {
        let is_too_large = self.writes.memory.len() > limits::SIMULATED_WRITES;
        for &number in &self.running.numbers {
            let subject = &mut self.subjects[number as usize];
            subject.collect(&mut self.writes);
            if is_too_large || subject.len() > limits::SIMULATED_LOCATIONS {
                subject.give_up();
            }
        }
        if is_too_large {
            self.writes.forget();
        }
        let subjects = &self.subjects;
        self.running.retain(subjects, |number| !subjects[number as usize].outcome.too_large);
    }

    /// Returns the candidate whose tasks these are, unless its simulation was given up.
    fn candidate(&self, construct: ConstructId) -> Option<u32> {
        let number = *self.by_construct.get(&construct)?;
        (!self.subjects[number as usize].outcome.too_large).then_some(number)
    }

    /// Opens a loop, which may be vector code. It has no loops inside.
    fn open_vector_code(&mut self, region: RegionId) {
        let Setting { map, points, .. } = self.setting;
        let is_vector = || region.looped(map).is_some_and(|looped| is_vector_code(points, looped));
        let is_vector = *self.vector.known.entry(region).or_insert_with(is_vector);
        self.vector.open = is_vector.then_some((self.levels.len(), self.serial));
    }

    /// Closes a level, which may be an iteration of vector code.
    fn close_vector_code(&mut self) {
        let of_last = |&mut (around, _): &mut (usize, u64)| around + 2 == self.levels.len();
        if let Some((_, begin)) = self.vector.open.take_if(of_last) {
            let cost = self.serial - begin;
            let open = self.subjects.iter_mut().zip(&self.open).filter(|(_, open)| open.tasks > 0);
            open.for_each(|(subject, _)| subject.outcome.vector += cost);
        }
    }

    fn begin(&mut self, number: u32) {
        let count = self.open.len();
        for (around, _) in self.open.iter().enumerate().filter(|(_, open)| open.tasks > 0) {
            self.nested[around * count + number as usize] = true;
        }
        let open = &mut self.open[number as usize];
        open.begin = if open.tasks == 0 { self.serial } else { open.begin };
        open.tasks += 1;
    }

    /// A candidate begins or ends a task, if this pass simulates it: another one runs from now on.
    #[inline]
    fn change(&mut self, number: u32, change: impl FnOnce(&mut Subject<'_>, &mut Stretches)) {
        if self.share.has(number as usize) {
            let subject = &mut self.subjects[number as usize];
            let stretches = &mut self.writes.stretches;
            change(subject, stretches);
            self.running.since = subject.begin_part(stretches);
        }
    }

    /// The same, for the first task of a loop or a call that begins.
    fn change_first(&mut self, number: u32, change: impl FnOnce(&mut Subject<'_>, &mut Stretches)) {
        self.change(number, change);
        if self.share.has(number as usize) {
            self.running.add(number, &self.subjects);
        }
    }

    /// Begins the tasks of a loop of the activation at `frame`, or of a call of untraced code.
    fn open_tasks(&mut self, construct: ConstructId, frame: u32, begins_at: InstructionId) {
        // An instance within an instance runs within its iteration.
        match self.candidate(construct).filter(|&number| self.open[number as usize].tasks == 0) {
            Some(number) => {
                self.begin(number);
                let now = self.now();
                self.change_first(number, |subject, stretches| subject.begin_loop(now, frame, stretches));
                self.levels.extend([Level::Loop(number), Level::Iteration(number)]);
            }
            None => self.levels.extend([Level::Other, Level::Other]),
        }
        self.nest.open_loop(begins_at, self.serial);
    }

    /// Returns the instruction that calls a method which begins; none if untraced code calls it back.
    fn site_of(&self, method: RegionId) -> InstructionId {
        let Setting { map, points, .. } = self.setting;
        let method = map.methods.get(method.index());
        let call = (!self.last.is_none()).then(|| points.call(self.last)).flatten();
        let is_it =
            call.zip(method).is_some_and(|(call, method)| (&call.name, &call.desc) == (&method.name, &method.desc));
        if is_it { self.last } else { InstructionId::NONE }
    }

    /// Takes the steps of a path: all candidates take one before the next.
    fn steps(&mut self, plan: &Plan, frame: u32, slots: &[u32], (mut copies, meetings): (&[u32], &[u32])) {
        let may_meet = self.running.with_calls && !meetings.is_empty();
        if may_meet {
            self.meetings.read(meetings);
        }
        let begin = self.serial;
        let with = (self.running.with_calls, self.running.loop_frames.contains(&frame));
        let mut steps = plan.steps(with).iter().copied().peekable();
        while let Some(op) = steps.next() {
            match op {
                Op::Leave { left, at } => {
                    self.serial = begin + at;
                    self.exit(left);
                }
                Op::Copy { at, end, insn } => {
                    let mut groups = vec![copies::first(&mut copies)];
                    while steps.next_if_eq(&op).is_some() {
                        groups.push(copies::first(&mut copies));
                    }
                    self.accesses().copy(&groups, (begin + at, begin + end), insn);
                    if insn == plan.last && end == plan.cost {
                        self.filled.extend(groups.iter().flat_map(|group| copies::targets(group)));
                    }
                }
                _ => {
                    let slot = op.place().and_then(Place::resolved).filter(|_| may_meet);
                    if let Some(meeting) = slot.and_then(|n| self.meetings.find(meetings, n)) {
                        self.accesses().meet(op, meeting, begin);
                    }
                    self.accesses().step(op, begin, frame, slots);
                }
            }
        }
    }

    fn accesses(&mut self) -> Accesses<'_, 'a> {
        let Self { running, subjects, writes, nest, is_strict, .. } = self;
        Accesses { running, subjects, writes, nest, is_strict: *is_strict }
    }

    /// Ends an instance or a call.
    fn end(&mut self, number: u32) {
        let open = &mut self.open[number as usize];
        open.tasks -= 1;
        if open.tasks == 0 {
            self.subjects[number as usize].outcome.inside += self.serial - open.begin;
        }
    }
}

impl StreamPass for Pass<'_> {
    fn path(&mut self, _: usize, program: u32, frame: u32, slots: &[u32]) {
        let begin = self.serial;
        let plans = std::mem::take(&mut self.plans);
        let plan = &plans[program as usize];
        self.called.clear();
        self.filled.clear();
        if !self.running.numbers.is_empty() || plan.leaves {
            let (slots, rest) = slots.split_at(plan.slots);
            self.steps(plan, frame, slots, copies::split(rest, plan.copies));
            self.called.extend(plan.written_last.iter().map(|&slot| slots[slot as usize]));
        }
        self.serial = begin + plan.cost;
        self.last = plan.last;
        self.nest.run(plan.last);
        self.plans = plans;
    }

    fn enter(&mut self, region: RegionId, _: RegionId, _: u32) {
        let level = match self.candidate(ConstructId::of_region(region)) {
            Some(number) => {
                self.begin(number);
                let (now, site) = (self.now(), self.site_of(region));
                self.change_first(number, |subject, stretches| subject.begin_call(now, site, stretches));
                Level::Call(number)
            }
            None => Level::Other,
        };
        self.levels.push(level);
        self.nest.enter(self.serial);
    }

    fn open_loop(&mut self, region: RegionId, _: RegionId, frame: u32, _: bool) {
        self.open_vector_code(region);
        let Setting { map, points, .. } = self.setting;
        let header = region.looped(map).map(|looped| points.first_of(map.loops[looped.index()].header));
        self.open_tasks(ConstructId::of_region(region), frame, header.unwrap_or(InstructionId::NONE));
    }

    fn next_iteration(&mut self) {
        self.nest.next_iteration(self.serial);
        if let Some(&Level::Iteration(number)) = self.levels.last() {
            let now = self.now();
            self.change(number, |subject, _| {
                subject.end_iteration(now);
                subject.begin_iteration(now);
            });
        }
    }

    fn exit(&mut self, levels: u32) {
        self.last = InstructionId::NONE;
        let now = self.now();
        for _ in 0..levels {
            self.close_vector_code();
            self.nest.exit();
            match self.levels.pop() {
                None => return,
                Some(Level::Other) => {}
                Some(Level::Call(number)) => {
                    self.end(number);
                    self.change(number, |subject, _| subject.end_call(now));
                }
                Some(Level::Iteration(number)) => self.change(number, |subject, _| subject.end_iteration(now)),
                Some(Level::Loop(number)) => {
                    self.end(number);
                    self.change(number, |subject, _| subject.end_loop(now));
                    self.running.retain(&self.subjects, |running| running != number);
                }
            }
        }
    }

    /// What a call changes is not there before its work is done.
    fn work(&mut self, nodes: u32) {
        self.serial += u64::from(nodes);
        for &slot in self.called.iter().filter(|&&slot| slot != 0) {
            let write = self.writes.write(self.serial, self.writes.memory.get(slot).insn);
            self.writes.memory.set(slot, write);
        }
        let write = self.writes.write(self.serial, self.last);
        self.filled.iter().for_each(|&(first, length)| self.writes.memory.fill(first, length, write));
    }

    fn callback(&mut self, what: Callbacks, call: InstructionId) {
        match what {
            // No activation has locals that its tasks share.
            Callbacks::Begin => {
                self.open_tasks(ConstructId::of_callbacks(self.setting.map, call), u32::MAX, call);
            }
            Callbacks::Next => self.next_iteration(),
            Callbacks::End => self.exit(2),
        }
    }

    fn spread(&mut self, count: u32, from: Spread, to: u32) {
        let now = self.now();
        (to..to.saturating_add(count)).for_each(|address| self.accesses().clear(address));
        if from == Spread::Exception {
            for &number in &self.running.numbers {
                let subject = &mut self.subjects[number as usize];
                subject.catch(now);
                subject.settle(&mut self.writes.stretches);
            }
        }
    }
}

impl ChunkSink for Pass<'_> {
    fn chunk(&mut self, chunk: Chunk) -> Result<(), AnalyzeError> {
        self.take(&chunk)
    }
}
