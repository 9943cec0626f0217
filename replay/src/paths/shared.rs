//! Compiled paths that threads share.
//!
//! A program may have any number of threads that run the same code. If each compiled the paths that it runs, short threads would spend
//! most of their time on it.

use std::sync::Arc;

use paratrace_traceformat::map::{PathId, ProgramMap};

use super::{Alone, Program, Recipe, Variant};
use crate::base::shared_values::SharedValues;
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
    built: SharedValues<Key, Arc<Built>>,
    alone: SharedValues<Alone, Arc<Program>>,
}

impl SharedPaths {
    /// Returns a compiled variant, which `build` makes if it is new.
    pub(super) fn get(
        &self,
        (info, variant, wanted): (&PathInfo, Variant, (bool, bool)),
        build: impl FnOnce() -> Built,
    ) -> Arc<Built> {
        let key = (info.id, (info.is_silent, info.outside), variant, wanted);
        self.built.get_or_make(key, || Arc::new(build()))
    }

    /// Returns a program without instructions, which is built if it is new.
    pub(super) fn alone(&self, alone: Alone, map: &ProgramMap) -> Arc<Program> {
        self.alone.get_or_make(alone, || Arc::new(alone.program(map)))
    }
}
