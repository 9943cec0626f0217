//! Why a parallel version of a program does not scale: possible speed-ups (Gomes, "Profiling Tools for Java", 2021).
//!
//! A sequential and a parallel version of a program are profiled, each metric in runs of its own ([`measurements`]).
//! What follows from those runs is computed from them alone, whoever measured them: [`analyze`] gives efficiencies
//! (equations 3 to 10), the speed-up that they explain (equation 11), what it would be without each limitation, and
//! where in the program each limitation is. [`export`] writes the stacks for other tools.
//!
//! ```
//! use paratrace_scaling::measurements::{
//!     Measurements, Metric, RegionPattern, Run, Sample, Stack, ThreadKind, ThreadProfile, Version,
//! };
//! use paratrace_scaling::{Settings, Value, analyze};
//!
//! // 40 cycles of set-up and 60 of work, which become 40 and twice 30.
//! let thread = |name: &str, samples: &[(u32, f64)]| ThreadProfile {
//!     name: name.to_owned(),
//!     id: 0,
//!     kind: ThreadKind::Application,
//!     samples: samples.iter().map(|&(stack, value)| Sample { stack, value, time: None }).collect(),
//! };
//! let run = |version, threads, profiles| Run {
//!     version, threads, profiles, iteration: 0, metric: Metric::Cycles, elapsed_ns: 0,
//! };
//! let pattern = r"\.work$".to_owned();
//! let measured = Measurements {
//!     regions: vec![RegionPattern { name: "work".to_owned(), sequential: pattern.clone(), parallel: pattern }],
//!     frames: vec!["Main.setUp".to_owned(), "Main.work".to_owned()],
//!     stacks: vec![Stack { frames: vec![0] }, Stack { frames: vec![1] }],
//!     runs: vec![
//!         run(Version::Sequential, 1, vec![thread("main", &[(0, 40.0), (1, 60.0)])]),
//!         run(Version::Parallel, 2, vec![thread("main", &[(0, 40.0), (1, 30.0)]), thread("other", &[(1, 30.0)])]),
//!     ],
//!     ..Measurements::default()
//! };
//! let found = analyze(&measured, &Settings::default())?;
//! assert_eq!(found.points[0].calculated(), Value::Known(100.0 / 70.0));
//! let first = &found.limits[0];
//! assert_eq!((first.group, first.possible), (paratrace_scaling::model::Group::SequentialFraction, Value::Known(2.0)));
//! # Ok::<(), paratrace_scaling::ScalingError>(())
//! ```

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
mod workers;

pub use analysis::analyze;
pub use error::ScalingError;
pub use regions::{Class, Classes, Part};
pub use settings::Settings;
pub use value::{Estimate, NotKnown, Undefined, Value};
