//! Programs of `tests/harmless` look for traces of tracing: the traced run prints what the plain run prints, loads its
//! classes in the same order and ends as it ends, on every JDK at hand, and the trace is whole; also with a coverage tool
//! that changes all classes. Comments of the form `// KEY: words` in a program direct its runs.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{damage, jar, javac, loaded, log_loading, paratrace, rewrite, root, succeed, text};
use paratrace_verifier::published;
use rayon::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// A program of the folder and how it is run.
struct Program {
    name: String,
    source: String,
}

impl Program {
    /// The words of a directive: `options` for the JVM, an `agent`, `newest` JDK that still has what is tested, `oldest`; `unanalysed`: why only
    /// the soundness of the trace is checked; `loses`: why a trace may lack events, if it counts them.
    fn directive(&self, key: &str) -> Option<&str> {
        let lines = self.source.lines().filter_map(|line| line.strip_prefix("// "));
        lines.filter_map(|line| line.strip_prefix(key)?.strip_prefix(": ")).next()
    }

    fn release(&self, key: &str) -> Option<u32> {
        self.directive(key).map(|text| text.parse().unwrap())
    }

    fn runs_on(&self, jdk: &Jdk) -> bool {
        self.release("oldest").is_none_or(|oldest| jdk.release >= oldest)
            && self.release("newest").is_none_or(|newest| jdk.release <= newest)
    }
}

/// An installed JDK.
struct Jdk {
    java: PathBuf,
    release: u32,
}

impl Jdk {
    /// The JDKs of `PARATRACE_JDKS`, else the one on the path.
    fn all() -> Vec<Jdk> {
        let homes = std::env::var_os("PARATRACE_JDKS");
        let named = homes.iter().flat_map(std::env::split_paths).map(|home| home.join("bin/java"));
        let mut all: Vec<PathBuf> = named.collect();
        if all.is_empty() {
            all.push("java".into());
        }
        all.into_iter().map(Jdk::new).collect()
    }

    fn new(java: PathBuf) -> Jdk {
        let mut ask = Command::new(&java);
        let told = text(&succeed(ask.args(["-XshowSettings:properties", "-version"])).stderr);
        let release = told.lines().find_map(|line| line.trim().strip_prefix("java.specification.version = "));
        Jdk { java, release: release.unwrap().parse().unwrap() }
    }
}

/// All programs, compiled and traced.
struct Fixture {
    dir: TempDir,
    programs: Vec<Program>,
}

impl Fixture {
    fn new() -> Fixture {
        let folder = root().join("cli/tests/harmless");
        let mut sources: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
        sources.retain(|path| path.extension().is_some_and(|extension| extension == "java"));
        sources.sort();
        let dir = tempfile::tempdir().unwrap();
        javac(&sources, &dir.path().join("plain"));
        rewrite(dir.path());
        agent(dir.path());
        let program = |path: &PathBuf| Program {
            name: path.file_stem().unwrap().to_string_lossy().into_owned(),
            source: fs::read_to_string(path).unwrap(),
        };
        let programs = sources.iter().map(program).collect();
        Fixture { dir, programs }
    }

    /// A command that runs a program, its options still to come, its trace going to `trace`.
    fn java(&self, jdk: &Jdk, trace: &Path) -> Command {
        let mut java = Command::new(&jdk.java);
        java.args(["-Xshare:auto", "-XX:TieredStopAtLevel=1", "-Dparatrace.quiet"]).current_dir(self.dir.path());
        java.env("PARATRACE_DIR", trace).stdin(Stdio::null());
        java
    }

    /// One run, with more options.
    fn run(&self, jdk: &Jdk, classes: &str, program: &Program, options: &[String]) -> Seen {
        let mut java = self.java(jdk, &self.trace(jdk, program));
        let log = self.trace(jdk, program).with_extension(format!("{}.log", classes.replace('/', "-")));
        java.args(options).arg(log_loading(&log));
        java.args(program.directive("options").unwrap_or_default().split_whitespace());
        java.args(program.directive("agent").map(|agent| format!("-javaagent:{agent}.jar")));
        let output = java.arg("-cp").arg(classes).arg(&program.name).output().unwrap();
        Seen {
            status: output.status.code(),
            out: text(&output.stdout),
            err: text(&output.stderr),
            loaded: loaded(&log, "plain"),
        }
    }

    fn trace(&self, jdk: &Jdk, program: &Program) -> PathBuf {
        self.dir.path().join(format!("trace-{}-{}", program.name, jdk.release))
    }

    /// The fault of one program on one JDK, if any.
    fn check(&self, jdk: &Jdk, program: &Program, options: &[String]) -> Option<String> {
        let run = |classes| self.run(jdk, classes, program, options);
        let (plain, traced) = (run("plain"), run("traced/plain"));
        let name = format!("{} on {}", program.name, jdk.release);
        if plain != traced {
            return Some(format!("{name}: plain {plain:#?}\ntraced {traced:#?}"));
        }
        let trace = self.trace(jdk, program);
        let loses = program.directive("loses").is_some();
        let verified = paratrace().arg("verify").args(loses.then_some("--deep")).arg(&trace).output().unwrap();
        let lost = loses && only_counted_losses(&text(&verified.stdout));
        if !verified.status.success() && !lost {
            return Some(format!("{name}: {}{}", text(&verified.stdout), text(&verified.stderr)));
        }
        let analysed = program.directive("unanalysed").is_none();
        if analysed { damage(&trace).map(|damage| format!("{name}: {damage}")) } else { None }
    }
}

/// True if a trace lacks chunks, nothing else is wrong with it, the rest can be replayed, and it says how many events
/// it has lost.
fn only_counted_losses(verified: &str) -> bool {
    let mut problems = verified.lines().filter(|line| line.contains("problem: "));
    verified.contains("lost while writing") && problems.all(|problem| problem.contains(" missing, from sequence "))
}

/// The one agent, as a jar.
fn agent(dir: &Path) {
    let classes = dir.join("agent");
    javac([root().join("cli/tests/harmless/agent/Agent.java")], &classes);
    jar(
        &dir.join("Agent.jar"),
        &classes,
        "Premain-Class: Agent\nCan-Retransform-Classes: true\nCan-Redefine-Classes: true\n",
    );
}

/// The visible effects of a run.
#[derive(Debug, PartialEq)]
struct Seen {
    status: Option<i32>,
    out: String,
    err: String,
    /// Classes, in the order of loading.
    loaded: Vec<String>,
}

/// Runs all programs that a JDK can run.
fn check_all(jdks: &[Jdk], options: &[String]) {
    let fixture = Fixture::new();
    let runs: Vec<_> = jdks.iter().flat_map(|jdk| fixture.programs.iter().map(move |program| (jdk, program))).collect();
    let runs: Vec<_> = runs.into_iter().filter(|(jdk, program)| program.runs_on(jdk)).collect();
    let wrong: Vec<String> =
        runs.par_iter().filter_map(|(jdk, program)| fixture.check(jdk, program, options)).collect();
    assert!(wrong.is_empty(), "{} of {} runs:\n{}", wrong.len(), runs.len(), wrong.join("\n"));
}

#[test]
fn programs_that_look_for_us() {
    check_all(&Jdk::all(), &[]);
}

#[test]
fn programs_beside_jacoco() {
    match published::jar(published::JACOCO, &published::cache()) {
        Ok(jar) => check_all(&[Jdk::new("java".into())], &[format!("-javaagent:{}=output=none", jar.display())]),
        Err(error) => eprintln!("skipped: no {}: {error:#}", published::JACOCO),
    }
}
