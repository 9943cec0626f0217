//! Calls of a traced JDK that are only counted, and the same calls followed.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::common::{parsed, root, succeed};
use crate::{command, compiled, marked, verdicts};

/// Runs the program, and returns its report.
fn run(dir: &std::path::Path, options: &[&str], plain: &[u8]) -> Value {
    let words = [&["run"], options, &["--json", "report.json", "java", "-cp", "classes", "Counted"]].concat();
    assert_eq!(succeed(&mut command(dir, &words)).stdout, plain);
    let report = parsed(&fs::read_to_string(dir.join("report.json")).unwrap());
    let completeness = &report["completeness"];
    assert!(completeness["complete"] == true && completeness["unread_events"] == 0, "{completeness}");
    report
}

/// What a call has done to elements is there when it ends, and not before; nobody may change what it reads until then.
#[test]
fn calls_that_work_on_elements_do_not_overlap_with_the_next_iteration() {
    let source = root().join("cli/tests/jdk/Ordered.java");
    let dir = compiled(&source);
    succeed(&mut command(dir.path(), &["run", "--full", "--json", "report.json", "java", "-cp", "classes", "Ordered"]));
    let report = parsed(&fs::read_to_string(dir.path().join("report.json")).unwrap());
    let source = fs::read_to_string(source).unwrap();
    assert_eq!(verdicts(&report, &marked(&source, "in order")), ["serial"; 3]);
    assert_eq!(verdicts(&report, &marked(&source, "apart")), ["independent"]);
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

/// The methods of the program that execute most: their calls and instructions, callees included. What depends on hashes of objects, as parsed
/// dates do, differs between runs.
fn methods(report: &Value) -> Vec<(String, f64, f64)> {
    let of_program = |row: &&Value| row["method"].as_str().unwrap().starts_with("Counted");
    let all = report["methods"].as_array().unwrap().iter().filter(of_program);
    let mut rows: Vec<_> = all
        .map(|row| (row["method"].as_str().unwrap().to_owned(), number(&row["activations"]), number(&row["nodes"])))
        .filter(|(method, ..)| !method.contains("wrong") && !method.contains("main"))
        .filter(|&(.., nodes)| nodes > 1_000.0)
        .collect();
    rows.sort_by(|a, b| a.0.cmp(&b.0));
    rows
}

/// Verdicts of loops. Of two calls that read of objects of the program, only a run that follows them shows that they do not meet.
fn loops(report: &Value) -> Vec<(String, u64)> {
    let all = report["candidates"].as_array().unwrap().iter().filter(|one| one["kind"] == "loop");
    let mut rows: Vec<_> =
        all.map(|one| (one["verdict"].as_str().unwrap().to_owned(), one["line"].as_u64().unwrap())).collect();
    rows.sort();
    rows
}

#[test]
fn what_is_counted_is_as_much_as_what_is_followed() {
    let dir = compiled(&root().join("cli/tests/jdk/Counted.java"));
    let plain = succeed(Command::new("java").args(["-cp", "classes", "Counted"]).current_dir(dir.path())).stdout;
    let followed = run(dir.path(), &["--follow-jdk"], &plain);
    let counted = run(dir.path(), &[], &plain);
    let [all, inside] = [&counted["nodes"], &counted["coverage"]["jdk"]["counted_nodes"]].map(number);
    assert!(inside > 0.5 * all, "{inside} of {all} instructions are counted");
    assert!(followed["coverage"]["jdk"].get("counted_nodes").is_none());
    assert_eq!(methods(&counted), methods(&followed));
    assert_eq!(loops(&counted), loops(&followed));
}
