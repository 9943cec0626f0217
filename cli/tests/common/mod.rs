//! Running the built command and a JDK.
#![allow(clippy::unwrap_used, clippy::panic, dead_code, unreachable_pub)]

pub mod schema;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use paratrace_analyzer::{Options, analyze};
use paratrace_traceformat::trace::TraceDir;
use serde_json::Value;
use tempfile::TempDir;

/// The command under test, away from the environment of whoever runs the tests.
pub fn paratrace() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_paratrace"));
    for name in ["CLASSPATH", "JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "PARATRACE_DIR", "NO_COLOR"] {
        command.env_remove(name);
    }
    // All tests together; two that need the same at once are no rare case.
    command.env("PARATRACE_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"));
    command.env("COLUMNS", "100").stdin(Stdio::null());
    command
}

/// The cache of the traced JDK that several tests share. Those who make it for this build remove those of earlier builds.
pub fn jdk_cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("exact-jdk")
}

/// The repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

/// Compiles Java sources into a directory, for Java 17.
pub fn javac(sources: impl IntoIterator<Item = impl AsRef<OsStr>>, to: &Path) {
    let mut javac = Command::new("javac");
    javac
        .args([
            "-J-XX:TieredStopAtLevel=1",
            "-J-XX:+UseSerialGC",
            "--release",
            "17",
            "-g",
            "-nowarn",
            "-proc:none",
            "-d",
        ])
        .arg(to)
        .args(sources);
    succeed(&mut javac);
}

/// Makes a jar of what is in `classes`, with these lines in its manifest.
pub fn jar(path: &Path, classes: &Path, manifest: &str) {
    let lines = path.with_extension("mf");
    std::fs::write(&lines, manifest).unwrap();
    succeed(Command::new("jar").arg("cfm").arg(path).arg(&lines).arg("-C").arg(classes).arg("."));
}

/// Rewrites the classes in `plain` of a directory: into `traced/plain`.
pub fn rewrite(dir: &Path) {
    succeed(paratrace().args(["instrument", "plain", "-o", "traced"]).current_dir(dir));
}

/// Compiles a program of the repository, rewrites it: `plain` and `traced/plain` in a directory. The name of its class.
pub fn rewritten(source: &str, dir: &Path) -> String {
    let file = root().join(source);
    javac([&file], &dir.join("plain"));
    rewrite(dir);
    file.file_stem().unwrap().to_str().unwrap().to_owned()
}

/// Runs a class of `traced/plain`; the trace is called `trace`.
pub fn traced(dir: &Path, trace: &str, class_and_words: &[&str]) {
    let mut java = Command::new("java");
    java.args(["-XX:TieredStopAtLevel=1", "-cp", "traced/plain", &format!("-Dparatrace.dir={trace}")]);
    java.args(class_and_words);
    succeed(java.current_dir(dir));
}

/// The output of the command in a directory.
pub fn shown(dir: &Path, words: &[&str]) -> String {
    text(&succeed(paratrace().args(words).current_dir(dir)).stdout)
}

/// The same as JSON, which is as its schema says.
pub fn json(dir: &Path, words: &[&str]) -> Value {
    parsed(&shown(dir, words))
}

/// A document that a command wrote, which is as its schema says.
pub fn parsed(text: &str) -> Value {
    let document = serde_json::from_str(text).unwrap();
    schema::check(&document);
    document
}

/// A traced run of a program, in a directory.
pub struct Traced(pub TempDir);

impl Traced {
    /// A trace of a program of `tests/programs`, by its name there; the trace is called `trace`.
    pub fn new(program: &str) -> Traced {
        let dir = tempfile::tempdir().unwrap();
        let class = rewritten(&format!("tests/programs/{program}.java"), dir.path());
        traced(dir.path(), "trace", &[&class]);
        Traced(dir)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The output of a command; it runs beside the trace.
    pub fn shown(&self, words: &[&str]) -> String {
        shown(self.0.path(), words)
    }

    /// The same as JSON.
    pub fn json(&self, words: &[&str]) -> Value {
        json(self.0.path(), &[words, &["--json"]].concat())
    }
}

/// Runs a command that must end with 0.
pub fn succeed(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    assert!(output.status.success(), "{command:?}\n{}{}", text(&output.stdout), text(&output.stderr));
    output
}

/// Programs that are chosen where each takes seconds: one of so many, or all of them if `PARATRACE_ALL_PROGRAMS` is set.
pub fn one_program_of(many: usize) -> usize {
    if std::env::var_os("PARATRACE_ALL_PROGRAMS").is_some() { 1 } else { many }
}

/// The parts that a trace lacks, if any.
pub fn damage(trace: &Path) -> Option<String> {
    damage_of(&TraceDir::open(trace).unwrap(), trace)
}

/// The same of a trace that is open. To know it, nothing needs to be computed from its events.
pub fn damage_of(dir: &TraceDir, trace: &Path) -> Option<String> {
    let options =
        Options { regions: false, distances: false, communication: None, across_threads: false, ..Options::default() };
    let report = analyze(dir, &options).unwrap();
    let found = &report.completeness;
    let wrong = !found.complete || found.unexpected_entries > 0 || found.unread_events > 0;
    let second = trace.with_file_name(format!("{}-2", trace.file_name().unwrap().display()));
    wrong.then(|| format!("{found:#?}")).or_else(|| second.exists().then(|| "there are two traces".to_owned()))
}

/// Output as text.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The option that has a JVM write down each class that it loads.
pub fn log_loading(log: &Path) -> String {
    format!("-Xlog:class+load=info:file={}:none", log.display())
}

/// The classes that came from directories of this name in the order in which they were loaded, from such a log.
pub fn loaded(log: &Path, directory: &str) -> Vec<String> {
    let text = std::fs::read_to_string(log).unwrap();
    let source = format!("/{directory}/");
    let own = text.lines().filter(|line| line.ends_with(&source)).filter_map(|line| line.split(' ').next());
    own.filter(|name| !name.starts_with("paratrace.rt.")).map(str::to_owned).collect()
}
