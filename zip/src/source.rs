//! The place of an archive's bytes: a file, or a part of one.

use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;

/// A part of a file that can be read anywhere, by many threads.
#[derive(Debug, Clone)]
pub struct Source {
    file: Arc<File>,
    start: u64,
    len: u64,
}

impl Source {
    /// All of a file.
    ///
    /// # Errors
    /// Its length cannot be had.
    pub fn new(file: File) -> io::Result<Source> {
        let len = file.metadata()?.len();
        Ok(Source { file: Arc::new(file), start: 0, len })
    }

    /// Number of bytes.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// True if it has no bytes.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// A part of this part, cut where this one ends.
    pub fn part(&self, start: u64, len: u64) -> Source {
        let start = start.min(self.len);
        Source { file: Arc::clone(&self.file), start: self.start + start, len: len.min(self.len - start) }
    }

    /// Fills the buffer.
    ///
    /// # Errors
    /// The bytes cannot be read, or there are fewer.
    pub fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        let end = offset.checked_add(buffer.len() as u64).filter(|&end| end <= self.len);
        end.ok_or(io::ErrorKind::UnexpectedEof)?;
        read_exact_at(&self.file, buffer, self.start + offset)
    }

    /// Bytes of this part.
    ///
    /// # Errors
    /// As [`Self::read_at`].
    pub fn bytes(&self, offset: u64, len: u64) -> io::Result<Vec<u8>> {
        if offset.checked_add(len).is_none_or(|end| end > self.len) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let mut bytes = vec![0; usize::try_from(len).map_err(io::Error::other)?];
        self.read_at(&mut bytes, offset)?;
        Ok(bytes)
    }

    /// Reads it from its beginning.
    pub fn reader(&self) -> Reader {
        Reader { source: self.clone(), position: 0 }
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut buffer: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !buffer.is_empty() {
        let read = std::os::windows::fs::FileExt::seek_read(file, buffer, offset)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        buffer = &mut buffer[read..];
        offset += read as u64;
    }
    Ok(())
}

/// Reads a source from its beginning.
#[derive(Debug, Clone)]
pub struct Reader {
    source: Source,
    position: u64,
}

impl Read for Reader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.source.len - self.position;
        let count = usize::try_from(left).unwrap_or(usize::MAX).min(buffer.len());
        self.source.read_at(&mut buffer[..count], self.position)?;
        self.position += count as u64;
        Ok(count)
    }
}
