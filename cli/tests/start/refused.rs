//! Faults that are known before the start are told before the start: status 125, and the program has not run.

use crate::Folder;
use crate::common::text;
use std::fs;

#[test]
fn what_cannot_work_is_said_before_the_program_runs() {
    let f = Folder::new();
    fs::create_dir(f.path("directory")).unwrap();
    f.write("file", "");
    for (options, says) in [
        ("--out file", "cannot write to file"),
        ("--out file/below", "cannot write to file"),
        ("--out /proc/none/trace", "cannot write to /proc"),
        ("--json directory", "cannot write directory"),
        ("--json none/report.json", "cannot write none/report.json"),
        ("--trace-only com.acme", "no method of the program is to be traced"),
        ("--trace-except show", "no method of the program is to be traced"),
    ] {
        let line = format!("{options} java -cp classes show.Show");
        let mut command = f.command(&line);
        if options.starts_with("--json") {
            command = crate::paratrace();
            command
                .args(["run", "--app-only"])
                .args(line.split(' '))
                .current_dir(f.dir.path())
                .env("TMPDIR", f.path("tmp"));
        }
        let output = command.output().unwrap();
        let err = text(&output.stderr);
        assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(125), ""), "{options}: {err}");
        assert!(err.contains(says), "{options}: {err}");
        assert!(f.is_clean());
    }
    assert!(!f.path("none").exists());
}

/// One of several patterns: the others say what is traced, but the user meant something by it.
#[test]
fn patterns_without_effect_are_told() {
    let f = Folder::new();
    let warning = |what: &str| format!("warning: --{what} matches no class and no method of the program\n");
    let options = "--trace-only show.Show.main --trace-only show.Shaw --trace-only com.* --trace-except show.Show.mean --trace-except *Other";
    let without = ["trace-only show.Shaw", "trace-only com.*", "trace-except show.Show.mean", "trace-except *Other"];
    let output = f.run(&format!("{options} --trace-except *init> java -cp classes show.Show"));
    let err = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{err}");
    assert!(err.starts_with(&without.map(warning).concat()) && err.matches("warning").count() == 4, "{err}");
    f.write("start.sh", "java -cp classes show.Show; java -cp classes show.Show x");
    f.write(
        "Other.java",
        "public class Other { public static void main(String[] a) { for (int i = 0; i < 9; i++) a = a; } }",
    );
    let output = f.run(&format!("{options} sh start.sh"));
    let err = text(&output.stderr);
    assert!(err.contains(&without.map(warning).concat()) && err.matches("warning").count() == 4, "{err}");
    // A pattern that matches in only one of the programs is no mistake.
    crate::common::javac([f.path("Other.java")], &f.path("other"));
    f.write("start.sh", "java -cp classes show.Show; java -cp other Other");
    let output = f
        .run("--trace-except *Show.none --trace-except Other.none --trace-except Other.<init> --trace-except show.Show.<init> sh start.sh");
    let err = text(&output.stderr);
    let expected = ["trace-except *Show.none", "trace-except Other.none"].map(warning).concat();
    assert!(err.contains(&expected) && err.matches("warning").count() == 2, "{err}");
}

#[test]
fn a_class_path_without_classes() {
    let f = Folder::new();
    f.write("empty/readme", "");
    let output = f.run("java -cp empty show.Show");
    let err = text(&output.stderr);
    assert!(output.status.code() == Some(125) && err.starts_with("error: "), "{err}");
}
