//! Outputs that are no files, or that would destroy what is needed.
#![cfg(unix)]

use super::Yard;
use super::common::{jar, paratrace, succeed, text};
use std::fs;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

const MAIN: &str = "public class Main { public static void main(String[] args) { System.out.println(args.length); } }";

/// `app.jar` and `classes/app`.
fn yard() -> Yard {
    let yard = Yard::new();
    let classes = yard.compile("app", &[("Main.java", MAIN)], &[]);
    jar(&yard.path("app.jar"), &classes, "Main-Class: Main\n");
    yard
}

fn instrument(yard: &Yard, words: &[&str]) -> Command {
    let mut command = paratrace();
    command.arg("instrument").args(words).current_dir(yard.dir.path());
    command
}

#[test]
fn jars_and_maps_go_through_pipes() {
    let yard = yard();
    succeed(&mut instrument(&yard, &["app.jar", "-o", "whole.jar", "--map", "whole.map"]));
    for name in ["jar.pipe", "map.pipe"] {
        succeed(Command::new("mkfifo").arg(yard.path(name)));
    }
    let read = |name: &str| Command::new("cat").arg(yard.path(name)).stdout(Stdio::piped()).spawn().unwrap();
    let readers = ["jar.pipe", "map.pipe"].map(read);
    succeed(&mut instrument(&yard, &["app.jar", "-o", "jar.pipe", "--map", "map.pipe"]));
    for (reader, whole) in readers.into_iter().zip(["whole.jar", "whole.map"]) {
        assert!(reader.wait_with_output().unwrap().stdout == fs::read(yard.path(whole)).unwrap(), "{whole}");
    }
    for name in ["jar.pipe", "map.pipe"] {
        assert!(fs::symlink_metadata(yard.path(name)).unwrap().file_type().is_fifo(), "{name} was replaced");
    }
    for name in ["-", "/dev/stdout", "/dev/fd/1"] {
        let out = succeed(&mut instrument(&yard, &["app.jar", "-o", name])).stdout;
        assert!(out == fs::read(yard.path("whole.jar")).unwrap(), "{name}");
        let out = succeed(&mut instrument(&yard, &["app.jar", "-o", "again.jar", "--map", name])).stdout;
        assert!(out == fs::read(yard.path("whole.map")).unwrap(), "{name}");
    }
    assert!(!yard.path("-").exists());
}

