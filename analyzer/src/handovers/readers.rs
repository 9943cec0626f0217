//! Sets of those who have read a location.
//!
//! Many locations are read by the same few, so equal sets are one: a location has the number of its set. A set of several is a tree
//! that branches where the numbers of its members differ, the lowest bit first (Okasaki and Gill, *Fast Mergeable Integer Maps*,
//! 1998). Sets share what they have in common.

use rustc_hash::FxHashMap;

use super::ends::Ends;

/// A set of ends of dependences. Equal sets have the same number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Set(u32);

impl Set {
    pub(super) const EMPTY: Set = Set(0);
    /// Marks the number of a branch. Others are those of their only member.
    const BRANCH: u32 = 1 << 31;

    /// Returns the set of one end.
    #[inline]
    pub(super) const fn of(end: u32) -> Set {
        Set(end)
    }
}

/// A set of several: members without the bit, and those with it. Below the bit, the numbers of all are alike.
#[derive(Debug, Clone, Copy)]
struct Branch {
    prefix: u32,
    bit: u32,
    without: Set,
    with: Set,
    /// The thread of all members; `None` if they have several.
    thread: Option<u32>,
}

/// A set, an end, and the set of both.
type Joined = (Set, u32, Set);

/// Number of joined sets that are found at once: they fit into the cache of a core.
const RECENT_BITS: u32 = 12;

/// All sets.
pub(super) struct Sets {
    branches: Vec<Branch>,
    numbers: FxHashMap<(u32, Set, Set), Set>,
    recent: Box<[Joined]>,
    /// Greatest number of branches.
    most: usize,
}

impl Sets {
    /// Creates sets that have at most so many branches together.
    pub(super) fn new(most: usize) -> Self {
        let recent = vec![(Set::EMPTY, 0, Set::EMPTY); 1 << RECENT_BITS].into_boxed_slice();
        Self { branches: Vec::new(), numbers: FxHashMap::default(), recent, most }
    }

    /// Returns the set with one end more; `None` if there is no room for it.
    pub(super) fn with(&mut self, set: Set, end: u32, ends: &Ends) -> Option<Set> {
        // Two odd numbers without a pattern.
        let mixed = set.0.wrapping_mul(0x9e37_79b9) ^ end.wrapping_mul(0x85eb_ca6b);
        let at = (mixed >> (u32::BITS - RECENT_BITS)) as usize;
        let (before, added, joined) = self.recent[at];
        if (before, added) == (set, end) {
            return Some(joined);
        }
        let joined = self.add(set, end, ends)?;
        self.recent[at] = (set, end, joined);
        Some(joined)
    }

    /// Returns the thread that all members have in common.
    #[inline]
    pub(super) fn thread(&self, set: Set, ends: &Ends) -> Option<u32> {
        match self.branch(set) {
            Some(branch) => branch.thread,
            None => ends.get(set.0).map(|end| end.thread),
        }
    }

    /// Lists the members of a set.
    pub(super) fn members(&self, set: Set) -> Vec<u32> {
        let (mut members, mut left) = (Vec::new(), vec![set]);
        while let Some(set) = left.pop() {
            match self.branch(set) {
                Some(branch) => left.extend([branch.without, branch.with]),
                None => members.extend((set != Set::EMPTY).then_some(set.0)),
            }
        }
        members
    }

    #[inline]
    fn branch(&self, set: Set) -> Option<&Branch> {
        if set.0 & Set::BRANCH == 0 { None } else { self.branches.get((set.0 & !Set::BRANCH) as usize) }
    }

    fn add(&mut self, set: Set, end: u32, ends: &Ends) -> Option<Set> {
        let Some(&Branch { prefix, bit, without, with, .. }) = self.branch(set) else {
            let is_alone = set == Set::EMPTY || set == Set::of(end);
            return if is_alone { Some(Set::of(end)) } else { self.join((set, set.0), end, ends) };
        };
        if end & (bit - 1) != prefix {
            return self.join((set, prefix), end, ends);
        }
        let [without, with] = match end & bit {
            0 => [self.add(without, end, ends)?, with],
            _ => [without, self.add(with, end, ends)?],
        };
        self.numbered(Branch { prefix, bit, without, with, thread: None }, ends)
    }

    /// Joins a set, whose members begin with `prefix`, and an end that does not.
    fn join(&mut self, (set, prefix): (Set, u32), end: u32, ends: &Ends) -> Option<Set> {
        let bit = 1 << (prefix ^ end).trailing_zeros();
        let [without, with] = if end & bit == 0 { [Set::of(end), set] } else { [set, Set::of(end)] };
        self.numbered(Branch { prefix: end & (bit - 1), bit, without, with, thread: None }, ends)
    }

    /// Returns the number of a branch, which gets one if it is new.
    fn numbered(&mut self, branch: Branch, ends: &Ends) -> Option<Set> {
        let parts = (branch.bit, branch.without, branch.with);
        if let Some(&set) = self.numbers.get(&parts) {
            return Some(set);
        }
        if self.branches.len() >= self.most {
            return None;
        }
        let set = Set(Set::BRANCH | self.branches.len() as u32);
        let [one, other] = [branch.without, branch.with].map(|part| self.thread(part, ends));
        self.branches.push(Branch { thread: one.filter(|_| one == other), ..branch });
        self.numbers.insert(parts, set);
        Some(set)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use paratrace_traceformat::map::InstructionId;

    fn ends(threads: u32) -> Ends {
        let mut ends = Ends::default();
        for n in 0..100 {
            ends.add(n % threads, InstructionId::new(n));
        }
        ends
    }

    #[test]
    fn equal_sets_have_one_number() {
        let (ends, mut sets, mut state) = (ends(5), Sets::new(usize::MAX), 1u32);
        let mut known: BTreeMap<BTreeSet<u32>, Set> = BTreeMap::new();
        for _ in 0..2000 {
            let (mut set, mut plain) = (Set::EMPTY, BTreeSet::new());
            for _ in 0..state >> 28 {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let end = 1 + (state >> 8) % 12;
                set = sets.with(set, end, &ends).unwrap();
                plain.insert(end);
                let mut members = sets.members(set);
                members.sort_unstable();
                assert_eq!(members, plain.iter().copied().collect::<Vec<_>>());
                let threads: BTreeSet<u32> = plain.iter().map(|&end| ends.get(end).unwrap().thread).collect();
                assert_eq!(sets.thread(set, &ends), threads.first().copied().filter(|_| threads.len() == 1));
                assert_eq!(*known.entry(plain.clone()).or_insert(set), set);
            }
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        }
        let numbers: BTreeSet<u32> = known.values().map(|set| set.0).collect();
        assert_eq!(numbers.len(), known.len());
    }

    #[test]
    fn there_are_no_more_sets_than_may_be() {
        let (ends, mut sets) = (ends(1), Sets::new(1));
        let two = sets.with(Set::of(1), 2, &ends).unwrap();
        assert_eq!(sets.with(two, 3, &ends), None);
        assert_eq!(sets.with(two, 1, &ends), Some(two));
        assert_eq!(sets.members(two).len(), 2);
    }
}
