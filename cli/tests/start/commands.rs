//! Commands that start Java programs.

use crate::Folder;
use crate::common::text;
use serde_json::Value;
use std::fs;
use std::path::Path;

fn script(f: &Folder, name: &str, lines: &str) {
    f.write(name, &format!("#!/bin/sh\n{lines}\n"));
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(f.path(name), mode).unwrap();
}

/// Names, in order, and that each is complete.
fn complete(json: &Value) -> Vec<String> {
    assert_eq!(json["schema"], "paratrace.runs/1");
    let run = |run: &Value| {
        assert_eq!(run["report"]["completeness"]["complete"], true, "{run}");
        run["name"].as_str().unwrap().to_owned()
    };
    json["runs"].as_array().unwrap().iter().map(run).collect()
}

#[test]
fn each_program_of_a_script_has_a_trace_and_a_report() {
    let f = Folder::new();
    let lines = "java -cp classes -Dk=v show.Show a b\n\
                 mkdir sub && cd sub && \"$JAVA_HOME/bin/java\" -cp ../classes show.Show \"$@\" | tr a-z A-Z\n\
                 cd .. && java -cp classes show.Show a b\n\
                 java -version 2>/dev/null\nexit 7";
    script(&f, "start.sh", lines);
    let output = f.run("--out traces ./start.sh x");
    let err = text(&output.stderr);
    assert_eq!(output.status.code(), Some(7), "{err}");
    assert_eq!(text(&output.stdout), "190 v a|b\n190 NULL X\n190 null a|b\n", "{err}");
    let json = f.json();
    assert_eq!(complete(&json), ["Show", "Show-2", "sub-Show"]);
    assert_eq!(json["status"], 7);
    assert_eq!(json["runs"][0]["program"]["args"], serde_json::json!(["a", "b"]));
    for name in ["Show", "Show-2", "sub-Show"] {
        assert!(f.path("traces").join(name).join("program.map").is_file());
        assert!(err.contains(&format!("\n{name} ")), "{err}");
    }
    // The first and the last are runs of one program, and so is the one between them.
    assert_eq!(json["merged"][0]["runs"].as_array().unwrap().len(), 3, "{}", json["merged"]);
    assert!(err.contains("3 JVMs traced") && err.contains("3 runs of one program"), "{err}");
    assert!(f.is_clean());
}

/// Rows are hidden in every summary. A pattern that one of the programs has is no mistake.
#[test]
fn hidden_rows_of_several_programs() {
    let f = Folder::new();
    f.write(
        "Other.java",
        "public class Other { public static void main(String[] a) { for (int i = 0; i < 9; i++) a = a; } }",
    );
    crate::common::javac([f.path("Other.java")], &f.path("other"));
    script(&f, "start.sh", "java -cp classes show.Show; java -cp classes show.Show x; java -cp other Other");
    let output = f.run("--include Other --include Othre --exclude show.Shaw ./start.sh");
    let err = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{err}");
    let warning = |what: &str| format!("warning: --{what} matches no loop and no method of the report\n");
    let expected = ["include Othre", "exclude show.Shaw"].map(warning).concat();
    assert!(err.contains(&expected) && err.matches("warning").count() == 2, "{err}");
    assert_eq!(complete(&f.json()), ["Other", "Show", "Show-2"]);
    let (rows, hidden) =
        (err.matches("  1 Show.java:").count(), err.matches("hidden by --include and --exclude: 1 ").count());
    assert!(rows == 0 && err.contains("  1 Other.java:1"), "{err}");
    assert_eq!(hidden, 3, "two summaries, and what their runs have in common: {err}");
}

/// The launcher is not there: pipes, signals, process numbers are those of the program itself.
#[test]
fn the_program_takes_the_place_of_the_launcher() {
    let f = Folder::new();
    f.write(
        "Own.java",
        "public class Own { public static void main(String[] a) throws Exception {
            System.out.println(ProcessHandle.current().pid());
            int sum = 0; for (int b; (b = System.in.read()) >= 0; ) sum += b;
            System.out.println(sum);
            Runtime.getRuntime().halt(sum == 10 ? 3 : 4); } }",
    );
    crate::javac([f.path("Own.java")], &f.path("classes"));
    script(
        &f,
        "start.sh",
        "printf '\\n' | java -cp classes Own & wait $!; echo $?; java -cp classes Own </dev/null & echo $!; wait",
    );
    let output = f.run("./start.sh");
    let out = text(&output.stdout);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((lines[1], lines[2]), ("10", "3"), "{out}");
    assert!(lines[3..].contains(&"0"), "{out}");
    let numbers: Vec<&&str> = lines[3..].iter().filter(|line| **line != "0").collect();
    assert!(numbers.len() == 2 && numbers[0] == numbers[1], "{out}");
}

#[test]
fn nothing_to_trace_is_said() {
    let f = Folder::new();
    let output = f.run("sh -c :");
    let err = text(&output.stderr);
    assert!(output.status.code() == Some(125) && err.contains("started no Java program"), "{err}");
    let output = f.run("sh -c exit\u{20}");
    assert_eq!(output.status.code(), Some(125));
    script(&f, "bad.sh", "java -jar none.jar; java -cp classes/show Main; exit 5");
    let output = f.run("./bad.sh");
    let err = text(&output.stderr);
    assert_eq!(output.status.code(), Some(5), "{err}");
    assert!(err.contains("Unable to access jarfile none.jar"), "the JVM speaks for itself: {err}");
    assert!(err.contains("not traced: none.jar (cannot read none.jar"), "{err}");
    assert_eq!(f.run("./none.sh").status.code(), Some(127));
    assert!(f.is_clean());
}

/// A Java home of its own with launchers, as `jlink` makes them.
#[test]
fn commands_in_a_java_home_find_our_java_beside_them() {
    let f = Folder::new();
    let home = std::process::Command::new("sh")
        .args(["-c", "dirname $(dirname $(readlink -f $(command -v java)))"])
        .output()
        .unwrap();
    let home = text(&home.stdout);
    fs::create_dir(f.path("image")).unwrap();
    for file in fs::read_dir(home.trim()).unwrap() {
        let name = file.unwrap().file_name();
        if name != "bin" {
            std::os::unix::fs::symlink(Path::new(home.trim()).join(&name), f.path("image").join(&name)).unwrap();
        }
    }
    script(&f, "image/bin/java", &format!("exec {}/bin/java \"$@\"", home.trim()));
    script(&f, "image/bin/show", "$(dirname $0)/java -cp classes show.Show \"$@\"");
    let output = f.run("image/bin/show x");
    assert_eq!(text(&output.stdout), "190 null x\n", "{}", text(&output.stderr));
    assert_eq!(complete(&f.json()), ["Show"]);
}
