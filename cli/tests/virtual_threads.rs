//! Virtual threads on a traced JDK: they leave their carriers in the middle of what they do, and their traces have all of it.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{damage, paratrace, parsed, root, succeed, text};
use paratrace_verifier::Jdk;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

/// In it a virtual thread leaves its carrier where it waits for a monitor (JEP 491), and `StructuredTaskScope` is as `Scoped` has it (JEP 505).
const RELEASE: u32 = 25;

/// Structured concurrency is not a final part of the library yet.
const PREVIEW: &str = "--enable-preview";

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
fn follow(class: &str, ours: &[&str], options: &[&str]) -> Option<tempfile::TempDir> {
    let jdks = Jdk::installed().unwrap();
    let Some(jdk) = jdks.iter().find(|jdk| jdk.feature().unwrap() >= RELEASE) else {
        println!("skipped: no JDK {RELEASE} (PARATRACE_JDKS)");
        return None;
    };
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| jdk.home().join("bin").join(name);
    let source = root().join(format!("tests/programs/virtual/{class}.java"));
    let release = format!("--release={}", jdk.feature().unwrap());
    let preview: &[&str] = if options.contains(&PREVIEW) { &[PREVIEW, &release] } else { &[] };
    succeed(Command::new(at("javac")).args(preview).args(["-d", "classes"]).arg(source).current_dir(dir.path()));
    let words = [options, &["-cp", "classes", class]].concat();
    let plain = succeed(Command::new(at("java")).args(&words).current_dir(dir.path()));
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("virtual-threads");
    let mut run = paratrace();
    run.args(["run", "--no-distances", "--out", "trace"]).args(ours).arg(at("java")).args(&words);
    let traced = text(&succeed(run.current_dir(dir.path()).env("PARATRACE_CACHE", cache)).stdout);
    assert!(traced.starts_with(&text(&plain.stdout)), "{traced}");
    assert_eq!(damage(&dir.path().join("trace")), None);
    Some(dir)
}

#[test]
fn virtual_threads_are_followed_from_carrier_to_carrier() {
    follow("VirtualThreads", &[], &[]);
}

#[test]
fn compiled_code_that_mounts_them_loses_nothing() {
    follow("ShortThreads", &[], &COMPILE_MOUNT);
}

/// Returns how many instructions of a run that starts some dozens of virtual threads are only counted.
fn counted(ours: &[&str]) -> Option<Option<u64>> {
    let ours = [&["--json", "report.json"], ours].concat();
    let dir = follow("VirtualThreads", &ours, &[])?;
    let report = parsed(&fs::read_to_string(dir.path().join("report.json")).unwrap());
    Some(report["coverage"]["jdk"]["counted_nodes"].as_u64())
}

/// The set of all threads, which only tools look at, takes hundreds of instructions for each.
#[test]
fn what_notes_virtual_threads_is_counted_unless_all_is_followed() {
    let Some(by_default) = counted(&[]) else { return };
    assert!(by_default.is_some_and(|nodes| nodes > 10_000), "{by_default:?}");
    assert_eq!(counted(&["--follow-jdk"]), Some(None));
}

/// Returns the simulation of a program's threads on four cores.
fn replayed(class: &str, ours: &[&str], options: &[&str]) -> Option<Value> {
    let dir = follow(class, ours, options)?;
    let command = ["simulate", "trace", "--cores=4", "--ladder=0", "--top=1", "--json=-"];
    let found = parsed(&text(&succeed(paratrace().args(command).current_dir(dir.path())).stdout));
    Some(found["threads"].clone())
}

/// What hands out tasks: the mark of its line, the number of tasks, and their parallelism on four cores.
type Handing<'a> = (&'a str, u64, f64);

