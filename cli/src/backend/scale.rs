//! Calls of the analysis of measured runs.

use crate::failure::Failure;
use paratrace_scaling::measurements::{Measurements, ThreadProfile};
use paratrace_scaling::profiles::{Flight, Tables, collapsed, flight};
use paratrace_traceformat::files;
use std::path::Path;

/// Reads a file of measured runs.
pub(crate) fn read_measurements(path: &Path) -> Result<Measurements, Failure> {
    let file = files::open(path).map_err(|cause| Failure::io("read", path, cause))?;
    let failure = || Failure::input(format!("{} has no measured runs", path.display()));
    Measurements::read(file).map_err(|error| failure().because(error))
}

/// Reads collapsed stacks.
pub(crate) fn read_profile(path: &Path, tables: &mut Tables) -> Result<Vec<ThreadProfile>, Failure> {
    let bytes = files::read(path).map_err(|cause| Failure::io("read", path, cause))?;
    let failure = || Failure::input("what async-profiler wrote is no profile");
    collapsed(&String::from_utf8_lossy(&bytes), tables).map_err(|error| failure().because(error))
}

/// Reads what `jfr print` prints.
pub(crate) fn read_flight(text: &str, what: Flight, tables: &mut Tables) -> Result<Vec<ThreadProfile>, Failure> {
    let failure = || Failure::input("what jfr printed has no events of a recording");
    flight(text, what, tables).map_err(|error| failure().because(error))
}

/// Fails unless the text is a regular expression.
pub(crate) fn check_pattern(option: &str, pattern: &str) -> Result<(), Failure> {
    let failure = || Failure::usage(format!("{option} is no regular expression"));
    regex::Regex::new(pattern).map(drop).map_err(|error| failure().because(error))
}
