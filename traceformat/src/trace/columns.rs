//! One thread's columns, chunk by chunk.

use std::fmt;
use std::io;
use std::sync::Arc;

use super::column::ColumnDecoder;
use super::dir::Inner;
use super::error::{ChunkProblem, TraceError};
use super::index::ChunkRef;
use super::payload::Payload;
use super::scratch::Scratch;
use super::stamps::{Stamp, decode_stamps};
use super::{CHUNK_HEADER_LEN, ChunkHeader, ChunkKind, ColumnKind};

/// Why a thread's columns end before their end.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stop {
    /// Chunks are missing.
    Gap {
        /// Thread number.
        thread: u32,
        /// First missing sequence number.
        first: u32,
        /// Sequence number of the next chunk that is there.
        next: u32,
    },
    /// A damaged chunk.
    Damaged {
        /// Thread number.
        thread: u32,
        /// Sequence number.
        sequence: u32,
        /// File name of the segment.
        segment: String,
        /// Offset of the chunk in bytes.
        offset: u64,
        /// The fault.
        problem: ChunkProblem,
    },
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Gap { thread, first, next } => {
                write!(f, "thread {thread}: chunks {first} to {} are missing", next.saturating_sub(1))
            }
            Stop::Damaged { thread, sequence, segment, offset, problem } => write!(
                f,
                "{segment}: chunk at byte {offset} (thread {thread}, sequence {sequence}) is damaged: {problem}"
            ),
        }
    }
}

/// Streams the columns of one thread. Memory: one chunk.
#[derive(Debug)]
pub struct Columns {
    dir: Arc<Inner>,
    thread_index: usize,
    /// Next chunk, an index into the thread's chunks.
    next: usize,
    /// Sequence number that it must have.
    sequence: u32,
    /// Control values given so far.
    control_values: u64,
    stop: Option<Stop>,
}

impl Columns {
    pub(super) fn new(dir: Arc<Inner>, thread_index: usize) -> Columns {
        Columns { dir, thread_index, next: 0, sequence: 0, control_values: 0, stop: None }
    }

    /// Goes back to the beginning.
    pub fn rewind(&mut self) {
        *self = Self::new(Arc::clone(&self.dir), self.thread_index);
    }

    /// Appends the values of the next events chunk, and its stamps if they are wanted; their positions count all control
    /// values that this reader has given. `false`, with nothing appended, at the end and where a chunk is missing or damaged:
    /// then [`Columns::stop`] says why.
    ///
    /// # Errors
    /// [`TraceError::Chunk`] if the chunk has a right CRC but does not decode. The reader then stands behind it.
    pub fn next_chunk(
        &mut self,
        control: &mut Vec<u32>,
        data: &mut Vec<u32>,
        stamps: Option<&mut Vec<Stamp>>,
    ) -> Result<bool, TraceError> {
        let dir = Arc::clone(&self.dir);
        let mut scratch = dir.scratch.take();
        let found = self.next_of(&dir, &mut scratch, [control, data], stamps);
        dir.scratch.give(scratch);
        found
    }

    fn next_of(
        &mut self,
        dir: &Inner,
        scratch: &mut Scratch,
        values: [&mut Vec<u32>; 2],
        stamps: Option<&mut Vec<Stamp>>,
    ) -> Result<bool, TraceError> {
        while self.stop.is_none() {
            let Some(&chunk) = dir.chunks(self.thread_index).get(self.next) else { return Ok(false) };
            if chunk.sequence < self.sequence {
                self.next += 1; // the same sequence number again: reported by the index
                continue;
            }
            if chunk.sequence > self.sequence && self.is_gap(dir) {
                let (first, next) = (self.sequence, chunk.sequence);
                self.stop = Some(Stop::Gap { thread: self.thread(), first, next });
            } else if chunk.kind == ChunkKind::Events as u8 {
                return self.events(dir, chunk, scratch, values, stamps);
            } else {
                self.advance();
            }
        }
        Ok(false)
    }

    /// Returns whether chunks are missing here. A number skipped before the end record for a loss is no gap.
    fn is_gap(&self, dir: &Inner) -> bool {
        let (thread, first) = (self.thread(), self.sequence);
        dir.index.gaps.iter().any(|gap| (gap.thread, gap.first) == (thread, first))
    }

    /// Why the columns ended early; `None` at their end and before.
    pub fn stop(&self) -> Option<&Stop> {
        self.stop.as_ref()
    }

    /// Goes on behind a gap or a damaged chunk. `false` if the reader did not stand at one.
    pub fn resume(&mut self) -> bool {
        match self.stop.take() {
            Some(Stop::Gap { next, .. }) => self.sequence = next,
            Some(Stop::Damaged { .. }) => self.advance(),
            None => return false,
        }
        true
    }

