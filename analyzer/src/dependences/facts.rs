//! What is known of a program before any of its threads is looked at. There may be many threads, each of which does little.

use std::sync::OnceLock;

use paratrace_replay::program::Lifetimes;
use paratrace_traceformat::map::ProgramMap;

use super::points::Points;

/// Facts of a program that the passes over all its threads share.
pub(crate) struct Facts<'m> {
    pub(super) points: Points<'m>,
    /// Found when the first pass asks for them, as an analysis may have none that does.
    lifetimes: OnceLock<Lifetimes>,
}

impl<'m> Facts<'m> {
    pub(crate) fn new(map: &'m ProgramMap) -> Self {
        Self { points: Points::new(map), lifetimes: OnceLock::new() }
    }

    pub(super) fn map(&self) -> &'m ProgramMap {
        self.points.map
    }

    pub(super) fn lifetimes(&self) -> &Lifetimes {
        self.lifetimes.get_or_init(|| Lifetimes::new(self.map()))
    }
}
