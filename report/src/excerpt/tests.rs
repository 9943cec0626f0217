#![allow(clippy::unwrap_used)]

use super::*;

/// Rows of a list that is cut.
const ROWS: usize = LISTED_ROWS.most;

/// More rows than a complete list has.
const TOO_MANY: usize = LISTED_ROWS.complete + 1;

/// A small report with one candidate.
fn small() -> Report {
    let golden = include_str!("../../tests/golden/raytracer.json");
    let mut report: Report = serde_json::from_str(golden).unwrap();
    let Loop { method, header_pc, .. } = &report.loops[0];
    let candidate = serde_json::json!({"kind": "loop", "method": method, "pc": header_pc, "file": null, "line": 1, "coverage": 0.5,
        "instances": 1, "tasks": 9, "duration_mean": 1.0, "parallelism": 2.0, "self_parallelism": 2.0, "violating_raw": 0,
        "verdict": "independent", "speedup": 1.5, "cores": 8, "blockers": []});
    report.methods = vec![self::method(method, 9)];
    report.candidates = vec![serde_json::from_value(candidate).unwrap()];
    report
}

fn method(name: &str, nodes: u64) -> MethodFigures {
    let figures = serde_json::json!({"method": name, "file": null, "line": 1, "activations": 1, "nodes": nodes, "own_nodes": 1, "critical_path": 1,
        "parallelism": 1.0, "influence": 0.5, "gain": 0.2, "amdahl": 1.0, "self_parallelism": 1.0});
    serde_json::from_value(figures).unwrap()
}

fn looped(method: &str, header_pc: u32, nodes: u64) -> Loop {
    Loop { method: method.to_owned(), header_pc, nodes, ..small().loops[0].clone() }
}

fn names(methods: &[MethodFigures]) -> Vec<&str> {
    methods.iter().map(|found| found.method.as_str()).collect()
}

#[test]
fn small_reports_are_whole() {
    let mut small = small();
    small.methods = vec![method("A.a()V", 1); LISTED_ROWS.complete];
    assert!(!small.methods.is_empty() && !small.loops.is_empty());
    assert_eq!(excerpt(&small), small);
    assert_eq!(left_out(&small), None);
}

#[test]
fn methods_with_the_most_nodes_stay_in_their_order() {
    let mut report = small();
    let advised = report.candidates[0].method.clone();
    let light = [method("A.light()V", 1), method(&advised, 0)];
    let heavy = (0..ROWS).map(|n| method(&format!("B.heavy{n:04}()V"), 9));
    report.methods = light.into_iter().chain(heavy).chain(vec![method("C.light()V", 2); TOO_MANY]).collect();
    let written = excerpt(&report);
    assert_eq!(written.left_out, RowsLeftOut { methods: 1 + TOO_MANY as u64, ..RowsLeftOut::default() });
    let expected: Vec<&str> = names(&report.methods[1..=ROWS + 1]);
    assert_eq!((names(&written.methods), expected[0]), (expected.clone(), advised.as_str()));
    // What has been cut before is counted once.
    assert_eq!(excerpt(&written), written);
    let told = "the JSON leaves out 1,002 methods: --full lists everything";
    assert_eq!(left_out(&written).as_deref(), Some(told));
}

#[test]
fn of_a_method_all_loops_stay_or_none() {
    let mut report = small();
    report.candidates.clear();
    report.loops = vec![looped("A.first()V", 0, 1), looped("A.first()V", 8, 100), looped("B.second()V", 0, 5)];
    report.loops.extend((0..ROWS as u32 - 3).map(|pc| looped("C.many()V", pc, 50)));
    report.loops.extend((0..TOO_MANY as u32).map(|pc| looped("D.light()V", pc, 1)));
    assert_eq!(excerpt(&report).loops.len(), ROWS);
    report.loops.push(looped("B.second()V", 9, 5));
    let written = excerpt(&report);
    assert_eq!(written.left_out, RowsLeftOut { loops: 2 + TOO_MANY as u64, ..RowsLeftOut::default() });
    assert!(written.loops.iter().all(|found| found.method != "B.second()V"));
}

