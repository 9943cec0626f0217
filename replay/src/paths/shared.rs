//! Compiled paths that threads share.
//!
//! A program may have any number of threads that run the same code. If each compiled the paths that it runs, short threads would spend
//! most of their time on it.

use std::sync::{Arc, PoisonError, RwLock};

use paratrace_traceformat::map::{PathId, ProgramMap};
use rustc_hash::FxHashMap;

use super::{Alone, Program, Recipe, Variant};
use crate::program::PathInfo;

/// A compiled variant of a path.
pub(super) struct Built {
    pub(super) program: Arc<Program>,
    pub(super) recipe: Recipe,
}

/// What a variant is known by: the path, whether it is one without an event and whether an unknown class answers its call, and whether the program has its data flow and tells of
/// monitors.
type Key = (PathId, (bool, bool), Variant, (bool, bool));

/// The compiled paths of one map.
#[derive(Default)]
pub struct SharedPaths {
    built: RwLock<FxHashMap<Key, Arc<Built>>>,
    alone: RwLock<FxHashMap<Alone, Arc<Program>>>,
}

impl SharedPaths {
    /// Returns a compiled variant, which `build` makes if it is new.
    pub(super) fn get(
        &self,
        (info, variant, wanted): (&PathInfo, Variant, (bool, bool)),
        build: impl FnOnce() -> Built,
    ) -> Arc<Built> {
        let key = (info.id, (info.is_silent, info.outside), variant, wanted);
        let known = self.built.read().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        known.unwrap_or_else(|| {
            let new = Arc::new(build());
            let mut built = self.built.write().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(built.entry(key).or_insert(new))
        })
    }

    /// Returns a program without instructions, which is built if it is new.
    pub(super) fn alone(&self, alone: Alone, map: &ProgramMap) -> Arc<Program> {
        let known = self.alone.read().unwrap_or_else(PoisonError::into_inner).get(&alone).cloned();
        known.unwrap_or_else(|| {
            let mut built = self.alone.write().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(built.entry(alone).or_insert_with(|| Arc::new(alone.program(map))))
        })
    }
}
