//! Jars of every shape, run plain and traced: the program must not notice, and the trace must be whole.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;
mod failures;
mod modules;
mod nested;
mod outputs;
mod versions;

use common::{javac, paratrace, succeed, text};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A place for jars and traces.
struct Yard {
    dir: tempfile::TempDir,
}

impl Yard {
    fn new() -> Yard {
        Yard { dir: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Writes and compiles sources: paths relative to `NAME/`, and contents. Returns the directory of the classes.
    fn compile(&self, name: &str, sources: &[(&str, &str)], options: &[&str]) -> PathBuf {
        let source = |file: &str| self.path("src").join(name).join(file);
        for (file, text) in sources {
            fs::create_dir_all(source(file).parent().unwrap()).unwrap();
            fs::write(source(file), text).unwrap();
        }
        let options = options.iter().map(PathBuf::from);
        let out = self.path("classes").join(name);
        javac(options.chain(sources.iter().map(|(file, _)| source(file))), &out);
        out
    }

    fn run(&self, command: &mut Command) -> Output {
        command.current_dir(self.dir.path()).output().unwrap()
    }

    /// Runs a command that must end with 0, and gives what it printed to standard output.
    fn output(&self, command: &mut Command) -> String {
        text(&succeed(command.current_dir(self.dir.path())).stdout)
    }

    fn paratrace(&self, words: &[&str]) -> String {
        self.output(paratrace().args(words))
    }

    /// Runs a traced program; its trace must be complete. Returns its output and the number of its instructions.
    fn traced(&self, java: &Path, words: &[&str]) -> (String, u64) {
        let trace = tempfile::tempdir_in(self.dir.path()).unwrap();
        let place = format!("-Dparatrace.dir={}", trace.path().display());
        let output = self.output(Command::new(java).arg(place).args(words));
        let trace = trace.path().to_str().unwrap();
        self.paratrace(&["verify", trace]);
        let report: serde_json::Value =
            serde_json::from_str(&self.paratrace(&["analyze", trace, "--json", "-"])).unwrap();
        (output, report["nodes"].as_u64().unwrap())
    }
}

/// `java` of the path, and those of `PARATRACE_JDKS`.
fn javas() -> Vec<PathBuf> {
    let more = std::env::var_os("PARATRACE_JDKS").unwrap_or_default();
    let more = std::env::split_paths(&more).filter(|home| home.is_dir()).map(|home| home.join("bin/java"));
    std::iter::once("java".into()).chain(more).collect()
}
