//! `paratrace scale`: what is measured, what a file of measurements says again, and how it fails.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{javac, paratrace, parsed, root, succeed, text};
use paratrace_scaling::measurements::{Measurements, Metric, Run, ThreadKind, Version};
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// Two methods that do the same, one of them twice as often; a part of it in threads; a program that fails.
const TWO: &str = r#"
public class Two {
    static volatile double x;
    static double a(int n) { double s = 0; for (int i = 1; i < n; i++) s += Math.sqrt(i); return s; }
    static double b(int n) { double s = 0; for (int i = 1; i < n; i++) s += Math.sqrt(i); return s; }
    static void work(int rounds, int n) { for (int i = 0; i < rounds; i++) { x = a(n); x = b(n); x = a(n); } }
    public static void main(String[] args) throws Exception {
        int threads = Integer.parseInt(args[0]), rounds = Integer.parseInt(args[1]);
        System.out.println("output of the program");
        Thread[] all = new Thread[threads];
        for (int t = 0; t < threads; t++) {
            all[t] = new Thread(() -> work(rounds / threads, 200_000), "worker-" + t);
            all[t].start();
        }
        for (Thread one : all) one.join();
        if (args.length > 2) throw new IllegalStateException("it is broken");
    }
}
"#;

fn compiled() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("Two.java"), TWO).unwrap();
    javac([dir.path().join("Two.java")], &dir.path().join("classes"));
    dir
}

/// Scales `Two`, with so many rounds of work.
fn scale(dir: &Path, rounds: u32, words: &[&str]) -> Output {
    scaling(dir, rounds, words).output().unwrap()
}

fn scaling(dir: &Path, rounds: u32, words: &[&str]) -> Command {
    let sequential = format!("java -cp classes Two 1 {rounds}");
    let parallel = format!("java -cp 'classes' Two {{threads}} {rounds}");
    let mut command = paratrace();
    command.args(["scale", "--sequential", &sequential, "--parallel", &parallel]).args(words);
    command.args(["--parallel-region", "Two\\.work", "--iterations", "1"]).current_dir(dir);
    command
}

fn measured(file: &Path) -> Measurements {
    Measurements::read(std::fs::File::open(file).unwrap()).unwrap()
}

/// The sums of samples with one of two innermost methods.
fn sums(measured: &Measurements, run: &Run) -> (f64, f64) {
    let samples = run.profiles.iter().flat_map(|profile| &profile.samples);
    let sum = |name: &str| {
        let innermost = |stack: u32| measured.stacks[stack as usize].frames.last();
        let is_in = |stack: u32| innermost(stack).is_some_and(|&frame| measured.frames[frame as usize] == name);
        samples.clone().filter(|sample| is_in(sample.stack)).map(|sample| sample.value).sum::<f64>()
    };
    (sum("Two.a"), sum("Two.b"))
}

#[test]
fn elapsed_times_need_no_profiler() {
    let dir = compiled();
    let done = scale(dir.path(), 2, &["--profiler", "none", "--no-trace", "--threads", "2,1,2"]);
    let said = text(&done.stderr);
    assert!(done.status.success(), "{said}");
    assert!(!text(&done.stdout).contains("output of the program"));
    assert!(said.contains("from run 1 of 3") && said.contains("no profiler was wanted"), "{said}");
    let found = measured(&dir.path().join("Two.scaling/measurements.json.gz"));
    let runs: Vec<_> = found.runs.iter().map(|run| (run.version, run.threads, run.metric)).collect();
    let elapsed = |version, threads| (version, threads, Metric::Elapsed);
    assert_eq!(runs, [elapsed(Version::Sequential, 1), elapsed(Version::Parallel, 1), elapsed(Version::Parallel, 2)]);
    assert_eq!(found.missing.len(), 6);
    assert!(found.runs.iter().all(|run| run.elapsed_ns > 0));
    // What was measured is not written over.
    let again = scale(dir.path(), 2, &["--profiler", "none", "--threads", "1"]);
    assert_eq!(again.status.code(), Some(2));
    assert!(text(&again.stderr).contains("Two.scaling is not empty"));
}

#[test]
fn a_trace_counts_exactly() {
    let dir = compiled();
    let words = ["--profiler", "none", "--traced", "--threads", "2", "-o", "out"];
    let done = scale(dir.path(), 4, &words);
    assert!(done.status.success(), "{}", text(&done.stderr));
    let found = measured(&dir.path().join("out/measurements.json.gz"));
    let counted: Vec<&Run> = found.runs.iter().filter(|run| run.metric == Metric::Bytecodes).collect();
    assert_eq!(counted.len(), 2);
    for run in counted {
        let (a, b) = sums(&found, run);
        assert_eq!(a, 2.0 * b, "{} threads", run.threads);
    }
    let parallel = found.runs.iter().rfind(|run| run.metric == Metric::Bytecodes).unwrap();
    let workers = parallel.profiles.iter().filter(|profile| profile.name.starts_with("worker-"));
    let counts: Vec<f64> = workers.map(|worker| worker.samples.iter().map(|sample| sample.value).sum()).collect();
    assert_eq!(counts.len(), 2);
    assert_eq!(counts[0], counts[1]);
    let collapsed = ["scale", "out", "--collapsed", "stacks.txt", "--metric", "bytecodes", "--json", "found.json"];
    succeed(paratrace().args(collapsed).current_dir(dir.path()));
    let stacks = std::fs::read_to_string(dir.path().join("stacks.txt")).unwrap();
    assert!(stacks.lines().any(|line| line.contains("Two.work;Two.a ")), "{stacks}");
    parsed(&std::fs::read_to_string(dir.path().join("found.json")).unwrap());
}

