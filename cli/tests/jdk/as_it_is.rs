//! Runs on a JDK that is not traced, and what they say about it.

use crate::common::{parsed, root, succeed, text};
use crate::{chains, command, compiled, home};
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Command;
use tempfile::TempDir;

pub(crate) const NOTE: &str = "paratrace: the JDK is not traced (";

/// A JDK of links to the one on PATH, but for these tools. Its `java` is that of the other one.
fn without(tools: &[&str]) -> TempDir {
    let (real, fake) = (home(), tempfile::tempdir().unwrap());
    for name in ["release", "lib", "jmods"].iter().filter(|name| real.join(name).exists()) {
        symlink(real.join(name), fake.path().join(name)).unwrap();
    }
    let bin = fake.path().join("bin");
    fs::create_dir(&bin).unwrap();
    for tool in ["jmod", "jlink", "jimage"].iter().filter(|tool| !tools.contains(tool)) {
        symlink(real.join("bin").join(tool), bin.join(tool)).unwrap();
    }
    let script = format!("#!/bin/sh\nexec '{}' \"$@\"\n", real.join("bin/java").display());
    fs::write(bin.join("java"), script).unwrap();
    fs::set_permissions(bin.join("java"), Permissions::from_mode(0o755)).unwrap();
    fake
}

/// Runs `Uncaught` on a JDK that is not traced: it ends as it would, the reason is said once, and the report has it.
fn runs_as_it_is(java: &str, words: &[&str], (told, reported): (&str, &str)) {
    let dir = compiled(&root().join("tests/programs/open/Uncaught.java"));
    let own = [words, &["-cp", "classes", "Uncaught"]].concat();
    let plain = Command::new(java).args(&own).current_dir(dir.path()).output().unwrap();
    for json in ["first", "second"] {
        let run = [&["run", "--json", json, java], &own[..]].concat();
        // What was made for other tests must not help.
        let ran = command(dir.path(), &run).env("PARATRACE_CACHE", dir.path().join("cache")).output().unwrap();
        let err = text(&ran.stderr);
        assert_eq!((text(&ran.stdout), ran.status.code()), (text(&plain.stdout), plain.status.code()), "{err}");
        let notes: Vec<&str> = err.lines().filter(|line| line.starts_with(NOTE)).collect();
        assert!(notes.len() == 1 && notes[0].contains(told), "{err}");
        let flat = err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(&format!("The JDK is not traced ({reported}): values")), "{err}");
        let report = parsed(&fs::read_to_string(dir.path().join(json)).unwrap());
        let jdk = &report["coverage"]["jdk"];
        assert_eq!((&jdk["traced"], &jdk["why_not"]), (&false.into(), &reported.into()));
    }
}

#[test]
fn a_program_runs_where_there_is_no_traced_jdk() {
    let fake = without(&["jlink", "jmod", "jimage"]);
    let java = fake.path().join("bin/java").display().to_string();
    runs_as_it_is(&java, &[], ("cannot be traced: it has no j", "no traced copy of it could be made"));
    // Boot classes come before everything else.
    let boot = "-Xbootclasspath/a does not go with that";
    runs_as_it_is("java", &["-Xbootclasspath/a:none"], (boot, boot));
    let patched = "--patch-module changes java.base";
    runs_as_it_is("java", &["--patch-module", "java.base=none"], (patched, patched));
}

/// A copy that cannot be made costs one attempt, not one of each run.
#[test]
fn a_jdk_that_cannot_be_traced_is_remembered() {
    let (dir, fake) = (chains(), without(&["jlink"]));
    let jlink = fake.path().join("bin/jlink");
    fs::write(&jlink, "#!/bin/sh\necho asked >> \"$0.log\"\necho broken >&2\nexit 1\n").unwrap();
    fs::set_permissions(&jlink, Permissions::from_mode(0o755)).unwrap();
    let log = || fs::read_to_string(fake.path().join("bin/jlink.log")).unwrap().lines().count();
    let java = fake.path().join("bin/java").display().to_string();
    let cache = dir.path().join("cache");
    for attempt in 0..2 {
        let words = ["run", "--no-distances", &java, "-cp", "classes", "Chains"];
        let ran = succeed(command(dir.path(), &words).env("PARATRACE_CACHE", &cache));
        let err = text(&ran.stderr);
        assert!(err.contains("jlink fails: broken") && err.contains("tries it again") == (attempt == 1), "{err}");
        assert_eq!(log(), 1);
    }
    let words = ["jdk", fake.path().to_str().unwrap()];
    assert_eq!(command(dir.path(), &words).env("PARATRACE_CACHE", &cache).output().unwrap().status.code(), Some(3));
    assert_eq!(log(), 2);
    assert!(fs::read_dir(cache.join("making")).unwrap().next().is_none());
}

#[test]
fn a_live_analysis_leaves_the_jdk_as_it_is() {
    let dir = chains();
    let words = ["run", "--live", "--json=r", "java", "-cp", "classes", "Chains"];
    let err = text(&succeed(&mut command(dir.path(), &words)).stderr);
    assert!(!err.contains(NOTE), "{err}");
    let report = parsed(&fs::read_to_string(dir.path().join("r")).unwrap());
    assert_eq!(report["coverage"]["jdk"]["why_not"], "--live");
}
