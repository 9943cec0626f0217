//! Every program of `tests/programs`: the traced run prints what the plain run prints, loads its classes in the same order
//! and ends as it ends; its trace is sound, and the executed instructions are those that the JVM reported of the plain run, thread by thread and in order.
//! All figures of the report of every third program equal those computed by their definitions from the list of executed nodes; of all of them
//! if `PARATRACE_ALL_PROGRAMS` is set.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{damage, javac, loaded, log_loading, one_program_of, paratrace, root, succeed, text};
use paratrace_exact::programs::{ABRUPT, NEVER_ALIKE, SHARED_WORK};
use paratrace_exact::{compare_counts, compare_order};
use paratrace_traceformat::map::ProgramMap;
use paratrace_traceformat::trace::TraceDir;
use paratrace_witness::{MethodName, Record};
use rayon::prelude::*;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Threads run until the JVM ends, or until the stack is full, again and again: too much for brute force.
const LARGE: [&str; 3] = ["DaemonThreads", "DeepStacks", "StackOverflow"];

/// A group of programs, compiled and traced.
struct Group {
    names: Vec<String>,
    dir: TempDir,
    /// Methods that pause the recording.
    pauses: Vec<MethodName>,
}

impl Group {
    fn new(folder: &Path) -> Group {
        let dir = tempfile::tempdir().unwrap();
        let mut sources: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
        sources.retain(|path| path.extension().is_some_and(|e| e == "java"));
        sources.sort();
        javac(&sources, &dir.path().join("plain"));
        let mut instrument = paratrace();
        instrument.arg("instrument").arg(dir.path().join("plain")).arg("-o").arg(dir.path().join("traced"));
        let map = dir.path().join("map");
        succeed(instrument.arg("--map").arg(&map));
        let pauses = paratrace_exact::pauses(&ProgramMap::from_bytes(&fs::read(map).unwrap()).unwrap());
        let names = sources.iter().map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
        Group { names, dir, pauses }
    }

    /// Exit status, standard output and standard error of one run.
    fn run(&self, classes: &str, name: &str) -> (Option<i32>, String, String) {
        let mut java = Command::new("java");
        java.args(["-Xshare:auto", "-XX:TieredStopAtLevel=1", "-Xss512k", "-Xmx256m", "-Dparatrace.quiet"]);
        if classes == "plain" {
            java.args(paratrace_witness::options(&self.record(name), &self.pauses).unwrap());
        }
        java.arg(log_loading(&self.loading(classes, name)));
        java.arg("-cp").arg(self.dir.path().join(classes));
        java.arg({
            let mut place = OsString::from("-Dparatrace.dir=");
            place.push(self.trace(name));
            place
        });
        let output = java.arg(name).stdin(Stdio::null()).output().unwrap();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    }

    /// The record of the plain run by the JVM itself.
    fn record(&self, name: &str) -> PathBuf {
        self.dir.path().join(format!("{name}.record"))
    }

    /// Which classes a run loaded.
    fn loading(&self, classes: &str, name: &str) -> PathBuf {
        self.dir.path().join(format!("{name}.{}.log", classes.replace('/', "-")))
    }

    fn trace(&self, name: &str) -> PathBuf {
        self.dir.path().join("traces").join(name)
    }

    /// The fault of one program, if any.
    fn check(&self, name: &str) -> Option<String> {
        let (plain, traced) = (self.run("plain", name), self.run("traced/plain", name));
        if plain != traced {
            return Some(format!("{name}: plain {plain:#?}\ntraced {traced:#?}"));
        }
        let order = ["plain", "traced/plain"].map(|classes| loaded(&self.loading(classes, name), "plain"));
        if (order[0] != order[1] || order[0].is_empty()) && !NEVER_ALIKE.contains(&name) && !SHARED_WORK.contains(&name)
        {
            return Some(format!("{name}: classes are loaded in another order: {order:#?}"));
        }
        let verified = paratrace().arg("verify").arg(self.trace(name)).output().unwrap();
        let sound = verified.status.success() || ABRUPT.contains(&name);
        if !sound {
            return Some(format!("{name}: {}{}", text(&verified.stdout), text(&verified.stderr)));
        }
        if ABRUPT.contains(&name) {
            return None;
        }
        let trace = self.trace(name);
        damage(&trace)
            .map(|damage| format!("{name}: {damage}"))
            .or_else(|| order_differs(name, &trace, &self.record(name)))
            .or_else(|| if self.is_computed(name) { figures_differ(name, &trace) } else { None })
    }

