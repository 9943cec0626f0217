//! Replays a trace and computes critical path, regions and parallelism.
//!
//! [`analyze`] takes a trace directory and returns a [`Report`]: METRICS sections 1 to 3 as plain data. One pass over
//! each thread's events does it all:
//!
//! ```text
//! events ─> replay (which path, which activation) ─> locations, path programs ─> operation stream
//!                                       operation stream ─> census (counts) and engines (depths)
//! ```
//!
//! [`dump_nodes`] lists the executed instructions one by one.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::panic))]

// The brute-force tests speak of this crate by its name, here too.
#[cfg(test)]
extern crate self as paratrace_analyzer;

mod accesses;
mod advice;
mod analyze;
mod arithmetic;
mod census;
mod chain;
mod communication;
mod copies;
mod directory;
mod distances;
mod emit;
mod engine;
mod error;
mod frames;
mod identities;
mod kept;
mod ledger;
pub mod limits;
mod live;
mod locations;
pub mod names;
mod near;
pub mod nodes;
mod notes;
mod paths;
mod pipeline;
pub mod placement;
mod replay;
mod resolve;
pub mod results;
pub mod shared;
pub mod simulate;
mod spool;
mod stream;
mod threads;

pub use analyze::{Input, Options, Progress, ThreadInput, analyze, analyze_input};
pub use chain::{ChainOptions, critical_path, critical_path_of};
pub use communication::{CommunicationOptions, Sampling, quantile, sample_size};
pub use directory::thread_inputs;
pub use error::{AnalyzeError, Desync};
pub use live::analyze_live;
pub use nodes::{DumpOptions, dump_nodes};
pub use paratrace_traceformat::{numbers, plain};
pub use replay::{ClassNames, EventSource, Recorded, VecSource};
pub use results::Report;

use std::ops::Range;

/// A range of table indices as positions.
pub(crate) fn span(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}
