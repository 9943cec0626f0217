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

/// How an archive differs from others.
struct Form {
    /// What stands before its entries.
    head: &'static [u8],
    /// The folder in it that has the entries, with `/`.
    folder: &'static str,
}

/// Packs the class files of a folder that are `wanted`, sorted.
pub(super) fn write_jar(classes: &Path, place: &Path, wanted: &dyn Fn(&str) -> bool) -> Result<(), Failure> {
    let form = Form { head: b"", folder: "" };
    let is_wanted = |name: &str| name.ends_with(".class") && wanted(name);
    pack(classes, place, &form, &is_wanted).map_err(|cause| Failure::io("write", place, cause))
}

/// Packs a folder with a module's classes and resources as `jmod` does (JEP 261): the head names the kind of file, and the version of the format.
pub(super) fn write_jmod(module: &Path, place: &Path) -> Result<(), Failure> {
    let form = Form { head: b"JM\x01\x00", folder: "classes/" };
    pack(module, place, &form, &|_| true).map_err(|cause| Failure::io("write", place, cause))
}

fn pack(from: &Path, place: &Path, form: &Form, wanted: &dyn Fn(&str) -> bool) -> io::Result<()> {
    let mut files = Vec::new();
    list(from, "", &mut files)?;
    files.sort();
    let mut file = File::create_new(place)?;
    file.write_all(form.head)?;
    let mut writer = Writer::new(BufWriter::new(file));
    for name in files.iter().filter(|name| wanted(name)) {
        writer.add(&format!("{}{name}", form.folder), &Packed::stored(fs::read(from.join(name))?))?;
    }
    writer.finish(&[])?.flush()
}

/// Lists the files below a folder, by their paths from there.
fn list(folder: &Path, prefix: &str, files: &mut Vec<String>) -> io::Result<()> {
    for file in fs::read_dir(folder)? {
        let file = file?;
        let name = format!("{prefix}{}", file.file_name().to_string_lossy());
        if file.file_type()?.is_dir() {
            list(&file.path(), &format!("{name}/"), files)?;
        } else {
            files.push(name);
        }
    }
    Ok(())
}
