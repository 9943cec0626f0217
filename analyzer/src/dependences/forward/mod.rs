//! The forward pass: follows the construct instances and finds RAW and WAW edges.

mod levels;
mod totals;

pub(super) use totals::Finished;
pub(crate) use totals::{DependenceSums, Extent, Extents, SumsOfThreads};

use std::sync::Arc;

use paratrace_replay::base::frames::{Cell, Stack};
use paratrace_replay::base::pages::Pages;
use paratrace_replay::base::sparse_set::SparseSet;
use paratrace_replay::paths::accesses::Place;
use paratrace_replay::program::{ConstructId, RegionId};
use paratrace_replay::stream::meetings::{Index, Meeting};
use paratrace_replay::stream::{Callbacks, Spread, StreamPass, copies, forward};
use paratrace_traceformat::map::{BlockId, InstructionId, ProgramMap};

use crate::dependences::activation::sees;
use crate::dependences::backward::slot_of;
use crate::dependences::callbacks::OpenCallbacks;
use crate::dependences::edges::{KINDS, Key, Kind};
use crate::dependences::facts::Facts;
use crate::dependences::held::{Held, Timed};
use crate::dependences::held_changes::HeldChanges;
use crate::dependences::initializers::Running;
use crate::dependences::leaving::{Edge, Head, LeavingForward, Site, Tables};
use crate::dependences::log::Log;
use crate::dependences::plan::{Context, Op, Plan, Plans};
use crate::dependences::successions::Successions;
use crate::dependences::within::Within;
use crate::depths::Arena;
use levels::{Conditional, Level, THREAD};

/// The last write of a location.
#[derive(Debug, Clone, Copy)]
struct Record {
    time: u64,
    site: Site,
    /// The innermost opened construct instance around the write.
    instance: u32,
}

impl Cell for Record {
    /// No write.
    const ZERO: Self = Record { time: 0, site: Site::NONE, instance: 0 };
}

impl Timed for Record {
    fn time(&self) -> u64 {
        self.time
    }
}

/// The forward pass over one thread.
pub(crate) struct Forward<'m> {
    map: &'m ProgramMap,
    /// By number; those of units are apart.
    pub(super) plans: Plans,
    time: u64,
    /// The beginning of the innermost level, if it lies within the running unit.
    level_start: Option<u64>,
    frames: Stack<Record>,
    memory: Arena<Record>,
    marks: Vec<Head>,
    /// Meetings of the running path.
    meetings: Index,
    held: Held,
    /// Slots of the states that the last node may have changed, a call of code that is not shown.
    called: Vec<u32>,
    /// Stretches of elements that it may have written: first slot, number.
    filled: Vec<(u32, u32)>,
    /// Changes of objects that untraced code may hold.
    changes: HeldChanges<Record, 1>,
    /// Changes of others.
    unseen: HeldChanges<Record, 1>,
    initializers: Running,
    levels: Vec<Level>,
    conditionals: Vec<Conditional>,
    /// By construct.
    extents: Pages<Extent>,
    totals: [u64; KINDS],
    callbacks: OpenCallbacks,
    successions: Successions,
    foreign: SparseSet,
    leaving: LeavingForward<'m>,
    within: Within,
    pub(super) log: Log,
}

impl<'m> Forward<'m> {
    /// Creates a pass that starts at the beginning of a thread. `tables` adds its edges up.
    pub(super) fn new(facts: &'m Facts<'m>, tables: Tables<'m>) -> Self {
        let map = facts.map();
        Self {
            map,
            plans: Plans::default(),
            time: 0,
            level_start: None,
            frames: Stack::default(),
            memory: Arena::new(),
            marks: Vec::new(),
            meetings: Index::default(),
            held: Held::default(),
            called: Vec::new(),
            filled: Vec::new(),
            changes: HeldChanges::default(),
            unseen: HeldChanges::default(),
            initializers: Running::default(),
            levels: vec![THREAD],
            conditionals: Vec::new(),
            extents: Pages::default(),
            totals: [0; KINDS],
            callbacks: OpenCallbacks::default(),
            successions: Successions::default(),
            foreign: SparseSet::default(),
            leaving: LeavingForward::new((map, facts.lifetimes()), tables),
            within: Within::new(),
            log: Log::default(),
        }
    }

