//! Programs with threads whose speed-up on any number of cores follows from what they say, replayed: on a traced JDK, and without.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{javac, jdk_cache, paratrace, parsed, root, succeed, text};
use serde_json::Value;
use std::path::Path;

/// What else runs beside the work: starting threads, printing, what pools and queues do.
const TOLERANCE: f64 = 0.08;

/// Each program, with its speed-ups on two cores, on four, and on any number; and whether that is known without a traced JDK.
const PROGRAMS: [(&str, &[f64], bool); 13] = [
    ("FourThreads", &[2.0, 4.0, 4.0], true),
    ("JoinedInTurn", &[1.0, 1.0, 1.0], true),
    ("Alarm", &[1.0, 1.0, 1.0], true),
    ("OneLock", &[1.0, 1.0, 1.0], true),
    ("HalfLocked", &[1.95, 1.95, 1.95], true),
    ("Locked", &[1.98, 3.84, 3.84], true),
    ("Pipeline", &[1.95, 1.95, 1.95], true),
    ("Buffer", &[1.95, 1.95, 1.95], true),
    ("FixedPool", &[2.0, 2.0, 2.0], true),
    ("ForkJoinSum", &[2.0, 3.9], false),
    ("Imbalanced", &[1.82, 2.5, 2.5], true),
    ("Latched", &[1.33, 1.33, 1.33], true),
    ("Barriers", &[1.33, 1.33, 1.33], true),
];

fn simulated(dir: &Path, name: &str, options: &[&str]) -> Value {
    let trace = format!("{name}{}.trace", options.len());
    let command = [&["run", "--no-distances", "--out", &trace], options, &["java", "-cp", "classes", name, "8000"]];
    succeed(paratrace().args(command.concat()).current_dir(dir).env("PARATRACE_CACHE", jdk_cache()));
    let command = ["simulate", &trace, "--cores=2,4", "--ladder=0", "--top=1", "--json=-"];
    parsed(&text(&succeed(paratrace().args(command).current_dir(dir)).stdout))["threads"].clone()
}

fn compiled() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let sources = std::fs::read_dir(root().join("tests/programs/threaded")).unwrap();
    javac(sources.map(|source| source.unwrap().path()), &dir.path().join("classes"));
    dir
}

fn check(name: &str, threads: &Value, expected: &[f64]) {
    let runs = threads["runs"].as_array().unwrap_or_else(|| panic!("{name}: not replayed"));
    assert_eq!(runs[0]["time"], threads["work"], "{name}: on one core");
    let speedups: Vec<f64> = runs[1..].iter().map(|run| run["speedup"].as_f64().unwrap()).collect();
    let is_close = |(found, expected): (&f64, &f64)| (found / expected - 1.0).abs() < TOLERANCE;
    assert!(speedups.iter().zip(expected).all(is_close), "{name}: {speedups:?}\n{threads:#}");
}

/// How often a program is recorded whose workers may spin: a fork-join worker that joins a task scans the queues of others meanwhile, which is
/// work like any other. On a busy machine a few of a hundred recorded runs have some leaves' worth of that.
const SPINNING: usize = 4;

#[test]
fn threads_scale_as_their_program_says() {
    let dir = compiled();
    for (name, expected, is_known) in PROGRAMS {
        let runs = if is_known { 1 } else { SPINNING };
        let recorded = (0..runs).map(|_| {
            let _ = std::fs::remove_dir_all(dir.path().join(format!("{name}0.trace")));
            simulated(dir.path(), name, &[])
        });
        let least = recorded.min_by_key(|threads| threads["work"].as_u64()).unwrap();
        check(name, &least, expected);
    }
}

#[test]
fn threads_scale_without_a_traced_jdk() {
    let dir = compiled();
    for (name, expected, _) in PROGRAMS.into_iter().filter(|(.., is_known)| *is_known) {
        check(name, &simulated(dir.path(), name, &["--app-only"]), expected);
    }
}

/// The time that communication costs adds to is that of threads that wait for locks, joins and each other: with a core for each thread, the
/// speed-up is that of the replay. Tasks of a pool stay with the workers that had them in the recorded run, which may be uneven.
#[test]
fn costs_play_what_threads_wait_for() {
    let dir = compiled();
    std::fs::write(dir.path().join("board.toml"), "[task]\ncreation_us = 0\n").unwrap();
    for (name, expected, _) in PROGRAMS.into_iter().filter(|(.., is_known)| *is_known) {
        simulated(dir.path(), name, &["--app-only"]);
        let command = ["cost", &format!("{name}1.trace"), "--platform=board.toml", "--json=-"];
        let found = parsed(&text(&succeed(paratrace().args(command).current_dir(dir.path())).stdout));
        let run = &found["runs"][0];
        assert_eq!(run["is_ordered"], true, "{name}");
        let speedup = run["speedup"].as_f64().unwrap();
        let is_pool = name == "FixedPool";
        assert!(speedup < expected[2] * (1.0 + TOLERANCE), "{name}: {speedup}, not {}", expected[2]);
        assert!(is_pool || speedup > expected[2] * (1.0 - TOLERANCE), "{name}: {speedup}, not {}", expected[2]);
    }
}

