//! Errors of input and output files.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error as ThisError;

use paratrace_zip::ZipError;

/// An instrumentation failed as a whole. (What cannot be traced within a readable input is no error: it is left as it was,
/// with a reason in the map.)
#[derive(Debug, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// A file or directory cannot be read or written.
    #[error("cannot {action} {}", path.display())]
    Io {
        /// The action that failed.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// An input is no jar, or a broken one.
    #[error("{} is not a readable jar", path.display())]
    Jar {
        /// The file.
        path: PathBuf,
        /// The fault in the archive.
        source: ZipError,
    },
    /// A jar cannot be copied to its output.
    #[error("cannot copy {} to {}", path.display(), output.display())]
    Copy {
        /// The jar.
        path: PathBuf,
        /// Its output.
        output: PathBuf,
        /// The fault in the archive.
        source: ZipError,
    },
    /// An entry of a jar cannot be unpacked.
    #[error("cannot unpack {entry} of {}", path.display())]
    Entry {
        /// The jar.
        path: PathBuf,
        /// The entry.
        entry: String,
        /// The fault in the archive.
        source: ZipError,
    },
    /// Another program wrote to an input.
    #[error("{} changed while it was read", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// The input is output of this tool.
    #[error("{} is traced already; instrument the original instead", path.display())]
    AlreadyTraced {
        /// The file.
        path: PathBuf,
    },
    /// Two inputs would give the same output file.
    #[error("two inputs are named {name}: their outputs would overwrite each other")]
    SameName {
        /// The base name.
        name: String,
    },
    /// There is nothing to do.
    #[error("no class files in the input: {}", inputs.iter().map(|p| p.display().to_string()).collect::<Vec<_>>().join(", "))]
    NoClasses {
        /// All inputs.
        inputs: Vec<PathBuf>,
    },
    /// A class cannot be changed.
    #[error("cannot change {class}")]
    Class {
        /// Input and entry.
        class: String,
        /// The cause.
        source: paratrace_classfile::Error,
    },
    /// The code of a task cannot be analysed, so that its shared data is unknown.
    #[error("the code of {task} cannot be followed: it is damaged, or would take too much time or memory")]
    TaskNotFollowed {
        /// Class and method.
        task: String,
    },
    /// No method that could be a task has this name.
    #[error("no method with code is called {task}")]
    NoTask {
        /// The name, as the user wrote it.
        task: String,
    },
    /// A task reaches so much code that its references cannot be followed in reasonable time.
    #[error(
        "the tasks reach too much code to find out what they share: {methods} methods so far; name smaller tasks, or only those \
         jars that matter: code of others counts as the library's"
    )]
    TooMuchShared {
        /// Methods reached by then.
        methods: usize,
    },
    /// The program has more paths than there are path numbers of 32 bits.
    #[error("the program has more than 4,294,967,295 paths; trace a part of it with --trace-only")]
    TooManyPaths,
    /// The program map cannot be written.
    #[error("cannot write the program map")]
    Map(#[from] paratrace_traceformat::map::MapError),
}

impl Error {
    pub(crate) fn io(action: &'static str, path: &Path, source: io::Error) -> Error {
        Error::Io { action, path: path.to_owned(), source }
    }
}
