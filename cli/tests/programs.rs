//! Every program of `tests/programs`: the traced run prints what the plain run prints, ends as it ends, and its trace is
//! sound. All figures of the closed ones equal those computed by their definitions from the list of executed nodes.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "../../analyzer/tests/brute/mod.rs"]
mod brute;
mod common;

use brute::figures::{Brute, Summary};
use common::{javac, paratrace, root, succeed, text};
use paratrace_analyzer::nodes::replay_nodes;
use paratrace_analyzer::{Options, analyze, thread_inputs};
use paratrace_traceformat::trace::TraceDir;
use rayon::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Programs that end without an end of trace: their trace is incomplete, and says so.
const ABRUPT: [&str; 1] = ["Halt"];

/// A group of programs, compiled and traced.
struct Group {
    names: Vec<String>,
    dir: TempDir,
    /// The figures are compared as well.
    exact: bool,
}

impl Group {
    fn new(folder: &Path, exact: bool) -> Group {
        let dir = tempfile::tempdir().unwrap();
        let mut sources: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
        sources.retain(|path| path.extension().is_some_and(|e| e == "java"));
        sources.sort();
        javac(&sources, &dir.path().join("plain"));
        let mut instrument = paratrace();
        instrument.arg("instrument").arg(dir.path().join("plain")).arg("-o").arg(dir.path().join("traced"));
        succeed(&mut instrument);
        let names = sources.iter().map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
        Group { names, dir, exact }
    }

    /// Exit status, standard output and standard error of one run.
    fn run(&self, classes: &str, name: &str) -> (Option<i32>, String, String) {
        let mut java = Command::new("java");
        java.args(["-Xshare:auto", "-XX:TieredStopAtLevel=1", "-Xss512k", "-cp"]).arg(self.dir.path().join(classes));
        java.arg({
            let mut place = std::ffi::OsString::from("-Dparatrace.dir=");
            place.push(self.trace(name));
            place
        });
        let output = java.arg(name).stdin(Stdio::null()).output().unwrap();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    }

    fn trace(&self, name: &str) -> PathBuf {
        self.dir.path().join("traces").join(name)
    }

    /// What is wrong with one program, if anything.
    fn check(&self, name: &str) -> Option<String> {
        let (plain, traced) = (self.run("plain", name), self.run("traced/plain", name));
        if plain != traced {
            return Some(format!("{name}: plain {plain:#?}\ntraced {traced:#?}"));
        }
        let verified = paratrace().arg("verify").arg(self.trace(name)).output().unwrap();
        let sound = verified.status.success() || ABRUPT.contains(&name);
        if !sound {
            return Some(format!("{name}: {}{}", text(&verified.stdout), text(&verified.stderr)));
        }
        match self.exact {
            true => figures_differ(name, &self.trace(name)),
            false if ABRUPT.contains(&name) => None,
            false => not_understood(name, &self.trace(name)),
        }
    }

    fn check_all(&self) {
        let wrong: Vec<String> = self.names.par_iter().filter_map(|name| self.check(name)).collect();
        assert!(wrong.is_empty(), "{} of {} programs:\n{}", wrong.len(), self.names.len(), wrong.join("\n"));
    }
}

/// Every event of the trace must be where the map expects it.
fn not_understood(name: &str, trace: &Path) -> Option<String> {
    let report = analyze(&TraceDir::open(trace).unwrap(), &Options::default()).unwrap();
    let found = &report.completeness;
    let wrong = !found.complete || found.unexpected_entries > 0 || found.unread_events > 0;
    wrong.then(|| format!("{name}: {found:#?}"))
}

/// Compares a report with brute force over the trace's nodes.
fn figures_differ(name: &str, trace: &Path) -> Option<String> {
    let dir = TraceDir::open(trace).unwrap();
    let class_name = |index: u32| dir.class_name(index).map(str::to_owned);
    let mut threads = Vec::new();
    for thread in thread_inputs(&dir) {
        let (nodes, desync) = replay_nodes(dir.map(), &class_name, thread, Brute::new(dir.map())).unwrap();
        if let Some(desync) = desync {
            return Some(format!("{name}: {desync}"));
        }
        threads.push(nodes.summary());
    }
    let report = analyze(&dir, &Options::default()).unwrap();
    let (expected, found) = (Summary::join(&threads), brute::report::summary(dir.map(), &report));
    let whole = report.completeness.complete && report.completeness.unexpected_entries == 0;
    (expected != found || !whole).then(|| format!("{name}: by definition {expected:#?}\nreport {found:#?}"))
}

#[test]
fn closed_programs() {
    let group = Group::new(&root().join("tests/programs"), true);
    assert!(group.names.len() >= 40);
    group.check_all();
}

#[test]
fn open_programs() {
    let group = Group::new(&root().join("tests/programs/open"), false);
    assert!(group.names.len() >= 25);
    group.check_all();
}