    /// Adds plans of further paths and units.
    pub(super) fn add(&mut self, paths: Vec<Arc<Plan>>, units: Vec<Arc<Plan>>) {
        let Self { plans, leaving, .. } = self;
        plans.add(paths, units, |plan| leaving.add_sites(&plan.sites));
    }

    /// Runs the pass over the next operations of the stream.
    pub(super) fn take(&mut self, words: &[u32]) {
        forward(words, self);
        if self.leaving.is_full() {
            self.collect();
        }
    }

    /// Returns the time of a node of the running unit.
    #[inline]
    fn at(&self, node: u32) -> u64 {
        self.time + u64::from(node)
    }

    fn execute(&mut self, program: u32, frame: u32, slots: &[u32]) {
        let planned = self.plans.get_mut(program);
        planned.executed += 1;
        let (plan, first) = (Arc::clone(&planned.plan), planned.first_site);
        let (slots, rest) = slots.split_at(plan.slots as usize);
        let (mut copies, meetings) = copies::split(rest, plan.copies);
        self.meetings.read(meetings);
        self.initializers.enter_all(self.map, &plan.fixed.methods);
        self.called.clear();
        self.filled.clear();
        for &op in plan.forward.iter() {
            if !meetings.is_empty()
                && let Some(meeting) = op.resolved().and_then(|n| self.meetings.find(meetings, n))
            {
                self.meet(op, meeting, (first, slots));
            }
            match op {
                Op::Read { place, node, insn } => self.read(place, frame, slots, self.at(node), insn),
                Op::Write { place, node, insn, site } => {
                    let time = self.at(node);
                    self.edge(Kind::Waw, self.record(place, frame, slots), time, insn);
                    self.set(place, frame, slots, time, Site::of(insn, first, site));
                }
                Op::Overwrite { place, node, insn } => {
                    self.edge(Kind::Waw, self.record(place, frame, slots), self.at(node), insn);
                }
                Op::Set { place, node, insn, site } => {
                    self.set(place, frame, slots, self.at(node), Site::of(insn, first, site));
                }
                Op::Look { kind, place, node, insn, inside, streams, .. } => {
                    let time = self.at(node);
                    if streams {
                        self.callbacks.stream(slot_of(place, slots), insn, time);
                    }
                    self.used((kind, inside), self.record(place, frame, slots), time, insn);
                    self.look_inside(inside && slot_of(place, slots) != 0, time, insn);
                }
                Op::Change { kind, place, node, insn, site, inside, shows, .. } => {
                    let (time, site) = (self.at(node), Site::of(insn, first, site));
                    self.callbacks.change(slot_of(place, slots), kind, insn);
                    self.used((kind, inside), self.record(place, frame, slots), time, insn);
                    self.set(place, frame, slots, time, site);
                    self.called.extend((node + 1 == plan.nodes).then(|| slot_of(place, slots)));
                    self.look_inside(inside && slot_of(place, slots) != 0, time, insn);
                    self.change(if shows { slot_of(place, slots) } else { 0 }, time, site);
                }
                Op::Made { place } => self.held.made(slot_of(place, slots)),
                Op::Handed { place } => self.held.handed(slot_of(place, slots), None),
                Op::Copy { node, insn, site } => {
                    let (site, group) = (Site::of(insn, first, site), copies::first(&mut copies));
                    self.copy(group, self.at(node), insn, site);
                    if node + 1 == plan.nodes {
                        self.filled.extend(copies::targets(group));
                    }
                }
                Op::Given { kind, cell, node, insn } => self.given(kind, frame.wrapping_add(cell), (node, insn)),
                Op::Enter { region, node } => self.begin_activation(region, self.at(node)),
                Op::Loop { region, node } => self.begin_loop(ConstructId::of_region(region), self.at(node)),
                Op::Next { node } => self.begin_iteration(self.at(node)),
                Op::Exit { levels, node } => self.exit_at(levels, self.at(node)),
                Op::Begin { construct, node, end } => self.begin(construct, node, end),
                Op::BeginLoop { node, end } => self.begin_whole_loop(node, end),
                Op::BeginNext { construct, node, end } => self.begin_next(construct, node, end),
                Op::Open { construct, join, node } => self.open(construct, join, node),
                Op::Within { context } => self.set_context(&plan.contexts[context as usize]),
                Op::Left { context } => {
                    let level = plan.contexts[context as usize].level;
                    let outer = level.map(|(start, _)| self.at(start));
                    self.merge_changes(outer.unwrap_or_else(|| self.start_of_open()));
                }
                Op::End { .. } => {
                    if let Some(conditional) = self.conditionals.pop() {
                        self.leaving.has_ended(conditional.instance);
                    }
                }
                Op::Arrive { block, left, node } => self.arrive_within(block, left, node),
                Op::Mark { register, insn, site, .. } => self.mark(register, Site::of(insn, first, site)),
                Op::Pair { register, kind, head, tail } => {
                    let Head { site, instance } = self.marks[register as usize];
                    let head = Record { time: self.at(head.0), site, instance };
                    self.edge(kind, head, self.at(tail.0), tail.1);
                }
                Op::Moved { from, to } => {
                    let record = self.frames.get(frame.wrapping_add(from));
                    self.frames.set(frame.wrapping_add(to), record);
                }
                Op::Cleared { cell } => self.frames.set(frame.wrapping_add(cell), Record::ZERO),
            }
        }
        if !plan.contexts.is_empty() {
            self.set_context(&Context::default());
        }
        self.time += u64::from(plan.nodes);
    }

