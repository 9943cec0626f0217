//! A bounds-checked big-endian cursor.

use crate::error::{Error, Result};

/// Reads big-endian numbers from a slice and knows where the slice lies in the class file.
#[derive(Debug, Clone)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    pos: usize,
    base: usize,
}

impl<'a> Reader<'a> {
    /// Reads `bytes`, which begin at offset `base` of the class file.
    pub(crate) fn new(bytes: &'a [u8], base: usize) -> Self {
        Reader { bytes, pos: 0, base }
    }

    /// Position within the slice.
    pub(crate) fn pos(&self) -> usize {
        self.pos
    }

    /// Position within the class file, for errors.
    pub(crate) fn offset(&self) -> usize {
        self.base + self.pos
    }

    /// How many bytes are left.
    pub(crate) fn remaining(&self) -> usize {
        self.bytes.len() - self.pos
    }

    /// The bytes that are left.
    #[inline]
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.pos..).unwrap_or_default()
    }

    #[inline]
    pub(crate) fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        match self.rest().get(..count) {
            Some(taken) => {
                self.pos += count;
                Ok(taken)
            }
            None => Err(self.truncated(count)),
        }
    }

    #[inline]
    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        match self.rest().first_chunk() {
            Some(&taken) => {
                self.pos += N;
                Ok(taken)
            }
            None => Err(self.truncated(N)),
        }
    }

    #[cold]
    fn truncated(&self, count: usize) -> Error {
        Error::Truncated { offset: self.offset(), needed: count - self.remaining() }
    }

    #[inline]
    pub(crate) fn u1(&mut self) -> Result<u8> {
        Ok(u8::from_be_bytes(self.array()?))
    }

    #[inline]
    pub(crate) fn u2(&mut self) -> Result<u16> {
        Ok(u16::from_be_bytes(self.array()?))
    }

    #[inline]
    pub(crate) fn u4(&mut self) -> Result<u32> {
        Ok(u32::from_be_bytes(self.array()?))
    }

    /// Fails unless everything was read.
    pub(crate) fn finish(&self) -> Result<()> {
        match self.remaining() {
            0 => Ok(()),
            count => Err(Error::TrailingBytes { offset: self.offset(), count }),
        }
    }
}
