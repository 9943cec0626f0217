//! Reads the classes of jars and class directories.

use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use zip::ZipArchive;

use super::{ClassEntry, Input, is_class, is_safe, is_signature};
use crate::error::Error;
use crate::limits;

/// Reads one input.
pub(crate) fn read(path: &Path) -> Result<Input, Error> {
    let metadata = fs::metadata(path).map_err(|source| Error::io("read", path, source))?;
    let input = if metadata.is_dir() { read_directory(path)? } else { read_jar(path)? };
    match input.classes.iter().any(|class| class.entry == "paratrace/rt/Probe.class") {
        true => Err(Error::AlreadyTraced { path: path.to_owned() }),
        false => Ok(input),
    }
}

fn read_jar(path: &Path) -> Result<Input, Error> {
    let file = File::open(path).map_err(|source| Error::io("open", path, source))?;
    let mut archive =
        ZipArchive::new(BufReader::new(file)).map_err(|source| Error::Jar { path: path.to_owned(), source })?;
    let mut input = Input { path: path.to_owned(), is_directory: false, classes: Vec::new(), signatures: Vec::new() };
    for index in 0..archive.len() {
        let jar = |source| Error::Jar { path: path.to_owned(), source };
        let mut entry = archive.by_index(index).map_err(jar)?;
        let name = entry.name().map_err(jar)?.into_owned();
        if is_signature(&name) {
            input.signatures.push(name);
        } else if is_class(&name) && entry.is_file() {
            let bytes = read_limited(&mut entry, limits::MAX_CLASS_BYTES);
            let bytes = bytes.map_err(|source| Error::Entry { path: path.to_owned(), entry: name.clone(), source })?;
            input.classes.push(ClassEntry { entry: name, bytes });
        }
    }
    Ok(input)
}

/// Reads at most `limit` bytes: declared sizes may lie.
fn read_limited(source: &mut impl Read, limit: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(std::io::Error::other(format!("a class file of more than {limit} bytes")));
    }
    Ok(bytes)
}

fn read_directory(path: &Path) -> Result<Input, Error> {
    let mut input = Input { path: path.to_owned(), is_directory: true, classes: Vec::new(), signatures: Vec::new() };
    for (entry, file) in files_below(path)? {
        if is_class(&entry) && is_safe(&entry) {
            let bytes = fs::read(&file).map_err(|source| Error::io("read", &file, source))?;
            input.classes.push(ClassEntry { entry, bytes });
        }
    }
    Ok(input)
}

/// All files below a directory by their names relative to it, sorted.
pub(super) fn files_below(root: &Path) -> Result<Vec<(String, PathBuf)>, Error> {
    let mut files = Vec::new();
    let mut todo = vec![(String::new(), root.to_owned())];
    while let Some((prefix, directory)) = todo.pop() {
        let entries = fs::read_dir(&directory).map_err(|source| Error::io("read", &directory, source))?;
        for entry in entries {
            let entry = entry.map_err(|source| Error::io("read", &directory, source))?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            let path = entry.path();
            if path.is_dir() {
                todo.push((format!("{name}/"), path));
            } else {
                files.push((name, path));
            }
        }
    }
    files.sort();
    Ok(files)
}
