//! The pass over all threads in one order, which records what each of them did.

use std::collections::BTreeSet;

use paratrace_replay::program::RegionId;
use paratrace_replay::stream::{Chunk, StreamPass, copies, forward};
use paratrace_traceformat::map::{InstructionId, ProgramMap};
use rustc_hash::{FxHashMap, FxHashSet};

use super::accesses::Memory;
use super::counts::StackCounts;
use super::known::Known;
use super::movement::{Fetches, Lines};
use super::plan::{Does, How, Op, Plan};
use super::scopes::Construct;
use super::steps::{Actor, Mark, Recording, Scheduled};
use super::tasks::FORK_JOIN;
use super::threads::{Meetings, Thread};
use super::virtual_threads::Unborn;
use super::{CostOf, ThreadOptions};

/// The pass.
pub(super) struct Recorder<'a, 'm> {
    pub(super) known: &'a Known<'m>,
    cost: CostOf<'a>,
    pub(super) memory: Memory,
    pub(super) meetings: Meetings,
    pub(super) threads: Vec<Option<Box<Thread>>>,
    pub(super) actors: Vec<Actor>,
    /// Pools by name: the number of the pool, and that of its actor.
    pub(super) pools: FxHashMap<String, (u32, u32)>,
    pub(super) workers: Vec<u32>,
    /// Number of tasks that have begun.
    pub(super) begun: u32,
    /// The thread that came first.
    pub(super) first: Option<usize>,
    /// States of locks: nothing that orders threads goes through them.
    lock_states: FxHashSet<u32>,
    /// Cost of all nodes so far.
    pub(super) cost_so_far: u64,
    not_known: BTreeSet<String>,
    /// Number of tasks of which it is not known what has handed them out.
    pub(super) unattributed: u64,
    /// Who has put the task that is at a location there by an update.
    pub(super) put: FxHashMap<u32, Mark>,
    /// Tasks that untraced code has called.
    pub(super) called_back: Vec<u32>,
    /// What strands have of the memory, if data movement counts.
    pub(super) lines: Option<Lines>,
    /// The same where it is counted by stack.
    pub(super) fetches: Option<Fetches>,
    /// What threads that have ended executed and fetched, if that is counted.
    pub(super) counted: Vec<Option<Box<StackCounts>>>,
    /// Of each strand, the stacks with which it entered monitors, if stacks are told.
    pub(super) entered_at: FxHashMap<u32, Vec<u32>>,
    /// What has given continuations of virtual threads to a pool.
    pub(super) carried: FxHashSet<Mark>,
    /// Virtual threads that have not begun.
    pub(super) unborn: Unborn,
}

impl<'a, 'm> Recorder<'a, 'm> {
    /// `names` are those of the threads. Data movement counts if there is a platform.
    pub(super) fn new(known: &'a Known<'m>, names: &[String], options: &ThreadOptions<'a>) -> Self {
        let mut memory = Memory::new();
        memory.strands.scopes.activations = options.timeline.then(Vec::new);
        let actor = |name: &String| Actor { name: name.clone(), workers: 0, tasks: 0, role: None };
        Self {
            known,
            cost: options.cost,
            memory,
            meetings: Meetings::default(),
            threads: names.iter().map(|_| None).collect(),
            actors: names.iter().map(actor).collect(),
            pools: FxHashMap::default(),
            workers: Vec::new(),
            begun: 0,
            first: None,
            lock_states: FxHashSet::default(),
            cost_so_far: 0,
            not_known: BTreeSet::new(),
            unattributed: 0,
            put: FxHashMap::default(),
            called_back: Vec::new(),
            carried: FxHashSet::default(),
            unborn: Unborn::default(),
            fetches: None,
            counted: Vec::new(),
            entered_at: FxHashMap::default(),
            lines: options.platform.map(|platform| Lines::new(platform, known.map.static_slots)),
        }
    }

    /// The same pass, which counts by stack what threads execute and fetch.
    pub(super) fn counting(self, fetches: Fetches) -> Self {
        let counted = self.threads.iter().map(|_| None).collect();
        Self { fetches: Some(fetches), counted, ..self }
    }

    /// Returns whether there are more steps than are kept.
    pub(super) fn is_too_large(&self) -> bool {
        self.memory.strands.are_too_many()
    }