#[test]
fn constructs_with_edges_stay() {
    let mut report = small();
    let (with_edge, candidate) = (2, 4);
    let row = |n: u32| {
        let json = r#"{"method": "A.a()V", "kind": "conditional", "head_pc": 0, "file": null, "line": 1, "instances": 1,
            "duration_total": 1, "duration_mean": 1.0, "violating_raw": 0, "edges": []}"#;
        let construct: Construct = serde_json::from_str(json).unwrap();
        Construct { head_pc: n, duration_total: u64::from(n), ..construct }
    };
    report.constructs = (0..TOO_MANY as u32).map(row).collect();
    let edge = r#"{"kind": "RAW", "head": {"method": "A.a()V", "pc": 0, "line": 1}, "tail": {"method": "A.a()V", "pc": 1, "line": 1},
        "min_distance": 1, "count": 1, "violations": 1, "via": {"kind": "field", "name": "A.f"}}"#;
    report.constructs[with_edge].edges.push(serde_json::from_str(edge).unwrap());
    let found = &report.candidates[0];
    report.constructs[candidate].method.clone_from(&found.method);
    report.constructs[candidate].head_pc = found.pc;
    report.constructs[candidate].kind = ConstructKind::Iteration;
    assert_eq!(found.kind, CandidateKind::Loop);
    let written = excerpt(&report);
    assert_eq!(written.left_out, RowsLeftOut { constructs: (TOO_MANY - ROWS) as u64 - 2, ..RowsLeftOut::default() });
    let expected = [with_edge, candidate].into_iter().chain(TOO_MANY - ROWS..TOO_MANY);
    let expected: Vec<Construct> = expected.map(|at| report.constructs[at].clone()).collect();
    assert_eq!(written.constructs, expected);
}

#[test]
fn flows_calls_and_untraced_methods_are_cut_and_counted() {
    let mut report = small();
    let many = LISTED_ROWS.complete as u64 + 3;
    let name = |n: u64| format!("p/A.m{n:04}()V");
    report.calls = (0..many).map(|n| Call { caller: name(n), callee: name(0), count: n }).collect();
    report.coverage.untraced = (0..many)
        .map(|n| Untraced { method: name(n), reason: if n < many - 494 { "abstract" } else { "too large" }.to_owned() })
        .collect();
    let partner = |n: u64| {
        let unused = serde_json::json!({"name": name(n), "nodes": many - n, "reads": 0, "read_bytes": 0, "unwritten_reads": 0,
            "unwritten_bytes": 0, "writes": 0});
        serde_json::from_value::<Partner>(unused).unwrap()
    };
    let flow = |n: u64| FlowEdge { producer: name(n), consumer: name(many), values: many - n, bytes: 2, share: None };
    let of = |granularity| Communication {
        granularity,
        partners: (0..=many).map(partner).collect(),
        edges: (0..many).map(flow).collect(),
        left_out: LeftOut::default(),
    };
    report.communication = vec![of(Granularity::CallPath), of(Granularity::Loop)];
    let written = excerpt(&report);
    assert_eq!(written.left_out, RowsLeftOut { calls: 503, untraced: 503, ..RowsLeftOut::default() });
    assert_eq!(written.calls, report.calls[503..]);
    let abstract_ones = written.coverage.untraced.iter().filter(|method| method.reason == "abstract").count();
    assert_eq!((abstract_ones, written.coverage.untraced.len()), (6, ROWS));
    assert_eq!(written.communication[0], report.communication[0]);
    let loops = &written.communication[1];
    assert_eq!(loops.edges, report.communication[1].edges[..ROWS]);
    assert_eq!(loops.left_out, LeftOut { edges: 503, values: 126_756, bytes: 1006, partners: 503 });
    // The one that all edges lead to has the fewest nodes.
    assert_eq!(loops.partners.last().unwrap().name, name(many));
    let told = "the JSON leaves out 503 pairs of caller and callee, 503 edges of communication, 503 untraced methods: --full lists everything";
    assert_eq!(left_out(&written).as_deref(), Some(told));
}
