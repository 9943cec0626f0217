//! Analyses of a trace: critical path, regions, parallelism, dependences, communication, shared data and simulations.
//!
//! [`analyze`] takes a trace directory and returns a [`Report`]: the figures of docs/metrics.md as plain data. The
//! replay turns each thread's events into an operation stream, and all passes read that stream:
//!
//! ```text
//! events ─> replay (which path, which activation) ─> locations, path programs ─> operation stream
//!            operation stream ─> census (counts) and engines (depths)
//! ```
//!
//! [`dump_nodes`] lists the executed instructions one by one.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::panic))]

mod advice;
mod analysis;
mod budget;
mod communication;
mod critical_path;
mod dependences;
mod depths;
mod directory;
mod false_sharing;
mod handovers;
mod heap;
mod input;
pub mod limits;
pub mod listing;
mod locks;
pub mod model;
mod options;
mod owners;
pub mod placement;
mod races;
mod ratios;
mod report;
pub mod shared_data;
pub mod simulation;
mod stacks;
mod synchronization;
mod thread_replay;
mod units;

pub use analysis::{Running, analyze_input};
pub use communication::{CommunicationOptions, Sampling, quantile, sample_size};
pub use critical_path::{ChainOptions, critical_path, critical_path_of};
pub use directory::{analyze, analyze_live};
pub use input::{Input, Progress};
pub use limits::{Listed, ListedAdvice};
pub use listing::{DumpOptions, dump_nodes};
pub use model::Report;
pub use options::{Memory, Options};
pub use paratrace_replay::base::error::{AnalyzeError, Desync};
pub use paratrace_replay::events::{EventSource, Recorded, ThreadInput, VecSource, thread_inputs};
pub use paratrace_replay::program::{ClassNames, names};
pub use paratrace_traceformat::{numbers, patterns, plain};
pub use stacks::{SimulatedStack, SimulatedStacks, SimulatedThread, Stacks, ThreadStacks, simulated_stacks, stacks};
