//! Outputs that cannot be written are refused before anything is done.

use super::Place;
use crate::failure::Failure;
use crate::room::above;
use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;

/// One run, one directory: nothing is written over.
pub(crate) fn refuse_used(out: &Path) -> Result<(), Failure> {
    match fs::read_dir(out).map(|mut files| files.next().is_none()) {
        Ok(true) => writable(out),
        Ok(false) => Err(Failure::usage(format!("{} is not empty", out.display()))
            .advise("Every run needs a directory of its own: name another one, or remove this one.")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => writable(above(out)),
        Err(error) => Err(Failure::io("write to", out, error)),
    }
}

/// A file for results: its directory must be there.
pub(crate) fn refuse_unwritable(file: &Path) -> Result<(), Failure> {
    // Anything but a file cannot be asked without writing to it.
    let Place::File(file) = Place::of(file) else { return Ok(()) };
    let failure = |cause| Failure::io("write", &file, cause);
    match fs::metadata(&file) {
        Ok(found) if found.is_dir() => Err(failure(io::ErrorKind::IsADirectory.into())),
        Ok(_) => OpenOptions::new().write(true).open(&file).map(drop).map_err(failure),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty());
            tempfile::tempfile_in(parent.unwrap_or(Path::new("."))).map(drop).map_err(failure)
        }
        Err(error) => Err(failure(error)),
    }
}

fn writable(directory: &Path) -> Result<(), Failure> {
    tempfile::tempfile_in(directory).map(drop).map_err(|cause| Failure::io("write to", directory, cause))
}
