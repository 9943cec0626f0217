//! What the threads did, one thing after the other: accesses, sections, ends.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::paths::Program;
use paratrace_replay::paths::accesses::{Event as Does, Place, Script, Through, What};
use paratrace_replay::replay::{ReplayStats, Stop};
use paratrace_replay::stream::{Chunk, Made, Operation, copies};
use paratrace_replay::threads::MergedSink;
use paratrace_traceformat::map::{Effect, InstructionId, MethodId, Mode, ProgramMap, Site};

use super::calls::{Calls, OfLock};

/// Where a lock is entered: its method, and the instruction, or `NONE`.
pub(super) type Entry = (MethodId, InstructionId);

/// A monitor, or a lock of `java.util.concurrent`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct LockId {
    /// The slot of its object.
    pub(super) slot: u32,
    pub(super) is_monitor: bool,
}

/// What is accessed, of which object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Accessed {
    Slot(u32),
    /// An object that untraced code is given.
    Whole(u32),
    /// Anything.
    Unknown,
}

/// An access, and the locks that its thread held.
#[derive(Debug, Clone)]
pub(super) struct Access {
    pub(super) thread: usize,
    pub(super) insn: InstructionId,
    pub(super) what: Accessed,
    pub(super) writes: bool,
    pub(super) held: Rc<BTreeSet<LockId>>,
    /// The sections that it lies in.
    pub(super) sections: Rc<Vec<usize>>,
}

pub(super) enum Event {
    Access(Access),
    End(usize),
}

#[derive(Debug)]
pub(super) struct Section {
    pub(super) lock: LockId,
    pub(super) thread: usize,
    pub(super) from: u64,
    pub(super) to: u64,
    /// Whether another thread was inside when it began.
    pub(super) overlaps: bool,
    pub(super) is_over: bool,
}

struct Held {
    lock: LockId,
    times: u32,
    section: usize,
}

/// What a thread gets when a call returns.
struct Awaited {
    frame: u32,
    lock: LockId,
    times: u32,
    /// The call, if the thread gets nothing when it throws.
    unless_thrown: Option<InstructionId>,
}

#[derive(Default)]
pub(super) struct Thread {
    programs: Vec<Arc<Program>>,
    held: Vec<Held>,
    awaited: Vec<Awaited>,
    /// The frames of the open calls of locks.
    inside: Vec<u32>,
    nodes: u64,
    /// The locks that it holds, and their sections.
    now: (Rc<BTreeSet<LockId>>, Rc<Vec<usize>>),
}

pub(super) struct Locks<'m> {
    pub(super) map: &'m ProgramMap,
    calls: Calls<'m>,
    threads: Vec<Thread>,
    pub(super) events: Vec<Event>,
    pub(super) sections: Vec<Section>,
    pub(super) entries: BTreeSet<(LockId, Entry)>,
    /// Those of which it is not known who held them when.
    pub(super) doubtful: BTreeSet<LockId>,
    pub(super) owners: HashMap<u32, u32>,
    next_slot: u32,
    pub(super) made: Vec<InstructionId>,
}

/// A path that is executed.
struct Running<'a> {
    thread: usize,
    frame: u32,
    method: MethodId,
    slots: &'a [u32],
    copied: &'a [u32],
}

impl Running<'_> {
    fn slot(&self, place: Place) -> u32 {
        match place {
            Place::Resolved(slot) => self.slots[slot as usize],
            Place::Static(slot) => slot,
            _ => 0,
        }
    }
}

impl<'m> Locks<'m> {
    pub(super) fn new(map: &'m ProgramMap, threads: usize) -> Self {
        Self {
            map,
            calls: Calls::new(map),
            threads: (0..threads).map(|_| Thread::default()).collect(),
            events: Vec::new(),
            sections: Vec::new(),
            entries: BTreeSet::new(),
            doubtful: BTreeSet::new(),
            owners: HashMap::new(),
            next_slot: map.static_slots + 1,
            made: vec![InstructionId::NONE],
        }
    }

    fn enter(&mut self, thread: usize, (lock, times): (LockId, u32), now: u64) {
        if let Some(held) = self.threads[thread].held.iter_mut().find(|held| held.lock == lock) {
            held.times += times;
            return;
        }
        let overlaps = self.sections.iter().any(|section| section.lock == lock && !section.is_over);
        self.sections.push(Section { lock, thread, from: now, to: now, overlaps, is_over: false });
        self.threads[thread].held.push(Held { lock, times, section: self.sections.len() - 1 });
        self.threads[thread].changed();
    }

