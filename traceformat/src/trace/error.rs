//! Errors of traces.

use std::io;
use std::path::PathBuf;

use super::ColumnKind;
use crate::map::{MapError, MapHash};
use crate::numbers::{count, plural};

/// Why a trace cannot be read. Offsets are bytes from the beginning of the segment.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TraceError {
    /// A file or directory cannot be opened or mapped.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The directory has no `program.map`.
    #[error("{} is missing: name the map of this trace", path.display())]
    MapMissing {
        /// The path at which it should be.
        path: PathBuf,
    },
    /// The map cannot be read.
    #[error("{}", path.display())]
    Map {
        /// The map file.
        path: PathBuf,
        /// Why.
        source: Box<MapError>,
    },
    /// The directory holds no `segment-*.trace`.
    #[error("{} holds no segment-*.trace: not a trace directory", dir.display())]
    NoSegments {
        /// The directory.
        dir: PathBuf,
    },
    /// A segment does not begin with [`super::MAGIC`].
    #[error("{} is not a trace segment: it begins with {found:02x?} instead of \"PTRCTRC\\0\"", path.display())]
    Magic {
        /// The segment.
        path: PathBuf,
        /// The first bytes, at most eight.
        found: Vec<u8>,
    },
    /// A major version that this program does not know.
    #[error("{} has version {found}, this program reads version {known}", path.display())]
    Version {
        /// The segment.
        path: PathBuf,
        /// Major version of the file.
        found: u16,
        /// Major version of this program.
        known: u16,
    },
    /// Trace and map come from different instrumentation runs.
    #[error("{} belongs to the map {segment}, not to the map {map}", path.display())]
    MapMismatch {
        /// The segment.
        path: PathBuf,
        /// Hash in the segment.
        segment: MapHash,
        /// Hash of the map.
        map: MapHash,
    },
    /// A chunk with a right CRC whose content has no meaning: an error of the writer.
    #[error("{} chunk at byte {offset} (thread {thread}, sequence {sequence}): {problem}", path.display())]
    Chunk {
        /// The segment.
        path: PathBuf,
        /// Offset of the chunk's header.
        offset: u64,
        /// Thread number.
        thread: u32,
        /// Sequence number within the thread.
        sequence: u32,
        /// The fault.
        problem: ChunkProblem,
    },
}

/// A fault within a chunk. Offsets are bytes from the beginning of the payload.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChunkProblem {
    /// The checksum does not fit.
    #[error("CRC32C is {computed:08x}, the header says {stored:08x}")]
    Crc {
        /// As stored.
        stored: u32,
        /// As computed.
        computed: u32,
    },
    /// The payload ends too early.
    #[error("the payload ends at byte {at} within {what}")]
    Truncated {
        /// Offset of its end.
        at: u64,
        /// The part that should be there.
        what: &'static str,
    },
    /// The payload goes on behind its content.
    #[error("{} behind the content, at byte {at} of the payload", plural(*found, "byte", "bytes"))]
    Trailing {
        /// Offset of the end of the content.
        at: u64,
        /// Bytes behind it.
        found: u64,
    },
    /// A name that is not UTF-8.
    #[error("the name at byte {at} of the payload is {problem}")]
    Name {
        /// Its offset.
        at: u64,
        /// The fault.
        problem: &'static str,
    },
    /// A second column of the same kind.
    #[error("two {} columns", kind.name())]
    Twice {
        /// The kind.
        kind: ColumnKind,
    },
    /// A column whose values do not decode.
    #[error("{} column: {problem}", kind.name())]
    Column {
        /// The kind.
        kind: ColumnKind,
        /// Why.
        problem: ColumnProblem,
    },
}

/// Why the values of a column do not decode, or cannot be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ColumnProblem {
    /// The encoding is none of 0, 1 and 2.
    #[error("unknown encoding {found}")]
    Encoding {
        /// The byte.
        found: u8,
    },
    /// More values than [`crate::limits::MAX_COLUMN_VALUES`], or than the bytes can hold.
    #[error("{} cannot be in {} (limit {})", plural(*values, "value", "values"), plural(*bytes, "byte", "bytes"), count(*limit))]
    Values {
        /// Values as stored.
        values: u64,
        /// Encoded bytes.
        bytes: u64,
        /// Most values that this many bytes can hold.
        limit: u64,
    },
    /// The number of bytes is not the one that the values need.
    #[error("{} instead of {}", plural(*found, "byte", "bytes"), count(*expected))]
    Length {
        /// Bytes that are there.
        found: u64,
        /// Bytes that the values take.
        expected: u64,
    },
    /// A residual that ends too early or does not fit into 32 bits.
    #[error("bad residual of value {value} or one of the three behind it")]
    Residual {
        /// Number of the first of four values.
        value: u64,
    },
    /// Codes behind the last value that are not zero.
    #[error("codes behind the last value: {found:#04x}")]
    Codes {
        /// The last byte of codes.
        found: u8,
    },
    /// Synchronisation values that are no whole stamps.
    #[error("{} no whole stamps", plural(*values, "value is", "values are"))]
    StampWords {
        /// Values of the column.
        values: u64,
    },
    /// A stamp that is not higher than the one before.
    #[error("stamp {number} is not higher than the one before")]
    StampOrder {
        /// Number of the stamp in the chunk.
        number: u64,
    },
    /// The Deflate stream is damaged, longer than the values need, or followed by other bytes.
    #[error("Deflate: {reason}")]
    Deflate {
        /// The message of the decoder.
        reason: String,
    },
}
