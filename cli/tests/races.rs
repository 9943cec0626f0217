//! Races on a traced JDK: programs whose lines say which of their accesses race. No other may be named; which of them a schedule shows
//! depends on it.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{javac, jdk_cache, paratrace, parsed, root, succeed, text};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The lines of a program with a mark.
fn marked(name: &str, mark: &str) -> BTreeSet<u64> {
    let source = fs::read_to_string(root().join(format!("tests/programs/races/{name}.java"))).unwrap();
    (1..).zip(source.lines()).filter(|(_, line)| line.ends_with(mark)).map(|(number, _)| number).collect()
}

/// The report of a run.
fn report(dir: &Path, name: &str) -> Value {
    report_with(dir, name, &[])
}

/// The report of a run with options.
fn report_with(dir: &Path, name: &str, options: &[&str]) -> Value {
    let mut run = paratrace();
    run.args(["run", "--no-distances", "--json=-"]).args(options).args(["java", "-cp", "classes", name]);
    let output = succeed(run.current_dir(dir).env("PARATRACE_CACHE", jdk_cache()));
    let stdout = text(&output.stdout);
    parsed(&stdout[stdout.find('{').unwrap()..])
}

/// The lines of a list of accesses.
fn found(list: &Value) -> BTreeSet<u64> {
    list.as_array()
        .unwrap()
        .iter()
        .flat_map(|race| ["head", "tail"].map(|end| race[end]["line"].as_u64().unwrap()))
        .collect()
}

#[test]
fn races_are_named_and_nothing_else() {
    let dir = tempfile::tempdir().unwrap();
    let names = ["LostUpdates", "DoubleChecked", "Publication", "RaceFree"];
    javac(names.map(|name| root().join(format!("tests/programs/races/{name}.java"))), &dir.path().join("classes"));
    let mut all = BTreeSet::new();
    for name in names {
        let (marked, found) = (marked(name, "// races"), found(&report(dir.path(), name)["races"]));
        let wrong: Vec<&u64> = found.difference(&marked).collect();
        assert!(wrong.is_empty(), "{name}: lines {wrong:?} do not race");
        all.extend(found.into_iter().map(|line| (name, line)));
    }
    // Two threads that update something always race.
    let lost = marked("LostUpdates", "// races").into_iter().all(|line| all.contains(&("LostUpdates", line)));
    assert!(lost, "{all:?}");
}

/// The lines of all races: of the program's accesses, and of its calls that use an object of the library.
fn all_found(report: &Value) -> BTreeSet<u64> {
    [&report["races"], &report["object_races"]].into_iter().filter(|list| !list.is_null()).flat_map(found).collect()
}

/// What is no part of a schedule: nothing orders these accesses, whichever comes first.
#[test]
fn uses_of_one_object_without_order_are_named_with_the_programs_lines() {
    let dir = tempfile::tempdir().unwrap();
    let names = ["SharedObjects", "SharedText"];
    javac(names.map(|name| root().join(format!("tests/programs/races/{name}.java"))), &dir.path().join("classes"));
    for name in names {
        let report = report(dir.path(), name);
        let (found, may_race) = (all_found(&report), marked(name, "// may race"));
        let certain: BTreeSet<u64> = found.difference(&may_race).copied().collect();
        assert_eq!(certain, marked(name, "// races"), "{name}: {:#}", report["object_races"]);
    }
    let report = report_with(dir.path(), "SharedObjects", &["--app-only"]);
    let found = all_found(&report);
    assert!(!found.is_empty() && found.is_subset(&marked("SharedObjects", "// races")), "{found:?}");
}

/// What is guarded, confined, handed over, read only, or made for several threads.
#[test]
fn objects_that_are_used_in_order_do_not_race() {
    let dir = tempfile::tempdir().unwrap();
    javac([root().join("tests/programs/races/GuardedObjects.java")], &dir.path().join("classes"));
    for options in [&[][..], &["--app-only"]] {
        let report = report_with(dir.path(), "GuardedObjects", options);
        assert_eq!(all_found(&report), BTreeSet::new(), "{options:?}: {:#}", report["object_races"]);
        assert!(report["object_races"].is_array());
    }
}

/// Volatile fields do not race, but what updates them in two steps may be lost.
#[test]
fn updates_of_volatile_fields_that_may_be_lost_are_named_and_no_others() {
    let dir = tempfile::tempdir().unwrap();
    javac([root().join("tests/programs/races/VolatileCounters.java")], &dir.path().join("classes"));
    let report = report(dir.path(), "VolatileCounters");
    assert_eq!(found(&report["races"]), BTreeSet::new());
    assert_eq!(found(&report["lost_updates"]), marked("VolatileCounters", "// lost"));
}

/// Calls of a concurrent map do not race, but another thread may come between two of them.
#[test]
fn entries_that_are_changed_by_what_was_seen_before_are_named_and_no_others() {
    let dir = tempfile::tempdir().unwrap();
    javac([root().join("tests/programs/races/CheckThenAct.java")], &dir.path().join("classes"));
    let report = report(dir.path(), "CheckThenAct");
    let rows = report["checks_then_acts"].as_array().unwrap();
    let lines = |end: &str| rows.iter().map(|row| row[end]["line"].as_u64().unwrap()).collect::<BTreeSet<_>>();
    let (looks, acts) = (marked("CheckThenAct", "// looks"), marked("CheckThenAct", "// acts"));
    assert_eq!((lines("check"), lines("act"), lines("by")), (looks, acts.clone(), acts), "{rows:#?}");
    assert_eq!(found(&report["lost_updates"]), BTreeSet::new());
}

/// Without a traced JDK, it is not known what orders accesses of the program.
#[test]
fn races_are_not_told_without_the_jdk() {
    let dir = tempfile::tempdir().unwrap();
    javac([root().join("tests/programs/races/LostUpdates.java")], &dir.path().join("classes"));
    let command = ["run", "--app-only", "--no-distances", "--json=-", "java", "-cp", "classes", "LostUpdates"];
    let output = text(&succeed(paratrace().args(command).current_dir(dir.path())).stdout);
    let report = parsed(&output[output.find('{').unwrap()..]);
    assert!(report["races"].is_null() && report["threads"].as_array().unwrap().len() == 3);
}
