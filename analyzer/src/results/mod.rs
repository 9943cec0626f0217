//! The report: plain data, and how it is put together.

mod assemble;
mod constructs;
mod coverage;
mod model;
mod names;
mod regions;
mod simulations;

pub(crate) use assemble::assemble;
pub(crate) use constructs::Points;
pub(crate) use regions::first_pc;

pub use model::*;
pub use simulations::*;
