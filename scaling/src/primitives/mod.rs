//! Table 2's metrics, from samples.

mod counts;
mod general;
mod runs;
mod sums;

pub(crate) use counts::{CountMetrics, lock_scale, version_counts};
pub(crate) use general::{general, overheads};
pub(crate) use runs::Runs;
pub(crate) use sums::{Amount, RunSums, ThreadSums};
