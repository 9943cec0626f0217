//! Sums of dependence edges per construct, kind and pair of instructions.

use paratrace_replay::program::ConstructId;
use paratrace_traceformat::map::InstructionId;
use rustc_hash::FxHashMap;

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
    /// Two calls of untraced code on the same object, of which at least one may change its state. This is no dependence
    /// of docs/metrics.md, but it shows what orders iterations through untraced code.
    State,
    /// The same, but the later call, or one that only looks, is given the object as an argument: what it is used for is not known.
    Passed,
    /// A call changes an object, and another one may look inside what it is given: they meet only if that holds the object, and
    /// nobody has seen it getting there.
    Unseen,
}

/// Number of kinds.
pub(crate) const KINDS: usize = 6;

impl Kind {
    /// Returns whether the two ends are calls of untraced code.
    pub(crate) fn is_of_calls(self) -> bool {
        matches!(self, Kind::State | Kind::Passed | Kind::Unseen)
    }

    /// Returns whether something may flow from the first end to the second one, other than that it is overwritten.
    pub(crate) fn is_flow(self) -> bool {
        self == Kind::Raw || self.is_of_calls()
    }
}

/// A static edge that leaves a construct.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Key {
    pub(crate) construct: ConstructId,
    pub(crate) kind: Kind,
    /// The instruction that comes first.
    pub(crate) head: InstructionId,
    /// The instruction that depends on it.
    pub(crate) tail: InstructionId,
}

/// Sums over the occurrences of a static edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stat {
    /// Least distance, in nodes.
    pub(crate) min: u64,
    pub(crate) count: u64,
    /// Occurrences whose distance is at most the duration of the instance that they leave.
    pub(crate) violations: u64,
    /// Occurrences between siblings: iterations of one instance of a loop, or calls of a method of which neither is inside
    /// the other.
    pub(crate) carried: u64,
    /// Least distance of the carried occurrences, in iterations.
    pub(crate) iterations: u32,
    /// Number of the earlier iteration, counted from 0, of an occurrence with that distance.
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

    /// Adds `count` occurrences that a loop carries, over `iterations` iterations.
    #[inline]
    pub(crate) fn carry(&mut self, count: u64, iterations: u32, example: u32) {
        self.carried += count;
        if iterations < self.iterations {
            (self.iterations, self.example) = (iterations, example);
        }
    }

    /// Returns the sums multiplied by `times`, for a path that was executed so often.
    pub(crate) fn times(&self, times: u64) -> Self {
        Self { count: self.count * times, violations: self.violations * times, carried: self.carried * times, ..*self }
    }
}

/// Number of slots of an empty table. There may be many threads with few edges.
const FIRST_SLOTS: usize = 1 << 6;

/// A static edge and its sums, in one cache line. A slot with count 0 is empty.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
struct Slot {
    key: Key,
    stat: Stat,
}

const EMPTY: Slot = Slot {
    key: Key {
        construct: ConstructId::new(0),
        kind: Kind::Raw,
        head: InstructionId::new(0),
        tail: InstructionId::new(0),
    },
    stat: Stat::NONE,
};

/// A hash table of static edges with open addressing and linear probing, at most half full.
///
/// Every dependence adds to several static edges, so finding one must touch a single cache line. A general hash map
/// reads control bytes besides. A small cache before such a map took a sixth of the analysis for the 2 % that miss the
/// cache.
#[derive(Debug)]
pub(crate) struct Table {
    slots: Vec<Slot>,
    used: usize,
}

impl Table {
    pub(crate) fn new() -> Self {
        Self { slots: vec![EMPTY; FIRST_SLOTS], used: 0 }
    }

    /// Adds sums to those of a static edge.
    pub(crate) fn add_all(&mut self, key: Key, sums: &Stat) {
        if sums.count > 0 {
            self.stat(key).add(sums);
        }
    }

    /// Returns all static edges that occurred, with their sums.
    pub(crate) fn finish(self) -> FxHashMap<Key, Stat> {
        self.slots.into_iter().filter(|slot| slot.stat.count > 0).map(|slot| (slot.key, slot.stat)).collect()
    }

    #[inline]
    fn stat(&mut self, key: Key) -> &mut Stat {
        let mut at = self.find(key);
        if self.slots[at].stat.count == 0 {
            at = self.insert(key, at);
        }
        &mut self.slots[at].stat
    }

    /// Returns the slot of a static edge, or the empty slot where it belongs.
    #[inline]
    fn find(&self, key: Key) -> usize {
        let last = self.slots.len() - 1;
        let mut at = hash(key) & last;
        while self.slots[at].key != key && self.slots[at].stat.count > 0 {
            at = (at + 1) & last;
        }
        at
    }

    #[cold]
    #[inline(never)]
    fn insert(&mut self, key: Key, mut at: usize) -> usize {
        self.used += 1;
        if 2 * self.used > self.slots.len() {
            self.grow();
            at = self.find(key);
        }
        self.slots[at].key = key;
        at
    }

    fn grow(&mut self) {
        let larger = vec![EMPTY; 2 * self.slots.len()];
        for slot in std::mem::replace(&mut self.slots, larger).into_iter().filter(|slot| slot.stat.count > 0) {
            let at = self.find(slot.key);
            self.slots[at] = slot;
        }
    }
}

#[inline]
fn hash(key: Key) -> usize {
    let pair = u64::from(key.head.number()) << 32 | u64::from(key.tail.number());
    let mixed = pair.wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ u64::from(key.construct.number()).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    (mixed >> 32) as usize + key.kind as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_a_map() {
        let (mut table, mut plain) = (Table::new(), FxHashMap::<Key, Stat>::default());
        for n in 0..400_000u32 {
            let head = n.wrapping_mul(2_654_435_761) >> 15;
            let key = Key {
                construct: ConstructId::new(n % 7),
                kind: Kind::War,
                head: InstructionId::new(head),
                tail: InstructionId::new(n % 3),
            };
            let violations = if n % 2 == 0 { 2 } else { 0 };
            let one = Stat { min: n.into(), count: 2, violations, ..Stat::NONE };
            table.add_all(key, &one);
            plain.entry(key).and_modify(|sum| sum.add(&one)).or_insert(one);
            if n % 1000 == 0 {
                table.add_all(key, &one);
                plain.entry(key).and_modify(|sum| sum.add(&one));
            }
        }
        assert!(plain.len() > 600 * FIRST_SLOTS);
        assert_eq!(table.finish(), plain);
    }
}
