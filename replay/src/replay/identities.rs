//! How objects are known: by numbers, which are unique, or by identity hashes, which need not be.
//!
//! The traced program sees to it that no two arrays that it creates itself have one hash, and the trace tells where it creates
//! something that is known by its hash. What is met first in an access was made by code that is not traced: it may have the
//! hash of anything that is known already, and nothing shows it.

use rustc_hash::FxHashSet;

/// Different hashes, as HotSpot draws them.
const HASHES: f64 = (1u64 << 31) as f64;

/// Fewer expected coincidences than this are none.
const NONE_EXPECTED: f64 = 0.5;

/// What was met in one thread.
#[derive(Debug, Clone, Default)]
pub struct Identities {
    /// Objects with numbers.
    pub numbered: u64,
    /// Arrays and objects that traced code was seen to create.
    pub created: u64,
    /// Those of them whose hash something else had: dead or not, nobody knows.
    pub reused: u64,
    /// Arrays and objects that were there when they were met.
    pub found: u64,
    /// For each of those the hashes that were known.
    pub pairs: u64,
    /// Methods that met something found, or something with a reused hash.
    pub doubtful: FxHashSet<u32>,
}

impl Identities {
    /// Adds what was met in another thread.
    pub fn add(&mut self, other: &Identities) {
        self.numbered += other.numbered;
        self.created += other.created;
        self.reused += other.reused;
        self.found += other.found;
        self.pairs = self.pairs.saturating_add(other.pairs);
        self.doubtful.extend(&other.doubtful);
    }

    /// How many may have been taken for another one, at most, on average.
    pub fn expected(&self) -> f64 {
        self.reused as f64 + self.pairs as f64 / HASHES
    }

    /// Arrays and objects that are known by their hash.
    pub fn hashed(&self) -> u64 {
        self.created + self.found
    }

    /// Is at least one object to be expected that was taken for another one?
    pub fn are_doubtful(&self) -> bool {
        self.expected() >= NONE_EXPECTED
    }

    /// Methods in which, or below which, something may have been taken for something else; `calls` are pairs of caller and
    /// callee.
    pub fn uncertain(&self, calls: &[(u32, u32)]) -> FxHashSet<u32> {
        if !self.are_doubtful() {
            return FxHashSet::default();
        }
        let mut uncertain = self.doubtful.clone();
        let mut before = 0;
        while before < uncertain.len() {
            before = uncertain.len();
            let above = calls.iter().filter(|(_, callee)| uncertain.contains(callee)).map(|&(caller, _)| caller);
            let above: Vec<u32> = above.collect();
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
        let calls = [(1, 2), (2, 3), (4, 1), (3, 5), (6, 7)];
        let few = Identities { doubtful: [3].into_iter().collect(), pairs: 1 << 29, ..Identities::default() };
        assert!(few.uncertain(&calls).is_empty() && !few.are_doubtful());
        let many = Identities { reused: 1, ..few };
        let uncertain = many.uncertain(&calls);
        assert_eq!(
            [1, 2, 3, 4, 5, 6, 7].map(|method| uncertain.contains(&method)),
            [true, true, true, true, false, false, false]
        );
        assert_eq!(many.expected(), 1.25);
        assert!(many.are_doubtful());
    }
}
