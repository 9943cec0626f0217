//! Locks of a program whose threads take strict turns, so that what is told of each of them follows from the program by hand; and what is
//! told of others by definition, from what the threads did one thing after the other.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{javac, jdk_cache, paratrace, parsed, root, succeed, text};
use paratrace_analyzer::thread_inputs;
use paratrace_oracle::{compare, locks};
use paratrace_traceformat::trace::TraceDir;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// Turns of each thread, of which there are two.
const ROUNDS: u64 = 40;

/// The lines of a program that have a mark.
fn marked(program: &str, mark: &str) -> Vec<u64> {
    let source = fs::read_to_string(root().join(format!("tests/programs/locks/{program}.java"))).unwrap();
    let lines = (1..).zip(source.lines()).filter(|(_, line)| line.ends_with(&format!("// {mark}")));
    lines.map(|(number, _)| number).collect()
}

/// Runs a program. Returns the report, which has the locks that there are by definition, and its text.
fn run(program: &str, options: &[&str]) -> (Value, String) {
    let dir = tempfile::tempdir().unwrap();
    javac([root().join(format!("tests/programs/locks/{program}.java"))], &dir.path().join("classes"));
    let mut command = paratrace();
    command.arg("run").args(options).args(["--no-distances", "--out", "trace", "java", "-cp", "classes", program]);
    let told = succeed(command.current_dir(dir.path()).env("PARATRACE_CACHE", jdk_cache()));
    let differs = differ(&dir.path().join("trace"));
    assert!(differs.is_none(), "{}", differs.unwrap());
    let json = succeed(paratrace().args(["analyze", "trace", "--no-distances", "--json=-"]).current_dir(dir.path()));
    (parsed(&text(&json.stdout)), text(&told.stderr))
}

/// How the locks that a trace's report tells differ from those by definition.
fn differ(trace: &Path) -> Option<String> {
    let dir = TraceDir::open(trace).unwrap();
    let class_name = |index: u32| dir.class_name(index).map(str::to_owned);
    let report = compare::whole_report(&dir).unwrap();
    locks::differ(dir.map(), &class_name, thread_inputs(&dir), &report)
}

/// The lock of a program that is entered at the lines with a mark.
fn lock<'r>(report: &'r Value, (program, mark): (&str, &str)) -> &'r Value {
    let lines = json!(marked(program, mark));
    let of = |lock: &Value| lock["places"].as_array().unwrap().iter().map(|place| place["line"].clone()).collect();
    let mut locks = report["locks"].as_array().unwrap().iter();
    locks.find(|lock| Value::Array(of(lock)) == lines).unwrap_or_else(|| panic!("no lock {mark}"))
}

/// The fields that a lock protects, and those that it protects at times.
fn fields(lock: &Value) -> [Vec<&str>; 2] {
    ["protects", "partly"].map(|list| {
        let all = lock[list].as_array().map_or(&[][..], |all| all);
        all.iter().map(|one| one["via"]["name"].as_str().unwrap()).collect()
    })
}

fn check(report: &Value) {
    let all = 2 * ROUNDS;
    let own = report["locks"].as_array().unwrap();
    assert_eq!((own.len(), &report["locks_left_out"]), (9, &json!(1)), "{own:#?}");
    for (mark, protected, nodes) in [
        ("cache", vec![], Some(10)),
        ("counter", vec!["Locks$Counter.value"], Some(7)),
        ("account", vec!["Locks$Account.balance"], Some(8)),
        ("outer", vec!["Locks$Nested.inside", "Locks$Nested.outside"], Some(29)),
        ("inner", vec!["Locks$Nested.inside"], Some(8)),
        ("box", vec!["Locks$Box.value"], None),
        ("gate", vec!["Locks$Gate.passed"], None),
    ] {
        let lock = lock(report, ("Locks", mark));
        // A thread that comes too early waits, and has handed the lock over once more.
        let handed_over = lock["handed_over"].as_u64().unwrap();
        assert!(handed_over == all - 1 || nodes.is_none() && handed_over == all, "{mark}: {handed_over}");
        // Each section that was handed over is compared, but the first one of the second thread.
        let compared = json!(handed_over - 1);
        let independent = if mark == "cache" { &compared } else { &json!(0) };
        assert_eq!(fields(lock), [protected, vec![]], "{mark}");
        assert_eq!((&lock["compared"], &lock["independent"]), (&compared, independent), "{mark}");
        assert_eq!([&lock["objects"], &lock["shared_objects"], &lock["threads"]], [1, 1, 2], "{mark}");
        assert_eq!(lock["unneeded"], false, "{mark}");
        if let Some(nodes) = nodes {
            assert_eq!((&lock["acquisitions"], &lock["held_nodes"]), (&json!(all), &json!(all * nodes)), "{mark}");
        } else {
            // Who waits has a section more.
            assert!(lock["acquisitions"].as_u64().unwrap() >= all, "{mark}");
        }
    }
    assert_eq!(lock(report, ("Locks", "account"))["kind"], "lock");
    let own = lock(report, ("Locks", "own"));
    assert_eq!(([&own["objects"], &own["shared_objects"]], &own["unneeded"]), ([&json!(2), &json!(0)], &json!(true)));
    let forgotten = lock(report, ("Locks", "forgotten"));
    assert_eq!(fields(forgotten), [vec![], vec!["Locks$Forgotten.value"]]);
    let partly = &forgotten["partly"][0];
    // Each round has three accesses, two of them under the lock; those of the first round that precede the second thread do not count.
    assert_eq!((&partly["locked"], &partly["accesses"]), (&json!(2 * all - 2), &json!(3 * all - 3)));
    assert_eq!(json!([partly["unlocked"][0]["line"]]), json!(marked("Locks", "unlocked")));
}

#[test]
fn locks_are_told_without_the_jdk() {
    let (report, told) = run("Locks", &["--app-only"]);
    check(&report);
    assert!(
        told.contains("never shared in this run: nothing here needed the lock")
            && told.contains("100 % of the sections"),
        "{told}"
    );
}

#[test]
fn locks_are_told_with_the_jdk() {
    check(&run("Locks", &[]).0);
}

/// Locks that are easily taken for other ones, with and without a traced JDK.
#[test]
fn kinds_of_locks_are_told_apart() {
    for options in [&["--app-only"][..], &[]] {
        let (report, _) = run("Kinds", options);
        // One lock is tried, one is for reading, one may be, and with two at once a thread waits at a condition.
        assert_eq!(report["locks_left_out"], 5, "{options:?}");
        for (mark, kind, acquisitions) in [
            ("list", "monitor", 40),
            ("map", "monitor", 40),
            ("monitor", "monitor", 80),
            ("lock", "lock", 40),
            // Each pause has two sections.
            ("waiting", "monitor", 80),
            ("interrupted", "lock", 26),
            ("tried", "lock", 20),
            ("writing", "lock", 40),
        ] {
            let lock = lock(&report, ("Kinds", mark));
            assert_eq!((&lock["kind"], &lock["acquisitions"]), (&json!(kind), &json!(acquisitions)), "{mark}");
            assert_eq!(lock["objects"], 1, "{mark}");
        }
        // What the threads do while they have the monitor is their own.
        let waiting = lock(&report, ("Kinds", "waiting"));
        assert_eq!(waiting["compared"], waiting["independent"]);
        assert_eq!(lock(&report, ("Kinds", "alone"))["unneeded"], true, "{options:?}");
    }
}
