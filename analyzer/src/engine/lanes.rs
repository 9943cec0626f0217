//! The value that an engine computes with: one depth, or a tag and the depths of a window's levels.

use super::arena::Cell;
use crate::limits::LEVELS_PER_WINDOW;

/// Words of a vector: the tag and one depth per level of a window.
pub(crate) const LANES: usize = LEVELS_PER_WINDOW as usize + 1;

/// A vector of depths. Everything is inlined into the engine's loop, which is compiled once per instruction set.
pub(crate) trait Lanes: Cell {
    /// All depths further on by `add`.
    fn plus(self, add: u32) -> Self;

    /// Lane by lane the greater one.
    fn max(self, other: Self) -> Self;

    /// At least `floor` in every lane.
    fn at_least(self, floor: u32) -> Self;

    /// A cell as it is read: depths from outside the region open at their level are 0.
    fn valid(self, enter: &Self) -> Self;

    /// A value as it is written.
    fn tagged(self, tag: &Self) -> Self;
}

impl Lanes for u32 {
    #[inline(always)]
    fn plus(self, add: u32) -> Self {
        self.wrapping_add(add)
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        if self > other { self } else { other }
    }

    #[inline(always)]
    fn at_least(self, floor: u32) -> Self {
        Lanes::max(self, floor)
    }

    #[inline(always)]
    fn valid(self, _: &Self) -> Self {
        self
    }

    #[inline(always)]
    fn tagged(self, _: &Self) -> Self {
        self
    }
}

/// One lane per level of a window; lane 0 is the tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Vector(pub(crate) [u32; LANES]);

/// All bits set but in lane 0.
const DEPTHS: Vector = {
    let mut mask = [u32::MAX; LANES];
    mask[0] = 0;
    Vector(mask)
};

impl Vector {
    #[inline(always)]
    fn zip(self, other: &Self, f: impl Fn(u32, u32) -> u32) -> Self {
        let mut out = self;
        for lane in 0..LANES {
            out.0[lane] = f(self.0[lane], other.0[lane]);
        }
        out
    }

    /// A vector with one lane replaced, as a blend: writing a single lane would make the next whole load wait.
    #[inline(always)]
    pub(crate) fn with(self, lane: usize, value: u32) -> Self {
        let mut out = self;
        for i in 0..LANES {
            out.0[i] = if i == lane { value } else { self.0[i] };
        }
        out
    }
}

impl Cell for Vector {
    const ZERO: Self = Vector([0; LANES]);
}

impl Lanes for Vector {
    #[inline(always)]
    fn plus(self, add: u32) -> Self {
        self.zip(&self, |a, _| a.wrapping_add(add))
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        self.zip(&other, |a, b| if a > b { a } else { b })
    }

    #[inline(always)]
    fn at_least(self, floor: u32) -> Self {
        self.zip(&self, |a, _| if a > floor { a } else { floor })
    }

    #[inline(always)]
    fn valid(self, enter: &Self) -> Self {
        let tag = self.0[0];
        self.zip(enter, |depth, enter| if tag >= enter { depth } else { 0 })
    }

    #[inline(always)]
    fn tagged(self, tag: &Self) -> Self {
        let mut out = self;
        for lane in 0..LANES {
            out.0[lane] = (self.0[lane] & DEPTHS.0[lane]) | tag.0[lane];
        }
        out
    }
}
