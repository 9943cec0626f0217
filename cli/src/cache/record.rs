//! Records of sets: what a set was made of, what the user is to be told, and every file, so that damage is noticed.

use super::files::{FileState, files, has_files};
use crate::ownership;
use paratrace_instrumenter::{Summary, Unmatched};
use paratrace_traceformat::map::Untraced;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// File name of a record; it is written last.
const NAME: &str = "set.json";

/// The record of a set.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    /// The class path that it was first made for.
    pub(crate) what: Vec<String>,
    /// Bytes of all files.
    pub(crate) bytes: u64,
    made: Made,
    files: Vec<FileState>,
}

/// A [`Summary`].
#[derive(Debug, Serialize, Deserialize)]
struct Made {
    classes: usize,
    methods: usize,
    traced: usize,
    untraced: Vec<(String, usize)>,
    map_hash: String,
    notes: Vec<String>,
    unmatched: Unmatched,
}

impl Record {
    /// The record of a set that was just made in a directory.
    pub(crate) fn new(directory: &Path, what: Vec<String>, made: &Summary) -> io::Result<Record> {
        let files = files(directory)?;
        let untraced = made.untraced.iter().map(|(&reason, &methods)| (reason.to_owned(), methods)).collect();
        let made = Made {
            classes: made.classes,
            methods: made.methods,
            traced: made.traced,
            untraced,
            map_hash: made.map_hash.clone(),
            notes: made.notes.clone(),
            unmatched: made.unmatched.clone(),
        };
        Ok(Record { what, bytes: files.iter().map(|file| file.length).sum(), made, files })
    }

    pub(crate) fn write(&self, directory: &Path) -> io::Result<()> {
        write_private(&directory.join(NAME), &serde_json::to_vec(self)?)
    }

    /// The record of a set; `None` if it has none.
    pub(crate) fn read(directory: &Path) -> Option<Record> {
        serde_json::from_slice(&ownership::read(&directory.join(NAME)).ok()?).ok()
    }

    /// Every file is as it was made, and there is no other.
    pub(crate) fn fits(&self, directory: &Path) -> bool {
        !self.files.is_empty() && has_files(directory, NAME, &self.files)
    }

    /// The result of the rewriting; the places of its outputs are not known.
    pub(crate) fn summary(&self) -> Summary {
        let Made { classes, methods, traced, ref map_hash, ref notes, ref untraced, ref unmatched } = self.made;
        let known = |name: &str| Untraced::ALL.iter().map(|reason| reason.name()).find(|&reason| reason == name);
        let untraced = untraced.iter().filter_map(|(name, methods)| Some((known(name)?, *methods))).collect();
        let (map_hash, notes, unmatched) = (map_hash.clone(), notes.clone(), unmatched.clone());
        Summary { classes, methods, traced, untraced, map_hash, notes, unmatched, outputs: Vec::new() }
    }
}

/// Writes a file that only this user can read.
pub(super) fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = File::options();
    options.write(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = ownership::open(path, &mut options)?;
    file.set_len(0)?;
    file.write_all(bytes)
}
