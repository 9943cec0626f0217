//! Traces of every version of the formats, by the version of the map, and of the trace if that is not 1.0: `versions/N` has one that a program wrote (`tests/programs/open/NamedThreads.java`,
//! several threads, exceptions, stamps; 1.5: `LambdaValues.java`; 1.9: `cli/tests/monitors/Monitors.java`; the latest: `GeneratedClasses.java`), and what its analysis said then. They are never
//! made anew: a version that is not released yet may replace its own. Figures change only if their definition does: the run's critical path was that of one thread.
#![allow(clippy::unwrap_used, clippy::panic)]

use paratrace_analyzer::{Options, Report, analyze};
use paratrace_traceformat::{trace::TraceDir, verify};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Figures that do not depend on what later versions of the report say besides.
fn figures(report: &Report) -> String {
    let mut text = format!("{} nodes, critical path {}\n", report.nodes, report.critical_path);
    for thread in &report.threads {
        writeln!(text, "{}: {} nodes, critical path {}", thread.name, thread.nodes, thread.critical_path).unwrap();
    }
    let totals = &report.edge_totals;
    writeln!(text, "{} RAW, {} WAW, {} WAR", totals.raw, totals.waw, totals.war).unwrap();
    text
}

#[test]
fn traces_of_every_version_are_read() {
    let mut versions = Vec::new();
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/versions")).unwrap() {
        let dir = entry.unwrap().path();
        let trace = TraceDir::open(&dir).unwrap();
        assert!(verify::verify_dir(&dir).unwrap().is_ok(), "{}", dir.display());
        let report = analyze(&trace, &Options::default()).unwrap();
        assert!(report.completeness.complete, "{}: {:?}", dir.display(), report.completeness);
        assert_eq!(figures(&report), fs::read_to_string(dir.join("figures.txt")).unwrap(), "{}", dir.display());
        versions.push(dir.file_name().unwrap().to_owned());
    }
    versions.sort();
    assert_eq!(
        versions,
        ["1.0", "1.1", "1.1-1.1", "1.11-1.5", "1.5-1.2", "1.9-1.4"],
        "a trace of each version of map and trace"
    );
}
