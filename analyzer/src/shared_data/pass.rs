//! The pass that counts shared accesses over the merged operation streams of all threads.

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::program::RegionId;
use paratrace_replay::replay::{ReplayStats, Stop};
use paratrace_replay::stream::{Birth, Chunk, Made, StreamPass, copies, forward};
use paratrace_replay::threads::MergedSink;
use paratrace_traceformat::map::{InstructionId, MethodId, NONE, ProgramMap};
use rustc_hash::FxHashMap;

use super::entities::{Created, Entities, Kind, is_primitive};
use super::memory::{AccessTimes, Layout, Touch};
use super::plan::{Calls, Op, Plan, plan, width};
use super::row::{Access, Row};
use super::strands::{Awaited, Strands};
use super::tasks::Tasks;
use crate::input::Progress;

/// An open activation of a method.
#[derive(Debug, Default)]
struct Frame {
    /// Number of open region levels of its loops.
    levels: u32,
    /// Whether it is an instance of a task, and whether it got a strand of its own.
    opens: bool,
    forks: bool,
    /// Strands that it started and has to wait for; `below` never decreases.
    awaited: Vec<Awaited>,
}

/// An open instance of a task.
#[derive(Debug, Clone, Copy)]
struct Open {
    task: u32,
    row: u32,
    /// Value of the pass's clock when it began.
    clock: u64,
    /// Number of nodes of the thread before it.
    nodes: u64,
}

/// The state of one thread while it is followed.
#[derive(Debug, Default)]
struct Thread {
    begun: bool,
    plans: Vec<Plan>,
    frames: Vec<Frame>,
    open: Vec<Open>,
    /// Open strands: first the thread's own, then that of an open task instance.
    strands: Vec<u32>,
    nodes: u64,
}

/// Inputs of a pass beside the stream.
pub(super) struct Setting<'a> {
    pub(super) map: &'a ProgramMap,
    pub(super) tasks: &'a Tasks,
    pub(super) progress: Option<&'a (dyn Fn(Progress) -> bool + Sync)>,
    /// Addresses and the model that times accesses, if accesses are timed.
    pub(super) memory: Option<(&'a Layout, &'a mut dyn AccessTimes)>,
}

/// The pass over all threads. Its clock counts paths and activations.
pub(super) struct Pass<'a> {
    setting: Setting<'a>,
    calls: Calls,
    threads: Vec<Thread>,
    clock: u64,
    /// Number of nodes of all threads.
    nodes: u64,
    found: SharedTotals,
    row_of: FxHashMap<(u32, u32), u32>,
}

/// Results of a pass.
pub(super) struct SharedTotals {
    pub(super) entities: Entities,
    pub(super) rows: Vec<Row>,
    pub(super) strands: Strands,
    /// Number of nodes, by thread.
    pub(super) nodes: Vec<u64>,
}

/// An access, or several of one instruction to consecutive slots.
#[derive(Clone, Copy)]
struct Accessed {
    slot: u32,
    values: u32,
    write: bool,
    bytes: u8,
    /// Number of nodes of the thread before it.
    at: u64,
}

impl<'a> Pass<'a> {
    pub(super) fn new(setting: Setting<'a>) -> Self {
        Self {
            calls: Calls::new(setting.map),
            threads: Vec::new(),
            clock: 0,
            nodes: 0,
            found: SharedTotals {
                entities: Entities::new(setting.map.static_slots),
                rows: Vec::new(),
                strands: Strands::default(),
                nodes: Vec::new(),
            },
            row_of: FxHashMap::default(),
            setting,
        }
    }

    /// Ends the pass after the last chunk. Instances that are still open end here.
    pub(super) fn finish(mut self, threads: usize) -> SharedTotals {
        for thread in 0..self.threads.len() {
            self.exit(thread, u32::MAX);
            while self.close(thread) {}
        }
        self.found.nodes = self.threads.iter().map(|thread| thread.nodes).collect();
        self.found.nodes.resize(threads, 0);
        self.found.strands.finish();
        self.found.entities.settle();
        for row in &mut self.found.rows {
            for (entity, sums) in std::mem::take(&mut row.pending) {
                if is_primitive(self.found.entities.kind(entity)) {
                    row.own_elements.add(false, sums.reads);
                    row.own_elements.add(true, sums.writes);
                }
            }
        }
        self.found
    }

