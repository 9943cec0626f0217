//! Threads that hand data on, replayed on a platform where moving data takes time; and replays as timelines.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{javac, jdk_cache, paratrace, parsed, root, succeed, text};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// An int array of 4,096 elements lies in 257 lines, as it begins behind the state of the array.
const LINES: u64 = 257;

fn traced(name: &str, count: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let sources = ["Work", name].map(|name| root().join(format!("tests/programs/threaded/{name}.java")));
    javac(sources, &dir.path().join("classes"));
    std::fs::write(
        dir.path().join("board.toml"),
        "[task]\ncreation_us = 0\n[cache]\nsize_bytes = 1048576\nline_bytes = 64\n",
    )
    .unwrap();
    let command = ["run", "--app-only", "--no-distances", "--out", "trace", "java", "-cp", "classes", name, count];
    succeed(paratrace().args(command).current_dir(dir.path()).env("PARATRACE_CACHE", jdk_cache()));
    dir
}

fn simulated(dir: &Path, options: &[&str]) -> Value {
    let command = [&["simulate", "trace", "--cores=2,4", "--ladder=0", "--top=1", "--json=-"], options].concat();
    parsed(&text(&succeed(paratrace().args(command).current_dir(dir)).stdout))["threads"].clone()
}

/// Sixteen turns: fifteen times all lines go from one core to the other, over the memory that they share.
#[test]
fn what_threads_hand_on_moves_between_cores() {
    let dir = traced("PassedOn", "8000");
    let threads = simulated(dir.path(), &["--platform=board.toml"]);
    let runs = threads["runs"].as_array().unwrap();
    let alone = &runs[0];
    assert_eq!((&alone["movement"]["lines"], &alone["speedup"]), (&0.into(), &1.0.into()), "on one core");
    for run in &runs[1..] {
        let movement = &run["movement"];
        let work = threads["work"].as_u64().unwrap();
        assert!((movement["speedup_without"].as_f64().unwrap() - 1.0).abs() < 0.01, "they take turns: {run}");
        // Nobody works while data move, but for what starts and ends the threads.
        let worked = run["time"].as_u64().unwrap() - movement["time"].as_u64().unwrap();
        assert!(worked <= work && worked > work - 1000, "{run}");
    }
    let most = &threads["moved"][0];
    assert_eq!(most["lines"], 2 * 15 * LINES, "{threads:#}");
    assert_eq!([&most["at"]["line"], &most["from"]["line"]], [17, 17]);
}

/// Threads that share nothing move nothing but what starts them.
#[test]
fn what_threads_have_for_themselves_stays() {
    let dir = traced("FourThreads", "8000");
    let threads = simulated(dir.path(), &["--platform=board.toml"]);
    let lines = threads["runs"][2]["movement"]["lines"].as_u64().unwrap();
    assert!(lines < 100, "{threads:#}");
    assert!(threads["runs"][2]["speedup"].as_f64().unwrap() > 3.8, "{threads:#}");
}

/// A thread that is created costs what the platform says, on the core of its creator.
#[test]
fn creating_threads_costs_time() {
    let dir = traced("FourThreads", "8000");
    let time = |us: u64| {
        std::fs::write(dir.path().join("board.toml"), format!("[task]\ncreation_us = {us}\n")).unwrap();
        simulated(dir.path(), &["--platform=board.toml"])["runs"][0]["time"].as_u64().unwrap()
    };
    let started = if time(1) > time(0) { (time(1) - time(0)) / 1000 } else { 0 };
    assert_eq!(started, 4, "threads that the program starts");
}

#[test]
fn further_caches_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(dir.path().join("trace")).unwrap();
    let cache = "[cache]\nsize_bytes = 64\nline_bytes = 32\n[[level]]\nsize_bytes = 128\nhit_ns = 4\n";
    for (platform, what) in [(cache, "[[level]]"), ("[coherence]\ntransfer_ns = 70\n", "[coherence]")] {
        std::fs::write(dir.path().join("board.toml"), platform).unwrap();
        for command in ["simulate", "cost"] {
            let mut command_line = paratrace();
            command_line.args([command, "trace", "--platform=board.toml"]).current_dir(dir.path());
            let told = text(&command_line.output().unwrap().stderr);
            assert!(told.contains(&format!("only `paratrace scale` simulates {what}")), "{command}: {told}");
        }
    }
}

#[test]
fn a_platform_without_time_for_instructions_is_refused() {
    let dir = traced("FourThreads", "1000");
    std::fs::write(dir.path().join("board.toml"), "[processor]\nns_per_node = 0\n").unwrap();
    let command = ["simulate", "trace", "--platform=board.toml"];
    let output = paratrace().args(command).current_dir(dir.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("ns_per_node is 0"), "{output:?}");
}

/// Events of one kind, by the tracks that they are on.
fn by_track<'e>(events: &'e [Value], ph: &str) -> BTreeMap<(u64, u64), Vec<&'e Value>> {
    let mut found: BTreeMap<_, Vec<&Value>> = BTreeMap::new();
    for event in events.iter().filter(|event| event["ph"] == ph) {
        let track = (event["pid"].as_u64().unwrap(), event["tid"].as_u64().unwrap());
        found.entry(track).or_default().push(event);
    }
    found
}

#[test]
fn a_timeline_shows_threads_cores_and_what_orders_them() {
    let dir = traced("PassedOn", "8000");
    let threads = simulated(dir.path(), &["--platform=board.toml", "--perfetto=timeline.json"]);
    let written = std::fs::read(dir.path().join("timeline.json")).unwrap();
    let document: Value = serde_json::from_slice(&written).unwrap();
    let events = document["traceEvents"].as_array().unwrap();
    let count = |ph: &str, name: &str| {
        events.iter().filter(|event| event["ph"] == ph && event["name"].as_str().unwrap().starts_with(name)).count()
    };
    assert_eq!(count("i", "enters lock"), count("i", "leaves lock"));
    assert!(count("i", "enters lock") >= 16);
    assert_eq!(count("X", "PassedOn.turns"), 2);
    assert!(count("X", "moves data") as u64 >= 15 * LINES);
    assert_eq!(count("s", ""), count("f", ""), "flows have two ends");
    assert!(count("s", "starts") == 1 && count("s", "has ended") == 1);
    let end = |slice: &Value| slice["ts"].as_f64().unwrap() + slice["dur"].as_f64().unwrap();
    let mut last = 0.0_f64;
    for ((process, _), slices) in by_track(events, "X") {
        let mut around: Vec<f64> = Vec::new();
        for slice in slices {
            let (from, to) = (slice["ts"].as_f64().unwrap(), end(slice));
            // Slices of a thread are within one another; those of a core follow one another.
            while around.pop_if(|end| *end <= from + 1e-6).is_some() {}
            assert!(around.last().is_none_or(|&end| to <= end + 1e-6), "{slice}");
            assert!(process == 1 || around.is_empty(), "{slice}");
            around.push(to);
            last = last.max(to);
        }
    }
    // A unit of time is 1 ns, and the format counts µs.
    assert!((last * 1e3 - threads["runs"][2]["time"].as_f64().unwrap()).abs() < 1.0);
}
