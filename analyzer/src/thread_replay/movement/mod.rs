//! Movement of data between cores (docs/simulation.md, “Data movement”).
//!
//! Every core has a memory of its own, in front of the memory that all share. A line that a core has, no other core may write without
//! taking it away (the protocol MSI). What that costs depends on which strands share a core, so two steps are needed: recording keeps,
//! of all accesses, those with which a strand gets a line that it did not have; the machine finds which of these move a line between cores.

mod caches;
mod copies;
#[cfg(test)]
mod fetch_tests;
mod fetches;
#[cfg(test)]
mod level_tests;
mod levels;
mod lines;
mod numbers;
mod shared;
#[cfg(test)]
mod tests;

pub(super) use fetches::{Accessor, Fetched, Fetches};
pub(super) use lines::{Lines, Move, Moves};
pub(super) use numbers::Shape;
pub(super) use shared::{Moved, SharedMemory};
