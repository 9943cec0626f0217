//! A file that something else has to write first: a jar for a device.

use super::{Place, filled, open_through};
use crate::failure::{Failure, unless_broken_pipe};
use crate::ownership::temporary_directory;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A file, and where its contents go when it is done.
#[derive(Debug)]
pub(crate) struct Through {
    file: PathBuf,
    /// The temporary place of the file, if it is not made at its own place.
    elsewhere: Option<(TempDir, Place)>,
}

impl Through {
    /// For a result at `path`. A file is made in its place; for everything else it is made in a private directory first, under
    /// the same name as `like`.
    pub(crate) fn new(path: &Path, like: &Path) -> Result<Through, Failure> {
        let place = Place::of(path);
        if matches!(place, Place::File(_)) {
            return Ok(Through { file: path.to_owned(), elsewhere: None });
        }
        let directory = temporary_directory()?;
        let file = directory.path().join(like.file_name().unwrap_or("out".as_ref()));
        Ok(Through { file, elsewhere: Some((directory, place)) })
    }

    /// The path at which the file is to be made.
    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    /// The file is done.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let Some((_directory, place)) = self.elsewhere else { return Ok(()) };
        let read = |cause| Failure::io("read", &self.file, cause);
        let mut source = File::open(&self.file).map_err(read)?;
        let mut copy = |out: &mut dyn io::Write| io::copy(&mut source, out).map(drop);
        match place {
            Place::Through(target) => open_through(&target)
                .and_then(|file| filled(file, copy))
                .map_err(|cause| Failure::io("write", &target, cause)),
            Place::Stdout | Place::File(_) => unless_broken_pipe(copy(&mut io::stdout().lock())),
        }
    }
}
