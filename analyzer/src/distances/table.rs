//! Sums of dependence edges per construct, kind and pair of instructions.

use rustc_hash::FxHashMap;

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
    /// Call after call of untraced code that may change the state of the same object. No dependence of METRICS section 4:
    /// it tells what keeps iterations apart where the code that does so is not traced.
    State,
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
    /// Occurrences between iterations of one instance of a loop.
    pub(crate) carried: u64,
    /// Least distance of those in iterations.
    pub(crate) iterations: u32,
    /// Number of the earlier iteration, counted from 0, of one with that distance.
    pub(crate) example: u32,
}

impl Stat {
    pub(crate) const NONE: Self =
        Self { min: u64::MAX, count: 0, violations: 0, carried: 0, iterations: u32::MAX, example: 0 };

    pub(crate) fn add(&mut self, other: &Stat) {
        self.min = self.min.min(other.min);
        self.count += other.count;
        self.violations += other.violations;
        self.carry(other.carried, other.iterations, other.example);
    }

    /// So many more are carried by a loop, the nearest over so many iterations.
    #[inline]
    pub(crate) fn carry(&mut self, count: u64, iterations: u32, example: u32) {
        self.carried += count;
        if iterations < self.iterations {
            (self.iterations, self.example) = (iterations, example);
        }
    }

    /// The same so many times.
    pub(crate) fn times(&self, times: u64) -> Self {
        Self { count: self.count * times, violations: self.violations * times, carried: self.carried * times, ..*self }
    }
}

/// Entries of the cache: what fits into a core's second-level cache.
const CACHED: usize = 1 << 15;

/// Static edges. The same few thousand occur again and again: they are summed in a small direct-mapped cache, and only
/// what is displaced from there goes into the large map.
#[derive(Debug)]
pub(crate) struct Table {
    cache: Vec<(Key, Stat)>,
    edges: FxHashMap<Key, Stat>,
}

impl Table {
    pub(crate) fn new() -> Self {
        let nothing = Key { construct: 0, kind: Kind::Raw, head: 0, tail: 0 };
        Self { cache: vec![(nothing, Stat::NONE); CACHED], edges: FxHashMap::default() }
    }

    /// More edges of a static edge.
    #[inline]
    pub(crate) fn add(&mut self, key: Key, distance: u64, violates: bool, count: u64) -> &mut Stat {
        let entry = &mut self.cache[place(key)];
        if entry.0 != key {
            displace(&mut self.edges, entry, key);
        }
        let stat = &mut entry.1;
        stat.min = stat.min.min(distance);
        stat.count += count;
        stat.violations += if violates { count } else { 0 };
        stat
    }

    /// Adds sums.
    pub(crate) fn add_all(&mut self, key: Key, sums: &Stat) {
        add(&mut self.edges, key, sums);
    }

    /// All sums.
    pub(crate) fn finish(mut self) -> FxHashMap<Key, Stat> {
        for (key, stat) in self.cache.into_iter().filter(|(_, stat)| stat.count > 0) {
            add(&mut self.edges, key, &stat);
        }
        self.edges
    }
}

#[inline]
fn place(key: Key) -> usize {
    let pair = u64::from(key.head) << 32 | u64::from(key.tail);
    let mixed = pair.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ u64::from(key.construct).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    ((mixed >> 40) as usize + key.kind as usize) & (CACHED - 1)
}

#[cold]
#[inline(never)]
fn displace(edges: &mut FxHashMap<Key, Stat>, entry: &mut (Key, Stat), key: Key) {
    if entry.1.count > 0 {
        add(edges, entry.0, &entry.1);
    }
    *entry = (key, Stat::NONE);
}

fn add(edges: &mut FxHashMap<Key, Stat>, key: Key, sums: &Stat) {
    edges.entry(key).and_modify(|sum| sum.add(sums)).or_insert(*sums);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_a_map() {
        let (mut table, mut plain) = (Table::new(), FxHashMap::default());
        for n in 0..400_000u32 {
            let head = n.wrapping_mul(2_654_435_761) >> 15;
            let key = Key { construct: n % 7, kind: Kind::War, head, tail: n % 3 };
            table.add(key, u64::from(n), n % 2 == 0, 2);
            add(
                &mut plain,
                key,
                &Stat { min: n.into(), count: 2, violations: if n % 2 == 0 { 2 } else { 0 }, ..Stat::NONE },
            );
        }
        assert!(plain.len() > CACHED);
        assert_eq!(table.finish(), plain);
    }
}
