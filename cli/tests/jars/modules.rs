//! Programs on the module path.

use super::common::{paratrace, text};
use super::{Yard, javas};
use std::path::Path;
use std::process::Command;

const LIB: &[(&str, &str)] = &[
    ("module-info.java", "module lib { exports p; }"),
    (
        "p/P.java",
        "package p; public class P { public static int f(int x) { int s = 0; while (x > 0) s += x--; return s; } }",
    ),
];
const PLAIN: &[(&str, &str)] =
    &[("z/Z.java", "package z; public class Z { public static int twice(int x) { return p.P.f(x) * 2; } }")];
const TOP: &[(&str, &str)] = &[
    ("module-info.java", "module top { requires lib; exports t; }"),
    ("t/T.java", "package t; public class T { public static int last(int x) { return p.P.f(x) % 10; } }"),
];
const APP: &[(&str, &str)] = &[
    ("module-info.java", "module app { requires lib; requires top; requires plain; }"),
    (
        "q/Main.java",
        "package q; public class Main { public static void main(String[] args) throws Exception { \
         System.out.println(p.P.f(9) + z.Z.twice(5) + t.T.last(6) + \" \" + Main.class.getModule() + p.P.class.getModule() \
         + z.Z.class.getModule() + Main.class.getModule().getDescriptor().exports()); } }",
    ),
];

/// Four modules: one without descriptor, one with the hash of another that depends on it.
fn modules(yard: &Yard) {
    std::fs::create_dir(yard.path("mods")).unwrap();
    let jar = |name: &str, classes: &Path, more: &[&str]| {
        let mut jar = Command::new("jar");
        jar.args(["--create", "--file", &format!("mods/{name}.jar")]).args(more).arg("-C").arg(classes).arg(".");
        yard.output(&mut jar);
    };
    let mods = yard.path("mods").display().to_string();
    let module = |name: &str, sources| yard.compile(name, sources, &["-Xlint:none", "-p", &mods]);
    let lib = module("lib", LIB);
    jar("lib", &lib, &[]);
    jar("top", &module("top", TOP), &[]);
    jar("lib", &lib, &["--hash-modules", "top", "--module-path", "mods"]);
    jar("plain", &yard.compile("plain", PLAIN, &["-cp", &format!("{mods}/lib.jar")]), &[]);
    jar("app", &module("app", APP), &[]);
}

#[test]
fn programs_on_the_module_path_run_traced() {
    let yard = Yard::new();
    modules(&yard);
    let words = ["-p", "mods", "-m", "app/q.Main"];
    let plain = yard.output(Command::new("java").args(words));
    let run = yard.run(paratrace().args(["run", "--app-only", "--", "java"]).args(words));
    assert_eq!((text(&run.stdout), run.status.code()), (plain.clone(), Some(0)), "{}", text(&run.stderr));
    assert!(text(&run.stderr).contains("in P.f"), "{}", text(&run.stderr));

    let jars = ["app", "lib", "plain", "top"].map(|name| format!("mods/{name}.jar"));
    let words = ["instrument", "--modules", "-o", "traced"].into_iter().chain(jars.iter().map(String::as_str));
    yard.paratrace(&words.collect::<Vec<_>>());
    for java in javas() {
        let (output, instructions) = yard.traced(&java, &["-p", "traced", "-m", "app/q.Main"]);
        assert_eq!(output, plain, "{}", java.display());
        assert!(instructions > 100, "{instructions}");
    }
}

#[test]
fn a_class_path_beside_the_modules() {
    let yard = Yard::new();
    modules(&yard);
    let user = "public class User { public static void main(String[] a) { System.out.println(p.P.f(4) + a.length); } }";
    let lib = yard.path("mods/lib.jar");
    yard.compile("user", &[("User.java", user)], &["-cp", lib.to_str().unwrap(), "-Xlint:none"]);
    let words = ["--module-path=mods/lib.jar", "--add-modules", "lib", "-cp", "classes/user", "User", "x"];
    let plain = yard.output(Command::new("java").args(words));
    let run = yard.run(paratrace().args(["run", "--app-only", "--", "java"]).args(words));
    assert_eq!((text(&run.stdout), run.status.code()), (plain, Some(0)), "{}", text(&run.stderr));
    assert!(text(&run.stderr).contains("in P.f"), "{}", text(&run.stderr));
}
