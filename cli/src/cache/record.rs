//! Records of sets: what a set was made of, what the user is to be told, and every file, so that damage is noticed.

use paratrace_instrumenter::{Summary, Unmatched};
use paratrace_traceformat::map::Untraced;
use serde::{Deserialize, Serialize};
use std::fs::{self, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

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

/// A file, as it must be found again. Times are changed by whoever writes to it.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct FileState {
    name: PathBuf,
    length: u64,
    modified: u64,
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
        serde_json::from_slice(&fs::read(directory.join(NAME)).ok()?).ok()
    }

    /// Every file is as it was made.
    pub(crate) fn fits(&self, directory: &Path) -> bool {
        let same = |file: &FileState| FileState::of(directory, &file.name).is_ok_and(|found| found == *file);
        !self.files.is_empty() && self.files.iter().all(same)
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
    let mut options = fs::File::options();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(bytes)
}

impl FileState {
    fn of(directory: &Path, name: &Path) -> io::Result<FileState> {
        let found = fs::symlink_metadata(directory.join(name))?;
        Ok(FileState { name: name.to_owned(), length: found.len(), modified: modified(&found) })
    }
}

/// Nanoseconds since 1970.
fn modified(file: &Metadata) -> u64 {
    let since = file.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    since.and_then(|since| u64::try_from(since.as_nanos()).ok()).unwrap_or_default()
}

/// Size of all files below a directory.
pub(super) fn bytes(directory: &Path) -> io::Result<u64> {
    Ok(files(directory)?.iter().map(|file| file.length).sum())
}

fn files(root: &Path) -> io::Result<Vec<FileState>> {
    let (mut found, mut todo) = (Vec::new(), vec![PathBuf::new()]);
    while let Some(directory) = todo.pop() {
        for entry in fs::read_dir(root.join(&directory))? {
            let entry = entry?;
            let name = directory.join(entry.file_name());
            if entry.file_type()?.is_dir() { todo.push(name) } else { found.push(FileState::of(root, &name)?) }
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}
