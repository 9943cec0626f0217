//! What commands write as JSON is as `docs/schema` says. The tests of `commands` and `start` check what they read alike; here
//! is what needs no JDK.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{json, root, schema, shown};
use serde_json::Value;
use std::path::Path;
use tempfile::TempDir;

/// A directory with a trace, `trace`, and two reports of it, `a.json` and `b.json`.
fn reported() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let trace = dir.path().join("trace");
    std::fs::create_dir(&trace).unwrap();
    for file in std::fs::read_dir(root().join("analyzer/tests/versions/1.1")).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), trace.join(file.file_name())).unwrap();
    }
    for report in ["a.json", "b.json"] {
        shown(dir.path(), &["analyze", "trace", "--json", report]);
    }
    dir
}

/// What a command writes; it is checked.
fn written(dir: &Path, words: &str) -> Value {
    json(dir, &words.split(' ').chain(["--json"]).collect::<Vec<_>>())
}

#[test]
fn every_command_writes_what_its_schema_says() {
    let dir = reported();
    let commands = [
        "analyze trace",
        "analyze trace --simulate",
        "analyze trace --no-distances --no-communication",
        "cache",
        "communication trace",
        "communication trace --by class --cores 2",
        "communication trace --by activation --sample 50",
        "cost trace",
        "critical-path trace",
        "diff a.json b.json",
        "explain",
        "explain RAW",
        "info trace",
        "info trace/program.map",
        "merge a.json b.json",
        "shared trace",
        "simulate trace",
    ];
    for words in commands {
        written(dir.path(), words);
    }
    let path = written(dir.path(), "critical-path trace");
    let line = &path["lines"][0];
    written(dir.path(), &format!("why trace {}:{}", line["file"].as_str().unwrap(), line["line"]));
}

#[test]
fn other_documents_are_refused() {
    let dir = reported();
    let report = written(dir.path(), "analyze trace");
    let refused = |change: fn(&mut Value)| {
        let mut changed = report.clone();
        change(&mut changed);
        assert_ne!(changed, report);
        schema::violation(&changed).is_some()
    };
    assert!(refused(|report| drop(report["loops"].take())));
    assert!(refused(|report| report["loops"][0]["depth"] = "deep".into()));
    assert!(refused(|report| report["loops"][0]["colour"] = "red".into()));
    assert!(refused(|report| report["completeness"]["causes"] = vec!["bad-luck"].into()));
    assert!(refused(|report| drop(report["threads"][0].as_object_mut().unwrap().remove("nodes"))));
}
