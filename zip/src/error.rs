//! Errors of zip archives.

use std::io;

use thiserror::Error as ThisError;

/// Why an archive or an entry cannot be read.
#[derive(Debug, ThisError)]
#[non_exhaustive]
pub enum ZipError {
    /// No end record within the last 64 KiB.
    #[error("no zip archive: there is no end of central directory")]
    NoEnd,
    /// The directory does not fit into the file.
    #[error("the central directory ({size} bytes before byte {end}) is not within the file")]
    Directory {
        /// Its length, as declared.
        size: u64,
        /// Offset of its end, bytes.
        end: u64,
    },
    /// A record of the directory is damaged.
    #[error("the central directory is damaged at its byte {offset}")]
    Record {
        /// Offset in the directory, bytes.
        offset: usize,
    },
    /// The JVM does not read encrypted entries either.
    #[error("{name} is encrypted")]
    Encrypted {
        /// The entry.
        name: String,
    },
    /// The JVM knows stored and deflated entries only.
    #[error("{name} is compressed with method {method}, which the JVM does not know")]
    Method {
        /// The entry.
        name: String,
        /// Its method.
        method: u16,
    },
    /// Entries share bytes: the way of bombs.
    #[error("{name} overlaps with another entry or the directory")]
    Overlap {
        /// The entry.
        name: String,
    },
    /// There is no entry where the directory says.
    #[error("there is no entry at byte {offset}")]
    Local {
        /// Offset at which it should be, bytes.
        offset: u64,
    },
    /// More or less data than declared.
    #[error("it does not have the {declared} bytes that it declares")]
    Size {
        /// The size that the directory says, bytes.
        declared: u64,
    },
    /// Too large to be read.
    #[error("it has {size} bytes; the limit is {limit}")]
    Limit {
        /// The size that the directory says, bytes.
        size: u64,
        /// The most that is read, bytes.
        limit: u64,
    },
    /// The file cannot be read, or an entry is not what deflating makes.
    #[error(transparent)]
    Io(#[from] io::Error),
}
