//! `paratrace shared` and `paratrace cost` on programs whose shared data are known.

use crate::common::{Traced, succeed};
use paratrace_cost::{Statistics, ThreadStatistics};
use serde_json::Value;
use std::fs;
use std::process::Command;

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

/// Reads and writes.
fn pair(value: &Value) -> (u64, u64) {
    (number(&value["reads"]), number(&value["writes"]))
}

/// Each of the three workers takes 200 of the 600 values of the matrix.
#[test]
fn what_workers_share() {
    let traced = Traced::new("open/SparseThreads");
    let data = traced.json(&["shared", "trace"]);
    assert_eq!(data["schema"], "paratrace.shared/1");
    let tasks = data["tasks"].as_array().unwrap();
    assert_eq!(tasks.len(), 4, "main and three workers");
    let (main, workers): (Vec<&Value>, Vec<&Value>) = tasks.iter().partition(|task| task["task"] == "main (1)");
    // Any of the workers may be the first to begin.
    let named =
        |worker: usize| move |task: &&Value| task["task"].as_str().unwrap().starts_with(&format!("worker {worker} ("));
    for worker in 0..3 {
        let task = tasks.iter().find(named(worker)).unwrap();
        // `from` once, `to` for each test of the loop, `total` read and written.
        assert_eq!(pair(&task["scalars"]), (1 + 201 + 1, 1));
        // The own array: 200 times read and written, four times read at the end.
        assert_eq!(pair(&task["own_elements"]), (204, 200));
        assert_eq!(number(&task["created_arrays"]), 1);
        let arrays = task["arrays"].as_array().unwrap();
        let of = |id: u64| arrays.iter().find(|array| array["id"] == id).unwrap();
        // In the order of creation: val, x, y, row, col.
        assert_eq!([1, 2, 3, 4, 5].map(|id| pair(of(id))), [(400, 0), (200, 0), (200, 200), (200, 0), (200, 0)]);
        let types = [1, 2, 3, 4, 5].map(|id| of(id)["type"].as_str().unwrap());
        assert_eq!(types, ["double[]", "double[]", "double[]", "int[]", "int[]"]);
        assert_eq!([1, 2].map(|id| of(id)["length"].as_u64()), [Some(600), Some(60)]);
        let first = 200 * worker as u64;
        assert_eq!(of(1)["read"]["ranges"], serde_json::json!([[first, first + 199]]));
        assert_eq!(of(3)["written"]["ranges"], serde_json::json!([[first / 10, first / 10 + 19]]));
        let line = [1, 2, 3, 4, 5].map(|id| of(id)["created"]["line"].as_u64().unwrap());
        assert_eq!(line, [41, 42, 43, 44, 45]);
        assert!(of(1)["created"]["method"].as_str().unwrap().starts_with("SparseThreads.main("));
    }
    // Main adds up what workers wrote, in an array of its own; `total` is nobody's own.
    assert_eq!((pair(&main[0]["scalars"]), main[0]["arrays"].as_array().unwrap().len()), ((1, 0), 0));

    // The method that the threads run shares the same, and so says each form.
    let method = traced.json(&["shared", "trace", "--task", "Runner.run"]);
    for (task, thread) in method["tasks"].as_array().unwrap().iter().zip(workers) {
        assert_eq!(task["arrays"], thread["arrays"], "{}", task["task"]);
    }
    let table = traced.shown(&["shared", "trace", "--task", "threads"]);
    assert!(table.contains("double[600] reads 0–199; new at SparseThreads.java:41 in main"), "{table}");
    let csv = traced.shown(&["shared", "trace", "--csv"]);
    assert_eq!(csv.lines().count(), 1 + 4 + 3 * 5, "{csv}");
    assert!(csv.lines().any(|line| line.contains(",double[],600,400,0,200,0,")), "{csv}");
    let limited = traced.json(&["shared", "trace", "--arrays", "2"]);
    let of_worker = limited["tasks"].as_array().unwrap().iter().find(named(0)).unwrap();
    assert_eq!(pair(&of_worker["left_out"]), (600, 0), "val and y are accessed most");
}

