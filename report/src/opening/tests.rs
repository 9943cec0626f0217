#![allow(clippy::unwrap_used)]

use super::*;
use paratrace_analyzer::model::Plan;
use serde_json::{Value, json};

/// A report with these candidates: the construct says that dependences were followed.
fn report(candidates: &[Value]) -> Report {
    let mut report: Value = serde_json::from_str(include_str!("../../tests/golden/empty.json")).unwrap();
    report["nodes"] = json!(1000);
    report["candidates"] = json!(candidates);
    report["constructs"] = json!([{
        "method": "Main.main()V", "kind": "method", "head_pc": 0, "file": null, "line": 1, "instances": 1,
        "duration_total": 1000, "duration_mean": 1000.0, "violating_raw": 0, "edges": []
    }]);
    serde_json::from_value(report).unwrap()
}

/// A loop, or calls, with speed-ups on 2 and on 8 cores.
fn candidate(kind: &str, line: u32, coverage: f64, verdict: &str, gains: [f64; 2]) -> Value {
    json!({
        "kind": kind, "method": "app/Scanner.scan()V", "pc": line, "file": "Scanner.java", "line": line,
        "coverage": coverage, "instances": 1, "tasks": 100, "duration_mean": 10.0, "parallelism": 1.0,
        "self_parallelism": 1.0, "violating_raw": 0, "verdict": verdict, "speedup": gains[0], "cores": 2,
        "gains": [
            {"cores": 2, "speedup": gains[0], "grain": 1}, {"cores": 8, "speedup": gains[1], "grain": 1}
        ],
        "blockers": []
    })
}

/// A candidate that is stopped through a field.
fn stopped(kind: &str, coverage: f64, verdict: &str) -> Value {
    let point = json!({"method": "app/Scanner.scan()V", "pc": 1, "line": 7});
    let mut stopped = candidate(kind, 5, coverage, verdict, [1.0, 1.0]);
    stopped["gains"] = json!([]);
    stopped["blockers"] = json!([{
        "via": {"kind": "field", "name": "app/Scanner.pos"}, "nature": "flow", "operation": null, "advice": "none",
        "head": point, "tail": point, "edges": {"RAW": 1, "WAR": 0, "WAW": 0}, "calls": 0, "min_distance": 1,
        "iterations": 1, "example": [0, 1]
    }]);
    stopped
}

fn opening_of(candidates: &[Value]) -> String {
    opening(&report(candidates)).join(" ")
}

fn independent(line: u32, coverage: f64, gains: [f64; 2]) -> Value {
    candidate("loop", line, coverage, "independent", gains)
}

#[test]
fn a_loop_that_waits_and_others_that_need_not() {
    let mut report =
        report(&[stopped("loop", 0.65, "serial"), independent(20, 0.2, [1.1, 1.2]), independent(30, 0.1, [1.05, 1.1])]);
    let first = "Most of this run, 65 %, is one loop (Scanner.java:5) whose iterations wait for each other through Scanner.pos.";
    let second = "Two other loops could run in parallel today: the best of them 1.10× on 2 cores, 1.20× on 8.";
    assert_eq!(opening(&report), [first, second]);
    let plan = |cores, speedup| Plan { cores: Some(cores), speedup, candidates: vec![1, 2] };
    report.plans = vec![plan(2, 1.15), plan(8, 1.3)];
    let planned = "Two other loops could run in parallel today: together 1.15× on 2 cores, 1.30× on 8.";
    assert_eq!(opening(&report), [first, planned]);
    report.completeness.complete = false;
    assert!(opening(&report)[0].starts_with("Most of what was recorded of this run, 65 %, is one loop"));
}

#[test]
fn a_loop_that_could_run_in_parallel_is_told_before_one_around_it() {
    let main = independent(20, 0.93, [1.9, 3.4]);
    let first = "Most of this run, 93 %, is one loop (Scanner.java:20) whose iterations could run in parallel: 1.90× on 2 cores, 3.40× on 8.";
    let around = stopped("loop", 1.0, "serial");
    assert_eq!(opening_of(&[main.clone(), around]), format!("{first} Nothing was found that would add to that."));
    let mut both = report(&[main, independent(30, 0.05, [1.03, 1.05])]);
    both.plans = vec![Plan { cores: Some(2), speedup: 1.95, candidates: vec![0, 1] }];
    assert_eq!(opening(&both), [first, "With one other loop: together 1.95× on 2 cores."]);
}

#[test]
fn what_must_be_changed_is_not_for_today() {
    let told = opening_of(&[stopped("loop", 0.6, "search"), candidate("loop", 9, 0.3, "reduction", [1.2, 1.3])]);
    assert!(
        told.contains("is one loop (Scanner.java:5) whose iterations each decide whether there is a next one."),
        "{told}"
    );
    assert!(told.ends_with("One other loop could run in parallel as advised: 1.20× on 2 cores, 1.30× on 8."), "{told}");
    let told = opening_of(&[candidate("call", 9, 0.6, "future", [1.2, 1.2])]);
    assert!(told.starts_with("Most of this run, 60 %, is calls of Scanner.scan (Scanner.java:9) that could run beside what follows them: 1.20×"), "{told}");
}