    fn take(&mut self, thread: usize, chunk: &Chunk) {
        if thread >= self.threads.len() {
            self.threads.resize_with(thread + 1, Thread::default);
        }
        let map = self.setting.map;
        let plans = chunk.programs.iter().map(|program| plan(map, &self.calls, program));
        self.threads[thread].plans.extend(plans);
        self.found.entities.owners.note(&chunk.notes);
        let mut of_thread = OfThread { pass: self, thread, births: &chunk.notes.births };
        forward(&chunk.words, &mut of_thread);
        let OfThread { pass, births, .. } = of_thread;
        pass.born(thread, births, InstructionId::NONE);
    }

    fn begin(&mut self, thread: usize) {
        let strand = self.found.strands.thread(thread);
        self.threads[thread].begun = true;
        self.threads[thread].strands.push(strand);
        if let Some(task) = self.setting.tasks.of_thread(thread) {
            self.open(thread, task);
        }
    }

    fn born(&mut self, thread: usize, births: &[Birth], near: InstructionId) {
        let created = Created { clock: self.clock, thread: thread as u32 };
        for birth in births {
            self.found.entities.born(birth, created, near);
            for open in &self.threads[thread].open {
                let row = &mut self.found.rows[open.row as usize];
                match birth.made {
                    Made::Array { .. } => row.created.0 += 1,
                    Made::Numbered | Made::Hashed | Made::Initialised => row.created.1 += 1,
                }
            }
        }
    }

    fn path(&mut self, thread: usize, program: usize, slots: &[u32]) {
        let Thread { plans, open, nodes, strands, .. } = &mut self.threads[thread];
        let (plan, begin) = (&plans[program], *nodes);
        *nodes += u64::from(plan.nodes);
        self.nodes += u64::from(plan.nodes);
        let strand = strands.last().copied().unwrap_or(0);
        let mut step =
            Step { found: &mut self.found, setting: &mut self.setting, thread, open, before: Shared::default() };
        step.before = step.shared();
        let (slots, mut groups) = slots.split_at(plan.slots);
        for &op in &plan.ops {
            step.op(op, begin, slots, &mut groups, strand);
        }
        let (before, now) = (step.before, step.shared());
        let accesses = (now.scalars - before.scalars, now.elements - before.elements);
        self.found.strands.all[strand as usize].ran(u64::from(plan.nodes), accesses, now.time - before.time);
        let exits = plan.exits;
        if exits > 0 {
            self.leave_loops(thread, exits);
        }
    }

    /// Ends loops of the current activation, which awaits the task instances that they started.
    fn leave_loops(&mut self, thread: usize, levels: u32) {
        let Thread { frames, strands, .. } = &mut self.threads[thread];
        let Some(frame) = frames.last_mut() else { return };
        frame.levels = frame.levels.saturating_sub(levels);
        let strand = strands.last().copied().unwrap_or(0);
        while let Some(awaited) = frame.awaited.pop_if(|awaited| frame.levels < awaited.below) {
            self.found.strands.awaits(strand, awaited.strand);
        }
    }

    fn enter(&mut self, thread: usize, method: MethodId) {
        self.clock += 1;
        if !self.threads[thread].begun {
            self.begin(thread);
        }
        let task = self.setting.tasks.of_method(method);
        let state = &self.threads[thread];
        let task = task.filter(|task| state.open.iter().all(|open| open.task != *task));
        let mut frame = Frame { opens: task.is_some(), ..Frame::default() };
        if let Some(task) = task {
            // An instance inside another task's instance belongs to that one's strand.
            frame.forks = state.open.is_empty() && self.fork(thread);
            self.open(thread, task);
        }
        self.threads[thread].frames.push(frame);
    }

    /// Starts a strand for an instance of a task. Returns false if there is no caller, or there are too many strands.
    fn fork(&mut self, thread: usize) -> bool {
        let Thread { frames, strands, .. } = &mut self.threads[thread];
        let Some(caller) = frames.last_mut() else { return false };
        let by = strands.last().copied().unwrap_or(0);
        let Some(strand) = self.found.strands.instance(by) else { return false };
        caller.awaited.push(Awaited { below: caller.levels.saturating_sub(1), strand });
        strands.push(strand);
        true
    }

    fn open(&mut self, thread: usize, task: u32) {
        let rows = &mut self.found.rows;
        let row = *self.row_of.entry((task, thread as u32)).or_insert_with(|| {
            rows.push(Row::new(task, thread as u32));
            rows.len() as u32 - 1
        });
        rows[row as usize].instances += 1;
        let state = &mut self.threads[thread];
        if let Some(&strand) = state.strands.last() {
            let strand = &mut self.found.strands.all[strand as usize];
            strand.row = if strand.row == NONE { row } else { strand.row };
        }
        state.open.push(Open { task, row, clock: self.clock, nodes: state.nodes });
    }

