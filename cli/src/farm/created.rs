//! Files that a program creates in a farm are moved to where they would have been without it: to the original.

use super::symlink;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The directories that were made, and what we put there: everything else is the program's.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Created {
    directories: Vec<Directory>,
}

/// A directory of a farm that stands for one of the original.
#[derive(Debug, Serialize, Deserialize)]
struct Directory {
    place: PathBuf,
    original: PathBuf,
    /// Its entries, and whether they are links to the original ones.
    entries: HashMap<PathBuf, bool>,
}

impl Created {
    pub(super) fn directory(&mut self, place: &Path, original: &Path, entries: HashMap<PathBuf, bool>) {
        self.directories.push(Directory { place: place.to_owned(), original: original.to_owned(), entries });
    }

    /// Moves what the program has created to the originals, and leaves links to it. What cannot be moved stays in the farm;
    /// the paths of it are returned.
    pub(crate) fn give_back(&mut self) -> Vec<PathBuf> {
        let mut left = Vec::new();
        for directory in std::mem::take(&mut self.directories) {
            for entry in fs::read_dir(&directory.place).into_iter().flatten().flatten() {
                let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
                let to = directory.original.join(entry.file_name());
                let moved = match directory.entries.get(Path::new(&entry.file_name())) {
                    // A link that the program has replaced, as editors do.
                    Some(true) if !is_link && !entry.path().is_dir() => move_to(&entry.path(), &to),
                    None if fs::symlink_metadata(&to).is_err() => move_to(&entry.path(), &to),
                    None => Err(io::ErrorKind::AlreadyExists.into()),
                    Some(_) => Ok(()),
                };
                if moved.is_err() {
                    left.push(entry.path());
                }
            }
        }
        left
    }
}

fn move_to(from: &Path, to: &Path) -> io::Result<()> {
    if fs::rename(from, to).is_err() {
        copy(from, to)?;
        if fs::symlink_metadata(from)?.is_dir() { fs::remove_dir_all(from) } else { fs::remove_file(from) }?;
    }
    symlink(to, from)
}

/// To another file system.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let kind = fs::symlink_metadata(from)?.file_type();
    if kind.is_symlink() {
        return symlink(&fs::read_link(from)?, to);
    }
    if !kind.is_dir() {
        return fs::copy(from, to).map(drop);
    }
    fs::create_dir(to)?;
    fs::read_dir(from)?.try_for_each(|entry| {
        let entry = entry?;
        copy(&entry.path(), &to.join(entry.file_name()))
    })
}