    /// Returns how often the thread had entered it, if it has now left it altogether.
    fn leave(&mut self, thread: usize, (lock, all): (LockId, bool), now: u64) -> Option<u32> {
        let at = self.threads[thread].held.iter().position(|held| held.lock == lock)?;
        let held = &mut self.threads[thread].held[at];
        if !all && held.times > 1 {
            held.times -= 1;
            return None;
        }
        let held = self.threads[thread].held.remove(at);
        let section = &mut self.sections[held.section];
        (section.to, section.is_over) = (now, true);
        self.threads[thread].changed();
        Some(held.times)
    }

    /// A thread gives up a lock until a call returns, however it does.
    fn give_up(&mut self, (thread, frame): (usize, u32), lock: LockId, now: u64) {
        if let Some(times) = self.leave(thread, (lock, true), now) {
            self.threads[thread].awaited.push(Awaited { frame, lock, times, unless_thrown: None });
        }
    }

    fn access(&mut self, thread: usize, insn: InstructionId, what: Accessed, writes: bool) {
        let (held, sections) = self.threads[thread].now.clone();
        let is_inside = !self.threads[thread].inside.is_empty();
        let sections = if is_inside { Rc::default() } else { sections };
        self.events.push(Event::Access(Access { thread, insn, what, writes, held, sections }));
    }

    fn is_blind(&self, insn: InstructionId) -> bool {
        let is_quiet = |site: &Site| {
            let asks = [
                "sleep",
                "sleep0",
                "yield",
                "yield0",
                "onSpinWait",
                "currentThread",
                "nanoTime",
                "currentTimeMillis",
                "identityHashCode",
            ];
            ["java/lang/Thread", "java/lang/System"].contains(&&*site.class) && asks.contains(&&*site.name)
        };
        self.map.call_at(insn).is_some_and(|site| {
            let is_untraced = [Mode::Leaf, Mode::Open].contains(&site.mode);
            is_untraced && site.effect == Effect::State && site.state_args.is_empty() && !is_quiet(site)
        })
    }

    /// Calls have returned to a frame, or thrown, when a path begins there.
    fn returned(&mut self, thread: usize, script: &Script, frame: u32) {
        self.threads[thread].inside.retain(|&inside| inside < frame);
        while let Some(awaited) = self.threads[thread].awaited.pop_if(|awaited| awaited.frame >= frame) {
            let now = self.threads[thread].nodes;
            match awaited.unless_thrown {
                Some(call) if awaited.frame > frame || has_thrown(script, call) => continue,
                Some(call) => drop(self.entries.insert((awaited.lock, (script.method, call)))),
                None => {}
            }
            self.enter(thread, (awaited.lock, awaited.times), now);
        }
    }

    fn path(&mut self, thread: usize, program: &Program, frame: u32, slots: &[u32]) {
        self.returned(thread, &program.script, frame);
        let (slots, copied) = slots.split_at(program.slots as usize);
        let mut running = Running { thread, frame, method: program.script.method, slots, copied };
        let insns: Vec<InstructionId> = program.script.insns().collect();
        let mut events = program.script.events.iter().peekable();
        for node in 0..=insns.len() as u32 {
            while let Some(event) = events.next_if(|event| event.node == node) {
                let now = self.threads[thread].nodes + u64::from(node);
                self.event(&mut running, event, now);
            }
            if let Some(&insn) = insns.get(node as usize)
                && self.is_blind(insn)
            {
                self.access(thread, insn, Accessed::Unknown, true);
            }
        }
        self.threads[thread].nodes += insns.len() as u64;
    }

    fn event(&mut self, running: &mut Running<'_>, event: &Does, now: u64) {
        let (thread, insn) = (running.thread, event.insn);
        let monitor = |place| LockId { slot: running.slot(place), is_monitor: true };
        match event.what {
            What::Read(place) if running.slot(place) != 0 => {
                self.access(thread, insn, Accessed::Slot(running.slot(place)), false);
            }
            What::Write(place) if running.slot(place) != 0 => {
                self.access(thread, insn, Accessed::Slot(running.slot(place)), true);
            }
            What::Touch { place, .. } if running.slot(place) != 0 => self.touch(running, insn, place),
            What::Copy => {
                let group = copies::first(&mut running.copied);
                for slot in copies::sources(group).flat_map(|(first, length)| first..first + length) {
                    self.access(thread, insn, Accessed::Slot(slot), false);
                }
                for slot in copies::targets(group).flat_map(|(first, length)| first..first + length) {
                    self.access(thread, insn, Accessed::Slot(slot), true);
                }
            }
            What::Enter { place } if running.slot(place) != 0 => {
                if !self.map.is_of_jdk(&self.map.methods[running.method.index()]) {
                    self.entries.insert((monitor(place), (running.method, insn)));
                }
                self.enter(thread, (monitor(place), 1), now);
            }
            What::Leave { place } => {
                self.leave(thread, (monitor(place), false), now);
            }
            What::Releases { through: Through::Place(place) } if self.calls.waits(insn) => {
                self.give_up((thread, running.frame), monitor(place), now);
            }
            What::Lock { place, throws: false } if running.slot(place) != 0 => {
                self.call(running, (insn, running.slot(place)), now);
            }
            _ => {}
        }
    }

