//! One run with one metric.

use super::flight;
use super::line::Line;
use super::metric;
use super::perf;
use super::plan::Step;
use super::process::{self, Ran};
use super::profiler::Profiler;
use super::recording;
use super::traced;
use crate::backend;
use crate::failure::Failure;
use paratrace_cost::Platform;
use paratrace_scaling::measurements::{Metric, ThreadProfile};
use paratrace_scaling::profiles::Tables;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// What files of profiles end with.
const ENDING: &str = "collapsed";
/// A JVM that `java` was not started for reads options there.
const VARIABLE: &str = "JAVA_TOOL_OPTIONS";

/// What came of a run.
pub(super) enum Measured {
    /// All is well: the time from start to end, ns, and the threads.
    Run(u64, Vec<ThreadProfile>),
    /// The same of a traced run, which tells several metrics.
    Traced(u64, backend::Profiles),
    /// The program ran, but nothing measured it, for this reason.
    Refused(String),
}

/// Runs a version. `directory` is for the files of this run alone.
pub(super) fn measure(
    (line, step): (&Line, Step),
    (profiler, times, platform): (&Profiler, bool, &Platform),
    directory: &Path,
    tables: &mut Tables,
) -> Result<Measured, Failure> {
    let words = line.arguments(step.threads);
    let run = |words: &[OsString], environment: &[(OsString, OsString)]| {
        process::run((line.program(), words), environment, directory)
    };
    if step.metric == Metric::Bytecodes {
        return Ok(traced::measure((line, &words), platform, directory, tables));
    }
    if let Some(jfr) = recorder(profiler, step.metric) {
        return recorded((line, &words), (step.metric, times), jfr, directory, tables);
    }
    match (profiler, metric::event(step.metric)) {
        (Profiler::Async { library, jfr, .. }, Some(event)) => {
            let event = jfr.as_ref().and_then(|_| recording::event(step.metric)).unwrap_or(event);
            let option = agent((library, jfr.is_some()), event, directory)?;
            let ran = if line.is_java() {
                run(&[&[option], &words[..]].concat(), &[])?
            } else {
                run(&words, &[(VARIABLE.into(), beside_others(&option))])?
            };
            let files = profiles(directory, jfr.is_some()).map_err(|cause| Failure::io("read", directory, cause))?;
            let threads = match jfr {
                Some(jfr) => recording::read(step.metric, jfr, &files, tables)?,
                None => collapsed(&files, tables)?,
            };
            // Recordings are written even where nothing can be counted.
            let is_refused = files.is_empty() || jfr.is_some() && threads.is_empty();
            Ok(if is_refused { Measured::Refused(refusal(&ran)) } else { Measured::Run(nanoseconds(&ran), threads) })
        }
        (Profiler::Perf { perf, .. }, Some(_)) => match perf::event(step.metric) {
            Some(event) => {
                let ran = perf.run((line.program(), &words), event, directory)?;
                Ok(Measured::Run(nanoseconds(&ran), perf.read(directory, times, tables)?))
            }
            None => Ok(Measured::Refused("perf does not measure it".to_owned())),
        },
        (Profiler::Flight { .. } | Profiler::Nothing { .. }, Some(_)) | (_, None) => {
            Ok(Measured::Run(nanoseconds(&run(&words, &[])?), Vec::new()))
        }
    }
}

/// The tool that prints flight recordings, if one is to be made for a metric: of what nothing better measures.
fn recorder(profiler: &Profiler, metric: Metric) -> Option<&Path> {
    let jfr = match profiler {
        Profiler::Flight { jfr } => Some(jfr.as_path()),
        Profiler::Perf { jfr, .. } if perf::event(metric).is_none() => jfr.as_deref(),
        _ => None,
    };
    jfr.filter(|_| metric::event(metric).is_some())
}

/// Runs a version with the flight recorder.
fn recorded(
    (line, words): (&Line, &[OsString]),
    metric: (Metric, bool),
    jfr: &Path,
    directory: &Path,
    tables: &mut Tables,
) -> Result<Measured, Failure> {
    let words = [&flight::options(metric, directory)?[..], words].concat();
    let ran = process::run((line.program(), &words), &[], directory)?;
    Ok(Measured::Run(nanoseconds(&ran), flight::read(metric, jfr, directory, tables)?))
}

pub(super) fn nanoseconds(ran: &Ran) -> u64 {
    u64::try_from(ran.elapsed.as_nanos()).unwrap_or(u64::MAX)
}

/// The option that starts async-profiler in a JVM. Each JVM writes a file of its own when it ends.
fn agent((library, times): (&Path, bool), event: &str, directory: &Path) -> Result<OsString, Failure> {
    if directory.to_string_lossy().contains(',') {
        return Err(Failure::input(format!(
            "async-profiler cannot write to {}: the path has a comma",
            directory.display()
        ))
        .advise("Set TMPDIR to another directory."));
    }
    let mut option = OsString::from("-agentpath:");
    option.push(library);
    let format = if times { "jfr" } else { "threads,collapsed,total,ann" };
    option.push(format!("=start,{event},{format},file="));
    option.push(directory.join(format!("%p.{}", ending(times))));
    Ok(option)
}

/// The variable as it is, and our option.
fn beside_others(option: &OsString) -> OsString {
    let mut value = std::env::var_os(VARIABLE).unwrap_or_default();
    value.push(" ");
    value.push(option);
    value
}

/// Reads the profiles of all JVMs of a run.
fn collapsed(files: &[PathBuf], tables: &mut Tables) -> Result<Vec<ThreadProfile>, Failure> {
    let mut threads = Vec::new();
    for file in files {
        threads.extend(backend::read_profile(file, tables)?);
    }
    Ok(threads)
}

fn ending(times: bool) -> &'static str {
    if times { recording::ENDING } else { ENDING }
}

/// The files that async-profiler wrote. A JVM that cannot measure what it is to measure writes none.
fn profiles(directory: &Path, times: bool) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == ending(times)) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Why async-profiler has measured nothing: what it printed, among what the program did.
fn refusal(ran: &Ran) -> String {
    let said = |mark: &str| {
        let mut lines = ran.beginnings.iter().flat_map(|text| text.lines());
        lines.find_map(|line| line.strip_prefix(mark)).map(|said| format!("async-profiler says: {}", said.trim()))
    };
    said("[ERROR] ").or_else(|| said("[WARN] ")).unwrap_or_else(|| "async-profiler wrote no profile".to_owned())
}
