//! Random programs with threads, run and analysed: what they print, and all figures of their reports, by their definitions.

use super::{COMMON, program};
use crate::batch::{Batch, place};
use crate::on_jdk::TracedJdk;
use anyhow::{Context, bail};
use paratrace_analyzer::model::EdgeKind;
use paratrace_analyzer::{Options, Report, analyze};
use paratrace_instrumenter::{Output as Target, instrument};
use paratrace_oracle::{chain, compare};
use paratrace_traceformat::trace::TraceDir;
use std::ffi::OsString;
use std::fs;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// How long a program may take: threads that wait for each other must not stop the check. It takes less than a second.
const PATIENCE: Duration = Duration::from_secs(120);

/// Programs in a folder, each compiled into a folder of its own.
#[derive(Debug)]
pub struct Threaded {
    dir: PathBuf,
    names: Vec<String>,
}

/// What was compared.
#[derive(Debug, Default)]
pub struct Totals {
    /// Programs.
    pub programs: u64,
    /// Traces.
    pub traces: u64,
    /// Executed instructions in them.
    pub nodes: u64,
    /// Those of the largest.
    pub most: u64,
    /// Traces whose critical path goes from thread to thread.
    pub across: u64,
    /// Values that the programs say have gone from thread to thread.
    pub handovers: u64,
    /// A line each.
    pub differences: Vec<String>,
}

/// What a run printed, and the values that it counted going from thread to thread: read, and written over.
struct Run {
    printed: String,
    counted: (u64, u64),
}

impl Threaded {
    /// Puts the programs of some seeds into a new folder.
    ///
    /// # Errors
    /// Fails if they do not compile.
    pub fn new(dir: &Path, seeds: Range<u64>) -> anyhow::Result<Self> {
        let named = seeds.map(|seed| (format!("T{seed}"), seed));
        let mut sources: Vec<_> = named.map(|(name, seed)| (name.clone(), program(&name, seed))).collect();
        let names: Vec<String> = sources.iter().map(|(name, _)| name.clone()).collect();
        sources.extend(COMMON.map(|(name, text)| (name.to_owned(), text.to_owned())));
        let batch = Batch { dir: dir.to_owned(), names: names.clone() };
        batch.compile(&sources, &["javac", "--release", "17"].map(OsString::from))?;
        let threaded = Self { dir: dir.to_owned(), names };
        threaded.divide(&batch.classes())?;
        Ok(threaded)
    }

    /// Gives each program its own classes, and those that all have in common.
    fn divide(&self, classes: &Path) -> anyhow::Result<()> {
        let of_each: Vec<PathBuf> = self.names.iter().map(|name| self.dir.join(name).join("plain")).collect();
        of_each.iter().try_for_each(fs::create_dir_all)?;
        for entry in fs::read_dir(classes)? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            let outermost = name.split(['$', '.']).next().unwrap_or_default();
            let wanted = |of: &&PathBuf| of.ends_with(format!("{outermost}/plain"));
            match of_each.iter().find(wanted) {
                Some(of) => fs::rename(classes.join(&name), of.join(&name))?,
                None => {
                    of_each.iter().try_for_each(|of| fs::copy(classes.join(&name), of.join(&name)).map(drop))?;
                }
            }
        }
        Ok(())
    }

    /// Runs all programs, plain once and traced twice, and compares. `jdk` is traced, too, if there is one.
    ///
    /// # Errors
    /// Fails if something of that cannot be done at all.
    pub fn run(&self, java: &Path, jdk: Option<&TracedJdk>) -> anyhow::Result<Totals> {
        let mut totals = Totals::default();
        for name in &self.names {
            totals.programs += 1;
            if let Err(why) = self.check(name, java, jdk, &mut totals) {
                totals.differences.push(format!("{name}: {why:#}"));
            } else {
                fs::remove_dir_all(self.dir.join(name))?;
            }
        }
        Ok(totals)
    }

    fn check(&self, name: &str, java: &Path, jdk: Option<&TracedJdk>, totals: &mut Totals) -> anyhow::Result<()> {
        let dir = self.dir.join(name);
        let (plain, traced, map) = (dir.join("plain"), dir.join("traced"), dir.join("map"));
        rewrite(&plain, &traced, &map, jdk)?;
        let expected = run(jdk.map_or(java, |jdk| &jdk.plain), &plain, name, &[])?;
        for trace in ["trace1", "trace2"].map(|trace| dir.join(trace)) {
            let (java, mut options) = jdk.map_or((java, Vec::new()), |jdk| (&jdk.traced, jdk.options.clone()));
            options.push(place(&trace));
            let found = run(java, &traced.join("plain"), name, &options)?;
            if found.printed != expected.printed {
                bail!("plain {}, traced {}", expected.printed.trim(), found.printed.trim());
            }
            let compared = catch_unwind(AssertUnwindSafe(|| compared(&trace, found.counted, jdk.is_some())));
            let report = compared.unwrap_or_else(|_| bail!("panicked")).with_context(|| trace.display().to_string())?;
            totals.add(&report, found.counted.0);
        }
        Ok(())
    }
}

