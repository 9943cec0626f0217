//! Counters only: programs run as before, statistics are written where they should be or a line says why not, and the API can
//! be called by hand.

use crate::common::{javac, paratrace, parsed, root, succeed, text};
use rayon::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// No two runs print the same, or the program prints its own members.
const NEVER_ALIKE: [&str; 1] = ["Reflection"];

fn sources(folder: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(root().join(folder)).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<_> = files.filter(|path| path.extension().is_some_and(|e| e == "java")).collect();
    files.sort();
    files
}

fn name(source: &Path) -> String {
    source.file_stem().unwrap().to_string_lossy().into_owned()
}

/// Compiles to `plain`, and lets the methods `tasks` count in `counted/plain`.
fn count(sources: &[PathBuf], dir: &Path, tasks: &[String]) -> Output {
    javac(sources, &dir.join("plain"));
    let mut instrument = paratrace();
    instrument.arg("instrument").arg(dir.join("plain")).arg("-o").arg(dir.join("counted")).arg("--counters");
    for task in tasks {
        instrument.args(["--task", task]);
    }
    succeed(&mut instrument)
}

fn java(dir: &Path, classes: &str) -> Command {
    let mut java = Command::new("java");
    java.args(["-Xshare:auto", "-XX:TieredStopAtLevel=1", "-Xss512k", "-Xmx256m"])
        .current_dir(dir)
        .arg("-cp")
        .arg(classes);
    java
}

/// Whole programs as tasks, with everything that Java has.
#[test]
fn programs_run_as_before() {
    let dir = tempfile::tempdir().unwrap();
    let sources = sources("tests/programs/open");
    let names: Vec<_> = sources.iter().map(|source| name(source)).collect();
    count(&sources, dir.path(), &names.iter().map(|name| format!("{name}.main")).collect::<Vec<_>>());
    let differs = |name: &String| {
        let run = |classes: &str| {
            let mut java = java(dir.path(), classes);
            let output = java.arg(format!("-Dparatrace.statistics={name}.statistics")).arg(name).output().unwrap();
            (output.status.code(), text(&output.stdout), text(&output.stderr))
        };
        let (plain, counted) = (run("plain"), run("counted/plain"));
        (plain != counted).then(|| format!("{name}: {plain:#?}\n{counted:#?}"))
    };
    let wrong: Vec<_> = names.par_iter().filter(|n| !NEVER_ALIKE.contains(&&***n)).filter_map(differs).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let written = fs::read_dir(dir.path())
        .unwrap()
        .filter(|file| file.as_ref().unwrap().path().extension().is_some_and(|extension| extension == "statistics"));
    // All but the one that halts the JVM.
    assert!(written.count() >= names.len() - 2);
}

#[test]
fn statistics_never_fail_a_program() {
    let dir = tempfile::tempdir().unwrap();
    let source = root().join("instrumenter/tests/counters/Loop.java");
    let made = count(&[source], dir.path(), &["Loop.task".to_owned()]);
    assert!(text(&made.stderr).contains("1 class: 1 changed, 1 method count"), "{}", text(&made.stderr));
    // In the working directory, by the program's name.
    succeed(java(dir.path(), "counted/plain").arg("Loop"));
    let found = fs::read_to_string(dir.path().join("Loop.statistics")).unwrap();
    assert!(found.starts_with("===== statistics =====\nVM main [1] = "), "{found}");
    assert!(found.contains(" type java.lang.Thread name \"main\"\nVM cnt [1,1] = "), "{found}");
    assert!(found.contains(" method Loop.task\nVM drd [1,0] = 1004\n"), "{found}");
    let output = succeed(java(dir.path(), "counted/plain").args(["-Dparatrace.statistics=no/such/folder", "Loop"]));
    assert!(output.stdout.is_empty());
    let line = text(&output.stderr);
    assert!(
        line.starts_with("paratrace: cannot write statistics to no/such/folder") && line.lines().count() == 1,
        "{line}"
    );
    // No half-written file is left behind.
    let left = fs::read_dir(dir.path()).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    assert_eq!(left.filter(|name| name.starts_with('.')).count(), 0);
}

