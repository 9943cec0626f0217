//! Loops of which it is known how they can run in parallel get that verdict, and near misses do not.

use crate::common::{rewritten, root, traced};
use paratrace_analyzer::model::{Advice, Candidate, CandidateKind, Nature, Remedy, ViaKind};
use paratrace_analyzer::{Options, Report, analyze};
use paratrace_traceformat::trace::TraceDir;
use std::collections::BTreeSet;
use std::fs;

/// Line, verdict, natures.
type Expected = (i32, String, Vec<String>);

fn expected(source: &str) -> Vec<Expected> {
    let lines = source.lines().zip(1..);
    let comments = lines.filter_map(|(line, number)| Some((number, line.split_once("// expect: ")?.1)));
    comments
        .map(|(number, words)| {
            let mut words = words.split(' ').map(str::to_owned);
            (number, words.next().unwrap(), words.collect())
        })
        .collect()
}

fn report(class: &str) -> (Report, String) {
    let dir = tempfile::tempdir().unwrap();
    let source = format!("tests/programs/advice/{class}.java");
    traced(dir.path(), "trace", &[&rewritten(&source, dir.path())]);
    let report = analyze(&TraceDir::open(dir.path().join("trace")).unwrap(), &Options::default()).unwrap();
    (report, fs::read_to_string(root().join(source)).unwrap())
}

/// A name as JSON has it.
fn word(value: &impl serde::Serialize) -> String {
    serde_json::to_value(value).unwrap().as_str().unwrap().to_owned()
}

fn natures(candidate: &Candidate) -> Vec<String> {
    let all = candidate.blockers.iter().map(|blocker| blocker.nature).filter(|&nature| nature != Nature::Counter);
    all.map(|nature| word(&nature)).collect()
}

#[test]
fn verdicts() {
    let (report, source) = report("Advice");
    let mut wrong = Vec::new();
    for (line, verdict, expected) in expected(&source) {
        let is_it = |c: &&Candidate| c.kind == CandidateKind::Loop && c.line == line;
        let found = report.candidates.iter().find(is_it);
        let found = found.map(|c| (word(&c.verdict), natures(c)));
        if found.as_ref() != Some(&(verdict.clone(), expected.clone())) {
            wrong.push(format!("line {line}: expected {verdict} {expected:?}, found {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Names of the variables that `via` names, in methods of that name.
fn variables(report: &Report, method: &str) -> BTreeSet<String> {
    let own = report.candidates.iter().filter(|c| c.method.contains(&format!(".{method}(")));
    own.flat_map(|c| &c.blockers).filter_map(|blocker| blocker.via.variable.clone()).collect()
}

#[test]
fn blockers_have_the_names_of_variables() {
    let (report, _) = report("Advice");
    for (method, expected) in [("sum", "sum"), ("product", "product"), ("greatestByHand", "best")] {
        let found = variables(&report, method);
        assert_eq!(found, BTreeSet::from(["i".to_owned(), expected.to_owned()]), "{method}");
    }
    let edges = report.constructs.iter().flat_map(|c| &c.edges);
    let unnamed = edges.filter(|edge| matches!(edge.via.kind, ViaKind::Local | ViaKind::Parameter));
    let unnamed: Vec<_> = unnamed.filter(|edge| edge.via.variable.is_none()).map(|edge| &edge.head).collect();
    assert!(unnamed.is_empty(), "{unnamed:?}");
}

/// What holds the arrays of the one blocker through elements, of the loop in a method of that name.
fn arrays(report: &Report, method: &str) -> Vec<String> {
    let own = report.candidates.iter().filter(|c| c.method.contains(&format!(".{method}(")));
    let elements = own.flat_map(|c| &c.blockers).filter(|blocker| blocker.via.kind == ViaKind::Element);
    let all: Vec<_> = elements.map(|blocker| blocker.via.arrays.names().to_vec()).collect();
    assert_eq!(all.len(), 1, "{method}");
    all.into_iter().flatten().collect()
}

#[test]
fn blockers_have_the_names_of_arrays_where_these_are_certain() {
    let (report, _) = report("Arrays");
    let expected: [(&str, &[&str]); 7] = [
        ("local", &["u1"]),
        ("field", &["Arrays.cells"]),
        ("rows", &["grid"]),
        ("several", &["left", "right"]),
        ("chosen", &[]),
        ("returned", &[]),
        ("handed", &["whole"]),
    ];
    for (method, expected) in expected {
        assert_eq!(arrays(&report, method), expected, "{method}");
    }
}

#[test]
fn only_floating_point_rounds() {
    let (report, _) = report("Advice");
    for (method, expected) in [("sum", Remedy::PartialResults), ("product", Remedy::PartialRoundedResults)] {
        let own = report.candidates.iter().filter(|c| c.method.contains(&format!(".{method}(")));
        let reductions = own.flat_map(|c| &c.blockers).filter(|blocker| blocker.nature == Nature::Reduction);
        let advice: Vec<&Advice> = reductions.map(|blocker| &blocker.advice).collect();
        assert_eq!(advice, [&Advice::Remedy(expected)], "{method}");
    }
}
