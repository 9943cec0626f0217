//! A counter of keys that recur often.

use std::hash::{BuildHasher, Hash};

use rustc_hash::{FxBuildHasher, FxHashMap};

/// Least and greatest size of the cache. It grows with the keys, as there may be many counters of few keys.
const FEWEST_PLACES: usize = 1 << 3;
const MOST_PLACES: usize = 1 << 11;

/// Counts by key: those of recent keys in a direct-mapped cache, all others in a hash map.
#[derive(Debug)]
pub(crate) struct Counter<K> {
    recent: Vec<Option<(K, u64)>>,
    rest: FxHashMap<K, u64>,
}

impl<K: Copy + Eq + Hash> Counter<K> {
    pub(crate) fn new() -> Self {
        Self { recent: vec![None; FEWEST_PLACES], rest: FxHashMap::default() }
    }

    #[inline]
    pub(crate) fn count(&mut self, key: K) {
        self.add(key, 1);
    }

    #[inline]
    pub(crate) fn add(&mut self, key: K, times: u64) {
        let at = FxBuildHasher.hash_one(key) as usize & (self.recent.len() - 1);
        match &mut self.recent[at] {
            Some((known, count)) if *known == key => *count += times,
            place => {
                if let Some((known, count)) = place.replace((key, times)) {
                    self.put_aside(known, count);
                }
            }
        }
    }

    /// Moves a count that has lost its place in the cache.
    fn put_aside(&mut self, key: K, count: u64) {
        *self.rest.entry(key).or_insert(0) += count;
        if self.rest.len() > self.recent.len() / 2 && self.recent.len() < MOST_PLACES {
            let more = vec![None; 4 * self.recent.len()];
            for (key, count) in std::mem::replace(&mut self.recent, more).into_iter().flatten() {
                *self.rest.entry(key).or_insert(0) += count;
            }
        }
    }

    pub(crate) fn finish(mut self) -> FxHashMap<K, u64> {
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