    /// Untraced code is given an object. What it does to locks is how they work.
    fn touch(&mut self, running: &Running<'_>, insn: InstructionId, place: Place) {
        if self.calls.is_of_monitor(insn) || self.calls.of_lock(running.method, insn).is_some() {
            return;
        }
        let is_pure = self.map.call_at(insn).is_some_and(|site| site.effect == Effect::Pure);
        let whole = Accessed::Whole(self.owners[&running.slot(place)]);
        self.access(running.thread, insn, whole, !is_pure);
    }

    /// Own code calls a method of a lock, or of a condition.
    fn call(&mut self, running: &Running<'_>, (insn, slot): (InstructionId, u32), now: u64) {
        let Some(called) = self.calls.of_lock(running.method, insn) else { return };
        let (thread, frame, entry) = (running.thread, running.frame, (running.method, insn));
        let (lock, ends_path) = (LockId { slot, is_monitor: false }, self.calls.ends_path(insn));
        let has_it = self.threads[thread].held.iter().any(|held| held.lock == lock);
        match called {
            OfLock::Lock if ends_path => {
                self.threads[thread].awaited.push(Awaited { frame, lock, times: 1, unless_thrown: Some(insn) });
            }
            OfLock::Lock => {
                self.entries.insert((lock, entry));
                self.enter(thread, (lock, 1), now + 1);
            }
            OfLock::Unlock if has_it => {
                self.leave(thread, (lock, false), now);
            }
            OfLock::Tried => {
                self.entries.insert((lock, entry));
                self.doubtful.insert(lock);
            }
            OfLock::Unlock | OfLock::TriedBack => {
                self.doubtful.insert(lock);
            }
            OfLock::Await => self.await_condition(running, now),
            OfLock::Signal => {}
        }
        if ends_path {
            self.threads[thread].inside.push(frame);
        }
    }

    /// Which lock a condition belongs to is only known if its thread has no other one.
    fn await_condition(&mut self, running: &Running<'_>, now: u64) {
        let held = self.threads[running.thread].held.iter().map(|held| held.lock);
        let locks: Vec<LockId> = held.filter(|lock| !lock.is_monitor).collect();
        match locks[..] {
            [lock] => self.give_up((running.thread, running.frame), lock, now),
            _ => self.doubtful.extend(locks),
        }
    }
}

/// Whether a call that a path comes behind in its frame has thrown: the path begins at a handler, or is where the activation ends.
fn has_thrown(script: &Script, call: InstructionId) -> bool {
    let ends = script.raised == Some(call) || script.events.iter().any(|event| event.insn.is_none());
    script.handler.is_some() || script.nodes() == 0 && ends
}

impl Thread {
    fn changed(&mut self) {
        let locks = self.held.iter().map(|held| held.lock).collect();
        self.now = (Rc::new(locks), Rc::new(self.held.iter().map(|held| held.section).collect()));
    }
}

impl MergedSink for Locks<'_> {
    const NOTES: bool = true;

    type End = ();

    fn chunk(&mut self, thread: usize, chunk: Chunk) -> Result<(), AnalyzeError> {
        self.made.extend(chunk.notes.births.iter().map(|birth| match birth.made {
            Made::Array { insn, .. } => insn,
            _ => InstructionId::NONE,
        }));
        for page in &chunk.notes.pages {
            self.owners.extend((self.next_slot..self.next_slot + page.size).map(|slot| (slot, page.entity)));
            self.next_slot += page.size;
        }
        self.threads[thread].programs.extend(chunk.programs);
        let mut at = 0;
        while at < chunk.words.len() {
            if let Operation::Path { program, frame, slots } = Operation::read(&chunk.words, &mut at) {
                let program = Arc::clone(&self.threads[thread].programs[program as usize]);
                self.path(thread, &program, frame, slots);
            }
        }
        Ok(())
    }

    fn end(&mut self, thread: usize, _: ReplayStats, _: Stop) {
        let held: Vec<LockId> = self.threads[thread].held.iter().map(|held| held.lock).collect();
        for lock in held {
            self.leave(thread, (lock, true), self.threads[thread].nodes);
        }
        self.events.push(Event::End(thread));
    }
}
