//! `diff` of a program before and after a change, `merge` of runs with different inputs.

use crate::common::{paratrace, rewritten, root, shown, text, traced};
use serde_json::{Value, json};
use std::path::Path;

/// Compiles and rewrites a program of `tests/programs/compare` into the directory `to`.
fn compiled(source: &str, to: &Path) {
    rewritten(&format!("tests/programs/compare/{source}"), to);
}

fn json_of(dir: &Path, words: &[&str]) -> Value {
    crate::common::json(dir, &[words, &["--json", "-"]].concat())
}

fn array(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

/// Line of the loop in question.
fn line_of(source: &str, what: &str) -> usize {
    let text = std::fs::read_to_string(root().join("tests/programs/compare").join(source)).unwrap();
    text.lines().position(|line| line.contains(what)).unwrap() + 1
}

#[test]
fn a_change_that_removes_a_blocker() {
    let dir = tempfile::tempdir().unwrap();
    for version in ["before", "after"] {
        let to = dir.path().join(version);
        compiled(&format!("{version}/Work.java"), &to);
        traced(&to, "trace", &["Work"]);
    }
    let found = json_of(dir.path(), &["diff", "before/trace", "after/trace"]);
    assert_eq!((&found["schema"], &found["same_code"]), (&json!("paratrace.diff/1"), &json!(false)));
    let lines = ["before/Work.java", "after/Work.java"].map(|source| line_of(source, "the loop that changes"));
    let changed: Vec<_> = array(&found["candidates"]).iter().filter(|pair| pair["verdict_changed"] == true).collect();
    let [pair] = changed[..] else { panic!("{changed:#?}") };
    assert_eq!([&pair["before"]["line"], &pair["after"]["line"]], [&json!(lines[0]), &json!(lines[1])]);
    assert_eq!([&pair["before"]["verdict"], &pair["after"]["verdict"]], [&json!("serial"), &json!("reduction")]);
    assert_eq!(pair["matched_by"], "order");
    let gone: Vec<_> = array(&pair["blockers_gone"]).iter().map(|b| &b["via"]["variable"]).collect();
    assert_eq!((gone, array(&pair["blockers_new"]).len()), (vec![&json!("last")], 0));

    // Both loops of `run`, in order, and the one of `work`, whose code is the same.
    let matched =
        |pair: &Value| (pair["before"]["line"].clone(), pair["after"]["line"].clone(), pair["matched_by"].clone());
    let mut loops: Vec<_> = array(&found["loops"]).iter().map(matched).collect();
    loops.sort_by_key(|(before, ..)| before.as_u64());
    let fill = |source| line_of(source, "i++) {");
    let expected = [
        (json!(5), json!(5), json!("offset")),
        (json!(fill("before/Work.java")), json!(fill("after/Work.java")), json!("order")),
        (json!(lines[0]), json!(lines[1]), json!("order")),
    ];
    assert_eq!(loops, expected);

    let is_last = |pair: &&Value| {
        pair["via"]["name"] == "last" && pair["construct"]["kind"] == "iteration" && pair["kind"] == "RAW"
    };
    let dependence = array(&found["dependences"]).iter().find(is_last).unwrap();
    assert!(dependence["after"].is_null());
    assert_eq!(dependence["before"]["violations"], 299);

    // The same from reports, and the other way round.
    for version in ["before", "after"] {
        let words = ["analyze", &format!("{version}/trace"), "--json", &format!("{version}.json")];
        shown(dir.path(), &words);
    }
    let from_files = json_of(dir.path(), &["diff", "before.json", "after.json"]);
    assert_eq!(from_files, found);
    let back = json_of(dir.path(), &["diff", "after.json", "before.json"]);
    let is_new = |pair: &&Value| pair["via"]["name"] == "last" && pair["before"].is_null();
    assert!(array(&back["dependences"]).iter().any(|pair| is_new(&pair)));
    let told = shown(dir.path(), &["diff", "before.json", "after.json"]);
    assert!(told.contains("serial → a reduction") && told.contains("gone: blocked by variable last"), "{told}");
}

#[test]
fn runs_whose_input_decides_what_is_serial() {
    let dir = tempfile::tempdir().unwrap();
    compiled("Inputs.java", dir.path());
    let runs = ["own", "own-again", "neighbour"];
    for (name, distance) in runs.into_iter().zip(["0", "0", "1"]) {
        traced(dir.path(), name, &["Inputs", distance]);
    }
    let found = json_of(dir.path(), &[&["merge", "--task-cost", "0"], &runs[..]].concat());
    assert_eq!(found["schema"], "paratrace.merged/1");
    let names: Vec<_> = array(&found["runs"]).iter().map(|run| run["name"].as_str().unwrap()).collect();
    assert_eq!(names, runs);
    let line = line_of("Inputs.java", "the loop");
    let is_it = |c: &&Value| c["line"] == line && c["kind"] == "loop";
    let loop_ = array(&found["candidates"]).iter().find(is_it).unwrap();
    assert_eq!(loop_["verdict"], "serial");
    assert_eq!(loop_["verdicts"], json!(["independent", "independent", "serial"]));
    assert_eq!((&loop_["worst_in"], &loop_["not_judged_in"]), (&json!([2]), &json!([])));
    assert!(loop_["speedup"]["min"] == 1.0 && loop_["speedup"]["max"].as_f64().unwrap() > 1.5, "{loop_:#}");
    let blocker = array(&loop_["blockers"]).iter().find(|b| b["via"]["kind"] == "element").unwrap();
    assert_eq!((&blocker["nature"], &blocker["runs"]), (&json!("flow"), &json!([2])));
    let elements = |d: &&Value| d["via"]["kind"] == "element" && d["construct"] == "iteration" && d["line"] == line;
    let dependence = array(&found["dependences"]).iter().find(elements).unwrap();
    assert_eq!((&dependence["runs"], &dependence["count"]), (&json!([2]), &json!(299)));
    // Every dependence that all runs have in common is in all of them.
    let counter = |d: &&Value| d["via"]["variable"] == "i" && d["line"] == line && d["kind"] == "RAW";
    assert!(array(&found["dependences"]).iter().filter(counter).all(|d| d["runs"] == json!([0, 1, 2])));
    let looped = array(&found["loops"]).iter().find(|l| l["line"] == line).unwrap();
    let parallelism = &looped["parallelism"];
    assert!(parallelism["min"].as_f64().unwrap() * 2.0 < parallelism["max"].as_f64().unwrap(), "{looped:#}");

    let told = shown(dir.path(), &[&["merge"], &runs[..]].concat());
    assert!(told.contains("serial because of neighbour; independent in the others"), "{told}");
    assert!(told.contains("in 1 of 3 runs: neighbour"), "{told}");

    let alone = shown(dir.path(), &["merge", "neighbour"]);
    assert!(alone.starts_with("1 run: nothing to compare it with\n") && alone.contains("    serial\n"), "{alone}");
    assert!(!alone.contains("all runs") && !alone.contains("the only run"), "{alone}");
}

#[test]
fn only_runs_of_one_program_are_merged() {
    let dir = tempfile::tempdir().unwrap();
    for (source, name) in [("Inputs.java", "one"), ("before/Work.java", "other")] {
        compiled(source, &dir.path().join(name));
    }
    traced(&dir.path().join("one"), "trace", &["Inputs", "0"]);
    traced(&dir.path().join("other"), "trace", &["Work"]);
    let output = paratrace().current_dir(dir.path()).args(["merge", "one/trace", "other/trace"]).output().unwrap();
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{error}");
    assert!(error.contains("one/trace and other/trace are not runs of one traced program"), "{error}");
}
