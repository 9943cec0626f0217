//! Headers of segments and chunks.

use crate::bytes::Cursor;
use crate::limits::MAX_CHUNK_PAYLOAD;
use crate::map::MapHash;

/// First bytes of a segment.
pub const MAGIC: [u8; 8] = *b"PTRCTRC\0";
/// Major version: readers refuse any other.
pub const MAJOR: u16 = 1;
/// Minor version: later ones may add chunk and column kinds, which readers skip.
/// (1: numbers of chunks; 2: names of lambdas' classes; 3: names of fields; 4: hashes of threads; 5: calls that code made at run time answers; 6: calls that are only counted.)
pub const MINOR: u16 = 6;
/// Bytes of a segment header.
pub const SEGMENT_HEADER_LEN: usize = 48;
/// First bytes of a chunk.
pub const CHUNK_MAGIC: [u8; 4] = *b"PTCK";
/// Bytes of a chunk header.
pub const CHUNK_HEADER_LEN: usize = 32;
/// Thread number of chunks that belong to no thread (classes, end of trace). Their sequence numbers count like a thread's.
pub const NO_THREAD: u32 = u32::MAX;

/// Control value that is no path: the number of data values so far follows, low word first, then a path (docs/format.md
/// section 1.2). The four values are in one chunk.
pub const INTERRUPTED: u32 = u32::MAX;
/// Values of the control column that [`INTERRUPTED`] puts before the path, itself included.
pub const INTERRUPTED_LEN: usize = 3;

/// Control value that is no path: the call of a traced virtual method that ends the path before is answered by a class that the map does not
/// know.
pub const OUTSIDE: u32 = u32::MAX - 1;
/// Control value that is no path: the call of a traced virtual method has returned. Behind the first [`OUTSIDE`] of a thread only.
pub const RETURNED: u32 = u32::MAX - 2;
/// Control value that is no path: what the call that ends the path before runs is only counted. Paths without data follow, up to [`FOLLOWED`] or
/// [`CALLED_BACK`].
pub const COUNTED: u32 = u32::MAX - 3;
/// Control value that is no path: the counted call has ended.
pub const FOLLOWED: u32 = u32::MAX - 4;
/// Control value that is no path: the counted call runs code of the program, which is followed.
pub const CALLED_BACK: u32 = u32::MAX - 5;
/// Control value that is no path: that code has returned, and the counted call goes on, as behind [`COUNTED`].
pub const RESUMED: u32 = u32::MAX - 6;
/// Path ids are below this.
pub const PATH_IDS: u32 = RESUMED;

/// Control values that are no paths.
pub const MARKS: [u32; 7] = [INTERRUPTED, OUTSIDE, RETURNED, COUNTED, FOLLOWED, CALLED_BACK, RESUMED];

/// The number of data values that an interruption, [`INTERRUPTED_LEN`] control values, says; `None` if it is not a whole one.
pub fn interrupted_at(interruption: &[u32]) -> Option<u64> {
    match *interruption {
        [INTERRUPTED, low, high] => Some(u64::from(low) | u64::from(high) << 32),
        _ => None,
    }
}

/// Control values by what belongs together, each with the index of its first: a path, or an interruption.
pub(crate) fn control_events(values: &[u32]) -> impl Iterator<Item = (usize, &[u32])> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let length = if *values.get(at)? == INTERRUPTED { INTERRUPTED_LEN } else { 1 };
        let first = at;
        at = values.len().min(first + length);
        Some((first, &values[first..at]))
    })
}

/// The header of a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SegmentHeader {
    /// Major version.
    pub major: u16,
    /// Minor version.
    pub minor: u16,
    /// Segment number, as in the file's name.
    pub number: u32,
    /// The map it belongs to.
    pub map: MapHash,
}

impl SegmentHeader {
    /// The header at the beginning of a segment; `None` if it is not there as a whole. The magic is not checked.
    pub fn parse(bytes: &[u8]) -> Option<SegmentHeader> {
        let mut at = Cursor::new(bytes);
        at.take(MAGIC.len())?;
        Some(SegmentHeader { major: at.u16()?, minor: at.u16()?, number: at.u32()?, map: MapHash(at.bytes32()?) })
    }

