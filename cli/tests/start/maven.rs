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
    // The files that a wrapper has downloaded are at hand.
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

/// Tests within Maven's own JVM: there is no trace, and a line says why.
#[test]
fn without_a_fork() {
    let Some((f, _)) = project("two", "test") else { return };
    let output = f.run("mvn -q -B -o -DforkCount=0 test");
    let err = text(&output.stderr);
    assert_eq!(output.status.code(), Some(125), "{err}");
    assert!(err.contains("set forkCount to 1"), "{err}");
}

/// The script of the Maven wrapper as it is published, with the installed Maven in the place of what it downloads.
#[test]
fn the_wrapper() {
    let home = std::env::var("HOME").unwrap_or_default();
    let name =
        "org/apache/maven/wrapper/maven-wrapper-distribution/3.3.2/maven-wrapper-distribution-3.3.2-only-script.zip";
    let zip = std::path::Path::new(&home).join(".m2/repository").join(name);
    if !zip.is_file() {
        println!("skipped: org.apache.maven.wrapper:maven-wrapper-distribution:3.3.2:zip:only-script is not at hand");
        return;
    }
    let Some((f, _)) = project("two", "test") else { return };
    crate::common::succeed(Command::new("unzip").arg("-qo").arg(zip).arg("-d").arg(f.dir.path()));
    let url = "https://maven.invalid/apache-maven-0-bin.zip";
    f.write(".mvn/wrapper/maven-wrapper.properties", &format!("distributionUrl={url}\n"));
    // The directory in which the script keeps the files of this address.
    let hash = url.bytes().fold(0u32, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()));
    let bin = format!("wrapper/wrapper/dists/apache-maven-0/{hash:x}/bin/mvn");
    f.write(&bin, "#!/bin/sh\nexec mvn \"$@\"\n");
    crate::common::succeed(Command::new("chmod").arg("+x").arg(f.path(&bin)));
    let output = f.command("./mvnw -q -B -o test").env("MAVEN_USER_HOME", f.path("wrapper")).output().unwrap();
    let err = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{}{err}", text(&output.stdout));
    let names: Vec<String> =
        f.json()["runs"].as_array().unwrap().iter().map(|run| run["name"].as_str().unwrap().to_owned()).collect();
    assert_eq!(names, ["app-tests", "core-tests"], "{err}");
}
