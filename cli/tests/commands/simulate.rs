//! Loops and calls of which it is known what running them in parallel brings.

use crate::common::{paratrace, rewritten, root, traced};
use paratrace_analyzer::model::{Freed, LadderRung, SimulatedKind, Simulation, Simulations};
use paratrace_analyzer::simulation::{Selection, SimulationOptions, simulate};
use paratrace_traceformat::trace::TraceDir;
use std::fs;
use tempfile::TempDir;

/// Speed-ups within this of what is expected: tests of loops and their last iterations take time, too.
const TOLERANCE: f64 = 0.15;

/// A rung: its name, speed-ups on 2 and on 8 cores.
type Expected = (String, [Option<f64>; 2]);

/// Line and rungs.
fn expected(source: &str) -> Vec<(i32, Vec<Expected>)> {
    let lines = source.lines().zip(1..);
    let comments = lines.filter_map(|(line, number)| Some((number, line.split_once("// expect: ")?.1)));
    comments.map(|(line, rungs)| (line, rungs.split(", ").map(rung).collect())).collect()
}

fn rung(text: &str) -> Expected {
    let words: Vec<&str> = text.split(' ').collect();
    let speedup = |word: &str| (word != "_").then(|| word.parse().unwrap());
    (words[0].to_owned(), [speedup(words[1]), speedup(words[2])])
}

fn trace(class: &str) -> (TempDir, TraceDir, String) {
    let dir = tempfile::tempdir().unwrap();
    let source = format!("tests/programs/simulate/{class}.java");
    traced(dir.path(), "trace", &[&rewritten(&source, dir.path())]);
    let trace = TraceDir::open(dir.path().join("trace")).unwrap();
    (dir, trace, fs::read_to_string(root().join(source)).unwrap())
}

/// A name as JSON has it.
fn word(value: &impl serde::Serialize) -> String {
    serde_json::to_value(value).unwrap().as_str().unwrap().to_owned()
}

fn name(rung: &LadderRung) -> String {
    match rung.frees {
        Freed::Dependence => word(&rung.through[0].kind),
        frees => word(&frees),
    }
}

/// The difference of a candidate from what is expected, if any.
fn differs(found: &Simulation, expected: &[Expected]) -> Option<String> {
    let rung = |name_: &str| found.ladder.iter().find(|rung| name(rung) == name_);
    expected.iter().find_map(|(name, speedups)| {
        let Some(rung) = rung(name) else { return Some(format!("no rung {name}")) };
        let pairs = rung.runs.iter().zip(speedups);
        let close = pairs.clone().all(|(run, expected)| {
            expected.is_none_or(|expected| (run.local_speedup / expected - 1.0).abs() < TOLERANCE)
        });
        (!close).then(|| format!("{name}: {:?}", pairs.map(|(run, _)| run.local_speedup).collect::<Vec<_>>()))
    })
}

#[test]
fn known_gains() {
    let (_dir, trace, source) = trace("Ladders");
    let options = SimulationOptions {
        selection: Selection::All,
        cores: vec![2, 8],
        task_cost: 0,
        ladder: 3,
        ..SimulationOptions::default()
    };
    let Simulations { simulations, .. } = simulate(&trace, None, &options).unwrap();
    let mut wrong = Vec::new();
    for (line, expected) in expected(&source) {
        let method = |line: i32| source.lines().nth(line as usize - 1).unwrap().contains("static");
        let is_it = |one: &&Simulation| match one.kind {
            SimulatedKind::Loop | SimulatedKind::Stream => one.line == line,
            // The first line with code comes after that of the declaration.
            SimulatedKind::Method => method(line) && one.line == line + 1,
        };
        match simulations.iter().find(is_it) {
            Some(found) => wrong.extend(differs(found, &expected).map(|why| format!("line {line}: {why}"))),
            None => wrong.push(format!("line {line}: not simulated")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_command_tells_them() {
    let (dir, _trace, _) = trace("Ladders");
    let mut simulate = paratrace();
    simulate.arg("simulate").arg(dir.path().join("trace")).args(["--method", "Ladders.tree", "--cores", "4"]);
    let output = simulate.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("calls of Ladders.tree"), "{text}");
    assert!(text.contains("Best plans"), "{text}");
}