#[test]
fn what_is_gathered_in_safe_objects_needs_no_change() {
    let mut counting = candidate("loop", 20, 0.9, "reduction", [1.8, 4.0]);
    counting["blockers"] = stopped("loop", 0.9, "serial")["blockers"].clone();
    counting["blockers"][0]["nature"] = json!("atomic");
    let told = "could run in parallel: what they gather is safe to share already";
    assert!(opening_of(&[counting.clone()]).contains(told));
    counting["blockers"][0]["nature"] = json!("collect");
    assert!(!opening_of(&[counting]).contains(told));
}

#[test]
fn nothing_can_run_in_parallel() {
    let mut main = stopped("loop", 0.8, "serial");
    let nothing = "Nothing was found that would gain by running in parallel today";
    assert!(opening_of(&[main.clone()]).ends_with(&format!("{nothing}.")));
    main["unblocked"] = json!({
        "without": [{"kind": "field", "name": "app/Scanner.pos"}], "gains": [{"cores": 2, "speedup": 1.6, "grain": 1}]
    });
    assert!(opening_of(&[main]).ends_with(&format!("{nothing}; without Scanner.pos it would: 1.60× on 2 cores.")));
    let small = opening_of(&[independent(5, 0.8, [0.5, 0.6])]);
    assert!(
        small
            .contains("whose iterations could run in parallel, but are too small or too uneven to gain by it. Nothing"),
        "{small}"
    );
    let calls = opening_of(&[stopped("call", 0.8, "serial")]);
    assert!(
        calls.contains(
            "is calls of Scanner.scan (Scanner.java:5) that what follows has to wait for, through Scanner.pos."
        ),
        "{calls}"
    );
}

#[test]
fn what_is_not_known_is_said() {
    let told = opening_of(&[stopped("loop", 0.8, "not-known")]);
    let unknown = "one loop (Scanner.java:5) of which it is not known whether iterations wait for each other";
    assert!(told.contains(unknown), "{told}");
    let mut report = report(&[]);
    report.constructs.clear();
    assert!(opening(&report)[1].starts_with("Its dependences were not followed"));
}

#[test]
fn threads_that_run_already() {
    let mut report = report(&[independent(5, 0.1, [1.05, 1.1])]);
    report.in_threads = vec![InThreads {
        method: "app/Worker.run()V".to_owned(),
        file: Some("Worker.java".to_owned()),
        line: 3,
        threads: 4,
        nodes: 850,
        share: 0.85,
        balance: 0.9,
    }];
    let first = "Most of this run, 85 %, runs in four threads already: Worker.run (Worker.java:3).";
    let second = "One other loop could run in parallel today: 1.05× on 2 cores, 1.10× on 8.";
    assert_eq!(opening(&report), [first, second]);
    report.candidates.clear();
    assert_eq!(opening(&report)[1], "Nothing else was found that would gain by running in parallel today.");
}

#[test]
fn most_of_the_run_is_outside_loops() {
    let mut report = report(&[]);
    assert_eq!(opening(&report)[0], "No loop was executed in this run.");
    let looped: Report = serde_json::from_str(include_str!("../../tests/golden/raytracer.json")).unwrap();
    report.loops = looped.loops.into_iter().take(1).collect();
    report.loops[0].influence = 0.206;
    assert_eq!(opening(&report)[0], "Most of this run, at least 79 %, is outside any loop.");
    report.nodes = 0;
    assert!(opening(&report).is_empty());
}

#[test]
fn a_maximum_so_far_is_no_sum() {
    let mut scan = candidate("loop", 5, 0.9, "scan", [1.5, 2.5]);
    scan["blockers"] = stopped("loop", 0.9, "serial")["blockers"].clone();
    scan["blockers"][0]["nature"] = json!("scan");
    for (operation, way) in [("maximum", "a parallel prefix:"), ("sum", "a parallel prefix sum:")] {
        scan["blockers"][0]["operation"] = json!(operation);
        let told = opening_of(&[scan.clone()]);
        assert!(told.contains(&format!("whose iterations could run as {way}")), "{told}");
    }
}

#[test]
fn parallelism_without_a_candidate_is_explained() {
    let mut report = report(&[]);
    report.parallelism = 10_635.9;
    let told = opening(&report).join(" ");
    let explained = "today. The parallelism above, 10,635.9, is between single instructions: no loop, stream or call was found that is worth tasks of its own.";
    assert!(told.ends_with(explained), "{told}");
    report.parallelism = 1.5;
    assert!(opening(&report).join(" ").ends_with("by running in parallel today."));
}
