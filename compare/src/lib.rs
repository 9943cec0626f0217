//! Reports of several runs, side by side.
//!
//! * [`diff()`]: two reports, usually of a program before and after a change: which loops and candidates became what, which
//!   dependences are gone, which are new. The code may differ: loops are matched as well as their methods allow.
//! * [`merge()`]: any number of runs of *one* traced program (one program map): what holds in all of them, and which run
//!   stands against it.
//!
//! ```
//! use paratrace_analyzer::Report;
//! use paratrace_compare::diff;
//!
//! # let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../report/tests/golden/raytracer.json");
//! # let json = std::fs::read_to_string(file)?;
//! let report: Report = serde_json::from_str(&json)?;
//! let same = diff(&report, &report);
//! assert!(same.candidates.iter().all(|pair| !pair.verdict_changed));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod diff;
mod matching;
mod merge;
#[cfg(test)]
mod tests;

pub use diff::{
    CandidatePair, Change, ConstructPlace, DIFF_SCHEMA, DependencePair, Diff, Pair, RunSummary, SeenDependence, diff,
};
pub use matching::MatchedBy;
pub use merge::{
    MERGED_SCHEMA, MergeError, Merged, MergedBlocker, MergedCandidate, MergedDependence, MergedRegion, MergedRun,
    Range, Run, merge,
};
