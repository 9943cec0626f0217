//! The report on several JVMs: a table, the summary of each, and what those of one program have in common.

use super::direct::told_before;
use crate::backend;
use crate::commands::instrument::without_effect;
use crate::exit::Outcome;
use crate::failure::{Failure, Kind};
use crate::jdk::{Why, Wish};
use crate::launcher::{Jvm, Passed, Session};
use crate::show::{Known, ShowOptions, TopOption, print, summary, tell_left_out, terminal_options, write_json};
use crate::terminal::{self, Stream};
use paratrace_analyzer::Report;
use paratrace_analyzer::model::Program as Named;
use paratrace_compare::{Merged, Run};
use paratrace_instrumenter::Unmatched;
use paratrace_report::lists::and_more;
use paratrace_report::text;
use paratrace_traceformat::plain::line;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// The schema of the JSON.
const SCHEMA: &str = "paratrace.runs/1";
/// Summaries shown at most: those of the JVMs with the most instructions.
const SUMMARIES: usize = 8;

/// Everything about a command's JVMs.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::commands) struct Runs {
    /// Name and version of the JSON form.
    #[cfg_attr(test, schemars(extend("const" = SCHEMA)))]
    schema: &'static str,
    /// The command and its arguments.
    command: Vec<String>,
    /// Exit status of the command.
    status: u8,
    /// Traced JVMs, by name.
    runs: Vec<Found>,
    /// The merged reports of JVMs that ran the same program.
    merged: Vec<Merged>,
    /// JVMs that were not traced.
    untraced: Vec<Passed>,
}

impl Runs {
    /// A JVM that wrote nothing is told in the table: most often nothing traced ran in it.
    fn outcome(&self) -> Outcome {
        let reports = self.runs.iter().filter_map(|found| found.report.as_ref());
        reports.map(|report| Outcome::of(&report.completeness)).fold(Outcome::Done, Outcome::and)
    }
}

/// One traced JVM.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Found {
    /// Name of the JVM, and of its trace's directory.
    name: String,
    /// The program that it ran.
    program: Named,
    /// Directory of the trace.
    trace: PathBuf,
    /// Remarks on the rewriting, in words.
    notes: Vec<String>,
    /// Its class path: source lines may lie beside it.
    #[serde(skip)]
    inputs: Vec<PathBuf>,
    #[serde(skip)]
    told_before: usize,
    /// The report, as of `paratrace analyze`; `null` if the trace cannot be analysed.
    report: Option<Report>,
    /// Reason why there is no report, in words.
    error: Option<String>,
}

impl Found {
    fn nodes(&self) -> u64 {
        self.report.as_ref().map_or(0, |report| report.nodes)
    }
}

/// Analyses and shows every trace of a run.
pub(super) fn report(
    session: &Session,
    command: &[OsString],
    status: u8,
    options: &ShowOptions,
) -> Result<Outcome, Failure> {
    let mut untraced = session.passed();
    untraced.sort();
    let jvms = traced(session)?;
    terminal::tell(&without_effect(&unmatched(&session.jvms())));
    let runs: Vec<Found> = jvms.into_iter().map(|(jvm, trace)| find(jvm, trace, options)).collect();
    if runs.is_empty() {
        return Err(nothing(&untraced));
    }
    let command = command.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let merged = merged(&runs);
    let mut runs = Runs { schema: SCHEMA, command, status, runs, merged, untraced };
    let text = options.json.leaves_text().then(|| shown(&runs, options));
    for found in &mut runs.runs {
        found.report = found.report.take().map(|report| options.written(report));
    }
    write_json(&options.json, &runs)?;
    if let Some(text) = text {
        print(&text, Stream::Err)?;
        notes(&runs);
        untraced_jdks(&runs, session);
    }
    tell_left_out(&options.json, &runs.runs.iter().filter_map(|found| found.report.as_ref()).collect::<Vec<_>>());
    Ok(runs.outcome())
}

/// A table of the JVMs that a traced program has started from its own class path, if there are any.
pub(super) fn children(traces: &Path, options: &ShowOptions) -> Result<Outcome, Failure> {
    let Ok(files) = fs::read_dir(traces) else { return Ok(Outcome::Done) };
    let mut names: Vec<String> = files.flatten().map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    let child = |name: String| {
        let trace = traces.join(&name);
        find(unknown(name), trace, options)
    };
    let runs: Vec<Found> = names.into_iter().map(child).collect();
    if !runs.is_empty() {
        print(&format!("\nStarted by the program:\n{}", table(&runs, &options.top)), Stream::Err)?;
    }
    let reports = runs.iter().filter_map(|found| found.report.as_ref());
    Ok(reports.map(|report| Outcome::of(&report.completeness)).fold(Outcome::Done, Outcome::and))
}

fn table(runs: &[Found], top: &TopOption) -> String {
    let row = |found| {
        let Found { name, report, error, .. }: &Found = found;
        text::Jvm { name, found: report.as_ref().ok_or(error.as_deref().unwrap_or_default()) }
    };
    text::jvms(&runs.iter().map(row).collect::<Vec<_>>(), &terminal_options(top, Stream::Err))
}

