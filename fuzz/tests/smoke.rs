//! Ten thousand damaged inputs of each kind. `cargo xtask fuzz` runs more of them.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::sync::OnceLock;

use paratrace_fuzz::{Campaign, Kind, Seeds};

const CASES: u64 = 10_000;

fn seeds() -> &'static Seeds {
    static SEEDS: OnceLock<Seeds> = OnceLock::new();
    SEEDS.get_or_init(|| Seeds::make().unwrap())
}

/// Of many inputs some must be sound still, and most must not.
fn harmless(kind: Kind) {
    let save = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let outcome = Campaign { kind, seed: 1, first: 0, cases: CASES }.run(seeds(), save, &mut |_, _| {}).unwrap();
    assert!(outcome.findings.is_empty(), "{:#?}", outcome.findings);
    assert!(outcome.accepted > CASES / 100 && outcome.accepted < CASES, "{outcome:?}");
}

#[test]
fn classes() {
    harmless(Kind::Class);
}

#[test]
fn jars() {
    harmless(Kind::Jar);
}

#[test]
fn maps() {
    harmless(Kind::Map);
}

#[test]
fn traces() {
    harmless(Kind::Trace);
}