    /// Takes the next chunk of a thread.
    pub(super) fn take(&mut self, number: usize, chunk: &Chunk) {
        self.first.get_or_insert(number);
        let taken = self.threads.get_mut(number).and_then(Option::take);
        let mut thread = taken.unwrap_or_else(|| {
            let strand = self.memory.strands.begin(number as u32, Scheduled::Freely, InstructionId::NONE);
            let mut begun = Thread::new(number as u32, strand);
            begun.counts = self.fetches.is_some().then(Box::default);
            Box::new(begun)
        });
        if let Some(fetches) = &mut self.fetches {
            fetches.note(&chunk.notes);
        }
        let moves = self.lines.is_some() || self.fetches.is_some();
        if let Some(lines) = &mut self.lines {
            lines.note(&chunk.notes);
        }
        for program in &chunk.programs {
            let map: &ProgramMap = self.known.map;
            let mut unknown = |insn| {
                self.not_known.extend(map.call_at(insn).map(|site| format!("{}.{}", site.class, site.name)));
            };
            thread.plans.push(Plan::of(self.known, (self.cost, moves), program, &mut unknown));
        }
        forward(&chunk.words, &mut Turn { pass: self, thread: &mut thread });
        self.threads[number] = Some(thread);
    }

    /// A thread has ended.
    pub(super) fn ended(&mut self, number: usize) {
        let Some(mut thread) = self.threads.get_mut(number).and_then(Option::take) else { return };
        let mut turn = Turn { pass: self, thread: &mut thread };
        turn.end_of_thread();
        if let Some(counted) = self.counted.get_mut(number) {
            *counted = thread.counts.take();
        }
    }

    /// A strand has ended.
    pub(super) fn end(&mut self, strand: u32) {
        self.memory.strands.end(strand);
        if let Some(lines) = &mut self.lines {
            lines.end(strand);
        }
        if let Some(fetches) = &mut self.fetches {
            fetches.end(strand);
        }
    }

    /// All threads have ended.
    pub(super) fn end_all(&mut self) {
        (0..self.threads.len()).for_each(|number| self.ended(number));
    }

    /// Returns what was recorded.
    pub(super) fn finish(mut self) -> Recording {
        self.end_all();
        let moves = self.lines.take().map(Lines::finish).or_else(|| self.fetches.take().map(Fetches::finish));
        self.unattributed += self.virtual_threads();
        let around = self.meetings.given().and_then(|given| self.memory.strands.around(given));
        match around {
            Some(around) => self.memory.strands.attribute(&self.called_back, around),
            None => self.unattributed += self.called_back.len() as u64,
        }
        Recording {
            strands: self.memory.strands.done,
            actors: self.actors,
            monitors: self.meetings.monitors(),
            pools: self.workers,
            instances: self.memory.strands.scopes.instances,
            activations: self.memory.strands.scopes.activations.unwrap_or_default(),
            moves: moves.unwrap_or_default(),
            unattributed: self.unattributed,
            not_known: self.not_known.into_iter().collect(),
        }
    }
}

/// One thread at its turn.
pub(super) struct Turn<'t, 'a, 'm> {
    pub(super) pass: &'t mut Recorder<'a, 'm>,
    pub(super) thread: &'t mut Thread,
}

