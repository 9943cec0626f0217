//! Races: accesses of one location by two threads, one of them a write, that no happens-before orders (docs/metrics.md, “Races”).
//!
//! Threads have vector clocks, and locations remember their last accesses, as in Flanagan and Freund, *FastTrack: Efficient and Precise
//! Dynamic Race Detection*, 2009. Looked at is what instructions of the program access; what its threads synchronise on may be anywhere,
//! so the JDK must be traced.

mod acts;
mod arguments;
mod checks;
mod clocks;
mod continuations;
mod locations;
mod lost;
mod plan;
mod touches;
mod unguarded;
mod updates;
mod uses;

use std::sync::Arc;

use paratrace_replay::program::RegionId;
use paratrace_replay::stream::{Chunk, StreamPass, copies, forward};
use paratrace_traceformat::map::{InstructionId, MethodId, ProgramMap};

use crate::handovers::{self, Ends, Pairs};
use crate::limits;
use crate::synchronization::{Begin, Classes, End, Meeting, OfThread};
use acts::{Acts, Part};
pub(crate) use checks::CheckThenAct;
use clocks::Clocks;
use continuations::{Continuations, Life};
use locations::{Access, Locations};
use lost::Lost;
use plan::{By, Op, Plan, Planner, Whose};
use touches::{Objects, Touch};
use unguarded::{ObjectPart, OpenCalls};
pub(crate) use uses::{RaceCounts, RacingCalls};
use uses::{Use, Uses};

/// The pass over all threads in one order.
pub(crate) struct RacePass<'m> {
    planner: Planner<'m>,
    classes: Arc<Classes<'m>>,
    clocks: Clocks,
    locations: Locations,
    accessors: Ends,
    threads: Vec<Option<Box<Thread>>>,
    found: Pairs,
    uses: Uses,
    objects: Objects,
    continuations: Continuations,
    /// Nothing if the program updates no volatile fields.
    lost: Option<Lost>,
    /// Nothing if the program looks at no entries of concurrent maps before it changes them.
    acts: Option<Acts>,
}

/// What was found.
#[derive(Default)]
pub(crate) struct Races<'m> {
    /// Accesses that nothing orders.
    pub(crate) accesses: Pairs,
    /// Calls that use objects of the library which nothing orders.
    pub(crate) calls: Vec<(RacingCalls<'m>, RaceCounts)>,
    /// Updates of volatile fields that nothing else orders.
    pub(crate) updates: Pairs,
    /// Calls that change an entry of a concurrent map, each with one that changes it by what it has seen there before.
    pub(crate) acts: Vec<(Interrupted, u64)>,
}

/// A pair of calls that another thread may come between.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Interrupted {
    pub(crate) pair: CheckThenAct,
    /// The call that comes between.
    pub(crate) by: InstructionId,
}

#[derive(Default)]
struct Thread {
    orders: OfThread,
    plans: Vec<Plan>,
    /// The numbers of its instructions.
    accessors: handovers::OfThread,
    /// Calls of the program that have not returned.
    calls: OpenCalls,
    /// Whether the program itself has started or woken it.
    is_started: bool,
    /// Whether it has called something that may order threads when it returns.
    may_acquire: bool,
    /// The body that it has made for a virtual thread.
    made_body: u32,
    /// Where it meets those that carry it and wake it up, if it is a virtual thread.
    carried: Option<Meeting>,
    /// The region that was the innermost one when the last activation began.
    caller: Option<RegionId>,
    /// The monitors that the thread holds.
    held: Vec<Meeting>,
}

impl<'m> RacePass<'m> {
    pub(crate) fn new(map: &'m ProgramMap, classes: Arc<Classes<'m>>) -> Self {
        let planner = Planner::new(map);
        let lost = planner.has_updates().then(Lost::default);
        let acts = planner.checks().map(|_| Acts::default());
        Self {
            planner,
            lost,
            acts,
            classes,
            clocks: Clocks::default(),
            locations: Locations::new(),
            accessors: Ends::default(),
            threads: Vec::new(),
            found: Pairs::default(),
            uses: Uses::default(),
            objects: Objects::default(),
            continuations: Continuations::default(),
        }
    }

