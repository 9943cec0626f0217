//! The report: plain data, and how it is put together.

mod assemble;
mod candidate;
mod communication;
mod constructs;
mod coverage;
mod critical_path;
mod identity;
mod model;
mod names;
mod partners;
mod points;
mod regions;
mod shared;
mod simulations;

pub(crate) use assemble::{assemble, judge};
pub use candidate::*;
pub(crate) use constructs::Sums as DependenceSums;
pub use critical_path::*;
pub use model::*;
pub use paratrace_replay::program::ConstructKind;
pub(crate) use points::Points;
pub(crate) use regions::{Totals, amdahl};
pub use shared::*;
pub use simulations::*;
