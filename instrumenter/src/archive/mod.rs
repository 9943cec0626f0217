//! Jars and class directories: what goes in and what comes out.

mod manifest;
mod read;
mod write;

use std::path::{Path, PathBuf};

pub(crate) use read::read;
pub(crate) use write::{Changes, write};

/// A class file of an input.
#[derive(Debug)]
pub(crate) struct ClassEntry {
    /// Name within the jar or directory.
    pub(crate) entry: String,
    pub(crate) bytes: Vec<u8>,
}

/// A jar or class directory.
#[derive(Debug)]
pub(crate) struct Input {
    pub(crate) path: PathBuf,
    pub(crate) is_directory: bool,
    pub(crate) classes: Vec<ClassEntry>,
    /// Signature files, which no longer fit rewritten classes.
    pub(crate) signatures: Vec<String>,
}

impl Input {
    /// Name for messages and for the map: the last part of the path.
    pub(crate) fn label(&self) -> String {
        self.path.file_name().map_or_else(|| self.path.display().to_string(), |n| n.to_string_lossy().into_owned())
    }
}

/// Files that make a signed jar (JAR file specification, "Signature Validation").
pub(crate) fn is_signature(entry: &str) -> bool {
    let upper = entry.to_ascii_uppercase();
    let Some(name) = upper.strip_prefix("META-INF/") else { return false };
    !name.contains('/')
        && (name.starts_with("SIG-") || [".SF", ".RSA", ".DSA", ".EC"].iter().any(|s| name.ends_with(s)))
}

/// `../` and absolute names never reach the disk.
pub(crate) fn is_safe(entry: &str) -> bool {
    !entry.starts_with('/') && !entry.contains('\\') && entry.split('/').all(|part| part != ".." && part != ".")
}

pub(crate) fn is_class(entry: &str) -> bool {
    Path::new(entry).extension().is_some_and(|extension| extension == "class")
}