    /// Ends the innermost open task instance. Returns false if there is none.
    fn close(&mut self, thread: usize) -> bool {
        let state = &mut self.threads[thread];
        let Some(open) = state.open.pop() else { return false };
        self.found.rows[open.row as usize].nodes += state.nodes - open.nodes;
        true
    }

    fn exit(&mut self, thread: usize, mut levels: u32) {
        while levels > 0 {
            let Some(frame) = self.threads[thread].frames.last() else { return };
            if levels <= frame.levels {
                return self.leave_loops(thread, levels);
            }
            levels -= frame.levels + 1;
            self.leave(thread);
        }
    }

    /// Ends the current activation.
    fn leave(&mut self, thread: usize) {
        let state = &mut self.threads[thread];
        let Some(frame) = state.frames.pop() else { return };
        let strand = state.strands.last().copied().unwrap_or(0);
        for awaited in frame.awaited.iter().rev() {
            self.found.strands.awaits(strand, awaited.strand);
        }
        if frame.forks {
            state.strands.pop();
        }
        if frame.opens {
            self.close(thread);
        }
    }
}

/// Shared accesses and their time in ns.
#[derive(Debug, Clone, Copy, Default)]
struct Shared {
    scalars: u64,
    elements: u64,
    time: f64,
}

/// The execution of one path by a thread.
struct Step<'s, 'a> {
    found: &'s mut SharedTotals,
    setting: &'s mut Setting<'a>,
    thread: usize,
    open: &'s [Open],
    /// Shared accesses before the path.
    before: Shared,
}

impl Step<'_, '_> {
    /// Returns the shared accesses of the outermost open task so far.
    fn shared(&self) -> Shared {
        let Some(open) = self.open.first() else { return Shared::default() };
        let row = &self.found.rows[open.row as usize];
        Shared { scalars: row.accesses.0, elements: row.accesses.1, time: row.time }
    }

    #[inline]
    fn op(&mut self, op: Op, begin: u64, slots: &[u32], groups: &mut &[u32], strand: u32) {
        match op {
            Op::Element { slot, kind, write, node } => {
                let slot = slots[slot as usize];
                let Some((entity, _)) = self.found.entities.owners.owner(slot) else { return };
                self.found.entities.is_of(entity, kind);
                let accessed = Accessed { slot, values: 1, write, bytes: width(kind), at: begin + u64::from(node) };
                self.elements(entity, accessed);
            }
            Op::Reference { slot } => {
                if let Some((entity, _)) = self.found.entities.owners.owner(slots[slot as usize]) {
                    self.found.entities.is_of(entity, b'L');
                }
            }
            Op::Field { slot, write, bytes, node } => {
                let slot = slots[slot as usize];
                let entity = self.found.entities.owners.owner(slot).map(|(entity, _)| entity);
                self.scalar(entity, Accessed { slot, values: 1, write, bytes, at: begin + u64::from(node) });
            }
            Op::Static { slot, write, bytes, node } => {
                self.scalar(None, Accessed { slot, values: 1, write, bytes, at: begin + u64::from(node) });
            }
            Op::Copy { node } => self.copy(copies::first(groups), begin + u64::from(node)),
            Op::Start { node } => self.found.strands.starts(strand, u64::from(node) + 1),
            Op::Join { node } => self.found.strands.joins(strand, u64::from(node) + 1),
        }
    }

    /// Returns whether an entity was created by this thread after the task instance began.
    #[inline]
    fn is_own(&self, entity: Option<u32>, open: &Open) -> bool {
        entity.is_some_and(|entity| {
            let created = self.found.entities.created(entity);
            created.thread as usize == self.thread && created.clock > open.clock
        })
    }

    #[inline]
    fn scalar(&mut self, entity: Option<u32>, accessed: Accessed) {
        let open = self.open;
        for (depth, open) in open.iter().enumerate() {
            let own = self.is_own(entity, open);
            let row = &mut self.found.rows[open.row as usize];
            if own {
                row.own_scalars.add(accessed.write, 1);
                continue;
            }
            row.scalar(access(row, open, accessed, depth));
            self.timed(open.row, accessed);
        }
    }

    #[inline]
    fn elements(&mut self, entity: u32, accessed: Accessed) {
        let open = self.open;
        for (depth, open) in open.iter().enumerate() {
            let own = self.is_own(Some(entity), open);
            let row = &mut self.found.rows[open.row as usize];
            if own {
                let known = is_primitive(self.found.entities.kind(entity));
                let sums = if known { &mut row.own_elements } else { row.pending.entry(entity).or_default() };
                sums.add(accessed.write, u64::from(accessed.values));
                continue;
            }
            row.elements(entity, accessed.slot, access(row, open, accessed, depth), accessed.bytes > 0);
            if accessed.bytes > 0 {
                self.timed(open.row, accessed);
            }
        }
    }

