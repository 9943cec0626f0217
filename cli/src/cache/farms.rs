//! Where farms of links lie: beside the sets, as a process that the program started may need them longer than the run.

use super::{Cache, remove_all};
use crate::farm::create_directory;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The farms of one run. They go with it, unless a process still names them on its command line.
#[derive(Debug)]
pub(crate) struct Farms {
    place: PathBuf,
    /// Nothing in here belongs to the program.
    own: PathBuf,
    /// The directory is not removed by somebody else.
    removed: bool,
}

impl Cache {
    /// A place for the farms of a run.
    pub(crate) fn farms(&self) -> io::Result<Farms> {
        let all = self.directory.join("farms");
        create_directory(&all)?;
        let place = tempfile::Builder::new().prefix("run-").tempdir_in(&all)?.keep();
        Ok(Farms { place, own: self.directory.clone(), removed: true })
    }
}

impl Farms {
    /// In a temporary directory, with which they go.
    pub(crate) fn below(directory: &Path) -> Farms {
        Farms { place: directory.join("directories"), own: directory.to_owned(), removed: false }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.place
    }

    pub(crate) fn own(&self) -> &Path {
        &self.own
    }
}

impl Drop for Farms {
    fn drop(&mut self) {
        if self.removed && named_by_process(&self.place) == Some(false) {
            // What cannot be removed now is swept away another day.
            let _ = remove_all(&self.place);
        }
    }
}

/// Whether the command line or the environment of a process of this user names a path; `None` if the system does not tell.
pub(super) fn named_by_process(path: &Path) -> Option<bool> {
    let path = path.as_os_str().as_encoded_bytes();
    let own = std::process::id().to_string();
    let mut asked = false;
    for process in fs::read_dir("/proc").ok()?.flatten().filter(|process| process.file_name() != *own) {
        for file in ["cmdline", "environ"] {
            let Ok(text) = fs::read(process.path().join(file)) else { continue };
            asked = true;
            if text.windows(path.len()).any(|part| part == path) {
                return Some(true);
            }
        }
    }
    asked.then_some(false)
}
