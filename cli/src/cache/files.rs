//! The files of what is kept, so that damage is noticed: each with a checksum.
//!
//! Nobody but the user can write to the cache, so checksums need only tell what disks, copies and interrupted writes do to files: CRC-32C finds
//! that, and reads a JDK in the time in which SHA-256 reads a tenth of it.

use super::parallel::in_parallel;
use crate::ownership::{is_own, open, why_foreign};
use crc32c::crc32c_append;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Bytes that are read at once.
const BUFFER: usize = 256 << 10;

/// A file, as it must be found again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FileState {
    name: PathBuf,
    pub(super) length: u64,
    checksum: u32,
}

/// All files below a folder, sorted. It fails if anything there is not the user's alone.
pub(super) fn files(root: &Path) -> io::Result<Vec<FileState>> {
    let names = names(root)?;
    in_parallel(&names, &|name| state(root, name))
}

/// Returns whether a folder has these files, each as it was, its record, and no others.
pub(super) fn has_files(root: &Path, record: &str, recorded: &[FileState]) -> bool {
    if why_foreign(root).is_some() {
        return false;
    }
    let Ok(mut found) = names(root) else { return false };
    found.retain(|name| name != Path::new(record));
    // What lacks a file need not be read.
    found.iter().eq(recorded.iter().map(|file| &file.name))
        && in_parallel(&found, &|name| state(root, name)).is_ok_and(|found| found == recorded)
}

fn names(root: &Path) -> io::Result<Vec<PathBuf>> {
    let (mut found, mut todo) = (Vec::new(), vec![PathBuf::new()]);
    while let Some(directory) = todo.pop() {
        for entry in fs::read_dir(root.join(&directory))? {
            let entry = entry?;
            let (name, metadata) = (directory.join(entry.file_name()), entry.metadata()?);
            if !is_own(&metadata) {
                return Err(io::ErrorKind::PermissionDenied.into());
            }
            if metadata.is_dir() { todo.push(name) } else { found.push(name) }
        }
    }
    found.sort();
    Ok(found)
}

fn state(root: &Path, name: &Path) -> io::Result<FileState> {
    let path = root.join(name);
    let found = fs::symlink_metadata(&path)?;
    let checksum = if found.is_symlink() { checksum_of_link(&path)? } else { checksum(&path, &found)? };
    Ok(FileState { name: name.to_owned(), length: found.len(), checksum })
}

/// Of the path that a link leads to: a JDK has links in it.
fn checksum_of_link(path: &Path) -> io::Result<u32> {
    Ok(crc32c_append(0, fs::read_link(path)?.as_os_str().as_encoded_bytes()))
}

fn checksum(path: &Path, found: &Metadata) -> io::Result<u32> {
    let mut file = open(path, File::options().read(true))?;
    let mut buffer = vec![0; usize::try_from(found.len()).unwrap_or(BUFFER).clamp(1, BUFFER)];
    let mut sum = 0;
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Ok(sum),
            Ok(read) => sum = crc32c_append(sum, &buffer[..read]),
            Err(cause) if cause.kind() == io::ErrorKind::Interrupted => {}
            Err(cause) => return Err(cause),
        }
    }
}
