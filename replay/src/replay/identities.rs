//! Identities of objects: numbers, which are unique, or identity hashes, which need not be.
//!
//! The traced program makes sure that no two arrays which it creates itself have the same hash. The trace also shows
//! where it creates an object that is identified by its hash. An object that occurs first in an access was created by
//! untraced code. Its hash may equal that of any object known already, and nothing in the trace would show it.

use paratrace_traceformat::map::MethodId;
use rustc_hash::FxHashSet;

/// Number of different identity hashes, as HotSpot draws them.
const HASHES: f64 = (1u64 << 31) as f64;

/// Expected numbers of confused objects below this count as none.
const NONE_EXPECTED: f64 = 0.5;

/// A sum of many rare coincidences exceeds its expected number by more than so many deviations only once in a billion times.
const DEVIATIONS: f64 = 6.0;

/// How the objects of one thread were identified.
#[derive(Debug, Clone, Default)]
pub struct Identities {
    /// Number of objects identified by a unique number.
    pub numbered: u64,
    /// Number of arrays and other objects, identified by their hash, whose creation by traced code was recorded.
    pub created: u64,
    /// Number of these created with a hash that another object already had; whether that one was still alive is not
    /// recorded.
    pub reused: u64,
    /// Sum, over the created ones, of the number of hashes known when each of them was created.
    pub created_pairs: u64,
    /// Number of arrays and other objects, identified by their hash, whose creation was not recorded.
    pub found: u64,
    /// Sum, over these, of the number of hashes known when each of them occurred first.
    pub pairs: u64,
    /// Methods that accessed an object whose creation was not recorded, or one with a reused hash.
    pub doubtful: FxHashSet<MethodId>,
}

impl Identities {
    /// Adds the counts of another thread.
    pub fn add(&mut self, other: &Identities) {
        self.numbered += other.numbered;
        self.created += other.created;
        self.reused += other.reused;
        self.created_pairs = self.created_pairs.saturating_add(other.created_pairs);
        self.found += other.found;
        self.pairs = self.pairs.saturating_add(other.pairs);
        self.doubtful.extend(&other.doubtful);
    }

    /// Returns an upper bound of the expected number of objects taken for another one.
    pub fn expected(&self) -> f64 {
        self.coincidences() + self.pairs as f64 / HASHES
    }

    /// Returns how many of the reused hashes may be coincidences. Where chance gives next to none, the object is the one that
    /// had the hash before: its creation was told when it was known already, by code that was not followed. That does not hold where hashes
    /// are not drawn at random, so that most of them were there before.
    fn coincidences(&self) -> f64 {
        let reused = self.reused as f64;
        let drawn_at_random = self.reused <= self.created / 2;
        let chance = self.created_pairs as f64 / HASHES;
        if drawn_at_random { reused.min(chance + DEVIATIONS * chance.sqrt()) } else { reused }
    }

    /// Returns the number of arrays and other objects identified by their hash.
    pub fn hashed(&self) -> u64 {
        self.created + self.found
    }

    /// Returns whether so many confused objects are expected that results are doubtful.
    pub fn are_doubtful(&self) -> bool {
        self.expected() >= NONE_EXPECTED
    }

    /// Returns the methods in which, or below which, an object may have been taken for another one. `calls` are pairs
    /// of caller and callee.
    pub fn uncertain(&self, calls: &[(MethodId, MethodId)]) -> FxHashSet<MethodId> {
        if !self.are_doubtful() {
            return FxHashSet::default();
        }
        let mut uncertain = self.doubtful.clone();
        let mut before = 0;
        while before < uncertain.len() {
            before = uncertain.len();
            let above = calls.iter().filter(|(_, callee)| uncertain.contains(callee)).map(|&(caller, _)| caller);
            let above: Vec<MethodId> = above.collect();
            uncertain.extend(above);
        }
        uncertain
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubt_goes_up_to_callers() {
        let calls = [(1, 2), (2, 3), (4, 1), (3, 5), (6, 7)].map(|(from, to)| (MethodId::new(from), MethodId::new(to)));
        let few =
            Identities { doubtful: [MethodId::new(3)].into_iter().collect(), pairs: 1 << 29, ..Identities::default() };
        assert!(few.uncertain(&calls).is_empty() && !few.are_doubtful());
        let many = Identities { reused: 1, ..few };
        let uncertain = many.uncertain(&calls);
        assert_eq!(
            [1, 2, 3, 4, 5, 6, 7].map(|method| uncertain.contains(&MethodId::new(method))),
            [true, true, true, true, false, false, false]
        );
        assert_eq!(many.expected(), 1.25);
        assert!(many.are_doubtful());
    }

    #[test]
    fn what_chance_cannot_explain_is_no_coincidence() {
        let identities = |created, reused| Identities {
            created,
            reused,
            created_pairs: created * created / 2,
            ..Identities::default()
        };
        assert!(!identities(926, 7).are_doubtful());
        assert!(identities(10_000, 1).are_doubtful());
        assert_eq!(identities(1_000_000, 230).expected(), 230.0);
        assert_eq!(identities(926, 900).expected(), 900.0, "hashes that are all the same");
    }
}