    /// Its bytes, magic included.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.extend_from_slice(&self.major.to_le_bytes());
        out.extend_from_slice(&self.minor.to_le_bytes());
        out.extend_from_slice(&self.number.to_le_bytes());
        out.extend_from_slice(&self.map.0);
        out
    }
}

/// The kind of a chunk's contents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ChunkKind {
    /// Columns of a thread.
    Events = 1,
    /// A thread's name.
    Thread = 2,
    /// Names of classes.
    Classes = 3,
    /// A thread ended.
    ThreadEnd = 4,
    /// The trace ended.
    TraceEnd = 5,
}

impl ChunkKind {
    /// The kind with this byte.
    pub fn from_byte(byte: u8) -> Option<ChunkKind> {
        use ChunkKind::{Classes, Events, Thread, ThreadEnd, TraceEnd};
        [Events, Thread, Classes, ThreadEnd, TraceEnd].into_iter().find(|k| *k as u8 == byte)
    }

    /// Name for messages and listings.
    pub fn name(self) -> &'static str {
        match self {
            ChunkKind::Events => "events",
            ChunkKind::Thread => "thread",
            ChunkKind::Classes => "classes",
            ChunkKind::ThreadEnd => "end of thread",
            ChunkKind::TraceEnd => "end of trace",
        }
    }
}

/// The kind of a column's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ColumnKind {
    /// Path ids.
    Control = 1,
    /// Identities, indices, classes.
    Data = 2,
    /// Stamps: see [`super::decode_stamps`].
    Sync = 3,
}

impl ColumnKind {
    /// Every kind, in the order of arrays by kind.
    pub const ALL: [ColumnKind; 3] = [ColumnKind::Control, ColumnKind::Data, ColumnKind::Sync];

    /// The kind with this byte.
    pub fn from_byte(byte: u8) -> Option<ColumnKind> {
        ColumnKind::ALL.into_iter().find(|k| *k as u8 == byte)
    }

    /// Position in arrays by kind.
    pub fn index(self) -> usize {
        self as usize - 1
    }

    /// Name for messages and listings.
    pub fn name(self) -> &'static str {
        match self {
            ColumnKind::Control => "control",
            ColumnKind::Data => "data",
            ColumnKind::Sync => "synchronisation",
        }
    }
}

/// How the values of a column are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Encoding {
    /// 32-bit words.
    Plain = 0,
    /// Codes and residuals of a predictor.
    Predicted = 1,
    /// The same, raw Deflate.
    Deflated = 2,
}

impl Encoding {
    /// Every encoding, by its byte.
    pub const ALL: [Encoding; 3] = [Encoding::Plain, Encoding::Predicted, Encoding::Deflated];

    /// The encoding with this byte.
    pub fn from_byte(byte: u8) -> Option<Encoding> {
        Encoding::ALL.get(usize::from(byte)).copied()
    }
}

/// Reason of a trace's end: the JVM shut down in order.
pub const NORMAL_SHUTDOWN: u8 = 1;
/// Reason of a trace's end: the same, but the trace has reached its size limit before.
pub const SIZE_LIMIT: u8 = 2;

/// First minor version whose chunks say where they stand in the trace.
pub(crate) const LINKED: u16 = 1;

/// The place of a chunk among all of a trace, in the order in which they were written: a chunk that is deleted,
/// doubled, moved or of another trace breaks the chain.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Link {
    /// Its number, from 0, modulo 2^32.
    pub number: u32,
    /// The CRC of the chunk before, also that of another segment; 0 for the first.
    pub before: u32,
}

impl Link {
    /// The link of the chunk that comes after one.
    pub fn after(header: &ChunkHeader) -> Link {
        Link { number: header.link.number.wrapping_add(1), before: header.crc }
    }
}

