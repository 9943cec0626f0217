//! Races: accesses of one location by two threads, one of them a write, that no happens-before orders (docs/metrics.md, “Races”).
//!
//! Threads have vector clocks, and locations remember their last accesses, as in Flanagan and Freund, *FastTrack: Efficient and Precise
//! Dynamic Race Detection*, 2009. Looked at is what instructions of the program access; what its threads synchronise on may be anywhere,
//! so the JDK must be traced.

mod acts;
mod arguments;
mod checks;
mod clocks;
mod locations;
mod lost;
mod plan;
mod updates;

use std::sync::Arc;

use paratrace_replay::program::RegionId;
use paratrace_replay::stream::{Chunk, StreamPass, copies, forward};
use paratrace_traceformat::map::{InstructionId, ProgramMap};

use crate::handovers::{self, Ends, Pairs};
use crate::limits;
use crate::synchronization::{Begin, Classes, End, Meeting, OfThread};
use acts::{Acts, Part};
pub(crate) use checks::CheckThenAct;
use clocks::Clocks;
use locations::{Access, Locations};
use lost::Lost;
use plan::{Op, Plan, Planner};

/// The pass over all threads in one order.
pub(crate) struct RacePass<'m> {
    planner: Planner<'m>,
    classes: Arc<Classes<'m>>,
    clocks: Clocks,
    locations: Locations,
    accessors: Ends,
    threads: Vec<Option<Box<Thread>>>,
    found: Pairs,
    /// Nothing if the program updates no volatile fields.
    lost: Option<Lost>,
    /// Nothing if the program looks at no entries of concurrent maps before it changes them.
    acts: Option<Acts>,
}

/// What was found.
#[derive(Default)]
pub(crate) struct Races {
    /// Accesses that nothing orders.
    pub(crate) accesses: Pairs,
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
        forward(&chunk.words, &mut Turn { pass: self, thread: &mut thread, number });
        // A path that leaves a monitor may have no event, and shows only at the thread's next turn.
        thread.held.iter().for_each(|&monitor| self.release(number, &Part::Other, monitor));
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
    pub(crate) fn finish(self) -> Races {
        let updates = self.lost.map(|lost| lost.finish(&self.accessors)).unwrap_or_default();
        let acts = match (self.acts, self.planner.checks()) {
            (Some(acts), Some(checks)) => acts.finish(checks),
            _ => Vec::new(),
        };
        Races { accesses: self.found, updates, acts }
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
    fn access(&mut self, (slot, count): (u32, u32), accessor: u32, writes: bool) {
        let RacePass { clocks, locations, accessors, found, .. } = &mut *self.pass;
        let now = Access { accessor, time: clocks.time(self.number) };
        let is_own =
            |access: Access| accessors.get(access.accessor).is_some_and(|by| by.thread as usize == self.number);
        let is_before = |access: Access| {
            let has_seen = |thread| clocks.has_seen(self.number, thread, access.time);
            is_own(access) || accessors.get(access.accessor).is_some_and(|by| has_seen(by.thread))
        };
        let mut conflict = |kind, access: Access| {
            if let (Some(first), Some(second)) = (accessors.get(access.accessor), accessors.get(accessor)) {
                found.count(kind, (first, second), count.into());
            }
        };
        match writes {
            true => locations.write((slot, count), now, is_before, &mut conflict),
            false => locations.read((slot, count), now, (is_before, is_own), &mut conflict),
        }
    }

    /// Reads the sources of copies, then writes their targets.
    fn copy(&mut self, group: &[u32], accessor: u32) {
        copies::sources(group).for_each(|slots| self.stretches(slots, accessor, false));
        copies::targets(group).for_each(|slots| self.stretches(slots, accessor, true));
    }

    fn stretches(&mut self, (first, count): (u32, u32), accessor: u32, writes: bool) {
        let mut done = 0;
        while done < count {
            let same = self.pass.locations.same_after(first + done, count - done);
            self.access((first + done, same), accessor, writes);
            done += same;
        }
    }
}

impl StreamPass for Turn<'_, '_> {
    fn path(&mut self, _: usize, program: u32, frame: u32, slots: &[u32]) {
        let number = self.number;
        let plan = std::mem::take(&mut self.thread.plans[program as usize]);
        let Thread { orders, held, .. } = &mut *self.thread;
        orders.begin_path(program, frame, slots, |begin, _| {
            let (Begin::Acquire(meeting) | Begin::Enter(meeting)) = begin;
            self.pass.acquire(number, &plan.part, meeting);
            if let Begin::Enter(monitor) = begin {
                held.push(monitor);
            }
        });
        let (own, mut copied) = slots.split_at(plan.slots as usize);
        for op in &plan.ops {
            match *op {
                // Slot 0 belongs to no object.
                Op::Read(at, _) | Op::Write(at, _) if at.slot(own) == 0 => {}
                Op::Read(at, accessor) => self.access((at.slot(own), 1), accessor, false),
                Op::Write(at, accessor) => self.access((at.slot(own), 1), accessor, true),
                Op::Copy(Some(accessor)) => self.copy(copies::first(&mut copied), accessor),
                Op::Copy(None) => drop(copies::first(&mut copied)),
            }
        }
        if let Some(lost) = &mut self.pass.lost {
            plan.steps.iter().for_each(|&step| lost.step(number, step, slots));
        }
        let RacePass { acts, accessors, .. } = &mut *self.pass;
        if let Some(acts) = acts {
            acts.path(number, &plan.part, frame, slots, accessors);
        }
        // What the path does behind a release counts as done before it: fewer races are seen so, and none that is not there.
        let Thread { orders, held, .. } = &mut *self.thread;
        orders.end_path(program, frame, slots, |_, end, _| {
            let (End::Release(meeting) | End::Leave(meeting)) = end;
            self.pass.release(number, &plan.part, meeting);
            if let End::Leave(monitor) = end
                && let Some(at) = held.iter().rposition(|held| *held == monitor)
            {
                held.remove(at);
            }
        });
        self.thread.plans[program as usize] = plan;
    }

    fn enter(&mut self, _: RegionId, _: RegionId, _: u32) {
        if self.thread.orders.enter(1) {
            self.pass.acquire(self.number, &Part::Own(None), Meeting::Tasks);
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

/// Returns whether all that orders the threads of a program is in its trace: a JDK that is traced, and no methods of the program that are
/// left out.
pub(crate) fn can_be_told(map: &ProgramMap, threads: usize) -> bool {
    map.has_jdk() && threads <= limits::RACING_THREADS && map.is_whole()
}
