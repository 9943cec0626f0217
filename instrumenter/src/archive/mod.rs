//! Jars and class directories: reading inputs and writing outputs.

mod access;
mod additions;
mod directory;
mod jar;
mod loadable;
mod manifest;
mod module;
mod output;
mod walk;

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use paratrace_traceformat::files;

use crate::error::Error;

pub use access::everybody_may_read;
pub(crate) use additions::{Additions, Map, MapParts, Place as AddedTo};
pub use additions::{OtherModules, RUNTIME_JAR};
pub use loadable::loadable_classes;
pub use module::RUNTIME as RUNTIME_MODULE;
pub(crate) use module::stand_in;
pub use output::abandon;
pub(crate) use output::{Access, Folder, Pending};
pub(crate) use paratrace_zip::Packed;
pub use paratrace_zip::ZipError;
use paratrace_zip::pack;

/// Classes that only outputs have.
const MARKERS: [&str; 3] =
    ["paratrace/rt/Probe.class", "paratrace/profiler/Task.class", "META-INF/paratrace/program.map.sha256"];

const MANIFEST: &str = "META-INF/MANIFEST.MF";

/// A class file of an input.
#[derive(Debug)]
pub(crate) struct ClassEntry {
    /// Name within the jar or directory; within a library inside a jar `LIBRARY!/NAME`.
    pub(crate) entry: String,
    /// Its length.
    pub(crate) size: u64,
    place: Place,
}

/// A message to the user about an input.
#[derive(Debug)]
struct Note {
    /// The entry that the message is about; empty if it is about the whole input.
    entry: String,
    text: String,
}

/// The place of a class within an input.
#[derive(Debug, Clone, Copy)]
struct Place {
    /// The entry that is a jar itself, if the class is in one.
    library: Option<usize>,
    /// The entry of that jar, or the file of a directory.
    index: usize,
}

/// A jar or class directory. Its classes are listed, and read when they are needed.
#[derive(Debug)]
pub(crate) struct Input {
    pub(crate) path: PathBuf,
    pub(crate) classes: Vec<ClassEntry>,
    /// Messages to the user: signatures that are dropped, contents that are left as they are.
    pub(crate) notes: Vec<String>,
    /// The output is the same, byte for byte.
    is_untouched: AtomicBool,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Jar(jar::Jar),
    Directory(directory::Directory),
}

/// The changes to an input: classes that are replaced and files that are added.
pub(crate) struct Changes<'c> {
    /// New bytes of a class, by its index; asked once for each, in their order.
    pub(crate) class: &'c mut dyn FnMut(usize) -> Option<Packed>,
    /// Base names of all outputs, which lie in one directory.
    pub(crate) outputs: &'c BTreeSet<String>,
    pub(crate) additions: &'c Additions<'c>,
    /// A class was replaced, or the manifest names other files: what has no change is copied as a whole.
    pub(crate) touched: bool,
    /// Outputs that only their owner may read are also not for keeping: of a directory there is only what is new.
    pub(crate) access: Access,
}

impl Changes<'_> {
    /// New bytes of a class by its index and name; `read` gives the old ones.
    fn class(&mut self, index: usize, name: &str, read: impl FnOnce() -> Result<Vec<u8>, ZipError>) -> Option<Packed> {
        let new = (self.class)(index);
        self.touched |= new.is_some();
        if new.is_some() || self.additions.place == AddedTo::Outputs || !module::is_descriptor(name) {
            return new;
        }
        // A descriptor that cannot be read stays as it is: the JVM will say what is wrong with it.
        let descriptor = read().ok()?;
        let changed = match self.additions.place {
            AddedTo::Jdk(others) => module::exporting_runtime(&descriptor, others),
            _ => module::requiring_runtime(&descriptor),
        };
        changed.ok().map(Packed::stored)
    }
}