/// What is not known is not told.
#[test]
fn tasks_within_tasks_are_not_known_without_a_traced_jdk() {
    let dir = compiled();
    let threads = simulated(dir.path(), "ForkJoinSum", &["--app-only"]);
    assert_eq!(threads["not_known"], serde_json::json!(["java.util.concurrent.ForkJoinPool"]));
    assert_eq!(threads["runs"], serde_json::json!([]));
}

/// Kind, line and share of what a program is advised.
fn told(dir: &Path, name: &str) -> Vec<(String, Option<i64>, f64)> {
    let threads = simulated(dir, name, &["--app-only"]);
    let row = |one: &Value| {
        (one["kind"].as_str().unwrap().to_owned(), one["at"]["line"].as_i64(), one["share"].as_f64().unwrap())
    };
    threads["advice"].as_array().unwrap().iter().map(row).collect()
}

fn shares(told: &[(String, Option<i64>, f64)], kind: &str, line: Option<i64>) -> Vec<f64> {
    told.iter().filter(|(found, at, _)| found == kind && *at == line).map(|(.., share)| *share).collect()
}

/// What is worth a change is told, and where.
#[test]
fn threads_get_advice() {
    let dir = compiled();
    assert!(told(dir.path(), "FourThreads").is_empty());
    let in_turn = told(dir.path(), "JoinedInTurn");
    assert_eq!(shares(&in_turn, "serial", None).len(), 1);
    assert!(!shares(&in_turn, "never-overlap", None).is_empty());
    assert_eq!(shares(&told(dir.path(), "OneLock"), "lock", Some(13)).len(), 1);
}

/// Threads whose work is as 1 : 2 : 3 : 4 wait 3 + 2 + 1 for the longest, of a work of 10.
#[test]
fn imbalance_is_what_threads_wait_for_the_longest() {
    let dir = compiled();
    let shares = shares(&told(dir.path(), "Imbalanced"), "imbalance", Some(9));
    assert!(matches!(shares[..], [share] if (share - 0.6).abs() < 0.02), "{shares:?}");
}

/// The work of threads that share a name, here none, is that of each.
#[test]
fn threads_without_a_name_are_told_apart() {
    let dir = compiled();
    let shares = shares(&told(dir.path(), "Nameless"), "never-overlap", None);
    let expected = [2.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0];
    assert_eq!(shares.len(), expected.len(), "{shares:?}");
    assert!(shares.iter().zip(expected).all(|(share, expected)| (share - expected).abs() < 0.02), "{shares:?}");
}

type Handing = (&'static str, &'static str, u64, Option<f64>);

/// What hands out work in `Handed`: its kind and method, the number of tasks, and its parallelism on any number of cores, if that does not
/// depend on what comes first in the recorded run. Of a stream the number of tasks depends on the machine.
const HANDED: [Handing; 9] = [
    ("loop", "inLoop", 8, None),
    ("loop", "other", 6, None),
    ("loop", "nested", 8, Some(6.0)),
    ("loop", "group", 6, Some(3.0)),
    ("loop", "cached", 5, None),
    ("loop", "scheduled", 4, None),
    ("call", "invoked", 4, Some(4.0)),
    ("method", "Sum.compute", 15, None),
    ("call", "streamed", 0, None),
];

/// On a busy machine a few of a hundred recorded runs leave strands that wait for one another for ever: then nothing is told.
const RUNS: usize = 5;

#[test]
fn work_belongs_to_what_hands_it_out() {
    let is_told = |threads: &Value| !threads.is_null();
    let threads = (0..RUNS).map(|_| simulated(compiled().path(), "Handed", &[])).find(is_told).unwrap();
    assert_eq!(threads["unattributed"], 0);
    let regions = threads["regions"].as_array().unwrap();
    for (kind, method, tasks, expected) in HANDED {
        let is_it = |region: &&Value| {
            let at = region["at"]["method"].as_str().unwrap().replace("Handed$", "Handed.");
            region["kind"] == kind && at.contains(&format!(".{method}("))
        };
        let region = regions.iter().find(is_it).unwrap_or_else(|| panic!("{kind} {method}: {regions:#?}"));
        assert!(tasks == 0 || region["tasks"] == tasks, "{method}: {region}");
        let any = region["runs"].as_array().unwrap().last().unwrap()["parallelism"].as_f64().unwrap();
        assert!(expected.is_none_or(|expected| (any / expected - 1.0).abs() < TOLERANCE), "{method}: {region}");
        assert!(region["with_workers"].as_f64() >= Some(any), "{method}: {region}");
    }
}

/// Without a traced JDK it is known only what all tasks have around them.
#[test]
fn tasks_of_one_loop_belong_to_it_without_a_traced_jdk() {
    let dir = compiled();
    let threads = simulated(dir.path(), "FixedPool", &["--app-only"]);
    let region = &threads["regions"][0];
    assert_eq!((&region["kind"], &region["tasks"]), (&"loop".into(), &12.into()), "{threads:#}");
    let threads = simulated(dir.path(), "Completed", &["--app-only"]);
    assert_eq!((&threads["unattributed"], &threads["regions"]), (&3.into(), &serde_json::json!([])));
}
