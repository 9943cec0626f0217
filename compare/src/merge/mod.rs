//! Several runs of one traced program taken together.

mod candidates;
mod dependences;
mod model;
mod regions;

pub use model::{
    MERGED_SCHEMA, Merged, MergedBlocker, MergedCandidate, MergedDependence, MergedRegion, MergedRun, Range,
};

use paratrace_analyzer::Report;
use thiserror::Error;

/// A run's report under the name that the result has for it.
#[derive(Debug, Clone, Copy)]
pub struct Run<'r> {
    /// Its name in the result.
    pub name: &'r str,
    /// Its report.
    pub report: &'r Report,
}

/// Why runs cannot be merged.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MergeError {
    /// There is nothing to merge.
    #[error("there are no runs")]
    NoRuns,
    /// A report made by a version that did not say so.
    #[error("the report of {0} does not say which program map it belongs to")]
    NoMap(String),
    /// Offsets of one program mean nothing in another.
    #[error("{first} and {other} are not runs of one traced program: their program maps differ")]
    DifferentMaps {
        /// The first run.
        first: String,
        /// The first one that differs.
        other: String,
    },
}

/// Merges reports: what holds in all runs, and in which runs the rest does.
///
/// # Errors
/// Fails if the reports are not all of runs of one traced program.
///
/// ```
/// use paratrace_analyzer::Report;
/// use paratrace_compare::{Run, merge};
///
/// # let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../report/tests/golden/raytracer.json");
/// # let json = std::fs::read_to_string(file)?;
/// let mut report: Report = serde_json::from_str(&json)?;
/// report.program.map = Some("the hash of the program map".to_owned());
/// let runs = ["small input", "large input"].map(|name| Run { name, report: &report });
/// let merged = merge(&runs)?;
/// assert_eq!(merged.runs.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn merge(runs: &[Run<'_>]) -> Result<Merged, MergeError> {
    let program_map = common_map(runs)?;
    let reports: Vec<&Report> = runs.iter().map(|run| run.report).collect();
    Ok(Merged {
        schema: MERGED_SCHEMA.to_owned(),
        program_map,
        nodes: Range::over(reports.iter().map(|report| report.nodes)),
        critical_path: Range::over(reports.iter().map(|report| report.critical_path)),
        parallelism: Range::over(reports.iter().map(|report| report.parallelism)),
        parallelism_without_induction: Range::over(reports.iter().map(|r| r.parallelism_without_induction)),
        loops: regions::loops(&reports),
        methods: regions::methods(&reports),
        candidates: candidates::merged(&reports),
        dependences: dependences::merged(&reports),
        runs: runs.iter().map(MergedRun::of).collect(),
    })
}

fn common_map(runs: &[Run<'_>]) -> Result<String, MergeError> {
    let first = runs.first().ok_or(MergeError::NoRuns)?;
    let of = |run: &Run<'_>| run.report.program.map.clone().ok_or_else(|| MergeError::NoMap(run.name.to_owned()));
    let map = of(first)?;
    for run in &runs[1..] {
        if of(run)? != map {
            return Err(MergeError::DifferentMaps { first: first.name.to_owned(), other: run.name.to_owned() });
        }
    }
    Ok(map)
}
