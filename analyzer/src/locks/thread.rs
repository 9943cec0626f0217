//! What one thread holds, and its way through its paths.

use paratrace_replay::stream::{StreamPass, copies};
use paratrace_traceformat::map::InstructionId;
use rustc_hash::FxHashMap;

use super::LockPass;
use super::cells::By;
use super::objects::{Entry, Objects, Section};
use super::plan::{Call, Op, Plan};
use super::sections::OfLock;
use super::sets::{Set, Sets};
use crate::heap::At;

/// A lock that a thread holds.
#[derive(Debug)]
pub(super) struct Held {
    lock: u32,
    is_monitor: bool,
    /// How often it was entered more than left.
    times: u32,
    section: Section,
    /// Number of nodes of the thread before the section.
    from: u64,
    /// Whether the section depends on earlier ones.
    depends: bool,
}

impl Held {
    pub(super) fn of(&self) -> OfLock {
        OfLock { lock: self.lock, section: self.section.number, since: self.section.since }
    }

    /// An access was looked at.
    pub(super) fn found(
        &mut self,
        depends: bool,
        insn: InstructionId,
        conflicts: &mut FxHashMap<(u32, InstructionId), u64>,
    ) {
        if depends && self.section.since != 0 && !self.depends {
            self.depends = true;
            *conflicts.entry((self.lock, insn)).or_insert(0) += 1;
        }
    }
}

/// What a call gets when it returns to a frame.
#[derive(Debug)]
struct Awaited {
    frame: u32,
    lock: u32,
    times: u32,
    /// The call, if nothing is got when it throws, and where it is.
    entry: Option<Entry>,
}

/// A thread until it ends.
#[derive(Debug, Default)]
pub(super) struct Thread {
    pub(super) plans: Vec<Plan>,
    held: Vec<Held>,
    /// The locks that it holds.
    set: Set,
    /// Whether what it accesses is recorded for a lock that it holds.
    pub(super) is_recorded: bool,
    /// Number of its nodes before the running path.
    nodes: u64,
    awaited: Vec<Awaited>,
    /// The frame of the outermost call of a lock that runs.
    inside: Option<u32>,
}

impl Thread {
    /// Calls `visit` with the locks of which what is accessed is recorded.
    pub(super) fn each_section(&mut self, visit: impl FnMut(&mut Held)) {
        self.held.iter_mut().filter(|held| held.section.is_shared).for_each(visit);
    }

    fn holds(&self, lock: u32) -> Option<usize> {
        self.held.iter().rposition(|held| held.lock == lock)
    }

    /// Ends what it still holds.
    pub(super) fn end(&mut self, objects: &mut Objects) {
        for held in std::mem::take(&mut self.held) {
            held.end(self.nodes, objects);
        }
    }

    fn changed(&mut self, locks: &mut Sets) {
        let mut held: Vec<u32> = self.held.iter().map(|held| held.lock).collect();
        held.sort_unstable();
        self.set = locks.of(&held);
        self.is_recorded = self.inside.is_none() && self.held.iter().any(|held| held.section.is_shared);
    }
}

impl Held {
    fn end(&self, now: u64, objects: &mut Objects) {
        let depends = (self.section.since != 0).then_some(self.depends);
        objects.end(self.lock, now - self.from, depends);
    }
}

/// One thread at its turn.
pub(super) struct Turn<'a, 'm> {
    pub(super) pass: &'a mut LockPass<'m>,
    pub(super) thread: &'a mut Thread,
    pub(super) number: u32,
}

impl Turn<'_, '_> {
    /// Enters a lock, so many times at once.
    fn enter(&mut self, lock: u32, times: u32, entry: Option<Entry>, now: u64) {
        let LockPass { objects, cells, .. } = &mut *self.pass;
        if let Some(entry) = entry {
            objects.entered_at(lock, entry);
        }
        if let Some(at) = self.thread.holds(lock) {
            self.thread.held[at].times += times;
            return;
        }
        let section = objects.begin(lock, self.number, &mut cells.threads);
        let object = &objects.all[lock as usize];
        let depends = section.since != 0 && object.blind > section.since;
        let is_monitor = object.is_monitor;
        self.thread.held.push(Held { lock, is_monitor, times, section, from: now, depends });
        self.thread.changed(&mut cells.locks);
    }

    /// Leaves a lock, once or altogether. Returns how often it was entered if it is left altogether.
    fn leave(&mut self, lock: u32, is_last: bool, now: u64) -> Option<u32> {
        let at = self.thread.holds(lock)?;
        let held = &mut self.thread.held[at];
        if !is_last && held.times > 1 {
            held.times -= 1;
            return None;
        }
        let held = self.thread.held.remove(at);
        held.end(now, &mut self.pass.objects);
        self.thread.changed(&mut self.pass.cells.locks);
        Some(held.times)
    }

    fn object(&mut self, slot: u32, is_monitor: bool) -> Option<u32> {
        // Slot 0 belongs to no object.
        if slot == 0 { None } else { self.pass.objects.number(slot, is_monitor) }
    }

    /// A thread gives up a monitor while it waits.
    fn wait(&mut self, slot: u32, frame: u32, now: u64) {
        if self.thread.held.is_empty() {
            return;
        }
        let monitor = self
            .pass
            .objects
            .known(slot)
            .filter(|&lock| self.thread.holds(lock).is_some_and(|at| self.thread.held[at].is_monitor));
        if let Some(lock) = monitor
            && let Some(times) = self.leave(lock, true, now)
        {
            self.thread.awaited.push(Awaited { frame, lock, times, entry: None });
        }
    }

