//! The critical path with what threads synchronise on, of programs whose schedule does not matter for it, worked out by hand, and of
//! programs of every kind by its definition.

use crate::common::Traced;
use paratrace_oracle::chain::trace_differs;
use paratrace_traceformat::trace::TraceDir;
use serde_json::Value;

fn traced(name: &str) -> Traced {
    Traced::new(&format!("meetings/{name}"))
}

/// Line, method called there, count and nodes of the meetings of a kind.
fn meetings(path: &Value, kind: &str) -> Vec<(i64, String, u64, u64)> {
    let all = path["with_synchronization"]["meetings"].as_array().unwrap().iter();
    let row = |meeting: &Value| {
        let (at, number) = (&meeting["acquired"], |key: &str| meeting[key].as_u64().unwrap());
        let call = at["call"].as_str().unwrap_or_default().to_owned();
        (at["line"].as_i64().unwrap_or_default(), call, number("count"), number("nodes"))
    };
    all.filter(|meeting| meeting["kind"] == kind).map(row).collect()
}

/// Each of 16 threads waits for the one before, and then computes: `iload_0`, `istore_2` (line 22), 200 times `iload_2`, `imul`, `iadd`,
/// `istore_2` (23), `iload_2`, `iastore` (24). The first one gets its number by two nodes of a lambda.
#[test]
fn threads_that_are_joined_in_turn() {
    let program = traced("Joins");
    let path = program.json(&["critical-path", "trace"]);
    let call = "java/lang/Thread.join()V".to_owned();
    assert_eq!(meetings(&path, "end"), [(20, call.clone(), 15, 15 * 804 + 2), (13, call, 1, 804)]);
    let lines = path["with_synchronization"]["lines"].as_array().unwrap();
    assert_eq!((&lines[0]["line"], &lines[0]["nodes"]), (&23.into(), &(16 * 800).into()));
    let of_data = path["thread"]["critical_path"].as_u64().unwrap();
    assert!((806..1000).contains(&of_data), "{of_data}");
}

/// 400 sections in turn, whoever comes first: `iload_0`, `istore_2`, 20 times `iload_2`, `imul`, `iadd`, `istore_2`, then `iload_2`, `iand`,
/// `iadd`, `putstatic`.
#[test]
fn threads_under_one_lock() {
    let program = traced("OneLock");
    let path = program.json(&["critical-path", "trace"]);
    let monitors = &path["with_synchronization"]["monitors"];
    assert_eq!((&monitors[0]["line"], &monitors[0]["nodes"]), (&13.into(), &(400 * 86).into()), "{monitors}");
    let found = meetings(&path, "monitor");
    assert_eq!((found.len(), found[0].0, found[0].2), (1, 13, 399));
    let why = program.json(&["why", "trace", "OneLock.java:13"]);
    assert_eq!(why["with_synchronization"]["monitors"], *monitors);
    assert_eq!(why["with_synchronization"]["meetings"][0]["count"], 399);
    let shown = program.shown(&["critical-path", "trace"]);
    assert!(shown.contains("the lock entered at OneLock.java:13 in OneLock.run"), "{shown}");
}

/// Turns that a monitor gives: each waits for the one before.
#[test]
fn threads_that_take_turns() {
    let path = traced("HandOver").json(&["critical-path", "trace"]);
    let turns: u64 =
        meetings(&path, "monitor").iter().filter(|found| [12, 14].contains(&found.0)).map(|found| found.2).sum();
    assert!(turns >= 99, "{turns}");
    let of_turns = &path["with_synchronization"]["monitors"][0];
    assert_eq!(of_turns["line"], 12);
    assert!(of_turns["nodes"].as_u64().unwrap() >= 100 * 86, "{of_turns}");
}

/// Where the JDK is not traced, threads meet at its objects.
#[test]
fn threads_that_meet_inside_the_jdk() {
    let path = traced("Pool").json(&["critical-path", "trace"]);
    let results = meetings(&path, "result");
    assert!(results.iter().any(|found| found.0 == 10 && found.1.contains("Future.get")), "{results:?}");
    let path = traced("PingPong").json(&["critical-path", "trace"]);
    let starts = path["with_synchronization"]["meetings"].as_array().unwrap().iter();
    let starts: Vec<&Value> = starts.filter(|meeting| meeting["kind"] == "start").collect();
    assert!(starts.iter().all(|start| start["released"]["line"] == 11 && start["acquired"].is_null()), "{starts:?}");
}

#[test]
fn paths_are_those_of_the_definition() {
    for name in ["Joins", "HandOver", "PingPong", "OneLock", "Pool"] {
        let program = traced(name);
        let differs = trace_differs(&TraceDir::open(program.file("trace")).unwrap());
        assert_eq!(differs, None, "{name}");
    }
}
