//! Calls of the analysis of measured runs.

use crate::failure::{Failure, Kind};
use paratrace_report::scaling::html;
use paratrace_scaling::export::{self, Selection};
use paratrace_scaling::measurements::{Measurements, ThreadProfile, Window, WindowError};
use paratrace_scaling::model::Scaling;
use paratrace_scaling::profiles::{self, Flight, Tables, collapsed, flight};
use paratrace_scaling::{Classes, Settings, analyze};
use paratrace_traceformat::files;
use std::collections::BTreeSet;
use std::path::Path;

/// Reads a file of measured runs.
pub(crate) fn read_measurements(path: &Path) -> Result<Measurements, Failure> {
    let file = files::open(path).map_err(|cause| Failure::io("read", path, cause))?;
    let failure = || Failure::input(format!("{} has no measured runs", path.display()));
    Measurements::read(file).map_err(|error| failure().because(error))
}

/// The part of measured runs in which there are frames of some name.
pub(crate) fn within(measurements: &Measurements, pattern: &str) -> Result<Measurements, Failure> {
    let advice = "Measure with --times (or --within), and a profiler.";
    let found = Window::new(pattern).and_then(|window| window.of(measurements));
    found.map_err(|error| match error {
        WindowError::Pattern { .. } => Failure::usage(format!("--within: {error}")),
        WindowError::NoTimes => Failure::input(error.to_string()).advise(advice),
        WindowError::Nowhere { .. } => Failure::input(error.to_string()),
    })
}

/// Analyses measured runs.
pub(crate) fn scaling(measurements: &Measurements, settings: &Settings) -> Result<Scaling, Failure> {
    analyze(measurements, settings).map_err(|error| Failure::from_error(Kind::Input, error))
}

/// The results as a page for a browser.
pub(crate) fn scaling_page(measurements: &Measurements, found: &Scaling) -> Result<String, Failure> {
    html(measurements, found).map_err(|error| Failure::from_error(Kind::Input, error))
}

/// The stacks that are selected, in one of the forms of other tools.
pub(crate) fn exported(
    measurements: &Measurements,
    settings: &Settings,
    selection: &Selection,
    form: Form<'_>,
) -> Result<String, Failure> {
    let classes = Classes::of(measurements, settings).map_err(|error| Failure::from_error(Kind::Input, error))?;
    Ok(match form {
        Form::Collapsed => export::collapsed(measurements, &classes, selection),
        Form::Speedscope(name) => export::speedscope(measurements, &classes, selection, name).to_string(),
    })
}

/// A form of stacks.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Form<'n> {
    Collapsed,
    /// With the name of the document.
    Speedscope(&'n str),
}

/// Reads collapsed stacks.
pub(crate) fn read_profile(path: &Path, tables: &mut Tables) -> Result<Vec<ThreadProfile>, Failure> {
    let bytes = files::read(path).map_err(|cause| Failure::io("read", path, cause))?;
    let failure = || Failure::input("what async-profiler wrote is no profile");
    collapsed(&String::from_utf8_lossy(&bytes), tables).map_err(|error| failure().because(error))
}

/// Reads what `jfr print` prints.
pub(crate) fn read_flight(
    text: &str,
    what: (Flight, bool),
    tables: &mut Tables,
) -> Result<Vec<ThreadProfile>, Failure> {
    let failure = || Failure::input("what jfr printed has no events of a recording");
    flight(text, what, tables).map_err(|error| failure().because(error))
}

/// Reads what `perf script` prints: the processes, and their threads.
pub(crate) fn read_perf(
    text: &str,
    times: bool,
    tables: &mut Tables,
) -> Result<(BTreeSet<u32>, Vec<ThreadProfile>), Failure> {
    let failure = || Failure::input("what perf printed has no samples");
    profiles::perf(text, times, tables).map_err(|error| failure().because(error))
}

/// Fails unless the text is a regular expression.
pub(crate) fn check_pattern(option: &str, pattern: &str) -> Result<(), Failure> {
    let failure = || Failure::usage(format!("{option} is no regular expression"));
    regex::Regex::new(pattern).map(drop).map_err(|error| failure().because(error))
}
