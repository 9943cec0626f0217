//! A ledger: sums by key.

use std::hash::{BuildHasher, Hash};

use rustc_hash::{FxBuildHasher, FxHashMap};

const CACHED: usize = 1 << 12;

/// Sums by key, behind a small direct-mapped cache, because the same few keys occur again and again.
#[derive(Debug)]
pub struct Ledger<K, V> {
    numbers: FxHashMap<K, u32>,
    sums: Vec<(K, V)>,
    cache: Vec<u32>,
}

impl<K, V> Default for Ledger<K, V> {
    fn default() -> Self {
        Self { numbers: FxHashMap::default(), sums: Vec::new(), cache: vec![u32::MAX; CACHED] }
    }
}

impl<K: Copy + Eq + Hash, V: Default> Ledger<K, V> {
    /// Returns the sum of a key, a new one if it has none.
    #[inline]
    pub fn at(&mut self, key: K) -> &mut V {
        let place = FxBuildHasher.hash_one(key) as usize >> 20 & (CACHED - 1);
        let cached = self.cache[place] as usize;
        if self.sums.get(cached).is_none_or(|(known, _)| *known != key) {
            let next = self.sums.len() as u32;
            let number = *self.numbers.entry(key).or_insert(next);
            if number == next {
                self.sums.push((key, V::default()));
            }
            self.cache[place] = number;
        }
        &mut self.sums[self.cache[place] as usize].1
    }

    /// Returns whether a key has a sum.
    pub fn knows(&self, key: &K) -> bool {
        self.numbers.contains_key(key)
    }

    /// Lists all sums, in the order in which their keys occurred first.
    pub fn sums(&self) -> &[(K, V)] {
        &self.sums
    }
}