/// The check of the dissertation (section 2.4): of two equal methods one is called twice as often, and has twice the share.
/// `PARATRACE_PROFILER` names the profiler; without it, it is the flight recorder.
#[test]
fn shares_of_samples_are_shares_of_calls() {
    let dir = compiled();
    let profiler = std::env::var("PARATRACE_PROFILER").unwrap_or_else(|_| "jfr".to_owned());
    let done = scale(dir.path(), 1000, &["--profiler", &profiler, "--no-trace", "--threads", "1", "-o", "out"]);
    let said = text(&done.stderr);
    if profiler == "jfr" && said.contains("has no jfr") {
        return;
    }
    assert!(done.status.success(), "{said}");
    check_shares(&measured(&dir.path().join("out/measurements.json.gz")));
}

/// The part of a run in which there are frames of a method: no longer than the run, and with all that is work of it.
#[test]
fn a_part_of_the_runs() {
    let dir = compiled();
    let done = scale(dir.path(), 1000, &["--profiler", "jfr", "--times", "--no-trace", "--threads", "1", "-o", "out"]);
    let said = text(&done.stderr);
    if said.contains("has no jfr") {
        return;
    }
    assert!(done.status.success(), "{said}");
    let found = measured(&dir.path().join("out/measurements.json.gz"));
    let sampled = found.runs.iter().filter(|run| run.metric == Metric::CpuTime);
    let longest = sampled.map(|run| run.elapsed_ns).max().unwrap() as f64;
    let of = |words: &[&str]| {
        let command = [&["scale", "out", "--json=-"], words].concat();
        parsed(&text(&succeed(paratrace().args(command).current_dir(dir.path())).stdout))
    };
    let (whole, part) = (of(&[]), of(&["--within", "Two\\.[ab]$"]));
    let work = |of: &serde_json::Value| of["baseline"]["counts"]["regions"][0]["cycles"]["mean"].as_f64().unwrap();
    assert_eq!(work(&part), work(&whole));
    let elapsed = part["baseline"]["elapsed_ns"]["mean"].as_f64().unwrap();
    assert!(elapsed > 0.0 && elapsed <= longest, "{elapsed} of {longest}");
    let nowhere = paratrace().args(["scale", "out", "--within", "nowhere"]).current_dir(dir.path()).output().unwrap();
    assert_eq!(nowhere.status.code(), Some(3));
    assert!(text(&nowhere.stderr).contains("no sample of the sequential version"));
}

/// `perf` knows methods that are compiled, and not inlined.
#[test]
fn perf_names_compiled_methods() {
    let dir = compiled();
    let mut command = scaling(dir.path(), 1000, &["--profiler", "perf", "--no-trace", "--threads", "1", "-o", "out"]);
    let done =
        command.env("JDK_JAVA_OPTIONS", "-XX:CompileCommand=quiet -XX:CompileCommand=dontinline,Two::*").output();
    let (said, code) = done.map(|done| (text(&done.stderr), done.status.code())).unwrap();
    if code == Some(3) && said.contains("perf") {
        println!("skipped: {said}");
        return;
    }
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("interpreted code has no names"), "{said}");
    let found = measured(&dir.path().join("out/measurements.json.gz"));
    check_shares(&found);
    assert!(found.missing.iter().any(|missing| missing.metric == Metric::WallTime));
    assert!(found.runs.iter().any(|run| run.metric == Metric::LockTime), "{said}");
}

fn check_shares(found: &Measurements) {
    let runs = found.runs.iter().filter(|run| run.metric == Metric::CpuTime);
    let (a, b) = runs.map(|run| sums(found, run)).fold((0.0, 0.0), |all, one| (all.0 + one.0, all.1 + one.1));
    let share = a / (a + b);
    assert!((share - 2.0 / 3.0).abs() < 0.12, "{share}");
    let kinds = |run: &Run| run.profiles.iter().any(|profile| profile.kind == ThreadKind::Application);
    assert!(found.runs.iter().filter(|run| run.metric == Metric::CpuTime).all(kinds));
}

