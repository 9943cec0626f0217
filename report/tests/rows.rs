//! Hidden rows: the others stay as they are, and the text says what is not shown.
#![allow(clippy::unwrap_used)]

use paratrace_analyzer::Report;
use paratrace_report::{lists::Top, rows::RowFilter, text};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn candidate(method: &str, line: u32, coverage: f64, verdict: &str, speedup: f64) -> Value {
    let gains = match verdict {
        "serial" => json!([]),
        _ => json!([{"cores": 2, "speedup": speedup, "grain": 1}]),
    };
    json!({
        "kind": "loop", "method": method, "pc": line, "file": "Main.java", "line": line, "coverage": coverage,
        "instances": 1, "tasks": 100, "duration_mean": 10.0, "parallelism": 1.0, "self_parallelism": 1.0,
        "violating_raw": 0, "verdict": verdict, "speedup": speedup, "cores": 2, "gains": gains, "blockers": []
    })
}

fn looped(candidate: &Value) -> Value {
    json!({
        "method": candidate["method"], "header_pc": candidate["pc"], "file": "Main.java", "line": candidate["line"],
        "depth": 0, "reducible": true, "instances": 1, "iterations": 101, "nodes": 1000, "critical_path": 100,
        "parallelism": 10.0, "influence": candidate["coverage"], "gain": candidate["coverage"], "amdahl": 1.5,
        "self_parallelism": 10.0
    })
}

/// Candidates of every list, each with its loop: two suggestions, one that could be taken instead of the first, one that is too
/// small, two that are stopped, and one of a library.
fn report() -> Report {
    let mut candidates = vec![
        candidate("app/Main.first()V", 10, 0.5, "independent", 1.9),
        candidate("app/Main.second()V", 20, 0.2, "independent", 1.1),
        candidate("app/Inner.loop()V", 30, 0.45, "independent", 1.6),
        candidate("app/Main.small()V", 40, 0.01, "independent", 1.0),
        candidate("app/Main.stopped()V", 50, 0.9, "serial", 1.0),
        candidate("app/Inner.stopped()V", 60, 0.4, "serial", 1.0),
        candidate("lib/Parser.stopped()V", 70, 0.3, "serial", 1.0),
    ];
    candidates[2]["instead_of"] = json!(0);
    let jar = |one: &Value| one["method"].as_str().unwrap().starts_with("lib/").then_some("lib.jar");
    let method = |one: &Value| {
        json!({
            "method": one["method"], "file": null, "line": 1, "jar": jar(one), "activations": 1, "nodes": 10,
            "own_nodes": 10, "critical_path": 1, "parallelism": 10.0, "influence": one["coverage"], "gain": 1.0,
            "amdahl": 1.0, "self_parallelism": 1.0
        })
    };
    let mut report: Value = serde_json::from_str(include_str!("golden/empty.json")).unwrap();
    report["nodes"] = json!(1000);
    report["loops"] = candidates.iter().map(looped).collect();
    report["methods"] = candidates.iter().map(method).collect();
    report["plans"] = json!([{"cores": 2, "speedup": 2.5, "candidates": [0, 1]}]);
    report["in_threads"] = json!([{
        "method": "app/Main.threaded()V", "file": "Main.java", "line": 80, "threads": 2, "nodes": 10, "share": 0.1, "balance": 1.0
    }]);
    report["candidates"] = json!(candidates);
    serde_json::from_value(report).unwrap()
}

fn filter(include: &[&str], exclude: &[&str]) -> RowFilter {
    let own = |patterns: &[&str]| patterns.iter().map(|&pattern| pattern.to_owned()).collect::<Vec<_>>();
    RowFilter::new(&own(include), &own(exclude))
}

fn shown(include: &[&str], exclude: &[&str]) -> String {
    let rows = filter(include, exclude);
    text::summary(
        &report(),
        &text::TextOptions { top: Top::of(usize::MAX), width: 140, rows, ..text::TextOptions::default() },
    )
}

