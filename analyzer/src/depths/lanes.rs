//! Lanes: the vectors of depths that the engines compute with, one lane per region level, and one for free induction.

use paratrace_replay::base::frames::Cell;

/// Number of lanes of a block: one vector register of the widest kind, one cache line.
pub(crate) const BLOCK: usize = 16;

/// An addend or a lower bound of depths under both cost models: unit costs in the low half, free induction in the high
/// half.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Costs(pub(crate) u32);

impl Costs {
    #[inline(always)]
    pub(crate) fn unit(self) -> u32 {
        self.0 & 0xffff
    }

    #[inline(always)]
    pub(crate) fn free(self) -> u32 {
        self.0 >> 16
    }
}

/// A vector of depths. Everything is inlined into the engine's loop, which is compiled once per instruction set.
pub(crate) trait Lanes: Cell {
    /// Adds costs to all depths.
    fn plus(self, add: Costs) -> Self;

    /// Takes the greater depth, lane by lane.
    fn max(self, other: Self) -> Self;

    /// Raises every lane to at least `floor`.
    fn at_least(self, floor: Costs) -> Self;
}

/// The depth of a value in its thread under both cost models.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Pair {
    pub(crate) unit: u32,
    pub(crate) free: u32,
}

impl Lanes for Pair {
    #[inline(always)]
    fn plus(self, add: Costs) -> Self {
        Pair { unit: self.unit.wrapping_add(add.unit()), free: self.free.wrapping_add(add.free()) }
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Pair { unit: self.unit.max(other.unit), free: self.free.max(other.free) }
    }

    #[inline(always)]
    fn at_least(self, floor: Costs) -> Self {
        self.max(Pair { unit: floor.unit(), free: floor.free() })
    }
}

/// Depths as they are stored, and as a path computes with them: relative to a floor of its thread, below which no node of it is.
pub(crate) trait Floored: Lanes {
    /// Returns the depth above a floor; negative if it lies below.
    fn relative(self, floor: u32) -> Self;

    /// Returns the depth that is so much above a floor.
    fn absolute(self, floor: u32) -> Self;

    /// Returns the depth by data alone.
    fn by_data(self) -> u32;
}

/// Depths by data alone have no floor.
impl Floored for Pair {
    #[inline(always)]
    fn relative(self, _: u32) -> Self {
        self
    }

    #[inline(always)]
    fn absolute(self, _: u32) -> Self {
        self
    }

    #[inline(always)]
    fn by_data(self) -> u32 {
        self.unit
    }
}

/// The depth of a value by data alone, and with what threads synchronise on: no node comes before what its thread has acquired.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Joint {
    pub(crate) data: Pair,
    pub(crate) ordered: i32,
}

impl Joint {
    /// Returns the depth with synchronisation; `u32::MAX` if it cannot be told.
    pub(crate) fn with_order(self) -> u32 {
        u32::try_from(self.ordered).unwrap_or(u32::MAX)
    }

    /// Raises the depth with synchronisation to at least this.
    pub(crate) fn raise(&mut self, depth: u32) {
        self.ordered = self.ordered.max(i32::try_from(depth).unwrap_or(i32::MAX));
    }
}

impl Cell for Joint {
    const ZERO: Self = Joint { data: Pair::ZERO, ordered: 0 };
}

impl Lanes for Joint {
    #[inline(always)]
    fn plus(self, add: Costs) -> Self {
        // A value below the floor that only moves stays what it is; a node does not begin before the floor.
        let ordered = match add.unit() {
            0 => self.ordered,
            cost => self.ordered.max(0).wrapping_add(cost.cast_signed()),
        };
        Joint { data: self.data.plus(add), ordered }
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Joint { data: self.data.max(other.data), ordered: self.ordered.max(other.ordered) }
    }

    #[inline(always)]
    fn at_least(self, floor: Costs) -> Self {
        Joint { data: self.data.at_least(floor), ordered: self.ordered.max(floor.unit().cast_signed()) }
    }
}

impl Floored for Joint {
    #[inline(always)]
    fn relative(self, floor: u32) -> Self {
        Joint { ordered: self.ordered.wrapping_sub_unsigned(floor), ..self }
    }

