//! Why a parallel version of a program does not scale: possible speed-ups (Gomes, "Profiling Tools for Java", 2021).
//!
//! A sequential and a parallel version of a program are profiled, each metric in runs of its own ([`measurements`]).
//! What follows from those runs is computed from them alone, whoever measured them: [`analyze`] gives efficiencies
//! (equations 3 to 10), the speed-up that they explain (equation 11), what it would be without each limitation, and
//! where in the program each limitation is. [`export`] writes the stacks for other tools.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::panic))]

mod analysis;
mod equations;
mod error;
pub mod export;
mod limits;
pub mod measurements;
pub mod model;
mod primitives;
mod profile;
pub mod profiles;
mod regions;
mod settings;
mod value;

pub use analysis::analyze;
pub use error::ScalingError;
pub use regions::{Class, Classes, Part};
pub use settings::Settings;
pub use value::{Estimate, NotKnown, Undefined, Value};