impl Turn<'_, '_, '_> {
    /// Returns the running strand.
    pub(super) fn strand(&self) -> u32 {
        self.thread.strand()
    }

    /// The strand works.
    pub(super) fn work(&mut self, amount: u64) {
        let strand = self.strand();
        if self.thread.turned_to != Some(strand) {
            self.thread.turned_to = Some(strand);
            self.pass.memory.strands.turn_to(strand, (self.thread.number, self.thread.nodes));
        }
        self.thread.nodes += amount;
        self.pass.memory.strands.work(strand, amount);
    }

    fn access(&mut self, how: How, slot: u32, at: InstructionId) {
        let strand = self.strand();
        match how {
            // Slot 0 belongs to no object.
            _ if slot == 0 => {}
            How::Reads | How::ReadsVolatile if self.thread.aside.is_some() => {}
            How::Reads => self.pass.memory.read(slot, (strand, at), false),
            How::ReadsVolatile => self.pass.memory.read(slot, (strand, at), true),
            How::Writes => self.pass.memory.write(slot, strand),
            How::Updates => self.pass.memory.update(slot, (strand, at)),
        }
    }

    /// A lock of a traced JDK gets an owner, or loses it.
    fn owns(&mut self, slot: u32, at: InstructionId) {
        if slot == 0 || self.pass.known.is_of_worker(self.thread.caller(1)) {
            return;
        }
        let state = self.pass.known.to_state.map(|distance| slot + distance);
        self.pass.lock_states.extend(state);
        if self.pass.known.releases(self.thread.caller(1)) {
            if self.thread.awaits.is_some() {
                let strand = self.strand();
                self.pass.memory.arrive(strand);
            }
            self.leave(slot);
        } else if !self.thread.has(slot) {
            let strand = self.strand();
            if let Some(open) = self.pass.memory.strands.open(strand) {
                open.signal = None;
            }
            self.enter(slot, at);
        }
    }

    fn operate(&mut self, op: &Op, slots: &[u32], at: InstructionId, copied: &mut &[u32], frame: u32) {
        if !matches!(op.does, Does::Accesses(..) | Does::Copies | Does::Touches { .. }) {
            self.stall();
        }
        match op.does {
            Does::Accesses(how, place) => self.access(how, place.slot(slots), at),
            Does::Lives(life, place) => self.live(life, place.slot(slots)),
            Does::PutsTask(place) => self.put_task(place.slot(slots)),
            Does::ExchangesTask(place, takes) => self.exchange_task(place.slot(slots), takes),
            Does::PassesTask(how, place) => {
                let slot = place.slot(slots);
                self.pass_task(how, slot);
                self.access(how, slot, at);
            }
            Does::AccessesState(how, place) => {
                let slot = place.slot(slots);
                if !self.pass.lock_states.contains(&slot) {
                    self.access(how, slot, at);
                }
            }
            Does::Owns(place) => self.owns(place.slot(slots), at),
            Does::Copies => self.copy(copies::first(copied), at),
            Does::Enters(place) => self.enter(place.slot(slots), at),
            Does::Leaves(place) => self.leave(place.slot(slots)),
            Does::Releases(place) => self.release(place.map_or(0, |place| place.slot(slots))),
            Does::Wakes(place) => self.wake(place.slot(slots)),
            Does::Notifies => self.notify(),
            Does::Begins(place) => self.begin(place.slot(slots)),
            Does::Acquires(what) => self.acquire(self.thread.resolve(what, slots), at),
            Does::Awaits(what) => {
                let what = self.thread.resolve(what, slots);
                self.thread.awaited.push((frame, what, at));
            }
            Does::Gives => self.give(),
            Does::GivesSome => self.give_some(),
            Does::Puts(place) => self.put(place.slot(slots)),
            Does::Arrives(place) => self.arrive_at(place.slot(slots)),
            Does::Touches { at: place, shape, write } => self.touch(place.slot(slots), shape, write, at),
        }
    }

    fn entered(&mut self, region: RegionId) {
        let (known, is_bottom, caller) = (self.pass.known, self.thread.level == 0, self.thread.caller(0));
        self.thread.level += 1;
        self.thread.activations.push((self.thread.level, region));
        if let Some(counts) = &mut self.thread.counts {
            counts.enter(self.thread.level, region.activated());
        }
        if known.gets_task(region) {
            self.thread.task = None;
        }
        if self.thread.aside.is_none() && known.is_aside(region, caller) {
            self.thread.aside = Some(self.thread.level);
        }
        if known.awaits(region) {
            self.thread.awaits = Some(self.thread.level);
        }
        if let Some(name) = known.unknown(region) {
            self.pass.not_known.insert(name);
        }
        let is_called_back = is_bottom && self.is_called_by_pool();
        let is_forked = match is_called_back {
            true => self.pass.actors[self.thread.number as usize].name.starts_with(FORK_JOIN),
            false => known.is_forked(region),
        };
        if is_called_back || is_forked || known.is_pooled(region, caller) {
            if is_called_back && is_forked {
                // Tasks that a join executes are not told from what calls it.
                self.pass.not_known.insert("java/util/concurrent/ForkJoinPool".to_owned());
            }
            let task = self.pass.pool(self.thread, is_forked);
            self.begin_task(task, is_called_back);
        }
        self.open_scope(region, caller);
    }

    /// An activation of the program's own code, or one that it calls.
    fn open_scope(&mut self, region: RegionId, caller: RegionId) {
        let (known, level, strand) = (self.pass.known, self.thread.level, self.strand());
        let strands = &mut self.pass.memory.strands;
        match known.is_own(region.activated()) {
            true => strands.open_scope(strand, Construct::Region(region), level),
            false if !caller.is_none() && known.is_own(caller.activated()) => {
                strands.open_scope(strand, Construct::Call(self.thread.own), level);
            }
            false => {}
        }
        if known.hands_out(region) {
            strands.begin_to_hand_out(strand, level);
        }
        if known.moves_tasks(region) {
            strands.end_to_hand_out(strand);
        }
    }

    fn left(&mut self, levels: u32) {
        self.thread.level = self.thread.level.saturating_sub(levels);
        while self.thread.activations.pop_if(|(level, _)| *level > self.thread.level).is_some() {}
        let level = self.thread.level;
        if let Some(counts) = &mut self.thread.counts {
            counts.leave(level);
        }
        self.thread.awaits = self.thread.awaits.filter(|&awaits| awaits <= level);
        self.thread.aside = self.thread.aside.filter(|&aside| aside <= level);
        self.end_tasks();
        let strand = self.strand();
        self.pass.memory.strands.close_scopes(strand, self.thread.level);
    }

    fn end_of_thread(&mut self) {
        self.stall();
        self.thread.level = 0;
        self.end_tasks();
        self.thread.held.clear();
        if let (Some(between), Some(task)) = (self.thread.between.take(), self.thread.last_task) {
            self.pass.memory.strands.begin_behind(between, task);
        }
        let last = self.strand();
        while let Some(strand) = self.thread.strands.pop() {
            self.pass.end(strand);
        }
        if self.thread.object != 0 {
            self.pass.meetings.ended.insert(self.thread.object, last);
        }
    }
}