    #[inline(always)]
    fn absolute(self, floor: u32) -> Self {
        Joint { ordered: self.ordered.wrapping_add_unsigned(floor), ..self }
    }

    #[inline(always)]
    fn by_data(self) -> u32 {
        self.data.unit
    }
}

/// A block of lanes: one vector register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Block(pub(crate) [u32; BLOCK]);

/// Half a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C, align(32))]
pub(crate) struct Half(pub(crate) [u32; BLOCK / 2]);

impl Cell for Half {
    const ZERO: Self = Half([0; BLOCK / 2]);
}

impl Cell for Block {
    const ZERO: Self = Block([0; BLOCK]);
}

impl Cell for Pair {
    const ZERO: Self = Pair { unit: 0, free: 0 };
}

impl Block {
    #[inline(always)]
    pub(crate) fn zip(&self, other: &Self, f: impl Fn(u32, u32) -> u32) -> Self {
        let mut out = *self;
        for lane in 0..BLOCK {
            out.0[lane] = f(self.0[lane], other.0[lane]);
        }
        out
    }

    /// Creates a block with `one` at a lane and `all` in the others.
    #[inline(always)]
    fn splat(all: u32, one: u32, at: usize) -> Self {
        let mut out = [all; BLOCK];
        out[at] = one;
        Block(out)
    }

    /// Returns the block with one lane replaced, as a blend: writing a single lane would delay the next load of the
    /// whole.
    #[inline(always)]
    pub(crate) fn with(&self, lane: usize, value: u32) -> Self {
        let mut out = *self;
        for i in 0..BLOCK {
            out.0[i] = if i == lane { value } else { self.0[i] };
        }
        out
    }

    #[inline(always)]
    pub(crate) fn halves(&self) -> (Half, Half) {
        let (mut low, mut high) = (Half::ZERO, Half::ZERO);
        low.0.copy_from_slice(&self.0[..BLOCK / 2]);
        high.0.copy_from_slice(&self.0[BLOCK / 2..]);
        (low, high)
    }

    #[inline(always)]
    pub(crate) fn join(low: &Half, high: &Half) -> Self {
        let mut out = Self::ZERO;
        out.0[..BLOCK / 2].copy_from_slice(&low.0);
        out.0[BLOCK / 2..].copy_from_slice(&high.0);
        out
    }

    /// Returns the valid depths of a cell written at ordinal `tag`: those from outside of the region open at their
    /// level become 0.
    #[inline(always)]
    pub(crate) fn valid(&self, tag: u32, enter: &Self) -> Self {
        self.zip(enter, |depth, enter| if tag >= enter { depth } else { 0 })
    }
}

/// Lane of the first block that holds the tag.
pub(crate) const TAG: usize = 0;
/// Lane of the first block that holds the depth in the thread with free induction.
pub(crate) const FREE: usize = 1;
/// The first lane for a region level.
pub(crate) const FIRST: usize = 2;

/// The first `N` blocks of a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Wide<const N: usize>(pub(crate) [Block; N]);

impl<const N: usize> Wide<N> {
    #[inline(always)]
    fn each(self, costs: Costs, f: impl Fn(u32, u32) -> u32) -> Self {
        let mut out = self;
        for block in 0..N {
            let free = if block == 0 { costs.free() } else { costs.unit() };
            out.0[block] = self.0[block].zip(&Block::splat(costs.unit(), free, FREE), &f);
        }
        out
    }
}

impl<const N: usize> Cell for Wide<N> {
    const ZERO: Self = Wide([Block::ZERO; N]);
}

impl<const N: usize> Lanes for Wide<N> {
    #[inline(always)]
    fn plus(self, add: Costs) -> Self {
        self.each(add, |a, b| a.wrapping_add(b))
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        let mut out = self;
        for block in 0..N {
            out.0[block] = self.0[block].zip(&other.0[block], |a, b| if a > b { a } else { b });
        }
        out
    }

    #[inline(always)]
    fn at_least(self, floor: Costs) -> Self {
        self.each(floor, |a, b| if a > b { a } else { b })
    }
}
