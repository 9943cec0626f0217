//! Dependence distances: the edges that leave each construct, and how far apart their ends are.
//!
//! The definition is in docs/metrics.md, “Dependence distances”; the method is Alchemist's. A forward pass over the
//! operation stream follows the open constructs and finds RAW and WAW edges. It spools the stream, compressed. A
//! backward pass over the spool finds WAR edges.

mod activation;
mod arrays;
mod backward;
mod callbacks;
mod constructs;
mod edges;
pub(crate) mod effects;
mod exceptions;
mod forward;
mod held;
mod initializers;
pub(crate) mod insides;
mod leaving;
mod log;
mod passed_object;
mod plan;
mod planner;
mod points;
mod successions;
mod telling;
mod within;

pub(crate) use constructs::{Sums as DependenceSums, constructs};
pub(crate) use edges::{Edges, Key, Kind, Stat};
pub(crate) use exceptions::Exceptions;
pub(crate) use forward::{DependenceTotals, Extent, Extents};
pub(crate) use initializers::During;
pub(crate) use points::Points;
pub(crate) use successions::Successions;

use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::{mem, thread};

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::base::spool::{Spool, spool};
use paratrace_replay::base::workers::{lost, spawn};
use paratrace_replay::stream::Chunk;
use paratrace_traceformat::map::ProgramMap;

use backward::Backward;
use edges::Gathered;
use forward::Forward;
use leaving::{Table, Tables};
use log::Log;
pub(crate) use planner::{Planner, Prepared};

use crate::limits;
use crate::units::KeptStream;

/// The forward and the backward pass over the stream of one thread.
pub(crate) struct Distances<'m> {
    map: &'m ProgramMap,
    forward: Forward<'m>,
    spool: Spool,
}

impl<'m> Distances<'m> {
    /// Creates passes that do all of their work here.
    pub(crate) fn new(map: &'m ProgramMap) -> Self {
        Self::with(map, Tables::Here(Gathered::default()))
    }

    fn with(map: &'m ProgramMap, tables: Tables<'m>) -> Self {
        Self { map, forward: Forward::new(map, tables), spool: spool() }
    }

    /// Runs the forward pass over the next chunk and spools it for the backward pass.
    ///
    /// # Errors
    /// If the chunk cannot be spooled.
    pub(crate) fn take(&mut self, next: Prepared) -> Result<(), AnalyzeError> {
        let Prepared { words, paths, units } = next;
        self.forward.plans.add(paths, units);
        self.forward.take(&words);
        let log = mem::take(&mut self.forward.log);
        self.spool.push(&words, &log.words)
    }

    /// Runs the backward pass over the spooled stream and returns the sums of both passes, and the spool.
    ///
    /// # Errors
    /// If the spool cannot be read.
    pub(crate) fn finish(self) -> Result<(DependenceTotals, Spool), AnalyzeError> {
        self.finish_with(|tables| Ok(tables.finish()))
    }

    /// The same; `edges` returns the sums of the edges of the forward pass, once the backward pass is over.
    fn finish_with(
        self,
        edges: impl FnOnce(Tables<'m>) -> Result<Edges, AnalyzeError>,
    ) -> Result<(DependenceTotals, Spool), AnalyzeError> {
        let Self { map, forward, spool } = self;
        // From here on the forward pass's records of all locations are freed.
        let forward::Finished { mut found, fixed, plans, nodes, held, spans, tables } = forward.finish();
        let mut backward = Backward::new(map, plans, nodes, (held, spans));
        for at in (0..spool.len()).rev() {
            let piece = spool.piece(at)?;
            backward.take(&piece.words, &mut Log { words: piece.log });
        }
        let (found_backward, spans, successions, of_backward) = backward.finish();
        found.edges = edges(tables)?;
        found.successions.add(&successions);
        found.totals[Kind::War as usize] += found_backward;
        found.edges.add(of_backward);
        found.edges.add(Edges::of(fixed));
        let bound = spans.bound();
        found.edges.keep_apart(|initializer| !bound.contains(&initializer));
        Ok((found, spool))
    }
}

/// Runs both passes over the chunks of a thread, with other threads that plan units and add up edges. Keeps the operations.
///
/// # Errors
/// As [`Distances::take`] and [`Distances::finish`]; also if a thread cannot be started.
pub(crate) fn distances_beside(
    map: &ProgramMap,
    unit_times: u32,
    chunks: Receiver<Arc<Chunk>>,
) -> Result<(DependenceTotals, KeptStream), AnalyzeError> {
    thread::scope(|scope| {
        let (sender, prepared) = sync_channel::<Prepared>(limits::CHUNKS_IN_FLIGHT);
        let planning = spawn(scope, "units", move || {
            let mut planner = Planner::new(map, unit_times);
            // Whoever sends chunks must always find a receiver.
            let mut goes_on = true;
            for chunk in chunks {
                goes_on = goes_on && sender.send(planner.take(&chunk)).is_ok();
            }
            planner.finish()
        })?;
        // A table is large: none waits.
        let (sender, tables) = sync_channel::<Table<'_>>(0);
        let adding = spawn(scope, "edges", move || {
            let mut edges = Gathered::default();
            tables.iter().for_each(|table| edges.add(table.edges()));
            edges.finish()
        })?;
        let mut distances = Distances::with(map, Tables::Beside(sender));
        prepared.into_iter().try_for_each(|next| distances.take(next))?;
        let vocabulary = planning.join().map_err(|_| lost())?;
        let (found, spool) = distances.finish_with(|tables| {
            drop(tables);
            adding.join().map_err(|_| lost())
        })?;
        Ok((found, KeptStream { vocabulary, spool }))
    })
}
