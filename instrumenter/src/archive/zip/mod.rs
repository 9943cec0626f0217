//! Zip archives as the JVM reads them (`java.util.zip.ZipFile`), and copies of them.
//!
//! An output must equal its input but for what is rewritten. Libraries keep one entry of each name, drop extra fields and
//! comments, or look for the directory where the JVM does not. So entries are copied with their records here.

mod error;
mod read;
mod record;
mod source;
mod write;

pub use error::ZipError;
pub(crate) use read::{Archive, Entry};
pub(crate) use source::Source;
pub(crate) use write::{Packed, Writer, pack};

/// Compression methods that the JVM knows.
pub(crate) const STORED: u16 = 0;
pub(crate) const DEFLATED: u16 = 8;
