//! A jar with the libraries inside it.

use paratrace_traceformat::files;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::Path;

use super::additions::Added;
use super::{Changes, ClassEntry, MANIFEST, MARKERS, Note, Place, is_class, is_signature_file, manifest};
use crate::error::Error;
use crate::limits;
use paratrace_zip::{Archive, Entry, Packed, STORED, Source, Writer, ZipError};

/// A jar, opened.
#[derive(Debug)]
pub(super) struct Jar {
    archive: Archive,
    /// Libraries among its entries, by their index.
    libraries: BTreeMap<usize, Jar>,
    signed: bool,
}

/// Folders in which launchers and servlet containers look for libraries. Other jars inside a jar are copied as data:
/// the loaders of their classes may not see our runtime.
const LIBRARY_FOLDERS: [&str; 3] = ["BOOT-INF/lib/", "WEB-INF/lib/", "WEB-INF/lib-provided/"];

/// The classes found in a jar, and messages about it.
#[derive(Debug, Default)]
pub(super) struct Contents {
    pub(super) classes: Vec<ClassEntry>,
    pub(super) notes: Vec<Note>,
}

impl Contents {
    fn note(&mut self, entry: &str, text: impl Into<String>) {
        self.notes.push(Note { entry: entry.to_owned(), text: text.into() });
    }
}

pub(super) const SIGNED: &str = "was signed; the signature does not fit the traced classes and was removed";

/// What to do if somebody checks the signature: a jar in which nothing is traced stays as it is.
fn signed(classes: &[ClassEntry]) -> String {
    let package = common_package(classes).unwrap_or_else(|| "and each of its packages".to_owned());
    format!("{SIGNED}. If the program checks it, leave the jar as it is: --trace-except {package}")
}

/// The longest package that all classes of a jar are below, but for versions and descriptors; None if there is none.
fn common_package(classes: &[ClassEntry]) -> Option<String> {
    let folders = classes.iter().filter_map(|class| class.entry.rsplit_once('/')).map(|(folder, _)| folder);
    let mut folders = folders.filter(|folder| !folder.starts_with("META-INF") && !folder.contains('!'));
    let first: Vec<&str> = folders.next()?.split('/').collect();
    let common = folders.fold(first, |common, folder| {
        let same = common.iter().zip(folder.split('/')).take_while(|(one, other)| **one == *other).count();
        common.into_iter().take(same).collect()
    });
    Some(common.join(".")).filter(|package| !package.is_empty())
}

impl Jar {
    pub(super) fn open(path: &Path) -> Result<(Jar, Contents), Error> {
        let file = files::open(path).map_err(|source| Error::io("open", path, source))?;
        let source = Source::new(file).map_err(|source| Error::io("read", path, source))?;
        let mut jar = Jar::of(source).map_err(|source| Error::Jar { path: path.to_owned(), source })?;
        let mut contents = Contents::default();
        jar.look_inside(&mut contents);
        Ok((jar, contents))
    }

    fn of(source: Source) -> Result<Jar, ZipError> {
        let archive = Archive::open(source)?;
        let signed = archive.entries.iter().any(|entry| is_signature_file(&archive.name(entry)));
        Ok(Jar { archive, libraries: BTreeMap::new(), signed })
    }

    fn look_inside(&mut self, contents: &mut Contents) {
        for index in 0..self.archive.entries.len() {
            let entry = &self.archive.entries[index];
            let name = self.archive.name(entry).into_owned();
            if is_class(&name) {
                contents.classes.push(class(name, entry, Place { library: None, index }));
            } else if is_library(&name) {
                match library(&self.archive, entry) {
                    Ok(jar) => {
                        jar.list(&name, index, contents);
                        self.libraries.insert(index, jar);
                    }
                    Err(error) => contents.note(&name, format!("is left as it is: {error}")),
                }
            } else if is_jar(&name) {
                contents.note(&name, "is left as it is: it is no library of a launcher that we know");
            }
        }
        if self.signed {
            contents.note("", signed(&contents.classes));
        }
    }

    fn list(&self, name: &str, library: usize, contents: &mut Contents) {
        if self.signed {
            contents.note(name, SIGNED);
        }
        for (index, entry) in self.archive.entries.iter().enumerate() {
            let inner = self.archive.name(entry);
            if is_class(&inner) {
                let place = Place { library: Some(library), index };
                contents.classes.push(class(format!("{name}!/{inner}"), entry, place));
            }
        }
    }

    pub(super) fn class_bytes(&self, place: Place) -> Result<Vec<u8>, ZipError> {
        let jar = place.library.and_then(|index| self.libraries.get(&index)).unwrap_or(self);
        jar.archive.bytes(&jar.archive.entries[place.index], limits::MAX_CLASS_BYTES)
    }

