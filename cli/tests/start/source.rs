//! Programs that are started from their source code.

use crate::common::text;
use crate::{Folder, assert_traced};
use paratrace_verifier::Jdk;
use std::path::PathBuf;
use std::process::Command;

const ONE: &str = r#"package one;
import lib.Lib;
record One(int n) {
    public static void main(String[] args) throws Exception {
        int sum = Lib.start();
        for (int i = 0; i < 20; i++) sum += new Two(i).n();
        System.out.println(sum + " " + System.getProperty("k") + " " + String.join("|", args));
        if (args.length > 1) throw new IllegalStateException("thrown in " + One.class.getName());
    }
}
class Two { final int n; Two(int n) { this.n = n; } int n() { return n; } public static void main(String[] a) { } }
"#;

const SCRIPT: &str = "#!/usr/bin/env -S java --source 17\npublic class Named {
    public static void main(String[] args) { for (int i = 0; i < 9; i++) args[0] += i; throw new RuntimeException(args[0]); } }";

/// The `java` of a JDK of at least this version; else a line says that there is none.
fn java(least: u32) -> Option<PathBuf> {
    let found = Jdk::installed().unwrap().into_iter().find(|jdk| jdk.feature().unwrap() >= least);
    if found.is_none() {
        println!("skipped: there is no JDK {least} or newer");
    }
    found.map(|jdk| jdk.home().join("bin/java"))
}

/// The same output, errors and status as without us.
fn assert_as_plain(f: &Folder, line: &str) {
    let (output, plain) = (f.run(line), plain(f, line));
    let (ours, theirs) = (text(&output.stderr), text(&plain.stderr));
    assert_eq!(output.status.code(), plain.status.code(), "{line}: {ours}");
    assert_eq!(text(&output.stdout), text(&plain.stdout), "{line}: {ours}");
    let told = theirs.lines().filter(|line| !line.contains("jdk.compiler/") && !line.contains("java.base/"));
    told.for_each(|said| assert!(ours.lines().any(|line| line == said), "{line}: {said}\nis not in\n{ours}"));
    assert!(f.is_clean());
}

fn plain(f: &Folder, line: &str) -> std::process::Output {
    let mut words = line.split(' ');
    Command::new(words.next().unwrap()).args(words).current_dir(f.dir.path()).output().unwrap()
}

fn library(f: &Folder) {
    f.write("Lib.java", "package lib; public class Lib { public static int start() { return 1000; } }");
    crate::javac([f.path("Lib.java")], &f.path("lib"));
}

#[test]
fn one_file() {
    let f = Folder::new();
    library(&f);
    f.write("one/One.java", ONE);
    assert_traced(&f, &f.run("java -cp lib -Dk=v one/One.java a"), "1190 v a\n");
    let report = f.json();
    let methods: Vec<&str> =
        report["methods"].as_array().unwrap().iter().map(|m| m["method"].as_str().unwrap()).collect();
    assert!(methods.iter().any(|method| method.starts_with("one/Two.n")), "{methods:?}");
    assert!(methods.iter().any(|method| method.starts_with("lib/Lib.start")), "{methods:?}");
    // An exception, whose trace has the lines of the source file.
    assert_as_plain(&f, "java -cp lib one/One.java a b");
    f.write("script", SCRIPT);
    assert_as_plain(&f, "java --source 17 script x");
}

#[test]
fn what_java_refuses_is_refused_alike() {
    let f = Folder::new();
    f.write("Wrong.java", "class Wrong { int x = \"a\"; }");
    f.write("Empty.java", "");
    for line in ["Wrong.java", "Empty.java", "--enable-preview Wrong.java", "--source 17 none"] {
        assert_as_plain(&f, &format!("java {line}"));
    }
    f.write("start.sh", "java Wrong.java");
    let output = f.run("sh start.sh");
    let err = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert_eq!(err.matches("1 error").count(), 1, "{err}");
    assert!(err.contains("not traced: Wrong.java (Wrong.java cannot be compiled)"), "{err}");
}

#[test]
fn several_files() {
    let Some(java) = java(22) else { return };
    let (f, java) = (Folder::new(), java.display().to_string());
    f.write(
        "src/app/Main.java",
        "package app; public class Main { public static void main(String[] a) throws Exception {
        System.out.println(util.Sum.to(100) + \" \" + Class.forName(a[0]).getDeclaredConstructor().newInstance()); } }",
    );
    f.write(
        "src/util/Sum.java",
        "package util; public class Sum { public static int to(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; } }",
    );
    f.write("src/plug/In.java", "package plug; public class In { public String toString() { return \"by name\"; } }");
    f.write("src/plug/Wrong.java", "package plug; class Wrong { int x = \"never asked for\"; }");
    assert_traced(&f, &f.run(&format!("{java} src/app/Main.java plug.In")), "4950 by name\n");
    assert!(f.json()["loops"][0]["method"].to_string().contains("util/Sum"), "{}", f.json()["loops"][0]);
    assert_as_plain(&f, &format!("{java} src/util/../app/Main.java none"));
    f.write("src/module-info.java", "module of.source { }");
    assert_traced(&f, &f.run(&format!("{java} src/app/Main.java plug.In")), "4950 by name\n");
    f.write("Compact.java", "void main() { int s = 0; for (int i = 0; i < 50; i++) s += i; System.out.println(s); }");
    assert_as_plain(&f, &format!("{java} Compact.java"));
}
