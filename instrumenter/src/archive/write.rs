//! Writes rewritten jars and directories. Untouched entries are copied raw, in their order; output is atomic.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;

use rustc_hash::FxHashMap;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

use super::read::files_below;
use super::{Input, is_signature, manifest};
use crate::error::Error;
use crate::limits;

const MANIFEST: &str = "META-INF/MANIFEST.MF";

/// What replaces and what is added to an input.
pub(crate) struct Changes<'c> {
    /// New bytes of rewritten classes by entry name.
    pub(crate) rewritten: FxHashMap<&'c str, Vec<u8>>,
    /// Base names of all outputs, which lie in one directory.
    pub(crate) outputs: &'c BTreeSet<String>,
    /// Entries of the runtime and the map.
    pub(crate) added: &'c [(String, std::borrow::Cow<'c, [u8]>)],
}

/// Writes one output.
pub(crate) fn write(input: &Input, output: &Path, changes: &Changes<'_>) -> Result<(), Error> {
    if input.is_directory { write_directory(input, output, changes) } else { write_jar(input, output, changes) }
}

fn write_jar(input: &Input, output: &Path, changes: &Changes<'_>) -> Result<(), Error> {
    let temporary = temporary_beside(output);
    let result = fill_jar(input, &temporary, changes)
        .and_then(|()| fs::rename(&temporary, output).map_err(|source| Error::io("write", output, source)));
    if result.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_file(&temporary);
    }
    result
}

/// A name in the same directory, so that renaming it is atomic.
fn temporary_beside(output: &Path) -> std::path::PathBuf {
    let name = output.file_name().map_or_else(|| "out".into(), |n| n.to_string_lossy().into_owned());
    output.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}

fn fill_jar(input: &Input, temporary: &Path, changes: &Changes<'_>) -> Result<(), Error> {
    let jar = |source| Error::Jar { path: input.path.clone(), source };
    let file = File::open(&input.path).map_err(|source| Error::io("open", &input.path, source))?;
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(jar)?;
    let out = File::create(temporary).map_err(|source| Error::io("write", temporary, source))?;
    let mut writer = ZipWriter::new(BufWriter::new(out));
    for index in 0..archive.len() {
        let entry = archive.by_index_raw(index).map_err(jar)?;
        let name = entry.name().map_err(jar)?.into_owned();
        let date = entry.last_modified().unwrap_or_default();
        if is_signature(&name) {
            continue;
        }
        drop(entry);
        let relocated = if name == MANIFEST { relocated_manifest(&mut archive, index, changes) } else { None };
        match relocated.as_ref().or_else(|| changes.rewritten.get(name.as_str())) {
            Some(bytes) => put(&mut writer, &name, bytes, date).map_err(jar)?,
            None => writer.raw_copy_file(archive.by_index_raw(index).map_err(jar)?).map_err(jar)?,
        }
    }
    for (name, bytes) in changes.added {
        put(&mut writer, name, bytes, DateTime::default()).map_err(jar)?;
    }
    let mut out = writer.finish().map_err(jar)?;
    out.flush().map_err(|source| Error::io("write", temporary, source))
}

fn relocated_manifest<R: Read + io::Seek>(
    archive: &mut ZipArchive<R>,
    index: usize,
    changes: &Changes<'_>,
) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    archive.by_index(index).ok()?.take(limits::MAX_MANIFEST_BYTES).read_to_end(&mut bytes).ok()?;
    manifest::relocate(&bytes, changes.outputs)
}

fn put<W: Write + io::Seek>(
    writer: &mut ZipWriter<W>,
    name: &str,
    bytes: &[u8],
    date: DateTime,
) -> zip::result::ZipResult<()> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(1))
        .last_modified_time(date)
        .large_file(bytes.len() > 0xffff_0000);
    writer.start_file(name, options)?;
    writer.write_all(bytes)?;
    Ok(())
}

fn write_directory(input: &Input, output: &Path, changes: &Changes<'_>) -> Result<(), Error> {
    for (entry, path) in files_below(&input.path)? {
        let target = output.join(&entry);
        make_parent(&target)?;
        match changes.rewritten.get(entry.as_str()) {
            Some(bytes) => fs::write(&target, bytes).map_err(|source| Error::io("write", &target, source))?,
            None => {
                fs::copy(&path, &target).map_err(|source| Error::io("copy", &path, source))?;
            }
        }
    }
    for (entry, bytes) in changes.added {
        let target = output.join(entry);
        make_parent(&target)?;
        fs::write(&target, bytes).map_err(|source| Error::io("write", &target, source))?;
    }
    Ok(())
}

fn make_parent(path: &Path) -> Result<(), Error> {
    let parent = path.parent().unwrap_or(path);
    fs::create_dir_all(parent).map_err(|source| Error::io("create", parent, source))
}
