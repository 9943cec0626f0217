//! Loops of which it is known how they can run in parallel get that verdict, and near misses do not.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{javac, paratrace, root, succeed};
use paratrace_analyzer::results::{Candidate, CandidateKind, Nature};
use paratrace_analyzer::{Options, Report, analyze};
use paratrace_traceformat::trace::TraceDir;
use std::fs;
use std::process::Command;

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

fn report(name: &str) -> (Report, String) {
    let dir = tempfile::tempdir().unwrap();
    let source = root().join("tests/programs/advice").join(format!("{name}.java"));
    javac(std::slice::from_ref(&source), &dir.path().join("plain"));
    succeed(paratrace().arg("instrument").arg(dir.path().join("plain")).arg("-o").arg(dir.path().join("traced")));
    let trace = dir.path().join("trace");
    let mut java = Command::new("java");
    java.arg(format!("-Dparatrace.dir={}", trace.display())).arg("-cp").arg(dir.path().join("traced/plain")).arg(name);
    succeed(&mut java);
    let report = analyze(&TraceDir::open(&trace).unwrap(), &Options::default()).unwrap();
    (report, fs::read_to_string(source).unwrap())
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
