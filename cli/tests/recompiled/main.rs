//! A part of `java.util`, compiled again from the JDK's own sources and traced as code of a program, has the dependences that it has in a
//! traced JDK. The sources are those of a JDK at hand (`lib/src.zip`), and stay in a temporary directory.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;
mod compare;
mod runs;
mod sources;

use compare::{Tally, compare};
use paratrace_verifier::Jdk;
use runs::Runs;
use std::path::PathBuf;

/// The release that has it: which methods a traced JDK leaves untraced depends on the release, and with it the distances of dependences.
const RELEASE: u32 = 25;

/// A JDK of that release with its sources.
fn with_sources() -> Option<(Jdk, PathBuf)> {
    let jdk =
        Jdk::installed().unwrap().into_iter().find(|jdk| jdk.feature().is_ok_and(|release| release == RELEASE))?;
    let sources = jdk.home().join("lib/src.zip");
    sources.is_file().then_some((jdk, sources))
}

#[test]
fn the_jdk_has_the_dependences_of_its_sources() {
    let Some((jdk, sources)) = with_sources() else {
        return println!("skipped: no JDK {RELEASE} with its sources, lib/src.zip (PARATRACE_JDKS)");
    };
    let runs = Runs::new(jdk, &sources);
    let mut tally = Tally::default();
    for group in ["usual", "others"] {
        let [of_jdk, recompiled] = runs.of(group);
        tally += compare(&of_jdk, &recompiled, &runs.executed_before(group));
    }
    assert!(tally.differences.is_empty(), "{}", tally.differences.join("\n"));
    println!("{tally:?}");
    assert!(
        tally.classes.len() > 80 && tally.methods > 600 && tally.loops > 180 && tally.critical_paths > 700,
        "{tally:?}"
    );
    assert!(tally.constructs > 2_000 && tally.edges > 50_000, "{tally:?}");
}
