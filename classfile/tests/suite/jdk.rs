//! Finds a JDK and runs its tools.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// An installed JDK.
#[derive(Debug, Clone)]
pub(crate) struct Jdk {
    home: PathBuf,
}

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

impl Jdk {
    /// The JDK of `JAVA_HOME`, else the one on the path.
    pub(crate) fn find() -> Jdk {
        let named = env::var_os("JAVA_HOME").map(PathBuf::from).filter(|home| home.join("bin/javac").exists());
        let home = named.or_else(|| {
            env::split_paths(&env::var_os("PATH")?)
                .find_map(|dir| Some(fs::canonicalize(dir.join("javac")).ok()?.parent()?.parent()?.to_path_buf()))
        });
        Jdk { home: home.expect("the tests need a JDK: set JAVA_HOME") }
    }

    /// All JDKs to be covered.
    pub(crate) fn all() -> Vec<Jdk> {
        match env::var_os("PARATRACE_JDKS") {
            Some(list) if full() => env::split_paths(&list).map(|home| Jdk { home }).collect(),
            _ => vec![Jdk::find()],
        }
    }

    pub(crate) fn home(&self) -> &Path {
        &self.home
    }

    pub(crate) fn tool(&self, name: &str) -> Command {
        Command::new(self.home.join("bin").join(name))
    }

    /// Compiles Java sources with all debug information.
    pub(crate) fn javac(&self, options: &[&str], sources: &[PathBuf], out: &Path) {
        let mut javac = self.tool("javac");
        run(javac.args(["-g", "-nowarn", "-Xlint:-options"]).args(options).arg("-d").arg(out).args(sources));
    }

    /// Compiles one of the helper programs.
    pub(crate) fn helper(&self, name: &str, out: &Path) {
        self.javac(&[], &[sources().join("java").join(name)], out);
    }

    /// Classes of the JDK: every `step`-th of the given modules, or of all.
    pub(crate) fn classes(&self, step: usize, modules: &[&str]) -> Vec<ClassPath> {
        let dir = tempfile::tempdir().unwrap();
        self.extract(dir.path(), "jrt", step, modules);
        read_classes(dir.path())
    }

    /// Classes of jars.
    pub(crate) fn jar_classes(&self, jars: &[&str]) -> Vec<ClassPath> {
        let dir = tempfile::tempdir().unwrap();
        self.extract(dir.path(), "jar", 1, jars);
        read_classes(dir.path())
    }

    fn extract(&self, out: &Path, kind: &str, step: usize, names: &[&str]) {
        let program = sources().join("java/Extract.java");
        run(self.tool("java").arg(program).arg(kind).arg(out).arg(step.to_string()).args(names));
    }
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

/// Runs a command that must succeed.
pub(crate) fn run(command: &mut Command) -> String {
    let output: Output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{text}\n{errors}", output.status);
    text
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
