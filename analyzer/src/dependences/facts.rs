//! What is known of a program before any of its threads is looked at. There may be many threads, each of which does little.

use paratrace_replay::program::Lifetimes;
use paratrace_traceformat::map::ProgramMap;

use super::points::Points;

/// Facts of a program that the passes over all its threads share.
pub(crate) struct Facts<'m> {
    pub(super) points: Points<'m>,
    pub(super) lifetimes: Lifetimes,
}

impl<'m> Facts<'m> {
    pub(crate) fn new(map: &'m ProgramMap) -> Self {
        Self { points: Points::new(map), lifetimes: Lifetimes::new(map) }
    }

    pub(super) fn map(&self) -> &'m ProgramMap {
        self.points.map
    }
}