    /// Notes where in a unit the next steps happen.
    fn set_context(&mut self, context: &Context) {
        let time = self.time;
        self.level_start = context.level.map(|(start, _)| time + u64::from(start));
        self.leaving.set_calls(context.calls.iter().map(|&(method, start)| (method, time + u64::from(start))));
    }

    /// Adds the edge from the call that has begun the running unit to an access of what it has given to its callee.
    fn given(&mut self, kind: Kind, address: u32, (node, insn): (u32, InstructionId)) {
        let record = self.cell(address, self.time);
        self.edge(kind, record, self.at(node), insn);
    }

    /// Adds the edges between an object that untraced code knows and its parts, before the step itself is done.
    fn meet(&mut self, op: Op, meeting: Meeting<'_>, (first, slots): (u32, &[u32])) {
        let whole = self.memory.get(meeting.whole);
        match op {
            Op::Read { node, insn, .. } => self.edge(Kind::Passed, whole, self.at(node), insn),
            Op::Write { node, insn, site, .. } => {
                let time = self.at(node);
                self.edge(Kind::Passed, whole, time, insn);
                if self.held.is_viewed(meeting.whole) {
                    self.change(meeting.whole, time, Site::of(insn, first, site));
                }
            }
            Op::Handed { place } => {
                self.held.handed(slot_of(place, slots), Some(meeting.whole));
            }
            Op::Look { node, insn, site, kind, inside, .. } | Op::Change { node, insn, site, kind, inside, .. } => {
                let time = self.at(node);
                for (first, length) in meeting.parts() {
                    self.elements(Kind::Passed, first, length, time, insn);
                }
                let is_own = op.resolved().is_some_and(|n| slots[n as usize] == meeting.whole);
                if !is_own {
                    self.used((kind, inside), whole, time, insn);
                }
                if matches!(op, Op::Change { through: true, .. }) && !is_own || meeting.is_unknown {
                    let site = Site::of(insn, first, site);
                    let record = self.written(time, site);
                    self.set_slot(meeting.whole, record);
                    self.change(meeting.whole, time, site);
                }
            }
            _ => {}
        }
    }

    /// Adds the edge from the last change of an object to a call that uses it.
    fn used(&mut self, (kind, inside): (Kind, bool), head: Record, time: u64, insn: InstructionId) {
        if kind == Kind::State || inside {
            let head = if head.site.is_none() { InstructionId::NONE } else { self.leaving.insn(head.site) };
            self.successions.note(head, insn);
        }
        self.edge(kind, head, time, insn);
    }

