//! Reports, from traces or from files.

use super::analysis::{Wanted, analyze};
use crate::failure::Failure;
use paratrace_analyzer::Report;
use paratrace_analyzer::model::SCHEMA;
use paratrace_report::numbers::plural;
use paratrace_traceformat::files;
use serde::Deserialize;
use std::fs;
use std::path::Path;

/// The field that distinguishes a report from other JSON.
#[derive(Deserialize)]
struct Schema {
    schema: Option<String>,
}

/// The report of a trace directory, or the one that a file holds as JSON; that one must be for the cores that are asked for.
pub(crate) fn report(path: &Path, wanted: &Wanted, cores: Option<u32>) -> Result<Report, Failure> {
    let unreadable = |cause| Failure::io("read", path, cause);
    if fs::metadata(path).map_err(unreadable)?.is_dir() {
        return analyze(path, wanted);
    }
    let text = files::read(path).map_err(unreadable)?;
    let no_report = || Failure::input(format!("{} is neither a trace directory nor a report", path.display()));
    let advice = "Reports are what paratrace analyze and paratrace run write with --json.";
    let found: Schema = serde_json::from_slice(&text).map_err(|cause| no_report().because(cause).advise(advice))?;
    match found.schema.as_deref() {
        Some(SCHEMA) => {
            let report = serde_json::from_slice(&text).map_err(|cause| no_report().because(cause))?;
            cores.map_or(Ok(()), |cores| is_for(path, &report, cores)).map(|()| report)
        }
        Some(other) => Err(Failure::input(format!("{} is {other}, not {SCHEMA}", path.display())).advise(advice)),
        None => Err(no_report().advise(advice)),
    }
}

/// Are the estimates of a report for so many cores?
fn is_for(path: &Path, report: &Report, cores: u32) -> Result<(), Failure> {
    match report.candidates.iter().find(|candidate| candidate.cores != cores) {
        Some(candidate) => {
            let made_for = plural(candidate.cores.into(), "core", "cores");
            Err(Failure::usage(format!("the speed-ups in {} are for {made_for}", path.display()))
                .advise(format!("Analyse its trace again: paratrace analyze DIR --cores {cores} --json FILE")))
        }
        None => Ok(()),
    }
}
