//! Spellings of `java` command lines.

use crate::common::{succeed, text};
use crate::{Folder, assert_traced};
use std::process::Command;

#[test]
fn the_command_begins_with_the_first_word_that_is_no_option() {
    let f = Folder::new();
    for line in ["java -cp classes show.Show -- --json x", "-- java -cp classes show.Show -- --json x"] {
        assert_traced(&f, &f.run(line), "190 null --|--json|x\n");
    }
}

#[test]
fn every_way_to_name_class_path_and_main_class() {
    let f = Folder::new();
    succeed(Command::new("jar").args(["cf", "lib/a.jar", "-C", "classes", "."]).current_dir({
        std::fs::create_dir(f.path("lib")).unwrap();
        f.dir.path()
    }));
    f.write("words", "-cp \"cl\\\n   asses\" # where\n-Dk='a b'\nshow.Show @x 'y z'");
    f.write("options", "--class-path=classes");
    for (line, stdout) in [
        ("java @words", "190 a b @x|y z\n"),
        ("java @options -Dk=@v show/Show @options", "190 @v @options\n"),
        ("java -cp lib/* show.Show @options", "190 null @options\n"),
        ("java --class-path lib/* show.Show", "190 null \n"),
        ("java -Djava.class.path=classes show.Show", "190 null \n"),
        ("java -p lib -m a/show.Show x", "190 null x\n"),
        ("java --module-path=lib --module=a/show.Show x", "190 null x\n"),
    ] {
        assert_traced(&f, &f.run(line), stdout);
    }
    let output = f.command("java show.Show x").env("CLASSPATH", "classes").output().unwrap();
    assert_traced(&f, &output, "190 null x\n");
}

/// Longer than one argument may be for Linux.
#[test]
fn a_class_path_of_any_length() {
    let f = Folder::new();
    let long = (0..15_000).map(|n| format!("none/{n:05}")).collect::<Vec<_>>().join(":");
    f.write("long", &format!("-Dk='a \\\\ b'\n-cp {long}:classes show.Show \"x\\\"y\\n\" @z ''\n"));
    assert_traced(&f, &f.run("java @long"), "190 a \\ b x\"y\n|@z|\n");
    f.write("start.sh", "java @long");
    let output = f.run("sh start.sh");
    assert_eq!(text(&output.stdout), "190 a \\ b x\"y\n|@z|\n", "{}", text(&output.stderr));
    assert_eq!(f.json()["runs"][0]["report"]["completeness"]["complete"], true, "{}", text(&output.stderr));
}

/// `:` separates the places of a class path.
#[cfg(unix)]
#[test]
fn directories_whose_names_separate_places() {
    let f = Folder::new();
    let place = f.path("a:b");
    std::fs::create_dir_all(place.join("lib")).unwrap();
    std::fs::rename(f.path("classes"), place.join("classes")).unwrap();
    succeed(Command::new("jar").args(["cf", "lib/a.jar", "-C", "classes", "."]).current_dir(&place));
    succeed(Command::new("jar").args(["cf", "c:d.jar", "-C", "classes", "."]).current_dir(&place));
    std::fs::write(place.join("mf"), "Main-Class: show.Show\nClass-Path: c%3Ad.jar no%3Ane.jar\n").unwrap();
    succeed(Command::new("jar").args(["cfm", "start.jar", "mf", "mf"]).current_dir(&place));
    let lines = ["-cp classes show.Show x", "-cp lib/* show.Show x", "-p lib -m a/show.Show x", "-jar start.jar x"];
    for (line, options) in lines.into_iter().flat_map(|line| [(line, ""), (line, "--no-cache ")]) {
        let output = f.command(&format!("{options}java {line}")).current_dir(&place).output().unwrap();
        let err = text(&output.stderr);
        assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(0), "190 null x\n"), "{line}: {err}");
        assert!(place.join("report.json").is_file(), "{err}");
    }
    // Other copies are used if those that are kept cannot be on a class path.
    let mut command = f.command("java -cp classes show.Show x");
    let output = command.current_dir(&place).env("PARATRACE_CACHE", place.join("cache")).output().unwrap();
    assert_eq!(text(&output.stdout), "190 null x\n", "{}", text(&output.stderr));
    for line in ["--no-cache java -cp classes show.Show", "sh -c :"] {
        let output = f.command(line).current_dir(&place).env("TMPDIR", &place).output().unwrap();
        let err = text(&output.stderr);
        assert!(output.status.code() == Some(125) && err.contains("Name another directory: TMPDIR"), "{err}");
    }
}

