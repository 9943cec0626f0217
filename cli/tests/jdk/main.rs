//! Traced JDKs: made once, used by runs, and seen through; and runs without one.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod as_it_is;
mod between;
mod boot_jar;
#[path = "../common/mod.rs"]
mod common;
mod counted;
mod elements;
mod fake;
mod modules;
mod others;
mod patched;
mod relay;

use common::{javac, one_program_of, paratrace, parsed, root, succeed, text};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;
use tempfile::TempDir;

/// One cache for all tests: a traced JDK takes seconds to make.
static CACHE: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());

fn command(dir: &Path, words: &[&str]) -> Command {
    let mut command = paratrace();
    command.args(words).current_dir(dir).env("PARATRACE_CACHE", CACHE.path()).env_remove("JAVA_HOME");
    command
}

/// Compiles a program of the tests to `classes` in a new directory.
fn compiled(source: &Path) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    javac([source], &dir.path().join("classes"));
    dir
}

fn chains() -> TempDir {
    compiled(&root().join("cli/tests/jdk/Chains.java"))
}

/// Lines of a source that end with a mark.
fn marked(source: &str, mark: &str) -> Vec<u64> {
    let lines = source.lines().zip(1..);
    lines.filter(|(line, _)| line.ends_with(&format!("// {mark}"))).map(|(_, number)| number).collect()
}

fn verdicts<'r>(report: &'r Value, lines: &[u64]) -> Vec<&'r str> {
    let candidates = report["candidates"].as_array().unwrap();
    let of = |line: &u64| {
        let is_it = |one: &&Value| one["line"] == *line && one["kind"] == "loop";
        candidates.iter().find(is_it).map_or("none", |one| one["verdict"].as_str().unwrap())
    };
    lines.iter().map(of).collect()
}

#[test]
fn values_that_pass_through_the_jdk_are_followed() {
    let dir = chains();
    let source = fs::read_to_string(root().join("cli/tests/jdk/Chains.java")).unwrap();
    let (serial, independent) = (marked(&source, "serial"), marked(&source, "independent"));
    assert_eq!((serial.len(), independent.len()), (11, 2));
    let plain = succeed(Command::new("java").args(["-cp", "classes", "Chains"]).current_dir(dir.path()));
    let run = |options: &[&str]| {
        let words = [&["run"], options, &["--json", "report.json", "java", "-cp", "classes", "Chains"]].concat();
        let ran = succeed(&mut command(dir.path(), &words));
        assert_eq!(ran.stdout, plain.stdout);
        parsed(&fs::read_to_string(dir.path().join("report.json")).unwrap())
    };
    let (alone, through) = (run(&["--app-only"]), run(&[]));
    let (of_alone, of_through) = (&alone["coverage"]["jdk"], &through["coverage"]["jdk"]);
    assert_eq!((&of_alone["traced"], &of_alone["why_not"]), (&false.into(), &"--app-only".into()));
    assert!(of_through["traced"] == true && of_through["traced_methods"].as_u64() > Some(40_000), "{of_through}");
    assert_eq!(alone["coverage"]["methods"], through["coverage"]["methods"], "the program's own methods");
    assert!(
        verdicts(&alone, &serial).iter().any(|&verdict| verdict != "serial"),
        "nothing is gained by tracing the JDK"
    );
    assert!(
        verdicts(&through, &serial).iter().all(|&verdict| verdict == "serial"),
        "{:?}",
        verdicts(&through, &serial)
    );
    assert_eq!(verdicts(&through, &independent), ["independent"; 2]);
    // Which of several maps is asked is not known, so it may be one that changes.
    assert_ne!(verdicts(&through, &marked(&source, "not serial")), ["serial"]);
    let completeness = &through["completeness"];
    assert!(completeness["complete"] == true && completeness["unexpected_entries"] == 0, "{completeness}");
    // Elements are followed through copies of arrays, also those that a growing list makes.
    let deep = marked(&source, "serial, also in depth");
    let loops = through["loops"].as_array().unwrap();
    let of_line = |line: &u64| loops.iter().find(|one| one["file"] == "Chains.java" && one["line"] == *line).unwrap();
    let parallelism: Vec<f64> = deep.iter().map(|line| of_line(line)["parallelism"].as_f64().unwrap()).collect();
    assert!(parallelism.len() == 2 && parallelism.iter().all(|&parallelism| parallelism < 15.0), "{parallelism:?}");
    let handed_on = |class: &str| {
        let blockers =
            through["candidates"].as_array().unwrap().iter().flat_map(|one| one["blockers"].as_array().unwrap());
        let mut of_class = blockers.filter(|blocker| blocker["via"]["name"] == class);
        of_class.find_map(|blocker| blocker["handed_on"].as_str()).unwrap_or("nothing").to_owned()
    };
    let told = ["java/util/Map", "java/util/List", "java/lang/ThreadLocal"].map(handed_on);
    assert_eq!(told, ["value", "element", "content"]);
}