/// Lines with a share or a speed-up.
fn figures(text: &str) -> BTreeSet<&str> {
    text.lines().filter(|line| line.contains(" %") || line.contains('×')).collect()
}

#[test]
fn rows_that_are_left_have_the_same_figures() {
    let all = shown(&[], &[]);
    assert!(!all.contains("hidden"), "{all}");
    for (include, exclude) in [(&["app.Main"][..], &[][..]), (&[], &["app.Inner"]), (&["app"], &["app.Main.second"])] {
        let some = shown(include, exclude);
        let new: Vec<_> = figures(&some).difference(&figures(&all)).copied().collect();
        // The line about what is hidden, and that about what is brought together with it.
        let told = |line: &&str| !line.contains("hidden");
        assert_eq!(new.into_iter().filter(told).collect::<Vec<_>>(), [""; 0], "{include:?} {exclude:?}\n{some}");
        assert!(figures(&some).len() < figures(&all).len(), "{some}");
        let head = |text: &str| {
            text.lines().take_while(|line| !line.starts_with("What ")).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(head(&some), head(&all), "the box and the opening");
    }
}

#[test]
fn a_line_says_what_is_hidden() {
    let some = shown(&["app"], &["app.Main.stopped", "app.Main.second"]);
    let line = "hidden by --include and --exclude: 3 loops and methods, the largest 90 % of the run; figures and ranks count them";
    assert!(some.contains(&format!("\n\n{line}\n\n")), "{some}");
    let one = "hidden by --exclude: 1 loop or method, 10 % of the run; figures and ranks count it";
    assert!(shown(&[], &["app.Main.threaded"]).contains(one));
    assert!(!shown(&["*"], &["none"]).contains("hidden"));
}

#[test]
fn all_lists_hide_their_rows() {
    let some = shown(&[], &["app.Main"]);
    assert!(
        !some.contains("Main.java:20 in") && !some.contains("Main.stopped") && !some.contains("in several threads"),
        "{some}"
    );
    assert!(!some.contains("could run in parallel, too"), "{some}");
    assert!(some.contains("  2 loop Main.java:60 in Inner.stopped"), "the rank among all: {some}");
    let libraries = "libraries: 1 more loop or method in lib.jar";
    assert!(some.contains(libraries) && !shown(&[], &["lib"]).contains("libraries"), "{some}");
    let nothing = shown(&["none"], &[]);
    assert!(
        !nothing.contains("What stops") && !nothing.contains("No loop") && !nothing.contains("# loop"),
        "{nothing}"
    );
}

/// Who hides a suggestion still sees what could be done instead of it.
#[test]
fn what_stands_in_for_a_hidden_suggestion_is_shown() {
    let all = shown(&[], &[]);
    assert!(all.contains("or instead: loop Main.java:30 in Inner.loop (1.60× on 2 cores)"), "{all}");
    assert!(all.contains("\nTogether: 2.50× on 2 cores."), "{all}");
    let some = shown(&["app.Inner"], &[]);
    let row = some.lines().position(|line| line.starts_with("    loop Main.java:30 in Inner.loop")).unwrap();
    assert!(some.lines().skip(row).take(3).any(|line| line == "    · instead of number 1, which is hidden"), "{some}");
    assert!(some.contains("\nTogether with those that are hidden: 2.50× on 2 cores."), "{some}");
    assert!(!shown(&[], &["app.Inner"]).contains("or instead"));
}

#[test]
fn patterns_without_effect_are_found() {
    let report = report();
    let rows = filter(&["app.Main.first", "app/Inner#loop", "app.Mian"], &["lib", "*.stopped", "app.Inner.first"]);
    let found = rows.without_effect(&[&report]);
    assert_eq!(found, [("include", "app.Mian"), ("exclude", "app.Inner.first")]);
    assert_eq!(filter(&[], &[]).without_effect(&[&report]), []);
}
