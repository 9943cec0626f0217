//! Files with which `run` and the launchers below it exchange messages.

use super::tools::{self, Role, Tool};
use crate::backend::Selection;
use crate::cache::Farms;
use crate::java::command::Paths;
use crate::jdk::Wish;
use paratrace_analyzer::model::Program as Named;
use paratrace_instrumenter::Unmatched;
use serde::{Deserialize, Serialize};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;

/// The variable that names a directory for the traces of JVMs that have no directory of their own.
pub(crate) const TRACES: &str = "PARATRACE_TRACES";

/// The variable that names the `java` of a traced JVM, for those that it starts from traced copies.
pub(super) const JAVA: &str = "PARATRACE_JAVA";
/// The patch that it starts with; empty if it needs none.
pub(super) const PATCH: &str = "PARATRACE_JAVA_PATCH";

const SETTINGS: &str = "session.json";
const JVMS: &str = "jvms";
const PASSED: &str = "passed";
const TOOL: &str = "a build tool's own JVM";
const RECORD: &str = "jvm.json";
const FARMS: &str = "farms.json";

/// A run of a command.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Session {
    /// Traced copies and records.
    pub(crate) directory: PathBuf,
    /// One directory for each trace.
    pub(crate) traces: PathBuf,
    /// The working directory of the command.
    pub(crate) start: PathBuf,
    pub(crate) selection: Selection,
    /// `--max-size`, for each trace.
    pub(crate) max_size: Option<String>,
    /// The cache to use, if one is to be used.
    pub(crate) cache: Option<PathBuf>,
    /// The JDKs to run on.
    pub(crate) wish: Wish,
}

impl Session {
    /// Writes the settings, for launchers to read.
    pub(crate) fn write(&self) -> io::Result<()> {
        for directory in [JVMS, PASSED] {
            fs::create_dir_all(self.directory.join(directory))?;
        }
        fs::create_dir_all(&self.traces)?;
        fs::write(self.directory.join(SETTINGS), serde_json::to_vec(self)?)
    }

    pub(super) fn read(directory: &Path) -> io::Result<Session> {
        Ok(serde_json::from_slice(&fs::read(directory.join(SETTINGS))?)?)
    }

    /// Some of these paths lead to traced copies: their trace finds its place by [`TRACES`].
    pub(super) fn is_ours(&self, paths: &Paths) -> bool {
        let variable = || env::var_os("CLASSPATH");
        let own = [paths.class_path.clone().or_else(variable), paths.module_path.clone()];
        let leads_here = |path: &OsString| env::split_paths(path).any(|part| self.is_traced(&part));
        own.iter().flatten().any(leads_here)
    }

    fn is_traced(&self, path: &Path) -> bool {
        path.starts_with(&self.directory) || self.cache.as_ref().is_some_and(|cache| path.starts_with(cache))
    }

    /// Leaves word of a JVM that is not traced.
    pub(super) fn pass(&self, passed: &Passed) {
        let file = self.directory.join(PASSED).join(format!("{}.json", process::id()));
        // Nobody can be told if this fails: the output belongs to the program.
        let _ = serde_json::to_vec(passed).map(|text| fs::write(file, text));
    }

    /// The JVMs that were not traced.
    pub(crate) fn passed(&self) -> Vec<Passed> {
        read_all(&self.directory.join(PASSED), |file| file)
    }

    /// The JVMs that were, by name.
    pub(crate) fn jvms(&self) -> Vec<Jvm> {
        let mut all: Vec<Jvm> = read_all(&self.directory.join(JVMS), |directory| directory.join(RECORD));
        all.sort_by(|a, b| a.name.cmp(&b.name));
        all
    }

    /// Moves the files that programs created in their farms to the originals, and removes farms that nobody uses any
    /// more.
    pub(crate) fn end_farms(&self) {
        let found = fs::read_dir(self.directory.join(JVMS)).into_iter().flatten().flatten();
        found.filter_map(|jvm| Farms::take_over(&jvm.path().join(FARMS))).for_each(drop);
    }

    /// A name that no other JVM of the run has, with a directory for it.
    pub(super) fn claim(&self, label: &str) -> io::Result<Claimed> {
        let mut number = 1u64;
        loop {
            let name = if number == 1 { label.to_owned() } else { format!("{label}-{number}") };
            let directory = self.directory.join(JVMS).join(&name);
            match fs::create_dir(&directory) {
                Ok(()) => return Ok(Claimed { name, directory }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(error),
            }
        }
    }

    /// The user's selection, without these packages.
    pub(super) fn selection(&self, without: &[&str]) -> Selection {
        self.selection.without(without)
    }
}

fn read_all<T: for<'t> Deserialize<'t>>(directory: &Path, file: impl Fn(PathBuf) -> PathBuf) -> Vec<T> {
    let Ok(found) = fs::read_dir(directory) else { return Vec::new() };
    let read = |entry: fs::DirEntry| serde_json::from_slice(&fs::read(file(entry.path())).ok()?).ok();
    found.flatten().filter_map(read).collect()
}

/// A name that belongs to one JVM.
pub(super) struct Claimed {
    pub(super) name: String,
    pub(super) directory: PathBuf,
}

impl Claimed {
    pub(super) fn record(&self, jvm: &Jvm) -> io::Result<()> {
        fs::write(self.directory.join(RECORD), serde_json::to_vec(jvm)?)
    }

    /// A file for the farms of links that the JVM uses.
    pub(super) fn farms(&self) -> PathBuf {
        self.directory.join(FARMS)
    }

    /// The JVM is not traced: another one may have the name.
    pub(super) fn give_up(&self) {
        // A directory that stays is removed with the run's directory.
        let _ = fs::remove_dir_all(&self.directory);
    }
}

/// A JVM that is traced.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Jvm {
    /// Its name, which is also that of its trace's directory.
    pub(crate) name: String,
    pub(crate) program: Named,
    /// Messages to the user about unexpected things.
    pub(crate) notes: Vec<String>,
    /// The original jars and directories that are traced.
    pub(crate) inputs: Vec<PathBuf>,
    /// Number of notes, counted from the first, that an earlier run has told already.
    pub(crate) told_before: usize,
    /// Patterns of `--trace-only` and `--trace-except` that match nothing.
    pub(crate) unmatched: Unmatched,
    /// Why the JDK is not traced.
    pub(crate) untraced_jdk: Option<String>,
}

/// A JVM that is not.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Passed {
    /// Main class or jar.
    pub(crate) main: String,
    /// Reason why it is not traced, in words.
    pub(crate) why: String,
}

impl Passed {
    pub(super) fn tool(main: &str) -> Passed {
        Passed { main: main.to_owned(), why: TOOL.to_owned() }
    }

    pub(crate) fn is_tool(&self) -> bool {
        self.why == TOOL
    }

    pub(crate) fn is_maven(&self) -> bool {
        self.is_tool() && tools::role(&self.main) == Role::Tool(Tool::Maven)
    }

    pub(crate) fn told(&self) -> String {
        format!("not traced: {} ({})", self.main, self.why)
    }
}