    /// Own code calls a method of a lock, or of a condition.
    fn call(&mut self, (call, entry): (Call, Entry), slot: u32, frame: u32, now: u64) {
        let is_cut = self.pass.planner.is_cut(entry.insn);
        match call {
            Call::Await => self.await_condition(frame, now),
            Call::Signal => {}
            Call::Lock | Call::Unlock | Call::Other | Call::OtherUnlock => {
                let Some(lock) = self.object(slot, false) else { return };
                match call {
                    Call::Lock if is_cut => {
                        self.thread.awaited.push(Awaited { frame, lock, times: 1, entry: Some(entry) });
                    }
                    Call::Lock => self.enter(lock, 1, Some(entry), now + 1),
                    Call::Unlock if self.thread.holds(lock).is_some() => drop(self.leave(lock, false, now)),
                    _ => {
                        if call == Call::Other {
                            self.pass.objects.entered_at(lock, entry);
                        }
                        self.pass.objects.all[lock as usize].is_doubtful = true;
                    }
                }
            }
        }
        if is_cut {
            self.thread.inside.get_or_insert(frame);
            self.thread.is_recorded = false;
        }
    }

    /// A thread that waits at a condition gives up the lock of that: the only one that it holds, or one of them.
    fn await_condition(&mut self, frame: u32, now: u64) {
        let locks: Vec<u32> = self.thread.held.iter().filter(|held| !held.is_monitor).map(|held| held.lock).collect();
        if let &[lock] = &locks[..] {
            if let Some(times) = self.leave(lock, true, now) {
                self.thread.awaited.push(Awaited { frame, lock, times, entry: None });
            }
        } else {
            locks.into_iter().for_each(|lock| self.pass.objects.all[lock as usize].is_doubtful = true);
        }
    }

    /// A path begins: calls have returned, or thrown.
    fn returned(&mut self, frame: u32, threw: Option<InstructionId>) {
        if self.thread.inside.is_some_and(|inside| frame <= inside) {
            self.thread.inside = None;
            self.thread.changed(&mut self.pass.cells.locks);
        }
        while let Some(awaited) = self.thread.awaited.pop_if(|awaited| awaited.frame >= frame) {
            let has_thrown = awaited.frame > frame
                || threw.is_some_and(|threw| threw.is_none() || awaited.entry.is_some_and(|entry| entry.insn == threw));
            if awaited.entry.is_none() || !has_thrown {
                self.enter(awaited.lock, awaited.times, awaited.entry, self.thread.nodes);
            }
        }
    }

    /// Accesses a location.
    #[inline]
    fn access(&mut self, slot: u32, insn: InstructionId, writes: bool) {
        // Slot 0 belongs to no object.
        if slot != 0 {
            let by = By { thread: self.number, insn, writes, held: self.thread.set };
            self.pass.access(self.thread, (slot, 1), by);
        }
    }

    #[inline(always)]
    fn step(&mut self, op: Op, now: u64, frame: u32, slots: (&[u32], &mut &[u32])) {
        let slot = |at: At| at.slot(slots.0);
        match op {
            Op::Read(at, insn) => self.access(slot(at), insn, false),
            Op::Write(at, insn) => self.access(slot(at), insn, true),
            Op::Copy(insn) => {
                let by = By { thread: self.number, insn, writes: false, held: self.thread.set };
                self.pass.copy(self.thread, copies::first(slots.1), by);
            }
            Op::Touch(at, insn, writes) => {
                if slot(at) != 0 {
                    self.pass.touch(self.thread, slot(at), (insn, writes));
                }
            }
            Op::Blind(insn) if self.thread.is_recorded => self.pass.blind(self.thread, insn),
            Op::Blind(_) => {}
            Op::Enter(at, entry) => {
                if let Some(lock) = self.object(slot(at), true) {
                    self.enter(lock, 1, entry, now);
                }
            }
            Op::Leave(at) => {
                if let Some(lock) = self.pass.objects.known(slot(at)) {
                    self.leave(lock, false, now);
                }
            }
            Op::Wait(at) => self.wait(slot(at), frame, now),
            // What is called of null throws.
            Op::Lock(_, at, _) if slot(at) == 0 => {}
            Op::Lock(call, at, entry) => self.call((call, entry), slot(at), frame, now),
        }
    }
}

impl StreamPass for Turn<'_, '_> {
    fn path(&mut self, _: usize, program: u32, frame: u32, slots: &[u32]) {
        let plan = std::mem::take(&mut self.thread.plans[program as usize]);
        if self.thread.inside.is_some() || !self.thread.awaited.is_empty() {
            self.returned(frame, plan.threw);
        }
        let (own, mut copied) = slots.split_at(plan.slots as usize);
        for &(node, op) in &plan.steps {
            self.step(op, self.thread.nodes + u64::from(node), frame, (own, &mut copied));
        }
        self.thread.nodes += u64::from(plan.nodes);
        self.thread.plans[program as usize] = plan;
    }

    fn work(&mut self, nodes: u32) {
        self.thread.nodes += u64::from(nodes);
    }
}
