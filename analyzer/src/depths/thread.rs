//! Critical path of a whole thread, without regions.

use paratrace_replay::base::frames::Cell;
use paratrace_replay::base::limits::SATURATED;
use paratrace_replay::program::RegionId;
use paratrace_replay::stream::{Joined, Spread};

use super::arena::Arena;
use super::code::{Codes, Head};
use super::lanes::Floored;
use super::run::{self, Passage, Shadow};

/// The depths of all locations, since the beginning of the thread or of the run.
pub(crate) struct WholeThread<V: Cell> {
    frames: Vec<V>,
    pub(super) memory: Arena<V>,
    exception: V,
    temps: Vec<V>,
    /// The greatest depth, and the least that the next node may have.
    pub(super) max: V,
    pub(super) floor: u32,
    /// The greatest depth at each release of the last path.
    pub(super) released: Vec<V>,
    pub(super) nodes: u64,
    pub(super) saturated: bool,
}

impl<V: Floored> WholeThread<V> {
    pub(super) fn new() -> Self {
        Self {
            frames: Vec::new(),
            memory: Arena::new(),
            exception: V::ZERO,
            temps: vec![V::ZERO],
            max: V::ZERO,
            floor: 0,
            released: Vec::new(),
            nodes: 0,
            saturated: false,
        }
    }
}

impl<V: Floored> Passage for WholeThread<V> {
    #[inline(always)]
    fn is_open(&self) -> bool {
        true
    }

    #[inline(always)]
    fn path(&mut self, codes: &Codes, program: u32, frame: u32, slots: &[u32]) {
        let head = codes.head(program);
        self.nodes += u64::from(head.nodes);
        run::path::<V, _>(self, codes, head, frame, slots);
    }

    fn spread(&mut self, count: u32, from: Spread, to: u32) {
        run::spread(self, count, from, to);
    }

    fn join(&mut self, from: Joined, to: u32) {
        run::join(self, from, to);
    }

    fn counted(&mut self, nodes: u32, result: u32) {
        self.nodes += u64::from(nodes);
        run::counted(self, nodes, result);
        self.check();
    }

    fn deepened(&mut self, result: u32, slot: u32) {
        run::deepened(self, result, slot);
    }

    #[inline(always)]
    fn enter(&mut self, _: RegionId, _: RegionId, _: u32) {}

    #[inline(always)]
    fn next(&mut self) {}

    #[inline(always)]
    fn exit(&mut self, _: u32) {}

    fn check(&mut self) {
        self.saturated |= self.max.by_data() >= SATURATED;
    }
}

impl<V: Floored> Shadow<V> for WholeThread<V> {
    type Frame = usize;

    /// A floor may be lower later on: what nobody wrote lies below it.
    #[inline(always)]
    fn zero(&self) -> V {
        V::ZERO.relative(self.floor)
    }

    #[inline(always)]
    fn prepare(&mut self, head: &Head, frame: u32) -> usize {
        let needed = frame as usize + head.reach as usize;
        if self.frames.len() < needed {
            self.frames.resize(needed.max(2 * self.frames.len().min(1 << 20)), V::ZERO);
        }
        if self.temps.len() < head.temps as usize {
            self.temps.resize(head.temps as usize, V::ZERO);
        }
        self.temps[0] = self.zero();
        frame as usize
    }

    #[inline(always)]
    fn temp(&self, temp: u32) -> V {
        self.temps[temp as usize]
    }

    #[inline(always)]
    fn set_temp(&mut self, temp: u32, value: V) {
        self.temps[temp as usize] = value;
    }

    #[inline(always)]
    fn load_frame(&self, frame: usize, cell: u32) -> V {
        self.frames[frame + cell as usize].relative(self.floor)
    }

    #[inline(always)]
    fn store_frame(&mut self, frame: usize, cell: u32, value: V) {
        self.frames[frame + cell as usize] = value.absolute(self.floor);
    }

    #[inline(always)]
    fn load(&self, slot: u32) -> V {
        self.memory.get(slot).relative(self.floor)
    }

    #[inline(always)]
    fn store(&mut self, slot: u32, value: V) {
        if slot != 0 {
            self.memory.set(slot, value.absolute(self.floor));
        }
    }

    #[inline(always)]
    fn exception(&self) -> V {
        self.exception.relative(self.floor)
    }

    #[inline(always)]
    fn set_exception(&mut self, value: V) {
        self.exception = value.absolute(self.floor);
    }

    #[inline(always)]
    fn max(&self) -> V {
        self.max.relative(self.floor)
    }

    #[inline(always)]
    fn set_max(&mut self, max: V) {
        self.max = max.absolute(self.floor);
    }

    fn same_after(&self, slot: u32, count: u32) -> u32 {
        self.memory.same_after(slot, count)
    }

    fn same_before(&self, slot: u32, count: u32) -> u32 {
        self.memory.same_before(slot, count)
    }

    fn fill(&mut self, from: u32, count: u32, value: V) {
        self.memory.fill(from, count, value.absolute(self.floor));
    }

    fn at(&self, address: u32) -> V {
        self.frames.get(address as usize).copied().unwrap_or(V::ZERO).relative(self.floor)
    }

    fn spread(&mut self, count: u32, value: V, to: u32) {
        let to = to as usize..to as usize + count as usize;
        if self.frames.len() < to.end {
            self.frames.resize(to.end, V::ZERO);
        }
        self.frames[to].fill(value.absolute(self.floor));
    }

    #[inline(always)]
    fn exit(&mut self, _: u32) {}

    fn release(&mut self) {
        self.released.push(self.max);
    }
}

#[cfg(test)]
mod tests {
    use super::super::lanes::Joint;
    use super::*;

    #[test]
    fn what_nobody_wrote_has_no_depth_under_a_lower_floor() {
        let mut depths = WholeThread::<Joint>::new();
        let depth = |ordered| Joint { ordered, ..Joint::ZERO };
        let mut head = Head::default();
        (head.temps, head.reach) = (1, 3);
        // While it holds a monitor, the floor of a thread is higher than it is then.
        depths.floor = 22;
        let frame = depths.prepare(&head, 0);
        depths.store_frame(frame, 0, depths.temp(0));
        depths.store_frame(frame, 1, depth(3));
        Passage::spread(&mut depths, 1, Spread::Zero, 2);
        depths.floor = 12;
        let found = [0, 1, 2].map(|cell| depths.load_frame(frame, cell).absolute(depths.floor));
        assert_eq!(found, [0, 25, 0].map(depth));
    }
}
