//! The forward pass: follows the construct instances and finds RAW and WAW edges.

use std::rc::Rc;

use fixedbitset::FixedBitSet;
use paratrace_replay::base::frames::{Cell, Stack};
use paratrace_replay::base::pages::Pages;
use paratrace_replay::paths::Program;
use paratrace_replay::paths::accesses::Place;
use paratrace_replay::program::{ConstructId, Constructs, RegionId};
use paratrace_replay::stream::meetings::{Index, Meeting};
use paratrace_replay::stream::{Callbacks, Chunk, Spread, StreamPass, copies, forward};
use paratrace_traceformat::map::{self, BlockId, InstructionId, ProgramMap};
use rustc_hash::{FxHashMap, FxHashSet};

use super::backward::slot_of;
use super::callbacks::OpenCallbacks;
use super::edges::{Edges, KINDS, Key, Kind, Stat};
use super::exceptions::Exceptions;
use super::held::{Changes, Held, Timed};
use super::initializers::{During, Running, Spans};
use super::leaving::{Edge, LeavingForward, OPEN, Remaining};
use super::log::{Ended, Log};
use super::plan::{Op, Plan, plan};
use super::points::Points;
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
    constructs: Constructs<'m>,
    points: Points<'m>,
    plans: Vec<Rc<Plan>>,
    lengths: Vec<u32>,
    slots: Vec<u32>,
    executed: Vec<u64>,
    time: u64,
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
    /// Creates a pass that starts at the beginning of a thread.
    pub(super) fn new(map: &'m ProgramMap) -> Self {
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
            constructs: Constructs::new(map),
            points: Points::new(map),
            plans: Vec::new(),
            lengths: Vec::new(),
            slots: Vec::new(),
            executed: Vec::new(),
            time: 0,
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
            leaving: LeavingForward::new(map),
            within: Within::new(),
            log: Log::default(),
        }
    }

    fn add_program(&mut self, program: &Program) {
        self.plans.push(Rc::new(plan(&mut self.constructs, &self.points, &program.script, program.nodes)));
        self.lengths.push(program.nodes);
        self.slots.push(program.slots);
        self.executed.push(0);
    }

    /// Runs the pass over the next chunk of the stream.
    pub(super) fn take(&mut self, chunk: &Chunk) {
        for program in &chunk.programs {
            self.add_program(program);
        }
        forward(&chunk.words, self);
        if self.leaving.is_full() {
            self.collect();
        }
    }

    fn execute(&mut self, program: usize, frame: u32, slots: &[u32]) {
        self.executed[program] += 1;
        let plan = Rc::clone(&self.plans[program]);
        let (slots, rest) = slots.split_at(self.slots[program] as usize);
        let (mut copies, meetings) = copies::split(rest, plan.copies);
        self.meetings.read(meetings);
        for &op in &plan.forward {
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
                Op::Begin { construct, node, end } => {
                    self.begin(construct, BlockId::NONE, node, self.time + u64::from(end))
                }
                Op::Open { construct, join, node } => self.begin(construct, join, node, OPEN),
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
                    let record = self.frames.get(frame + from);
                    self.frames.set(frame + to, record);
                }
                Op::Cleared { cell } => self.frames.set(frame + cell, Record::ZERO),
            }
        }
        self.time += u64::from(self.lengths[program]);
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
        let start = self.levels.last().map_or(0, |level| level.start);
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
                let record = self.frames.get(frame + cell);
                if self.is_of_this_activation(record) { record } else { Record::ZERO }
            }
        }
    }

    /// Returns whether the running activation wrote the record, as frames reuse cells. The call that writes the
    /// parameters is the node directly before the activation.
    #[inline]
    fn is_of_this_activation(&self, record: Record) -> bool {
        let began = self.activation();
        record.time >= began
            || (record.time + 1 == began
                && self.map.insns.op.get(record.insn.index()) == Some(&(map::Op::Invoke as u8)))
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
            Place::Local(cell) | Place::Parameter(cell) | Place::Entry(cell) => self.frames.set(frame + cell, record),
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

    fn begin(&mut self, construct: ConstructId, join: BlockId, node: u32, end: u64) {
        let start = self.time + u64::from(node);
        let instance = self.leaving.open(construct, start);
        if end != OPEN {
            self.leaving.will_end(instance, end);
        }
        self.conditionals.push(Conditional { construct, instance, start, join });
    }

    fn begin_activation(&mut self, region: RegionId) {
        let construct = ConstructId::of_region(region);
        let Self { map, initializers, levels, .. } = self;
        initializers.enter(map, region.index(), (self.time, levels.len()), || outermost_loop(levels));
        let instance = self.leaving.open(construct, self.time);
        let conditionals = self.conditionals.len() as u32;
        let (own_conditionals, start, activation) = (conditionals, self.time, self.time);
        self.levels.push(Level { construct, instance, start, conditionals, own_conditionals, activation });
    }

    /// Opens a loop and its first iteration.
    fn begin_loop(&mut self, construct: ConstructId) {
        let Some(&outer) = self.levels.last() else { return };
        let (conditionals, start) = (self.conditionals.len() as u32, self.time);
        let whole = self.leaving.open_loop(start);
        self.levels.push(Level { construct: ConstructId::NONE, instance: whole, start, conditionals, ..outer });
        let instance = self.leaving.open(construct, start);
        self.levels.push(Level { construct, instance, start, conditionals, ..outer });
    }

    fn begin_iteration(&mut self) {
        let Some(level) = self.levels.pop() else { return };
        self.leave(level, self.time);
        let (construct, start) = (level.construct, self.time);
        let instance = self.leaving.next_iteration(construct, start);
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
        let outer = self.levels.last().map_or(0, |level| level.start);
        self.changes.merge(|time| time >= outer);
        self.unseen.merge(|time| time >= outer);
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
        let (mut fixed, mut exceptions) = (Vec::new(), Exceptions::default());
        for (plan, &executed) in self.plans.iter().zip(&self.executed).filter(|(_, executed)| **executed > 0) {
            for (total, &once) in self.totals.iter_mut().zip(&plan.fixed.totals) {
                *total += executed * once;
            }
            exceptions.add_path(&plan.fixed, executed);
            fixed.extend(plan.fixed.edges.iter().map(|(key, stat)| (*key, stat.times(executed))));
            for &(construct, instances, nodes) in &plan.fixed.conditionals {
                let extent = self.extents.at(construct.number() as usize);
                extent.instances += executed * instances;
                extent.duration += executed * nodes;
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
            fixed,
            plans: self.plans,
            nodes: self.time,
            held: self.held,
            spans,
            leaving: self.leaving.finish(),
        }
    }
}

/// Results of a finished forward pass.
pub(super) struct Finished<'m> {
    pub(super) found: DependenceTotals,
    /// Edges within paths, with their sums.
    pub(super) fixed: Vec<(Key, Stat)>,
    pub(super) plans: Vec<Rc<Plan>>,
    /// Number of nodes of the thread.
    pub(super) nodes: u64,
    /// The objects that untraced code may hold in the end.
    pub(super) held: Held,
    /// When class initialisers ran.
    pub(super) spans: Spans,
    pub(super) leaving: Remaining<'m>,
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
        self.execute(program as usize, frame, slots);
    }

    #[inline]
    fn enter(&mut self, region: RegionId, _: RegionId, _: u32) {
        let around = self.levels.last().map_or(ConstructId::NONE, |level| level.construct);
        self.callbacks.enter(around, region);
        self.begin_activation(region);
    }

    #[inline]
    fn open_loop(&mut self, region: RegionId, _: RegionId, _: u32, _: bool) {
        self.begin_loop(ConstructId::of_region(region));
    }

    #[inline]
    fn next_iteration(&mut self) {
        self.begin_iteration();
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
                self.begin_loop(construct);
                self.callbacks.begin(construct, self.time);
            }
            Callbacks::Next => self.begin_iteration(),
            Callbacks::End => {
                self.exit_at(2, self.time);
                self.callbacks.end();
            }
        }
    }
}
