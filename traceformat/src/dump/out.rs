//! The lines of a dump. Names from the file cannot leave their line.

use std::fmt::Display;
use std::io::{self, Write};

use crate::plain;

/// Bytes on a line.
pub(super) const PER_LINE: usize = 16;

/// Writes lines.
pub(super) struct Out<'w> {
    to: &'w mut dyn Write,
}

impl<'w> Out<'w> {
    pub(super) fn new(to: &'w mut dyn Write) -> Self {
        Out { to }
    }

    /// Bytes at an offset, and what they mean.
    pub(super) fn bytes(&mut self, offset: usize, bytes: &[u8], meaning: impl Display) -> io::Result<()> {
        let mut meaning = plain::line(&meaning.to_string()).into_owned();
        for (i, line) in bytes.chunks(PER_LINE).enumerate() {
            let text = std::mem::take(&mut meaning);
            let hex: Vec<String> = line.iter().map(|b| format!("{b:02x}")).collect();
            let row = format!("{:08x}  {:47}  {text}", offset + i * PER_LINE, hex.join(" "));
            writeln!(self.to, "{}", row.trim_end())?;
        }
        Ok(())
    }

    /// A line about bytes that were shown before.
    pub(super) fn note(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.to, "{:8}  {}", "", plain::line(&text.to_string()))
    }

    /// A heading.
    pub(super) fn heading(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.to, "-- {}", plain::line(&text.to_string()))
    }
}

/// Hands out the fields of a piece of a file one after the other.
pub(super) struct Fields<'a, 'o, 'w> {
    out: &'o mut Out<'w>,
    bytes: &'a [u8],
    offset: usize,
    at: usize,
}

impl<'a, 'o, 'w> Fields<'a, 'o, 'w> {
    /// `bytes` begin at `offset` of the file.
    pub(super) fn new(out: &'o mut Out<'w>, offset: usize, bytes: &'a [u8]) -> Self {
        Fields { out, bytes, offset, at: 0 }
    }

    /// Writes the next `n` bytes (fewer at the end) with a meaning.
    pub(super) fn field(&mut self, n: usize, meaning: impl Display) -> io::Result<&'a [u8]> {
        let field = self.peek(n);
        self.out.bytes(self.offset + self.at, field, meaning)?;
        self.at += field.len();
        Ok(field)
    }

    /// The next `n` bytes (fewer at the end), not yet written.
    pub(super) fn peek(&self, n: usize) -> &'a [u8] {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        &rest[..n.min(rest.len())]
    }

    /// Writes what is left.
    pub(super) fn rest(&mut self, meaning: impl Display) -> io::Result<()> {
        self.field(usize::MAX, meaning).map(|_| ())
    }
}