/// The header of a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChunkHeader {
    /// [`ChunkKind`] as a byte.
    pub kind: u8,
    /// No flags are defined.
    pub flags: u8,
    /// The segment's minor version once more, so that damage to it in the segment's header is noticed.
    pub minor: u16,
    /// Thread number, or [`NO_THREAD`].
    pub thread: u32,
    /// Number among the chunks of this thread, from 0.
    pub sequence: u32,
    /// Payload length in bytes.
    pub length: u32,
    /// The place of the chunk in the trace; from minor version `LINKED` on.
    pub link: Link,
    /// CRC32C over the header with this field 0, and the payload.
    pub crc: u32,
}

/// Why there is no chunk at an offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoChunk {
    /// The bytes end within it.
    Torn,
    /// Something else is there.
    Other,
}

impl ChunkHeader {
    /// A header without CRC.
    pub fn new(kind: u8, thread: u32, sequence: u32, length: u32) -> ChunkHeader {
        ChunkHeader { kind, flags: 0, minor: MINOR, thread, sequence, length, link: Link::default(), crc: 0 }
    }

    /// The header and the payload at the beginning of `bytes`.
    pub(crate) fn split(bytes: &[u8]) -> Result<(ChunkHeader, &[u8]), NoChunk> {
        let mut at = Cursor::new(bytes);
        match at.take(CHUNK_MAGIC.len()) {
            Some(magic) if magic == CHUNK_MAGIC => {}
            None if CHUNK_MAGIC.starts_with(bytes) => return Err(NoChunk::Torn),
            _ => return Err(NoChunk::Other),
        }
        let header = ChunkHeader::fields(&mut at).ok_or(NoChunk::Torn)?;
        if header.length > MAX_CHUNK_PAYLOAD {
            return Err(NoChunk::Other);
        }
        let payload = at.take(header.length as usize).ok_or(NoChunk::Torn)?;
        Ok((header, payload))
    }

    /// The header in these bytes, if it is one; its payload is elsewhere.
    pub(crate) fn alone(bytes: &[u8; CHUNK_HEADER_LEN]) -> Option<ChunkHeader> {
        let mut at = Cursor::new(bytes);
        let is_magic = at.take(CHUNK_MAGIC.len())? == CHUNK_MAGIC;
        ChunkHeader::fields(&mut at).filter(|header| is_magic && header.length <= MAX_CHUNK_PAYLOAD)
    }

    fn fields(at: &mut Cursor<'_>) -> Option<ChunkHeader> {
        Some(ChunkHeader {
            kind: at.u8()?,
            flags: at.u8()?,
            minor: at.u16()?,
            thread: at.u32()?,
            sequence: at.u32()?,
            length: at.u32()?,
            link: Link { number: at.u32()?, before: at.u32()? },
            crc: at.u32()?,
        })
    }

    /// Its 32 bytes, magic included.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = CHUNK_MAGIC.to_vec();
        out.push(self.kind);
        out.push(self.flags);
        out.extend_from_slice(&self.minor.to_le_bytes());
        out.extend_from_slice(&self.thread.to_le_bytes());
        out.extend_from_slice(&self.sequence.to_le_bytes());
        out.extend_from_slice(&self.length.to_le_bytes());
        out.extend_from_slice(&self.link.number.to_le_bytes());
        out.extend_from_slice(&self.link.before.to_le_bytes());
        out.extend_from_slice(&self.crc.to_le_bytes());
        out
    }

    /// The CRC that belongs into the header.
    pub fn crc_with(&self, payload: &[u8]) -> u32 {
        let header = ChunkHeader { crc: 0, ..*self }.to_bytes();
        crc32c::crc32c_append(crc32c::crc32c(&header), payload)
    }

    /// Bytes of the chunk, header included.
    pub fn total(&self) -> u64 {
        CHUNK_HEADER_LEN as u64 + u64::from(self.length)
    }

    pub(crate) fn known_kind(&self) -> Option<ChunkKind> {
        ChunkKind::from_byte(self.kind)
    }
}
