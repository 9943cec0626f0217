//! What is known of a thread while it is recorded, and where threads meet.

use paratrace_replay::program::RegionId;
use paratrace_traceformat::map::InstructionId;
use rustc_hash::FxHashMap;

use super::counts::StackCounts;
use super::plan::{Acquires, Plan};
use super::recorder::Turn;
use super::steps::{END, Mark, Why};
use super::strands::Strands;

/// What a thread may have to wait for, in the run.
#[derive(Debug, Clone, Copy)]
pub(super) enum Awaited {
    Again(u32),
    Own,
    EndOf(u32),
    Lock(u32),
    Value(u32),
    Takes(u32),
    Meets(u32),
    Results,
}

/// One thread.
pub(super) struct Thread {
    pub(super) number: u32,
    pub(super) plans: Vec<Plan>,
    /// The strands that it executes, the innermost last.
    pub(super) strands: Vec<u32>,
    /// Of its tasks the region level, and whether untraced code has called it.
    pub(super) tasks: Vec<(u32, bool)>,
    /// Number of open regions.
    pub(super) level: u32,
    /// The strand since the last task of a pool, and that task.
    pub(super) between: Option<u32>,
    pub(super) last_task: Option<u32>,
    /// Something that is traced has started it.
    pub(super) is_started: bool,
    /// The state of its object.
    pub(super) object: u32,
    /// The monitors that it holds, and how often.
    pub(super) held: Vec<(u32, u32)>,
    /// Those that it has given back to wait.
    waiting: Vec<(u32, u32)>,
    /// What calls acquire when they return to the frame at an address.
    pub(super) awaited: Vec<(u32, Awaited, InstructionId)>,
    /// The open activations, with their region levels.
    pub(super) activations: Vec<(u32, RegionId)>,
    /// The region level in which it lets go of a lock to wait for a condition.
    pub(super) awaits: Option<u32>,
    /// The region level in which what it reads orders nothing.
    pub(super) aside: Option<u32>,
    /// Who wrote what it has taken last by an update: a task, perhaps.
    pub(super) taken: Option<Mark>,
    /// Who wrote the task that it has got from its pool.
    pub(super) task: Option<Mark>,
    /// What it has made for a virtual thread to run, while it makes the thread.
    pub(super) body: Option<u32>,
    /// The last instruction of the program.
    pub(super) own: InstructionId,
    /// Cost of its nodes so far, and the strand that it executes.
    pub(super) nodes: u64,
    pub(super) turned_to: Option<u32>,
    /// What it executed and fetched, by stack, if that is counted.
    pub(super) counts: Option<Box<StackCounts>>,
    /// How long it waits for lines of memory that it has fetched, as far as that is not yet work of its strand.
    pub(super) stalled: u64,
}

impl Thread {
    pub(super) fn new(number: u32, strand: u32) -> Self {
        Self {
            number,
            plans: Vec::new(),
            strands: vec![strand],
            tasks: Vec::new(),
            level: 0,
            between: None,
            last_task: None,
            is_started: false,
            object: 0,
            held: Vec::new(),
            waiting: Vec::new(),
            awaited: Vec::new(),
            activations: Vec::new(),
            awaits: None,
            aside: None,
            taken: None,
            task: None,
            body: None,
            own: InstructionId::NONE,
            nodes: 0,
            turned_to: None,
            counts: None,
            stalled: 0,
        }
    }

    pub(super) fn strand(&self) -> u32 {
        self.strands.last().copied().unwrap_or(0)
    }

    /// Returns what has called the activation that is so far from the running one; nothing at the bottom.
    pub(super) fn caller(&self, above: usize) -> RegionId {
        let at = self.activations.len().checked_sub(above + 1);
        at.and_then(|at| self.activations.get(at)).map_or(RegionId::NONE, |&(_, region)| region)
    }

    pub(super) fn has(&self, monitor: u32) -> bool {
        self.held.iter().any(|&(held, _)| held == monitor)
    }

    pub(super) fn resolve(&self, what: Acquires, slots: &[u32]) -> Awaited {
        match what {
            Acquires::Again(at) => Awaited::Again(at.slot(slots)),
            Acquires::Own => Awaited::Own,
            Acquires::EndOf(at) => Awaited::EndOf(at.slot(slots)),
            Acquires::Lock(at) => Awaited::Lock(at.slot(slots)),
            Acquires::Value(at) => Awaited::Value(at.slot(slots)),
            Acquires::Takes(at) => Awaited::Takes(at.slot(slots)),
            Acquires::Meets(at) => Awaited::Meets(at.slot(slots)),
            Acquires::Results => Awaited::Results,
        }
    }
}

