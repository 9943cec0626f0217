//! Reports whose lists are cut: what they do not list is not known.
#![allow(clippy::unwrap_used)]

use paratrace_analyzer::Report;
use paratrace_analyzer::model::RowsLeftOut;
use serde_json::json;

use crate::{Run, diff, merge};

/// A report with one method, whose calls two dependences leave; of these it lists some, through fields.
fn report(listed: &[&str], edges_left_out: u64) -> Report {
    let golden = include_str!("../../report/tests/golden/raytracer.json");
    let mut report: Report = serde_json::from_str(golden).unwrap();
    let end = |pc: u32| json!({"method": "A.a()V", "pc": pc, "line": 1});
    let edge = |field: &&str| {
        json!({"kind": "RAW", "head": end(0), "tail": end(1), "min_distance": 1, "count": 5, "violations": 5,
            "via": {"kind": "field", "name": field}})
    };
    let edges: Vec<_> = listed.iter().map(edge).collect();
    let construct = json!({"method": "A.a()V", "kind": "method", "head_pc": 0, "file": null, "line": 1, "instances": 1,
        "duration_total": 1, "duration_mean": 1.0, "violating_raw": 10, "edges": edges, "edges_left_out": edges_left_out});
    report.constructs = vec![serde_json::from_value(construct).unwrap()];
    report.edges_left_out = edges_left_out;
    let method = json!({"method": "A.b()V", "file": null, "line": 1, "activations": 1, "nodes": 9, "own_nodes": 1, "critical_path": 1,
        "parallelism": 1.0, "influence": 0.5, "gain": 0.2, "amdahl": 1.0, "self_parallelism": 1.0});
    report.methods = vec![serde_json::from_value(method).unwrap()];
    report.program.map = Some("map".to_owned());
    report
}

/// The fields of the dependences that only one of the runs has.
fn told(before: &Report, after: &Report) -> Vec<String> {
    diff(before, after).dependences.into_iter().map(|pair| pair.via.name).collect()
}

#[test]
fn dependences_that_a_report_may_leave_out_are_not_gone() {
    let whole = report(&["A.f", "A.g"], 0);
    assert_eq!(told(&whole, &report(&["A.f"], 0)), ["A.g"]);
    assert!(told(&whole, &report(&["A.f"], 1)).is_empty());
    assert!(told(&report(&["A.f"], 1), &whole).is_empty());
    // It leaves something out, but nothing that violates.
    let mut harmless = report(&["A.f"], 1);
    harmless.constructs[0].violating_raw = 5;
    assert_eq!(told(&whole, &harmless), ["A.g"]);
    // Nothing of this construct is left out.
    let mut elsewhere = report(&["A.f"], 0);
    elsewhere.edges_left_out = 3;
    elsewhere.left_out.constructs = 2;
    assert_eq!(told(&whole, &elsewhere), ["A.g"]);
    // The construct may be among those that are left out.
    elsewhere.constructs[0].method = "B.b()V".to_owned();
    assert!(!told(&whole, &elsewhere).contains(&"A.g".to_owned()));
}

#[test]
fn regions_that_a_report_may_leave_out_are_not_gone() {
    let whole = report(&[], 0);
    let mut cut = whole.clone();
    let (looped, method) = (cut.loops[0].clone(), cut.methods[0].clone());
    cut.loops.retain(|found| found.method != looped.method);
    cut.methods.retain(|found| found.method != method.method);
    let alone = |before: &Report, after: &Report| {
        let diff = diff(before, after);
        let loops = diff.loops.iter().any(|pair| pair.matched_by.is_none());
        (loops, diff.methods.iter().any(|pair| pair.matched_by.is_none()))
    };
    assert_eq!((alone(&whole, &cut), alone(&cut, &whole)), ((true, true), (true, true)));
    cut.left_out = RowsLeftOut { loops: 1, methods: 1, ..RowsLeftOut::default() };
    assert_eq!((alone(&whole, &cut), alone(&cut, &whole)), ((false, false), (false, false)));
}

#[test]
fn methods_of_cut_lists_have_not_changed_their_descriptors() {
    let mut before = report(&[], 0);
    let mut after = before.clone();
    before.methods[0].method = "A.moved(I)V".to_owned();
    after.methods[0].method = "A.moved(J)V".to_owned();
    let pairs = |before: &Report, after: &Report| {
        let both = |pair: &crate::diff::Pair<_>| pair.before.is_some() && pair.after.is_some();
        diff(before, after).methods.iter().filter(|pair| both(pair)).count()
    };
    let all = before.methods.len();
    assert_eq!(pairs(&before, &after), all);
    after.left_out.methods = 1;
    assert_eq!(pairs(&before, &after), all - 1);
}

#[test]
fn candidates_may_have_run_where_rows_are_left_out() {
    let mut one = report(&[], 0);
    let found = json!({"kind": "call", "method": "A.a()V", "pc": 0, "file": null, "line": 1, "coverage": 0.5, "instances": 1,
        "tasks": 9, "duration_mean": 1.0, "parallelism": 2.0, "self_parallelism": 2.0, "violating_raw": 0,
        "verdict": "independent", "speedup": 1.5, "cores": 8, "blockers": []});
    one.candidates = vec![serde_json::from_value(found).unwrap()];
    let mut other = report(&[], 0);
    let not_judged_in = |other: &Report| {
        let runs = [Run { name: "one", report: &one }, Run { name: "other", report: other }];
        merge(&runs).unwrap().candidates[0].not_judged_in.clone()
    };
    assert!(not_judged_in(&other).is_empty());
    other.left_out.methods = 1;
    assert_eq!(not_judged_in(&other), [1]);
}