#[test]
fn a_program_that_fails_is_shown() {
    let dir = compiled();
    let words = ["--sequential", "java -cp classes Two 1 1 x", "--parallel", "java -cp classes Two {threads} 1"];
    let mut command = paratrace();
    command.args(["scale", "--threads", "1", "--parallel-region", "work", "--profiler", "none"]).args(words);
    let failed = command.current_dir(dir.path()).output().unwrap();
    let said = text(&failed.stderr);
    assert_eq!(failed.status.code(), Some(8), "{said}");
    assert!(said.contains("it is broken") && said.contains("\"sequential, elapsed time\""), "{said}");
    assert!(!dir.path().join("Two.scaling").exists());
}

/// The status and standard error of a command without a JVM.
fn said(dir: &Path, words: &[&str]) -> (i32, String) {
    let done = paratrace().arg("scale").args(words).current_dir(dir).output().unwrap();
    (done.status.code().unwrap(), text(&done.stderr))
}

#[test]
fn command_lines_that_make_no_sense() {
    let dir = tempfile::tempdir().unwrap();
    let both = ["--sequential", "java A", "--parallel", "java B {threads}"];
    let wrong: &[(&[&str], &str)] = &[
        (&[], ""),
        (&["--parallel-region", "("], "--parallel-region is no regular expression"),
        (&["--parallel-region", "a", "--sequential-region", "["], "--sequential-region is no regular expression"),
        (
            &["--parallel-region", "a", "--sequential-region", "b", "--sequential-region", "c"],
            "2 of --sequential-region",
        ),
        (&["--parallel-region", "a", "--parallel", "java B", "--threads", "1,2"], ""),
        (&["--parallel-region", "a", "--threads", "0"], ""),
        (&["--parallel-region", "a", "--spinning", "("], "--spinning is no regular expression"),
        (&["x.json.gz", "--parallel-region", "a"], "cannot be used with"),
    ];
    for (words, expected) in wrong {
        let (status, text) = said(dir.path(), &[&both[..], words].concat());
        assert_eq!(status, 2, "{words:?}: {text}");
        assert!(text.contains(expected), "{words:?}: {text}");
    }
    let no_place = ["--sequential", "java A", "--parallel", "java B", "--parallel-region", "a", "--threads", "1,2"];
    let (status, text) = said(dir.path(), &no_place);
    assert!(status == 2 && text.contains("--parallel has no {threads}"), "{text}");
    let quote = ["--sequential", "java 'A", "--parallel", "java B", "--parallel-region", "a"];
    let (status, text) = said(dir.path(), &quote);
    assert!(status == 2 && text.contains("--sequential: a quote has no end"), "{text}");
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
}

#[test]
fn what_cannot_be_read_or_run() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("text.gz"), "no gzip").unwrap();
    let (status, text) = said(dir.path(), &["text.gz"]);
    assert!(status == 3 && text.contains("text.gz has no measured runs"), "{text}");
    assert_eq!(said(dir.path(), &["missing.gz"]).0, 4);
    let unknown = ["--sequential", "./nothing", "--parallel", "./nothing {threads}", "--parallel-region", "a"];
    let (status, text) = said(dir.path(), &unknown);
    assert!(status == 4 && text.contains("cannot run ./nothing"), "{text}");
    let wrong = [&unknown[..], &["--profiler", "text.gz"]].concat();
    let (status, text) = said(dir.path(), &wrong);
    assert!(status == 3 && text.contains("text.gz is no async-profiler"), "{text}");
}

#[test]
fn a_file_says_it_all_again() {
    let dir = tempfile::tempdir().unwrap();
    let file = root().join("cli/tests/scale/locked.json.gz");
    let file = file.to_str().unwrap();
    let show = |words: &[&str]| {
        let mut command = paratrace();
        text(&succeed(command.arg("scale").arg(file).args(words).current_dir(dir.path())).stdout)
    };
    let found = parsed(&show(&["--json"]));
    assert_eq!(found["schema"], "paratrace.scaling/1");
    assert_eq!(found["regions"][0], "\\.work$");
    let other = parsed(&show(&["--parallel-region", "no such frame", "--json"]));
    assert_eq!(other["regions"][0], "no such frame");
    show(&["--speedscope", "stacks.json", "--metric", "lock-time", "--runs", "2", "--part", "parallel"]);
    let stacks: serde_json::Value =
        serde_json::from_slice(&std::fs::read(dir.path().join("stacks.json")).unwrap()).unwrap();
    let names: Vec<&str> =
        stacks["shared"]["frames"].as_array().unwrap().iter().filter_map(|frame| frame["name"].as_str()).collect();
    assert!(names.contains(&"Locked.work") && names.contains(&"java.lang.Object"), "{names:?}");
    let shown = show(&["--html", "page.html"]);
    assert!(shown.contains("lock"), "{shown}");
    assert!(std::fs::read_to_string(dir.path().join("page.html")).unwrap().contains("Locked.work"));
    let (status, text) = said(dir.path(), &[file, "--collapsed", "x", "--metric", "cycles"]);
    assert!(status == 3 && text.contains("cycles of 2 threads was not measured"), "{text}");
    let (status, text) = said(dir.path(), &[file, "--json", file]);
    assert!(status == 2 && text.contains("is an input"), "{text}");
}