/// Where threads meet.
#[derive(Debug, Default)]
pub(super) struct Meetings {
    /// Numbers of monitors, and how often each was entered.
    monitors: FxHashMap<u32, (u32, u32)>,
    /// What has started or woken a thread last, by the state of its object.
    woken: FxHashMap<u32, Mark>,
    /// What has notified those that wait for a monitor last.
    notified: FxHashMap<u32, Mark>,
    /// The last strands of threads that have ended.
    pub(super) ended: FxHashMap<u32, u32>,
    /// Ends of tasks that untraced code has called.
    pub(super) results: Vec<Mark>,
    /// Calls that give tasks to untraced code, and how many of them have begun.
    given: (Vec<Mark>, usize),
    /// The last call that gave tasks of which it is not known how many.
    given_some: Option<Mark>,
    /// What was put into a queue, and how much was taken.
    queues: FxHashMap<u32, (Vec<Mark>, usize)>,
    /// By barrier, what each thread did before it came there.
    barriers: FxHashMap<u32, FxHashMap<u32, Vec<Mark>>>,
}

impl Meetings {
    pub(super) fn monitors(&self) -> u32 {
        self.monitors.len() as u32
    }

    /// Returns the calls that gave tasks to untraced code, if there was one for each that has begun.
    pub(super) fn given(&self) -> Option<&[Mark]> {
        let (given, begun) = &self.given;
        (self.given_some.is_none() && *begun <= given.len()).then_some(given)
    }
}

