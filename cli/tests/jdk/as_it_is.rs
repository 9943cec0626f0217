//! Runs on a JDK that is not traced, and what they say about it.

use crate::common::{parsed, root, succeed, text};
use crate::fake::Fake;
use crate::{chains, command, compiled};
use std::fs;
use std::process::Command;

pub(crate) const NOTE: &str = "paratrace: the JDK is not traced (";

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
    let fake = Fake::without(&["bin/jlink", "bin/jmod", "bin/jimage"]).unpatchable();
    runs_as_it_is(&fake.java(), &[], ("has no jlink", "no traced copy of it could be made"));
    // Boot classes come before everything else.
    let boot = "-Xbootclasspath/a does not go with that";
    runs_as_it_is("java", &["-Xbootclasspath/a:none"], (boot, boot));
    let patched = "--patch-module changes java.base";
    runs_as_it_is("java", &["--patch-module", "java.base=none"], (patched, patched));
}

/// A copy that cannot be made costs one attempt, not one of each run.
#[test]
fn a_jdk_that_cannot_be_traced_is_remembered() {
    let (dir, fake) = (chains(), Fake::without(&["bin/jlink"]).unpatchable());
    fake.script("jlink", "echo asked >> \"$0.log\"\necho broken >&2\nexit 1");
    let asked = || (fake.asked("jlink"), fake.asked("java"));
    let cache = dir.path().join("cache");
    for attempt in 0..2 {
        let words = ["run", "--no-distances", &fake.java(), "-cp", "classes", "Chains"];
        let ran = succeed(command(dir.path(), &words).env("PARATRACE_CACHE", &cache));
        let err = text(&ran.stderr);
        assert!(err.contains("fails: broken") && err.contains("tries it again") == (attempt == 1), "{err}");
        assert_eq!(asked(), (1, 1));
    }
    let words = ["jdk", fake.home().to_str().unwrap()];
    assert_eq!(command(dir.path(), &words).env("PARATRACE_CACHE", &cache).output().unwrap().status.code(), Some(3));
    assert_eq!(asked(), (2, 2));
    assert!(fs::read_dir(cache.join("making")).unwrap().next().is_none());
}

/// A live analysis has one view of the program, and who names a part of the program wants nothing of the JDK.
#[test]
fn options_that_leave_the_jdk_as_it_is() {
    let dir = chains();
    for option in ["--live", "--trace-only=Chains"] {
        let words = ["run", option, "--json=r", "java", "-cp", "classes", "Chains"];
        let err = text(&succeed(&mut command(dir.path(), &words)).stderr);
        assert!(!err.contains(NOTE), "{err}");
        let report = parsed(&fs::read_to_string(dir.path().join("r")).unwrap());
        let coverage = &report["coverage"]["jdk"];
        assert_eq!((&coverage["traced"], coverage["why_not"].as_str()), (&false.into(), option.split('=').next()));
    }
}
