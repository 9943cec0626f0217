//! Dependence distances: the edges that leave each construct, and how far apart their ends are.
//!
//! The definition is in docs/metrics.md, “Dependence distances”; the method is Alchemist's. A forward pass over the
//! operation stream follows the open constructs and finds RAW and WAW edges. It spools the stream, compressed. A
//! backward pass over the spool finds WAR edges.

mod activation;
mod arrays;
pub(crate) mod asked_streams;
mod backward;
mod callbacks;
pub(crate) mod closed_types;
mod constructs;
pub(crate) mod definitions;
mod edges;
pub(crate) mod effects;
mod exceptions;
mod facts;
mod flow;
mod forward;
mod held;
mod held_changes;
pub(crate) mod hierarchy;
mod initializers;
pub(crate) mod insides;
mod leaving;
mod log;
mod passed_object;
mod plan;
mod planner;
mod points;
pub(crate) mod runs;
mod successions;
mod telling;
mod within;

pub(crate) use constructs::constructs;
pub(crate) use edges::{Edges, Key, Kind, Stat};
pub(crate) use exceptions::Exceptions;
pub(crate) use forward::{DependenceSums, Extent, Extents, SumsOfThreads};
pub(crate) use points::Points;
pub(crate) use successions::Successions;

use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::{mem, thread};

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::base::spool::{Piece, Spool, spool};
use paratrace_replay::base::workers::{lost, spawn};
use paratrace_replay::stream::Chunk;

use backward::Backward;
use edges::Gathered;
pub(crate) use facts::Facts;
use forward::Forward;
use leaving::{Table, Tables};
use log::Log;
pub(crate) use planner::{Planner, Prepared};

use crate::limits;
use crate::units::KeptStream;

/// The forward and the backward pass over the stream of one thread.
pub(crate) struct Distances<'m> {
    facts: &'m Facts<'m>,
    forward: Forward<'m>,
}

impl<'m> Distances<'m> {
    /// Creates passes that do all of their work here.
    pub(crate) fn new(facts: &'m Facts<'m>) -> Self {
        Self::with(facts, Tables::Here(Gathered::default()))
    }

    fn with(facts: &'m Facts<'m>, tables: Tables<'m>) -> Self {
        Self { facts, forward: Forward::new(facts, tables) }
    }

    /// Runs the forward pass over the next chunk, and returns what is to be spooled for the backward pass.
    pub(crate) fn take(&mut self, next: Prepared) -> Piece {
        let Prepared { words, paths, units } = next;
        self.forward.add(paths, units);
        self.forward.take(&words);
        Piece { words, log: mem::take(&mut self.forward.log).words }
    }

    /// Runs the backward pass over the spooled stream and returns the sums of both passes.
    ///
    /// # Errors
    /// If the spool cannot be read, or `may_go_on` has an error.
    pub(crate) fn finish(self, spool: &Spool, may_go_on: MayGoOn<'_>) -> Result<DependenceSums, AnalyzeError> {
        self.finish_with(spool, may_go_on, |tables| Ok(tables.finish()))
    }

    /// The same; `edges` returns the sums of the edges of the forward pass, once the backward pass is over.
    fn finish_with(
        self,
        spool: &Spool,
        may_go_on: MayGoOn<'_>,
        edges: impl FnOnce(Tables<'m>) -> Result<Edges, AnalyzeError>,
    ) -> Result<DependenceSums, AnalyzeError> {
        let Self { facts, forward } = self;
        // From here on the forward pass's records of all locations are freed.
        let forward::Finished { mut found, fixed, plans, nodes, held, spans, tables } = forward.finish();
        let mut backward = Backward::new(facts, plans, nodes, (held, spans));
        for at in (0..spool.len()).rev() {
            may_go_on()?;
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
        Ok(found)
    }
}

/// Has an error if the passes are to be given up.
pub(crate) type MayGoOn<'a> = &'a dyn Fn() -> Result<(), AnalyzeError>;

/// What both passes tell and ask whoever runs them.
#[derive(Clone, Copy)]
pub(crate) struct Watch<'a> {
    pub(crate) may_go_on: MayGoOn<'a>,
    /// Gets the operations, which are kept, before the backward pass.
    pub(crate) streamed: &'a dyn Fn(&Arc<KeptStream>),
}

/// Runs both passes over the chunks of a thread, with other threads that plan units, spool, and add up edges.
///
/// # Errors
/// If the spool cannot be written or read, a thread cannot be started, or the passes are given up. All chunks are taken all the same.
pub(crate) fn distances_beside(
    facts: &Facts<'_>,
    unit_times: u32,
    chunks: Receiver<Arc<Chunk>>,
    watch: Watch<'_>,
) -> Result<(DependenceSums, Arc<KeptStream>), AnalyzeError> {
    thread::scope(|scope| {
        let (sender, prepared) = sync_channel::<Prepared>(limits::CHUNKS_IN_FLIGHT);
        let planning = spawn(scope, "units", move || {
            let mut planner = Planner::new(facts, unit_times);
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
            tables.iter().for_each(|table| edges.add(|room| table.edges(room)));
            edges.finish()
        })?;
        let mut distances = Distances::with(facts, Tables::Beside(sender));
        let (sender, pieces) = sync_channel::<Piece>(limits::CHUNKS_IN_FLIGHT);
        let spooling = spawn(scope, "spool", move || {
            let mut spool = spool();
            pieces.iter().try_for_each(|piece| spool.push(&piece.words, &piece.log)).map(|()| spool)
        })?;
        let taken = prepared.into_iter().try_for_each(|next| {
            (watch.may_go_on)()?;
            sender.send(distances.take(next)).map_err(|_| lost())
        });
        drop(sender);
        // If the spool fails, that is why nobody takes what is sent.
        let spool = spooling.join().map_err(|_| lost())??;
        taken?;
        let vocabulary = planning.join().map_err(|_| lost())?;
        let stream = Arc::new(KeptStream { vocabulary, spool });
        (watch.streamed)(&stream);
        let found = distances.finish_with(&stream.spool, watch.may_go_on, |tables| {
            drop(tables);
            adding.join().map_err(|_| lost())
        })?;
        Ok((found, stream))
    })
}
