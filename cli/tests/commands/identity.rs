//! Programs with so many arrays that some would have the same identity hash: each is known as itself.

use std::path::Path;

use serde_json::Value;

use crate::common::{paratrace, parsed, rewritten, root, succeed, traced};

const PROGRAM: &str = "tests/programs/identity/ManyArrays.java";

const CLONES: &str = "tests/programs/identity/Clones.java";

/// Lines of loops whose iterations are independent.
fn independent_lines(program: &str) -> Vec<u64> {
    let source = std::fs::read_to_string(root().join(program)).unwrap();
    let lines = source.lines().zip(1..);
    lines.filter(|(line, _)| line.ends_with("// independent")).map(|(_, number)| number).collect()
}

fn report(dir: &Path, trace: &str, words: &[&str]) -> Value {
    traced(dir, trace, words);
    succeed(paratrace().args(["analyze", trace, "--json", "report.json"]).current_dir(dir));
    parsed(&std::fs::read_to_string(dir.join("report.json")).unwrap())
}

/// The verdicts on executed loops that the program's comments call independent and the report does not.
fn wrong(report: &Value, program: &str) -> Vec<String> {
    let lines = independent_lines(program);
    let candidates = report["candidates"].as_array().unwrap().iter();
    let known: Vec<&Value> =
        candidates.filter(|one| one["line"].as_u64().is_some_and(|l| lines.contains(&l))).collect();
    assert!(!known.is_empty(), "{report}");
    let wrong = known.iter().filter(|one| one["verdict"] != "independent");
    wrong.map(|one| format!("line {}: {} {}", one["line"], one["verdict"], one["blockers"])).collect()
}

/// True if a verdict of the report is said to be uncertain.
fn doubted(report: &Value) -> bool {
    report["candidates"].as_array().unwrap().iter().any(|one| one["identity_uncertain"] == true)
}

/// 200,000 random hashes of 31 bits have 9 pairs, a million has 233.
#[test]
fn arrays_are_not_mixed_up() {
    let dir = tempfile::tempdir().unwrap();
    let class = rewritten(PROGRAM, dir.path());
    for kind in ["ints", "objects", "clones", "nested", "copies", "threads"] {
        let report = report(dir.path(), kind, &["-Xverify:all", &class, kind, "200000"]);
        assert_eq!(report["completeness"]["complete"], true, "{kind}");
        assert_eq!(wrong(&report, PROGRAM), [""; 0], "{kind}");
        let identity = &report["completeness"]["identity"];
        if ["ints", "objects", "clones"].contains(&kind) {
            assert!(identity["created"].as_u64().unwrap() > 200_000, "{identity}");
            assert_eq!(identity["reused"], 0, "{kind}");
            assert!(identity["expected_coincidences"].as_f64().unwrap() < 0.5, "{identity}");
            assert!(!doubted(&report), "{kind}");
        }
        std::fs::remove_dir_all(dir.path().join(kind)).unwrap();
    }
    let report = report(dir.path(), "million", &[&class, "ints", "1000000"]);
    assert_eq!(wrong(&report, PROGRAM), [""; 0]);
}

/// A JVM that gives all objects one hash: nothing can be told apart, and the report says so.
#[test]
fn verdicts_that_rest_on_equal_hashes_are_marked() {
    let dir = tempfile::tempdir().unwrap();
    let class = rewritten(PROGRAM, dir.path());
    let constant = ["-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=2", &class, "ints", "2000"];
    let report = report(dir.path(), "trace", &constant);
    assert!(report["completeness"]["identity"]["reused"].as_u64().unwrap() > 1_900);
    assert!(doubted(&report), "{}", report["candidates"]);
    let text = succeed(paratrace().args(["analyze", "trace"]).current_dir(dir.path()));
    assert!(String::from_utf8_lossy(&text.stdout).contains("identity not certain"));
}

/// Code that is not traced copies all fields of an object, that with its number, too.
#[test]
fn clones_by_untraced_code_are_objects_of_their_own() {
    let dir = tempfile::tempdir().unwrap();
    let class = rewritten(CLONES, dir.path());
    let report = report(dir.path(), "trace", &["-Xverify:all", &class]);
    assert_eq!(report["completeness"]["complete"], true);
    assert_eq!(wrong(&report, CLONES), [""; 0]);
}