/// What the traced JDK leaves as it is, and charsets call back from: strings and what builds them.
#[test]
fn characters_are_followed_through_texts_and_bytes() {
    let dir = compiled(&root().join("cli/tests/jdk/Texts.java"));
    let source = fs::read_to_string(root().join("cli/tests/jdk/Texts.java")).unwrap();
    let plain = succeed(Command::new("java").args(["-cp", "classes", "Texts"]).current_dir(dir.path()));
    let words = ["run", "--json", "report.json", "java", "-cp", "classes", "Texts"];
    assert_eq!(succeed(&mut command(dir.path(), &words)).stdout, plain.stdout);
    let report = parsed(&fs::read_to_string(dir.path().join("report.json")).unwrap());
    let loops = report["loops"].as_array().unwrap();
    let path_of_rounds = |mark: &str| -> Vec<f64> {
        let of_line =
            |line: &u64| loops.iter().find(|one| one["file"] == "Texts.java" && one["line"] == *line).unwrap();
        let of = |one: &Value| one["critical_path"].as_f64().unwrap() / one["rounds"].as_f64().unwrap();
        marked(&source, mark).iter().map(|line| of(of_line(line))).collect()
    };
    let (serial, apart) = (path_of_rounds("serial"), path_of_rounds("independent"));
    // `next` alone is seven nodes.
    assert!(serial.len() == 8 && serial.iter().all(|&nodes| nodes > 10.0), "{serial:?}");
    assert!(apart.len() == 1 && apart[0] < 2.0, "{apart:?}");
    assert_eq!(verdicts(&report, &marked(&source, "independent")), ["independent"]);
    let verdicts = verdicts(&report, &marked(&source, "serial"));
    assert!(verdicts.iter().all(|verdict| ["serial", "none"].contains(verdict)), "{verdicts:?}");
    assert_eq!(report["completeness"]["unexpected_entries"], 0);
}

/// Returns whether a candidate that begins at a line is advised in these words.
fn is_advised(report: &Value, line: u64, words: &str) -> bool {
    let mut candidates = report["candidates"].as_array().unwrap().iter().filter(|one| one["line"] == line);
    let says = |blocker: &Value| blocker["advice"].as_str().unwrap().contains(words);
    candidates.any(|candidate| candidate["blockers"].as_array().unwrap().iter().any(says))
}

