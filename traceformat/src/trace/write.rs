//! Writing segments: the mirror of the reader, for tests and tools. (The traced program has its own writer in Java.)

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::column::ColumnEncoder;
use super::error::ColumnProblem;
use super::{ChunkHeader, ChunkKind, ColumnKind, Encoding, Link, MAJOR, MINOR, NO_THREAD, SegmentHeader};
use crate::limits::MAX_CHUNK_PAYLOAD;
use crate::map::MapHash;

/// Why a chunk cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The output fails.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A column cannot be encoded.
    #[error(transparent)]
    Column(#[from] ColumnProblem),
    /// The chunk would exceed the limit of readers.
    #[error("payload of {found} bytes, the limit is {MAX_CHUNK_PAYLOAD}")]
    TooLarge {
        /// Its length.
        found: usize,
    },
}

/// A column to be written.
#[derive(Debug, Clone, Copy)]
pub struct Column<'a> {
    /// Its kind.
    pub kind: ColumnKind,
    /// The encoding of its values.
    pub encoding: Encoding,
    /// Its values.
    pub values: &'a [u32],
}

/// Builds the bytes of chunks.
#[derive(Debug, Default)]
pub struct ChunkEncoder {
    columns: ColumnEncoder,
}

impl ChunkEncoder {
    /// A chunk of any kind around a payload.
    ///
    /// # Errors
    /// [`WriteError::TooLarge`].
    pub fn raw(kind: u8, thread: u32, sequence: u32, link: Link, payload: &[u8]) -> Result<Vec<u8>, WriteError> {
        if payload.len() > MAX_CHUNK_PAYLOAD as usize {
            return Err(WriteError::TooLarge { found: payload.len() });
        }
        let mut header = ChunkHeader { link, ..ChunkHeader::new(kind, thread, sequence, payload.len() as u32) };
        header.crc = header.crc_with(payload);
        let mut out = header.to_bytes();
        out.extend_from_slice(payload);
        Ok(out)
    }

    /// The payload of an events chunk.
    ///
    /// # Errors
    /// [`WriteError::Column`] for too many values.
    pub fn events(&mut self, columns: &[Column<'_>]) -> Result<Vec<u8>, WriteError> {
        let (mut out, mut encoded) = (vec![columns.len() as u8], Vec::new());
        for c in columns {
            let from = encoded.len();
            self.columns.encode(c.encoding, c.values, &mut encoded)?;
            out.push(c.kind as u8);
            out.push(c.encoding as u8);
            out.extend_from_slice(&(c.values.len() as u32).to_le_bytes());
            out.extend_from_slice(&((encoded.len() - from) as u32).to_le_bytes());
        }
        out.append(&mut encoded);
        Ok(out)
    }
}

/// Writes a segment, or several of one trace in a row: sequence numbers and counts go on in [`SegmentWriter::next`].
#[derive(Debug)]
pub struct SegmentWriter<W: Write> {
    out: W,
    number: u32,
    map: MapHash,
    encoder: ChunkEncoder,
    sequences: BTreeMap<u32, u32>,
    values: BTreeMap<u32, [u64; 3]>,
    /// The link of the next chunk.
    link: Link,
}

impl<W: Write> SegmentWriter<W> {
    /// Begins segment 0.
    ///
    /// # Errors
    /// Fails if the output fails.
    pub fn new(mut out: W, map: MapHash) -> Result<Self, WriteError> {
        write_header(&mut out, 0, map)?;
        let (sequences, values, link) = Default::default();
        Ok(SegmentWriter { out, number: 0, map, encoder: ChunkEncoder::default(), sequences, values, link })
    }

    /// Begins the next segment; gives the output of the one before.
    ///
    /// # Errors
    /// Fails if the output fails.
    pub fn next(&mut self, mut out: W) -> Result<W, WriteError> {
        self.out.flush()?;
        self.number += 1;
        write_header(&mut out, self.number, self.map)?;
        Ok(std::mem::replace(&mut self.out, out))
    }

    /// A chunk of any kind, with the thread's next sequence number.
    ///
    /// # Errors
    /// Fails if the chunk is too large, or the output fails.
    pub fn chunk(&mut self, kind: u8, thread: u32, payload: &[u8]) -> Result<(), WriteError> {
        let sequence = self.sequences.entry(thread).or_default();
        let chunk = ChunkEncoder::raw(kind, thread, *sequence, self.link, payload)?;
        self.out.write_all(&chunk)?;
        if let Ok((header, _)) = ChunkHeader::split(&chunk) {
            self.link = Link::after(&header);
        }
        *sequence += 1;
        Ok(())
    }

    /// Values of a thread.
    ///
    /// # Errors
    /// Fails if there are too many values, or the output fails.
    pub fn events(&mut self, thread: u32, columns: &[Column<'_>]) -> Result<(), WriteError> {
        let payload = self.encoder.events(columns)?;
        self.chunk(ChunkKind::Events as u8, thread, &payload)?;
        let sums = self.values.entry(thread).or_default();
        columns.iter().for_each(|c| sums[c.kind.index()] += c.values.len() as u64);
        Ok(())
    }

    /// A thread's id and name, and the identity hash of its object (0 if unknown).
    ///
    /// # Errors
    /// Fails if the output fails.
    pub fn thread(&mut self, thread: u32, java_id: u64, name: &str, hash: u32) -> Result<(), WriteError> {
        let mut payload = java_id.to_le_bytes().to_vec();
        push_name(&mut payload, name);
        payload.extend_from_slice(&hash.to_le_bytes());
        self.chunk(ChunkKind::Thread as u8, thread, &payload)
    }

    /// Class indices and names.
    ///
    /// # Errors
    /// Fails if the output fails.
    pub fn classes(&mut self, classes: &[(u32, &str)]) -> Result<(), WriteError> {
        let mut payload = (classes.len() as u32).to_le_bytes().to_vec();
        for (index, name) in classes {
            payload.extend_from_slice(&index.to_le_bytes());
            push_name(&mut payload, name);
        }
        self.chunk(ChunkKind::Classes as u8, NO_THREAD, &payload)
    }

    /// The end of a thread, with the counts of what was written.
    ///
    /// # Errors
    /// Fails if the output fails.
    pub fn thread_end(&mut self, thread: u32) -> Result<(), WriteError> {
        let values = self.values.get(&thread).copied().unwrap_or_default();
        let payload: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.chunk(ChunkKind::ThreadEnd as u8, thread, &payload)
    }

    /// The end of the trace.
    ///
    /// # Errors
    /// Fails if the output fails.
    pub fn trace_end(&mut self, reason: u8, lost: u64) -> Result<(), WriteError> {
        let mut payload = vec![reason];
        payload.extend_from_slice(&lost.to_le_bytes());
        self.chunk(ChunkKind::TraceEnd as u8, NO_THREAD, &payload)
    }

    /// Ends the segment; gives its output.
    ///
    /// # Errors
    /// Fails if the output fails.
    pub fn finish(mut self) -> Result<W, WriteError> {
        self.out.flush()?;
        Ok(self.out)
    }
}

fn write_header(out: &mut impl Write, number: u32, map: MapHash) -> Result<(), WriteError> {
    let header = SegmentHeader { major: MAJOR, minor: MINOR, number, map };
    Ok(out.write_all(&header.to_bytes())?)
}

fn push_name(payload: &mut Vec<u8>, name: &str) {
    payload.extend_from_slice(&(name.len() as u32).to_le_bytes());
    payload.extend_from_slice(name.as_bytes());
}