    /// Adds the edges from the last changes of objects to a call that may look inside what it is given.
    fn look_inside(&mut self, looks: bool, time: u64, insn: InstructionId) {
        if looks {
            let edges =
                |kind, changes: &HeldChanges<Record, 1>| changes.not_at(time).map(move |head| (kind, head)).collect();
            let mut found: Vec<(Kind, Record)> = edges(Kind::Passed, &self.changes);
            found.extend(edges(Kind::Unseen, &self.unseen));
            found.into_iter().for_each(|(kind, head)| self.edge(kind, head, time, insn));
        }
    }

    /// Notes that a call may change an object which others may hold.
    fn change(&mut self, slot: u32, time: u64, site: Site) {
        let record = self.written(time, site);
        let start = self.level_start.unwrap_or_else(|| self.start_of_open());
        let changes = if self.held.is_held(slot) { &mut self.changes } else { &mut self.unseen };
        if slot != 0 {
            changes.add(slot, record, |time| time >= start);
        }
    }

    fn mark(&mut self, register: u32, site: Site) {
        let head = Head { site, instance: self.innermost() };
        if self.marks.len() <= register as usize {
            self.marks.resize(register as usize + 1, head);
        }
        self.marks[register as usize] = head;
    }

    /// Returns the innermost open instance.
    #[inline]
    fn innermost(&self) -> u32 {
        self.leaving.innermost()
    }

    /// Returns the record of a write inside of the innermost open instance.
    #[inline]
    fn written(&self, time: u64, site: Site) -> Record {
        Record { time, site, instance: self.innermost() }
    }

    /// Returns the time at which the running activation began.
    #[inline]
    fn activation(&self) -> u64 {
        self.levels.last().map_or(0, |level| level.activation)
    }

    #[inline]
    fn record(&self, place: Place, frame: u32, slots: &[u32]) -> Record {
        match place {
            Place::Resolved(slot) => self.memory.get(slots[slot as usize]),
            Place::Static(slot) => self.memory.get(slot),
            Place::Local(cell) | Place::Parameter(cell) | Place::Entry(cell) => {
                self.cell(frame.wrapping_add(cell), self.activation())
            }
        }
    }

    /// Returns the record of a frame cell, as far as the activation that began at a time sees it.
    #[inline]
    fn cell(&self, address: u32, began: u64) -> Record {
        let record = self.frames.get(address);
        let insn = || self.leaving.insn(record.site);
        if !record.site.is_none() && sees(self.map, began, record.time, insn) { record } else { Record::ZERO }
    }

    fn read(&mut self, place: Place, frame: u32, slots: &[u32], time: u64, insn: InstructionId) {
        self.edge(Kind::Raw, self.record(place, frame, slots), time, insn);
    }

    #[inline]
    fn set(&mut self, place: Place, frame: u32, slots: &[u32], time: u64, site: Site) {
        let record = self.written(time, site);
        match place {
            Place::Resolved(slot) => self.set_slot(slots[slot as usize], record),
            Place::Static(slot) => self.set_slot(slot, record),
            Place::Local(cell) | Place::Parameter(cell) | Place::Entry(cell) => {
                self.frames.set(frame.wrapping_add(cell), record);
            }
        }
    }

    #[inline]
    fn set_slot(&mut self, slot: u32, record: Record) {
        if slot != 0 {
            self.memory.set(slot, record);
        }
    }

    /// Copies array elements: all are read before any is written.
    fn copy(&mut self, group: &[u32], time: u64, insn: InstructionId, site: Site) {
        for (first, length) in copies::sources(group) {
            self.elements(Kind::Raw, first, length, time, insn);
        }
        let record = self.written(time, site);
        for (first, length) in copies::targets(group) {
            self.elements(Kind::Waw, first, length, time, insn);
            self.memory.fill(first, length, record);
        }
    }

