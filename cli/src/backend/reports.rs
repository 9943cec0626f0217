//! Reports, from traces or from files.

use super::analysis::{Wanted, analyze};
use crate::failure::Failure;
use paratrace_analyzer::Report;
use paratrace_analyzer::results::SCHEMA;
use paratrace_traceformat::files;
use serde::Deserialize;
use std::fs;
use std::path::Path;

/// What tells a report from other JSON.
#[derive(Deserialize)]
struct Schema {
    schema: Option<String>,
}

/// The report of a trace directory, or the one that a file holds as JSON.
pub(crate) fn report(path: &Path, wanted: &Wanted) -> Result<Report, Failure> {
    let unreadable = |cause| Failure::io("read", path, cause);
    if fs::metadata(path).map_err(unreadable)?.is_dir() {
        return analyze(path, wanted);
    }
    let text = files::read(path).map_err(unreadable)?;
    let no_report = || Failure::input(format!("{} is neither a trace directory nor a report", path.display()));
    let advice = "Reports are what paratrace analyze and paratrace run write with --json.";
    let found: Schema = serde_json::from_slice(&text).map_err(|cause| no_report().because(cause).advise(advice))?;
    match found.schema.as_deref() {
        Some(SCHEMA) => serde_json::from_slice(&text).map_err(|cause| no_report().because(cause)),
        Some(other) => Err(Failure::input(format!("{} is {other}, not {SCHEMA}", path.display())).advise(advice)),
        None => Err(no_report().advise(advice)),
    }
}
