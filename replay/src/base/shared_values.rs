//! Values that threads share: each is made when one of them first asks for it.

use std::hash::Hash;
use std::sync::{PoisonError, RwLock};

use rustc_hash::FxHashMap;

/// Values by key.
pub struct SharedValues<K, V> {
    known: RwLock<FxHashMap<K, V>>,
}

impl<K, V> Default for SharedValues<K, V> {
    fn default() -> Self {
        Self { known: RwLock::default() }
    }
}

impl<K: Eq + Hash, V: Clone> SharedValues<K, V> {
    /// Returns the value of a key, which `make` makes if there is none yet. If several threads make one, all get the first.
    pub fn get_or_make(&self, key: K, make: impl FnOnce() -> V) -> V {
        self.known(&key).unwrap_or_else(|| self.keep(key, make()))
    }

    /// Returns the same where the value may not be made.
    ///
    /// # Errors
    /// As `make`.
    pub fn try_get_or_make<E>(&self, key: K, make: impl FnOnce() -> Result<V, E>) -> Result<V, E> {
        match self.known(&key) {
            Some(known) => Ok(known),
            None => Ok(self.keep(key, make()?)),
        }
    }

    fn known(&self, key: &K) -> Option<V> {
        self.known.read().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    fn keep(&self, key: K, value: V) -> V {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.entry(key).or_insert(value).clone()
    }
}
