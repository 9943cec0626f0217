//! What is measured of all threads in one order that respects happens-before: communication, and the critical path of the run.

use std::sync::Arc;

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::events::ThreadInput;
use paratrace_replay::paths::SharedPaths;
use paratrace_replay::program::Index;
use paratrace_replay::replay::{ReplayStats, Stop};
use paratrace_replay::stream::{Chunk, Emitter};
use paratrace_replay::threads::{MergedSink, merge_chunks};
use paratrace_traceformat::map::ProgramMap;

use super::pipeline::Plan;
use crate::budget::Budget;
use crate::communication::Communication;
use crate::depths::{JoinedDepths, JoinedPath};
use crate::handovers::{HandoverPass, Handovers};
use crate::input::Progress;
use crate::locks::{self, LockPass};
use crate::model::Part;
use crate::races::{self, RacePass, Races};
use crate::synchronization::Classes;

/// What the passes have found.
#[derive(Default)]
pub(super) struct Measured<'a> {
    pub(super) communication: Option<Communication>,
    /// Nothing if the path is too long to be measured.
    pub(super) path: Option<JoinedPath>,
    pub(super) handovers: Handovers,
    /// Nothing if races cannot be told.
    pub(super) races: Option<Races<'a>>,
    /// Nothing if no code of the program locks anything.
    pub(super) locks: Option<LockPass<'a>>,
}

/// The passes over all threads in one order.
pub(super) struct AllThreads<'a> {
    map: &'a ProgramMap,
    /// Nothing if it was not asked for, or is left out.
    communication: Option<Communication>,
    depths: JoinedDepths<'a>,
    handovers: HandoverPass,
    /// Nothing if races cannot be told.
    races: Option<RacePass<'a>>,
    /// Nothing if no code of the program locks anything.
    locks: Option<LockPass<'a>>,
    budget: &'a Budget<'a>,
    paths: Arc<SharedPaths>,
}

impl<'a> AllThreads<'a> {
    pub(super) fn new(communication: Option<Communication>, plan: &Plan<'a, '_>, threads: usize) -> Self {
        let Plan { index, budget, facts, .. } = *plan;
        let paths = facts.shared_paths().map(Arc::clone).unwrap_or_default();
        let classes = Arc::new(Classes::new(index.map));
        Self {
            map: index.map,
            communication,
            depths: JoinedDepths::new(Arc::clone(&classes)),
            handovers: HandoverPass::new(index.map),
            races: races::can_be_told(index.map, threads).then(|| RacePass::new(index.map, classes)),
            locks: locks::has_any(index.map).then(|| LockPass::new(index.map)),
            budget,
            paths,
        }
    }

    /// Replays all threads. `goes_on` is told the progress and returns whether to go on.
    ///
    /// # Errors
    /// [`AnalyzeError::Memory`] if this takes more memory than the analysis may; if it is cancelled.
    pub(super) fn follow<'m>(
        self,
        index: &Index<'m>,
        threads: Vec<ThreadInput<'_>>,
        goes_on: &dyn Fn(Progress) -> bool,
    ) -> Result<Self, AnalyzeError> {
        let paths = Arc::clone(&self.paths);
        let sink = Following { passes: self, goes_on };
        let (sink, _) = merge_chunks(index, threads, sink, |to| {
            Emitter::new(index.map, to).sharing(&paths).with_slots_for_copies().for_synchronization()
        })?;
        Ok(sink.passes)
    }

    /// Returns what was measured, as far as it was not left out.
    pub(super) fn finish(self) -> Measured<'a> {
        let (communication, path) = (self.communication, self.depths.finish());
        let handovers = self.handovers.finish(self.map);
        Measured { communication, path, handovers, races: self.races.map(RacePass::finish), locks: self.locks }
    }

    fn take(&mut self, thread: usize, chunk: &Chunk) -> Result<(), AnalyzeError> {
        if self.budget.allow(Part::Communication).is_err() {
            self.communication = None;
        }
        self.budget.allow_more()?;
        if let Some(communication) = &mut self.communication {
            communication.take(self.map, thread, chunk);
        }
        self.depths.take(thread, chunk);
        self.handovers.take(self.map, thread, chunk);
        if let Some(races) = &mut self.races {
            races.take(thread, chunk);
        }
        if let Some(locks) = &mut self.locks {
            locks.take(thread, chunk);
        }
        Ok(())
    }
}

/// The passes at work.
struct Following<'f, 'a> {
    passes: AllThreads<'a>,
    goes_on: &'f dyn Fn(Progress) -> bool,
}

impl MergedSink for Following<'_, '_> {
    const NOTES: bool = true;

    type End = ();

    fn chunk(&mut self, thread: usize, chunk: Chunk) -> Result<(), AnalyzeError> {
        self.passes.take(thread, &chunk)?;
        let progress = Progress { thread, nodes: self.passes.depths.nodes };
        if (self.goes_on)(progress) { Ok(()) } else { Err(AnalyzeError::Cancelled) }
    }

    fn end(&mut self, thread: usize, _: ReplayStats, _: Stop) {
        self.passes.depths.ended(thread);
        self.passes.handovers.ended(thread);
        if let Some(races) = &mut self.passes.races {
            races.ended(thread);
        }
        if let Some(locks) = &mut self.passes.locks {
            locks.ended(thread);
        }
        if let Some(communication) = &mut self.passes.communication {
            communication.ended(thread);
        }
    }
}