#[test]
fn the_launchers_variable() {
    let f = Folder::new();
    let output = f.command("java show.Show x").env("JDK_JAVA_OPTIONS", "-cp 'classes' -Dk=v").output().unwrap();
    assert_traced(&f, &output, "190 v x\n");
    let err = text(&output.stderr);
    assert!(err.starts_with("NOTE: Picked up JDK_JAVA_OPTIONS: -cp 'classes' -Dk=v\n"), "{err}");
}

/// Archives of classes would be refused by the JVM, with a warning on standard output.
#[test]
fn archives_of_the_original_classes_are_dropped() {
    let f = Folder::new();
    let line = "java -XX:SharedArchiveFile=none.jsa -XX:+AutoCreateSharedArchive -cp classes show.Show";
    let mut command = f.command(line);
    command.env("JAVA_TOOL_OPTIONS", "-Dk=v -XX:ArchiveClassesAtExit=new.jsa -Dx='a b'");
    let output = command.output().unwrap();
    assert_traced(&f, &output, "190 v \n");
    let err = text(&output.stderr);
    for option in ["-XX:SharedArchiveFile=none.jsa", "-XX:+AutoCreateSharedArchive", "-XX:ArchiveClassesAtExit=new.jsa"]
    {
        assert_eq!(
            err.lines().filter(|l| l.contains(option) && l.starts_with("paratrace: without")).count(),
            1,
            "{err}"
        );
    }
    assert!(!f.path("new.jsa").exists());
}

/// The stock policy keeps the runtime from its files, too; a manager of the program's own, or none, does not.
#[test]
fn a_stock_security_manager_is_told() {
    let f = Folder::new();
    let told = |option| {
        let err = text(&f.run(&format!("java {option} -cp classes show.Show")).stderr);
        err.contains(&format!("paratrace: {option}: there is no trace if the policy keeps"))
    };
    assert!(told("-Djava.security.manager") && told("-Djava.security.manager=default"));
    assert!(!told("-Djava.security.manager=disallow"));
}

#[test]
fn what_starts_no_program_is_passed_on() {
    let f = Folder::new();
    for line in ["java -version", "java --list-modules", "java -cp classes", "java @none"] {
        let output = f.run(line);
        let plain = Command::new("java").args(line.split(' ').skip(1)).current_dir(f.dir.path()).output().unwrap();
        assert_eq!(output.status.code(), plain.status.code(), "{line}");
        assert_eq!((text(&output.stdout), text(&output.stderr)), (text(&plain.stdout), text(&plain.stderr)), "{line}");
    }
}

/// A module that is patched when it is started, as test runners do.
#[test]
fn patched_modules() {
    let f = Folder::new();
    f.write("m/module-info.java", "module m { }");
    f.write(
        "m/p/Main.java",
        "package p; public class Main { public static void main(String[] a) { System.out.println(P.f()); } }",
    );
    f.write("m/p/P.java", "package p; class P { static int f() { return 1; } }");
    f.write(
        "patch/p/P.java",
        "package p; class P { static int f() { int s = 0; for (int i = 0; i < 99; i++) s += i; return s; } }",
    );
    let files = ["m/module-info.java", "m/p/Main.java", "m/p/P.java"].map(|name| f.path(name));
    crate::javac(files, &f.path("mods/m"));
    crate::javac([f.path("patch/p/P.java")], &f.path("patched"));
    assert_traced(&f, &f.run("java -p mods --patch-module m=patched -m m/p.Main"), "4851\n");
    assert_eq!(f.json()["loops"][0]["iterations"], 100, "{}", f.json()["loops"]);
}