/// Handles, buffers, functions on arrays, views, properties.
#[test]
fn memory_is_followed_however_it_is_accessed() {
    let dir = compiled(&root().join("cli/tests/jdk/Memory.java"));
    let source = fs::read_to_string(root().join("cli/tests/jdk/Memory.java")).unwrap();
    let (serial, independent) = (marked(&source, "serial"), marked(&source, "independent"));
    assert_eq!((serial.len(), independent.len()), (10, 5));
    let plain = succeed(Command::new("java").args(["-cp", "classes", "Memory"]).current_dir(dir.path()));
    let words = ["run", "--out", "t", "--top", "30", "--json", "report.json", "java", "-cp", "classes", "Memory"];
    let ran = succeed(&mut command(dir.path(), &words));
    assert_eq!(ran.stdout, plain.stdout);
    assert!(text(&ran.stderr).contains("blocked by what System keeps: each iteration needs"), "{}", text(&ran.stderr));
    let report = parsed(&fs::read_to_string(dir.path().join("report.json")).unwrap());
    assert!(verdicts(&report, &serial).iter().all(|&verdict| verdict == "serial"), "{:?}", verdicts(&report, &serial));
    assert_eq!(verdicts(&report, &independent), ["independent"; 5]);
    assert_eq!(verdicts(&report, &marked(&source, "not independent")), ["not-known"]);
    // What this thread has put there is copied for tasks, which other threads run.
    let copied = marked(&source, "each task with a copy");
    assert_eq!(verdicts(&report, &copied), ["private-copies"]);
    assert!(is_advised(&report, copied[0], "a copy of the object that get() returns here"), "{}", text(&ran.stderr));
    assert_eq!(report["completeness"]["unexpected_entries"], 0);
    // Bytes of a buffer are followed in depth, too: those of one place depend on each other, others do not.
    let loops = report["loops"].as_array().unwrap();
    let parallelism = |method: &str| {
        let is_it = |one: &&Value| one["method"].as_str().unwrap().starts_with(&format!("Memory.{method}("));
        loops.iter().find(is_it).unwrap()["parallelism"].as_f64().unwrap()
    };
    assert!(parallelism("bytes") < 10.0 && parallelism("manyBytes") > 50.0, "{loops:?}");
    // The loops of the JDK are shown only to those who ask.
    let shown = |options: &[&str]| {
        let words = [&["analyze", "t", "--no-distances", "--top", "30"], options].concat();
        text(&succeed(&mut command(dir.path(), &words)).stdout).contains("in DualPivotQuicksort.")
    };
    assert!(shown(&["--library"]) && !shown(&[]));
}

/// Fields, methods, constructors and proxies; also where the JDK is not traced.
#[test]
fn reflection_is_followed_with_and_without_the_jdk() {
    let dir = compiled(&root().join("cli/tests/jdk/Reflected.java"));
    let source = fs::read_to_string(root().join("cli/tests/jdk/Reflected.java")).unwrap();
    let (serial, independent) = (marked(&source, "serial"), marked(&source, "independent"));
    assert_eq!((serial.len(), independent.len()), (9, 3));
    let plain = succeed(Command::new("java").args(["-cp", "classes", "Reflected"]).current_dir(dir.path()));
    for options in [&["--app-only"][..], &[]] {
        let words =
            [&["run"], options, &["--json", "r", "java", "-Xverify:all", "-cp", "classes", "Reflected"]].concat();
        let ran = succeed(&mut command(dir.path(), &words));
        assert_eq!(ran.stdout, plain.stdout);
        let report = parsed(&fs::read_to_string(dir.path().join("r")).unwrap());
        assert!(verdicts(&report, &serial).iter().all(|&one| one == "serial"), "{:?}", verdicts(&report, &serial));
        assert_eq!(verdicts(&report, &independent), ["independent"; 3]);
        let loops = report["loops"].as_array().unwrap();
        let of_line = |line: &u64| loops.iter().find(|one| one["file"] == "Reflected.java" && one["line"] == *line);
        let parallelism = |line: &u64| of_line(line).unwrap()["parallelism"].as_f64().unwrap();
        let of_serial: Vec<f64> = serial.iter().map(parallelism).collect();
        assert!(of_serial.iter().all(|&parallelism| parallelism < 20.0), "{of_serial:?}");
        let others: Vec<f64> =
            [independent.clone(), marked(&source, "not dependent")].concat().iter().map(parallelism).collect();
        assert!(others.len() == 4 && others.iter().all(|&parallelism| parallelism > 30.0), "{others:?}");
        assert_eq!(report["completeness"]["unexpected_entries"], 0);
    }
}

