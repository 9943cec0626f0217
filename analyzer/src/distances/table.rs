//! Sums of dependence edges per construct, kind and pair of instructions.

use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;

use super::constructs::Construct;

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

impl Stat {
    const NONE: Self = Self { min: u64::MAX, count: 0, violations: 0 };

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

const CACHED: usize = 1 << 12;

/// Static edges with a small direct-mapped cache in front: the same few occur again and again.
#[derive(Debug)]
pub(crate) struct Table {
    numbers: FxHashMap<Key, u32>,
    stats: Vec<(Key, Stat)>,
    cache: Vec<u32>,
}

impl Table {
    pub(crate) fn new() -> Self {
        Self { numbers: FxHashMap::default(), stats: Vec::new(), cache: vec![u32::MAX; CACHED] }
    }

    /// More edges of a static edge.
    #[inline]
    pub(crate) fn add(&mut self, key: Key, distance: u64, violates: bool, count: u64) {
        let stat = self.stat(key);
        stat.min = stat.min.min(distance);
        stat.count += count;
        stat.violations += if violates { count } else { 0 };
    }

    /// Adds sums.
    pub(crate) fn add_all(&mut self, key: Key, sums: &Stat) {
        self.stat(key).add(sums);
    }

    #[inline]
    fn stat(&mut self, key: Key) -> &mut Stat {
        let place = FxBuildHasher.hash_one(key) as usize >> 20 & (CACHED - 1);
        let cached = self.cache[place] as usize;
        if self.stats.get(cached).is_none_or(|(known, _)| *known != key) {
            let next = self.stats.len() as u32;
            let number = *self.numbers.entry(key).or_insert(next);
            if number == next {
                self.stats.push((key, Stat::NONE));
            }
            self.cache[place] = number;
        }
        &mut self.stats[self.cache[place] as usize].1
    }

    pub(crate) fn edges(&self) -> &[(Key, Stat)] {
        &self.stats
    }
}
