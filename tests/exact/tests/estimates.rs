//! Whatever a trace says that tasks share is in the estimate made without running them.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use paratrace_exact::{contained, outer_methods};
use paratrace_instrumenter::{Options, Output, estimate, instrument};
use paratrace_traceformat::trace::TraceDir;

/// Tasks of each program.
const TASKS: usize = 5;

/// Their JVM ends while threads run: traces are cut off, or there is none. `DeepStacks` may lose the end of a path at the end of
/// a stack, which the trace says.
const CUT_OFF: [&str; 4] = ["DaemonThreads", "DeepStacks", "ExitInTheMiddle", "Halt"];

/// They make classes at run time: what these override and call is in no class file that an estimate is made from.
const MADE_AT_RUN_TIME: [&str; 2] = ["GeneratedClasses", "GeneratedInThreads"];

/// Programs with several threads, and some of one in which much is created, copied, called back.
fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../programs");
    let all = ["", "open", "simulate"].into_iter().flat_map(|folder| fs::read_dir(root.join(folder)).unwrap());
    let java = all.map(|file| file.unwrap().path()).filter(|path| path.extension().is_some_and(|e| e == "java"));
    let others = ["ArrayClones", "ArrayCopies", "MultiArrays", "Streams", "Iterators", "Comparators", "InnerClasses"];
    let mut chosen: Vec<_> = java
        .filter(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap();
            let chosen = others.contains(&name) || fs::read_to_string(path).unwrap().contains("Thread");
            chosen && !CUT_OFF.contains(&name) && !MADE_AT_RUN_TIME.contains(&name)
        })
        .collect();
    chosen.sort();
    chosen
}

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.code().is_some(), "{command:?}: {output:?}");
}

#[test]
fn everything_measured_is_estimated() {
    let dir = tempfile::tempdir().unwrap();
    let (plain, traced) = (dir.path().join("plain"), dir.path().join("traced"));
    let programs = programs();
    assert!(programs.len() > 12, "{programs:?}");
    let mut javac = Command::new("javac");
    run(javac.args(["--release", "17", "-g", "-nowarn", "-d"]).arg(&plain).args(&programs));
    let classes = [plain];
    instrument(&classes, &Output::Directory(traced.clone()), None, &Options::default(), &|_, _| {}).unwrap();
    let (mut wrong, mut tasks, mut measured) = (Vec::new(), 0, 0);
    for program in &programs {
        let name = program.file_stem().unwrap().to_str().unwrap();
        let trace = dir.path().join(format!("{name}.trace"));
        let mut java = Command::new("java");
        java.args(["-Xshare:auto", "-XX:TieredStopAtLevel=1", "-Xss512k", "-Xmx256m"]);
        run(java.arg(format!("-Dparatrace.dir={}", trace.display())).arg("-cp").arg(traced.join("plain")).arg(name));
        let trace = TraceDir::open(&trace).unwrap();
        let outer = outer_methods(&trace, 2).unwrap_or_else(|error| panic!("{name}: {error}"));
        for task in outer.into_iter().take(TASKS) {
            let found = contained(&trace, &estimate(&classes, std::slice::from_ref(&task)).unwrap(), &task).unwrap();
            assert!(found.instances > 0, "{task}");
            (tasks, measured) = (tasks + 1, measured + found.measured);
            if !found.unreached.is_empty() || !found.missing.is_empty() {
                wrong.push(format!("{task}: {found}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tasks > 40 && measured > 80, "{tasks} tasks, {measured} instructions");
}
