//! Rewrites jars so that the program writes a trace, and makes the program map that tells how to read it.
//!
//! ```no_run
//! use paratrace_instrumenter::{Options, Output, instrument};
//!
//! let inputs = ["app.jar".into()];
//! let output = Output::Jar("app.traced.jar".into());
//! let summary = instrument(&inputs, &output, None, &Options::default(), &|_, _| {})?;
//! println!("{} of {} methods are traced", summary.traced, summary.methods);
//! # Ok::<(), paratrace_instrumenter::Error>(())
//! ```

mod archive;
mod assemble;
mod counters;
mod error;
mod growth;
mod limits;
mod method;
mod output;
mod platform;
mod rewrite;
mod run;
mod runtime;
mod selection;
mod shared_data;
mod source;
mod survey;
mod workers;
mod world;

pub use archive::{RUNTIME_JAR, ZipError, abandon, loadable_classes};
pub use counters::{CountSummary, count};
pub use error::Error;
pub use run::{Options, Output, Summary, instrument};
pub use selection::Unmatched;
pub use shared_data::{Estimate, EstimatedAccess, EstimatedMethod, estimate};
