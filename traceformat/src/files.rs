//! Opening and reading files that others gave us.
//!
//! They are read and never mapped: what another program cuts off or changes meanwhile is then an error or a wrong checksum,
//! while a mapping would end this process with a signal. A pipe, socket or device in the place of a file is refused before it
//! is opened: opening a pipe waits until somebody writes to it.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::Path;

/// Opens a file to read it.
///
/// # Errors
/// Fails if the path leads to no regular file, or the file cannot be opened.
pub fn open(path: impl AsRef<Path>) -> io::Result<File> {
    let path = path.as_ref();
    check(&fs::metadata(path)?)?;
    File::open(path)
}

/// All bytes of a file.
///
/// # Errors
/// As [`open`], if it cannot be read, and if there is no memory for so much.
pub fn read(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    let mut file = open(path)?;
    let mut bytes = Vec::new();
    // Memory that cannot be had is an error: a file with holes can be longer than any disk.
    let length = usize::try_from(file.metadata()?.len()).map_err(|_| io::ErrorKind::OutOfMemory)?;
    bytes.try_reserve_exact(length).map_err(|_| io::ErrorKind::OutOfMemory)?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// All of a file as text.
///
/// # Errors
/// As [`read`], and if it is not UTF-8.
pub fn read_to_string(path: impl AsRef<Path>) -> io::Result<String> {
    String::from_utf8(read(path)?).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.utf8_error()))
}

fn check(found: &Metadata) -> io::Result<()> {
    if found.is_file() {
        return Ok(());
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, format!("it is {}, not a file", kind(found))))
}

#[cfg(unix)]
fn kind(found: &Metadata) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    let kind = found.file_type();
    match () {
        () if kind.is_dir() => "a directory",
        () if kind.is_fifo() => "a pipe",
        () if kind.is_socket() => "a socket",
        () if kind.is_block_device() || kind.is_char_device() => "a device",
        () => "something else",
    }
}

#[cfg(not(unix))]
fn kind(found: &Metadata) -> &'static str {
    if found.is_dir() { "a directory" } else { "something else" }
}

/// Fills a buffer with the bytes at an offset.
#[cfg(unix)]
pub(crate) fn read_at(file: &File, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
}

/// Fills a buffer with the bytes at an offset.
#[cfg(windows)]
pub(crate) fn read_at(file: &File, mut offset: u64, mut bytes: &mut [u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, bytes, offset)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => {
                bytes = &mut bytes[read..];
                offset += read as u64;
            }
        }
    }
    Ok(())
}