#[test]
fn what_it_costs() {
    let traced = Traced::new("open/SparseThreads");
    fs::write(
        traced.file("board.toml"),
        "[access]\npage_ns = 10\n[task]\ncreation_us = 1\n[processor]\nns_per_node = 2\n",
    )
    .unwrap();
    let options = ["shared", "trace", "--statistics", "run.stat", "--ns-per-node", "2", "--perfetto", "shared.json"];
    traced.shown(&options);
    let statistics = fs::read_to_string(traced.file("run.stat")).unwrap();
    assert!(statistics.contains(",1] = 400 array double[] length 600 index 200..399\n"), "{statistics}");

    // 204 scalars and 1,400 elements a worker, from the trace and from statistics.
    let from_trace = &traced.json(&["cost", "trace", "--platform", "board.toml"])["runs"][0];
    let from_file = &traced.json(&["cost", "run.stat", "--platform", "board.toml"])["runs"][0];
    for run in [from_trace, from_file] {
        let page = run["modes"].as_array().unwrap().iter().find(|mode| mode["mode"] == "page").unwrap();
        let time = |scenario: &str| page[scenario]["communication_ms"].as_f64().unwrap();
        assert!((time("concurrent") - 0.01604).abs() < 1e-9, "{page}");
        assert!((time("sequential") - 3.0 * 0.01604).abs() < 1e-9, "{page}");
        let total = page["concurrent"]["total_ms"].as_f64().unwrap();
        assert!((total - time("concurrent") - run["run"]["time_ms"].as_f64().unwrap()).abs() < 1e-9);
    }
    // Main creates three workers and waits for all of them.
    let strands = from_trace["timeline"]["strands"].as_array().unwrap();
    let time = |strand: usize, what: &str| strands[strand][what].as_f64().unwrap();
    assert_eq!(strands.len(), 4);
    assert_eq!(time(0, "creation_ns"), 3000.0);
    assert!((1..4).all(|worker| time(worker, "end_ns") <= time(0, "end_ns")), "main ends last");
    assert!(time(0, "idleness_ns") > 0.0);
    assert!((1..4).all(|worker| time(worker, "communication_ns") == 16_040.0));

    let text = traced.shown(&["cost", "run.stat"]);
    assert!(text.starts_with("run.stat: 3 workers\n") && text.contains("\nca: accesses of workers overlap"), "{text}");

    // A sequential program takes as long as its main thread.
    let found = &traced.json(&["cost", "run.stat", "--sequential", "run.stat"])["runs"][0];
    let main = statistics.parse::<Statistics>().unwrap().time_us() as f64 / 1e3;
    assert_eq!(found["run"]["sequential_ms"], main);
    let speedup = found["speedup"].as_f64().unwrap() * found["run"]["time_ms"].as_f64().unwrap() / main;
    assert!((speedup - 1.0).abs() < 1e-12, "{found}");
    assert!(fs::read_to_string(traced.file("shared.json")).unwrap().contains("traceEvents"));
}

/// Programs, the tasks that are named, and the number of workers.
const TASKS: [(&str, &[&str], usize); 12] = [
    ("open/SparseThreads", &[], 3),
    ("open/SparseThreads", &["Runner.run"], 3),
    // Of all threads all but the main one are workers, also without accesses.
    ("shared/Tasks", &[], 4),
    ("shared/Tasks", &["threads"], 4),
    ("shared/Tasks", &["often"], 1),
    ("shared/Tasks", &["main"], 0),
    ("shared/Tasks", &["main", "idle"], 1),
    // A thread that begins with a task is a worker, and each call in another one, be it the main one.
    ("shared/Tasks", &["Once.run"], 1),
    ("shared/Tasks", &["Tasks.part"], 1 + 5 + 5 + 2),
    ("shared/Tasks", &["Once.run", "Often.run"], 3),
    // Calls within a task are part of it.
    ("shared/Tasks", &["threads", "Tasks.part"], 4),
    ("MatrixProduct", &["MatrixProduct.multiply"], 2),
];

/// A run and its statistics have the same workers, and these the same times and accesses, so that all figures are the same; times are in whole µs
/// in statistics.
#[test]
fn traces_and_statistics_have_the_same_workers() {
    for (program, tasks, workers) in TASKS {
        let traced = Traced::new(program);
        let named: Vec<&str> = tasks.iter().flat_map(|task| ["--task", task]).collect();
        traced.shown(&[&["shared", "trace", "--statistics", "run.stat"], &named[..]].concat());
        let from_trace = traced.json(&[&["cost", "trace"], &named[..]].concat())["runs"][0].clone();
        let from_file = traced.json(&["cost", "run.stat"])["runs"][0].clone();
        assert_eq!(all_workers(&from_trace, &from_file), workers, "{program} {tasks:?}");
        assert_eq!(communication(&from_trace), communication(&from_file), "{program} {tasks:?}");
        for run in [&from_trace, &from_file] {
            let times = [&run["run"]["sequential_ms"], &run["run"]["time_ms"]].map(|time| time.as_f64().unwrap());
            let speedup = run["speedup"].as_f64().unwrap() * times[1] / times[0];
            assert!((speedup - 1.0).abs() < 1e-12, "{program} {tasks:?}: {run}");
        }
        for time in ["sequential_ms", "time_ms"] {
            assert!(is_close(&from_trace["run"][time], &from_file["run"][time]), "{program} {tasks:?}: {time}");
        }
    }
}

/// Whether a time of statistics is one of a trace, to half a µs.
fn is_close(exact: &Value, rounded: &Value) -> bool {
    (exact.as_f64().unwrap() - rounded.as_f64().unwrap()).abs() <= 0.0005 + 1e-9
}

