//! The passes of an analysis over the chunks of one thread. A new one is a kind of [`Work`] and a [`Pass`].

use std::sync::Arc;

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::base::spool::{Spool, spool};
use paratrace_replay::stream::Chunk;
use paratrace_traceformat::map::ProgramMap;

use crate::communication::Communication;
use crate::dependences::{DependenceSums, Distances, Planner};
use crate::depths::{Engines, Sums};
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
        let found = found?;
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
    planner: Planner<'m>,
    distances: Distances<'m>,
    spool: Spool,
}

impl<'m> Dependences<'m> {
    pub(super) fn new(map: &'m ProgramMap, unit_times: u32) -> Self {
        Self { planner: Planner::new(map, unit_times), distances: Distances::new(map), spool: spool() }
    }
}

impl Pass for Dependences<'_> {
    fn take(&mut self, chunk: &Chunk) -> Result<(), AnalyzeError> {
        let piece = self.distances.take(self.planner.take(chunk));
        self.spool.push(&piece.words, &piece.log)
    }

    fn finish(self: Box<Self>) -> Result<Found, AnalyzeError> {
        let Self { planner, distances, spool } = *self;
        let vocabulary = planner.finish();
        let found = distances.finish(&spool)?;
        Ok(Found::of((found, Arc::new(KeptStream { vocabulary, spool }))))
    }
}

/// The part of a communication graph that one thread adds.
pub(super) struct OfThread<'c> {
    pub(super) communication: &'c mut Communication,
    pub(super) map: &'c ProgramMap,
    pub(super) thread: usize,
}

impl Pass for OfThread<'_> {
    fn take(&mut self, chunk: &Chunk) -> Result<(), AnalyzeError> {
        self.communication.take(self.map, self.thread, chunk);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Found, AnalyzeError> {
        Ok(Found::default())
    }
}
