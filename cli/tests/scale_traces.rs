//! `paratrace scale` from traces alone: it names what limits the programs of `examples/scaling` most, on more threads than there are cores.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{javac, paratrace, parsed, root, succeed, text};
use serde_json::Value;
use std::path::Path;
use tempfile::TempDir;

const THREADS: &str = "4";

/// The examples, with less to do.
fn compiled() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let smaller = [
        ("ROUNDS = 150", "ROUNDS = 48"),
        ("BEFORE = 15", "BEFORE = 4"),
        ("UNITS = 1_000_000", "UNITS = 20_000"),
        ("SIZE = 3_000", "SIZE = 800"),
        ("ROUNDS = 40", "ROUNDS = 12"),
        ("60_000_000", "400_000"),
    ];
    let mut sources = Vec::new();
    for entry in std::fs::read_dir(root().join("examples/scaling")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "java") {
            let source = std::fs::read_to_string(&path).unwrap();
            let less = smaller.iter().fold(source, |source, (from, to)| source.replace(from, to));
            let to = dir.path().join(path.file_name().unwrap());
            std::fs::write(&to, less).unwrap();
            sources.push(to);
        }
    }
    javac(sources, &dir.path().join("classes"));
    dir
}

/// What traces alone say of a pair of programs.
fn scaled(dir: &Path, sequential: &str, parallel: &str) -> Value {
    let (before, after) =
        (format!("java -cp classes {sequential}"), format!("java -cp classes {parallel} {{threads}}"));
    let mut command = paratrace();
    command.args(["scale", "--profiler", "none", "--traced", "--iterations", "1", "--threads", THREADS]);
    command.args(["--sequential", &before, "--parallel", &after, "--parallel-region", "\\.work$", "--json"]);
    parsed(&text(&succeed(command.current_dir(dir)).stdout))
}

fn possible(found: &Value, group: &str) -> f64 {
    let limits = found["limits"].as_array().unwrap();
    limits.iter().find(|limit| limit["group"] == group).unwrap()["possible"]["known"].as_f64().unwrap()
}

#[test]
fn traces_alone_name_what_limits_most() {
    let dir = compiled();
    let programs = [
        ("AmdahlSequential", "Amdahl", "sequential-fraction"),
        ("Sequential", "Redundant", "instructions"),
        ("Rows", "Columns", "cpi"),
        ("FalseSharingSequential", "FalseSharing", "cpi"),
        ("Sequential", "Uneven", "load-imbalance"),
        ("Sequential", "Locked", "lock-contention"),
    ];
    for (sequential, parallel, expected) in programs {
        let found = scaled(dir.path(), sequential, parallel);
        assert_eq!(found["work_metric"], "simulated-time", "{parallel}");
        let first = &found["limits"][0];
        assert_eq!(first["group"], expected, "{parallel}: {}", found["limits"]);
        assert_eq!(first["matters"], true, "{parallel}");
        let speedup = found["points"][0]["evaluation"]["speedup"]["known"].as_f64().unwrap();
        if parallel != "Locked" {
            assert!(possible(&found, "lock-contention") < speedup * 1.02, "{parallel}: nobody waits for a lock");
        }
        if expected != "cpi" {
            assert!(possible(&found, "cpi") < speedup * 1.02, "{parallel}: memory costs nothing");
        }
        match parallel {
            "Columns" | "FalseSharing" => assert_eq!(first["places"]["metric"], "simulated-misses", "{parallel}"),
            "Locked" => {
                let lock = &first["places"]["locks"][0];
                assert_eq!(lock["method"], "Locked.work");
                assert!(lock["lock"].as_str().unwrap().starts_with("the monitor at Locked.work:"), "{lock}");
                // Two thirds of what is divided are under the lock.
                assert!((1.2..1.6).contains(&speedup), "{speedup}");
            }
            _ => {}
        }
    }
}

