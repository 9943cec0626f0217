//! The flight recorder of the JDK, where there is no async-profiler.
//!
//! It samples Java code only: not the collector, not compilers, not native code. A thread that is ready to run counts as
//! running, whether it has a processor or not.

use super::process;
use crate::backend;
use crate::failure::Failure;
use paratrace_scaling::measurements::{Metric, ThreadProfile};
use paratrace_scaling::profiles::{Flight, Tables};
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Time that a sample stands for. The recorder knows no shorter one.
const PERIOD_MS: u64 = 10;

/// What a recording has for a metric, if anything.
pub(super) fn taken(metric: Metric) -> Option<Flight> {
    match metric {
        Metric::CpuTime => Some(Flight::Samples(PERIOD_MS * 1_000_000)),
        Metric::LockTime => Some(Flight::Locks),
        _ => None,
    }
}

/// What is recorded. Between waits for locks, samples tell what the program does, if times count.
fn events(metric: Metric, times: bool) -> &'static [&'static str] {
    match metric {
        Metric::LockTime if times => &["jdk.JavaMonitorEnter", "jdk.ThreadPark", "jdk.ExecutionSample"],
        Metric::LockTime => &["jdk.JavaMonitorEnter", "jdk.ThreadPark"],
        _ => &["jdk.ExecutionSample"],
    }
}

/// The options of a JVM that records the metric. Their settings are written to `directory`.
pub(super) fn options((metric, times): (Metric, bool), directory: &Path) -> Result<[OsString; 2], Failure> {
    let settings = directory.join("settings.jfc");
    fs::write(&settings, configuration(metric, times)).map_err(|cause| Failure::io("write", &settings, cause))?;
    let mut start = OsString::from("-XX:StartFlightRecording=filename=");
    start.push(recording(directory));
    start.push(",settings=");
    start.push(settings);
    Ok([start, "-XX:FlightRecorderOptions=stackdepth=512".into()])
}

fn recording(directory: &Path) -> std::path::PathBuf {
    directory.join("recording.jfr")
}

fn configuration(metric: Metric, times: bool) -> String {
    let of_event = |name: &&str| {
        let limit = match *name {
            "jdk.ExecutionSample" => format!("<setting name=\"period\">{PERIOD_MS} ms</setting>"),
            _ => "<setting name=\"threshold\">0 ms</setting>".to_owned(),
        };
        format!(
            "<event name=\"{name}\"><setting name=\"enabled\">true</setting>\
             <setting name=\"stackTrace\">true</setting>{limit}</event>\n"
        )
    };
    let all: String = events(metric, times).iter().map(of_event).collect();
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<configuration version=\"2.0\">\n{all}</configuration>\n")
}

/// Reads the recording of the run that has just ended.
pub(super) fn read(
    (metric, times): (Metric, bool),
    jfr: &Path,
    directory: &Path,
    tables: &mut Tables,
) -> Result<Vec<ThreadProfile>, Failure> {
    let Some(what) = taken(metric) else { return Ok(Vec::new()) };
    printed((jfr, &recording(directory)), events(metric, times), (what, times), tables)
}

/// Prints events of a recording, and reads that.
pub(super) fn printed(
    (jfr, recording): (&Path, &Path),
    events: &[&str],
    what: (Flight, bool),
    tables: &mut Tables,
) -> Result<Vec<ThreadProfile>, Failure> {
    let mut print = Command::new(jfr);
    print.args(["print", "--json", "--stack-depth", "512", "--events"]).arg(events.join(","));
    let text = process::printed(print.arg(recording), "the flight recording")?;
    backend::read_flight(&text, what, tables)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_name_what_is_read() {
        let text = configuration(Metric::LockTime, false);
        assert!(text.contains("jdk.ThreadPark") && text.contains("threshold") && !text.contains("period"));
        assert!(configuration(Metric::CpuTime, false).contains("<setting name=\"period\">10 ms</setting>"));
        let text = configuration(Metric::LockTime, true);
        assert!(text.contains("jdk.ThreadPark") && text.contains("threshold") && text.contains("period"));
        assert!(taken(Metric::WallTime).is_none());
    }
}