impl Turn<'_, '_, '_> {
    /// The thread is at an instruction of the program.
    pub(super) fn see_own(&mut self, at: InstructionId) {
        self.thread.own = at;
        let strand = self.strand();
        if let Some(open) = self.pass.memory.strands.open(strand) {
            open.own = at;
        }
    }

    /// What the thread does now; others see it from here on.
    fn published(&mut self) -> Mark {
        self.epoch_ended_by(Strands::publish)
    }

    /// The same, if it may be a task.
    pub(super) fn handed_out(&mut self) -> Mark {
        self.epoch_ended_by(Strands::hand_out)
    }

    fn epoch_ended_by(&mut self, end: fn(&mut Strands, u32)) -> Mark {
        let strand = self.strand();
        let mark = self.pass.memory.strands.mark(strand);
        end(&mut self.pass.memory.strands, strand);
        mark
    }

    pub(super) fn enter(&mut self, slot: u32, at: InstructionId) {
        if slot == 0 {
            return;
        }
        if let Some((_, times)) = self.thread.held.iter_mut().find(|(held, _)| *held == slot) {
            *times += 1;
            return;
        }
        self.enter_times(slot, 1, at);
    }

    fn enter_times(&mut self, slot: u32, times: u32, at: InstructionId) {
        let next = self.pass.meetings.monitors.len() as u32;
        let (monitor, turns) = self.pass.meetings.monitors.entry(slot).or_insert((next, 0));
        let entered = (*monitor, *turns);
        *turns += 1;
        self.thread.held.push((slot, times));
        let strand = self.strand();
        self.pass.memory.strands.enter(strand, entered, at);
        if let Some(counts) = &self.thread.counts {
            self.pass.entered_at.entry(strand).or_default().push(counts.context());
        }
    }

    pub(super) fn leave(&mut self, slot: u32) {
        let Some(at) = self.thread.held.iter().rposition(|&(held, _)| held == slot) else { return };
        self.thread.held[at].1 -= 1;
        if self.thread.held[at].1 == 0 {
            self.thread.held.remove(at);
            self.left_monitor(slot);
        }
    }

    fn left_monitor(&mut self, slot: u32) {
        let Some(&(monitor, _)) = self.pass.meetings.monitors.get(&slot) else { return };
        let (strand, is_last) = (self.strand(), self.thread.held.is_empty());
        self.pass.memory.strands.leave(strand, monitor, is_last);
    }

    /// The thread releases something. If it is a monitor that it has, it waits there.
    pub(super) fn release(&mut self, slot: u32) {
        let held = self.thread.held.iter().rposition(|&(held, _)| slot != 0 && held == slot);
        let Some(at) = held else {
            let strand = self.strand();
            if self.pass.memory.strands.open(strand).is_some_and(|open| open.wrote) {
                self.pass.memory.strands.publish(strand);
            }
            return;
        };
        let given_back = self.thread.held.remove(at);
        self.thread.waiting.push(given_back);
        self.pass.meetings.notified.remove(&slot);
        let strand = self.strand();
        self.pass.memory.arrive(strand);
        self.left_monitor(slot);
    }

    pub(super) fn wake(&mut self, slot: u32) {
        let mark = self.handed_out();
        self.pass.meetings.woken.insert(slot, mark);
    }

    pub(super) fn notify(&mut self) {
        let mark = self.pass.memory.strands.mark(self.strand());
        for &(monitor, _) in &self.thread.held {
            self.pass.meetings.notified.insert(monitor, mark);
        }
    }

    pub(super) fn begin(&mut self, slot: u32) {
        self.thread.object = slot;
        if let Some(starter) = self.pass.meetings.woken.remove(&slot) {
            self.thread.is_started = true;
            self.started_by(starter);
        }
    }

    /// The thread begins behind what has started it, and belongs to that.
    pub(super) fn started_by(&mut self, starter: Mark) {
        let strand = self.strand();
        let origin = self.pass.memory.strands.handed_in(starter);
        self.pass.memory.strands.originates(strand, origin);
        self.pass.memory.strands.wait(strand, starter, Why::Start, InstructionId::NONE);
    }

    pub(super) fn acquire(&mut self, what: Awaited, at: InstructionId) {
        let strand = self.strand();
        match what {
            Awaited::Again(slot) => {
                if let Some(position) = self.thread.waiting.iter().rposition(|&(waits, _)| waits == slot) {
                    let (_, times) = self.thread.waiting.remove(position);
                    self.enter_times(slot, times, at);
                    if let Some(mark) = self.pass.meetings.notified.remove(&slot) {
                        self.pass.memory.strands.signalled(strand, mark, at);
                    }
                }
            }
            Awaited::Own => {
                if let Some(mark) = self.pass.meetings.woken.remove(&self.thread.object) {
                    self.pass.memory.strands.signalled(strand, mark, at);
                }
            }
            Awaited::EndOf(slot) => {
                if let Some(&ended) = self.pass.meetings.ended.get(&slot) {
                    self.pass.memory.strands.wait(strand, Mark { strand: ended, epoch: END }, Why::End, at);
                }
            }
            Awaited::Lock(slot) => self.enter(slot, at),
            Awaited::Value(slot) => self.pass.memory.await_value(slot, (strand, at)),
            Awaited::Takes(slot) => {
                let queue = self.pass.meetings.queues.get_mut(&slot);
                if let Some(mark) = queue.and_then(|(put, taken)| nth(put, taken)) {
                    self.pass.memory.strands.wait(strand, mark, Why::Data, at);
                }
            }
            Awaited::Meets(slot) => self.meet(slot, at),
            Awaited::Results => {
                let Some(known) = self.pass.memory.strands.open(strand).map(|open| open.results) else { return };
                for at_result in known..self.pass.meetings.results.len() {
                    let mark = self.pass.meetings.results[at_result];
                    self.pass.memory.strands.wait(strand, mark, Why::Data, at);
                }
                if let Some(open) = self.pass.memory.strands.open(strand) {
                    open.results = self.pass.meetings.results.len();
                }
            }
        }
    }

    pub(super) fn give(&mut self) {
        let mark = self.handed_out();
        self.pass.meetings.given.0.push(mark);
    }

    pub(super) fn give_some(&mut self) {
        self.pass.meetings.given_some = Some(self.handed_out());
    }

    /// The nth task that untraced code begins comes behind the nth call that gave it one.
    pub(super) fn await_given(&mut self, strand: u32) {
        let Meetings { given: (given, begun), given_some, .. } = &mut self.pass.meetings;
        if let Some(mark) = nth(given, begun).or(*given_some) {
            let own = self.thread.own;
            self.pass.memory.strands.wait(strand, mark, Why::Start, own);
        }
    }

    pub(super) fn put(&mut self, slot: u32) {
        let mark = self.published();
        self.pass.meetings.queues.entry(slot).or_default().0.push(mark);
    }

    pub(super) fn arrive_at(&mut self, slot: u32) {
        let mark = self.published();
        let barrier = self.pass.meetings.barriers.entry(slot).or_default();
        barrier.entry(self.thread.number).or_default().push(mark);
    }

    /// A barrier lets the thread go: all others have come there as often.
    fn meet(&mut self, slot: u32, at: InstructionId) {
        let Some(barrier) = self.pass.meetings.barriers.get(&slot) else { return };
        let times = barrier.get(&self.thread.number).map_or(0, Vec::len);
        let others = barrier.iter().filter(|(thread, _)| **thread != self.thread.number);
        let mut marks: Vec<Mark> = others.filter_map(|(_, came)| came.get(times.wrapping_sub(1)).copied()).collect();
        marks.sort_unstable();
        let strand = self.strand();
        marks.into_iter().for_each(|mark| self.pass.memory.strands.wait(strand, mark, Why::Data, at));
    }
}

/// The next of what was counted, or the last one.
fn nth(marks: &[Mark], taken: &mut usize) -> Option<Mark> {
    let mark = marks.get(*taken).or(marks.last()).copied();
    *taken += 1;
    mark
}
