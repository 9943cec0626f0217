//! The programs: compiled, traced, run and analysed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use paratrace_analyzer::model::{Candidate, Nature, Point};
use paratrace_analyzer::{Options, analyze};
use paratrace_instrumenter::{Options as Rewriting, Output, instrument};
use paratrace_traceformat::trace::TraceDir;
use tempfile::TempDir;

use crate::agreement::{CORES, agree};
use crate::edited::{Edit, loop_edits};
use crate::java::{run, sources};
use crate::{Expectation, SitesOfLine};

/// Name of the nested class of a pattern that is not traced, if there is one.
const LEFT_OUT: &str = "NotTraced";

/// One pattern of so many is analysed in another way, too.
const ONE_OF: usize = 5;

/// Options of JVMs that run for less than a second.
const SHORT_RUN: [&str; 3] = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"];

/// The source files of all patterns, by name.
///
/// # Errors
/// Fails if their folder cannot be read.
pub fn patterns() -> Result<Vec<PathBuf>> {
    sources("patterns")
}

/// What was found about the advice on a pattern.
#[derive(Debug)]
pub struct Checked {
    /// How it differs from what the pattern expects.
    pub differences: Vec<String>,
    /// The edits that it proposes for loops.
    pub edits: Vec<Edit>,
}

/// Programs that have been compiled, in a directory of their own.
#[derive(Debug)]
pub struct Patterns {
    dir: TempDir,
}

impl Patterns {
    /// Compiles the programs.
    ///
    /// # Errors
    /// Fails with the message of the compiler.
    pub fn compile(sources: &[PathBuf]) -> Result<Patterns> {
        let dir = tempfile::tempdir()?;
        let classes = dir.path().join("classes");
        run(Command::new("javac")
            .args(["-J-XX:TieredStopAtLevel=1", "-g", "-nowarn", "-d"])
            .arg(&classes)
            .args(sources))?;
        Ok(Patterns { dir })
    }

    /// Rewrites and runs a program, and compares the advice with what its source expects.
    ///
    /// # Errors
    /// The program cannot be rewritten or fails, its trace is not complete, or its expectations make no sense.
    pub fn checked(&self, source: &Path) -> Result<Checked> {
        let file = source.file_name().unwrap_or_default().to_string_lossy();
        let text = fs::read_to_string(source)?;
        let (expected, sites) = (Expectation::all(&file, &text)?, SitesOfLine::all(&text)?);
        ensure!(!expected.is_empty(), "{file} expects nothing");
        let candidates = self.candidates(&file)?;
        let of_sites = sites.iter().filter_map(|one| one.difference(&candidates)).map(|text| format!("{file}: {text}"));
        let differences = expected.iter().filter_map(|one| one.difference(&candidates)).chain(of_sites).collect();
        Ok(Checked { differences, edits: loop_edits(&candidates) })
    }

    /// Rewrites and runs a program with a traced JDK, which lies in a directory with its original classes. Returns the answers that
    /// are wrong.
    ///
    /// # Errors
    /// As [`Self::checked`].
    pub fn wrong_with_jdk(&self, source: &Path, jdk: &Path) -> Result<Vec<String>> {
        let file = source.file_name().unwrap_or_default().to_string_lossy();
        let expected = Expectation::all(&file, &fs::read_to_string(source)?)?;
        let trace = self.trace(&file, Some(jdk))?;
        let report = analyze(&TraceDir::open(&trace)?, &Options { cores: &CORES, ..Options::default() })?;
        let completeness = &report.completeness;
        ensure!(completeness.complete && completeness.unexpected_entries == 0, "{file}: {completeness:?}");
        fs::remove_dir_all(&trace)?;
        Ok(expected.iter().filter_map(|one| one.wrong(&report.candidates)).collect())
    }

    /// Rewrites, runs and analyses a program.
    ///
    /// # Errors
    /// The program cannot be rewritten or fails, or its trace is not complete.
    pub fn candidates(&self, file: &str) -> Result<Vec<Candidate>> {
        let trace = self.trace(file, None)?;
        let dir = TraceDir::open(&trace)?;
        let options = Options { cores: &CORES, ..Options::default() };
        let report = analyze(&dir, &options)?;
        ensure!(report.completeness.complete, "the trace of {file} is not complete");
        if is_checked_again(file) {
            let kept = analyze(&dir, &Options { unit_times: 1, events_to_keep: 0, threads: 2, ..options })?;
            ensure!(report == kept, "{file}: another report if sequences of paths become units at once, and are kept");
            agree(&dir, &report).with_context(|| file.to_owned())?;
        }
        report.candidates.iter().try_for_each(|candidate| lists_conditions(file, candidate))?;
        fs::remove_dir_all(&trace)?;
        Ok(report.candidates)
    }

    /// Rewrites and runs a program, with this traced JDK if there is one. Returns the directory of the trace.
    fn trace(&self, file: &str, jdk: Option<&Path>) -> Result<PathBuf> {
        let main = file.trim_end_matches(".java");
        let trace = self.dir.path().join(format!("{main}.trace"));
        let mut option = std::ffi::OsString::from("-Dparatrace.dir=");
        option.push(&trace);
        let java = jdk.map_or_else(|| PathBuf::from("java"), |jdk| jdk.join("jdk/bin/java"));
        let traced = self.traced(main, jdk.map(|jdk| jdk.join("java.base.jar")))?;
        run(Command::new(java).args(SHORT_RUN).arg(option).arg("-cp").arg(traced).arg(main))?;
        Ok(trace)
    }

    /// Rewrites the classes of one program: what the others do must not matter.
    fn traced(&self, main: &str, jdk: Option<PathBuf>) -> Result<PathBuf> {
        let (own, traced) = (self.dir.path().join(main), self.dir.path().join("traced"));
        fs::create_dir(&own)?;
        for entry in fs::read_dir(self.dir.path().join("classes"))? {
            let path = entry?.path();
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if name.strip_prefix(main).is_some_and(|inner| inner.is_empty() || inner.starts_with('$')) {
                fs::copy(&path, own.join(name + ".class"))?;
            }
        }
        let output = Output::Directory(traced.join(main));
        let options = Rewriting {
            trace_except: vec![format!("{main}.{LEFT_OUT}")],
            count: jdk.is_some(),
            jdk,
            ..Rewriting::default()
        };
        instrument(&[own], &output, None, &options, &|_, _| {})?;
        Ok(traced.join(main).join(main))
    }
}

/// Returns whether a pattern is analysed in another way, too, and simulated: one of so many by their names, or all of them if
/// `PARATRACE_ALL_PROGRAMS` is set.
fn is_checked_again(file: &str) -> bool {
    let sum: usize = file.bytes().map(usize::from).sum();
    std::env::var_os("PARATRACE_ALL_PROGRAMS").is_some() || sum.is_multiple_of(ONE_OF)
}

/// Checks that the conditions of a candidate are listed, each with what would read there.
fn lists_conditions(file: &str, candidate: &Candidate) -> Result<()> {
    let mut conditional = candidate.blockers.iter().filter(|blocker| blocker.nature == Nature::NotRun);
    let is_listed = |place: &Point| {
        let mut conditions = candidate.conditions.iter();
        conditions.any(|one| one.method == place.method && one.line == place.line && !one.readers.is_empty())
    };
    let are_listed = conditional.all(|blocker| blocker.not_run.as_ref().is_some_and(is_listed));
    ensure!(are_listed, "{file}:{}: conditions {:?}", candidate.line, candidate.conditions);
    Ok(())
}
