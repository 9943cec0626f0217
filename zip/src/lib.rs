//! Zip archives as the JVM reads them (`java.util.zip.ZipFile`), and copies of them.
//!
//! An output must equal its input but for what is rewritten. Libraries keep one entry of each name, drop extra fields and
//! comments, or look for the directory where the JVM does not. So entries are copied with their records here.
//!
//! ```
//! use paratrace_zip::{Archive, Source, Writer, pack};
//!
//! let mut writer = Writer::new(tempfile::tempfile()?);
//! writer.add("greeting.txt", &pack(b"hello")?)?;
//! let archive = Archive::open(Source::new(writer.finish(b"no comment")?)?)?;
//! let entry = archive.find("greeting.txt").ok_or("no entry")?;
//! assert_eq!(archive.bytes(entry, 100)?, b"hello");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod read;
mod record;
mod source;
mod write;

pub use error::ZipError;
pub use read::{Archive, Entry};
pub use source::Source;
pub use write::{Packed, Writer, pack};

/// Method of an entry that is stored as it is.
pub const STORED: u16 = 0;
/// Method of a deflated entry; the JVM knows no other.
pub const DEFLATED: u16 = 8;