    /// Takes the next chunk of a thread.
    pub(crate) fn take(&mut self, number: usize, chunk: &Chunk) {
        if number >= self.threads.len() {
            self.threads.resize_with(number + 1, || None);
        }
        let mut thread = self.threads[number].take().unwrap_or_default();
        let mut accessor = |insn| self.accessors.number(&mut thread.accessors, number as u32, insn);
        for program in &chunk.programs {
            thread.orders.add(program, &self.classes);
            thread.plans.push(self.planner.plan(program, &mut accessor));
        }
        self.clocks.begin(number);
        if let Some(lost) = &mut self.lost {
            lost.begin(number);
        }
        if let Some(acts) = &mut self.acts {
            acts.begin(number);
        }
        if let Some(carried) = thread.carried {
            self.acquire(number, &Part::Other, carried);
        }
        forward(&chunk.words, &mut Turn { pass: self, thread: &mut thread, number });
        // A path that leaves a monitor may have no event, and shows only at the thread's next turn.
        thread.held.iter().chain(&thread.carried).for_each(|&meeting| self.release(number, &Part::Other, meeting));
        self.threads[number] = Some(thread);
    }

    /// A thread has ended: what it did comes before what others do that wait for its end.
    pub(crate) fn ended(&mut self, number: usize) {
        let ended = self.threads.get_mut(number).and_then(Option::take);
        if let Some(end) = ended.and_then(|thread| thread.orders.end()) {
            self.release(number, &Part::Own(None), end);
        }
    }

    fn acquire(&mut self, thread: usize, part: &Part, meeting: Meeting) {
        self.clocks.acquire(thread, meeting);
        if let Some(lost) = &mut self.lost {
            lost.acquire(thread, meeting);
        }
        if let Some(acts) = &mut self.acts {
            acts.acquire(thread, part, meeting);
        }
    }

    fn release(&mut self, thread: usize, part: &Part, meeting: Meeting) {
        self.clocks.release(thread, meeting);
        if let Some(lost) = &mut self.lost {
            lost.release(thread, meeting);
        }
        if let Some(acts) = &mut self.acts {
            acts.release(thread, part, meeting);
        }
    }

    /// Returns what was found.
    pub(crate) fn finish(self) -> Races<'m> {
        let calls = self.uses.finish(&self.accessors, self.planner.unguarded());
        let updates = self.lost.map(|lost| lost.finish(&self.accessors)).unwrap_or_default();
        let acts = match (self.acts, self.planner.checks()) {
            (Some(acts), Some(checks)) => acts.finish(checks),
            _ => Vec::new(),
        };
        Races { accesses: self.found, calls, updates, acts }
    }
}

/// What accesses something.
#[derive(Debug, Clone, Copy)]
struct Accessor {
    number: u32,
    /// What it is a part of, if that is an object of the library.
    part: Option<ObjectPart>,
    /// The method of the library that accesses it, if it is traced.
    inside: MethodId,
}

impl Accessor {
    /// Returns nothing if nobody looks at an access. `in_use` is the call by which the program uses an object.
    fn find(by: By, in_use: Option<(u32, MethodId)>) -> Option<Self> {
        match by {
            By::Own(number) => Some(Self { number, part: None, inside: MethodId::NONE }),
            By::Use(part) => in_use.map(|(number, inside)| Self { number, part: Some(part), inside }),
            By::Nobody => None,
        }
    }
}

/// One thread at its turn.
struct Turn<'a, 'm> {
    pass: &'a mut RacePass<'m>,
    thread: &'a mut Thread,
    number: usize,
}