    /// Adds edges from the last writes of consecutive locations, a stretch of equal records at once.
    fn elements(&mut self, kind: Kind, first: u32, count: u32, time: u64, insn: InstructionId) {
        let mut left = count;
        while left > 0 {
            let slot = first + (count - left);
            let same = self.memory.same_after(slot, left).max(1);
            self.edges(kind, self.memory.get(slot), time, insn, u64::from(same));
            left -= same;
        }
    }

    /// Adds an edge from the last write of a location to a node.
    #[inline]
    fn edge(&mut self, kind: Kind, head: Record, time: u64, insn: InstructionId) {
        self.edges(kind, head, time, insn, 1);
    }

    /// Adds `count` equal edges.
    #[inline]
    fn edges(&mut self, kind: Kind, head: Record, time: u64, insn: InstructionId, count: u64) {
        if head.site.is_none() {
            if kind.is_flow() {
                self.foreign.insert(insn.index());
            }
            return;
        }
        let Record { time: from, site, instance } = head;
        let head = self.leaving.insn(site);
        self.totals[kind as usize] += count;
        self.callbacks.depends(|construct| Key::new(construct, kind, head, insn), from);
        self.initializers.depends_on(self.map, (from, head), time);
        let edge = Edge { kind, head, tail: insn, from, to: time, count };
        if !self.leaving.leave(Head { site, instance }, &edge) && kind == Kind::Raw {
            self.within.note(head, insn);
        }
    }

    /// Drops the instances that no record, level or conditional refers to.
    fn collect(&mut self) {
        let Self { frames, memory, levels, conditionals, leaving, marks, changes, unseen, .. } = self;
        marks.clear();
        leaving.collect(frames.extent() + memory.len(), |each| {
            frames.values().for_each(|record| each(&mut record.instance));
            memory.cells().for_each(|record| each(&mut record.instance));
            let held = changes.each().chain(unseen.each());
            held.for_each(|record| each(&mut record.instance));
            levels.iter_mut().for_each(|level| each(&mut level.instance));
            conditionals.iter_mut().for_each(|conditional| each(&mut conditional.instance));
        });
    }
}

impl StreamPass for Forward<'_> {
    #[inline]
    fn path(&mut self, _: usize, program: u32, frame: u32, slots: &[u32]) {
        self.execute(program, frame, slots);
    }

    #[inline]
    fn enter(&mut self, region: RegionId, _: RegionId, _: u32) {
        let around = self.levels.last().map_or(ConstructId::NONE, |level| level.construct);
        self.callbacks.enter(around, region);
        self.begin_activation(region, self.time);
    }

    #[inline]
    fn open_loop(&mut self, region: RegionId, _: RegionId, _: u32, _: bool) {
        self.begin_loop(ConstructId::of_region(region), self.time);
    }

    #[inline]
    fn next_iteration(&mut self) {
        self.begin_iteration(self.time);
    }

    #[inline]
    fn exit(&mut self, levels: u32) {
        self.exit_at(levels, self.time);
    }

    fn spread(&mut self, count: u32, _: Spread, to: u32) {
        (to..to.saturating_add(count)).for_each(|cell| self.frames.set(cell, Record::ZERO));
    }

    #[inline]
    fn arrive(&mut self, block: BlockId) {
        self.end_conditionals(block);
    }

    /// What a call changes is not there before its work is done.
    fn work(&mut self, nodes: u32) {
        self.time += u64::from(nodes);
        let time = self.time - 1;
        for &slot in self.called.iter().filter(|&&slot| slot != 0) {
            self.memory.set(slot, Record { time, ..self.memory.get(slot) });
        }
        for &(first, length) in &self.filled {
            let record = self.memory.get(first);
            self.memory.fill(first, length, Record { time, ..record });
        }
    }

    /// Tasks of a call are to it what iterations are to a loop.
    fn callback(&mut self, what: Callbacks, call: InstructionId) {
        match what {
            Callbacks::Begin => {
                let construct = ConstructId::of_callbacks(self.map, call);
                self.begin_loop(construct, self.time);
                self.callbacks.begin(construct, self.time);
            }
            Callbacks::Next => self.begin_iteration(self.time),
            Callbacks::End => {
                self.exit_at(2, self.time);
                self.callbacks.end();
            }
        }
    }
}