/// The JVMs with a directory for their trace: those that a launcher traced, and those they started from traced copies.
fn traced(session: &Session) -> Result<Vec<(Jvm, PathBuf)>, Failure> {
    let known: BTreeMap<String, Jvm> = session.jvms().into_iter().map(|jvm| (jvm.name.clone(), jvm)).collect();
    let unreadable = |cause| Failure::io("read", &session.traces, cause);
    let mut names: Vec<String> = known.keys().cloned().collect();
    for file in fs::read_dir(&session.traces).map_err(unreadable)? {
        names.push(file.map_err(unreadable)?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    names.dedup();
    let jvm = |name: String| {
        let trace = session.traces.join(&name);
        (known.get(&name).cloned().unwrap_or_else(|| unknown(name)), trace)
    };
    Ok(names.into_iter().map(jvm).collect())
}

/// Patterns of the user that match nothing in any JVM.
fn unmatched(jvms: &[Jvm]) -> Unmatched {
    let all: Vec<_> = jvms.iter().map(|jvm| &jvm.unmatched).collect();
    let Some(first) = all.first() else { return Unmatched::default() };
    let everywhere = |patterns: &[String], of: fn(&Unmatched) -> &[String]| {
        let in_all = |pattern: &&String| all.iter().all(|unmatched| of(unmatched).contains(pattern));
        patterns.iter().filter(in_all).cloned().collect()
    };
    Unmatched {
        trace_only: everywhere(&first.trace_only, |unmatched| &unmatched.trace_only),
        trace_except: everywhere(&first.trace_except, |unmatched| &unmatched.trace_except),
    }
}

fn unknown(name: String) -> Jvm {
    let program = Named { main: Some(name.clone()), args: Vec::new(), map: None };
    Jvm { name, program, ..Jvm::default() }
}

fn find(jvm: Jvm, trace: PathBuf, options: &ShowOptions) -> Found {
    let (report, error) = match analysed(&jvm, &trace, options) {
        Ok(report) => (Some(report), None),
        Err(why) => (None, Some(why)),
    };
    let Jvm { name, program, notes, told_before, inputs, .. } = jvm;
    Found { name, program, trace, notes, told_before, inputs, report, error }
}

fn analysed(jvm: &Jvm, trace: &Path, options: &ShowOptions) -> Result<Report, String> {
    if !trace.join("segment-00000.trace").exists() {
        return Err("it wrote no trace: it was over before its first events were written, or no traced code ran".into());
    }
    let mut report = backend::analyze(trace, &options.wanted()).map_err(|failure| failure.summary())?;
    Known { program: jvm.program.clone(), jdk: jvm.untraced_jdk.clone() }.add_to(&mut report);
    Ok(report)
}

/// Runs of the same traced program, taken together.
fn merged(runs: &[Found]) -> Vec<Merged> {
    let mut same: BTreeMap<&str, Vec<Run<'_>>> = BTreeMap::new();
    for found in runs {
        if let Some((report, map)) =
            found.report.as_ref().and_then(|report| Some((report, report.program.map.as_deref()?)))
        {
            same.entry(map).or_default().push(Run { name: &found.name, report });
        }
    }
    same.values().filter(|runs| runs.len() > 1).filter_map(|runs| backend::merge(runs).ok()).collect()
}

/// The text for all of them; patterns without effect are named at once.
fn shown(runs: &Runs, options: &ShowOptions) -> String {
    options.tell_without_effect(&runs.runs.iter().filter_map(|found| found.report.as_ref()).collect::<Vec<_>>());
    let mut shown = table(&runs.runs, &options.top);
    let mut largest: Vec<&Found> = runs.runs.iter().filter(|found| found.report.is_some()).collect();
    largest.sort_by_key(|found| std::cmp::Reverse(found.nodes()));
    let left_out = largest.len().saturating_sub(SUMMARIES);
    largest.truncate(SUMMARIES);
    largest.sort_by(|a, b| a.name.cmp(&b.name));
    for found in &largest {
        shown += "\n";
        shown += &found
            .report
            .as_ref()
            .map(|report| summary(report, &options.beside(&found.inputs), Stream::Err))
            .unwrap_or_default();
    }
    if let Some(more) = and_more(left_out as u64, " with fewer instructions") {
        shown += &format!("\n{more}: --json has all\n");
    }
    for merged in &runs.merged {
        shown += "\n";
        shown += &text::merged(merged, &options.of_merged(Stream::Err));
    }
    shown
}

fn notes(runs: &Runs) {
    let before: usize = runs.runs.iter().map(|found| found.told_before).sum();
    if before > 0 {
        terminal::tell(&told_before(before));
    }
    for found in &runs.runs {
        for note in &found.notes[found.told_before.min(found.notes.len())..] {
            terminal::tell(&format!("paratrace: {}: {}\n", found.name, line(note)));
        }
    }
    for passed in runs.untraced.iter().filter(|passed| !passed.is_tool()) {
        terminal::tell(&format!("paratrace: {}\n", line(&passed.told())));
    }
}

/// Why programs ran on an untraced JDK, if that was not said before the start.
fn untraced_jdks(runs: &Runs, session: &Session) {
    if let Wish::AsItIs(_) = session.wish {
        return;
    }
    let reports = runs.runs.iter().filter_map(|found| found.report.as_ref());
    let reasons: BTreeSet<String> = reports.filter_map(|report| report.coverage.jdk.why_not.clone()).collect();
    reasons.into_iter().for_each(|why| terminal::tell(&Why::of(why).told()));
}

/// No JVM was traced: what ran instead tells why.
fn nothing(untraced: &[Passed]) -> Failure {
    let failure = Failure::new(Kind::Input, "the command started no Java program that could be traced");
    let told: Vec<String> = untraced.iter().map(Passed::told).collect();
    failure.with_causes(told).advise(if untraced.iter().any(Passed::is_maven) { OF_MAVEN } else { OF_OTHERS })
}

const OF_OTHERS: &str = "Programs are found that are started as `java`, or from JAVA_HOME. Tests that run within the build tool's own JVM \
     are not traced.";
const OF_MAVEN: &str = "Maven started no JVM for tests or programs. With forkCount=0, Surefire and Failsafe run tests within Maven's own \
     JVM, which is not traced: set forkCount to 1, in the POM or by -DforkCount=1, for a trace. Else there was nothing \
     to run.";
