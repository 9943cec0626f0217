//! The chunks of one segment.
//!
//! A sound segment is a chain: each header says where the next one is. [`SegmentIndex::quick`] follows it and reads headers
//! only, and the small chunks that are no events. Where the chain breaks, the next sound chunk is the next place with the
//! magic and a right CRC: [`SegmentIndex::all`] looks for it, in memory. A damaged length can make the quick look skip sound
//! chunks unnoticed; the caller sees that by what chunks say of each other, and looks at everything.

use std::fs::File;
use std::io;

use super::chunk::NoChunk;
use super::payload::{HEAD_LEN, event_heads};
use super::{CHUNK_HEADER_LEN, CHUNK_MAGIC, ChunkHeader, ChunkKind, SEGMENT_HEADER_LEN};
use crate::files::read_at;
use crate::limits::{RESYNC_BYTES, RESYNC_BYTES_PER_BYTE};

/// Bytes that are no sound chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Damage {
    pub(crate) offset: u64,
    pub(crate) length: u64,
    /// The header, if there seems to be one.
    pub(crate) header: Option<ChunkHeader>,
}

/// The chunks of a segment and their places.
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
        let mut index = SegmentIndex::default();
        index.scan(bytes.get(SEGMENT_HEADER_LEN..).unwrap_or_default(), SEGMENT_HEADER_LEN as u64);
        index
    }

    /// Finds the chunks in bytes that begin at an offset of the segment.
    fn scan(&mut self, bytes: &[u8], base: u64) {
        let mut resync = Resync::new(bytes);
        let mut at = 0;
        while at < bytes.len() {
            let found = ChunkHeader::split(&bytes[at..]);
            if let Ok((header, payload)) = found
                && header.crc_with(payload) == header.crc
            {
                self.chunks.push((base + at as u64, header));
                at += header.total() as usize;
                continue;
            }
            let next = resync.next(at + 1);
            self.note(base, at, next, found.map(|(header, _)| header), &bytes[at..]);
            at = next.unwrap_or(bytes.len());
        }
    }

    /// Finds the chunks of a file of this length, and gives each with what its payload says. Only what is not sound, and
    /// everything behind it, is read as a whole.
    pub(crate) fn quick(
        file: &File,
        length: u64,
        mut chunk: impl FnMut(u64, &ChunkHeader, Body),
    ) -> io::Result<SegmentIndex> {
        let mut index = SegmentIndex::default();
        let mut at = SEGMENT_HEADER_LEN as u64;
        let mut head = [0; CHUNK_HEADER_LEN + HEADS_LEN];
        while at < length {
            let here = head.len().min(usize::try_from(length - at).unwrap_or(usize::MAX));
            read_at(file, at, &mut head[..here])?;
            let Some((header, body)) = sound(file, at, length, &head[..here])? else { break };
            chunk(at, &header, body);
            index.chunks.push((at, header));
            at += header.total();
        }
        if at < length {
            let mut rest = vec![0; usize::try_from(length - at).map_err(io::Error::other)?];
            read_at(file, at, &mut rest)?;
            let known = index.chunks.len();
            index.scan(&rest, at);
            for (offset, header) in &index.chunks[known..] {
                let from = (offset - at) as usize + CHUNK_HEADER_LEN;
                let payload = rest.get(from..from + header.length as usize).unwrap_or_default();
                chunk(*offset, header, Body::of(header, payload));
            }
        }
        Ok(index)
    }

    /// Notes what is between `at` and the next sound chunk.
    fn note(&mut self, base: u64, at: usize, next: Option<usize>, found: Result<ChunkHeader, NoChunk>, rest: &[u8]) {
        let zeros = || rest.iter().all(|&b| b == 0);
        if next.is_none() && (found == Err(NoChunk::Torn) || zeros()) {
            self.torn = rest.len() as u64;
            return;
        }
        let length = next.map_or(rest.len(), |next| next - at) as u64;
        self.damage.push(Damage { offset: base + at as u64, length, header: found.ok() });
    }
}

/// Bytes behind a chunk's header that hold the heads of all columns that there are.
const HEADS_LEN: usize = 1 + 3 * HEAD_LEN;

/// The chunk whose first bytes these are, if it is whole and seems to be sound: that of events is not read any further.
fn sound(file: &File, at: u64, length: u64, first: &[u8]) -> io::Result<Option<(ChunkHeader, Body)>> {
    let Some(header) = first.first_chunk().and_then(ChunkHeader::alone) else { return Ok(None) };
    if at + header.total() > length {
        return Ok(None);
    }
    if header.known_kind() == Some(ChunkKind::Events) {
        let heads = &first[CHUNK_HEADER_LEN..];
        let heads = &heads[..heads.len().min(header.length as usize)];
        return Ok(Some((header, Body::Events(event_heads(heads, header.length)))));
    }
    let mut payload = vec![0; header.length as usize];
    read_at(file, at + CHUNK_HEADER_LEN as u64, &mut payload)?;
    Ok((header.crc_with(&payload) == header.crc).then_some((header, Body::Small(payload))))
}

/// The part of a payload that an index needs.
#[derive(Debug)]
pub(crate) enum Body {
    /// Kind, values and bytes of the columns; none if they make no sense, which the reader that decodes them reports.
    Events(Option<Vec<(u8, u32, u32)>>),
    /// All bytes of another chunk.
    Small(Vec<u8>),
}

impl Body {
    pub(crate) fn of(header: &ChunkHeader, payload: &[u8]) -> Body {
        match header.known_kind() {
            Some(ChunkKind::Events) => Body::Events(event_heads(payload, header.length)),
            _ => Body::Small(payload.to_vec()),
        }
    }
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