#[test]
fn by_hand() {
    let dir = tempfile::tempdir().unwrap();
    let source = dir.path().join("Hand.java");
    let code = "import paratrace.profiler.Profiler;
        public class Hand implements Runnable {
            static int[] data = new int[10];
            public void run() {
                Profiler.enter(\"sum\");
                int id = Profiler.array(data);
                for (int i = 3; i < 7; i++) { Profiler.drd(id, i); }
                Profiler.dwr(id, 9); Profiler.dwr(0); Profiler.drd(0); Profiler.drd(0); Profiler.drd(id); Profiler.dwr(-1, 5);
                Profiler.leave(\"sum\");
                Profiler.leave(\"never entered\");
            }
            public static void main(String[] args) throws Exception {
                Profiler.begin();
                Thread thread = new Thread(new Hand(), \"a \\\"worker\\\"\");
                thread.start(); thread.join();
            }
        }";
    fs::write(&source, code).unwrap();
    let classes = dir.path().join("classes");
    succeed(Command::new(root().join("profiler-java/build.sh")).arg(&classes));
    succeed(Command::new("javac").arg("-cp").arg(&classes).arg("-d").arg(&classes).arg(&source));
    succeed(java(dir.path(), "classes").arg("Hand"));
    let found = fs::read_to_string(dir.path().join("Hand.statistics")).unwrap();
    let counts: Vec<_> = found.lines().filter(|line| line.starts_with("VM d")).collect();
    let thread = counts[0].split(['[', ',']).nth(1).unwrap();
    let expected = [
        "drd [T,0] = 2",
        "dwr [T,0] = 1",
        "drd [T,1] = 5 array int[] length 10 index 3..9",
        "dwr [T,1] = 1 array int[] length 10 index 3..9",
    ];
    assert_eq!(counts, expected.map(|line| format!("VM {}", line.replace('T', thread))));
    assert!(found.contains("name \"a ?worker?\""), "{found}");
}

/// The figures and methods of the text; the time is not always the same.
#[test]
fn estimates() {
    let dir = tempfile::tempdir().unwrap();
    javac(sources("examples/grande"), &dir.path().join("plain"));
    let estimate = |words: &[&str]| {
        let mut command = paratrace();
        text(&succeed(command.current_dir(dir.path()).args(["estimate", "plain"]).args(words)).stdout)
    };
    let sparse = estimate(&["--task", "grande.SparseRunner.run"]);
    let lines: Vec<_> = sparse.lines().collect();
    assert_eq!(
        lines[..3],
        [
            "What tasks may share (DAA)",
            "task grande.SparseRunner.run (methods +)",
            "method grande.SparseRunner.run (ENTERING)"
        ]
    );
    for line in [
        "  reads grande.SparseRunner.rounds, line 28 (rd)",
        "  writes array 2, line 30 (wr)",
        "array 2 is grande.SparseRunner.y double[]",
        "may read shared data (counters, rd): 8 instructions",
        "may write shared data (counters, wr): 1 instruction",
        "what tasks call (methods): 1 method",
    ] {
        assert!(lines.contains(&line), "{line} in {sparse}");
    }
    let json = estimate(&["--task", "grande.RayTracerRunner.run", "--json", "-"]);
    let json = parsed(&json);
    assert_eq!(json["schema"], "paratrace.estimate/1");
    assert_eq!(json["methods"].as_array().unwrap().len(), 14);
    let minus = json["methods"].as_array().unwrap().iter().find(|m| m["method"].as_str().unwrap().contains("minus"));
    assert!(minus.unwrap()["accesses"].as_array().unwrap().iter().all(|access| access["depends"] == true));
    let brief = estimate(&["--task", "grande.CryptRunner.run", "--brief"]);
    assert_eq!(brief.lines().count(), 6, "{brief}");
}

/// Counters of a statistics file, without numbers of threads and arrays: what is counted, whether of scalars, how often.
fn counters(file: &Path) -> Vec<(String, bool, u64)> {
    let text = fs::read_to_string(file).unwrap();
    let line = |line: &str| {
        let rest = line.strip_prefix("VM ").filter(|rest| rest.starts_with('d'))?;
        let (item, value) = rest.split_once(" = ")?;
        let value = value.split(' ').next()?.parse().ok()?;
        Some((item[..3].to_owned(), item.ends_with(",0]"), value))
    };
    let mut all: Vec<_> = text.lines().filter_map(line).collect();
    all.sort();
    all
}

/// Measures from a trace and counters agree, but for reads that fail, which count with their block.
#[test]
fn measured_and_counted_agree() {
    let dir = tempfile::tempdir().unwrap();
    let all = [sources("examples/grande"), sources("instrumenter/tests/counters")].concat();
    let programs = [
        ("grande.Crypt", "grande.CryptRunner.run", "2 160", 0),
        ("grande.Sparse", "grande.SparseRunner.run", "2 20 3", 0),
        ("grande.RayTracer", "grande.RayTracerRunner.run", "2 6", 0),
        ("grande.MonteCarlo", "grande.MonteCarloRunner.run", "2 4", 0),
        ("Loop", "Loop.task", "", 0),
        ("Owners", "Owners.task", "", 0),
        ("Copies", "Copies.task", "", 0),
        ("Calls", "Calls.task", "", 1),
        ("Exits", "Exits.task", "", 1),
    ];
    javac(&all, &dir.path().join("plain"));
    succeed(paratrace().current_dir(dir.path()).args(["instrument", "plain", "-o", "traced/"]));
    for (main, task, words, failed) in programs {
        succeed(paratrace().current_dir(dir.path()).args([
            "instrument",
            "plain",
            "--counters",
            "-o",
            main,
            "--task",
            task,
        ]));
        let words = || words.split_whitespace();
        let counted = java(dir.path(), &format!("{main}/plain"))
            .arg("-Dparatrace.statistics=counted")
            .arg(main)
            .args(words())
            .status();
        assert!(counted.unwrap().success());
        let trace = format!("-Dparatrace.dir={main}.trace");
        succeed(java(dir.path(), "traced/plain").arg(trace).arg(main).args(words()));
        let shared = ["shared", &format!("{main}.trace"), "--task", task, "--statistics", "measured"];
        succeed(paratrace().current_dir(dir.path()).args(shared));
        let (counted, measured) = (counters(&dir.path().join("counted")), counters(&dir.path().join("measured")));
        let total = |all: &[(String, bool, u64)]| all.iter().map(|(.., count)| count).sum::<u64>();
        assert_eq!(total(&counted), total(&measured) + failed, "{main}: {counted:?} {measured:?}");
        assert!(failed > 0 || counted == measured, "{main}: {counted:?} {measured:?}");
    }
}
