//! Classes of JDKs and jars.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use paratrace_verifier::Jdk;

/// A class file of the corpus.
pub(crate) struct ClassPath {
    /// Module or jar.
    pub(crate) group: String,
    /// Path within the group.
    pub(crate) path: PathBuf,
    pub(crate) bytes: Vec<u8>,
}

impl ClassPath {
    /// The name as `Class.forName` wants it.
    pub(crate) fn binary_name(&self) -> String {
        self.path.with_extension("").to_str().unwrap().replace('/', ".")
    }
}

pub(crate) fn full() -> bool {
    env::var("PARATRACE_CORPUS").is_ok_and(|value| value == "full")
}

pub(crate) fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite")
}

/// All JDKs to be covered.
pub(crate) fn all() -> Vec<Jdk> {
    if full() { Jdk::all().unwrap() } else { vec![Jdk::find().unwrap()] }
}

/// Classes of the JDK: every `step`-th of the given modules, or of all.
pub(crate) fn classes(jdk: &Jdk, step: usize, modules: &[&str]) -> Vec<ClassPath> {
    let dir = tempfile::tempdir().unwrap();
    jdk.extract_modules(dir.path(), step, modules).unwrap();
    read_classes(dir.path())
}

/// Classes of jars.
pub(crate) fn jar_classes(jdk: &Jdk, jars: &[&str]) -> Vec<ClassPath> {
    let dir = tempfile::tempdir().unwrap();
    jdk.extract_jars(dir.path(), jars).unwrap();
    read_classes(dir.path())
}

/// Compiles one of the helper programs.
pub(crate) fn helper(jdk: &Jdk, name: &str, out: &Path) {
    jdk.javac(&[], &[sources().join("java").join(name)], out).unwrap();
}

/// The jars of `PARATRACE_JARS`.
pub(crate) fn jars() -> Vec<PathBuf> {
    let dirs = env::var_os("PARATRACE_JARS").unwrap_or_default();
    let mut jars = Vec::new();
    for dir in env::split_paths(&dirs).filter(|dir| dir.is_dir()) {
        for entry in fs::read_dir(dir).unwrap() {
            let path = fs::canonicalize(entry.unwrap().path()).unwrap_or_default();
            if path.extension().is_some_and(|extension| extension == "jar") {
                jars.push(path);
            }
        }
    }
    jars.sort();
    jars.dedup();
    jars
}

/// The class files below `dir/GROUP`, in order.
pub(crate) fn read_classes(dir: &Path) -> Vec<ClassPath> {
    let mut classes = Vec::new();
    let Ok(entries) = fs::read_dir(dir) else { return classes };
    let mut groups: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    groups.sort();
    for group in groups {
        let name = group.file_name().unwrap().to_str().unwrap().to_owned();
        walk(&group, &mut |path| {
            let bytes = fs::read(path).unwrap();
            classes.push(ClassPath { group: name.clone(), path: path.strip_prefix(&group).unwrap().into(), bytes });
        });
    }
    classes
}

pub(crate) fn walk(dir: &Path, visit: &mut impl FnMut(&Path)) {
    let mut entries: Vec<_> = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            walk(&path, visit);
        } else if path.extension().is_some_and(|extension| extension == "class") {
            visit(&path);
        }
    }
}

pub(crate) fn write(path: &Path, bytes: &[u8]) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}
