//! The forward pass: follows the construct instances and finds RAW and WAW edges.

use std::sync::Arc;

use fixedbitset::FixedBitSet;
use paratrace_replay::base::frames::{Cell, Stack};
use paratrace_replay::base::pages::Pages;
use paratrace_replay::paths::accesses::Place;
use paratrace_replay::program::{ConstructId, RegionId};
use paratrace_replay::stream::meetings::{Index, Meeting};
use paratrace_replay::stream::{Callbacks, Spread, StreamPass, copies, forward};
use paratrace_traceformat::map::{BlockId, InstructionId, ProgramMap};
use rustc_hash::{FxHashMap, FxHashSet};

use super::backward::slot_of;
use super::callbacks::OpenCallbacks;
use super::edges::{Edges, KINDS, Key, Kind, Stat};
use super::exceptions::Exceptions;
use super::held::{Changes, Held, Timed};
use super::initializers::{During, Running, Spans};
use super::leaving::{Edge, LeavingForward, Tables};
use super::log::{Ended, Log};
use super::plan::{Context, Op, Planned, Plans, is_call};
use super::planner::Prepared;
use super::successions::Successions;
use super::within::Within;
use crate::depths::Arena;

/// The last write of a location.
#[derive(Debug, Clone, Copy)]
struct Record {
    time: u64,
    insn: InstructionId,
    /// The innermost construct instance around the write.
    instance: u32,
}

impl Cell for Record {
    /// No write.
    const ZERO: Self = Record { time: 0, insn: InstructionId::NONE, instance: 0 };
}

impl Timed for Record {
    fn time(&self) -> u64 {
        self.time
    }
}

/// An open level of the region nest: an activation, a whole loop, an iteration, or the thread.
#[derive(Debug, Clone, Copy)]
struct Level {
    /// The construct; `NONE` for a whole loop and for the thread.
    construct: ConstructId,
    instance: u32,
    start: u64,
    /// Number of open conditionals that began before this level.
    conditionals: u32,
    /// Number of open conditionals that began before this level's activation.
    own_conditionals: u32,
    /// Time at which the activation began.
    activation: u64,
}

/// An open conditional.
#[derive(Debug, Clone, Copy)]
struct Conditional {
    construct: ConstructId,
    instance: u32,
    start: u64,
    join: BlockId,
}

/// Number of instances of a construct, and their total duration in nodes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) instances: u64,
    pub(crate) duration: u64,
}

/// Extents of all constructs that had an instance.
pub(crate) type Extents = FxHashMap<ConstructId, Extent>;

/// The forward pass over one thread.
pub(crate) struct Forward<'m> {
    map: &'m ProgramMap,
    /// By number; those of units are apart.
    plans: Plans,
    time: u64,
    /// The beginning of the innermost level, if it lies within the running unit.
    level_start: Option<u64>,
    frames: Stack<Record>,
    memory: Arena<Record>,
    marks: Vec<u32>,
    /// Meetings of the running path.
    meetings: Index,
    held: Held,
    /// Changes of objects that untraced code may hold.
    changes: Changes<Record>,
    /// Changes of others.
    unseen: Changes<Record>,
    initializers: Running,
    levels: Vec<Level>,
    conditionals: Vec<Conditional>,
    /// By construct.
    extents: Pages<Extent>,
    totals: [u64; KINDS],
    callbacks: OpenCallbacks,
    successions: Successions,
    foreign: FixedBitSet,
    leaving: LeavingForward<'m>,
    within: Within,
    pub(super) log: Log,
}

