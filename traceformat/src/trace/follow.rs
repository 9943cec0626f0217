//! A trace while it is written.
//!
//! The writer appends whole chunks to the last segment and begins the next one when that is full; of what it has written, it
//! changes the end of the trace only. So every prefix consists of whole chunks, and perhaps one that is being written.
//! [`Follower::poll`] tells the chunks that have become whole. Events stay in their file until somebody decodes them
//! ([`FollowedChunk`]): the queues of slow readers cost no memory. A segment whose chunks have all been dropped can be
//! removed, so that a trace needs no more room than what is unread.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::column::ColumnDecoder;
use super::columns::decode;
use super::completeness::Completeness;
use super::dir::check_header;
use super::error::{ChunkProblem, TraceError};
use super::index::{Builder, ThreadInfo};
use super::payload::Payload;
use super::segment::Body;
use super::summary::{Facts, summarize};
use super::{CHUNK_HEADER_LEN, ChunkHeader, ChunkKind, MAGIC, SEGMENT_HEADER_LEN, SegmentHeader};
use crate::files;
use crate::map::MapHash;

/// A part of a trace that has been written.
#[derive(Debug)]
pub enum Followed {
    /// A thread, before its first events.
    Thread {
        /// Its number.
        thread: u32,
        /// `Thread.getId()`.
        java_id: u64,
        /// `Thread.getName()`.
        name: String,
        /// Identity hash of the `java.lang.Thread`; 0 if unknown.
        hash: u32,
    },
    /// Events of a thread.
    Events {
        /// Its number.
        thread: u32,
        /// The chunk.
        chunk: FollowedChunk,
    },
    /// The end of a thread's events.
    ThreadEnd {
        /// Its number.
        thread: u32,
    },
    /// Indices and names of classes, before the first events that use them.
    Classes(Vec<(u32, String)>),
}

/// Events that are in a segment's file.
#[derive(Debug)]
pub struct FollowedChunk {
    segment: Arc<Segment>,
    offset: u64,
    header: ChunkHeader,
}

impl FollowedChunk {
    /// Number among the chunks of its thread, from 0.
    pub fn sequence(&self) -> u32 {
        self.header.sequence
    }

    /// Number of bytes that it takes in the trace, without its header.
    pub fn bytes(&self) -> u64 {
        u64::from(self.header.length)
    }

    /// Appends the values of the control and the data column.
    ///
    /// # Errors
    /// Fails if the file cannot be read any more, or its columns do not decode.
    pub fn decode(
        &self,
        decoder: &mut ColumnDecoder,
        control: &mut Vec<u32>,
        data: &mut Vec<u32>,
    ) -> Result<(), TraceError> {
        let payload = self.segment.payload(self.offset, &self.header)?;
        let computed = self.header.crc_with(&payload);
        let decoded = if computed == self.header.crc {
            decode(decoder, &payload, [Some(control), Some(data), None])
        } else {
            Err(ChunkProblem::Crc { stored: self.header.crc, computed })
        };
        decoded.map_err(|problem| TraceError::Chunk {
            path: self.segment.path.clone(),
            offset: self.offset,
            thread: self.header.thread,
            sequence: self.header.sequence,
            problem,
        })
    }
}

/// An open segment.
#[derive(Debug)]
struct Segment {
    path: PathBuf,
    file: Mutex<File>,
    remove: bool,
}

impl Segment {
    /// Reads at an offset; `false` if there are not so many bytes yet.
    fn read(&self, offset: u64, bytes: &mut [u8]) -> Result<bool, TraceError> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        match file.seek(SeekFrom::Start(offset)).and_then(|_| file.read_exact(bytes)) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
            Err(source) => Err(TraceError::Io { path: self.path.clone(), source }),
        }
    }

    fn payload(&self, offset: u64, header: &ChunkHeader) -> Result<Vec<u8>, TraceError> {
        let mut payload = vec![0; header.length as usize];
        match self.read(offset + CHUNK_HEADER_LEN as u64, &mut payload)? {
            true => Ok(payload),
            false => {
                let source = io::ErrorKind::UnexpectedEof.into();
                Err(TraceError::Io { path: self.path.clone(), source })
            }
        }
    }

    fn length(&self) -> u64 {
        let file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.metadata().map_or(0, |metadata| metadata.len())
    }
}

