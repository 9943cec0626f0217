//! Entering and leaving regions: which levels a pass measures.

use paratrace_traceformat::map::NONE;

use super::arena::Cell;
use super::lanes::Vector;
use super::run::State;
use crate::limits::{LEVELS_PER_WINDOW, SATURATED};

/// What a pass does at region events.
pub(crate) trait Regions<V> {
    /// Is any level of this pass open?
    fn is_open(&self) -> bool;
    /// An activation.
    fn enter(&mut self, state: &mut State<V>, region: u32, parent: u32, frame: u32);
    /// A loop and its first iteration.
    fn open_loop(&mut self, state: &mut State<V>, region: u32, parent: u32, frame: u32);
    /// The innermost loop's next iteration.
    fn next(&mut self, state: &mut State<V>);
    /// Levels are left.
    fn exit(&mut self, state: &mut State<V>, levels: u32);
    /// Between chunks.
    fn check(&mut self, state: &mut State<V>);
}

/// The thread's own level only.
#[derive(Debug, Default)]
pub(crate) struct WholeThread {
    pub(super) saturated: bool,
}

impl Regions<u32> for WholeThread {
    #[inline(always)]
    fn is_open(&self) -> bool {
        true
    }
    #[inline(always)]
    fn enter(&mut self, _: &mut State<u32>, _: u32, _: u32, _: u32) {}
    #[inline(always)]
    fn open_loop(&mut self, _: &mut State<u32>, _: u32, _: u32, _: u32) {}
    #[inline(always)]
    fn next(&mut self, _: &mut State<u32>) {}
    #[inline(always)]
    fn exit(&mut self, _: &mut State<u32>, _: u32) {}
    fn check(&mut self, state: &mut State<u32>) {
        self.saturated |= state.max >= SATURATED;
    }
}

/// Σℓ of a static region, and of the regions directly inside it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct RegionSum {
    pub(crate) own: u64,
    pub(crate) children: u64,
}

/// The levels of one window.
#[derive(Debug)]
pub(crate) struct Window {
    /// Levels below this window.
    base: u32,
    /// Levels open in all.
    level: u32,
    ordinal: u32,
    renumber_at: u32,
    /// Per level: the region whose sum it adds to, and the one for whose children it counts.
    open: [(u32, u32); LEVELS_PER_WINDOW as usize],
    pub(super) sums: Vec<RegionSum>,
    pub(super) saturated: bool,
}

impl Window {
    /// A window above `base` levels, while `level` are open.
    pub(crate) fn new(base: u32, level: u32, regions: usize, renumber_at: u32) -> (Self, State<Vector>) {
        let window = Self {
            base,
            level,
            ordinal: 1,
            renumber_at,
            open: [(NONE, NONE); LEVELS_PER_WINDOW as usize],
            sums: vec![RegionSum::default(); regions],
            saturated: false,
        };
        // The thread's own level is open from the beginning; lane 0 never counts as valid.
        let enter = Vector::ZERO.with(0, u32::MAX).with(1, 1);
        (window, State::new(enter, Vector::ZERO.with(0, 1)))
    }

    /// The lane of the innermost level, if it is within this window.
    #[inline(always)]
    fn lane(&self, level: u32) -> Option<usize> {
        let lane = level.wrapping_sub(self.base);
        (lane.wrapping_sub(1) < LEVELS_PER_WINDOW).then_some(lane as usize)
    }

    #[inline(always)]
    fn push(&mut self, state: &mut State<Vector>, region: u32, parent: u32, frame: u32) {
        self.level += 1;
        if let Some(lane) = self.lane(self.level) {
            if lane == 1 {
                state.rebase(frame);
            }
            self.open[lane - 1] = (region, parent);
            self.begin(state, lane);
        }
    }

    /// A region begins at a lane: nothing written before counts.
    #[inline(always)]
    fn begin(&mut self, state: &mut State<Vector>, lane: usize) {
        if self.ordinal >= self.renumber_at {
            self.renumber(state, lane - 1);
        }
        self.ordinal += 1;
        state.tag = state.tag.with(0, self.ordinal);
        state.enter = state.enter.with(lane, self.ordinal);
        state.max = state.max.with(lane, 0);
    }

    #[inline(always)]
    fn end(&mut self, state: &State<Vector>, lane: usize) {
        let ell = state.max.0[lane];
        let (region, parent) = self.open[lane - 1];
        self.saturated |= ell >= SATURATED;
        if region != NONE {
            self.sums[region as usize].own += u64::from(ell);
        }
        if parent != NONE {
            self.sums[parent as usize].children += u64::from(ell);
        }
    }

    /// Ordinals start again, with the first `levels` lanes open: a tag becomes the number of open levels that its value lies in.
    #[cold]
    #[inline(never)]
    fn renumber(&mut self, state: &mut State<Vector>, levels: usize) {
        let enter = state.enter;
        for cell in state.cells() {
            let tag = cell.0[0];
            cell.0[0] = enter.0[1..=levels].iter().filter(|&&entered| tag >= entered).count() as u32;
        }
        for lane in 1..=levels {
            state.enter = state.enter.with(lane, lane as u32);
        }
        self.ordinal = levels as u32;
        state.tag = state.tag.with(0, self.ordinal);
    }
}

impl Regions<Vector> for Window {
    #[inline(always)]
    fn is_open(&self) -> bool {
        self.level > self.base
    }

    #[inline(always)]
    fn enter(&mut self, state: &mut State<Vector>, region: u32, parent: u32, frame: u32) {
        self.push(state, region, parent, frame);
    }

    #[inline(always)]
    fn open_loop(&mut self, state: &mut State<Vector>, region: u32, parent: u32, frame: u32) {
        self.push(state, region, parent, frame);
        self.push(state, NONE, region, frame);
    }

    #[inline(always)]
    fn next(&mut self, state: &mut State<Vector>) {
        if let Some(lane) = self.lane(self.level) {
            self.end(state, lane);
            self.begin(state, lane);
        }
    }

    #[inline(always)]
    fn exit(&mut self, state: &mut State<Vector>, levels: u32) {
        for _ in 0..levels.min(self.level) {
            if let Some(lane) = self.lane(self.level) {
                self.end(state, lane);
            }
            self.level -= 1;
        }
    }

    fn check(&mut self, state: &mut State<Vector>) {
        let levels = (self.level.saturating_sub(self.base)).min(LEVELS_PER_WINDOW) as usize;
        self.saturated |= state.max.0[1..=levels].iter().any(|&ell| ell >= SATURATED);
    }
}
