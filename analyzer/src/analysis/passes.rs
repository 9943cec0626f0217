//! The passes of an analysis over the chunks of one thread. A new one is a kind of [`Work`] and a [`Pass`].

use std::sync::Arc;

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::base::spool::{Spool, spool};
use paratrace_replay::stream::Chunk;
use paratrace_traceformat::map::ProgramMap;

use crate::budget::{Budget, unless_left_out};
use crate::communication::Communication;
use crate::dependences::{DependenceSums, Distances, Facts, Planner};
use crate::depths::{Engines, Sums};
use crate::model::Part;
use crate::units::KeptStream;

/// Work that an analysis does with each chunk of a thread.
pub(super) enum Work<'c> {
    /// Depths in every `step`th window of region levels.
    Depths { first: u32, step: u32 },
    /// Dependences and their distances.
    Dependences,
    /// Communication of the thread with this number.
    Communication(&'c mut Communication, usize),
}

impl Work<'_> {
    pub(super) fn name(&self) -> &'static str {
        match self {
            Work::Depths { .. } => "depths",
            Work::Dependences => "dependences",
            Work::Communication(..) => "communication",
        }
    }
}

/// A pass over the chunks of one thread.
pub(super) trait Pass {
    fn take(&mut self, chunk: &Chunk) -> Result<(), AnalyzeError>;
    fn finish(self: Box<Self>) -> Result<Found, AnalyzeError>;
}

/// The results of passes.
#[derive(Default)]
pub(super) struct Found {
    pub(super) sums: Sums,
    pub(super) distances: Option<DependenceSums>,
    /// The operations of the thread, as the passes for dependences keep them.
    pub(super) stream: Option<Arc<KeptStream>>,
}

impl Found {
    /// Returns what the passes for dependences have found.
    pub(super) fn of((distances, stream): (DependenceSums, Arc<KeptStream>)) -> Self {
        Self { distances: Some(distances), stream: Some(stream), ..Self::default() }
    }
}

/// Adds up the results of passes.
pub(super) fn sum(results: impl Iterator<Item = Result<Found, AnalyzeError>>) -> Result<Found, AnalyzeError> {
    let mut all = Found::default();
    for found in results {
        let found = unless_left_out(found)?.unwrap_or_default();
        all.sums.add(&found.sums);
        all.distances = all.distances.or(found.distances);
        all.stream = all.stream.or(found.stream);
    }
    Ok(all)
}

impl Pass for Engines {
    fn take(&mut self, chunk: &Chunk) -> Result<(), AnalyzeError> {
        self.take(chunk);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Found, AnalyzeError> {
        Ok(Found { sums: (*self).finish(), ..Found::default() })
    }
}

/// Both passes for dependences, here.
pub(super) struct Dependences<'m> {
    passes: Option<(Planner<'m>, Distances<'m>, Spool)>,
    budget: &'m Budget<'m>,
}

impl<'m> Dependences<'m> {
    pub(super) fn new(facts: &'m Facts<'m>, unit_times: u32, budget: &'m Budget<'m>) -> Self {
        Self { passes: Some((Planner::new(facts, unit_times), Distances::new(facts), spool())), budget }
    }
}

impl Pass for Dependences<'_> {
    fn take(&mut self, chunk: &Chunk) -> Result<(), AnalyzeError> {
        if self.budget.allow(Part::Dependences).is_err() {
            self.passes = None;
        }
        let Some((planner, distances, spool)) = &mut self.passes else { return Ok(()) };
        let piece = distances.take(planner.take(chunk));
        spool.push(&piece.words, &piece.log)
    }

    fn finish(self: Box<Self>) -> Result<Found, AnalyzeError> {
        let Self { passes, budget } = *self;
        let Some((planner, distances, spool)) = passes else { return Ok(Found::default()) };
        let vocabulary = planner.finish();
        let found = distances.finish(&spool, &|| budget.allow(Part::Dependences))?;
        Ok(Found::of((found, Arc::new(KeptStream { vocabulary, spool }))))
    }
}

/// The part of a communication graph that one thread adds.
pub(super) struct OfThread<'c> {
    pub(super) communication: &'c mut Communication,
    pub(super) budget: &'c Budget<'c>,
    pub(super) map: &'c ProgramMap,
    pub(super) thread: usize,
}

impl Pass for OfThread<'_> {
    fn take(&mut self, chunk: &Chunk) -> Result<(), AnalyzeError> {
        match self.budget.allow(Part::Communication) {
            Ok(()) => self.communication.take(self.map, self.thread, chunk),
            Err(_) => self.communication.give_up(self.map),
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Found, AnalyzeError> {
        Ok(Found::default())
    }
}
