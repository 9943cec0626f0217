//! Every byte of a file and its meaning.
//!
//! Lines are `offset (hexadecimal)  bytes  meaning`; a meaning belongs to its line and to the following ones without one.
//! Lines without an offset explain what the bytes before them say: decoded values, path ids resolved by the map. Whatever is
//! not understood is shown as that, so the offsets of a dump always cover the whole file.

mod map;
mod out;
mod segment;

use std::io::{self, Write};
use std::path::Path;

use crate::files;
use crate::map::{MAGIC, ProgramMap};
use crate::numbers::plural;
use crate::trace::{MAP_NAME, segment_files};

use out::Out;

/// A number of bytes in words.
fn sized(bytes: usize) -> String {
    plural(bytes as u64, "byte", "bytes")
}

/// Dumps the bytes of a map.
///
/// # Errors
/// Only if the output fails: a broken map is dumped as far as it can be understood.
pub fn dump_map(bytes: &[u8], out: &mut dyn Write) -> io::Result<()> {
    map::dump(bytes, &mut Out::new(out))
}

/// Dumps the bytes of a segment. With the map, control values are shown with their method and start.
///
/// # Errors
/// Only if the output fails.
pub fn dump_segment(bytes: &[u8], map: Option<&ProgramMap>, out: &mut dyn Write) -> io::Result<()> {
    segment::dump(bytes, map, &mut Out::new(out))
}

/// Dumps a map or a segment, whichever the file is.
///
/// # Errors
/// Fails if the file cannot be read or the output fails.
pub fn dump_file(path: impl AsRef<Path>, map: Option<&ProgramMap>, out: &mut dyn Write) -> io::Result<()> {
    let bytes = files::read(path.as_ref())?;
    if bytes.starts_with(&MAGIC) { dump_map(&bytes, out) } else { dump_segment(&bytes, map, out) }
}

/// Dumps the map and all segments of a trace directory, each under its name.
///
/// # Errors
/// Fails if a file cannot be read or the output fails.
///
/// ```
/// use paratrace_traceformat::dump::dump_dir;
///
/// let mut text = Vec::new();
/// dump_dir("../analyzer/tests/versions/1.1", &mut text)?;
/// assert!(String::from_utf8(text)?.starts_with("== program.map\n-- program map, 10,312 bytes\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn dump_dir(dir: impl AsRef<Path>, out: &mut dyn Write) -> io::Result<()> {
    let dir = dir.as_ref();
    let map_path = dir.join(MAP_NAME);
    let mut map = None;
    if map_path.exists() {
        writeln!(out, "== {MAP_NAME}")?;
        dump_file(&map_path, None, out)?;
        map = ProgramMap::read(&map_path).ok().map(|(map, _)| map);
    }
    for (_, path) in segment_files(dir).map_err(io::Error::other)? {
        writeln!(out, "== {}", path.file_name().unwrap_or_default().to_string_lossy())?;
        dump_file(&path, map.as_ref(), out)?;
    }
    Ok(())
}
