//! Sets of numbers, which are kept once and have numbers themselves: many locations are accessed under the same locks.

use rustc_hash::FxHashMap;

use crate::limits;

/// A set: none, one number, or one of those that are kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Set(pub(super) u32);

/// Marks a set of one number.
const ONE: u32 = 1 << 31;

impl Set {
    pub(super) const EMPTY: Self = Self(0);

    pub(super) fn one(number: u32) -> Self {
        Self(ONE | number)
    }
}

/// All sets of several numbers. Once there are too many, results are wrong, and [`Sets::is_full`] says so.
#[derive(Debug, Default)]
pub(super) struct Sets {
    kept: Vec<Box<[u32]>>,
    numbers: FxHashMap<Box<[u32]>, u32>,
    /// Sum of the sizes of what is kept.
    members: usize,
    joined: FxHashMap<(Set, Set), Set>,
    common: FxHashMap<(Set, Set), Set>,
    is_full: bool,
}

impl Sets {
    /// Returns whether there were too many sets.
    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    /// Returns the set of these numbers, which are in order, each once.
    pub(super) fn of(&mut self, members: &[u32]) -> Set {
        match members {
            [] => Set::EMPTY,
            &[one] => Set::one(one),
            _ => match self.numbers.get(members) {
                Some(&number) => Set(number),
                None => self.keep(members),
            },
        }
    }

    fn keep(&mut self, members: &[u32]) -> Set {
        if self.kept.len() >= limits::LOCK_SETS || self.members + members.len() > limits::LOCK_SET_MEMBERS {
            self.is_full = true;
            return Set::EMPTY;
        }
        self.kept.push(members.into());
        self.members += members.len();
        let number = self.kept.len() as u32;
        self.numbers.insert(members.into(), number);
        Set(number)
    }

    /// Calls `use_of` with the members of a set, in order.
    pub(super) fn with<R>(&self, set: Set, use_of: impl FnOnce(&[u32]) -> R) -> R {
        match set {
            Set::EMPTY => use_of(&[]),
            Set(one) if one & ONE != 0 => use_of(&[one & !ONE]),
            Set(number) => use_of(self.kept.get(number as usize - 1).map_or(&[], |members| members)),
        }
    }

    /// Returns what is in either set.
    pub(super) fn union(&mut self, one: Set, other: Set) -> Set {
        if one == other || other == Set::EMPTY {
            return one;
        }
        if one == Set::EMPTY {
            return other;
        }
        let key = (one.min(other), one.max(other));
        if let Some(&known) = self.joined.get(&key) {
            return known;
        }
        let mut members = self.with(one, <[u32]>::to_vec);
        self.with(other, |more| members.extend_from_slice(more));
        members.sort_unstable();
        members.dedup();
        let found = self.of(&members);
        self.joined.insert(key, found);
        found
    }

    /// Returns what is in both sets.
    pub(super) fn intersection(&mut self, one: Set, other: Set) -> Set {
        if one == other {
            return one;
        }
        if one == Set::EMPTY || other == Set::EMPTY {
            return Set::EMPTY;
        }
        let key = (one.min(other), one.max(other));
        if let Some(&known) = self.common.get(&key) {
            return known;
        }
        let mut members = self.with(one, <[u32]>::to_vec);
        self.with(other, |others| members.retain(|member| others.binary_search(member).is_ok()));
        let found = self.of(&members);
        self.common.insert(key, found);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_kept_once() {
        let mut sets = Sets::default();
        let (a, b) = (sets.of(&[1, 3, 5]), sets.of(&[3, 5, 7]));
        let common = sets.intersection(a, b);
        assert_eq!(common, sets.of(&[3, 5]));
        assert_eq!(sets.intersection(common, Set::one(5)), Set::one(5));
        assert_eq!(sets.intersection(a, Set::one(4)), Set::EMPTY);
        let all = sets.union(b, a);
        assert_eq!(sets.with(all, <[u32]>::to_vec), [1, 3, 5, 7]);
        assert_eq!([sets.union(a, all), sets.union(Set::EMPTY, a), sets.union(a, Set::one(3))], [all, a, a]);
        assert_eq!(sets.kept.len(), 4);
    }

    #[test]
    fn too_many_members_are_told() {
        let mut sets = Sets::default();
        let many: Vec<u32> = (0..=limits::LOCK_SET_MEMBERS as u32).collect();
        assert!(sets.of(&many[..2]) != Set::EMPTY && !sets.is_full());
        sets.of(&many);
        assert!(sets.is_full());
    }
}
