//! The profiler of the Linux kernel, `perf`, where there is no async-profiler.
//!
//! It names compiled methods by a map that a JVM of release 17 or newer writes when it ends. Interpreted code has no names there, and
//! methods that are inlined count for those that they are inlined in.

use super::line::Line;
use super::process::{self, Ran};
use crate::backend;
use crate::failure::Failure;
use crate::search_path::on_path;
use paratrace_scaling::measurements::{Metric, ThreadProfile};
use paratrace_scaling::profiles::Tables;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Options of a JVM whose frames can be followed and named.
const OPTIONS: [&str; 3] = ["-XX:+PreserveFramePointer", "-XX:+UnlockDiagnosticVMOptions", "-XX:+DumpPerfMapAtExit"];
/// What it does not tell.
pub(super) const CAVEAT: &str = "interpreted code has no names, inlined methods count for their callers";
/// Where JVMs write their maps, and `perf` looks for them.
const MAPS: &str = "/tmp";

/// Returns the event for a metric, and how much of it there is between two samples.
pub(super) fn event(metric: Metric) -> Option<(&'static str, u32)> {
    match metric {
        Metric::CpuTime => Some(("cpu-clock", 1_000_000)),
        Metric::Cycles => Some(("cycles", 1_000_000)),
        Metric::Instructions => Some(("instructions", 1_000_000)),
        Metric::CacheMisses => Some(("cache-misses", 1_000)),
        _ => None,
    }
}

/// The tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Perf {
    program: PathBuf,
}

impl Perf {
    /// Finds it for commands; else why it cannot measure them.
    pub(super) fn find(lines: [&Line; 2]) -> Result<Perf, String> {
        let program = on_path(OsStr::new("perf")).ok_or("there is no perf")?;
        let perf = Perf { program };
        perf.counts("cpu-clock").map_err(|why| format!("perf says: {why}"))?;
        for line in lines {
            let name = line.program().to_string_lossy();
            if !line.is_java() {
                return Err(format!("{name} is not java"));
            }
            if !writes_maps(line.program()) {
                return Err(format!("{name} is older than 17, and does not name its compiled code"));
            }
        }
        Ok(perf)
    }

    /// What `perf` says of an event that this machine does not count. It counts another one in the place of some.
    pub(super) fn counts(&self, event: &str) -> Result<(), String> {
        let failed = |output: &Output| {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            let lines = said.lines().map(str::trim).filter(|line| !line.is_empty() && *line != "Error:");
            lines.take(1).map(str::to_owned).next().unwrap_or_else(|| "nothing".to_owned())
        };
        let run = |command: &mut Command| command.stdin(Stdio::null()).output().map_err(|cause| cause.to_string());
        let directory = tempfile::tempdir().map_err(|cause| cause.to_string())?;
        let data = directory.path().join("perf.data");
        let mut record = self.record(event, 1_000_000, &data);
        let output = run(record.arg(&self.program).arg("--version"))?;
        if !output.status.success() {
            return Err(failed(&output));
        }
        let output = run(Command::new(&self.program).args(["evlist", "-i"]).arg(&data))?;
        let counted = String::from_utf8_lossy(&output.stdout).into_owned();
        match counted.lines().any(|line| line.split(':').next() == Some(event)) {
            true => Ok(()),
            false => Err(format!("the {event} event is not supported")),
        }
    }

    fn record(&self, event: &str, count: u32, data: &Path) -> Command {
        let mut command = Command::new(&self.program);
        command.args(["record", "--quiet", "-g", "-e", event, "-c", &count.to_string(), "-o"]).arg(data).arg("--");
        command
    }

    /// Runs a command with an event.
    pub(super) fn run(
        &self,
        (program, words): (&OsStr, &[OsString]),
        (event, count): (&str, u32),
        directory: &Path,
    ) -> Result<Ran, Failure> {
        let record = self.record(event, count, &data(directory));
        let ours = record.get_args().map(OsStr::to_owned).chain([program.to_owned()]);
        let all: Vec<OsString> = ours.chain(OPTIONS.map(OsString::from)).chain(words.iter().cloned()).collect();
        process::run((self.program.as_os_str(), &all), &[], directory)
    }

    /// Reads the samples of the run that has just ended.
    pub(super) fn read(
        &self,
        directory: &Path,
        times: bool,
        tables: &mut Tables,
    ) -> Result<Vec<ThreadProfile>, Failure> {
        let mut print = Command::new(&self.program);
        print.args(["script", "--no-inline", "--max-stack", "512", "-F", "comm,pid,tid,time,period,ip,sym,dso", "-i"]);
        let text = process::printed(print.arg(data(directory)), "the data of perf")?;
        let (processes, threads) = backend::read_perf(&text, times, tables)?;
        processes.into_iter().for_each(forget);
        Ok(threads)
    }

    /// Its name and version: `perf version 6.1`.
    pub(super) fn told(&self) -> String {
        let output = Command::new(&self.program).arg("--version").stdin(Stdio::null()).output();
        let said = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default();
        format!("{said}: {CAVEAT}")
    }
}

fn data(directory: &Path) -> PathBuf {
    directory.join("perf.data")
}

/// Removes the map of a process that has ended: nobody else will.
fn forget(process: u32) {
    let map = Path::new(MAPS).join(format!("perf-{process}.map"));
    // One that is not ours stays.
    let _ = fs::remove_file(map);
}

/// Returns whether a JVM knows the options.
fn writes_maps(java: &OsStr) -> bool {
    let mut command = Command::new(java);
    command.args(OPTIONS).arg("-version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let Ok(mut child) = command.spawn() else { return false };
    let ended = child.wait().is_ok_and(|status| status.success());
    forget(child.id());
    ended
}