impl Input {
    /// Lists what is in a jar or class directory. If that is to be copied, there are outputs, which may lie in it.
    pub(crate) fn open(path: &Path, outputs: Option<&[PathBuf]>) -> Result<Input, Error> {
        let metadata = fs::metadata(path).map_err(|source| Error::io("read", path, source))?;
        let (kind, classes, notes) = if metadata.is_dir() {
            let scope = outputs.map_or(walk::Scope::Classes, |except| walk::Scope::Copy { except });
            let (mut directory, classes) = directory::Directory::open(path, scope)?;
            let notes = directory.notes();
            (Kind::Directory(directory), classes, notes)
        } else {
            let (jar, contents) = jar::Jar::open(path)?;
            (Kind::Jar(jar), contents.classes, contents.notes)
        };
        let mut input =
            Input { path: path.to_owned(), classes, notes: Vec::new(), is_untouched: AtomicBool::new(false), kind };
        let label = input.label();
        input.notes.extend(notes.iter().map(|note| match &*note.entry {
            "" => format!("{label} {}", note.text),
            entry => format!("{label}!/{entry} {}", note.text),
        }));
        let ours = |class: &'_ ClassEntry| {
            let entry = &class.entry;
            MARKERS.iter().find_map(|marker| entry.strip_suffix(marker)).map(str::to_owned)
        };
        match input.classes.iter().find_map(ours) {
            Some(within) => Err(Error::AlreadyTraced { path: path.join(within.trim_end_matches("!/")) }),
            None => Ok(input),
        }
    }

    /// Name for messages and for the map: the last part of the path.
    pub(crate) fn label(&self) -> String {
        self.path.file_name().map_or_else(|| self.path.display().to_string(), |n| n.to_string_lossy().into_owned())
    }

    /// The bytes of a class.
    pub(crate) fn class_bytes(&self, index: usize) -> Result<Vec<u8>, Error> {
        let class = &self.classes[index];
        let bytes = match &self.kind {
            Kind::Jar(jar) => jar.class_bytes(class.place),
            Kind::Directory(directory) => directory.class_bytes(class),
        };
        bytes.map_err(|source| Error::Entry { path: self.path.clone(), entry: class.entry.clone(), source })
    }

    /// Whether a message is of a signature that was not removed after all.
    pub(crate) fn belies(&self, note: &str) -> bool {
        let about = format!("{} {}", self.label(), jar::SIGNED);
        self.is_untouched.load(Ordering::Relaxed) && note.starts_with(&about)
    }

    /// Copies a jar in which nothing changes.
    fn copy(&self, mut out: &File) -> io::Result<()> {
        out.set_len(0)?;
        out.seek(SeekFrom::Start(0))?;
        io::copy(&mut files::open(&self.path)?, &mut out)?;
        Ok(())
    }

    /// Writes the output beside its final place.
    pub(crate) fn write(&self, output: &Path, changes: &mut Changes<'_>) -> Result<Pending, Error> {
        let pending = Pending::beside(output, changes.access)?;
        match &self.kind {
            Kind::Jar(jar) => {
                let jar_error = |source| Error::Copy { path: self.path.clone(), output: output.to_owned(), source };
                let out = pending.create_like(&self.path)?;
                let scratch = output.parent().filter(|parent| !parent.as_os_str().is_empty());
                if !jar.write(&out, scratch.unwrap_or(Path::new(".")), changes).map_err(jar_error)? {
                    self.copy(&out).map_err(|source| Error::io("copy", &self.path, source))?;
                    self.is_untouched.store(true, Ordering::Relaxed);
                }
            }
            Kind::Directory(directory) => directory.write(pending.path(), changes)?,
        }
        Ok(pending)
    }
}

/// Files that make a signed jar (JAR file specification, "Signature Validation").
fn is_signature(entry: &str) -> bool {
    in_meta_inf(entry).is_some_and(|name| {
        name.starts_with("SIG-") || [".SF", ".RSA", ".DSA", ".EC"].iter().any(|s| name.ends_with(s))
    })
}

/// A jar is signed if it has one of these.
fn is_signature_file(entry: &str) -> bool {
    in_meta_inf(entry).is_some_and(|name| name.ends_with(".SF"))
}

fn in_meta_inf(entry: &str) -> Option<String> {
    let upper = entry.to_ascii_uppercase();
    upper.strip_prefix("META-INF/").filter(|name| !name.contains('/')).map(str::to_owned)
}

fn is_class(entry: &str) -> bool {
    entry.ends_with(".class")
}
