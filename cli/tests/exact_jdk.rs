//! Programs on a traced JDK: the replay has every instruction that the JVM reported of the plain run on the plain JDK, those of the
//! JDK included, thread by thread and in order. `cargo xtask exact --library --jdk` runs many more.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{damage, damage_of, javac, jdk_cache, one_program_of, paratrace, parsed, root, succeed, text};
use paratrace_exact::programs::{ABRUPT, NEVER_ALIKE, NEVER_ALIKE_WITH_JDK, SHARED_WORK};
use paratrace_exact::{Batch, TracedJdk, alike, compare_with_jdk};
use paratrace_traceformat::trace::TraceDir;
use paratrace_witness::{MethodName, Record};
use rayon::prelude::*;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use tempfile::TempDir;

/// One traced JDK for all tests. Those of earlier builds of the command go.
static JDK: LazyLock<TracedJdk> = LazyLock::new(|| {
    let cache = jdk_cache();
    let command = |words: &[&str]| succeed(paratrace().arg("jdk").args(words).env("PARATRACE_CACHE", &cache));
    command(&["--remove"]);
    let made = parsed(&text(&command(&["--json=-"]).stdout));
    let home = Path::new(made["jdks"][0]["home"].as_str().unwrap());
    let original = Path::new(made["jdks"][0]["original"].as_str().unwrap());
    TracedJdk::new(home.parent().unwrap(), &original.join("bin/java"))
});

/// A folder of programs, compiled and traced.
struct Group {
    names: Vec<String>,
    dir: TempDir,
    pauses: Vec<MethodName>,
}

impl Group {
    /// Compiles the programs of a folder. One of so many will run.
    fn new(folder: &Path, one_of: usize) -> Group {
        let dir = tempfile::tempdir().unwrap();
        let mut sources: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
        sources.retain(|path| path.extension().is_some_and(|e| e == "java"));
        sources.sort();
        let plain = dir.path().join("plain");
        javac(&sources, &plain);
        let pauses = JDK.rewrite(&plain, &dir.path().join("traced"), &dir.path().join("map")).unwrap();
        let chosen = sources.iter().step_by(one_program_of(one_of));
        let names = chosen.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
        Group { names, dir, pauses }
    }

    /// Exit status, standard output and standard error.
    fn run(&self, java: &Path, classes: &str, name: &str, options: Vec<OsString>) -> (Option<i32>, String, String) {
        let mut java = Command::new(java);
        java.args(["-Xshare:auto", "-XX:TieredStopAtLevel=1", "-Xss512k", "-Xmx256m", "-Dparatrace.quiet"]);
        java.args(options).arg("-cp").arg(self.dir.path().join(classes)).arg(name);
        let output = java.stdin(Stdio::null()).output().unwrap();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    }

    /// Instructions that agree, or the fault of one program.
    fn check(&self, name: &str) -> Result<u64, String> {
        let at = |file: String| self.dir.path().join(file);
        let (record, trace) = (at(format!("{name}.record")), at(format!("{name}.trace")));
        let witness = paratrace_witness::options_with_platform(&record, &self.pauses).unwrap();
        let plain = self.run(&JDK.plain, "plain", name, alike(&trace, witness));
        let traced = self.run(&JDK.traced, "traced/plain", name, alike(&trace, []));
        if plain != traced {
            return Err(format!("{name}: plain {plain:#?}\ntraced {traced:#?}"));
        }
        if ABRUPT.contains(&name) {
            return Ok(0);
        }
        let dir = TraceDir::open(&trace).unwrap();
        if let Some(damage) = damage_of(&dir, &trace) {
            return Err(format!("{name}: {damage}"));
        }
        if [&NEVER_ALIKE[..], &SHARED_WORK, &NEVER_ALIKE_WITH_JDK].concat().contains(&name) {
            return Ok(0);
        }
        let found = compare_with_jdk(&dir, &Record::read(&record).unwrap()).unwrap();
        fs::remove_file(record).unwrap();
        fs::remove_dir_all(trace).unwrap();
        let differences: Vec<String> = found.differences.iter().map(|found| format!("{name}: {found}")).collect();
        if differences.is_empty() { Ok(found.instructions) } else { Err(differences.join("\n")) }
    }

