//! Damaged input for the whole tool: whatever comes in, an error comes out, soon, and in little memory.
//!
//! [`targets`] are ordinary functions, one for each kind of input; [`mutate`] damages real inputs, which [`seeds`] makes;
//! [`campaign`] counts and measures, [`guided`] is for fuzzers that follow coverage (`guided/`). The tests run thousands of inputs of each kind, `cargo xtask fuzz --full` a million.

pub mod campaign;
pub mod guided;
pub mod mutate;
pub mod seeds;
pub mod targets;

pub use campaign::{Campaign, Kind, Outcome};
pub use seeds::Seeds;

/// Counts the memory that is in use, and the most that was.
#[global_allocator]
pub static MEMORY: peak_alloc::PeakAlloc = peak_alloc::PeakAlloc;
