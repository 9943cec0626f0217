//! Tests that Maven runs.

use crate::Folder;
use crate::common::{root, text};
use std::process::Command;
use std::time::{Duration, Instant};

/// A copy of a project, built once to a phase, so that all that it needs is there; None where Maven or artefacts cannot be had.
fn project(name: &str, phase: &str) -> Option<(Folder, Duration)> {
    let f = Folder::new();
    let source = root().join("tests/projects").join(name);
    crate::common::succeed(Command::new("cp").arg("-r").arg(source.join(".")).arg(f.dir.path()));
    let build = |options: &[&str]| {
        let started = Instant::now();
        let output = Command::new("mvn").args(["-q", "-B"]).args(options).arg(phase).current_dir(f.dir.path()).output();
        output.is_ok_and(|output| output.status.success()).then(|| started.elapsed())
    };
    let built = build(&["-o"]).or_else(|| build(&[]).and_then(|_| build(&["-o"])));
    if built.is_none() {
        println!("skipped: Maven or what {name} needs cannot be had");
    }
    built.map(|time| (f, time))
}

/// Two modules with JUnit 5 and Jackson: each has a report.
#[test]
fn two_modules() {
    let Some((f, plain)) = project("two", "test") else { return };
    let started = Instant::now();
    let output = f.run("--out traces mvn -q -B -o test");
    println!("plain {plain:?}, traced with analysis {:?}", started.elapsed());
    let err = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{}{err}", text(&output.stdout));
    let json = f.json();
    let names: Vec<&str> = json["runs"].as_array().unwrap().iter().map(|run| run["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["app-tests", "core-tests"], "{err}");
    for run in json["runs"].as_array().unwrap() {
        assert_eq!(run["report"]["completeness"]["complete"], true, "{}", run["report"]["completeness"]);
        let nodes = run["report"]["nodes"].as_u64().unwrap();
        let methods = run["report"]["methods"].as_array().unwrap();
        let ran = |class: &str| methods.iter().any(|method| method["method"].as_str().unwrap().starts_with(class));
        assert!(nodes > 100_000, "{nodes}: {}", run["report"]["completeness"]);
        assert!(ran("acme/core/Orders.") && ran("com/fasterxml/jackson/"), "{}", run["name"]);
    }
    assert!(f.is_clean());
}

/// Unit tests of a module on the module path, and integration tests, started by a script that looks for `java` as wrappers do.
#[test]
fn a_module_with_integration_tests() {
    let Some((f, _)) = project("modular", "verify") else { return };
    let java = "if [ -n \"$JAVA_HOME\" ]; then JAVACMD=\"$JAVA_HOME/bin/java\"; else JAVACMD=$(command -v java); fi";
    // What a wrapper has downloaded is at hand.
    let home = "home=$(mvn -v | sed -n 's/.*Maven home: //p')";
    let start = "exec \"$JAVACMD\" -cp \"$(echo $home/boot/*.jar)\" -Dclassworlds.conf=$home/bin/m2.conf \
                 -Dmaven.home=$home -Dmaven.multiModuleProjectDirectory=. org.codehaus.plexus.classworlds.launcher.Launcher \"$@\"";
    f.write("mvnw", &format!("{java}\n{home}\n{start}\n"));
    let output = f.run("sh ./mvnw -q -B -o verify");
    let err = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{}{err}", text(&output.stdout));
    let json = f.json();
    let ran = |run: &serde_json::Value, class: &str| {
        assert_eq!(run["report"]["completeness"]["complete"], true, "{}", run["report"]["completeness"]);
        let methods = run["report"]["methods"].as_array().unwrap();
        methods.iter().any(|method| method["method"].as_str().unwrap().starts_with(class))
    };
    let runs = json["runs"].as_array().unwrap();
    let names: Vec<&str> = runs.iter().map(|run| run["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["tests", "tests-2"], "{err}");
    assert!(runs.iter().all(|run| ran(run, "acme/one/Sums.to")), "{err}");
    assert!(ran(&runs[0], "acme/one/SumsTest.") && ran(&runs[1], "acme/one/SumsIT."), "{err}");
    assert!(f.is_clean());
}
