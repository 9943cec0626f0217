//! Calls of the comparison of runs.

use crate::failure::{Failure, Kind};
use paratrace_analyzer::Report;
use paratrace_compare::{self as compare, Diff, MergeError, Merged, Run};

/// Compares two runs.
pub(crate) fn diff(before: &Report, after: &Report) -> Diff {
    compare::diff(before, after)
}

/// Takes several runs of one traced program together.
pub(crate) fn merge(runs: &[Run<'_>]) -> Result<Merged, Failure> {
    compare::merge(runs).map_err(failure)
}

fn failure(error: MergeError) -> Failure {
    let advice = match error {
        MergeError::NoMap(_) => "Analyse its trace again: paratrace analyze DIR --json FILE.",
        _ => "Run the same traced program with each input; paratrace diff compares runs of different programs.",
    };
    Failure::from_error(Kind::Input, error).advise(advice)
}
