//! What decides about shares: the code that is traced. What only hides rows leaves them as they are.

use crate::common::{javac, json, paratrace, rewrite, root, shown, succeed, text, traced};
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A trace of a program with many loops, called `trace`.
fn lists() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    javac([root().join("cli/tests/commands/Lists.java")], &dir.path().join("plain"));
    rewrite(dir.path());
    traced(dir.path(), "trace", &["Lists"]);
    dir
}

#[test]
fn hidden_rows_change_no_figure() {
    let dir = lists();
    let told = |rows: &[&str]| shown(dir.path(), &[&["analyze", "trace", "--top", "all", "--simulate"], rows].concat());
    let (all, some) = (told(&[]), told(&["--include", "Lists.a", "--include", "Lists.kinds", "--exclude", "*.kinds"]));
    let figures = |line: &&str| line.contains(" %") && !line.starts_with("hidden by ");
    let known: Vec<&str> = all.lines().collect();
    let new: Vec<&str> = some.lines().filter(figures).filter(|line| !known.contains(line)).collect();
    assert_eq!(new, [""; 0], "{some}");
    let of_a = |text: &str| text.lines().filter(|line| line.contains("Lists.java:11")).count();
    assert_eq!(of_a(&some), of_a(&all), "{some}");
    assert!(of_a(&some) >= 2, "{some}");
    // The opening may name any of them.
    let rows = some.split("\n\n").skip(2).filter(|part| !part.starts_with("Coverage")).collect::<String>();
    assert!(!rows.contains("Lists.b") && !rows.contains("Lists.java:12") && !rows.contains("Lists.kinds"), "{rows}");
    assert!(some.contains("\nhidden by --include and --exclude: ") && !all.contains("hidden by"), "{some}");
    let found = |rows: &[&str]| json(dir.path(), &[&["analyze", "trace", "--json", "-"], rows].concat());
    assert_eq!(found(&["--exclude", "Lists"]), found(&[]), "the JSON is complete");
}

/// Runs the program; the report.
fn run(dir: &Path, options: &[&str]) -> Value {
    let words = [&["run", "--app-only", "--json", "report.json"], options, &["java", "-cp", "plain", "Lists"]].concat();
    succeed(paratrace().args(words).current_dir(dir));
    crate::common::parsed(&fs::read_to_string(dir.join("report.json")).unwrap())
}

#[test]
fn only_tracing_less_changes_shares() {
    let dir = lists();
    let shares = |report: &Value| {
        let loops = report["loops"].as_array().unwrap().iter();
        loops.map(|l| (l["line"].clone(), l["influence"].clone())).collect::<Vec<_>>()
    };
    let all = run(dir.path(), &[]);
    let hidden = run(dir.path(), &["--include", "Lists.a", "--exclude", "Lists.b"]);
    assert_eq!((&hidden["nodes"], shares(&hidden)), (&all["nodes"], shares(&all)));
    let nodes = |report: &Value| report["nodes"].as_u64().unwrap();
    let only = run(dir.path(), &["--trace-only", "Lists.a"]);
    assert_eq!(only["loops"].as_array().unwrap().len(), 1);
    assert!(nodes(&only) < nodes(&all) / 10, "{} of {}", nodes(&only), nodes(&all));
    let except = run(dir.path(), &["--trace-except", "Lists.a"]);
    assert_eq!(nodes(&except) + nodes(&only), nodes(&all));
}

/// `instrument` has no rows to hide: there, the older names mean what is traced.
#[test]
fn older_names_still_select_what_is_traced() {
    let dir = lists();
    let class = |out: &str, options: &[&str]| {
        let words = [&["instrument", "plain", "-o", out], options].concat();
        let err = text(&succeed(paratrace().args(words).current_dir(dir.path())).stderr);
        assert_eq!(err.contains("warning: --trace-except none matches"), options.contains(&"none"), "{err}");
        fs::read(dir.path().join(out).join("plain/Lists.class")).unwrap()
    };
    let plain = fs::read(dir.path().join("traced/plain/Lists.class")).unwrap();
    let new = class("new", &["--trace-only", "Lists.a", "--trace-only", "Lists.b", "--trace-except", "Lists.b"]);
    let old =
        class("old", &["--include", "Lists.a", "--include", "Lists.b", "--exclude", "Lists.b", "--exclude", "none"]);
    assert!(new == old && new != plain);
}
