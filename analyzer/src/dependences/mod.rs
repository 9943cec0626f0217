//! Dependence distances: the edges that leave each construct, and how far apart their ends are.
//!
//! The definition is in docs/metrics.md, “Dependence distances”; the method is Alchemist's. A forward pass over the
//! operation stream follows the open constructs and finds RAW and WAW edges. It spools the stream, compressed. A
//! backward pass over the spool finds WAR edges.

mod arrays;
mod backward;
mod callbacks;
mod constructs;
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
mod table;
mod telling;
mod within;

pub(crate) use constructs::{Sums as DependenceSums, constructs};
pub(crate) use exceptions::Exceptions;
pub(crate) use forward::{DependenceTotals, Extent, Extents};
pub(crate) use initializers::Initializers;
pub(crate) use points::Points;
pub(crate) use successions::Successions;
pub(crate) use table::{Key, Kind, Stat};

use std::mem;

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::base::spool::{Spool, spool};
use paratrace_replay::stream::Chunk;
use paratrace_traceformat::map::ProgramMap;

use backward::Backward;
use forward::Forward;
use log::Log;

/// The forward and the backward pass over the stream of one thread.
pub(crate) struct Distances<'m> {
    map: &'m ProgramMap,
    forward: Forward<'m>,
    spool: Spool,
    sizes: Vec<(u32, u32)>,
}

impl<'m> Distances<'m> {
    pub(crate) fn new(map: &'m ProgramMap) -> Self {
        Self { map, forward: Forward::new(map), spool: spool(), sizes: Vec::new() }
    }

    /// Runs the forward pass over the next chunk and spools it for the backward pass.
    ///
    /// # Errors
    /// If the chunk cannot be spooled.
    pub(crate) fn take(&mut self, chunk: &Chunk) -> Result<(), AnalyzeError> {
        self.sizes.extend(chunk.programs.iter().map(|program| backward::sizes(program)));
        self.forward.take(chunk);
        let log = mem::take(&mut self.forward.log);
        self.spool.push(&chunk.words, &log.words)
    }

    /// Runs the backward pass over the spooled stream and returns the sums of both passes.
    ///
    /// # Errors
    /// If the spool cannot be read.
    pub(crate) fn finish(self) -> Result<DependenceTotals, AnalyzeError> {
        let Self { map, forward, mut spool, sizes } = self;
        // From here on the forward pass's records of all locations are freed.
        let forward::Finished { mut found, fixed, plans, nodes, held, spans, leaving } = forward.finish();
        let mut backward = Backward::new(map, plans, nodes, (held, spans), leaving.backward(map));
        while let Some(piece) = spool.pop()? {
            backward.take(&piece.words, &mut Log { words: piece.log }, &sizes);
        }
        let (edges, spans, successions, mut table) = backward.finish();
        found.initializers.bind(&spans);
        found.successions.add(&successions);
        fixed.iter().for_each(|(key, stat)| table.add_all(*key, stat));
        found.totals[Kind::War as usize] += edges;
        found.edges = table.finish();
        Ok(found)
    }
}
