//! Why measured runs cannot be analysed.

use crate::measurements::Version;

/// Why measured runs cannot be analysed.
#[derive(Debug, thiserror::Error)]
pub enum ScalingError {
    /// A pattern is no regular expression.
    #[error("the pattern `{pattern}` of {of} is no regular expression: {source}")]
    Pattern {
        /// `region NAME` or `spinning`.
        of: String,
        /// The pattern.
        pattern: String,
        /// What is wrong with it.
        source: Box<regex::Error>,
    },
    /// There is no run of one version.
    #[error("no run of the {} version", name(*.0))]
    NoRuns(Version),
    /// A run of the parallel version has no threads.
    #[error("run {0}: a run with 0 threads")]
    NoThreads(usize),
    /// A sample counts less than nothing, or is no number.
    #[error("run {run}: a sample of {value}")]
    Sample {
        /// Number of the run.
        run: usize,
        /// The sample's value.
        value: f64,
    },
    /// A sample or stack refers to what is not there.
    #[error("{what} {index} does not exist")]
    Index {
        /// `stack` or `frame`.
        what: &'static str,
        /// The index that is too large.
        index: u32,
    },
}

pub(crate) fn name(version: Version) -> &'static str {
    match version {
        Version::Sequential => "sequential",
        Version::Parallel => "parallel",
    }
}
