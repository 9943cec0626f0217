//! What is known before the start is said before the start: status 125, and the program has not run.

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
        ("--include com.acme", "no method of the program is to be traced"),
        ("--exclude show", "no method of the program is to be traced"),
    ] {
        let line = format!("{options} java -cp classes show.Show");
        let mut command = f.command(&line);
        if options.starts_with("--json") {
            command = crate::paratrace();
            command.arg("run").args(line.split(' ')).current_dir(f.dir.path()).env("TMPDIR", f.path("tmp"));
        }
        let output = command.output().unwrap();
        let err = text(&output.stderr);
        assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(125), ""), "{options}: {err}");
        assert!(err.contains(says), "{options}: {err}");
        assert!(f.is_clean());
    }
    assert!(!f.path("none").exists());
}

#[test]
fn a_class_path_without_classes() {
    let f = Folder::new();
    f.write("empty/readme", "");
    let output = f.run("java -cp empty show.Show");
    let err = text(&output.stderr);
    assert!(output.status.code() == Some(125) && err.starts_with("error: "), "{err}");
}
