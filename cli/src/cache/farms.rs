//! Places of farms of links: beside the sets, as a process that the program started may need them longer than the run.

use super::{Cache, remove_all};
use crate::farm::{Created, Farm, create_directory};
use crate::terminal::tell;
use paratrace_traceformat::plain::line;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The farms of one run. What the program created in them goes to the originals, and they go with the run, unless a process still names them on its command line.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Farms {
    place: PathBuf,
    /// Directory of this tool's own files; nothing in it belongs to the program.
    own: PathBuf,
    /// The directory is not removed by somebody else.
    removed: bool,
    /// The files that the program creates there.
    created: Created,
}

impl Cache {
    /// A place for the farms of a run.
    pub(crate) fn farms(&self) -> io::Result<Farms> {
        let all = self.directory.join("farms");
        create_directory(&all)?;
        let place = tempfile::Builder::new().prefix("run-").tempdir_in(&all)?.keep();
        Ok(Farms { place, own: self.directory.clone(), removed: true, created: Created::default() })
    }
}

impl Farms {
    /// Farms in a temporary directory, which are removed with it.
    pub(crate) fn below(directory: &Path) -> Farms {
        Farms {
            place: directory.join("directories"),
            own: directory.to_owned(),
            removed: false,
            created: Created::default(),
        }
    }

    /// Leaves word of farms to whoever is there when the program has ended: `take_over` them then.
    pub(crate) fn hand_on(&self, file: &Path) -> io::Result<()> {
        fs::write(file, serde_json::to_vec(self)?)
    }

    /// The farms that were handed on by this file.
    pub(crate) fn take_over(file: &Path) -> Option<Farms> {
        serde_json::from_slice(&fs::read(file).ok()?).ok()
    }

    pub(crate) fn path(&self) -> &Path {
        &self.place
    }

    /// Makes a farm in here: of a directory with these classes, in which new files replace others.
    pub(crate) fn make(&mut self, original: &Path, classes: &[PathBuf], new: &Path, place: &Path) -> io::Result<()> {
        Farm { original, classes, new, own: &self.own }.make(place, &mut self.created)
    }
}

impl Drop for Farms {
    fn drop(&mut self) {
        let left = self.created.give_back();
        for path in &left {
            let path = path.display().to_string();
            tell(&format!("paratrace: the program's file {} has no place in the original directory\n", line(&path)));
        }
        if self.removed && left.is_empty() && named_by_process(&self.place) == Some(false) {
            // A directory that cannot be removed now is swept away another day.
            let _ = remove_all(&self.place);
        }
    }
}

/// True if the command line or the environment of a process of this user names a path; `None` if the system does not
/// tell.
pub(super) fn named_by_process(path: &Path) -> Option<bool> {
    named(path, &["cmdline", "environ"])
}

/// The same, of command lines only.
pub(crate) fn named_by_command_line(path: &Path) -> Option<bool> {
    named(path, &["cmdline"])
}

fn named(path: &Path, where_to_look: &[&str]) -> Option<bool> {
    let path = path.as_os_str().as_encoded_bytes();
    let own = std::process::id().to_string();
    let mut asked = false;
    for process in fs::read_dir("/proc").ok()?.flatten().filter(|process| process.file_name() != *own) {
        for file in where_to_look {
            let Ok(text) = fs::read(process.path().join(file)) else { continue };
            asked = true;
            if text.windows(path.len()).any(|part| part == path) {
                return Some(true);
            }
        }
    }
    asked.then_some(false)
}