impl Totals {
    fn add(&mut self, report: &Report, handovers: u64) {
        self.traces += 1;
        self.nodes += report.nodes;
        self.most = self.most.max(report.nodes);
        let longest = report.threads.iter().map(|thread| thread.critical_path).max();
        self.across += u64::from(longest < Some(report.critical_path));
        self.handovers += handovers;
    }

    /// Adds what was found elsewhere.
    pub fn join(&mut self, other: Self) {
        self.programs += other.programs;
        self.traces += other.traces;
        self.nodes += other.nodes;
        self.most = self.most.max(other.most);
        self.across += other.across;
        self.handovers += other.handovers;
        self.differences.extend(other.differences);
    }
}

/// Rewrites classes, for a traced JDK if there is one.
fn rewrite(plain: &Path, traced: &Path, map: &Path, jdk: Option<&TracedJdk>) -> anyhow::Result<()> {
    if let Some(jdk) = jdk {
        return jdk.rewrite(plain, traced, map).map(drop);
    }
    let (options, to) = (paratrace_instrumenter::Options::default(), Target::Directory(traced.to_owned()));
    instrument(&[plain.to_owned()], &to, Some(map), &options, &|_, _| {})?;
    Ok(())
}

/// One run of a program, which must end well.
fn run(java: &Path, classes: &Path, name: &str, options: &[OsString]) -> anyhow::Result<Run> {
    let mut command = Command::new(java);
    command.args(["-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dparatrace.quiet"]);
    command.args(options).arg("-cp").arg(classes).arg(name).stdin(Stdio::null());
    let output = output_in_time(&mut command)?;
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let counted = errors.strip_prefix("handovers ").and_then(|counts| counts.trim().split_once(' '));
    match counted {
        Some((taken, overwritten)) if output.status.success() => {
            let printed = String::from_utf8_lossy(&output.stdout).into_owned();
            Ok(Run { printed, counted: (taken.parse()?, overwritten.parse()?) })
        }
        _ => bail!("{}\n{errors}", output.status),
    }
}

/// What a command prints, which is not much, if it ends.
fn output_in_time(command: &mut Command) -> anyhow::Result<Output> {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let start = Instant::now();
    while child.try_wait()?.is_none() {
        if start.elapsed() > PATIENCE {
            child.kill()?;
            bail!("does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    Ok(child.wait_with_output()?)
}

/// The report of a trace, if nothing contradicts it. That of a program with its JDK has too many instructions for figures of loops and methods,
/// and for dependences, by their definitions.
fn compared(trace: &Path, counted: (u64, u64), with_jdk: bool) -> anyhow::Result<Report> {
    let dir = TraceDir::open(trace)?;
    let report = compare::whole_report(&dir).map_err(anyhow::Error::msg)?;
    let differs = if with_jdk {
        compare::paths_differ(&dir, &report)
    } else {
        let (expected, found) = compare::figures(&dir).map_err(anyhow::Error::msg)?;
        compare::difference(&expected, &found).or_else(|| compare::shared_differs(&dir))
    };
    if let Some(difference) = differs.or_else(|| chain::trace_differs(&dir)) {
        bail!("{difference}");
    }
    let reported = (through_cells(&report, EdgeKind::Raw), through_cells(&report, EdgeKind::Waw));
    if reported != counted {
        bail!("the program counted {counted:?} handovers (read, written over), the report has {reported:?}");
    }
    // The programs synchronise all that their threads share.
    if report.races.is_some() != with_jdk || report.races.iter().flatten().next().is_some() {
        bail!("races {:#?}", report.races);
    }
    if report.lost_updates.iter().flatten().next().is_some() {
        bail!("lost updates {:#?}", report.lost_updates);
    }
    if report.checks_then_acts.iter().flatten().next().is_some() {
        bail!("checks then acts {:#?}", report.checks_then_acts);
    }
    same_whatever_the_threads(&dir)?;
    Ok(report)
}

/// The handovers of the values of cells, which the programs count themselves.
fn through_cells(report: &Report, kind: EdgeKind) -> u64 {
    let rows = report.handovers.iter().filter(|row| row.kind == kind && row.via.name == "Cell.value");
    rows.map(|row| row.count).sum()
}

/// The JSON does not depend on how many threads analyse.
fn same_whatever_the_threads(dir: &TraceDir) -> anyhow::Result<()> {
    let json = |threads| -> anyhow::Result<String> {
        let options = Options { threads, ..Options::default() };
        Ok(paratrace_report::json::to_string(&analyze(dir, &options)?)?)
    };
    let one = json(1)?;
    for threads in [2, 4] {
        if json(threads)? != one {
            bail!("another report with {threads} threads");
        }
    }
    Ok(())
}
