//! The classes of a `java.base` that was taken apart.

use crate::failure::Failure;
use paratrace_zip::{Packed, Writer};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Removes the classes that `jlink` makes itself, for the modules that it is given.
pub(super) fn remove_made_by_jlink(classes: &Path) -> io::Result<()> {
    let made = |name: &str| {
        name.strip_prefix("SystemModules$").is_some_and(|rest| !rest.is_empty())
            || name.starts_with("BoundMethodHandle$Species_") && name != "BoundMethodHandle$Species_L.class"
    };
    for folder in ["jdk/internal/module", "java/lang/invoke"] {
        for file in fs::read_dir(classes.join(folder))? {
            let file = file?;
            if made(&file.file_name().to_string_lossy()) {
                fs::remove_file(file.path())?;
            }
        }
    }
    Ok(())
}

/// Packs the class files of a folder that are `wanted`, sorted.
pub(super) fn write_jar(classes: &Path, place: &Path, wanted: &dyn Fn(&str) -> bool) -> Result<(), Failure> {
    packed(classes, place, wanted).map_err(|cause| Failure::io("write", place, cause))
}

/// Packs a folder with a module's classes and resources as `jmod` does (JEP 261).
pub(super) fn write_jmod(module: &Path, place: &Path) -> Result<(), Failure> {
    packed_as_jmod(module, place).map_err(|cause| Failure::io("write", place, cause))
}

fn packed_as_jmod(module: &Path, place: &Path) -> io::Result<()> {
    /// What such a file begins with: its kind, and the version of the format.
    const MAGIC: [u8; 4] = *b"JM\x01\x00";
    let mut files = Vec::new();
    list(module, "", &|_| true, &mut files)?;
    files.sort();
    let mut file = File::create_new(place)?;
    file.write_all(&MAGIC)?;
    let mut writer = Writer::new(BufWriter::new(file));
    for name in &files {
        writer.add(&format!("classes/{name}"), &Packed::stored(fs::read(module.join(name))?))?;
    }
    writer.finish(&[])?.flush()
}

fn packed(classes: &Path, place: &Path, wanted: &dyn Fn(&str) -> bool) -> io::Result<()> {
    let mut files = Vec::new();
    list(classes, "", &|name| name.ends_with(".class"), &mut files)?;
    files.sort();
    let mut writer = Writer::new(BufWriter::new(File::create_new(place)?));
    for name in files.iter().filter(|name| wanted(name)) {
        writer.add(name, &Packed::stored(fs::read(classes.join(name))?))?;
    }
    writer.finish(&[])?.flush()
}

/// Lists the files below a folder that are `wanted`, by their paths from there.
fn list(folder: &Path, prefix: &str, wanted: &dyn Fn(&str) -> bool, files: &mut Vec<String>) -> io::Result<()> {
    for file in fs::read_dir(folder)? {
        let file = file?;
        let name = format!("{prefix}{}", file.file_name().to_string_lossy());
        if file.file_type()?.is_dir() {
            list(&file.path(), &format!("{name}/"), wanted, files)?;
        } else if wanted(&name) {
            files.push(name);
        }
    }
    Ok(())
}
