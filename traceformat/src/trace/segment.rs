//! The chunks of one segment.
//!
//! A sound segment is a chain: each header says where the next one is, and only headers are looked at (and the small chunks
//! that are no events). Where the chain breaks, the next sound chunk is the next place with the magic and a right CRC. A
//! damaged length can make the chain skip sound chunks unnoticed; the caller sees that by the sequence numbers and
//! comes back with `Check::All`.

use super::chunk::NoChunk;
use super::{CHUNK_MAGIC, ChunkHeader, ChunkKind, SEGMENT_HEADER_LEN};
use crate::limits::{RESYNC_BYTES, RESYNC_BYTES_PER_BYTE};

/// Which CRCs are checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Check {
    /// Of chunks that are not events.
    Small,
    /// Of all chunks.
    All,
}

/// Bytes that are no sound chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Damage {
    pub(crate) offset: u64,
    pub(crate) length: u64,
    /// The header, if there seems to be one.
    pub(crate) header: Option<ChunkHeader>,
}

/// What is where in a segment.
#[derive(Debug, Default)]
pub(crate) struct SegmentIndex {
    /// Offsets and headers.
    pub(crate) chunks: Vec<(u64, ChunkHeader)>,
    pub(crate) damage: Vec<Damage>,
    /// Bytes of an unfinished chunk at the end.
    pub(crate) torn: u64,
}

impl SegmentIndex {
    /// Finds the chunks, every CRC checked.
    pub(crate) fn all(bytes: &[u8]) -> SegmentIndex {
        SegmentIndex::new(bytes, Check::All)
    }

    /// Finds the chunks of a segment whose header was checked.
    pub(crate) fn new(bytes: &[u8], check: Check) -> SegmentIndex {
        let mut index = SegmentIndex::default();
        let mut resync = Resync::new(bytes);
        let mut at = SEGMENT_HEADER_LEN;
        while at < bytes.len() {
            let found = ChunkHeader::split(&bytes[at..]);
            if let Ok((header, payload)) = found
                && (!must_check(&header, check) || header.crc_with(payload) == header.crc)
            {
                index.chunks.push((at as u64, header));
                at += header.total() as usize;
                continue;
            }
            let next = resync.next(at + 1);
            index.note(at, next, found.map(|(header, _)| header), &bytes[at..]);
            at = next.unwrap_or(bytes.len());
        }
        index
    }

    /// Notes what is between `at` and the next sound chunk.
    fn note(&mut self, at: usize, next: Option<usize>, found: Result<ChunkHeader, NoChunk>, rest: &[u8]) {
        let zeros = || rest.iter().all(|&b| b == 0);
        if next.is_none() && (found == Err(NoChunk::Torn) || zeros()) {
            self.torn = rest.len() as u64;
            return;
        }
        let length = next.map_or(rest.len(), |next| next - at) as u64;
        self.damage.push(Damage { offset: at as u64, length, header: found.ok() });
    }
}

fn must_check(header: &ChunkHeader, check: Check) -> bool {
    check == Check::All || header.known_kind() != Some(ChunkKind::Events)
}

/// Searches for sound chunks, with bounded work.
struct Resync<'a> {
    bytes: &'a [u8],
    budget: u64,
}

impl<'a> Resync<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Resync { bytes, budget: RESYNC_BYTES.saturating_add(bytes.len() as u64 * RESYNC_BYTES_PER_BYTE) }
    }

    /// The next offset with a magic and a right CRC.
    fn next(&mut self, mut from: usize) -> Option<usize> {
        loop {
            let rest = self.bytes.get(from..)?;
            let at = from + rest.windows(CHUNK_MAGIC.len()).position(|w| w == CHUNK_MAGIC)?;
            if let Ok((header, payload)) = ChunkHeader::split(&self.bytes[at..]) {
                self.budget = self.budget.checked_sub(header.total())?;
                if header.crc_with(payload) == header.crc {
                    return Some(at);
                }
            }
            from = at + 1;
        }
    }
}
