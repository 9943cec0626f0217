//! The classes of a jar or directory, and of the jars within a jar.

use std::fs::{self, File};
use std::io::{Cursor, Read, Seek};
use std::path::Path;

use anyhow::{Context, Result};
use zip::ZipArchive;

/// Called with the place of a class and its bytes.
type Visit<'v> = dyn FnMut(&str, &[u8]) -> Result<()> + 'v;

/// Visits all class files below a path. The place of one in a nested jar is `outer.jar!/inner.class`.
pub(crate) fn visit(path: &Path, visit: &mut Visit<'_>) -> Result<()> {
    if path.is_dir() {
        return visit_directory(path, "", visit);
    }
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    visit_archive(file, "", visit).with_context(|| format!("cannot read {}", path.display()))
}

fn visit_directory(directory: &Path, prefix: &str, visit: &mut Visit<'_>) -> Result<()> {
    let mut entries: Vec<_> = fs::read_dir(directory)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let place = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            visit_directory(&entry.path(), &format!("{place}/"), visit)?;
        } else if place.ends_with(".class") {
            visit(&place, &fs::read(entry.path())?)?;
        }
    }
    Ok(())
}

fn visit_archive<R: Read + Seek>(source: R, prefix: &str, visit: &mut Visit<'_>) -> Result<()> {
    let mut archive = ZipArchive::new(source)?;
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index)?;
        let name = entry.name()?.into_owned();
        let nested = [".jar", ".war"].iter().any(|extension| name.ends_with(extension));
        if !entry.is_file() || !(nested || name.ends_with(".class")) {
            continue;
        }
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes)?;
        let place = format!("{prefix}{name}");
        if nested {
            visit_archive(Cursor::new(bytes), &format!("{place}!/"), visit)?;
        } else {
            visit(&place, &bytes)?;
        }
    }
    Ok(())
}
