//! Says which build this is, by the sources that decide what rewritten classes look like (`PARATRACE_BUILD`), and compiles what `paratrace jdk`
//! runs on a JDK without tools.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The sources that decide, beside the packages' versions. A published package lies alone: then its version says it
/// all.
const SOURCES: [&str; 8] = [
    "jvm/src",
    "zip/src",
    "classfile/src",
    "instrumenter/src",
    "traceformat/src",
    "runtime-java/src/main",
    "profiler-java/src/main",
    "Cargo.lock",
];

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("..");
    let mut hasher = DefaultHasher::new();
    for source in SOURCES.map(|source| root.join(source)).iter().filter(|source| source.exists()) {
        println!("cargo::rerun-if-changed={}", source.display());
        add(source, &mut hasher);
    }
    compile(&root.join("runtime-java/src/launcher/TakeOut.java"));
    println!("cargo::rustc-env=PARATRACE_BUILD={:016x}", hasher.finish());
}

/// Compiles the program that takes classes out of a JDK: it runs where there is no compiler.
fn compile(source: &Path) {
    println!("cargo::rerun-if-env-changed=JAVAC");
    println!("cargo::rerun-if-changed={}", source.display());
    let javac = env::var_os("JAVAC").unwrap_or_else(|| "javac".into());
    let out = env::var_os("OUT_DIR").unwrap_or_default();
    let options =
        ["--release", "9", "-g:source,lines", "-proc:none", "-encoding", "UTF-8", "-Xlint:all", "-Werror", "-d"];
    let status = Command::new(javac).args(options).arg(out).arg(source).status();
    assert!(
        status.is_ok_and(|status| status.success()),
        "cannot compile {}: javac 17 or newer must be on the PATH",
        source.display()
    );
}

fn add(path: &Path, hasher: &mut DefaultHasher) {
    let Ok(entries) = fs::read_dir(path) else {
        fs::read(path).unwrap_or_default().hash(hasher);
        return;
    };
    let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for entry in entries {
        entry.file_name().hash(hasher);
        add(&entry, hasher);
    }
}
