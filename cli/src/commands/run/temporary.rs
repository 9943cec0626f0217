//! The directory in which `run` keeps its files.

use crate::cache::named_by_command_line;
use crate::failure::Failure;
use crate::ownership::temporary_directory;
use crate::terminal::tell;
use paratrace_traceformat::plain::line;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A directory for traced jars and the trace.
pub(super) enum Temporary {
    Removed(TempDir),
    Kept(PathBuf),
}

impl Temporary {
    pub(super) fn new(keep: bool) -> Result<Temporary, Failure> {
        let dir = temporary_directory()?;
        Ok(if keep { Temporary::Kept(dir.keep()) } else { Temporary::Removed(dir) })
    }

    pub(super) fn path(&self) -> &Path {
        match self {
            Temporary::Removed(dir) => dir.path(),
            Temporary::Kept(path) => path,
        }
    }
}

impl Drop for Temporary {
    /// A process that the program has started may need its classes for longer than the run, or still write its trace.
    fn drop(&mut self) {
        let Temporary::Removed(directory) = self else { return };
        if named_by_command_line(directory.path()) == Some(true) {
            directory.disable_cleanup(true);
            let path = directory.path().display().to_string();
            tell(&format!("paratrace: kept {}, which a process that is still running uses\n", line(&path)));
        }
    }
}
