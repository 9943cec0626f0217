//! Locks of a program whose threads take strict turns, so that what is told of each of them follows from the program by hand.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{javac, jdk_cache, paratrace, parsed, root, succeed, text};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// Turns of each thread, of which there are two.
const ROUNDS: u64 = 40;

fn source() -> String {
    fs::read_to_string(root().join("tests/programs/locks/Locks.java")).unwrap()
}

/// The lines of a program that have a mark.
fn marked(mark: &str) -> Vec<u64> {
    let source = source();
    let lines = (1..).zip(source.lines()).filter(|(_, line)| line.ends_with(&format!("// {mark}")));
    lines.map(|(number, _)| number).collect()
}

/// Runs the program. Returns the report, and its text.
fn run(dir: &Path, options: &[&str]) -> (Value, String) {
    let mut command = paratrace();
    command.arg("run").args(options).args(["--no-distances", "--out", "trace", "java", "-cp", "classes", "Locks"]);
    let told = succeed(command.current_dir(dir).env("PARATRACE_CACHE", jdk_cache()));
    let json = succeed(paratrace().args(["analyze", "trace", "--no-distances", "--json=-"]).current_dir(dir));
    (parsed(&text(&json.stdout)), text(&told.stderr))
}

/// The lock that is entered at the lines with a mark.
fn lock<'r>(report: &'r Value, mark: &str) -> &'r Value {
    let lines = json!(marked(mark));
    let of = |lock: &Value| lock["places"].as_array().unwrap().iter().map(|place| place["line"].clone()).collect();
    let mut locks = report["locks"].as_array().unwrap().iter();
    locks.find(|lock| Value::Array(of(lock)) == lines).unwrap_or_else(|| panic!("no lock {mark}"))
}

/// The fields that a lock protects, and those that it protects at times.
fn fields(lock: &Value) -> [Vec<&str>; 2] {
    ["protects", "partly"].map(|list| {
        let all = lock[list].as_array().map_or(&[][..], |all| all);
        all.iter().map(|one| one["via"]["name"].as_str().unwrap()).collect()
    })
}

fn check(report: &Value) {
    let all = 2 * ROUNDS;
    let own = report["locks"].as_array().unwrap();
    assert_eq!((own.len(), &report["locks_left_out"]), (9, &json!(1)), "{own:#?}");
    for (mark, protected, nodes) in [
        ("cache", vec![], Some(10)),
        ("counter", vec!["Locks$Counter.value"], Some(7)),
        ("account", vec!["Locks$Account.balance"], Some(8)),
        ("outer", vec!["Locks$Nested.inside", "Locks$Nested.outside"], Some(29)),
        ("inner", vec!["Locks$Nested.inside"], Some(8)),
        ("box", vec!["Locks$Box.value"], None),
        ("gate", vec!["Locks$Gate.passed"], None),
    ] {
        let lock = lock(report, mark);
        // A thread that comes too early waits, and has handed the lock over once more.
        let handed_over = lock["handed_over"].as_u64().unwrap();
        assert!(handed_over == all - 1 || nodes.is_none() && handed_over == all, "{mark}: {handed_over}");
        // Each section that was handed over is compared, but the first one of the second thread.
        let compared = json!(handed_over - 1);
        let independent = if mark == "cache" { &compared } else { &json!(0) };
        assert_eq!(fields(lock), [protected, vec![]], "{mark}");
        assert_eq!((&lock["compared"], &lock["independent"]), (&compared, independent), "{mark}");
        assert_eq!([&lock["objects"], &lock["shared_objects"], &lock["threads"]], [1, 1, 2], "{mark}");
        assert_eq!(lock["unneeded"], false, "{mark}");
        if let Some(nodes) = nodes {
            assert_eq!((&lock["acquisitions"], &lock["held_nodes"]), (&json!(all), &json!(all * nodes)), "{mark}");
        } else {
            // Who waits has a section more.
            assert!(lock["acquisitions"].as_u64().unwrap() >= all, "{mark}");
        }
    }
    assert_eq!(lock(report, "account")["kind"], "lock");
    let own = lock(report, "own");
    assert_eq!(([&own["objects"], &own["shared_objects"]], &own["unneeded"]), ([&json!(2), &json!(0)], &json!(true)));
    let forgotten = lock(report, "forgotten");
    assert_eq!(fields(forgotten), [vec![], vec!["Locks$Forgotten.value"]]);
    let partly = &forgotten["partly"][0];
    // Each round has three accesses, two of them under the lock; those of the first round that precede the second thread do not count.
    assert_eq!((&partly["locked"], &partly["accesses"]), (&json!(2 * all - 2), &json!(3 * all - 3)));
    assert_eq!(json!([partly["unlocked"][0]["line"]]), json!(marked("unlocked")));
}

#[test]
fn locks_are_told_without_the_jdk() {
    let dir = tempfile::tempdir().unwrap();
    javac([root().join("tests/programs/locks/Locks.java")], &dir.path().join("classes"));
    let (report, told) = run(dir.path(), &["--app-only"]);
    check(&report);
    assert!(
        told.contains("never shared in this run: nothing here needed the lock")
            && told.contains("100 % of the sections"),
        "{told}"
    );
}

#[test]
fn locks_are_told_with_the_jdk() {
    let dir = tempfile::tempdir().unwrap();
    javac([root().join("tests/programs/locks/Locks.java")], &dir.path().join("classes"));
    check(&run(dir.path(), &[]).0);
}
