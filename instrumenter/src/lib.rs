//! Rewrites jars so that the program writes a trace, and makes the program map that tells how to read it.
//!
//! ```
//! use paratrace_instrumenter::{Options, Output, instrument};
//!
//! # let dir = tempfile::tempdir()?;
//! # let jdk = paratrace_verifier::Jdk::find()?;
//! # jdk.javac(&[], &["../examples/sumup/SumUp.java".into()], &dir.path().join("classes"))?;
//! # let classes = dir.path().join("classes");
//! let output = Output::Directory(dir.path().join("traced"));
//! let summary = instrument(&[classes], &output, None, &Options::default(), &|_, _| {})?;
//! assert_eq!((summary.traced, summary.methods), (4, 4));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod access_flags;
mod accessors;
mod archive;
mod assemble;
mod counters;
mod error;
mod growth;
mod jdk;
mod leaf_search;
mod library;
mod limits;
mod method;
mod options;
mod output;
mod rewrite;
mod run;
mod runtime;
mod selection;
mod shared_data;
mod source;
mod survey;
mod unmatched;
mod workers;
mod world;

pub use archive::{OtherModules, RUNTIME_JAR, RUNTIME_MODULE, ZipError, abandon, everybody_may_read, loadable_classes};
pub use counters::{CountSummary, count};
pub use error::Error;
pub use options::Options;
pub use run::{Output, Summary, instrument, instrument_jdk, stand_in_module};
pub use selection::may_name_jdk;
pub use shared_data::{Estimate, EstimatedAccess, EstimatedMethod, estimate};
pub use unmatched::Unmatched;