/// What the replay says hands out tasks is that, and nothing of which it does not know.
fn check(class: &str, threads: &Value, expected: &[Handing<'_>]) {
    let source = fs::read_to_string(root().join(format!("tests/programs/virtual/{class}.java"))).unwrap();
    let mark = |region: &Value| {
        let line = source.lines().nth(region["at"]["line"].as_u64().unwrap() as usize - 1).unwrap();
        line.split(" // ").nth(1).unwrap_or(line)
    };
    let regions = threads["regions"].as_array().unwrap();
    let found: Vec<_> = regions.iter().map(|region| (mark(region), region["tasks"].as_u64().unwrap())).collect();
    let tasks: Vec<_> = expected.iter().map(|&(mark, tasks, _)| (mark, tasks)).collect();
    assert_eq!((&threads["unattributed"], found), (&0.into(), tasks), "{threads:#}");
    for (region, (.., expected)) in regions.iter().zip(expected) {
        let parallelism = region["runs"][1]["parallelism"].as_f64().unwrap();
        assert!((parallelism / expected - 1.0).abs() < 0.08, "{region:#}");
    }
}

/// Executors start virtual threads, a loop those that were made before it, and a virtual thread others. What follows an executor comes behind
/// its tasks, whether or not closing it had to wait for them.
#[test]
fn virtual_threads_belong_to_what_starts_them() {
    let Some(threads) = replayed("Started", &[], &[]) else { return };
    check("Started", &threads, &[("all", 17, 4.0), ("starts", 8, 4.0), ("submits", 4, 4.0), ("has ended", 4, 4.0)]);
}

/// Without a traced JDK the tasks of calls are not told apart.
#[test]
fn virtual_threads_belong_to_what_starts_them_without_a_traced_jdk() {
    let Some(threads) = replayed("Started", &["--app-only"], &[]) else { return };
    check("Started", &threads, &[("all", 17, 4.0), ("starts", 8, 4.0)]);
}

/// The work of four subtasks, and as much by itself.
#[test]
fn subtasks_belong_to_what_forks_them() {
    let Some(threads) = replayed("Scoped", &[], &[PREVIEW]) else { return };
    check("Scoped", &threads, &[("all", 4, 2.5), ("forks", 4, 4.0)]);
    let Some(threads) = replayed("Scoped", &["--app-only"], &[PREVIEW]) else { return };
    check("Scoped", &threads, &[("all", 4, 2.5), ("forks", 4, 4.0)]);
}

/// Whatever carries it.
#[test]
fn starting_waking_up_and_joining_a_virtual_thread_orders_what_it_does() {
    let Some(dir) = follow("RacingThreads", &["--json", "report.json"], &[]) else { return };
    let report = parsed(&fs::read_to_string(dir.path().join("report.json")).unwrap());
    let source = fs::read_to_string(root().join("tests/programs/virtual/RacingThreads.java")).unwrap();
    let marked = (1..).zip(source.lines()).find(|(_, line)| line.ends_with("// may race")).map(|(number, _)| number);
    let races = report["races"].as_array().unwrap();
    assert!(report["object_races"].as_array().unwrap().is_empty(), "{:#}", report["object_races"]);
    for race in races {
        assert_eq!(["head", "tail"].map(|end| race[end]["line"].as_u64()), [marked; 2], "{race:#}");
        assert!(race["from"].as_str().unwrap_or("virtual thread").starts_with("virtual thread"), "{race:#}");
    }
}

/// A carrier that runs one virtual thread behind the other orders nothing of what they do.
#[test]
fn virtual_threads_race_on_one_carrier() {
    let one = ["-Djdk.virtualThreadScheduler.parallelism=1", "-Djdk.virtualThreadScheduler.maxPoolSize=1"];
    let Some(dir) = follow("OneCarrier", &["--json", "report.json"], &one) else { return };
    let report = parsed(&fs::read_to_string(dir.path().join("report.json")).unwrap());
    let source = fs::read_to_string(root().join("tests/programs/virtual/OneCarrier.java")).unwrap();
    let marked = (1..).zip(source.lines()).find(|(_, line)| line.ends_with("// races")).map(|(number, _)| number);
    let names = report["threads"].as_array().unwrap().iter().map(|thread| thread["name"].as_str().unwrap());
    assert_eq!(names.filter(|name| name.starts_with("virtual thread ")).count(), 9, "{:#}", report["threads"]);
    let races = report["races"].as_array().unwrap();
    assert!(!races.is_empty(), "{report:#}");
    for race in races {
        assert_eq!(race["via"]["name"], "OneCarrier.unordered", "{race:#}");
        assert_eq!(["head", "tail"].map(|end| race[end]["line"].as_u64()), [marked; 2], "{race:#}");
    }
}

/// A JDK of that release has no packed modules: those of the copy are packed anew, so it knows them as its own, whose versions stack traces leave out.
#[test]
fn stack_traces_name_no_versions_of_the_jdk() {
    follow("Thrown", &[], &[]);
}