impl StreamPass for Turn<'_, '_, '_> {
    fn path(&mut self, _: usize, program: u32, frame: u32, slots: &[u32]) {
        while let Some((_, what, at)) = self.thread.awaited.pop_if(|(caller, ..)| *caller >= frame) {
            self.acquire(what, at);
        }
        let plan = std::mem::take(&mut self.thread.plans[program as usize]);
        let (own, mut copied) = slots.split_at(plan.slots as usize);
        if plan.is_own && self.pass.actors[self.thread.number as usize].role.is_none() {
            self.pass.actors[self.thread.number as usize].role = Some(plan.first);
        }
        let mut done = 0;
        for op in &plan.ops {
            self.work(op.before.saturating_sub(done));
            done = done.max(op.before);
            let at = if plan.is_own && !op.insn.is_none() { op.insn } else { self.thread.own };
            self.see_own(at);
            self.operate(op, own, at, &mut copied, frame);
        }
        self.work(plan.cost.saturating_sub(done));
        let strand = self.strand();
        if let Some(last) = plan.own {
            self.see_own(last);
        }
        self.pass.memory.strands.settle(strand, false);
        if let Some(counts) = &mut self.thread.counts {
            counts.executed(plan.cost);
        }
        if self.thread.stalled > 0 && self.pass.memory.strands.is_settled(strand) {
            self.stall();
        }
        self.pass.cost_so_far += plan.cost;
        let left = plan.left;
        self.thread.plans[program as usize] = plan;
        if left > 0 {
            self.left(left);
        }
    }

    fn work(&mut self, nodes: u32) {
        Turn::work(self, u64::from(nodes));
        let strand = self.strand();
        self.pass.memory.strands.settle(strand, false);
        if let Some(counts) = &mut self.thread.counts {
            counts.executed(u64::from(nodes));
        }
        self.pass.cost_so_far += u64::from(nodes);
    }

    fn enter(&mut self, region: RegionId, _: RegionId, _: u32) {
        self.entered(region);
    }

    fn open_loop(&mut self, region: RegionId, _: RegionId, _: u32, _: bool) {
        if self.pass.known.is_own(self.thread.caller(0).activated()) {
            let strand = self.strand();
            self.pass.memory.strands.open_scope(strand, Construct::Region(region), self.thread.level + 1);
        }
        self.thread.level += 2;
    }

    fn exit(&mut self, levels: u32) {
        self.left(levels);
    }

    fn is_done(&self) -> bool {
        self.pass.is_too_large()
    }
}
