//! Walks through a directory: links are followed, but not to a directory that they are in.

use std::fs::{self, DirEntry, FileType};
use std::io;
use std::path::{Path, PathBuf};

use super::loadable::{is_loadable, may_be_package};
use super::{MARKERS, Note, jar};
use crate::error::Error;
use crate::limits;

/// The files that a walk looks for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Scope<'s> {
    /// Class files that can be loaded from the directory; no other file is looked at.
    Classes,
    /// Everything that a copy of the directory needs, but for these places: hidden directories and what is output of this
    /// tool stay where they are.
    Copy {
        /// Outputs that may lie in the directory.
        except: &'s [PathBuf],
    },
}

/// A file below the directory.
#[derive(Debug)]
pub(super) struct Listed {
    /// Its path below the directory.
    pub(super) name: PathBuf,
    /// The path with links followed.
    pub(super) path: PathBuf,
    /// It is a class that can be loaded from the directory.
    pub(super) class: bool,
}

/// The results of a walk, all sorted.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) files: Vec<Listed>,
    /// Relative paths of all directories, parents first.
    pub(super) directories: Vec<PathBuf>,
    pub(super) notes: Vec<Note>,
}

/// A directory on the way.
struct Place {
    /// Its path below the first one.
    name: PathBuf,
    /// Without links: its own path, and those of the directories through which the walk came, the last one at the end.
    above: Vec<PathBuf>,
    /// True if classes can be loaded from the directory: all names on the way can be those of packages.
    package: bool,
    /// The directory at which class names begin: the first directory, or that of an exploded module in it.
    root: PathBuf,
    /// The walk came through a link.
    linked: bool,
}

/// Walks through `root`.
pub(super) fn walk(root: &Path, scope: Scope<'_>) -> Result<Found, Error> {
    let own = root.canonicalize().map_err(|source| Error::io("read", root, source))?;
    if is_output(&own) {
        return Err(Error::AlreadyTraced { path: root.to_owned() });
    }
    let except = match scope {
        Scope::Classes => Vec::new(),
        Scope::Copy { except } => except.iter().filter_map(|path| path.canonicalize().ok()).collect(),
    };
    let mut walk = Walk { root, scope, except, found: Found::default(), todo: Vec::new(), linked: 0 };
    walk.todo.push(Place {
        name: PathBuf::new(),
        above: vec![own],
        package: true,
        root: PathBuf::new(),
        linked: false,
    });
    while let Some(place) = walk.todo.pop() {
        walk.enter(place)?;
    }
    let mut found = walk.found;
    found.files.sort_by(|a, b| a.name.cmp(&b.name));
    found.directories.sort();
    found.notes.sort_by(|a, b| a.entry.cmp(&b.entry));
    Ok(found)
}

struct Walk<'w> {
    root: &'w Path,
    scope: Scope<'w>,
    except: Vec<PathBuf>,
    found: Found,
    todo: Vec<Place>,
    /// Directories that were reached through links.
    linked: usize,
}

impl Walk<'_> {
    fn enter(&mut self, place: Place) -> Result<(), Error> {
        let path = self.root.join(&place.name);
        let listed = fs::read_dir(&path).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        match listed {
            Ok(entries) => entries.iter().for_each(|entry| self.look(&place, entry)),
            Err(source) if place.above.len() == 1 => return Err(Error::io("read", &path, source)),
            Err(cause) => self.note_left_out(&place.name, &format!("is left out: {cause}")),
        }
        self.found.directories.push(place.name);
        Ok(())
    }

    fn look(&mut self, place: &Place, entry: &DirEntry) {
        let (name, path) = (place.name.join(entry.file_name()), entry.path());
        match kind(entry) {
            Ok(kind) if kind.is_dir() => self.directory(place, entry, name, &path),
            Ok(kind) if kind.is_file() => self.file(place, name, path),
            _ => self.note_left_out(&name, "is left out: it is no file"),
        }
    }

    fn directory(&mut self, place: &Place, entry: &DirEntry, name: PathBuf, path: &Path) {
        let own_name = entry.file_name();
        let module = self.is_module(place, path);
        let package = module || place.package && own_name.to_str().is_some_and(may_be_package);
        let hidden = own_name.to_string_lossy().starts_with('.');
        if matches!(self.scope, Scope::Classes) && !package {
            return;
        }
        let linked = entry.file_type().is_ok_and(|kind| kind.is_symlink());
        let here = place.above.last();
        let own = if linked { path.canonicalize().ok() } else { here.map(|here| here.join(&own_name)) };
        let Some(own) = own else { return };
        if hidden {
            self.note_left_out(&name, "is left out: it is hidden");
        } else if linked && place.above.contains(&own) {
            self.note_left_out(&name, "is left out: it leads back to itself");
        } else if is_output(&own) {
            self.note_left_out(&name, "is left out: it is traced already");
        } else if is_trace(&own) {
            self.note_left_out(&name, "is left out: it is a trace");
        } else if self.linked >= limits::MAX_LINKED_DIRECTORIES {
            self.note_left_out(&name, "is left out: links lead to too many directories");
        } else if !self.except.contains(&own) {
            let above = place.above.iter().cloned().chain([own]).collect();
            let linked = linked || place.linked;
            self.linked += usize::from(linked);
            let root = if module { name.clone() } else { place.root.clone() };
            self.todo.push(Place { name, above, package, root, linked });
        }
    }

    /// An exploded module in a directory of modules (`java -p mods`). On a class path nothing can be loaded from it.
    fn is_module(&self, place: &Place, path: &Path) -> bool {
        let first = place.name.as_os_str().is_empty();
        first && matches!(self.scope, Scope::Copy { .. }) && path.join("module-info.class").is_file()
    }

    fn file(&mut self, place: &Place, name: PathBuf, path: PathBuf) {
        let class = place.package && name.strip_prefix(&place.root).is_ok_and(|name| is_loadable(name, &path));
        match self.scope {
            Scope::Classes if !class => {}
            Scope::Copy { .. } if jar::is_output(&path) => {
                self.note_left_out(&name, "is left out: it is traced already")
            }
            Scope::Copy { .. } if path.canonicalize().is_ok_and(|own| self.except.contains(&own)) => {}
            _ => self.found.files.push(Listed { name, path, class }),
        }
    }

    /// Notes that a copy lacks a file. A walk that looks for classes only lacks nothing.
    fn note_left_out(&mut self, name: &Path, text: &str) {
        if let Scope::Copy { .. } = self.scope {
            self.found.notes.push(Note { entry: entry_name(name), text: text.to_owned() });
        }
    }
}

/// The name of an entry in the output, as text.
pub(super) fn entry_name(path: &Path) -> String {
    path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/")
}

/// The type of the file that a path leads to. Only links need a system call for it.
fn kind(entry: &DirEntry) -> io::Result<FileType> {
    let own = entry.file_type()?;
    if own.is_symlink() { Ok(fs::metadata(entry.path())?.file_type()) } else { Ok(own) }
}

/// A directory that this tool has rewritten.
fn is_output(directory: &Path) -> bool {
    MARKERS.iter().any(|marker| directory.join(marker).is_file())
}

/// A directory that a traced program has written.
fn is_trace(directory: &Path) -> bool {
    directory.join("segment-00000.trace").is_file() && directory.join("program.map").is_file()
}
