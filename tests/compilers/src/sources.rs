//! The sources of the test programs.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The Java programs of `tests/programs`, closed or open.
///
/// # Errors
/// Fails if the folder cannot be read.
pub fn java_sources(open: bool) -> Result<Vec<PathBuf>> {
    let folder = programs();
    in_folder(&if open { folder.join("open") } else { folder }, "java")
}

/// The Java programs that only the newest release has words for.
///
/// # Errors
/// Fails if their folder cannot be read.
pub fn newest_sources() -> Result<Vec<PathBuf>> {
    in_folder(&programs().join("newest"), "java")
}

/// The programs of another language.
///
/// # Errors
/// Fails if their folder cannot be read.
pub fn language_sources(extension: &str) -> Result<Vec<PathBuf>> {
    in_folder(&programs().join("languages"), extension)
}

/// The class with the `main` method of a source, as its compiler names it.
#[must_use]
pub fn main_class(source: &Path) -> String {
    let stem = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    if source.extension().is_some_and(|e| e == "kt") { stem + "Kt" } else { stem }
}

fn programs() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../programs");
    folder.canonicalize().unwrap_or(folder)
}

fn in_folder(folder: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut found = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    found.retain(|path| path.extension().is_some_and(|e| e == extension));
    found.sort();
    Ok(found)
}