impl Turn<'_, '_> {
    /// Accesses one location, or several that were accessed alike.
    fn access(&mut self, (slot, count): (u32, u32), by: Accessor, writes: bool) {
        let RacePass { clocks, locations, accessors, found, uses, .. } = &mut *self.pass;
        let now = Access { accessor: by.number, time: clocks.time(self.number) };
        let is_own =
            |access: Access| accessors.get(access.accessor).is_some_and(|by| by.thread as usize == self.number);
        let is_before = |access: Access| {
            let has_seen = |thread| clocks.has_seen(self.number, thread, access.time);
            is_own(access) || accessors.get(access.accessor).is_some_and(|by| has_seen(by.thread))
        };
        let mut conflict = |kind, access: Access| {
            if by.part.is_some() || uses.has(access.accessor) {
                let part = by.part.unwrap_or(ObjectPart::Field);
                uses.count((access.accessor, by.number), part, count.into(), by.inside);
            } else if let (Some(first), Some(second)) = (accessors.get(access.accessor), accessors.get(by.number)) {
                found.count(kind, (first, second), count.into());
            }
        };
        match writes {
            true => locations.write((slot, count), now, is_before, &mut conflict),
            false => locations.read((slot, count), now, (is_before, is_own), &mut conflict),
        }
    }

    fn access_one(&mut self, slot: u32, by: Option<Accessor>, writes: bool) {
        by.into_iter().for_each(|by| self.access((slot, 1), by, writes));
    }

    /// Returns the number of the call by which the program uses an object of the library, and the method of a path, if that is part of the call.
    fn object_in_use(&mut self, whose: Whose, frame: u32) -> Option<(u32, MethodId)> {
        match whose {
            Whose::Nobody => None,
            Whose::Own(call) => {
                self.thread.calls.leave_own_path(frame, call);
                None
            }
            Whose::Jdk(method) => {
                let (call, entered) = self.thread.calls.enter_jdk_path(frame, method)?;
                let is_use = self.pass.planner.unguarded().is_entered_by(entered);
                is_use.then(|| self.pass.uses.add(call, Use::Enters(entered)));
                is_use.then_some((call, method))
            }
        }
    }

    /// The program calls code that is not traced.
    fn touch(&mut self, touch: Touch, call: u32, slots: &[u32]) {
        match touch {
            Touch::Makes(at, class) => self.pass.objects.add(at.slot(slots), class),
            Touch::Uses { at, class, writes } => {
                let slot = at.slot(slots);
                if let Some(class) = class.or_else(|| self.pass.objects.class(slot)).filter(|_| slot != 0) {
                    self.pass.uses.add(call, Use::Touches(class));
                    // The state of an object is known by its hash, as an array is.
                    let by = Accessor { number: call, part: Some(ObjectPart::Element), inside: MethodId::NONE };
                    self.access((slot, 1), by, writes);
                }
            }
            Touch::MayOrder(object) => {
                if object.and_then(|at| self.pass.objects.class(at.slot(slots))).is_none() {
                    self.pass.acquire(self.number, &Part::Other, Meeting::Unknown);
                    self.pass.release(self.number, &Part::Other, Meeting::Unknown);
                    self.thread.may_acquire = true;
                }
            }
        }
    }

    /// A path concerns a virtual thread.
    fn live(&mut self, life: Life, slots: &[u32], part: &Part) {
        let (number, thread) = (self.number, &mut *self.thread);
        match life {
            Life::MakesBody(at) => thread.made_body = at.slot(slots),
            Life::GivesBody(at, field) => {
                self.pass.continuations.give(at.slot(slots), field, std::mem::take(&mut thread.made_body));
            }
            Life::LooksAtState(at, field) => {
                if let Some(meeting) = self.pass.continuations.meeting(at.slot(slots), field) {
                    self.pass.acquire(number, part, meeting);
                }
            }
            Life::ChangesState(at, field) => {
                if let Some(meeting) = self.pass.continuations.meeting(at.slot(slots), field) {
                    let wakes = thread.caller.is_some_and(|caller| self.pass.planner.wakes(caller));
                    self.pass.acquire(number, part, meeting);
                    if wakes {
                        self.pass.release(number, part, meeting);
                    }
                }
            }
            Life::RunsBody(at) => {
                let carried = Meeting::Slot(at.slot(slots));
                thread.carried = Some(carried);
                self.pass.acquire(number, part, carried);
            }
        }
    }

    /// A path releases something.
    fn release(&mut self, program: u32, number: usize, slots: &[u32], part: &Part) {
        let Some((end, _)) = self.thread.orders.release(program, number, slots) else { return };
        let (End::Release(meeting) | End::Leave(meeting)) = end;
        self.pass.release(self.number, part, meeting);
        let held = &mut self.thread.held;
        if let End::Leave(monitor) = end
            && let Some(at) = held.iter().rposition(|held| *held == monitor)
        {
            held.remove(at);
        }
    }