    /// Writes the jar with its changes. Says whether there are any; if not, what was written is of no use.
    pub(super) fn write(&self, out: &File, scratch: &Path, changes: &mut Changes<'_>) -> Result<bool, ZipError> {
        let mut writer = Writer::new(BufWriter::with_capacity(1 << 18, out));
        writer.prefix(&self.archive)?;
        self.write_entries(&mut writer, scratch, changes, &mut 0)?;
        if !changes.touched {
            return Ok(false);
        }
        let web = self.archive.entries.iter().any(|entry| self.archive.name(entry).starts_with("WEB-INF/"));
        for Added { name, packed, .. } in changes.additions.of_outputs() {
            writer.add(name, packed)?;
            if web {
                // Servlet containers do not look into the root.
                writer.add(&format!("WEB-INF/classes/{name}"), packed)?;
            }
        }
        writer.finish(&self.archive.comment)?.flush()?;
        Ok(true)
    }

    /// `next` counts the classes; `scratch` is a directory for temporary files.
    fn write_entries<W: Write>(
        &self,
        writer: &mut Writer<W>,
        scratch: &Path,
        changes: &mut Changes<'_>,
        next: &mut usize,
    ) -> Result<(), ZipError> {
        for (index, entry) in self.archive.entries.iter().enumerate() {
            let name = self.archive.name(entry);
            let new = match self.libraries.get(&index) {
                Some(library) => {
                    writer.replace_archive(&self.archive, entry, &library.rebuilt(scratch, changes, next)?)?;
                    continue;
                }
                None if is_class(&name) => {
                    *next += 1;
                    let read = || self.archive.bytes(entry, limits::MAX_CLASS_BYTES);
                    changes.class(*next - 1, &name, read)
                }
                None if self.signed && super::is_signature(&name) => continue,
                None if name.eq_ignore_ascii_case(MANIFEST) => {
                    let manifest = self.manifest(entry, changes)?;
                    // A signed one would not fit any more, and its digests go with the signature.
                    changes.touched |= manifest.is_some() && !self.signed;
                    manifest
                }
                None => None,
            };
            match new {
                Some(new) => writer.replace(&self.archive, entry, &new)?,
                None => writer.copy(&self.archive, entry)?,
            }
        }
        Ok(())
    }

    /// A library with its changes, in a file without a name in `scratch`.
    fn rebuilt(&self, scratch: &Path, changes: &mut Changes<'_>, next: &mut usize) -> Result<Source, ZipError> {
        let file = tempfile::tempfile_in(scratch)?;
        let mut writer = Writer::new(BufWriter::with_capacity(1 << 18, &file));
        self.write_entries(&mut writer, scratch, changes, next)?;
        writer.finish(&self.archive.comment)?.flush()?;
        Ok(Source::new(file)?)
    }

    /// The manifest, if it changes.
    fn manifest(&self, entry: &Entry, changes: &Changes<'_>) -> Result<Option<Packed>, ZipError> {
        let mut changed = false;
        let packed = Packed::deflated(|out| {
            let old = BufReader::new(self.archive.contents(entry).map_err(io::Error::other)?);
            changed = manifest::rewrite(old, out, changes.outputs, self.signed)?;
            Ok(())
        });
        Ok(Some(packed?).filter(|_| changed))
    }
}

/// A jar that this tool has rewritten.
pub(super) fn is_output(path: &Path) -> bool {
    if !path.to_str().is_some_and(is_jar) {
        return false;
    }
    let opened = files::open(path).ok().and_then(|file| Source::new(file).ok()).map(Archive::open);
    let Some(Ok(archive)) = opened else { return false };
    archive.entries.iter().any(|entry| MARKERS.contains(&&*archive.name(entry)))
}

fn class(name: String, entry: &Entry, place: Place) -> ClassEntry {
    ClassEntry { entry: name, size: entry.size, place }
}

fn is_jar(name: &str) -> bool {
    [".jar", ".war"].iter().any(|suffix| name.ends_with(suffix))
}

fn is_library(name: &str) -> bool {
    let base = LIBRARY_FOLDERS.iter().find_map(|folder| name.strip_prefix(folder));
    base.is_some_and(|base| is_jar(base) && !base.contains('/'))
}

/// Opens a jar inside a jar: in place if it is stored, else unpacked to a file without a name.
fn library(outer: &Archive, entry: &Entry) -> Result<Jar, ZipError> {
    if entry.method == STORED {
        return Jar::of(outer.data(entry)?);
    }
    let limit = limits::MIN_LIBRARY_BYTES.max(entry.compressed.saturating_mul(limits::MAX_LIBRARY_RATIO));
    if entry.size > limit {
        return Err(ZipError::Limit { size: entry.size, limit });
    }
    let mut file = tempfile::tempfile()?;
    io::copy(&mut outer.contents(entry)?, &mut file)?;
    Jar::of(Source::new(file)?)
}
