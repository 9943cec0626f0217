//! Distances of dependences and the constructs that they leave (docs/metrics.md, “Dependence distances”; Alchemist).
//!
//! A forward pass over the operation stream follows constructs and finds RAW and WAW edges; a backward pass over the
//! same stream, kept compressed, finds WAR edges.

mod backward;
mod constructs;
mod edge_sink;
mod edges;
mod forward;
mod log;
mod plan;
mod points;
mod table;
mod tree;

pub(crate) use constructs::{Sums as DependenceSums, constructs};
pub(crate) use forward::{DependenceTotals, Extent, Extents};
pub(crate) use points::Points;
pub(crate) use table::{Key, Kind, Stat};

use std::mem;
use std::thread::Scope;

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::base::spool::{Spool, spool};
use paratrace_replay::stream::Chunk;
use paratrace_traceformat::map::ProgramMap;

use backward::Backward;
use edge_sink::EdgeSink;
use forward::Forward;
use log::Log;

/// Both passes over one thread.
pub(crate) struct Distances<'m> {
    map: &'m ProgramMap,
    forward: Forward<'m>,
    spool: Spool,
    sizes: Vec<(u32, u32)>,
}

impl<'m> Distances<'m> {
    pub(crate) fn new(map: &'m ProgramMap) -> Self {
        Self::telling(map, EdgeSink::here(map))
    }

    /// The same with a worker of its own for the sums.
    ///
    /// # Errors
    /// If there can be no thread.
    pub(crate) fn with_worker<'s>(map: &'m ProgramMap, scope: &'s Scope<'s, '_>) -> Result<Self, AnalyzeError>
    where
        'm: 's,
    {
        Ok(Self::telling(map, EdgeSink::there(map, scope)?))
    }

    fn telling(map: &'m ProgramMap, teller: EdgeSink<'m>) -> Self {
        Self { map, forward: Forward::new(map, teller), spool: spool(), sizes: Vec::new() }
    }

    /// Takes the next chunk.
    ///
    /// # Errors
    /// If it cannot be kept for the backward pass, or a worker died.
    pub(crate) fn take(&mut self, chunk: &Chunk) -> Result<(), AnalyzeError> {
        self.sizes.extend(chunk.programs.iter().map(|program| backward::sizes(program)));
        self.forward.take(chunk)?;
        let log = mem::take(&mut self.forward.log);
        self.spool.push(&chunk.words, &log.words)
    }

    /// Runs the backward pass; everything that was found.
    ///
    /// # Errors
    /// If what was kept cannot be read, or a worker died.
    pub(crate) fn finish(self) -> Result<DependenceTotals, AnalyzeError> {
        let Self { map, forward, mut spool, sizes } = self;
        // What the forward pass knew of all locations is given back here.
        let forward::Finished { mut found, fixed, plans, nodes, teller } = forward.finish();
        let mut backward = Backward::new(map, plans, nodes, teller);
        while let Some(piece) = spool.pop()? {
            backward.take(&piece.words, &mut Log { words: piece.log }, &sizes);
        }
        let (edges, teller) = backward.finish();
        let mut table = teller.finish()?;
        fixed.iter().for_each(|(key, stat)| table.add_all(*key, stat));
        found.totals[Kind::War as usize] += edges;
        found.edges = table.finish();
        Ok(found)
    }
}