    /// Returns whether the figures of a program are computed by brute force, which takes longest: those of some, by their place.
    fn is_computed(&self, name: &str) -> bool {
        let place = self.names.iter().position(|one| one == name);
        place.is_some_and(|place| place.is_multiple_of(one_program_of(3)))
    }

    fn check_all(&self) {
        let wrong: Vec<String> = self.names.par_iter().filter_map(|name| self.check(name)).collect();
        assert!(wrong.is_empty(), "{} of {} programs:\n{}", wrong.len(), self.names.len(), wrong.join("\n"));
    }
}

/// Compares the executed instructions with those that the JVM reported.
fn order_differs(name: &str, trace: &Path, record: &Path) -> Option<String> {
    let compare = match () {
        () if NEVER_ALIKE.contains(&name) => return None,
        () if SHARED_WORK.contains(&name) => compare_counts,
        () => compare_order,
    };
    let compared = compare(&TraceDir::open(trace).unwrap(), &Record::read(record).unwrap()).unwrap();
    let differences: Vec<String> = compared.differences.iter().map(|found| format!("{name}: {found}")).collect();
    (!differences.is_empty()).then(|| differences.join("\n"))
}

/// Compares a report with brute force over the trace's nodes.
fn figures_differ(name: &str, trace: &Path) -> Option<String> {
    let dir = TraceDir::open(trace).unwrap();
    if LARGE.contains(&name) {
        return paratrace_oracle::compare::whole_report(&dir).err();
    }
    match paratrace_oracle::compare::figures(&dir) {
        Ok((expected, found)) => paratrace_oracle::compare::difference(&expected, &found)
            .or_else(|| paratrace_oracle::chain::trace_differs(&dir))
            .or_else(|| paratrace_oracle::compare::shared_differs(&dir))
            .map(|why| format!("{name}: {why}")),
        Err(why) => Some(format!("{name}: {why}")),
    }
}

#[test]
fn closed_programs() {
    let group = Group::new(&root().join("tests/programs"));
    assert!(group.names.len() >= 40);
    group.check_all();
}

#[test]
fn open_programs() {
    let group = Group::new(&root().join("tests/programs/open"));
    assert!(group.names.len() >= 25);
    group.check_all();
}

/// Compiled code fills the stack to the end of a frame, not of a page: what the runtime needs there has to be kept free.
#[test]
fn overflows_in_compiled_code() {
    let dir = tempfile::tempdir().unwrap();
    javac([root().join("tests/programs/open/DeepStacks.java")], &dir.path().join("plain"));
    succeed(paratrace().args(["instrument", "plain", "-o", "traced"]).current_dir(dir.path()));
    for run in ["1", "2", "3"] {
        let mut java = Command::new("java");
        java.args(["-Xcomp", "-Dparatrace.quiet", "-cp", "traced/plain"]).arg(format!("-Dparatrace.dir={run}"));
        succeed(java.arg("DeepStacks").current_dir(dir.path()).stdin(Stdio::null()));
        assert_eq!(damage(&dir.path().join(run)), None, "run {run}");
    }
}

/// JIT compilers refuse methods that would keep a monitor if something was thrown: what gives objects their numbers has to leave it.
#[test]
fn numbers_are_given_by_compiled_code() {
    let dir = tempfile::tempdir().unwrap();
    javac([root().join("tests/programs/BinaryTree.java")], &dir.path().join("plain"));
    succeed(paratrace().args(["instrument", "plain", "-o", "traced"]).current_dir(dir.path()));
    let mut java = Command::new("java");
    java.args(["-Xcomp", "-XX:CompileCommand=compileonly,*::$paratrace$assign", "-XX:+PrintCompilation"]);
    java.args(["-Dparatrace.quiet", "-Dparatrace.dir=trace", "-cp", "traced/plain"]);
    let printed = text(&succeed(java.arg("BinaryTree").current_dir(dir.path()).stdin(Stdio::null())).stdout);
    let numbering = || printed.lines().filter(|line| line.contains("::$paratrace$assign"));
    assert_ne!(numbering().count(), 0);
    let refused: Vec<&str> = numbering().filter(|line| line.contains("COMPILE SKIPPED")).collect();
    assert!(refused.is_empty(), "{refused:#?}");
}
