//! Random programs: the replay has every executed instruction in the JVM's order, and all figures of the report equal
//! those computed by their definitions from the executed nodes. `cargo xtask exact` runs many more.
#![allow(clippy::unwrap_used, clippy::panic)]

use paratrace_exact::Batch;
use paratrace_traceformat::trace::TraceDir;
use std::path::Path;

#[test]
fn generated_programs() {
    let dir = tempfile::tempdir().unwrap();
    let seeds = if std::env::var_os("PARATRACE_ALL_PROGRAMS").is_some() { 150 } else { 75 };
    let outcome = Batch::random(&dir.path().join("batch"), 0..seeds).unwrap().run(Path::new("java")).unwrap();
    assert_eq!(outcome.programs as u64, 2 * seeds);
    assert!(outcome.comparison.instructions > 2_000 * seeds, "{}", outcome.comparison.instructions);
    let differences = outcome.differences();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    let (expected, found) = paratrace_oracle::compare::figures(&TraceDir::open(&outcome.trace).unwrap()).unwrap();
    assert_eq!(paratrace_oracle::compare::difference(&expected, &found), None);
}
