//! The flight recorder of the JDK, where there is no async-profiler.
//!
//! It samples Java code only: not the collector, not compilers, not native code. A thread that is ready to run counts as
//! running, whether it has a processor or not.

use crate::backend;
use crate::failure::Failure;
use paratrace_scaling::measurements::{Metric, ThreadProfile};
use paratrace_scaling::profiles::{Flight, Tables};
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

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

fn events(metric: Metric) -> &'static [&'static str] {
    match metric {
        Metric::LockTime => &["jdk.JavaMonitorEnter", "jdk.ThreadPark"],
        _ => &["jdk.ExecutionSample"],
    }
}

/// The options of a JVM that records the metric. Their settings are written to `directory`.
pub(super) fn options(metric: Metric, directory: &Path) -> Result<[OsString; 2], Failure> {
    let settings = directory.join("settings.jfc");
    fs::write(&settings, configuration(metric)).map_err(|cause| Failure::io("write", &settings, cause))?;
    let mut start = OsString::from("-XX:StartFlightRecording=filename=");
    start.push(recording(directory));
    start.push(",settings=");
    start.push(settings);
    Ok([start, "-XX:FlightRecorderOptions=stackdepth=512".into()])
}

fn recording(directory: &Path) -> std::path::PathBuf {
    directory.join("recording.jfr")
}

fn configuration(metric: Metric) -> String {
    let limit = match metric {
        Metric::LockTime => "<setting name=\"threshold\">0 ms</setting>".to_owned(),
        _ => format!("<setting name=\"period\">{PERIOD_MS} ms</setting>"),
    };
    let of_event = |name: &&str| {
        format!(
            "<event name=\"{name}\"><setting name=\"enabled\">true</setting>\
             <setting name=\"stackTrace\">true</setting>{limit}</event>\n"
        )
    };
    let all: String = events(metric).iter().map(of_event).collect();
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<configuration version=\"2.0\">\n{all}</configuration>\n")
}

/// Reads the recording of the run that has just ended.
pub(super) fn read(
    metric: Metric,
    jfr: &Path,
    directory: &Path,
    tables: &mut Tables,
) -> Result<Vec<ThreadProfile>, Failure> {
    let Some(what) = taken(metric) else { return Ok(Vec::new()) };
    let mut print = Command::new(jfr);
    print.args(["print", "--json", "--stack-depth", "512", "--events"]).arg(events(metric).join(","));
    let printed = print.arg(recording(directory)).stdin(Stdio::null()).output();
    let printed = printed.map_err(|cause| Failure::io("run", jfr, cause))?;
    if !printed.status.success() {
        let said = String::from_utf8_lossy(&printed.stderr).lines().map(str::to_owned).collect();
        return Err(Failure::input("the flight recording cannot be read").with_causes(said));
    }
    backend::read_flight(&String::from_utf8_lossy(&printed.stdout), what, tables)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_name_what_is_read() {
        let text = configuration(Metric::LockTime);
        assert!(text.contains("jdk.ThreadPark") && text.contains("threshold") && !text.contains("period"));
        assert!(configuration(Metric::CpuTime).contains("<setting name=\"period\">10 ms</setting>"));
        assert!(taken(Metric::WallTime).is_none());
    }
}