impl<'m> Forward<'m> {
    /// Creates a pass that starts at the beginning of a thread. `tables` adds its edges up.
    pub(super) fn new(map: &'m ProgramMap, tables: Tables<'m>) -> Self {
        let thread = Level {
            construct: ConstructId::NONE,
            instance: 0,
            start: 0,
            conditionals: 0,
            own_conditionals: 0,
            activation: 0,
        };
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
            changes: Changes::default(),
            unseen: Changes::default(),
            initializers: Running::default(),
            levels: vec![thread],
            conditionals: Vec::new(),
            extents: Pages::default(),
            totals: [0; KINDS],
            callbacks: OpenCallbacks::default(),
            successions: Successions::default(),
            foreign: FixedBitSet::new(),
            leaving: LeavingForward::new(map, tables),
            within: Within::new(),
            log: Log::default(),
        }
    }

    /// Runs the pass over the next operations of the stream, and returns them.
    pub(super) fn take(&mut self, next: Prepared) -> Vec<u32> {
        self.plans.add(next.paths, next.units);
        forward(&next.words, self);
        if self.leaving.is_full() {
            self.collect();
        }
        next.words
    }

    fn execute(&mut self, program: u32, frame: u32, slots: &[u32]) {
        let planned = self.plans.get_mut(program);
        planned.executed += 1;
        let plan = Arc::clone(&planned.plan);
        let (slots, rest) = slots.split_at(plan.slots as usize);
        let (mut copies, meetings) = copies::split(rest, plan.copies);
        self.meetings.read(meetings);
        self.initializers.enter_all(self.map, &plan.fixed.methods);
        for &op in plan.forward.iter() {
            if !meetings.is_empty()
                && let Some(meeting) = op.resolved().and_then(|n| self.meetings.find(meetings, n))
            {
                self.meet(op, meeting, slots);
            }
            match op {
                Op::Read { place, node, insn } => self.read(place, frame, slots, self.time + u64::from(node), insn),
                Op::Write { place, node, insn } => {
                    let time = self.time + u64::from(node);
                    self.edge(Kind::Waw, self.record(place, frame, slots), time, insn);
                    self.set(place, frame, slots, time, insn);
                }
                Op::Overwrite { place, node, insn } => {
                    self.edge(Kind::Waw, self.record(place, frame, slots), self.time + u64::from(node), insn);
                }
                Op::Set { place, node, insn } => self.set(place, frame, slots, self.time + u64::from(node), insn),
                Op::Look { kind, place, node, insn, inside } => {
                    let time = self.time + u64::from(node);
                    self.used((kind, inside), self.record(place, frame, slots), time, insn);
                    self.look_inside(inside && slot_of(place, slots) != 0, time, insn);
                }
                Op::Change { kind, place, node, insn, inside, shows, .. } => {
                    let time = self.time + u64::from(node);
                    self.used((kind, inside), self.record(place, frame, slots), time, insn);
                    self.set(place, frame, slots, time, insn);
                    self.look_inside(inside && slot_of(place, slots) != 0, time, insn);
                    self.change(if shows { slot_of(place, slots) } else { 0 }, time, insn);
                }
                Op::Made { place } => self.held.made(slot_of(place, slots)),
                Op::Handed { place } => self.held.handed(slot_of(place, slots), None),
                Op::Copy { node, insn } => self.copy(copies::first(&mut copies), self.time + u64::from(node), insn),
                Op::Given { kind, cell, node, insn } => self.given(kind, frame.wrapping_add(cell), (node, insn)),
                Op::Enter { region, node } => self.begin_activation(region, self.time + u64::from(node)),
                Op::Loop { region, node } => {
                    self.begin_loop(ConstructId::of_region(region), self.time + u64::from(node))
                }
                Op::Next { node } => self.begin_iteration(self.time + u64::from(node)),
                Op::Exit { levels, node } => self.exit_at(levels, self.time + u64::from(node)),
                Op::Begin { construct, node, end } => self.begin(construct, node, end),
                Op::BeginLoop { node, end } => self.begin_whole_loop(node, end),
                Op::BeginNext { construct, node, end } => self.begin_next(construct, node, end),
                Op::Open { construct, join, node } => self.open(construct, join, node),
                Op::Within { context } => self.set_context(&plan.contexts[context as usize]),
                Op::Left { context } => {
                    let level = plan.contexts[context as usize].level;
                    let outer = level.map(|(start, _)| self.time + u64::from(start));
                    self.merge_changes(outer.unwrap_or(self.levels.last().map_or(0, |level| level.start)));
                }
                Op::End { .. } => {
                    if let Some(conditional) = self.conditionals.pop() {
                        self.leaving.has_ended(conditional.instance);
                    }
                }
                Op::Arrive { block, left, node } => self.arrive_within(block, left, node),
                Op::Mark { register } => self.mark(register),
                Op::Pair { register, kind, head, tail } => {
                    let instance = self.marks[register as usize];
                    let head = Record { time: self.time + u64::from(head.0), insn: head.1, instance };
                    self.edge(kind, head, self.time + u64::from(tail.0), tail.1);
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
        let record = self.frames.get(address);
        let given = record.time + 1 == self.time && is_call(self.map, record.insn);
        let record = if given { record } else { Record::ZERO };
        self.edge(kind, record, self.time + u64::from(node), insn);
    }

    /// Adds the edges between an object that untraced code knows and its parts, before the step itself is done.
    fn meet(&mut self, op: Op, meeting: Meeting<'_>, slots: &[u32]) {
        let whole = self.memory.get(meeting.whole);
        match op {
            Op::Read { node, insn, .. } => self.edge(Kind::Passed, whole, self.time + u64::from(node), insn),
            Op::Write { node, insn, .. } => {
                let time = self.time + u64::from(node);
                self.edge(Kind::Passed, whole, time, insn);
                if self.held.is_viewed(meeting.whole) {
                    self.change(meeting.whole, time, insn);
                }
            }
            Op::Handed { place } => {
                self.held.handed(slot_of(place, slots), Some(meeting.whole));
            }
            Op::Look { node, insn, kind, inside, .. } | Op::Change { node, insn, kind, inside, .. } => {
                let time = self.time + u64::from(node);
                for (first, length) in meeting.parts() {
                    self.elements(Kind::Passed, first, length, time, insn);
                }
                let is_own = op.resolved().is_some_and(|n| slots[n as usize] == meeting.whole);
                if !is_own {
                    self.used((kind, inside), whole, time, insn);
                }
                if matches!(op, Op::Change { through: true, .. }) && !is_own || meeting.is_unknown {
                    let record = Record { time, insn, instance: self.innermost() };
                    self.set_slot(meeting.whole, record);
                    self.change(meeting.whole, time, insn);
                }
            }
            _ => {}
        }
    }

    /// Adds the edge from the last change of an object to a call that uses it.
    fn used(&mut self, (kind, inside): (Kind, bool), head: Record, time: u64, insn: InstructionId) {
        if kind == Kind::State || inside {
            self.successions.note(head.insn, insn);
        }
        self.edge(kind, head, time, insn);
    }

    /// Adds the edges from the last changes of objects to a call that may look inside what it is given.
    fn look_inside(&mut self, looks: bool, time: u64, insn: InstructionId) {
        if looks {
            let edges = |kind, changes: &Changes<Record>| changes.not_at(time).map(move |head| (kind, head)).collect();
            let mut found: Vec<(Kind, Record)> = edges(Kind::Passed, &self.changes);
            found.extend(edges(Kind::Unseen, &self.unseen));
            found.into_iter().for_each(|(kind, head)| self.edge(kind, head, time, insn));
        }
    }

    /// Notes that a call may change an object which others may hold.
    fn change(&mut self, slot: u32, time: u64, insn: InstructionId) {
        let record = Record { time, insn, instance: self.innermost() };
        let start = self.level_start.unwrap_or(self.levels.last().map_or(0, |level| level.start));
        let changes = if self.held.is_held(slot) { &mut self.changes } else { &mut self.unseen };
        if slot != 0 {
            changes.add(record, |time| time >= start);
        }
    }

    fn mark(&mut self, register: u32) {
        if self.marks.len() <= register as usize {
            self.marks.resize(register as usize + 1, 0);
        }
        self.marks[register as usize] = self.innermost();
    }

    /// Returns the innermost open instance.
    #[inline]
    fn innermost(&self) -> u32 {
        self.leaving.innermost()
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
                let record = self.frames.get(frame.wrapping_add(cell));
                if self.is_of_this_activation(record) { record } else { Record::ZERO }
            }
        }
    }

    /// Returns whether the running activation wrote the record, as frames reuse cells. The call that writes the
    /// parameters is the node directly before the activation.
    #[inline]
    fn is_of_this_activation(&self, record: Record) -> bool {
        let began = self.activation();
        record.time >= began || (record.time + 1 == began && is_call(self.map, record.insn))
    }

    fn read(&mut self, place: Place, frame: u32, slots: &[u32], time: u64, insn: InstructionId) {
        self.edge(Kind::Raw, self.record(place, frame, slots), time, insn);
    }

    #[inline]
    fn set(&mut self, place: Place, frame: u32, slots: &[u32], time: u64, insn: InstructionId) {
        let record = Record { time, insn, instance: self.innermost() };
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
    fn copy(&mut self, group: &[u32], time: u64, insn: InstructionId) {
        for run in copies::runs(group) {
            self.elements(Kind::Raw, run.source, run.length, time, insn);
        }
        let record = Record { time, insn, instance: self.innermost() };
        for run in copies::runs(group) {
            self.elements(Kind::Waw, run.target, run.length, time, insn);
            self.memory.fill(run.target, run.length, record);
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
        if head.insn.is_none() {
            if kind.is_flow() {
                self.foreign.grow_and_insert(insn.index());
            }
            return;
        }
        self.totals[kind as usize] += count;
        self.callbacks.depends(|construct| Key::new(construct, kind, head.insn, insn), head.time);
        self.initializers.depends_on(self.map, (head.time, head.insn), time);
        let edge = Edge { kind, head: head.insn, tail: insn, from: head.time, to: time, count };
        if !self.leaving.leave(head.instance, &edge) && kind == Kind::Raw {
            self.within.note(head.insn, insn);
        }
    }

    /// A conditional begins that reaches beyond the unit.
    fn open(&mut self, construct: ConstructId, join: BlockId, node: u32) {
        let start = self.time + u64::from(node);
        let instance = self.leaving.open(construct, start);
        self.conditionals.push(Conditional { construct, instance, start, join });
    }

    /// An instance begins that ends within the unit.
    fn begin(&mut self, construct: ConstructId, node: u32, end: u32) {
        let start = self.time + u64::from(node);
        let instance = self.leaving.open(construct, start);
        self.begun(instance, (construct, start), end);
    }

    fn begin_whole_loop(&mut self, node: u32, end: u32) {
        let start = self.time + u64::from(node);
        let instance = self.leaving.open_loop(start);
        self.begun(instance, (ConstructId::NONE, start), end);
    }

    fn begin_next(&mut self, construct: ConstructId, node: u32, end: u32) {
        let start = self.time + u64::from(node);
        let instance = self.leaving.next_iteration(construct, start);
        self.begun(instance, (construct, start), end);
    }

    fn begun(&mut self, instance: u32, (construct, start): (ConstructId, u64), end: u32) {
        self.leaving.will_end(instance, self.time + u64::from(end));
        self.conditionals.push(Conditional { construct, instance, start, join: BlockId::NONE });
    }

    fn begin_activation(&mut self, region: RegionId, start: u64) {
        let construct = ConstructId::of_region(region);
        let Self { map, initializers, levels, .. } = self;
        initializers.enter(map, region.index(), (start, levels.len()), || outermost_loop(levels));
        let instance = self.leaving.open(construct, start);
        let conditionals = self.conditionals.len() as u32;
        let (own_conditionals, activation) = (conditionals, start);
        self.levels.push(Level { construct, instance, start, conditionals, own_conditionals, activation });
    }

    /// Opens a loop and its first iteration.
    fn begin_loop(&mut self, construct: ConstructId, start: u64) {
        let Some(&outer) = self.levels.last() else { return };
        let conditionals = self.conditionals.len() as u32;
        let whole = self.leaving.open_loop(start);
        self.levels.push(Level { construct: ConstructId::NONE, instance: whole, start, conditionals, ..outer });
        let instance = self.leaving.open(construct, start);
        self.levels.push(Level { construct, instance, start, conditionals, ..outer });
    }

    fn begin_iteration(&mut self, start: u64) {
        let Some(level) = self.levels.pop() else { return };
        self.leave(level, start);
        let instance = self.leaving.next_iteration(level.construct, start);
        self.levels.push(Level { instance, start, ..level });
    }

    fn exit_at(&mut self, levels: u32, time: u64) {
        for _ in 0..levels {
            let Some(level) = self.levels.pop() else { return };
            self.leave(level, time);
        }
    }

    /// Ends a level, with all conditionals in it.
    fn leave(&mut self, level: Level, time: u64) {
        self.merge_changes(self.levels.last().map_or(0, |level| level.start));
        self.initializers.leave(self.levels.len(), time);
        let first = (level.conditionals as usize).min(self.conditionals.len());
        // The backward pass reads the log from its end: it enters the outer ones first.
        for at in (first..self.conditionals.len()).rev() {
            let Conditional { construct, start, .. } = self.conditionals[at];
            self.ended(construct, start, time);
        }
        self.log.count(self.conditionals.len() - first);
        self.conditionals.truncate(first);
        self.leaving.close_all(level.instance, time);
        if level.construct.is_none() {
            self.log.ended(Ended { construct: ConstructId::NONE, duration: time - level.start });
        } else {
            self.ended(level.construct, level.start, time);
        }
    }

    /// A level has ended: of the changes in the one around it, which began at a time, only the last one counts.
    fn merge_changes(&mut self, outer: u64) {
        self.changes.merge(|time| time >= outer);
        self.unseen.merge(|time| time >= outer);
    }

    /// Counts and logs an instance that has ended.
    fn ended(&mut self, construct: ConstructId, start: u64, end: u64) {
        let duration = end - start;
        self.log.ended(Ended { construct, duration });
        let extent = self.extents.at(construct.number() as usize);
        extent.instances += 1;
        extent.duration += duration;
    }

    fn end_conditionals(&mut self, block: BlockId) {
        self.join(block, self.time);
    }

    fn arrive_within(&mut self, block: BlockId, left: u32, node: u32) {
        let time = self.time + u64::from(node);
        self.exit_at(left, time);
        self.join(block, time);
    }

    /// Ends those conditionals of the activation whose join point (immediate post-dominator) is this block.
    fn join(&mut self, block: BlockId, time: u64) {
        let first = self.levels.last().map_or(0, |level| level.own_conditionals as usize);
        let mut ended = 0;
        for at in (first..self.conditionals.len()).rev() {
            let conditional = self.conditionals[at];
            if conditional.join == block {
                self.leaving.close(conditional.instance, time);
                self.ended(conditional.construct, conditional.start, time);
                self.forget_conditional(at);
                ended += 1;
            }
        }
        self.log.count(ended);
    }

    /// Removes a conditional that ended. In irreducible loops it may have begun outside of loops that are still open,
    /// so levels above it are adjusted.
    fn forget_conditional(&mut self, at: usize) {
        self.conditionals.remove(at);
        for level in self.levels.iter_mut().rev().take_while(|level| level.conditionals as usize > at) {
            level.conditionals -= 1;
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

    /// Ends the pass. Adds the fixed sums of all paths, multiplied by their executions.
    pub(super) fn finish(mut self) -> Finished<'m> {
        let (mut fixed, mut exceptions): (FxHashMap<Key, Stat>, _) = (FxHashMap::default(), Exceptions::default());
        for Planned { plan, executed } in self.plans.each().filter(|planned| planned.executed > 0) {
            let times = *executed;
            for (total, &once) in self.totals.iter_mut().zip(&plan.fixed.totals) {
                *total += times * once;
            }
            exceptions.add_paths(&plan.fixed, times);
            for (key, stat) in &plan.fixed.edges {
                fixed.entry(*key).or_insert(Stat::NONE).add(&stat.times(times));
            }
            for &(construct, instances, nodes) in &plan.fixed.extents {
                let extent = self.extents.at(construct.number() as usize);
                extent.instances += times * instances;
                extent.duration += times * nodes;
            }
        }
        let (spans, during) = self.initializers.finish(self.time);
        let found = DependenceTotals {
            extents: occurring(&self.extents),
            totals: self.totals,
            edges: Edges::default(),
            exceptions,
            during,
            callbacks: self.callbacks.found,
            successions: self.successions,
            foreign: self.foreign,
            within: self.within.finish(),
        };
        Finished {
            found,
            fixed: fixed.into_iter().collect(),
            plans: self.plans,
            nodes: self.time,
            held: self.held,
            spans,
            tables: self.leaving.finish(),
        }
    }
}

/// Results of a finished forward pass.
pub(super) struct Finished<'m> {
    pub(super) found: DependenceTotals,
    /// Edges within paths, with their sums.
    pub(super) fixed: Vec<(Key, Stat)>,
    pub(super) plans: Plans,
    /// Number of nodes of the thread.
    pub(super) nodes: u64,
    /// The objects that untraced code may hold in the end.
    pub(super) held: Held,
    /// When class initialisers ran.
    pub(super) spans: Spans,
    pub(super) tables: Tables<'m>,
}

/// Sums of both passes over one thread.
pub(crate) struct DependenceTotals {
    pub(crate) extents: Extents,
    /// Number of edges of each kind, whether they leave a construct or not.
    pub(crate) totals: [u64; KINDS],
    /// Static edges that leave constructs.
    pub(crate) edges: Edges,
    pub(crate) exceptions: Exceptions,
    pub(crate) during: During,
    pub(crate) callbacks: super::callbacks::Callbacks,
    pub(crate) successions: Successions,
    /// Instructions that have read what no traced code of their thread has written.
    pub(crate) foreign: FixedBitSet,
    /// Writer and reader of the RAW edges that leave no construct.
    pub(crate) within: FxHashSet<(InstructionId, InstructionId)>,
}

/// Returns the extents of the constructs that had an instance.
fn occurring(extents: &Pages<Extent>) -> Extents {
    let occurring = extents.each().filter(|(_, extent)| extent.instances > 0);
    occurring.map(|(number, &extent)| (ConstructId::new(number as u32), extent)).collect()
}

/// Returns the time at which the outermost loop began; 0 if none is open.
fn outermost_loop(levels: &[Level]) -> u64 {
    let mut loops = levels.iter().filter(|level| level.construct == ConstructId::NONE && level.instance != 0);
    loops.next().map_or(0, |level| level.start)
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
