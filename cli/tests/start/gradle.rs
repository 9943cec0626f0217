//! Programs that Gradle runs.

use crate::Folder;
use crate::common::{root, text};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn names(f: &Folder, output: &Output) -> Vec<String> {
    assert_eq!(output.status.code(), Some(0), "{}{}", text(&output.stdout), text(&output.stderr));
    let json = f.json();
    let label = |run: &serde_json::Value| {
        assert_eq!(run["report"]["completeness"]["complete"], true, "{run}");
        run["program"]["args"][0].as_str().unwrap().to_owned()
    };
    // A single run has a report of its own.
    json["runs"].as_array().unwrap().iter().map(label).collect()
}

/// A real build, by whatever Gradle is installed.
#[test]
fn a_build() {
    if Command::new("gradle").arg("-v").output().is_err() {
        println!("skipped: there is no Gradle");
        return;
    }
    let f = Folder::new();
    let home = Command::new("sh").args(["-c", "readlink -f $(command -v java)"]).output().unwrap();
    let java = text(&home.stdout);
    let task = |name: &str, more: &str| {
        format!(
            "task {name}(type: JavaExec) {{ classpath = files('classes'); main = 'show.Show'; args '{name}'; {more} }}\n"
        )
    };
    f.write("build.gradle", &(task("plain", "") + &task("named", &format!("executable = '{}'", java.trim()))));
    let output = f.run("gradle --offline -q -g home plain named");
    if text(&output.stderr).contains("Could not determine java version") {
        println!("skipped: this Gradle does not know this Java");
        return;
    }
    assert_eq!(names(&f, &output), ["plain", "named"], "{}", text(&output.stderr));
    assert!(f.is_clean());
}

/// A file of the local repository, if Maven has it already.
fn artifact(path: &str) -> Option<PathBuf> {
    let repository = Path::new(&std::env::var_os("HOME")?).join(".m2/repository");
    let file = repository.join(path);
    file.is_file().then_some(file)
}

/// The rules of a version of Gradle that is not installed, as its classes have them: every way to say which Java a task
/// uses, and one that cannot be changed any more.
fn tasks_of(version: &str) {
    let of_gradle = format!("dev/gradleplugins/gradle-api/{version}/gradle-api-{version}.jar");
    let groovy = |part| format!("org/codehaus/groovy/groovy{part}/3.0.22/groovy{part}-3.0.22.jar");
    let kotlin = "org/jetbrains/kotlin/kotlin-stdlib/1.9.24/kotlin-stdlib-1.9.24.jar".to_owned();
    let parts = ["", "-ant", "-groovydoc", "-json", "-templates", "-xml"].map(groovy);
    let jars: Option<Vec<PathBuf>> = [of_gradle, kotlin].iter().chain(&parts).map(|path| artifact(path)).collect();
    let Some(jars) = jars else {
        println!("skipped: dev.gradleplugins:gradle-api:{version} Groovy 3.0.22 or Kotlin 1.9.24 are not at hand");
        return;
    };
    let f = Folder::new();
    std::fs::create_dir(f.path("project")).unwrap();
    let jars = std::env::join_paths(jars).unwrap();
    let source = root().join("cli/tests/start/gradle/Check.java");
    crate::common::succeed(Command::new("javac").arg("-cp").arg(&jars).arg("-d").arg(f.path("check")).arg(source));
    let open = "--add-opens java.base/java.lang=ALL-UNNAMED --add-opens java.base/java.util=ALL-UNNAMED";
    let start = format!("exec java {open} -cp 'check:{}' org.gradle.wrapper.Check\n", jars.display());
    f.write("gradlew", &start);
    let output = f.run("sh ./gradlew");
    assert_eq!(names(&f, &output), ["plain", "named", "chosen", "convention"], "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("paratrace: :finished is not traced: "), "{}", text(&output.stderr));
    for name in ["plain", "named", "chosen", "convention", "finished"] {
        assert!(text(&output.stdout).contains(&format!("190 null {name}\n")), "{}", text(&output.stdout));
    }
    assert!(f.is_clean());
}

#[test]
fn tasks_of_7() {
    tasks_of("7.6.4");
}

#[test]
fn tasks_of_8() {
    tasks_of("8.10.2");
}
