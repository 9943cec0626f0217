//! One traced program that is killed, and what is left of it.

use super::notes::Notes;
use anyhow::{Context, Result, bail, ensure};
use paratrace_analyzer::{Options, analyze};
use paratrace_instrumenter::{Output, instrument};
use paratrace_traceformat::map::ProgramMap;
use paratrace_traceformat::trace::TraceDir;
use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tempfile::TempDir;

const SOURCE: &str = include_str!("Killed.java");
const THREADS: [&str; 4] = ["Busy", "Bursts", "Slow", "Once"];

/// Milliseconds that may be lost.
const MAY_LOSE: u64 = 100;
/// Values of a full buffer, and the fewest that a step records: what a buffer may hold of steps.
const BUFFER: u64 = 32_768;
const VALUES_OF_A_STEP: u64 = 2;

/// A traced program, ready to run.
pub(super) struct Victim {
    dir: TempDir,
    java: PathBuf,
}

/// What a killed program has left, until it is dropped.
pub(super) struct Killed {
    run: TempDir,
    trace: PathBuf,
    /// When it was killed, ms since 1970.
    time: u64,
}

/// The result of one kill.
#[derive(Default)]
pub(super) struct Outcome {
    /// There is a trace.
    pub(super) traced: bool,
    /// Threads whose steps are there up to 100 ms before the kill.
    pub(super) in_time: usize,
    /// The others that lack no more than a buffer.
    pub(super) one_buffer: usize,
    /// The excess of the rest, in words.
    pub(super) excess: Vec<String>,
}

impl Victim {
    pub(super) fn prepare(java: &Path) -> Result<Victim> {
        let dir = tempfile::tempdir()?;
        let (source, plain) = (dir.path().join("Killed.java"), dir.path().join("classes"));
        fs::write(&source, SOURCE)?;
        let compiled = Command::new("javac").args(["--release", "17", "-d"]).arg(&plain).arg(&source).status()?;
        ensure!(compiled.success(), "javac failed");
        let traced = Output::Directory(dir.path().join("traced"));
        instrument(&[plain], &traced, None, &paratrace_instrumenter::Options::default(), &|_, _| {})?;
        Ok(Victim { dir, java: java.to_path_buf() })
    }

    /// Kills one so long after its start, or after its threads are there.
    pub(super) fn kill(&self, ready: bool, after: Duration) -> Result<Killed> {
        let run = tempfile::tempdir_in(self.dir.path())?;
        let trace = run.path().join("trace");
        let mut java = Command::new(&self.java);
        java.env("PARATRACE_DIR", &trace).arg("-cp").arg(self.dir.path().join("traced/classes"));
        let mut child = java
            .arg("Killed")
            .arg(run.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot run java")?;
        if let (true, Some(out)) = (ready, child.stdout.take()) {
            BufReader::new(out).read_line(&mut String::new())?;
        }
        sleep(after);
        let time = u64::try_from(SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis())?;
        child.kill()?;
        child.wait()?;
        Ok(Killed { run, trace, time })
    }
}

impl Killed {
    /// Finds out what is there and what is not.
    pub(super) fn judge(&self) -> Result<Outcome> {
        judge(self.run.path(), &self.trace, self.time)
    }
}

/// Compares the notes of the threads with the steps that are in the trace.
fn judge(notes: &Path, trace: &Path, killed: u64) -> Result<Outcome> {
    check_map(trace)?;
    let mut outcome = Outcome { traced: trace.join("segment-00000.trace").exists(), ..Outcome::default() };
    let found = if outcome.traced { steps(trace)? } else { HashMap::new() };
    for thread in THREADS {
        let notes = Notes::read(&notes.join(thread))?;
        let found = found.get(thread).copied().unwrap_or(0);
        let (owed, done) = (notes.steps_at(killed.saturating_sub(MAY_LOSE)), notes.steps());
        if done == 0 {
            continue;
        }
        if found > done + 1 {
            bail!("{thread} did {done} steps, and the trace has {found}");
        }
        if found >= owed {
            outcome.in_time += 1;
        } else if (done - found) * VALUES_OF_A_STEP <= BUFFER {
            outcome.one_buffer += 1;
        } else {
            outcome
                .excess
                .push(format!("{thread} did {owed} steps up to 100 ms before, {done} in all, {found} are there"));
        }
    }
    Ok(outcome)
}

/// Steps of each kind of thread according to the trace, which must say that it is incomplete.
fn steps(trace: &Path) -> Result<HashMap<&'static str, u64>> {
    let dir = match TraceDir::open(trace) {
        Ok(dir) => dir,
        Err(_) if empty(trace)? => return Ok(HashMap::new()),
        Err(error) => return Err(error).context("the trace cannot be read"),
    };
    // Only activations are asked for.
    let options =
        Options { threads: 0, distances: false, across_threads: false, communication: None, ..Options::default() };
    let report = analyze(&dir, &options)?;
    ensure!(!report.completeness.complete, "the trace is said to be complete");
    ensure!(report.completeness.unexpected_entries == 0, "misread: {:?}", report.completeness);
    let count = |thread| {
        let name = format!("Killed${thread}.work");
        let own = report.methods.iter().filter(|method| method.method.starts_with(&name));
        (thread, own.map(|method| method.activations).sum())
    };
    Ok(THREADS.map(count).into())
}

/// The map is there as a whole, or is the empty file that claims the directory; before the first segment, it is whole.
fn check_map(trace: &Path) -> Result<()> {
    let Ok(map) = fs::metadata(trace.join("program.map")) else { return Ok(()) };
    let begun = trace.join("segment-00000.trace").exists();
    if map.len() > 0 || begun {
        ProgramMap::read(trace.join("program.map")).context("the map is not whole")?;
    }
    Ok(())
}

/// Killed before the first segment had its header.
fn empty(trace: &Path) -> Result<bool> {
    Ok(fs::metadata(trace.join("segment-00000.trace"))?.len() == 0)
}