    /// Copies elements: all are read before any is written.
    fn copy(&mut self, group: &[u32], at: u64) {
        match group[0] {
            copies::READS => copies::runs(group).for_each(|run| self.part(run.source, run.length, false, at)),
            copies::WRITES => copies::runs(group).for_each(|run| self.part(run.target, run.length, true, at)),
            _ => self.copied(group, at),
        }
    }

    /// Adds the accesses of a call to elements that lie side by side.
    fn part(&mut self, slot: u32, values: u32, write: bool, at: u64) {
        let Some((entity, _)) = self.found.entities.owners.owner(slot) else { return };
        let kind: Kind = self.found.entities.kind(entity);
        if !self.open.is_empty() && (kind == 0 || is_primitive(kind)) {
            let bytes = if kind == 0 { 0 } else { width(kind) };
            self.elements(entity, Accessed { slot, values, write, bytes, at });
        }
    }

    fn copied(&mut self, group: &[u32], at: u64) {
        let Some(first) = copies::runs(group).next() else { return };
        let entities = &mut self.found.entities;
        let (Some((from, _)), Some((to, _))) =
            (entities.owners.owner(first.source), entities.owners.owner(first.target))
        else {
            return;
        };
        entities.copied(from, to);
        let kind: Kind = entities.kind(from);
        if self.open.is_empty() || (kind != 0 && !is_primitive(kind)) {
            return;
        }
        let bytes = if kind == 0 { 0 } else { width(kind) };
        for run in copies::runs(group) {
            self.elements(from, Accessed { slot: run.source, values: run.length, write: false, bytes, at });
        }
        for run in copies::runs(group) {
            self.elements(to, Accessed { slot: run.target, values: run.length, write: true, bytes, at });
        }
    }

    /// Adds the time that the memory model gives for an access.
    fn timed(&mut self, row: u32, accessed: Accessed) {
        let Some((layout, memory)) = &mut self.setting.memory else { return };
        let Accessed { slot, values, write, bytes, .. } = accessed;
        let owner = self.found.entities.owners.owner(slot);
        let mut time = 0.0;
        for value in 0..values {
            let address = layout.address(owner, slot, value);
            time += memory.access(Touch { worker: row as usize, address, bytes, write });
        }
        self.found.rows[row as usize].time += time;
    }
}

fn access(row: &Row, open: &Open, accessed: Accessed, depth: usize) -> Access {
    let time = row.nodes + (accessed.at - open.nodes);
    Access { write: accessed.write, values: u64::from(accessed.values), time, outermost: depth == 0 }
}

impl MergedSink for Pass<'_> {
    const NOTES: bool = true;
    type End = (ReplayStats, Stop);

    fn chunk(&mut self, thread: usize, chunk: Chunk) -> Result<(), AnalyzeError> {
        self.take(thread, &chunk);
        let progress = Progress { thread, nodes: self.nodes };
        match self.setting.progress {
            Some(report) if !report(progress) => Err(AnalyzeError::Cancelled),
            _ => Ok(()),
        }
    }

    fn end(&mut self, _: usize, stats: ReplayStats, stop: Stop) -> Self::End {
        (stats, stop)
    }
}

/// The pass over a chunk of one thread, with the entities born in it that no path has come to.
struct OfThread<'a, 'p> {
    pass: &'a mut Pass<'p>,
    thread: usize,
    births: &'a [Birth],
}

impl StreamPass for OfThread<'_, '_> {
    fn path(&mut self, at: usize, program: u32, _: u32, slots: &[u32]) {
        let Self { pass, thread, births } = self;
        pass.clock += 1;
        let first = pass.threads[*thread].plans[program as usize].first;
        let count = births.partition_point(|birth| birth.at as usize <= at);
        let (born, rest) = births.split_at(count);
        pass.born(*thread, born, first);
        *births = rest;
        pass.path(*thread, program as usize, slots);
    }

    fn enter(&mut self, region: RegionId, _: RegionId, _: u32) {
        self.pass.enter(self.thread, region.activated());
    }

    fn open_loop(&mut self, _: RegionId, _: RegionId, _: u32, _: bool) {
        if let Some(frame) = self.pass.threads[self.thread].frames.last_mut() {
            frame.levels += 2;
        }
    }

    fn exit(&mut self, levels: u32) {
        self.pass.exit(self.thread, levels);
    }
}