#[test]
fn what_collections_are_for_shows_with_and_without_the_jdk() {
    let dir = compiled(&root().join("cli/tests/jdk/Orders.java"));
    let run = |options: &[&str]| {
        let words = [&["run"], options, &["--json", "report.json", "java", "-cp", "classes", "Orders"]].concat();
        succeed(&mut command(dir.path(), &words));
        parsed(&fs::read_to_string(dir.path().join("report.json")).unwrap())
    };
    let (alone, through) = (run(&["--app-only"]), run(&[]));
    let source = fs::read_to_string(root().join("cli/tests/jdk/Orders.java")).unwrap();
    let gathering = marked(&source, "reduction");
    assert_eq!(verdicts(&alone, &gathering), ["reduction"; 2]);
    assert_eq!(verdicts(&through, &gathering), ["reduction"; 2]);
    let own = marked(&source, "independent element by element");
    assert_eq!((verdicts(&alone, &own), verdicts(&through, &own)), (vec!["independent"], vec!["independent"]));
    // Generators, whose state is written by what is not followed, stay shared.
    for report in [&alone, &through] {
        let all = report["candidates"].as_array().unwrap();
        let line = marked(&source, "generator")[0];
        let generator = all.iter().find(|one| one["line"] == line && one["kind"] == "loop").unwrap();
        assert!(generator["blockers"].to_string().contains("java/util/Random"), "{generator}");
        assert!(all.iter().any(|one| one["kind"] == "stream" && one["verdict"] == "independent"));
    }
}

/// Some of them are chosen, as `exact_jdk` compares many more without the command.
#[test]
fn the_jdk_runs_programs_as_before() {
    let names = [
        "Streams",
        "Pools",
        "Proxies",
        "StackOverflow",
        "Serialization",
        "Uncaught",
        "Locks",
        "InitializerFails",
        "ReflectedFields",
    ];
    for name in names.into_iter().step_by(one_program_of(4)) {
        let dir = compiled(&root().join(format!("tests/programs/open/{name}.java")));
        let plain = Command::new("java").args(["-cp", "classes", name]).current_dir(dir.path()).output().unwrap();
        let words = ["run", "--out", "t", "--no-distances", "--json=r", "java", "-cp", "classes", name];
        let ran = command(dir.path(), &words).output().unwrap();
        assert_eq!((text(&ran.stdout), ran.status.code()), (text(&plain.stdout), plain.status.code()), "{name}");
        let verified = succeed(&mut command(dir.path(), &["verify", "--deep", "t"]));
        assert!(text(&verified.stdout).contains("every event was replayed"), "{name}");
        let report = parsed(&fs::read_to_string(dir.path().join("r")).unwrap());
        // What the JVM, or a class that is not traced, calls in the middle of an instruction would be in the wrong place.
        assert_eq!(report["completeness"]["unexpected_entries"], 0, "{name}");
    }
}

/// The JVM trusts classes of the JDK, unless it is told not to.
#[test]
fn classes_of_the_jdk_verify() {
    let dir = compiled(&root().join("tests/programs/open/Streams.java"));
    let words = ["run", "--out", "t", "--no-distances", "java", "-Xverify:all", "-cp", "classes", "Streams"];
    succeed(&mut command(dir.path(), &words));
    succeed(&mut command(dir.path(), &["verify", "--deep", "t"]));
}

