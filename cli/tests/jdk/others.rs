//! JVMs that a program or a command starts.

use crate::as_it_is::NOTE;
use crate::common::{parsed, root, succeed, text};
use crate::{command, compiled};
use serde_json::Value;
use std::fs;

/// A JVM of another JDK finds the runtime in the program's own jars, and writes nothing.
#[test]
fn the_program_may_start_another_java() {
    let dir = compiled(&root().join("cli/tests/jdk/Children.java"));
    let ran = succeed(&mut command(dir.path(), &["run", "--out", "t", "java", "-cp", "classes", "Children"]));
    let err = text(&ran.stderr);
    assert_eq!(text(&ran.stdout), "[child 841\n]0\n[child 841\n]0\n", "{err}");
    assert!(err.contains("1 JVM traced"), "{err}");
    succeed(&mut command(dir.path(), &["verify", "--deep", "t.children/Children"]));
}

#[test]
fn commands_start_programs_on_the_traced_jdk() {
    let dir = compiled(&root().join("cli/tests/jdk/Children.java"));
    let lines = "java -cp classes Children\njava -Xbootclasspath/a:none -cp classes Children x\n";
    fs::write(dir.path().join("start.sh"), lines).unwrap();
    let ran = succeed(&mut command(dir.path(), &["run", "--json=r", "sh", "start.sh"]));
    let err = text(&ran.stderr);
    assert_eq!(text(&ran.stdout), "[child 841\n]0\n[child 841\n]0\nchild 841\n", "{err}");
    let runs = parsed(&fs::read_to_string(dir.path().join("r")).unwrap());
    let traced =
        |run: &Value| (run["name"].as_str().unwrap().to_owned(), run["report"]["coverage"]["jdk"]["traced"] == true);
    let mut found: Vec<_> = runs["runs"].as_array().unwrap().iter().map(traced).collect();
    found.sort();
    // The two children, of either java, run the traced copy of the parent's class path.
    let on = found.iter().filter(|(_, traced)| *traced).count();
    assert_eq!((found.len(), on), (4, 3), "{found:?}");
    assert_eq!(err.lines().filter(|line| line.starts_with(NOTE)).count(), 1, "{err}");
    let without = text(&succeed(&mut command(dir.path(), &["run", "--app-only", "--json=r", "sh", "start.sh"])).stderr);
    assert!(!without.contains(NOTE), "{without}");
    let runs = parsed(&fs::read_to_string(dir.path().join("r")).unwrap());
    assert!(runs["runs"].as_array().unwrap().iter().all(|run| !traced(run).1), "{runs}");
}
