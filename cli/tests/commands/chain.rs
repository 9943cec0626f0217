//! The critical path of the example, worked out by hand, and what it does at its lines.

use crate::common::{json, rewritten, traced};
use serde_json::Value;
use std::path::Path;

/// A trace of the example with input 15.
fn trace(dir: &Path) {
    let class = rewritten("examples/sumup/SumUp.java", dir);
    traced(dir, "trace", &[&class, "15"]);
}

/// The loop counter up to 14: `iconst_0`, `istore_3`, 14 `iinc` (line 5); it is passed: `iload_3`, `invokestatic` (6);
/// 13 times down: `iload_0`, `isub`, `invokestatic`; at n = 1 `iload_0`, `i2l`, `ladd`, `lreturn`; 13 times up: `ladd`,
/// `lreturn` (18); `lastore` (6); `laload`, `ladd`, `lstore` (12).
#[test]
fn the_example_by_hand() {
    let dir = tempfile::tempdir().unwrap();
    trace(dir.path());
    let path = json(dir.path(), &["critical-path", "trace", "--json", "-"]);
    assert_eq!(path["thread"]["critical_path"], 91);
    let way: Vec<(i64, u64)> = path["way"]["first"].as_array().unwrap().iter().map(line).collect();
    assert_eq!(way, [(5, 16), (6, 2), (18, 69), (6, 1), (12, 3)]);
    let instruction = |name: &str| {
        let all = path["instructions"].as_array().unwrap();
        all.iter().find(|i| i["instruction"] == name).map_or(0, |i| i["nodes"].as_u64().unwrap())
    };
    let counts = ["iinc", "isub", "lreturn", "ladd", "lastore", "imul"].map(instruction);
    assert_eq!(counts, [14, 13, 14, 15, 1, 0]);

    let why = json(dir.path(), &["why", "trace", "SumUp.java:12", "--json", "-"]);
    assert_eq!(why["lines"][0]["nodes"], 3);
    let found: Vec<_> = why["waits_for"].as_array().unwrap().iter().map(edge).collect();
    assert_eq!(found, [(12, "stack", "", 2), (6, "element", "long[]", 1)]);
}

fn line(stretch: &Value) -> (i64, u64) {
    (stretch["line"]["line"].as_i64().unwrap(), stretch["line"]["nodes"].as_u64().unwrap())
}

fn edge(edge: &Value) -> (i64, &str, &str, u64) {
    let through = |key: &str| edge["through"][key].as_str().unwrap();
    (edge["head"]["line"].as_i64().unwrap(), through("kind"), through("name"), edge["count"].as_u64().unwrap())
}