#[test]
fn stack_traces_are_those_of_the_jdk() {
    let dir = compiled(&root().join("cli/tests/jdk/Thrown.java"));
    let plain = Command::new("java").args(["-cp", "classes", "Thrown"]).current_dir(dir.path()).output().unwrap();
    let ran = command(dir.path(), &["run", "java", "-cp", "classes", "Thrown"]).output().unwrap();
    let frames = |bytes: &[u8]| -> Vec<String> {
        text(bytes).lines().filter(|line| line.starts_with("\tat ")).map(str::to_owned).collect()
    };
    assert!(frames(&plain.stderr).len() > 2);
    assert_eq!(frames(&ran.stderr), frames(&plain.stderr));
}

/// What runs in several threads are methods of the program, and not what the JDK starts threads with.
#[test]
fn threads_run_methods_of_the_program() {
    let dir = compiled(&root().join("cli/tests/jdk/Team.java"));
    let run = |options: &[&str]| {
        let words = [&["run"], options, &["--json", "report.json", "java", "-cp", "classes", "Team"]].concat();
        let told = text(&succeed(&mut command(dir.path(), &words)).stderr);
        assert!(told.contains("threads 3 "), "those of the JVM do not count: {told}");
        let report = parsed(&fs::read_to_string(dir.path().join("report.json")).unwrap());
        let methods = report["in_threads"].as_array().unwrap().iter().map(|one| one["method"].to_string());
        methods.collect::<Vec<_>>()
    };
    let methods = run(&[]);
    assert!(methods.len() == 1 && methods[0].contains("Team.lambda$main$0"), "{methods:?}");
    assert_eq!(methods, run(&["--app-only"]));
}

#[test]
fn programs_are_rewritten_by_hand() {
    let dir = chains();
    let home = home();
    let made = parsed(&text(&succeed(&mut command(dir.path(), &["jdk", "--json=-", home.to_str().unwrap()])).stdout));
    let jdk = &made["jdks"][0];
    let java = Path::new(jdk["home"].as_str().unwrap()).join("bin/java");
    assert!(jdk["traced"].as_u64() > Some(40_000) && jdk["bytes"].as_u64() < Some(1_200_000_000), "{jdk}");
    let words = ["instrument", "classes", "--jdk", home.to_str().unwrap(), "-o", "traced"];
    let told = succeed(&mut command(dir.path(), &words));
    assert!(text(&told.stderr).contains(java.to_str().unwrap()), "{}", text(&told.stderr));
    succeed(Command::new(&java).args(["-Dparatrace.dir=t", "-cp", "traced/classes", "Chains"]).current_dir(dir.path()));
    succeed(&mut command(dir.path(), &["verify", "--deep", "t"]));
    let again = command(dir.path(), &["instrument", "traced/classes", "-o", "twice"]).output().unwrap();
    assert!(text(&again.stderr).contains("traced already"), "{}", text(&again.stderr));
    let listed = text(&succeed(&mut command(dir.path(), &["jdk", "--list"])).stdout);
    assert!(listed.contains(home.to_str().unwrap()), "{listed}");
}

#[test]
fn what_cannot_be_traced_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let status = |output: &Output| (output.status.code(), text(&output.stderr));
    let (code, told) = status(&command(dir.path(), &["jdk", "."]).output().unwrap());
    assert_eq!(code, Some(3), "{told}");
    assert!(told.contains("is no JDK"), "{told}");
    fs::write(dir.path().join("release"), "JAVA_VERSION=\"17\"\n").unwrap();
    fs::create_dir(dir.path().join("lib")).unwrap();
    fs::write(dir.path().join("lib/modules"), "").unwrap();
    let (code, told) = status(&command(dir.path(), &["jdk", "."]).output().unwrap());
    assert_eq!(code, Some(3), "{told}");
    assert!(told.contains("has no jlink"), "{told}");
}

/// The JDK whose `java` is on the path.
fn home() -> PathBuf {
    let words = ["-XshowSettings:properties", "-version"];
    let told = text(&Command::new("java").args(words).output().unwrap().stderr);
    let home = told.lines().find_map(|line| line.trim().strip_prefix("java.home = "));
    PathBuf::from(home.unwrap())
}
