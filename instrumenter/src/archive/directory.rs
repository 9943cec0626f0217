//! A directory of classes.

use paratrace_traceformat::files;
use std::fs::{self, DirBuilder, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::additions::Added;
use super::output::Access;
use super::walk::{Found, Listed, Scope, entry_name, walk};
use super::{Changes, ClassEntry, Note, Place, ZipError};
use crate::error::Error;
use crate::limits;

/// The files and classes below a directory.
#[derive(Debug)]
pub(super) struct Directory {
    root: PathBuf,
    found: Found,
}

impl Directory {
    pub(super) fn open(path: &Path, scope: Scope<'_>) -> Result<(Directory, Vec<ClassEntry>), Error> {
        let found = walk(path, scope)?;
        let mut classes = Vec::new();
        for (index, file) in found.files.iter().enumerate().filter(|(_, file)| file.class) {
            let size = fs::metadata(&file.path).map_err(|source| Error::io("read", &file.path, source))?.len();
            let entry = entry_name(&file.name);
            classes.push(ClassEntry { entry, size, place: Place { library: None, index } });
        }
        Ok((Directory { root: path.to_owned(), found }, classes))
    }

    pub(super) fn notes(&mut self) -> Vec<Note> {
        std::mem::take(&mut self.found.notes)
    }

    pub(super) fn class_bytes(&self, class: &ClassEntry) -> Result<Vec<u8>, ZipError> {
        match class.size > limits::MAX_CLASS_BYTES {
            true => Err(ZipError::Limit { size: class.size, limit: limits::MAX_CLASS_BYTES }),
            false => Ok(files::read(&self.found.files[class.place.index].path)?),
        }
    }

    /// Fills a new directory.
    pub(super) fn write(&self, output: &Path, changes: &mut Changes<'_>) -> Result<(), Error> {
        match changes.access {
            Access::AsInput => self.create_directories(output)?,
            Access::Owner => make(output, Access::Owner, None)?,
        }
        let mut class = 0;
        for file in &self.found.files {
            let new = if file.class {
                class += 1;
                changes.class(class - 1, &entry_name(&file.name), || Ok(files::read(&file.path)?))
            } else {
                None
            };
            let target = output.join(&file.name);
            let written = match (new, changes.access) {
                (Some(new), access) => write(file, &target, new.data(), access),
                (None, Access::AsInput) => copy(&file.path, &target),
                (None, Access::Owner) => Ok(()),
            };
            written.map_err(|source| Error::io("write", &target, source))?;
        }
        changes.additions.of_outputs().try_for_each(|added| add(added, output, changes.access))
    }

    /// All directories, also those without files, as they are in the original.
    fn create_directories(&self, output: &Path) -> Result<(), Error> {
        let made = |name: &PathBuf| {
            let metadata = fs::metadata(self.root.join(name)).ok();
            make(&output.join(name), Access::AsInput, metadata.as_ref())
        };
        self.found.directories.iter().try_for_each(made)
    }
}

fn make(directory: &Path, access: Access, model: Option<&Metadata>) -> Result<(), Error> {
    let made = access.directories(model).recursive(true).create(directory);
    made.map_err(|source| Error::io("create", directory, source))
}

/// Writes a class that has changed.
fn write(original: &Listed, target: &Path, bytes: &[u8], access: Access) -> io::Result<()> {
    if let (Access::Owner, Some(parent)) = (access, target.parent()) {
        access.directories(None).recursive(true).create(parent)?;
    }
    let metadata = fs::metadata(&original.path)?;
    let mut file = create(target, access, Some(&metadata))?;
    file.write_all(bytes)?;
    file.set_modified(metadata.modified()?)
}

/// Adds an entry of ours.
fn add(Added { name, bytes, .. }: &Added<'_>, output: &Path, access: Access) -> Result<(), Error> {
    let target = output.join(name);
    let mut builder: DirBuilder = access.directories(None);
    let made = target.parent().map_or(Ok(()), |parent| builder.recursive(true).create(parent));
    let written = made.and_then(|()| create(&target, access, None)).and_then(|mut file| file.write_all(bytes));
    written.map_err(|source| Error::io("write", &target, source))
}

/// Names that differ in case only may be one file where the output goes: nothing is written twice.
fn create(path: &Path, access: Access, model: Option<&Metadata>) -> io::Result<File> {
    access.files(model).create_new(true).open(path)
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let mut source = files::open(from)?;
    let metadata = source.metadata()?;
    let mut target = create(to, Access::AsInput, Some(&metadata))?;
    io::copy(&mut source, &mut target)?;
    target.set_modified(metadata.modified()?)
}
