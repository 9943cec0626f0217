//! A directory of classes.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::additions::Added;
use super::{Changes, ClassEntry, Note, Place, ZipError, is_class, zip};
use crate::error::Error;
use crate::limits;

/// What is below a directory.
#[derive(Debug)]
pub(super) struct Directory {
    /// Paths relative to it, and where they lead; sorted.
    files: Vec<(PathBuf, PathBuf)>,
    /// Relative paths of all directories, parents first.
    directories: Vec<PathBuf>,
    pub(super) notes: Vec<Note>,
}

impl Directory {
    pub(super) fn open(path: &Path) -> Result<(Directory, Vec<ClassEntry>), Error> {
        let directory = walk(path)?;
        let mut classes = Vec::new();
        for (index, (name, path)) in directory.files.iter().enumerate().filter(|(_, (name, _))| names_class(name)) {
            let size = fs::metadata(path).map_err(|source| Error::io("read", path, source))?.len();
            let entry = entry_name(name);
            classes.push(ClassEntry { entry, size, method: zip::STORED, place: Place { library: None, index } });
        }
        Ok((directory, classes))
    }

    fn note(&mut self, name: &Path, text: &str) {
        self.notes.push(Note { entry: entry_name(name), text: text.to_owned() });
    }

    pub(super) fn class_bytes(&self, class: &ClassEntry) -> Result<Vec<u8>, ZipError> {
        match class.size > limits::MAX_CLASS_BYTES {
            true => Err(ZipError::Limit { size: class.size, limit: limits::MAX_CLASS_BYTES }),
            false => Ok(fs::read(&self.files[class.place.index].1)?),
        }
    }

    /// Fills a new directory.
    pub(super) fn write(&self, output: &Path, changes: &mut Changes<'_>) -> Result<(), Error> {
        for name in &self.directories {
            let target = output.join(name);
            fs::create_dir_all(&target).map_err(|source| Error::io("create", &target, source))?;
        }
        let mut class = 0;
        for (name, path) in &self.files {
            let target = output.join(name);
            let new = if names_class(name) {
                class += 1;
                changes.class(class - 1, &entry_name(name), zip::STORED, || Ok(fs::read(path)?))
            } else {
                None
            };
            let written = match new {
                Some(new) => create(&target).and_then(|mut file| file.write_all(new.data())),
                None => copy(path, &target),
            };
            written.and_then(|()| keep_time(path, &target)).map_err(|source| Error::io("write", &target, source))?;
        }
        for Added { name, bytes, .. } in changes.additions.of_outputs() {
            let target = output.join(name);
            let made = target.parent().map_or(Ok(()), fs::create_dir_all);
            let written = made.and_then(|()| create(&target)).and_then(|mut file| file.write_all(bytes));
            written.map_err(|source| Error::io("write", &target, source))?;
        }
        Ok(())
    }
}

fn entry_name(path: &Path) -> String {
    path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/")
}

fn names_class(path: &Path) -> bool {
    is_class(&path.to_string_lossy())
}

/// Names that differ in case only may be one file where the output goes: nothing is written twice.
fn create(path: &Path) -> io::Result<File> {
    File::options().write(true).create_new(true).open(path)
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let mut target = create(to)?;
    io::copy(&mut File::open(from)?, &mut target)?;
    target.set_permissions(fs::metadata(from)?.permissions())
}

fn keep_time(from: &Path, to: &Path) -> io::Result<()> {
    let time = fs::metadata(from)?.modified()?;
    // A read-only copy has its permissions already; then its time is of no interest to anybody.
    File::options().write(true).open(to).map_or(Ok(()), |file| file.set_modified(time))
}

/// Lists a directory. Links are followed, as the JVM does, but not to a directory that they are in.
fn walk(root: &Path) -> Result<Directory, Error> {
    let mut found = Directory { files: Vec::new(), directories: Vec::new(), notes: Vec::new() };
    let mut todo = vec![(PathBuf::new(), vec![identity(root)?])];
    while let Some((name, above)) = todo.pop() {
        let path = root.join(&name);
        let listed = fs::read_dir(&path).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        for entry in listed.map_err(|source| Error::io("read", &path, source))? {
            let (name, path) = (name.join(entry.file_name()), entry.path());
            match fs::metadata(&path) {
                Ok(metadata) if metadata.is_dir() => {
                    let own = identity(&path)?;
                    if above.contains(&own) {
                        found.note(&name, "is left out: it leads back to itself");
                    } else {
                        todo.push((name, above.iter().cloned().chain([own]).collect()));
                    }
                }
                Ok(metadata) if metadata.is_file() => found.files.push((name, path)),
                _ => found.note(&name, "is left out: it is no file"),
            }
        }
        found.directories.push(name);
    }
    found.files.sort();
    found.notes.sort_by(|a, b| a.entry.cmp(&b.entry));
    Ok(found)
}

fn identity(path: &Path) -> Result<PathBuf, Error> {
    path.canonicalize().map_err(|source| Error::io("read", path, source))
}
