//! The report: plain data, and how it is put together.

mod assemble;
mod constructs;
mod coverage;
mod model;
mod names;
mod regions;

pub(crate) use assemble::assemble;
pub use model::*;