/// Misses are told of each cache of the platform. What does not fit into the first one fits into the second one.
#[test]
fn misses_are_told_of_each_level() {
    let dir = compiled();
    let levels = "[[level]]\nsize_bytes = 262144\nways = 8\nhit_ns = 4\n[[level]]\nsize_bytes = 16777216\nhit_ns = 12\nshared = true\n";
    let platform = format!("[cache]\nsize_bytes = 1024\nline_bytes = 64\n{levels}[coherence]\ntransfer_ns = 60\n");
    std::fs::write(dir.path().join("board.toml"), platform).unwrap();
    let mut command = paratrace();
    command.args(["scale", "--profiler", "none", "--traced", "--iterations", "1", "--threads", THREADS, "-o", "out"]);
    command.args(["--sequential", "java -cp classes Rows", "--parallel", "java -cp classes Columns {threads}"]);
    command.args(["--parallel-region", "\\.work$", "--platform", "board.toml", "--json"]);
    let found = parsed(&text(&succeed(command.current_dir(dir.path())).stdout));
    assert!(found["machine"]["platform"].as_str().unwrap().contains("one of 256 KiB for each (4 ns)"));
    let general = &found["points"][0]["general"];
    let further = general["further_misses"].as_array().unwrap();
    let misses: Vec<f64> =
        [&general["misses"], &further[0], &further[1]].map(|misses| misses["mean"].as_f64().unwrap()).to_vec();
    // The matrix of 640,000 elements is read twelve times, by columns: nearly every access misses the first cache, an eighth the second one.
    // The third one has all of it, once the thread that has made it has written it back.
    assert!(misses[0] > 7.4e6 && misses[1] < misses[0] / 5.0 && misses[2] < misses[1] / 5.0, "{misses:?}");
    let mut again = paratrace();
    again.args(["scale", "out", "--collapsed", "misses.txt", "--metric", "simulated-second-misses"]);
    let shown = text(&succeed(again.current_dir(dir.path())).stdout);
    assert!(shown.contains("misses of the second") && shown.contains("misses of the third"), "{shown}");
    let collapsed = std::fs::read_to_string(dir.path().join("misses.txt")).unwrap();
    assert!(collapsed.lines().any(|line| line.contains("Columns.work")), "{collapsed}");
}

/// A platform without caches that fetches words slowly has more to say of memory than one that is fast.
#[test]
fn the_platform_counts() {
    let dir = compiled();
    let simulated = |name: &str, platform: &str| {
        std::fs::write(dir.path().join(name), platform).unwrap();
        let out = format!("{name}.scaling");
        let mut command = paratrace();
        command.args([
            "scale",
            "--profiler",
            "none",
            "--traced",
            "--iterations",
            "1",
            "--threads",
            THREADS,
            "-o",
            &out,
        ]);
        command.args(["--sequential", "java -cp classes Rows", "--parallel", "java -cp classes Columns {threads}"]);
        command.args(["--parallel-region", "\\.work$", "--platform", name, "--json"]);
        let found = parsed(&text(&succeed(command.current_dir(dir.path())).stdout));
        assert!(found["machine"]["platform"].as_str().unwrap().contains("bytes"), "{}", found["machine"]);
        (found["points"][0]["counts"]["regions"][0]["misses"]["mean"].as_f64(), possible(&found, "cpi"))
    };
    let small = simulated("small", "[cache]\nsize_bytes = 1024\nline_bytes = 64\n");
    let large = simulated("large", "[cache]\nsize_bytes = 16777216\nline_bytes = 64\n");
    assert!(small.0 > large.0.map(|misses| misses * 5.0), "{small:?} {large:?}");
    let wrong = dir.path().join("wrong");
    std::fs::write(&wrong, "[processor]\nns_per_node = 0\n").unwrap();
    let mut command = paratrace();
    command.args([
        "scale",
        "--threads",
        "2",
        "--sequential",
        "java A",
        "--parallel",
        "java A",
        "--parallel-region",
        "a",
    ]);
    command.arg("--platform");
    let failed = command.arg(&wrong).current_dir(dir.path()).output().unwrap();
    assert!(text(&failed.stderr).contains("ns_per_node is 0"), "{}", text(&failed.stderr));
}