/// A device of our own: the test must not endanger that of the system.
#[test]
fn devices_stay() {
    let yard = yard();
    let null = yard.path("null");
    if !Command::new("mknod").arg(&null).args(["c", "1", "3"]).status().is_ok_and(|status| status.success()) {
        eprintln!("skipped: no device can be made here");
        return;
    }
    succeed(&mut instrument(&yard, &["app.jar", "-o", "null", "--map", "null2.map"]));
    succeed(&mut instrument(&yard, &["app.jar", "-o", "x.jar", "--map", "null"]));
    let trace = traced(&yard);
    succeed(paratrace().args(["analyze", &trace, "--json", "null"]).current_dir(yard.dir.path()));
    succeed(
        paratrace()
            .args(["shared", &trace, "--statistics", "null", "--perfetto", "null2"])
            .current_dir(yard.dir.path()),
    );
    assert!(fs::symlink_metadata(&null).unwrap().file_type().is_char_device());
    let refused = instrument(&yard, &["classes/app", "-o", "null"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused.stderr));
    assert!(fs::symlink_metadata(&null).unwrap().file_type().is_char_device());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_told() {
    let yard = yard();
    let trace = traced(&yard);
    for words in [
        &["instrument", "app.jar", "-o", "/dev/full"][..],
        &["instrument", "app.jar", "-o", "x.jar", "--map", "/dev/full"],
        &["analyze", &trace, "--json", "/dev/full"],
        &["shared", &trace, "--perfetto", "/dev/full"],
    ] {
        let output = yard.run(paratrace().args(words));
        let err = text(&output.stderr);
        assert_eq!(output.status.code(), Some(4), "{words:?}: {err}");
        assert!(err.contains("cannot write /dev/full") && err.contains("No space left"), "{err}");
    }
}

#[test]
fn links_lead_to_what_is_written() {
    let yard = yard();
    fs::create_dir(yard.path("far")).unwrap();
    symlink("far/new.jar", yard.path("link.jar")).unwrap();
    symlink("far/new.map", yard.path("link.map")).unwrap();
    for _ in 0..2 {
        succeed(&mut instrument(&yard, &["app.jar", "-o", "link.jar", "--map", "link.map"]));
        assert!(yard.path("link.jar").is_symlink() && yard.path("link.map").is_symlink());
        assert!(yard.path("far/new.jar").is_file() && yard.path("far/new.map").is_file());
    }
}

/// Whatever a path looks like: no input is destroyed, and no output by another.
#[test]
fn inputs_are_not_written_over() {
    let yard = yard();
    let trace = traced(&yard);
    let report = yard.path("report.json");
    succeed(paratrace().args(["analyze", &trace, "--json"]).arg(&report).current_dir(yard.dir.path()));
    fs::hard_link(yard.path("app.jar"), yard.path("hard.jar")).unwrap();
    symlink("app.jar", yard.path("link.jar")).unwrap();
    let segment = format!("{trace}/segment-00000.trace");
    let map = format!("{trace}/../{trace}/program.map");
    let class = "classes/app/Main.class";
    let inputs = [yard.path("app.jar"), report.clone(), yard.path(&segment), yard.path(&map), yard.path(class)];
    let before: Vec<_> = inputs.iter().map(|path| fs::read(path).unwrap()).collect();
    for words in [
        &["instrument", "app.jar", "-o", "hard.jar"][..],
        &["instrument", "app.jar", "-o", "link.jar"],
        &["instrument", "app.jar", "-o", "./classes/../app.jar"],
        &["instrument", "app.jar", "-o", "x.jar", "--map", "hard.jar"],
        &["instrument", "app.jar", "-o", "x.jar", "--map", "x.jar"],
        &["instrument", "app.jar", "-o", "x.jar", "--map", "./x.jar"],
        &["instrument", "app.jar", "-o", "-", "--map", "/dev/stdout"],
        &["instrument", "app.jar", "-o", "y/", "--map", "y/app.jar"],
        &["instrument", "classes/app", "-o", "y/", "--map", "y/app/my.map"],
        &["instrument", "classes/app", "-o", "y/", "--map", class],
        &["estimate", "app.jar", "--task", "Main.main", "--json", "link.jar"],
        &["analyze", &trace, "--json", &segment],
        &["analyze", &trace, "--json", &map],
        &["critical-path", &trace, "--json", &segment],
        &["why", &trace, "Main.java:1", "--json", &segment],
        &["simulate", &trace, "--json", &segment],
        &["shared", &trace, "--statistics", &segment],
        &["shared", &trace, "--perfetto", "p.json", "--statistics", "./p.json"],
        &["cost", &trace, "--perfetto", &segment],
        &["diff", "report.json", &trace, "--json", "report.json"],
        &["merge", "report.json", &trace, "--json", "./report.json"],
    ] {
        let output = yard.run(paratrace().args(words));
        let err = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {err}");
        assert_eq!(err.matches("error:").count(), 1, "{err}");
    }
    for class_path in ["app.jar", "classes/app"] {
        let json = if class_path == "app.jar" { "hard.jar" } else { class };
        let run = ["run", "--app-only", "--json", json, "--", "java", "-cp", class_path, "Main"];
        assert_eq!(yard.run(paratrace().args(run)).status.code(), Some(125));
    }
    let after: Vec<_> = inputs.iter().map(|path| fs::read(path).unwrap()).collect();
    assert!(before == after, "an input was changed");
    // A report beside a trace's files is nobody's input.
    succeed(
        paratrace().args(["analyze", &trace, "--json", &format!("{trace}/report.json")]).current_dir(yard.dir.path()),
    );
}

/// A disk that is really full: nothing is left on it, and a cache on it is done without.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_left_empty() {
    let yard = yard();
    let disk = yard.path("disk");
    fs::create_dir(&disk).unwrap();
    let mounted = |script: &str| {
        let whole = format!("mount -t tmpfs -o size=16k none disk || exit 77\n{script}\nfind disk -mindepth 1");
        let mut command = Command::new("unshare");
        command.args(["-m", "bash", "-c", &whole]).arg(env!("CARGO_BIN_EXE_paratrace"));
        yard.run(&mut command)
    };
    if mounted("").status.code() != Some(0) {
        eprintln!("skipped: no disk can be mounted here");
        return;
    }
    for words in [
        "app.jar -o disk/a/b/x.jar",
        "app.jar -o disk/a/b/",
        "classes/app -o disk/a/b",
        "app.jar -o /dev/null --map disk/map",
    ] {
        let output = mounted(&format!(
            "mkdir -p disk/a/b; \"$0\" instrument {words}; echo status $?; rmdir -p disk/a/b 2> /dev/null; :"
        ));
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        if words.ends_with("map") && out == "status 0\ndisk/map\n" {
            continue;
        }
        assert_eq!(out, "status 4\n", "{words}: {err}");
        assert!(err.contains("No space left on device") && err.contains("There is no room"), "{err}");
    }
    let output = mounted("\"$0\" instrument app.jar -o disk/new/er/; echo status $?");
    assert_eq!(text(&output.stdout), "status 4\n", "{}", text(&output.stderr));
    let output =
        mounted("PARATRACE_CACHE=disk/cache \"$0\" run -- java -cp app.jar Main a b 2> /dev/null; find disk -delete");
    assert_eq!(text(&output.stdout), "2\n");
}

/// A trace, by its name in the yard.
fn traced(yard: &Yard) -> String {
    succeed(&mut instrument(yard, &["app.jar", "-o", "traced.jar"]));
    let mut java = Command::new("java");
    java.args(["-Dparatrace.dir=app.trace", "-jar", "traced.jar"]);
    yard.output(&mut java);
    assert!(Path::new(&yard.path("app.trace")).is_dir());
    "app.trace".to_owned()
}
