//! Critical path of a whole thread, without regions.

use paratrace_replay::base::frames::Cell;
use paratrace_replay::base::limits::SATURATED;
use paratrace_replay::program::RegionId;
use paratrace_replay::stream::{Joined, Spread};

use super::arena::Arena;
use super::code::{Codes, Head};
use super::lanes::Pair;
use super::run::{self, Passage, Shadow};

/// The depths of all locations, relative to the beginning of the thread.
pub(crate) struct WholeThread {
    frames: Vec<Pair>,
    pub(super) memory: Arena<Pair>,
    exception: Pair,
    temps: Vec<Pair>,
    pub(super) max: Pair,
    pub(super) nodes: u64,
    pub(super) saturated: bool,
}

impl WholeThread {
    pub(super) fn new() -> Self {
        Self {
            frames: Vec::new(),
            memory: Arena::new(),
            exception: Pair::ZERO,
            temps: vec![Pair::ZERO],
            max: Pair::ZERO,
            nodes: 0,
            saturated: false,
        }
    }
}

impl Passage for WholeThread {
    #[inline(always)]
    fn is_open(&self) -> bool {
        true
    }

    #[inline(always)]
    fn path(&mut self, codes: &Codes, program: u32, frame: u32, slots: &[u32]) {
        let head = codes.head(program);
        self.nodes += u64::from(head.nodes);
        run::path::<Pair, _>(self, codes, head, frame, slots);
    }

    fn spread(&mut self, count: u32, from: Spread, to: u32) {
        run::spread(self, count, from, to);
    }

    fn join(&mut self, from: Joined, to: u32) {
        run::join(self, from, to);
    }

    #[inline(always)]
    fn enter(&mut self, _: RegionId, _: RegionId, _: u32) {}

    #[inline(always)]
    fn next(&mut self) {}

    #[inline(always)]
    fn exit(&mut self, _: u32) {}

    fn check(&mut self) {
        self.saturated |= self.max.unit >= SATURATED;
    }
}

impl Shadow<Pair> for WholeThread {
    type Frame = usize;

    #[inline(always)]
    fn prepare(&mut self, head: &Head, frame: u32) -> usize {
        let needed = frame as usize + head.reach as usize;
        if self.frames.len() < needed {
            self.frames.resize(needed.max(2 * self.frames.len().min(1 << 20)), Pair::ZERO);
        }
        if self.temps.len() < head.temps as usize {
            self.temps.resize(head.temps as usize, Pair::ZERO);
        }
        frame as usize
    }

    #[inline(always)]
    fn temp(&self, temp: u32) -> Pair {
        self.temps[temp as usize]
    }

    #[inline(always)]
    fn set_temp(&mut self, temp: u32, value: Pair) {
        self.temps[temp as usize] = value;
    }

    #[inline(always)]
    fn load_frame(&self, frame: usize, cell: u32) -> Pair {
        self.frames[frame + cell as usize]
    }

    #[inline(always)]
    fn store_frame(&mut self, frame: usize, cell: u32, value: Pair) {
        self.frames[frame + cell as usize] = value;
    }

    #[inline(always)]
    fn load(&self, slot: u32) -> Pair {
        self.memory.get(slot)
    }

    #[inline(always)]
    fn store(&mut self, slot: u32, value: Pair) {
        if slot != 0 {
            self.memory.set(slot, value);
        }
    }

    #[inline(always)]
    fn exception(&self) -> Pair {
        self.exception
    }

    #[inline(always)]
    fn set_exception(&mut self, value: Pair) {
        self.exception = value;
    }

    #[inline(always)]
    fn max(&self) -> Pair {
        self.max
    }

    #[inline(always)]
    fn set_max(&mut self, max: Pair) {
        self.max = max;
    }

    fn same_after(&self, slot: u32, count: u32) -> u32 {
        self.memory.same_after(slot, count)
    }

    fn same_before(&self, slot: u32, count: u32) -> u32 {
        self.memory.same_before(slot, count)
    }

    fn fill(&mut self, from: u32, count: u32, value: Pair) {
        self.memory.fill(from, count, value);
    }

    fn at(&self, address: u32) -> Pair {
        self.frames.get(address as usize).copied().unwrap_or(Pair::ZERO)
    }

    fn spread(&mut self, count: u32, value: Pair, to: u32) {
        let to = to as usize..to as usize + count as usize;
        if self.frames.len() < to.end {
            self.frames.resize(to.end, Pair::ZERO);
        }
        self.frames[to].fill(value);
    }

    #[inline(always)]
    fn exit(&mut self, _: u32) {}
}
