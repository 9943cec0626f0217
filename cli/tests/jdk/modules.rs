//! Programs on the module path.

use crate::common::{javac, parsed, root, succeed, text};
use crate::{command, home, marked, verdicts};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// Two modules, a directory each in `mods`.
pub(crate) fn modules() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let sources = root().join("cli/tests/jdk/modules").display().to_string();
    javac(["--module-source-path", &sources, "-m", "app,data"], &dir.path().join("mods"));
    dir
}

/// Runs a program as it is, and traced together with its JDK: it must not notice, and the trace must fit. The report.
fn traced(dir: &Path, words: &[&str]) -> Value {
    let plain = succeed(Command::new("java").args(words).current_dir(dir));
    let run = [&["run", "--out=t", "--json=r", "java"], words].concat();
    let ran = succeed(&mut command(dir, &run));
    assert_eq!(text(&ran.stdout), text(&plain.stdout), "{}", text(&ran.stderr));
    let verified = succeed(&mut command(dir, &["verify", "--deep", "t"]));
    assert!(text(&verified.stdout).contains("every event was replayed"));
    let report = parsed(&fs::read_to_string(dir.join("r")).unwrap());
    assert_eq!(report["coverage"]["jdk"]["traced"], true, "{}", report["coverage"]);
    assert_eq!(report["completeness"]["unexpected_entries"], 0);
    report
}

/// The verdict of the one loop of a source that hands a value on.
fn verdict<'r>(report: &'r Value, source: &str) -> &'r str {
    let source = fs::read_to_string(root().join("cli/tests/jdk").join(source)).unwrap();
    verdicts(report, &marked(&source, "serial"))[0]
}

#[test]
fn modules_run_on_the_traced_jdk() {
    let dir = modules();
    let report = traced(dir.path(), &["-p", "mods", "-m", "app/app.Main"]);
    assert_eq!(verdict(&report, "modules/app/app/Main.java"), "serial");
    // Of the JVMs that it starts from its module path, one runs on the traced JDK; the other one writes nothing.
    let children: Vec<_> = fs::read_dir(dir.path().join("t.children")).unwrap().collect();
    assert_eq!(children.len(), 1, "{children:?}");
}

#[test]
fn a_class_path_beside_modules_runs_on_the_traced_jdk() {
    let dir = modules();
    let source = root().join("cli/tests/jdk/OnClassPath.java").display().to_string();
    javac(["-cp", dir.path().join("mods/data").to_str().unwrap(), &source], &dir.path().join("classes"));
    let report = traced(dir.path(), &["-p", "mods", "--add-modules=data", "-cp", "classes", "OnClassPath"]);
    assert_eq!(verdict(&report, "OnClassPath.java"), "serial");
}

/// Without a traced JDK, the runtime is a module like any other: which object such an access means cannot be read, so it counts as lost.
#[test]
fn reflection_in_a_closed_module_is_lost_or_followed() {
    let dir = tempfile::tempdir().unwrap();
    let sources = root().join("cli/tests/jdk/closed").display().to_string();
    javac(["--module-source-path", &sources, "-m", "counts"], &dir.path().join("mods"));
    let words = ["-p", "mods", "-m", "counts/counts.Main"];
    let alone = [&["run", "--app-only", "--json=alone", "java"], &words[..]].concat();
    let ran = command(dir.path(), &alone).output().unwrap();
    assert_eq!(text(&ran.stdout).lines().next(), Some("190"));
    let report = parsed(&fs::read_to_string(dir.path().join("alone")).unwrap());
    assert_eq!(report["completeness"]["lost_events"], 2 * 20, "{}", report["completeness"]);
    let report = traced(dir.path(), &words);
    assert_eq!(verdict(&report, "closed/counts/counts/Main.java"), "serial");
}

#[test]
fn modules_are_rewritten_by_hand() {
    let (dir, home) = (modules(), home());
    let home = home.to_str().unwrap();
    let words = ["instrument", "mods/app", "mods/data", "--modules", "--jdk", home, "-o", "traced"];
    let told = text(&succeed(&mut command(dir.path(), &words)).stderr);
    let start = told.lines().find_map(|line| line.strip_prefix("Run it: ")).unwrap();
    let java = start.split(' ').next().unwrap();
    let run = ["-Dparatrace.dir=t", "-p", "traced", "-m", "app/app.Main", "x"];
    succeed(Command::new(java).args(run).current_dir(dir.path()));
    succeed(&mut command(dir.path(), &["verify", "--deep", "t"]));
}