    /// The number of instructions that agree.
    fn check_all(&self) -> u64 {
        let (right, wrong): (Vec<_>, Vec<_>) =
            self.names.par_iter().map(|name| self.check(name)).partition_map(|found| match found {
                Ok(instructions) => rayon::iter::Either::Left(instructions),
                Err(why) => rayon::iter::Either::Right(why),
            });
        assert!(wrong.is_empty(), "{} of {} programs:\n{}", wrong.len(), self.names.len(), wrong.join("\n"));
        right.iter().sum()
    }
}

/// One program of so many is compared: few of the open ones execute most.
const ONE_CLOSED_OF: usize = 4;
const ONE_OPEN_OF: usize = 2;

#[test]
fn closed_programs() {
    let agreed = Group::new(&root().join("tests/programs"), ONE_CLOSED_OF).check_all();
    assert!(agreed * one_program_of(ONE_CLOSED_OF) as u64 > 500_000, "{agreed}");
}

#[test]
fn open_programs() {
    let agreed = Group::new(&root().join("tests/programs/open"), ONE_OPEN_OF).check_all();
    assert!(agreed * one_program_of(ONE_OPEN_OF) as u64 > 900_000, "{agreed}");
}

/// Initialisers of classes that stay untraced call what is traced: whichever class of `java.base` a program uses first in the middle of a path.
#[test]
fn first_uses_of_all_exported_classes() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let finder = root().join("cli/tests/jdk/FirstUses.java");
    let written = succeed(Command::new(&JDK.plain).arg(finder).arg("java.base"));
    fs::write(at("Uses.java"), &written.stdout).unwrap();
    // For this JDK, all of whose classes it uses.
    let mut javac = Command::new("javac");
    succeed(javac.args(["-g", "-nowarn", "-proc:none", "-d"]).arg(at("plain")).arg(at("Uses.java")));
    JDK.rewrite(&at("plain"), &at("traced"), &at("map")).unwrap();
    let run = |java: &Path, classes: &str| {
        let mut java = Command::new(java);
        java.args(alike(&at("trace"), [])).arg("-Dparatrace.quiet").arg("-cp").arg(at(classes)).arg("Uses");
        text(&succeed(&mut java).stdout)
    };
    let uses = run(&JDK.plain, "plain");
    assert!(uses.trim().parse::<u32>().unwrap() > 400, "{uses}");
    assert_eq!(run(&JDK.traced, "traced/plain"), uses);
    assert_eq!(damage(&at("trace")), None);
}

/// Classes of a program may extend others that were not there when it was rewritten, as those of Mockito do.
#[test]
fn initialisers_of_super_classes_that_are_not_known() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let mut javac = Command::new("javac");
    succeed(javac.args(["-g", "-d"]).arg(at("plain")).arg(root().join("cli/tests/jdk/Later.java")));
    fs::create_dir(at("later")).unwrap();
    for class in ["Later$Above.class", "Later$Aside.class"] {
        fs::rename(at("plain").join(class), at("later").join(class)).unwrap();
    }
    JDK.rewrite(&at("plain"), &at("traced"), &at("map")).unwrap();
    let run = |java: &Path, classes: &str| {
        let mut java = Command::new(java);
        java.args(alike(&at("trace"), [])).arg("-Dparatrace.quiet");
        text(&succeed(java.arg("-cp").arg(at(classes)).arg("Later").arg(at("later"))).stdout)
    };
    assert_eq!(run(&JDK.traced, "traced/plain"), run(&JDK.plain, "plain"));
    assert_eq!(damage(&at("trace")), None);
}

#[test]
fn random_programs_that_use_the_library() {
    let dir = tempfile::tempdir().unwrap();
    let programs = if one_program_of(2) == 1 { 43 } else { 22 };
    let outcome = Batch::of_library(&dir.path().join("batch"), 0..programs, 17).unwrap().run_on(&JDK).unwrap();
    let differences = outcome.differences();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(outcome.comparison.instructions > programs * 70_000, "{}", outcome.comparison.instructions);
    assert_eq!(damage(&outcome.trace), None);
}
