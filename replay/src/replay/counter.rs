//! A counter of keys that recur often.

use std::hash::{BuildHasher, Hash};

use rustc_hash::{FxBuildHasher, FxHashMap};

const PLACES: usize = 1 << 11;

/// Counts by key: those of recent keys in a direct-mapped cache, all others in a hash map.
#[derive(Debug)]
pub(super) struct Counter<K> {
    recent: Vec<Option<(K, u64)>>,
    rest: FxHashMap<K, u64>,
}

impl<K: Copy + Eq + Hash> Counter<K> {
    pub(super) fn new() -> Self {
        Self { recent: vec![None; PLACES], rest: FxHashMap::default() }
    }

    #[inline]
    pub(super) fn count(&mut self, key: K) {
        let at = FxBuildHasher.hash_one(key) as usize % PLACES;
        match &mut self.recent[at] {
            Some((known, count)) if *known == key => *count += 1,
            place => {
                if let Some((known, count)) = place.replace((key, 1)) {
                    *self.rest.entry(known).or_insert(0) += count;
                }
            }
        }
    }

    pub(super) fn finish(mut self) -> FxHashMap<K, u64> {
        for (key, count) in self.recent.into_iter().flatten() {
            *self.rest.entry(key).or_insert(0) += count;
        }
        self.rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_do_not_depend_on_the_order() {
        let mut counter = Counter::new();
        for round in 0..3u32 {
            (0..5_000u32).for_each(|key| (0..key % 3 + round).for_each(|_| counter.count((key, 1u32))));
        }
        let counts = counter.finish();
        for key in 0..5_000 {
            assert_eq!(counts.get(&(key, 1)).copied().unwrap_or(0), u64::from(3 * (key % 3) + 3));
        }
    }
}
