//! Depths of one thread among others: no node comes before what its thread has acquired (docs/metrics.md, “Across threads”).
//!
//! Depths are stored as they are, and a path computes with what they are above the floor of its thread.

use paratrace_replay::program::RegionId;
use paratrace_replay::stream::{Joined, Spread};

use super::code::Codes;
use super::lanes::Joint;
use super::run::Passage;
use super::thread::WholeThread;
use crate::synchronization::{Begin, Floors, Meeting, OfThread, Releases};

/// What orders a thread.
#[derive(Debug)]
pub(super) struct Ordered {
    pub(super) orders: OfThread,
    floors: Floors<u32>,
    thread: u32,
}

impl Ordered {
    pub(super) fn new(thread: u32) -> Self {
        Self { orders: OfThread::default(), floors: Floors::new(thread), thread }
    }

    /// The turn of the thread ends.
    pub(super) fn pause(&self, max: &Joint, releases: &mut Releases<u32>) {
        self.floors.pause(max.with_order(), releases);
    }

    /// The thread has ended, with this depth. Returns the greatest of its depths.
    pub(super) fn ended(&self, depth: u32, releases: &mut Releases<u32>) -> u32 {
        let depth = self.floors.whole(depth);
        if let Some(end) = self.orders.end() {
            releases.release(end, self.thread, depth);
        }
        depth
    }
}

/// One thread at its turn.
pub(super) struct Turn<'a> {
    pub(super) depths: &'a mut WholeThread<Joint>,
    pub(super) ordered: &'a mut Ordered,
    pub(super) releases: &'a mut Releases<u32>,
}

impl Turn<'_> {
    /// Begins a path. Within a section, the greatest depth counts from its floor on.
    #[inline]
    fn begin(&mut self, program: u32, frame: u32, slots: &[u32]) {
        let Self { depths, ordered: Ordered { orders, floors, .. }, releases } = self;
        orders.begin_path(program, frame, slots, |begin, _| match begin {
            Begin::Acquire(meeting) => floors.acquire(meeting, (), releases),
            Begin::Enter(monitor) => {
                let floor = floors.enter(monitor, (), depths.max.with_order(), releases);
                depths.max.ordered = 0;
                depths.max.raise(floor);
            }
        });
        depths.floor = floors.floor();
        depths.max.raise(depths.floor);
        depths.released.clear();
    }

    /// Ends a path. What it did behind a section counts for what is around that.
    #[inline]
    fn end(&mut self, program: u32, frame: u32, slots: &[u32]) {
        let Self { depths, ordered: Ordered { orders, floors, .. }, releases } = self;
        let mut left = 0;
        orders.end_path(program, frame, slots, |number, end, _| {
            let depth = depths.released.get(number).map_or(0, |depth| depth.with_order()).max(left);
            left = left.max(floors.end(end, (), depth, releases));
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

    fn counted(&mut self, nodes: u32, result: u32) {
        self.depths.counted(nodes, result);
    }

    fn deepened(&mut self, result: u32, slot: u32) {
        self.depths.deepened(result, slot);
    }

    #[inline(always)]
    fn enter(&mut self, _: RegionId, _: RegionId, _: u32) {
        if self.ordered.orders.enter(1) {
            self.ordered.floors.acquire(Meeting::Tasks, (), self.releases);
        }
    }

    #[inline(always)]
    fn next(&mut self) {}

    #[inline(always)]
    fn exit(&mut self, levels: u32) {
        if self.ordered.orders.exit(levels) {
            let depth = self.ordered.floors.whole(self.depths.max.with_order());
            self.releases.release(Meeting::Results, self.ordered.thread, depth);
        }
    }

    fn check(&mut self) {
        self.depths.check();
    }
}