    fn advance(&mut self) {
        self.next += 1;
        self.sequence = self.sequence.saturating_add(1);
    }

    fn thread(&self) -> u32 {
        self.dir.index.threads.get(self.thread_index).map_or(0, |t| t.thread)
    }

    fn events(
        &mut self,
        dir: &Inner,
        chunk: ChunkRef,
        Scratch { decoder, payload }: &mut Scratch,
        [control, data]: [&mut Vec<u32>; 2],
        stamps: Option<&mut Vec<Stamp>>,
    ) -> Result<bool, TraceError> {
        let Some(segment) = dir.segments.get(chunk.segment as usize) else { return Ok(false) };
        let header = match read_chunk(dir, chunk, payload) {
            Ok(header) => header,
            Err(source) => return Err(TraceError::Io { path: segment.facts.path.clone(), source }),
        };
        let computed = header.crc_with(payload);
        if computed != header.crc {
            self.damaged(dir, chunk, ChunkProblem::Crc { stored: header.crc, computed });
            return Ok(false);
        }
        self.advance();
        let lens = [control.len(), data.len()];
        let decoded = self.decode(decoder, payload, [control, data], stamps);
        if decoded.is_err() {
            control.truncate(lens[0]);
            data.truncate(lens[1]);
        }
        self.control_values += (control.len() - lens[0]) as u64;
        dir.note_read(control.len() - lens[0] + data.len() - lens[1]);
        let (thread, offset, sequence) = (header.thread, chunk.offset, chunk.sequence);
        let path = &segment.facts.path;
        let error = |problem| TraceError::Chunk { path: path.clone(), offset, thread, sequence, problem };
        decoded.map(|()| true).map_err(error)
    }

    fn decode(
        &self,
        decoder: &mut ColumnDecoder,
        payload: &[u8],
        [control, data]: [&mut Vec<u32>; 2],
        stamps: Option<&mut Vec<Stamp>>,
    ) -> Result<(), ChunkProblem> {
        let mut words = Vec::new();
        let sync = stamps.is_some().then_some(&mut words);
        decode(decoder, payload, [Some(control), Some(data), sync])?;
        let Some(stamps) = stamps else { return Ok(()) };
        decode_stamps(&words, self.control_values, stamps)
            .map_err(|problem| ChunkProblem::Column { kind: ColumnKind::Sync, problem })
    }

    fn damaged(&mut self, dir: &Inner, chunk: ChunkRef, problem: ChunkProblem) {
        let segment = dir.segments.get(chunk.segment as usize).and_then(|s| s.facts.path.file_name());
        let stop = Stop::Damaged {
            thread: self.thread(),
            sequence: chunk.sequence,
            segment: segment.unwrap_or_default().to_string_lossy().into_owned(),
            offset: chunk.offset,
            problem,
        };
        dir.note_damage(chunk.segment, chunk.offset, stop.to_string());
        self.stop = Some(stop);
    }
}

/// Appends the columns of an events chunk; on an error nothing is appended.
pub(crate) fn decode(
    decoder: &mut ColumnDecoder,
    payload: &[u8],
    mut out: [Option<&mut Vec<u32>>; 3],
) -> Result<(), ChunkProblem> {
    let Payload::Events(columns) = Payload::parse(ChunkKind::Events, payload)? else { return Ok(()) };
    let lens = out.each_ref().map(|o| o.as_ref().map_or(0, |v| v.len()));
    for c in columns {
        let Some(kind) = ColumnKind::from_byte(c.kind) else { continue };
        let Some(values) = &mut out[kind.index()] else { continue };
        if let Err(problem) = decoder.decode(c.encoding, c.values, c.bytes, values) {
            out.into_iter().flatten().zip(lens).for_each(|(v, len)| v.truncate(len));
            return Err(ChunkProblem::Column { kind, problem });
        }
    }
    Ok(())
}

/// Reads a chunk of the index; the file may have changed since.
fn read_chunk(dir: &Inner, chunk: ChunkRef, payload: &mut Vec<u8>) -> io::Result<ChunkHeader> {
    let mut head = [0; CHUNK_HEADER_LEN];
    dir.read_at(chunk.segment, chunk.offset, &mut head).map_err(changed)?;
    let header = ChunkHeader::alone(&head).ok_or_else(|| changed(io::ErrorKind::UnexpectedEof.into()))?;
    payload.resize(header.length as usize, 0);
    dir.read_at(chunk.segment, chunk.offset + CHUNK_HEADER_LEN as u64, payload).map_err(changed)?;
    Ok(header)
}

/// Says of an error that a file has changed since the trace was opened.
fn changed(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => io::Error::new(error.kind(), "it was changed or cut off while it was read"),
        _ => error,
    }
}
