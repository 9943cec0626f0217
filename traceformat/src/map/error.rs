//! Errors of program maps.

use std::io;
use std::path::PathBuf;

use super::Section;
use crate::numbers::{count, plural};

/// Why a program map cannot be read, written or used. Offsets are bytes from the beginning of the file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    /// The file cannot be opened or mapped.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The file does not begin with [`super::MAGIC`].
    #[error("not a program map: it begins with {found:02x?} instead of \"PTRCMAP\\0\"")]
    Magic {
        /// The first bytes, at most eight.
        found: Vec<u8>,
    },
    /// A major version that this program does not know.
    #[error("program map has version {found}, this program reads version {known}")]
    Version {
        /// Major version of the file.
        found: u16,
        /// Major version of this program.
        known: u16,
    },
    /// The file ends too early.
    #[error("{what} at byte {offset} needs {}, of which {} are there", plural(*need, "byte", "bytes"), count(*have))]
    Truncated {
        /// The part that should be there.
        what: &'static str,
        /// Its offset in the file, bytes.
        offset: u64,
        /// Its length.
        need: u64,
        /// Bytes that are there.
        have: u64,
    },
    /// More sections than [`crate::limits::MAX_SECTIONS`].
    #[error("{found} sections at byte 12, the limit is {limit}")]
    Sections {
        /// Count in the file.
        found: u32,
        /// The limit.
        limit: u32,
    },
    /// A section is not where the table says, or two overlap.
    #[error("section {id} at byte {offset} with {} {problem}", plural(*length, "byte", "bytes"))]
    Bounds {
        /// Section id.
        id: u32,
        /// Its offset.
        offset: u64,
        /// Its length in bytes.
        length: u64,
        /// The fault.
        problem: &'static str,
    },
    /// Bytes outside all sections that are not zero.
    #[error("byte {offset} between the sections is {found:#04x} instead of zero")]
    Padding {
        /// Its offset in the file, bytes.
        offset: u64,
        /// The byte.
        found: u8,
    },
    /// A damaged section.
    #[error("section {section} at byte {offset}: CRC32C is {computed:08x}, the table says {stored:08x}")]
    Crc {
        /// The section.
        section: Section,
        /// Its offset.
        offset: u64,
        /// As stored.
        stored: u32,
        /// As computed.
        computed: u32,
    },
    /// A section that this version requires is not there, or is there twice.
    #[error("section {section} is {problem}")]
    Section {
        /// The section.
        section: Section,
        /// `missing` or `there twice`.
        problem: &'static str,
    },
    /// A section version that this program does not know.
    #[error("section {section} has version {found}, this program reads version {known}")]
    SectionVersion {
        /// The section.
        section: Section,
        /// As stored.
        found: u32,
        /// Known here.
        known: u32,
    },
    /// A count that does not fit the section.
    #[error("section {section} at byte {offset}: {} {what}, but its {} {problem}", count(*found), plural(*length, "byte", "bytes"))]
    Count {
        /// The section.
        section: Section,
        /// Its offset.
        offset: u64,
        /// Length of the section in bytes.
        length: u64,
        /// `rows` or `records`.
        what: &'static str,
        /// The count.
        found: u64,
        /// Why it does not fit.
        problem: &'static str,
    },
    /// A cell of a column with a value that has no meaning.
    #[error("section {section}, column {column}, row {row}: value {found} exceeds {limit}")]
    Cell {
        /// The section.
        section: Section,
        /// The column.
        column: &'static str,
        /// The row.
        row: u64,
        /// The value.
        found: u64,
        /// Largest value with a meaning.
        limit: u64,
    },
    /// A record that cannot be decoded.
    #[error("section {section}, record {index} at byte {offset}: {reason}")]
    Record {
        /// The section.
        section: Section,
        /// Number of the record.
        index: u64,
        /// Offset of its beginning, bytes.
        offset: u64,
        /// The message of the decoder.
        reason: String,
    },
    /// A table too large for the format, or a record that cannot be encoded.
    #[error("section {section} cannot be written: {reason}")]
    Encode {
        /// The section.
        section: Section,
        /// Why.
        reason: String,
    },
    /// The tables contradict each other.
    #[error("{table} {row}: {field} is {found}, expected {expected}")]
    Invalid {
        /// Table, in the singular: `method`, `block` …
        table: &'static str,
        /// Row in the table.
        row: u64,
        /// Field of the row.
        field: &'static str,
        /// The bad value.
        found: u64,
        /// The allowed value.
        expected: String,
    },
}
