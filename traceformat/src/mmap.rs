//! Read-only views of files.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::Deref;
use std::path::Path;

use memmap2::Mmap;

/// The bytes of a file, mapped into memory.
#[derive(Debug)]
pub(crate) struct FileBytes(Option<Mmap>);

impl FileBytes {
    /// Maps the file. An empty file cannot be mapped and becomes an empty slice.
    pub(crate) fn open(path: &Path) -> io::Result<FileBytes> {
        let file = File::open(path)?;
        if file.metadata()?.len() == 0 {
            return Ok(FileBytes(None));
        }
        // SAFETY: the mapping is private to this value and only read. The file must not be shortened or changed meanwhile.
        // Maps and segments are created new and only appended to (DESIGN.md: one run, one directory); what is appended
        // lies outside the mapped length. One exception: while the JVM shuts down, the runtime may replace the last chunk
        // of the last segment, the end record, by one of the same length. No reader holds on to a value it read twice:
        // each chunk is copied out or checked by its CRC, all bytes are valid for the type, and lengths are compared
        // with the mapped length at every use, so a change could cost a chunk but not lead outside the mapping. A
        // foreign program that truncates the file breaks the contract and ends the reader with a bus error.
        let map = unsafe { Mmap::map(&file)? };
        Ok(FileBytes(Some(map)))
    }
}

impl Deref for FileBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.0.as_deref().unwrap_or_default()
    }
}
