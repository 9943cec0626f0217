//! The report: plain data, and how it is put together.

mod assemble;
mod communication;
mod constructs;
mod coverage;
mod model;
mod names;
mod partners;
mod regions;

pub(crate) use assemble::assemble;
pub use model::*;
