//! Thousands of damaged inputs of each kind. `cargo xtask fuzz` runs more of them.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::sync::OnceLock;

use paratrace_fuzz::{Campaign, Kind, Seeds};

const CASES: u64 = 5_000;
/// Several runs of the tool each.
const TASKS: u64 = 600;
const SHARED: u64 = 1_500;
/// An analysis takes its time.
const TRACES: u64 = 2_000;

fn seeds() -> &'static Seeds {
    static SEEDS: OnceLock<Seeds> = OnceLock::new();
    SEEDS.get_or_init(|| Seeds::make().unwrap())
}

/// Some of many inputs must be sound still, and most must not.
fn harmless(kind: Kind, cases: u64) {
    let save = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let outcome = Campaign { kind, seed: 1, first: 0, cases }.run(seeds(), save, &mut |_, _| {}).unwrap();
    assert!(outcome.findings.is_empty(), "{:#?}", outcome.findings);
    assert!(outcome.accepted > cases / 100 && outcome.accepted < cases, "{outcome:?}");
}

#[test]
fn classes() {
    harmless(Kind::Class, CASES);
}

#[test]
fn jars() {
    harmless(Kind::Jar, CASES);
}

#[test]
fn maps() {
    harmless(Kind::Map, CASES);
}

#[test]
fn traces() {
    harmless(Kind::Trace, TRACES);
}

#[test]
fn tasks() {
    harmless(Kind::Tasks, TASKS);
}

#[test]
fn shared_data() {
    harmless(Kind::Shared, SHARED);
}

#[test]
fn costs() {
    harmless(Kind::Costs, CASES);
}
