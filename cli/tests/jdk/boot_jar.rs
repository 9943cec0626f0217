//! JDKs of version 8: their own `java` starts with rewritten classes before its own on the boot class path.

use crate::common::{paratrace, parsed, root, succeed, text};
use crate::fake::Fake;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

/// A class that `java.base` has, compiled as part of it.
const BASE: &str = "package java.util; public class Tiny { int x; public static int next(int i) { return i + 1; } }";

fn compiled(dir: &Path) -> Vec<u8> {
    fs::create_dir_all(dir.join("java/util")).unwrap();
    let source = dir.join("java/util/Tiny.java");
    fs::write(&source, BASE).unwrap();
    let patch = format!("java.base={}", dir.display());
    succeed(Command::new("javac").args(["--patch-module", &patch, "-d"]).arg(dir).arg(source));
    fs::read(dir.join("java/util/Tiny.class")).unwrap()
}

fn write_jar(place: &Path, entries: &[(&str, &[u8])]) {
    let mut jar = ZipWriter::new(File::create(place).unwrap());
    for (name, bytes) in entries {
        jar.start_file(*name, SimpleFileOptions::default()).unwrap();
        jar.write_all(bytes).unwrap();
    }
    jar.finish().unwrap();
}

fn jdk(words: &[&Path], cache: &Path) -> Command {
    let mut command = paratrace();
    command.arg("jdk").args(words).env("PARATRACE_CACHE", cache).env_remove("JAVA_HOME");
    command
}

#[test]
fn classes_of_the_base_are_put_on_the_boot_class_path() {
    let (dir, fake) = (TempDir::new().unwrap(), Fake::eight());
    let class = compiled(dir.path());
    // What other modules have later stays as it is, and is not even read.
    let others: [(&str, &[u8]); 2] = [("java/awt/Point.class", b"?"), ("java/util/logging/Level.class", b"?")];
    write_jar(&fake.boot_jar(), &[&[("java/util/Tiny.class", &*class)], &others[..]].concat());
    let cache = dir.path().join("cache");
    let words = [fake.home(), Path::new("--json=-")];
    let made = parsed(&text(&succeed(&mut jdk(&words, &cache)).stdout))["jdks"][0].clone();
    assert_eq!(
        (&made["home"], &made["traced"]),
        (&fake.home().join("jre").to_str().unwrap().into(), &2.into()),
        "{made}"
    );
    let option = made["options"][0].as_str().unwrap();
    let patch = option.strip_prefix("-Xbootclasspath/p:").unwrap();
    let mut patch = ZipArchive::new(File::open(patch).unwrap()).unwrap();
    let mut rewritten = Vec::new();
    patch.by_name("java/util/Tiny.class").unwrap().read_to_end(&mut rewritten).unwrap();
    assert_ne!(rewritten, class);
    assert!(patch.by_name("paratrace/rt/Probe.class").is_ok());
    assert!(others.iter().all(|(name, _)| patch.by_name(name).is_err()));
    // Its java was tried with the patch.
    let tried = fs::read_to_string(fake.home().join("jre/tried")).unwrap();
    assert!(tried.starts_with("-Xbootclasspath/p:") && tried.ends_with("java.base.patch.jar -version\n"), "{tried}");
}

#[test]
fn a_boot_jar_that_is_none_is_refused() {
    let (dir, fake) = (TempDir::new().unwrap(), Fake::eight());
    fs::copy(root().join("README.md"), fake.boot_jar()).unwrap();
    let refused = jdk(&[fake.home()], dir.path()).output().unwrap();
    let err = text(&refused.stderr);
    assert!(refused.status.code() == Some(3) && err.contains("cannot read") && err.contains("rt.jar"), "{err}");
}