impl Drop for Segment {
    fn drop(&mut self) {
        if self.remove {
            // Whoever asked for it cannot do more about a file that stays than the system.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// The facts that are known when a trace is over.
#[derive(Debug)]
pub struct FollowedEnd {
    /// Its threads, ascending by number.
    pub threads: Vec<ThreadInfo>,
    /// The parts of the run that the trace lacks.
    pub completeness: Completeness,
}

/// Reads a trace while it is written.
pub struct Follower {
    dir: PathBuf,
    map: MapHash,
    remove: bool,
    segments: Vec<Facts>,
    /// The segment that is being read, and up to where.
    current: Option<(Arc<Segment>, u64)>,
    builder: Builder,
    /// The end of the trace, which may yet change.
    end: Option<(Arc<Segment>, u64)>,
    torn: u64,
}

impl Follower {
    /// A reader of a directory that may not be there yet. `map` is the hash of the program map that its segments must
    /// name. With `remove`, segments are removed when all that is in them has been read and dropped.
    pub fn new(dir: impl AsRef<Path>, map: MapHash, remove: bool) -> Follower {
        let (segments, builder) = Default::default();
        let dir = dir.as_ref().to_owned();
        Follower { dir, map, remove, segments, current: None, builder, end: None, torn: 0 }
    }

    /// The parts that have been written since the last call. Does not wait.
    ///
    /// # Errors
    /// Files that cannot be read, unknown versions, segments of another map.
    pub fn poll(&mut self) -> Result<Vec<Followed>, TraceError> {
        let mut found = Vec::new();
        loop {
            let next = self.dir.join(format!("segment-{:05}.trace", self.segments.len()));
            // Looked for first: when the next segment has begun, nothing more is written to this one.
            let is_begun = next.exists();
            if let Some((segment, at)) = self.current.take() {
                let at = self.read(&segment, at, &mut found)?;
                if !is_begun {
                    self.current = Some((segment, at));
                    return Ok(found);
                }
                self.torn += segment.length().saturating_sub(at);
            }
            if !is_begun || !self.open(next)? {
                return Ok(found);
            }
        }
    }

    /// The next segment, if its header has been written.
    fn open(&mut self, path: PathBuf) -> Result<bool, TraceError> {
        let io = |source| TraceError::Io { path: path.clone(), source };
        let mut file = files::open(&path).map_err(io)?;
        let mut bytes = [0; SEGMENT_HEADER_LEN];
        match file.read_exact(&mut bytes) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(false),
            read => read.map_err(io)?,
        }
        let magic = || TraceError::Magic { found: bytes[..MAGIC.len()].to_vec(), path: path.clone() };
        let header = SegmentHeader::parse(&bytes).ok_or_else(magic)?;
        check_header(&header, &path, self.map)?;
        // Only what is known to be a segment of this trace may be removed.
        let segment = Segment { path: path.clone(), file: Mutex::new(file), remove: self.remove };
        self.segments.push(Facts { path, number: header.number, minor: header.minor, other_minor: None });
        self.current = Some((Arc::new(segment), SEGMENT_HEADER_LEN as u64));
        Ok(true)
    }

    /// All whole chunks from an offset on; where the next one will be.
    fn read(&mut self, segment: &Arc<Segment>, mut at: u64, found: &mut Vec<Followed>) -> Result<u64, TraceError> {
        let length = segment.length();
        let mut head = [0; CHUNK_HEADER_LEN];
        while at + CHUNK_HEADER_LEN as u64 <= length && segment.read(at, &mut head)? {
            let Some(header) = ChunkHeader::alone(&head).filter(|header| at + header.total() <= length) else { break };
            let payload = segment.payload(at, &header)?;
            if header.crc_with(&payload) != header.crc {
                break;
            }
            if let Some(facts) = self.segments.last_mut().filter(|facts| facts.minor != header.minor) {
                facts.other_minor.get_or_insert(header.minor);
            }
            self.add_end()?; // It was none: something comes behind it.
            if header.known_kind() == Some(ChunkKind::TraceEnd) {
                self.end = Some((Arc::clone(segment), at));
            } else {
                let number = self.segments.len() as u32 - 1;
                self.builder.add(number, at, &header, &Body::of(&header, &payload));
                found.extend(told(segment, at, header, &payload));
            }
            at += header.total();
        }
        Ok(at)
    }

    /// Nothing more will be written, and [`Follower::poll`] has told everything.
    ///
    /// # Errors
    /// Fails if there was no segment, or the end of the trace cannot be read again.
    pub fn finish(mut self) -> Result<FollowedEnd, TraceError> {
        if self.segments.is_empty() {
            return Err(TraceError::NoSegments { dir: self.dir });
        }
        if let Some((segment, at)) = self.current.take() {
            self.torn += segment.length().saturating_sub(at);
        }
        self.add_end()?;
        let index = self.builder.finish();
        let facts: Vec<&Facts> = self.segments.iter().collect();
        let completeness = summarize(&facts, &index, &[], self.torn);
        Ok(FollowedEnd { threads: index.threads, completeness })
    }
}

impl Follower {
    /// Reads the end of the trace once more, which may have changed since.
    fn add_end(&mut self) -> Result<(), TraceError> {
        let Some((segment, at)) = self.end.take() else { return Ok(()) };
        let mut head = [0; CHUNK_HEADER_LEN];
        if let Some(header) = segment.read(at, &mut head)?.then(|| ChunkHeader::alone(&head)).flatten() {
            let payload = segment.payload(at, &header)?;
            self.builder.add(self.segments.len() as u32 - 1, at, &header, &Body::of(&header, &payload));
        }
        Ok(())
    }
}

/// The message of a chunk to those who follow the trace; contradictions are found at the end.
fn told(segment: &Arc<Segment>, offset: u64, header: ChunkHeader, payload: &[u8]) -> Option<Followed> {
    let (kind, thread) = (header.known_kind()?, header.thread);
    if kind == ChunkKind::Events {
        return Some(Followed::Events {
            thread,
            chunk: FollowedChunk { segment: Arc::clone(segment), offset, header },
        });
    }
    match Payload::parse(kind, payload).ok()? {
        Payload::Thread { java_id, name, hash } => {
            Some(Followed::Thread { thread, java_id, name: name.to_owned(), hash })
        }
        Payload::ThreadEnd(_) => Some(Followed::ThreadEnd { thread }),
        Payload::Classes(classes) => {
            Some(Followed::Classes(classes.into_iter().map(|(index, name)| (index, name.to_owned())).collect()))
        }
        Payload::Events(_) | Payload::TraceEnd { .. } => None,
    }
}
