//! Java sources compiled when the tests run.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use paratrace_verifier::Jdk;

use crate::jdk::{ClassPath, read_classes, sources};

/// Names of the fixtures that have a `main`.
pub(crate) const PROGRAMS: [&str; 6] = ["Switches", "Tries", "Uninitialized", "TypeAnnotations", "Shapes", "LongJumps"];

/// Class-file levels at which they are compiled; those that the `javac` at hand does not know are left out.
const RELEASES: [&str; 4] = ["7", "8", "11", "17"];

/// A directory with one subdirectory of class files per release.
pub(crate) fn directory() -> &'static Path {
    static DIRECTORY: OnceLock<PathBuf> = OnceLock::new();
    DIRECTORY.get_or_init(|| {
        let dir = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap().keep();
        let jdk = Jdk::find().unwrap();
        let long_jumps = dir.join("LongJumps.java");
        fs::write(&long_jumps, long_jumps_source()).unwrap();
        let mut files: Vec<_> = PROGRAMS.iter().map(|name| sources().join(format!("fixtures/{name}.java"))).collect();
        files.pop();
        files.push(long_jumps);
        let out = dir.join("classes");
        for release in RELEASES {
            compile(&jdk, release, &files, &out.join(release));
        }
        out
    })
}

/// Java 7 knows neither lambdas nor type annotations.
fn compile(jdk: &Jdk, release: &str, files: &[PathBuf], out: &Path) {
    let known = jdk.tool("javac").args(["--release", release, "--version"]).output().unwrap().status.success();
    if !known {
        return;
    }
    let modern = ["TypeAnnotations", "Shapes", "Tries"];
    let old = |file: &&PathBuf| release != "7" || !modern.iter().any(|name| file.to_str().unwrap().contains(name));
    let files: Vec<_> = files.iter().filter(old).cloned().collect();
    jdk.javac(&["--release", release], &files, out).unwrap();
}

/// All compiled classes.
pub(crate) fn compiled() -> Vec<ClassPath> {
    let classes = read_classes(directory());
    assert!(classes.len() > 30, "only {} fixtures", classes.len());
    classes
}

/// Methods in which jumps are too long for 16 bits: some already when compiled, some once code is inserted. In between
/// there are values of all kinds whose types only the code tells, not the frames.
fn long_jumps_source() -> String {
    let mut source = String::from("public class LongJumps {\n    static int calls;\n");
    source.push_str("    static boolean odd(int x) { calls++; return (x & 1) != 0; }\n");
    long_method(&mut source, "grows", 2000);
    long_method(&mut source, "isLong", 4300);
    source.push_str("    public static void main(String[] args) {\n");
    source.push_str("        for (int i = 0; i < 5; i++) System.out.println(grows(i) + \" \" + isLong(i));\n");
    source.push_str("        System.out.println(calls);\n    }\n}\n");
    source
}

fn long_method(source: &mut String, name: &str, statements: usize) {
    let head = "
    static long NAME(int n) {
        int x = n; long total = 0; String[][] names = {{\"a\", \"bc\"}, {\"d\"}};
        for (int i = 0; i < 3; i++) {
            double d = i * 0.5;
            String name = names[i & 1][0];
            Object o = new StringBuilder(odd(i) ? name : \"none\");
            int[] cells = {1, 2, 3};
            Number box = Integer.valueOf(cells[i]);
            if (odd(x + i)) { total++; } else { total += name.length() + box.intValue(); }
            char[] chars = name.toCharArray();
            Class<?> type = name.getClass();
            long[][] grid = new long[2][2];
            Object row = new String[1];
            float f = x; byte b = (byte) x;
            if (chars.length > i && d < 10 && type != null || x == 77) {
";
    source.push_str(&head.replace("NAME", name));
    for number in 0..statements {
        let _ = writeln!(source, "                x = x * 31 + {};", number % 100);
    }
    source.push_str(
        "                total += x;
            } else if (grid[1] == null) { total--; }
            total += chars.length + grid[1].length + ((String[]) row).length + o.toString().length() + b;
            if (f < -1000) continue;
            switch (x & 3) { case 0: total += 3; break; case 1: total *= 2; case 2: d += total; }
            total += (long) d;
        }
        return total + x;
    }
",
    );
}
