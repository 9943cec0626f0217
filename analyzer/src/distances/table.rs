//! Sums of dependence edges per construct, kind and pair of instructions.

use super::constructs::Construct;
use crate::ledger::Ledger;

/// Kind of a dependence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Kind {
    /// Read after write.
    Raw,
    /// Write after read.
    War,
    /// Write after write.
    Waw,
}

/// A static edge that leaves a construct.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Key {
    pub(crate) construct: Construct,
    pub(crate) kind: Kind,
    /// Instruction that comes first.
    pub(crate) head: u32,
    /// Instruction that depends on it.
    pub(crate) tail: u32,
}

/// What is known about a static edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stat {
    /// Least distance in nodes.
    pub(crate) min: u64,
    pub(crate) count: u64,
    /// Occurrences whose distance is at most the duration of the instance they leave.
    pub(crate) violations: u64,
}

impl Default for Stat {
    fn default() -> Self {
        Self { min: u64::MAX, count: 0, violations: 0 }
    }
}

impl Stat {
    pub(crate) fn add(&mut self, other: &Stat) {
        self.min = self.min.min(other.min);
        self.count += other.count;
        self.violations += other.violations;
    }

    /// The same so many times.
    pub(crate) fn times(&self, times: u64) -> Self {
        Self { min: self.min, count: self.count * times, violations: self.violations * times }
    }
}

/// Sums per static edge.
#[derive(Debug)]
pub(crate) struct Table {
    stats: Ledger<Key, Stat>,
}

impl Table {
    pub(crate) fn new() -> Self {
        Self { stats: Ledger::new() }
    }

    /// More edges of a static edge.
    #[inline]
    pub(crate) fn add(&mut self, key: Key, distance: u64, violates: bool, count: u64) {
        let stat = self.stats.at(key);
        stat.min = stat.min.min(distance);
        stat.count += count;
        stat.violations += if violates { count } else { 0 };
    }

    /// Adds sums.
    pub(crate) fn add_all(&mut self, key: Key, sums: &Stat) {
        self.stats.at(key).add(sums);
    }

    pub(crate) fn edges(&self) -> &[(Key, Stat)] {
        self.stats.sums()
    }
}
