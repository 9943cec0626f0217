//! What orders the threads of a forward pass: their floors, and the nodes that these come from (docs/metrics.md, “Across threads”).

use paratrace_replay::paths::Program;
use paratrace_traceformat::map::{InstructionId, MethodId, ProgramMap};

use super::forward::Deepest;
use super::record::{Log, Origin, Record};
use super::sites::{Callers, HeldSets, MeetingKind, OfJdk, Site, Sites};
use crate::synchronization::{Begin, Classes, End, Floors, Mark, Meeting, OfThread, Releases};

/// A node, and how another thread got to know of it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Reached {
    node: Deepest,
    /// Numbers of the sites at which it was released last, and at which that was acquired.
    from: u32,
    to: u32,
}

impl Mark for Reached {
    type Site = u32;

    fn depth(self) -> u32 {
        self.node.depth
    }

    fn released(self, from: u32) -> Self {
        Self { from, to: 0, ..self }
    }

    fn acquired(self, to: u32) -> Self {
        Self { to, ..self }
    }
}

/// What orders one thread.
struct Ordered {
    orders: OfThread,
    floors: Floors<Reached>,
    callers: Callers,
    /// The deepest node of the section that the thread is in, or the one that its floor comes from.
    max: Reached,
    /// The same at each release of the running path.
    released: Vec<Reached>,
    /// What the last path had.
    floor: Reached,
    /// Number of the set of sites of the monitors that it holds, once it is known.
    held: Option<u32>,
}

/// What orders all threads.
pub(super) struct Order<'m> {
    map: &'m ProgramMap,
    classes: Classes<'m>,
    of_jdk: OfJdk,
    releases: Releases<Reached>,
    sites: Sites,
    held: HeldSets,
    threads: Vec<Ordered>,
}

impl<'m> Order<'m> {
    pub(super) fn new(map: &'m ProgramMap, threads: usize) -> Self {
        let ordered = |thread: usize| Ordered {
            orders: OfThread::default(),
            floors: Floors::new(thread as u32),
            callers: Callers::default(),
            max: Reached::default(),
            released: Vec::new(),
            floor: Reached::default(),
            held: Some(0),
        };
        Self {
            map,
            classes: Classes::new(map),
            of_jdk: OfJdk::new(map),
            releases: Releases::default(),
            sites: Sites::default(),
            held: HeldSets::default(),
            threads: (0..threads).map(ordered).collect(),
        }
    }

    /// Returns whether the object of a thread is known, as in all traces that tell what is synchronised on.
    pub(super) fn knows_threads(&self) -> bool {
        self.threads.iter().any(|thread| thread.orders.end().is_some())
    }

    pub(super) fn finish(self) -> (Sites, HeldSets) {
        (self.sites, self.held)
    }

    pub(super) fn add(&mut self, thread: usize, program: &Program) {
        self.threads[thread].orders.add(program, &self.classes);
        self.threads[thread].callers.add(program, &self.of_jdk);
    }

    /// Begins a path of a thread. Returns its floor.
    pub(super) fn begin(&mut self, thread: usize, program: u32, frame: u32, slots: &[u32]) -> u32 {
        let Self { of_jdk, releases, sites, .. } = self;
        let Ordered { orders, floors, callers, max, released, held, .. } = &mut self.threads[thread];
        callers.begin(program, frame);
        orders.begin_path(program, frame, slots, |begin, insn| {
            let (Begin::Acquire(meeting) | Begin::Enter(meeting)) = begin;
            let under = if matches!(meeting, Meeting::Thread(_)) && insn.is_none() {
                InstructionId::NONE
            } else {
                callers.under(insn, of_jdk)
            };
            let kind = MeetingKind::of(meeting, matches!(begin, Begin::Enter(_)));
            let at = sites.number(Site { kind, insn, under });
            match begin {
                Begin::Acquire(meeting) => floors.acquire(meeting, at, releases),
                Begin::Enter(monitor) => {
                    *max = floors.enter(monitor, at, *max, releases);
                    *held = None;
                }
            }
        });
        let floor = floors.floor();
        *max = max.deeper(floor);
        released.clear();
        floor.depth()
    }

    /// This is the deepest node that the running path has executed.
    pub(super) fn raise(&mut self, thread: usize, node: Deepest) {
        let max = &mut self.threads[thread].max;
        *max = max.deeper(Reached { node, ..Reached::default() });
    }

    /// The running path releases something.
    pub(super) fn release(&mut self, thread: usize) {
        let thread = &mut self.threads[thread];
        thread.released.push(thread.max);
    }

    /// Logs what the backward pass needs of the path that has run.
    pub(super) fn log(&mut self, thread: usize, log: &mut Log) {
        let Ordered { floors, floor, held, .. } = &mut self.threads[thread];
        let before = std::mem::replace(floor, floors.floor());
        let held = *held.get_or_insert_with(|| self.held.number(floors.held()));
        let Reached { node, from, to } = *floor;
        let origin = (*floor != before).then_some(Origin { node, from, to });
        Record { floor: node.depth, held, origin }.write(log);
    }

    /// Ends a path, after it was logged.
    pub(super) fn end(&mut self, thread: usize, program: u32, frame: u32, slots: &[u32]) {
        let Self { of_jdk, releases, sites, .. } = self;
        let Ordered { orders, floors, callers, max, released, held, .. } = &mut self.threads[thread];
        let mut left = Reached::default();
        orders.end_path(program, frame, slots, |number, end, insn| {
            let (End::Release(meeting) | End::Leave(meeting)) = end;
            let under = callers.under(insn, of_jdk);
            let at = sites.number(Site { kind: MeetingKind::of(meeting, false), insn, under });
            let depth = released.get(number).copied().unwrap_or_default().deeper(left);
            left = left.deeper(floors.end(end, at, depth, releases));
            if matches!(end, End::Leave(_)) {
                *held = None;
            }
        });
        *max = max.deeper(left);
        callers.end(program, frame);
    }

    /// Regions open: the first of them may be those of a task.
    pub(super) fn enter(&mut self, thread: usize, levels: u32, method: MethodId) {
        let Ordered { orders, floors, .. } = &mut self.threads[thread];
        if orders.enter(levels) {
            let insn = self.map.methods.get(method.index()).and_then(|method| method.instructions().next());
            let insn = insn.unwrap_or(InstructionId::NONE);
            let at = self.sites.number(Site { kind: MeetingKind::Tasks, insn, under: insn });
            floors.acquire(Meeting::Tasks, at, &self.releases);
        }
    }

    /// Regions close.
    pub(super) fn exit(&mut self, thread: usize, levels: u32) {
        let Ordered { orders, floors, max, .. } = &mut self.threads[thread];
        if orders.exit(levels) {
            let (insn, under) = (InstructionId::NONE, InstructionId::NONE);
            let at = self.sites.number(Site { kind: MeetingKind::Results, insn, under });
            self.releases.release(Meeting::Results, thread as u32, floors.whole(*max).released(at));
        }
    }

    /// The turn of a thread ends.
    pub(super) fn pause(&mut self, thread: usize) {
        let Ordered { floors, max, .. } = &self.threads[thread];
        floors.pause(*max, &mut self.releases);
    }

    /// A thread has ended.
    pub(super) fn ended(&mut self, thread: usize) {
        let Ordered { orders, floors, max, .. } = &self.threads[thread];
        if let Some(end) = orders.end() {
            let (insn, under) = (InstructionId::NONE, InstructionId::NONE);
            let at = self.sites.number(Site { kind: MeetingKind::End, insn, under });
            self.releases.release(end, thread as u32, floors.whole(*max).released(at));
        }
    }
}
