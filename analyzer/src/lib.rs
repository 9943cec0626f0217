//! Replays a trace and computes critical path, regions and parallelism.
//!
//! [`analyze`] takes a trace directory and returns a [`Report`]: the figures of docs/metrics.md as plain data. One pass over
//! each thread's events does it all:
//!
//! ```text
//! events ─> replay (which path, which activation) ─> locations, path programs ─> operation stream
//!                                       operation stream ─> census (counts) and engines (depths)
//! ```
//!
//! [`dump_nodes`] lists the executed instructions one by one.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::panic))]

mod advice;
mod analyze;
mod census;
mod chain;
mod communication;
mod directory;
mod distances;
mod engine;
pub mod limits;
mod live;
pub mod nodes;
mod pipeline;
pub mod placement;
pub mod results;
pub mod shared;
pub mod simulate;

pub use analyze::{Input, Options, Progress, analyze, analyze_input};
pub use chain::{ChainOptions, critical_path, critical_path_of};
pub use communication::{CommunicationOptions, Sampling, quantile, sample_size};
pub use live::analyze_live;
pub use nodes::{DumpOptions, dump_nodes};
pub use paratrace_replay::base::error::{AnalyzeError, Desync};
pub use paratrace_replay::events::{EventSource, Recorded, ThreadInput, VecSource, thread_inputs};
pub use paratrace_replay::program::{ClassNames, names};
pub use paratrace_traceformat::{numbers, plain};
pub use results::Report;