/// The number of workers that two runs have in common, which are all.
fn all_workers(exact: &Value, rounded: &Value) -> usize {
    let of = |run: &Value| run["run"]["workers"].as_array().unwrap().clone();
    let (exact, rounded) = (of(exact), of(rounded));
    assert_eq!(exact.len(), rounded.len());
    for (one, other) in exact.iter().zip(&rounded) {
        assert_eq!((&one["name"], &one["accesses"]), (&other["name"], &other["accesses"]));
        assert!(is_close(&one["time_ms"], &other["time_ms"]), "{one} {other}");
    }
    exact.len()
}

/// The times that accesses take, by mode, ca and sa.
fn communication(run: &Value) -> Vec<(Value, Value, Value)> {
    let modes = run["modes"].as_array().unwrap().iter();
    let time = |scenario: &Value| scenario["communication_ms"].clone();
    modes.map(|mode| (mode["mode"].clone(), time(&mode["concurrent"]), time(&mode["sequential"]))).collect()
}

/// The counts of a profiler, taken while the program ran, are those of the trace.
#[test]
fn counted_is_measured() {
    let traced = Traced::new("open/SparseThreads");
    let task = ["--task", "SparseThreads$Runner.run"];
    traced.shown(&[&["instrument", "plain", "-o", "counted", "--counters"][..], &task].concat());
    let mut java = Command::new("java");
    java.arg(format!("-Dparatrace.statistics={}", traced.file("counted.stat").display()));
    succeed(java.arg("-cp").arg(traced.file("counted/plain")).arg("SparseThreads"));
    traced.shown(&[&["shared", "trace", "--statistics", "measured.stat"][..], &task].concat());
    let read = |name: &str| -> Statistics { fs::read_to_string(traced.file(name)).unwrap().parse().unwrap() };
    let (counted, measured) = (read("counted.stat"), read("measured.stat"));
    for worker in ["worker 0", "worker 1", "worker 2"] {
        let of = |statistics: &Statistics| {
            let named = |thread: &&ThreadStatistics| thread.name.as_deref() == Some(worker);
            let thread = statistics.threads.iter().find(named).unwrap().clone();
            // Arrays are numbered in another order.
            let counters = thread.counters.into_iter();
            let mut counters: Vec<_> = counters.map(|c| (c.id == 0, c.array, c.length, c.reads, c.writes)).collect();
            counters.sort();
            (thread.methods.into_iter().map(|method| method.method).collect::<Vec<_>>(), counters)
        };
        assert_eq!(of(&counted), of(&measured), "{worker}");
        assert_eq!(of(&counted).1.len(), 6);
    }
}

/// The addresses decide: an open row, or not; a cache that holds everything leaves first accesses.
#[test]
fn memories() {
    let traced = Traced::new("open/SparseThreads");
    let run = |platform: &str| {
        fs::write(traced.file("board.toml"), platform).unwrap();
        traced.json(&["cost", "trace", "--platform", "board.toml", "--mode", "trace"])["runs"][0].clone()
    };
    let plain = run("");
    let figure = |run: &Value, name: &str| number(&run["memory"][name]);
    // Main reads `total`, too.
    assert_eq!(figure(&plain, "accesses"), 3 * (204 + 1400) + 1);
    assert_eq!(figure(&plain, "page") + figure(&plain, "random"), figure(&plain, "accesses"));
    let one_row = run("[sdram]\nbanks = 1\nrow_bytes = 1073741824");
    assert_eq!(figure(&one_row, "random"), 1);
    let cached = run("[cache]\nsize_bytes = 1048576\nline_bytes = 64");
    assert!(figure(&cached, "hits") > figure(&cached, "accesses") / 2);
    let time = |run: &Value| {
        let modes = run["modes"].as_array().unwrap();
        let mode = modes.iter().find(|mode| mode["mode"] == "trace").unwrap();
        mode["concurrent"]["communication_ms"].as_f64().unwrap()
    };
    assert!(time(&one_row) < time(&plain) && time(&cached) < time(&plain));
}

/// Instances of a method are strands, which are awaited where the loop around the call ends.
#[test]
fn calls_as_tasks() {
    let traced = Traced::new("MatrixProduct");
    let data = traced.json(&["shared", "trace"]);
    let tasks = data["tasks"].as_array().unwrap();
    assert!(!tasks.is_empty() && tasks.iter().all(|task| task["kind"] == "method"), "one thread: a method is chosen");
    let task = tasks[0]["task"].as_str().unwrap();
    let cost = &traced.json(&["cost", "trace", "--task", task, "--perfetto", "events.json"])["runs"][0];
    let strands = cost["timeline"]["strands"].as_array().unwrap();
    let workers = strands.iter().filter(|strand| strand["worker"] == true).count() as u64;
    assert_eq!(workers, cost["run"]["workers"].as_array().unwrap().len() as u64);
    let events: Value = serde_json::from_str(&fs::read_to_string(traced.file("events.json")).unwrap()).unwrap();
    assert!(events["traceEvents"].as_array().unwrap().len() > strands.len());
}
