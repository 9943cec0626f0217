//! Windows: the open regions of up to 62 levels, and the sums of their critical paths.

use paratrace_replay::base::limits::SATURATED;
use paratrace_replay::program::RegionId;
use paratrace_replay::stream::{Joined, Spread};

use super::by_region::ByRegion;
use super::cells::Cells;
use super::code::Codes;
use super::lanes::{BLOCK, FIRST, Wide};
use super::run::{self, Passage};
use crate::limits::LEVELS_PER_WINDOW;

/// Sums of critical paths: of a static region's instances, and of the regions directly inside it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct RegionSum {
    pub(crate) own: u64,
    pub(crate) children: u64,
}

/// A window of region levels.
pub(crate) struct Window {
    /// Number of levels below the window.
    base: u32,
    /// Number of levels open, those below included.
    level: u32,
    ordinal: u32,
    renumber_at: u32,
    pub(super) cells: Cells,
    /// Per lane: the region whose sum it adds to, and the region as whose child it counts.
    open: [(RegionId, RegionId); super::cells::LANES],
    pub(super) sums: ByRegion<RegionSum>,
    pub(super) saturated: bool,
}

impl Window {
    /// Creates a window above `base` levels, while `level` levels are open.
    pub(crate) fn new(base: u32, level: u32, renumber_at: u32) -> Self {
        let mut window = Self {
            base,
            level,
            ordinal: 0,
            renumber_at,
            cells: Cells::new(),
            open: [(RegionId::NONE, RegionId::NONE); super::cells::LANES],
            sums: ByRegion::default(),
            saturated: false,
        };
        if base == 0 {
            // The thread's own level is open from the beginning.
            window.begin(FIRST);
        }
        window
    }

    /// Returns the lane of a level, if it is within this window.
    #[inline(always)]
    fn lane(&self, level: u32) -> Option<usize> {
        let lane = level.wrapping_sub(self.base);
        (lane.wrapping_sub(1) < LEVELS_PER_WINDOW).then_some(lane as usize + FIRST - 1)
    }

    /// Number of blocks that hold open levels.
    #[inline(always)]
    fn width(&self) -> usize {
        ((self.level - self.base).min(LEVELS_PER_WINDOW) as usize - 1 + FIRST) / BLOCK + 1
    }

    /// Begins a region at a lane: nothing written before counts in it.
    #[inline(always)]
    fn begin(&mut self, lane: usize) {
        if self.ordinal >= self.renumber_at {
            self.cells.renumber(lane - FIRST);
            self.ordinal = (lane - FIRST) as u32;
        }
        self.ordinal += 1;
        self.cells.begin(lane, self.ordinal);
    }

    #[inline(always)]
    fn end(&mut self, lane: usize) {
        let ell = self.cells.greatest(lane);
        let (region, parent) = self.open[lane];
        self.saturated |= ell >= SATURATED;
        if !region.is_none() {
            self.sums.at(region).own += u64::from(ell);
        }
        if !parent.is_none() {
            self.sums.at(parent).children += u64::from(ell);
        }
    }

    #[inline(always)]
    fn leave(&mut self, levels: u32) {
        for _ in 0..levels.min(self.level) {
            if let Some(lane) = self.lane(self.level) {
                self.end(lane);
            }
            self.level -= 1;
        }
        self.cells.now(self.level.saturating_sub(self.base));
    }
}

/// A window with vectors of `N` blocks, enough for the levels open now.
pub(super) struct Open<'w, const N: usize>(pub(super) &'w mut Window);

impl<const N: usize> Open<'_, N> {
    #[inline(always)]
    pub(super) fn leave(&mut self, levels: u32) {
        self.0.leave(levels);
    }
}

/// Runs an operation on as many blocks of lanes as are open.
macro_rules! at_width {
    ($window:ident, $operation:ident($($argument:expr),*)) => {
        match $window.width() {
            1 => run::$operation::<Wide<1>>(&mut Open::<1>($window), $($argument),*),
            2 => run::$operation::<Wide<2>>(&mut Open::<2>($window), $($argument),*),
            3 => run::$operation::<Wide<3>>(&mut Open::<3>($window), $($argument),*),
            _ => run::$operation::<Wide<4>>(&mut Open::<4>($window), $($argument),*),
        }
    };
}

impl Passage for Window {
    #[inline(always)]
    fn is_open(&self) -> bool {
        self.level > self.base
    }

    #[inline(always)]
    fn path(&mut self, codes: &Codes, program: u32, frame: u32, slots: &[u32]) {
        let head = codes.head(program);
        match self.width() {
            1 => run::path::<Wide<1>, _>(&mut Open::<1>(self), codes, head, frame, slots),
            2 => run::path::<Wide<2>, _>(&mut Open::<2>(self), codes, head, frame, slots),
            3 => run::path::<Wide<3>, _>(&mut Open::<3>(self), codes, head, frame, slots),
            _ => run::path::<Wide<4>, _>(&mut Open::<4>(self), codes, head, frame, slots),
        }
    }

    fn begin(&mut self, codes: &Codes) {
        self.cells.run_paths_of(codes);
    }

    fn spread(&mut self, count: u32, from: Spread, to: u32) {
        let lowest = if let Spread::Frame(address) = from { address.min(to) } else { to };
        self.cells.access(self.width(), lowest);
        at_width!(self, spread(count, from, to));
    }

    fn join(&mut self, from: Joined, to: u32) {
        let lowest = if let Joined::Frame(address) = from { address.min(to) } else { to };
        self.cells.access(self.width(), lowest);
        at_width!(self, join(from, to));
    }

    fn counted(&mut self, nodes: u32, result: u32) {
        self.cells.access(self.width(), result);
        at_width!(self, counted(nodes, result));
    }

    fn deepened(&mut self, result: u32, slot: u32) {
        self.cells.access(self.width(), result);
        at_width!(self, deepened(result, slot));
    }

    #[inline(always)]
    fn enter(&mut self, region: RegionId, parent: RegionId, frame: u32) {
        self.level += 1;
        if let Some(lane) = self.lane(self.level) {
            self.cells.rebase(lane, frame);
            self.open[lane] = (region, parent);
            self.begin(lane);
        }
    }

    #[inline(always)]
    fn next(&mut self) {
        if let Some(lane) = self.lane(self.level) {
            self.end(lane);
            self.begin(lane);
        }
    }

    #[inline(always)]
    fn exit(&mut self, levels: u32) {
        self.leave(levels);
    }

    fn check(&mut self) {
        let levels = self.level.saturating_sub(self.base).min(LEVELS_PER_WINDOW) as usize;
        self.saturated |= (FIRST..FIRST + levels).any(|lane| self.cells.greatest(lane) >= SATURATED);
        self.cells.pack();
    }
}
