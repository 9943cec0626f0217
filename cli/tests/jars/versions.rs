//! Multi-release jars: which version of a class is loaded depends on the JVM.

use super::{Yard, javas};
use std::path::Path;
use std::process::Command;

const MAIN: &str = "public class Main { public static void main(String[] args) { Part p = new Sub(5); int s = 0; \
                    for (int i = 0; i < 7; i++) { s += p.step(i) + Part.twice(i); } System.out.println(s); } }";
const SUB: &str =
    "public class Sub extends Part { int own = 1; Sub(int n) { super(n); } int inner() { return own++; } }";
/// Versions with other fields, methods, calls and paths.
const BASE: &str = "public class Part { int n; Part(int n) { this.n = n; } int step(int i) { return n++ + inner(); } \
                    int inner() { return 1; } static int twice(int i) { return i + i; } }";
const NEWER: &str = "public class Part { int more, n; Part(int n) { more = n; this.n = n + 1; } int step(int i) { \
                     for (int k = 0; k < i; k++) more += k; return more + n-- + last(inner()); } int inner() { return 2; } \
                     private int last(int x) { return x * n; } static int twice(int i) { return again(i) * 2; } \
                     static int again(int i) { return i > 3 ? -i : i; } }";
const NEWEST: &str = "public class Part { Part(int n) { super(); } int step(int i) { return i & 1; } \
                      int inner() { return 7; } static int twice(int i) { return 2 * i; } }";

#[test]
fn each_version_is_traced_as_itself() {
    let yard = Yard::new();
    let versions = [("base", BASE), ("v11", NEWER), ("v21", NEWEST)];
    for (name, part) in versions {
        yard.compile(name, &[("Main.java", MAIN), ("Sub.java", SUB), ("Part.java", part)], &[]);
    }
    let jar = |words: &[&str]| {
        yard.output(Command::new("jar").args(words));
    };
    jar(&[
        "--create",
        "--file",
        "app.jar",
        "-e",
        "Main",
        "-C",
        "classes/base",
        ".",
        "--release",
        "11",
        "-C",
        "classes/v11",
        "Part.class",
        "--release",
        "21",
        "-C",
        "classes/v21",
        "Part.class",
    ]);
    yard.paratrace(&["instrument", "app.jar", "-o", "app.traced.jar"]);
    for (name, _) in versions {
        jar(&["cfe", &format!("{name}.jar"), "Main", "-C", &format!("classes/{name}"), "."]);
        yard.paratrace(&["instrument", &format!("{name}.jar"), "-o", &format!("{name}.traced.jar")]);
    }
    for java in javas() {
        let plain = yard.output(Command::new(&java).args(["-jar", "app.jar"]));
        let loaded = versions.map(|(name, _)| format!("{name}.jar"));
        let runs_as = |jar: &String| yard.output(Command::new(&java).args(["-jar", jar])) == plain;
        let version = loaded.into_iter().find(runs_as).unwrap();
        let alone = yard.traced(&java, &["-jar", &version.replace(".jar", ".traced.jar")]);
        assert_eq!(yard.traced(&java, &["-jar", "app.traced.jar"]), alone, "{} {version}", java.display());
        assert_ne!(
            version,
            "base.jar",
            "a JVM of version 17 or newer takes another one: {}",
            Path::new(&java).display()
        );
    }
}
