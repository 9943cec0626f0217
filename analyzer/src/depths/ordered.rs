//! Depths of one thread among others: no node comes before what its thread has acquired (docs/metrics.md, “Across threads”).
//!
//! A thread has a *floor*, the greatest depth of what other threads did before they released what it has acquired. While it holds a
//! monitor, its floor is at least the greatest depth of what was done while that was held before, in whatever thread: no two of these
//! *sections* overlap. Depths are stored as they are, and a path computes with what they are above the floor.

use paratrace_replay::program::RegionId;
use paratrace_replay::stream::{Joined, Spread};

use super::code::Codes;
use super::lanes::Joint;
use super::releases::Releases;
use super::run::Passage;
use super::thread::WholeThread;
use crate::synchronization::{Begin, End, Meeting, OfThread};

/// A monitor that the thread holds.
#[derive(Debug, Clone, Copy)]
struct Section {
    monitor: Meeting,
    floor: u32,
    /// The greatest depth of the thread when the section began.
    before: u32,
    /// That of the section around it alone; of the thread, if there is none.
    around: u32,
}

/// What orders a thread.
#[derive(Debug)]
pub(super) struct Ordered {
    pub(super) orders: OfThread,
    floors: Floors,
}

/// The floor of a thread, and what it is made of.
#[derive(Debug)]
struct Floors {
    thread: u32,
    /// The greatest depth of what the thread has acquired.
    acquired: u32,
    /// The sections that it is in, the innermost last.
    sections: Vec<Section>,
}

impl Ordered {
    pub(super) fn new(thread: u32) -> Self {
        Self { orders: OfThread::default(), floors: Floors { thread, acquired: 0, sections: Vec::new() } }
    }

    /// The turn of the thread ends. A path that leaves a monitor may have no event, and shows only at the thread's next turn; another thread that
    /// enters the monitor before that comes behind all that this one has done.
    pub(super) fn pause(&self, max: &Joint, releases: &mut Releases) {
        let floors = &self.floors;
        let depth = max.with_order();
        for section in &floors.sections {
            releases.release(section.monitor, floors.thread, depth.max(floors.outside()));
            releases.hold(section.monitor, depth);
        }
    }

    /// The thread has ended, with this depth. Returns the greatest of its depths.
    pub(super) fn ended(&self, depth: u32, releases: &mut Releases) -> u32 {
        let depth = depth.max(self.floors.outside());
        if let Some(end) = self.orders.end() {
            releases.release(end, self.floors.thread, depth);
        }
        depth
    }
}

impl Floors {
    /// Returns the floor of what the thread does now.
    #[inline]
    fn floor(&self) -> u32 {
        self.sections.iter().map(|section| section.floor).fold(self.acquired, u32::max)
    }

    /// The greatest depth of the thread outside of the section that it is in.
    fn outside(&self) -> u32 {
        self.sections.last().map_or(0, |section| section.before)
    }

    fn acquire(&mut self, meeting: Meeting, releases: &Releases) {
        self.acquired = self.acquired.max(releases.acquired(meeting, self.thread));
        if let Some(section) = self.sections.iter_mut().rev().find(|section| section.monitor == meeting) {
            // `Object.wait` gives the monitor back meanwhile.
            section.floor = section.floor.max(releases.held(meeting));
        }
    }

    /// Enters a monitor. The greatest depth counts from here on.
    fn enter(&mut self, monitor: Meeting, max: &mut Joint, releases: &Releases) {
        self.acquire(monitor, releases);
        let (floor, around) = (self.floor().max(releases.held(monitor)), max.with_order());
        self.sections.push(Section { monitor, floor, before: self.outside().max(around), around });
        max.ordered = 0;
        max.raise(floor);
    }

    fn holds(&self, monitor: Meeting) -> bool {
        self.sections.iter().any(|section| section.monitor == monitor)
    }

    /// Leaves the section of a monitor. Returns what counts for the greatest depth again: that of the section around it.
    fn leave(&mut self, monitor: Meeting) -> u32 {
        let Some(at) = self.sections.iter().rposition(|section| section.monitor == monitor) else { return 0 };
        let left = self.sections.remove(at);
        match self.sections.get_mut(at) {
            None => left.around,
            // Sections that overlap end in the order in which they began: what is around the first is around the second then.
            Some(inner) => {
                inner.around = inner.around.max(left.around);
                0
            }
        }
    }
}

/// One thread at its turn.
pub(super) struct Turn<'a> {
    pub(super) depths: &'a mut WholeThread<Joint>,
    pub(super) ordered: &'a mut Ordered,
    pub(super) releases: &'a mut Releases,
}

impl Turn<'_> {
    /// Begins a path.
    #[inline]
    fn begin(&mut self, program: u32, frame: u32, slots: &[u32]) {
        let Self { depths, ordered: Ordered { orders, floors }, releases } = self;
        orders.begin_path(program, frame, slots, |begin| match begin {
            Begin::Acquire(meeting) => floors.acquire(meeting, releases),
            Begin::Enter(monitor) => floors.enter(monitor, &mut depths.max, releases),
        });
        depths.floor = floors.floor();
        depths.max.raise(depths.floor);
        depths.released.clear();
    }

    /// Ends a path. What it did behind a section counts for what is around that.
    #[inline]
    fn end(&mut self, program: u32, frame: u32, slots: &[u32]) {
        let Self { depths, ordered: Ordered { orders, floors }, releases } = self;
        let mut left = 0;
        orders.end_path(program, frame, slots, |number, end| {
            let depth = depths.released.get(number).map_or(0, |depth| depth.with_order()).max(left);
            let (End::Release(meeting) | End::Leave(meeting)) = end;
            releases.release(meeting, floors.thread, depth.max(floors.outside()));
            if floors.holds(meeting) {
                releases.hold(meeting, depth);
            }
            if let End::Leave(monitor) = end {
                left = left.max(floors.leave(monitor));
            }
        });
        depths.max.raise(left);
    }
}

impl Passage for Turn<'_> {
    #[inline(always)]
    fn is_open(&self) -> bool {
        true
    }

    #[inline(always)]
    fn path(&mut self, codes: &Codes, program: u32, frame: u32, slots: &[u32]) {
        self.begin(program, frame, slots);
        self.depths.path(codes, program, frame, slots);
        self.end(program, frame, slots);
    }

    fn spread(&mut self, count: u32, from: Spread, to: u32) {
        Passage::spread(self.depths, count, from, to);
    }

    fn join(&mut self, from: Joined, to: u32) {
        self.depths.join(from, to);
    }

    #[inline(always)]
    fn enter(&mut self, _: RegionId, _: RegionId, _: u32) {
        if self.ordered.orders.enter(1) {
            self.ordered.floors.acquire(Meeting::Tasks, self.releases);
        }
    }

    #[inline(always)]
    fn next(&mut self) {}

    #[inline(always)]
    fn exit(&mut self, levels: u32) {
        if self.ordered.orders.exit(levels) {
            let Floors { thread, .. } = self.ordered.floors;
            let depth = self.depths.max.with_order().max(self.ordered.floors.outside());
            self.releases.release(Meeting::Results, thread, depth);
        }
    }

    fn check(&mut self) {
        self.depths.check();
    }
}
