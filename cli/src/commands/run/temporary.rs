//! Where `run` keeps what it makes.

use crate::failure::Failure;
use std::env;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A directory for traced jars and the trace.
pub(super) enum Temporary {
    Removed(TempDir),
    Kept(PathBuf),
}

impl Temporary {
    pub(super) fn new(keep: bool) -> Result<Temporary, Failure> {
        let mut builder = tempfile::Builder::new();
        builder.prefix("paratrace-");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let created = builder.tempdir();
        let dir = created.map_err(|cause| Failure::io("create a directory in", &env::temp_dir(), cause))?;
        Ok(if keep { Temporary::Kept(dir.keep()) } else { Temporary::Removed(dir) })
    }

    pub(super) fn path(&self) -> &Path {
        match self {
            Temporary::Removed(dir) => dir.path(),
            Temporary::Kept(path) => path,
        }
    }
}