    /// Reads the sources of copies, then writes their targets.
    fn copy(&mut self, group: &[u32], by: Accessor) {
        copies::sources(group).for_each(|slots| self.stretches(slots, by, false));
        copies::targets(group).for_each(|slots| self.stretches(slots, by, true));
    }

    fn stretches(&mut self, (first, count): (u32, u32), by: Accessor, writes: bool) {
        let mut done = 0;
        while done < count {
            let same = self.pass.locations.same_after(first + done, count - done);
            self.access((first + done, same), by, writes);
            done += same;
        }
    }
}

impl StreamPass for Turn<'_, '_> {
    fn path(&mut self, _: usize, program: u32, frame: u32, slots: &[u32]) {
        let number = self.number;
        let plan = std::mem::take(&mut self.thread.plans[program as usize]);
        let Thread { orders, held, is_started, .. } = &mut *self.thread;
        orders.begin_path(program, frame, slots, |begin, _| {
            let (Begin::Acquire(meeting) | Begin::Enter(meeting)) = begin;
            *is_started |= matches!(meeting, Meeting::Thread(_)) && self.pass.clocks.has_released(meeting);
            self.pass.acquire(number, &plan.part, meeting);
            if let Begin::Enter(monitor) = begin {
                held.push(monitor);
            }
        });
        if std::mem::take(&mut self.thread.may_acquire) {
            self.pass.acquire(number, &plan.part, Meeting::Unknown);
        }
        if let Some(lost) = &mut self.pass.lost {
            plan.steps.iter().for_each(|&step| lost.step(number, step, slots));
        }
        let RacePass { acts, accessors, .. } = &mut *self.pass;
        if let Some(acts) = acts {
            acts.path(number, &plan.part, frame, slots, accessors);
        }
        let in_use = self.object_in_use(plan.whose, frame);
        let (own, mut copied) = slots.split_at(plan.slots as usize);
        for op in &plan.ops {
            match *op {
                // Slot 0 belongs to no object.
                Op::Read(at, _) | Op::Write(at, _) if at.slot(own) == 0 => {}
                Op::Read(at, by) => self.access_one(at.slot(own), Accessor::find(by, in_use), false),
                Op::Write(at, by) => self.access_one(at.slot(own), Accessor::find(by, in_use), true),
                Op::Copy(by) => {
                    let group = copies::first(&mut copied);
                    Accessor::find(by, in_use).into_iter().for_each(|by| self.copy(group, by));
                }
                Op::Release(release) => self.release(program, release as usize, slots, &plan.part),
                Op::Touch(touch, call) => self.touch(touch, call, own),
                Op::Live(life) => self.live(life, own, &plan.part),
            }
        }
        if self.thread.orders.close_path(program, frame, slots) {
            self.pass.release(number, &plan.part, Meeting::Results);
        }
        self.thread.plans[program as usize] = plan;
    }

    fn enter(&mut self, _: RegionId, parent: RegionId, _: u32) {
        self.thread.caller = Some(parent);
        if self.thread.orders.enter(1) {
            self.pass.acquire(self.number, &Part::Own(None), Meeting::Tasks);
            if !self.pass.planner.knows_orders() && !self.thread.is_started {
                // It may be a task that waits for others.
                self.pass.acquire(self.number, &Part::Own(None), Meeting::Results);
            }
        }
    }

    fn open_loop(&mut self, _: RegionId, _: RegionId, _: u32, _: bool) {
        self.thread.orders.enter(2);
    }

    fn exit(&mut self, levels: u32) {
        if self.thread.orders.exit(levels) {
            self.pass.release(self.number, &Part::Own(None), Meeting::Results);
        }
    }
}

/// Returns whether something can be told of the threads of a program: no methods of it are left out of its trace.
pub(crate) fn can_be_told(map: &ProgramMap, threads: usize) -> bool {
    threads <= limits::RACING_THREADS && map.is_whole()
}
