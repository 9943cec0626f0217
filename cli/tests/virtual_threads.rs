//! Virtual threads on a traced JDK: they leave their carriers in the middle of what they do, and their traces have all of it.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{damage, paratrace, parsed, root, succeed, text};
use paratrace_verifier::Jdk;
use std::path::Path;
use std::process::Command;

/// The first release in which a virtual thread leaves its carrier where it waits for a monitor (JEP 491).
const RELEASE: u32 = 24;

/// Has C2 compile what makes a virtual thread the current one, and nothing else, after some hundred of them: with the traced method
/// inlined that the JDK calls last before that.
const COMPILE_MOUNT: [&str; 5] = [
    "-XX:-TieredCompilation",
    "-XX:CompileThreshold=1000",
    "-Xbatch",
    "-XX:CompileCommand=compileonly,java.lang.VirtualThread::mount",
    "-XX:CompileCommand=inline,java.lang.Thread::isInterrupted",
];

/// Runs a program of `tests/programs/virtual` as it is and on a traced JDK: the same is written, and nothing is missing from the trace. Returns
/// the folder with the trace, if there is such a JDK.
fn follow(class: &str, options: &[&str]) -> Option<tempfile::TempDir> {
    let jdks = Jdk::installed().unwrap();
    let Some(jdk) = jdks.iter().find(|jdk| jdk.feature().unwrap() >= RELEASE) else {
        println!("skipped: no JDK {RELEASE} (PARATRACE_JDKS)");
        return None;
    };
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| jdk.home().join("bin").join(name);
    let source = root().join(format!("tests/programs/virtual/{class}.java"));
    succeed(Command::new(at("javac")).args(["-d", "classes"]).arg(source).current_dir(dir.path()));
    let words = [options, &["-cp", "classes", class]].concat();
    let plain = succeed(Command::new(at("java")).args(&words).current_dir(dir.path()));
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("virtual-threads");
    let mut run = paratrace();
    run.args(["run", "--no-distances", "--out", "trace"]).arg(at("java")).args(&words);
    let traced = text(&succeed(run.current_dir(dir.path()).env("PARATRACE_CACHE", cache)).stdout);
    assert!(traced.starts_with(&text(&plain.stdout)), "{traced}");
    assert_eq!(damage(&dir.path().join("trace")), None);
    Some(dir)
}

#[test]
fn virtual_threads_are_followed_from_carrier_to_carrier() {
    follow("VirtualThreads", &[]);
}

#[test]
fn compiled_code_that_mounts_them_loses_nothing() {
    follow("ShortThreads", &COMPILE_MOUNT);
}

/// Nothing in the trace tells which carrier has which thread: the eight threads belong to no region, and their carriers count for nothing.
#[test]
fn what_starts_virtual_threads_is_not_known() {
    let Some(dir) = follow("Started", &[]) else { return };
    let command = ["simulate", "trace", "--cores=4", "--ladder=0", "--top=1", "--json=-"];
    let threads = parsed(&text(&succeed(paratrace().args(command).current_dir(dir.path())).stdout))["threads"].clone();
    assert_eq!((&threads["unattributed"], &threads["regions"]), (&8.into(), &serde_json::json!([])), "{threads:#}");
    let speedup = threads["runs"][2]["speedup"].as_f64().unwrap();
    assert!((speedup / 4.0 - 1.0).abs() < 0.08, "{threads:#}");
}
