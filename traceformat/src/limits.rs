//! Every limit of the readers, and why.
//!
//! A limit either follows from the width of a field, or it keeps a small hostile file from reserving much memory. The
//! writers keep to them too, so that what is written can be read.

/// Sections of a map. Fourteen are defined; the rest is room for later minor versions.
pub const MAX_SECTIONS: u32 = 256;

/// Rows of a map table. `u32::MAX` is [`crate::map::NONE`], so an index never reaches it.
pub const MAX_ROWS: u64 = u32::MAX as u64 - 1;

/// Fields that a class can have (JVMS §4.11). Analyzers number locations behind all static fields, so a map that claims more
/// of those than its classes can have would make them reserve memory for none.
pub const MAX_CLASS_FIELDS: u64 = 65_535;

/// Bytes that one string or list within a map record may reserve before its bytes are seen. A JVM string constant has
/// at most 65,535 bytes; a class has at most 65,535 interfaces of 24 bytes each.
pub const MAX_RECORD_RESERVE: usize = 2 << 20;

/// Values of one column of one chunk. Deflate reaches 1,032 to 1, so the encoded size alone would allow a chunk of one
/// MiB to grow to 16 GiB. Runtime buffers are far smaller (64 Ki values).
pub const MAX_COLUMN_VALUES: u32 = 1 << 22;

/// Payload bytes of one chunk: a control, a data and a synchronisation column of [`MAX_COLUMN_VALUES`] values in their
/// worst encoding (5.25 bytes a value), rounded up.
pub const MAX_CHUNK_PAYLOAD: u32 = 1 << 26;

/// While looking for the next sound chunk behind a damaged one, every candidate is checked by its CRC. A file made of
/// nothing but candidates would take quadratic time: stop after this many bytes, plus
/// [`RESYNC_BYTES_PER_BYTE`] for each byte of the segment.
pub const RESYNC_BYTES: u64 = 64 << 20;

/// See [`RESYNC_BYTES`].
pub const RESYNC_BYTES_PER_BYTE: u64 = 4;

/// A trace without its end record (the program was killed) is checked chunk by chunk when it is opened, if it is not
/// larger than this; a damaged length in a larger one is noticed only when the chunk is read.
pub const EAGER_CHECK_BYTES: u64 = 256 << 20;

/// Segments that a reader has open at once: far fewer than files that a process may open, and as many as threads that are read
/// in turn may be at.
pub const OPEN_SEGMENTS: usize = 64;

/// Reasons that a completeness report spells out; further ones are counted.
pub const MAX_REASONS: usize = 100;

/// Problems that a verification lists; further ones are counted.
pub const MAX_PROBLEMS: usize = 1000;
