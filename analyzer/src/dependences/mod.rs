//! Dependence distances: the edges that leave each construct, and how far apart their ends are.
//!
//! The definition is in docs/metrics.md, “Dependence distances”; the method is Alchemist's. A forward pass over the
//! operation stream follows the open constructs and finds RAW and WAW edges. It spools the stream, compressed. A
//! backward pass over the spool finds WAR edges.

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

use std::{mem, thread};

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::base::spool::{Spool, spool};
use paratrace_replay::base::workers::{lost, spawn};
use paratrace_replay::stream::Chunk;
use paratrace_traceformat::map::ProgramMap;

use backward::Backward;
use forward::Forward;
use log::Log;

use crate::units::Condenser;

/// The forward and the backward pass over the stream of one thread.
pub(crate) struct Distances<'m> {
    map: &'m ProgramMap,
    forward: Forward<'m>,
    spool: Spool,
    units: Condenser,
    /// Whether the edges of the forward pass are added up beside the backward pass.
    beside: bool,
}

impl<'m> Distances<'m> {
    /// Creates the passes; they may use two threads if `threads` is more than one. `unit_times`: [`crate::Options`].
    pub(crate) fn new(map: &'m ProgramMap, threads: usize, unit_times: u32) -> Self {
        Self { map, forward: Forward::new(map), spool: spool(), units: Condenser::new(unit_times), beside: threads > 1 }
    }

    /// Runs the forward pass over the next chunk and spools it for the backward pass.
    ///
    /// # Errors
    /// If the chunk cannot be spooled.
    pub(crate) fn take(&mut self, chunk: &Chunk) -> Result<(), AnalyzeError> {
        chunk.programs.iter().for_each(|program| self.forward.add_program(program));
        self.units.take(&chunk.words, &mut self.forward);
        let words = &self.units.words;
        self.forward.take(words);
        let log = mem::take(&mut self.forward.log);
        self.spool.push(words, &log.words)
    }

    /// Runs the backward pass over the spooled stream and returns the sums of both passes.
    ///
    /// # Errors
    /// If the spool cannot be read, or a thread cannot be started.
    pub(crate) fn finish(self) -> Result<DependenceTotals, AnalyzeError> {
        let Self { map, forward, mut spool, beside, .. } = self;
        // From here on the forward pass's records of all locations are freed.
        let forward::Finished { mut found, fixed, plans, nodes, held, spans, leaving } = forward.finish();
        let mut backward = Backward::new(map, plans, nodes, (held, spans));
        let mut replay = || -> Result<(), AnalyzeError> {
            while let Some(piece) = spool.pop()? {
                backward.take(&piece.words, &mut Log { words: piece.log });
            }
            Ok(())
        };
        found.edges = match beside && leaving.is_large() {
            true => thread::scope(|scope| {
                let edges = spawn(scope, "edges", || leaving.edges())?;
                replay()?;
                edges.join().map_err(|_| lost())
            })?,
            false => {
                replay()?;
                leaving.edges()
            }
        };
        let (edges, spans, successions, of_backward) = backward.finish();
        found.successions.add(&successions);
        found.totals[Kind::War as usize] += edges;
        found.edges.add(of_backward);
        found.edges.add(Edges::of(fixed));
        let bound = spans.bound();
        found.edges.keep_apart(|initializer| !bound.contains(&initializer));
        Ok(found)
    }
}
