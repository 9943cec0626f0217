//! What profilers print, made into [`ThreadProfile`]s: one way of naming frames and threads, whoever took the samples.
//!
//! ```
//! use paratrace_scaling::measurements::ThreadKind;
//! use paratrace_scaling::profiles::{Tables, collapsed};
//!
//! let mut tables = Tables::default();
//! let line = "[Thread-0 tid=7];java/lang/Thread.run_[j];W$$Lambda$1.0x00007f6d50000a08.run_[0];W.work_[j] 30000000\n";
//! let threads = collapsed(line, &mut tables)?;
//! assert_eq!((threads[0].name.as_str(), threads[0].kind), ("Thread-0", ThreadKind::Application));
//! assert_eq!(tables.frames(), ["java.lang.Thread.run", "W$$Lambda.run", "W.work"]);
//! # Ok::<(), paratrace_scaling::profiles::ProfileError>(())
//! ```

mod collapsed;
mod counted;
mod flight;
mod frames;
mod perf;
mod tables;
#[cfg(test)]
mod tests;
mod threads;

pub use collapsed::collapsed;
pub use counted::counted;
pub use flight::{Flight, flight};
pub use perf::perf;
pub use tables::Tables;
pub use threads::{Seen, Threads};

#[cfg(doc)]
use crate::measurements::ThreadProfile;

/// Characters of a line that an error repeats.
const SHOWN: usize = 80;

/// Why what a profiler printed cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ProfileError {
    /// A line is not `[thread];frame;frame count`.
    #[error("line {line} of the profile is not `[thread];frame;… count`: `{text}`")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// Its beginning.
        text: String,
    },
    /// A line is not the first one of a sample.
    #[error("line {line} of what perf printed is not `thread process/thread count`: `{text}`")]
    Sample {
        /// Its number, from 1.
        line: usize,
        /// Its beginning.
        text: String,
    },
    /// Events of a flight recording are not JSON as `jfr print` writes it.
    #[error("no events of a flight recording: {0}")]
    Json(#[from] serde_json::Error),
    /// A time span is not written as ISO 8601 has it.
    #[error("`{0}` is no time span of a flight recording")]
    Duration(String),
    /// A time is not written as ISO 8601 has it.
    #[error("`{0}` is no time of a flight recording")]
    Time(String),
}
