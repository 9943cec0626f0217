//! JDKs that no copy can be made of: their own `java` starts with a patch.

use crate::as_it_is::NOTE;
use crate::common::{parsed, root, succeed, text};
use crate::fake::Fake;
use crate::modules::modules;
use crate::{chains, command, compiled, marked, verdicts};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::LazyLock;
use tempfile::TempDir;

/// A JDK without tools, and a run on it that has made its patch.
struct Patched {
    jre: Fake,
    /// There, copies are found by the contents of the JDK: no other test uses it.
    cache: TempDir,
    /// Has the program and the trace `t`.
    dir: TempDir,
    first: Output,
}

/// One patch for all tests: it takes longer to make than all else.
static PATCHED: LazyLock<Patched> = LazyLock::new(|| {
    let (jre, cache, dir) = (Fake::jre(), tempfile::tempdir().unwrap(), chains());
    let words = ["run", "--out", "t", &jre.java(), "-cp", "classes", "Chains"];
    let first = succeed(command(dir.path(), &words).env("PARATRACE_CACHE", cache.path()));
    Patched { jre, cache, dir, first }
});

fn alone(dir: &Path, words: &[&str]) -> Command {
    let mut command = command(dir, words);
    command.env("PARATRACE_CACHE", PATCHED.cache.path());
    command
}

#[test]
fn a_jdk_without_tools_is_traced() {
    let Patched { jre, dir, first, .. } = &*PATCHED;
    let plain = succeed(Command::new("java").args(["-cp", "classes", "Chains"]).current_dir(dir.path()));
    let words = ["run", "--json=r", &jre.java(), "-cp", "classes", "Chains"];
    let second = succeed(&mut alone(dir.path(), &words));
    for (ran, new) in [(first, true), (&second, false)] {
        let err = text(&ran.stderr);
        assert_eq!(ran.stdout, plain.stdout);
        assert!(err.contains("so programs start later than on a copy") == new && !err.contains(NOTE), "{err}");
    }
    let words = ["run", "--json=copy", "java", "-cp", "classes", "Chains"];
    succeed(&mut command(dir.path(), &words));
    let source = fs::read_to_string(root().join("cli/tests/jdk/Chains.java")).unwrap();
    let [report, of_copy] = ["r", "copy"].map(|file| parsed(&fs::read_to_string(dir.path().join(file)).unwrap()));
    let verdicts = |report| ["serial", "independent"].map(|mark| verdicts(report, &marked(&source, mark)));
    assert_eq!(verdicts(&report), verdicts(&of_copy));
    assert_eq!(verdicts(&report)[0][0], "serial");
    let (jdk, completeness) = (&report["coverage"]["jdk"], &report["completeness"]);
    assert!(jdk["traced"] == true && jdk["traced_methods"].as_u64() > Some(40_000), "{jdk}");
    assert!(completeness["complete"] == true && completeness["unexpected_entries"] == 0, "{completeness}");
    succeed(&mut alone(dir.path(), &["verify", "--deep", "t"]));

    let listed = parsed(&text(&succeed(&mut alone(dir.path(), &["jdk", "--list", "--json=-"])).stdout));
    let (one, home) = (&listed["jdks"][0], jre.home().to_str().unwrap());
    assert_eq!((&one["home"], one["options"].as_array().unwrap().len()), (&home.into(), 4));
    let words = ["instrument", "classes", "--jdk", home, "-o", "traced"];
    let told = text(&succeed(&mut alone(dir.path(), &words)).stderr);
    let start = told.lines().find_map(|line| line.strip_prefix("Run it: ")).unwrap();
    let start = start.replace("MAIN-CLASS", "Chains").replacen("java ", "java -Dparatrace.dir=by-hand ", 1);
    succeed(Command::new("sh").args(["-c", &start]).current_dir(dir.path()));
    succeed(&mut alone(dir.path(), &["verify", "--deep", "by-hand"]));
}

/// A patch exports the runtime to no module.
#[test]
fn modules_run_on_a_jdk_without_tools_as_it_is() {
    let (dir, jre) = (modules(), &PATCHED.jre);
    let words = ["run", "--json=r", &jre.java(), "-p", "mods", "-m", "app/app.Main", "x"];
    let err = text(&succeed(&mut alone(dir.path(), &words)).stderr);
    assert!(err.contains(NOTE) && err.contains("on the module path, and no copy of the JDK can be made"), "{err}");
    let report = parsed(&fs::read_to_string(dir.path().join("r")).unwrap());
    assert_eq!(report["coverage"]["jdk"]["traced"], false);
    let home = jre.home().to_str().unwrap();
    let words = ["instrument", "mods/app", "mods/data", "--modules", "--jdk", home, "-o", "traced"];
    assert_eq!(alone(dir.path(), &words).output().unwrap().status.code(), Some(3));
}

#[test]
fn a_command_starts_programs_on_a_patched_jdk() {
    let (dir, jre) = (compiled(&root().join("cli/tests/jdk/Children.java")), &PATCHED.jre);
    fs::write(dir.path().join("start.sh"), "$JAVA_HOME/bin/java -cp classes Children\n").unwrap();
    let path = format!("{}:/usr/bin:/bin", jre.home().join("bin").display());
    let mut run = alone(dir.path(), &["run", "--json=r", "sh", "start.sh"]);
    let ran = succeed(run.env("JAVA_HOME", jre.home()).env("PATH", path));
    assert_eq!(text(&ran.stdout), "[child 841\n]0\n[child 841\n]0\n", "{}", text(&ran.stderr));
    let runs = parsed(&fs::read_to_string(dir.path().join("r")).unwrap());
    let runs = runs["runs"].as_array().unwrap();
    // The child that it starts by the java on PATH runs with the patch, too; that of its own home without.
    let traced = runs.iter().filter(|run| run["report"]["coverage"]["jdk"]["traced"] == true).count();
    assert_eq!((runs.len(), traced), (2, 2), "{}", text(&ran.stderr));
}
