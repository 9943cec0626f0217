//! Virtual threads on a traced JDK: they leave their carriers in the middle of what they do, and their traces have all of it.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{damage, paratrace, root, succeed, text};
use paratrace_verifier::Jdk;
use std::path::Path;
use std::process::Command;

/// The first release in which a virtual thread leaves its carrier where it waits for a monitor (JEP 491).
const RELEASE: u32 = 24;

#[test]
fn virtual_threads_are_followed_from_carrier_to_carrier() {
    let jdks = Jdk::installed().unwrap();
    let Some(jdk) = jdks.iter().find(|jdk| jdk.feature().unwrap() >= RELEASE) else {
        return println!("skipped: no JDK {RELEASE} (PARATRACE_JDKS)");
    };
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| jdk.home().join("bin").join(name);
    let source = root().join("tests/programs/virtual/VirtualThreads.java");
    succeed(Command::new(at("javac")).args(["-d", "classes"]).arg(source).current_dir(dir.path()));
    let plain = succeed(Command::new(at("java")).args(["-cp", "classes", "VirtualThreads"]).current_dir(dir.path()));
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("virtual-threads");
    let mut run = paratrace();
    run.args(["run", "--no-distances", "--out", "trace"]).arg(at("java")).args(["-cp", "classes", "VirtualThreads"]);
    let traced = text(&succeed(run.current_dir(dir.path()).env("PARATRACE_CACHE", cache)).stdout);
    assert!(traced.starts_with(&text(&plain.stdout)), "{traced}");
    assert_eq!(damage(&dir.path().join("trace")), None);
}
