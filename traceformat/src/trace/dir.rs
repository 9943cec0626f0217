//! A trace directory.

use std::collections::{BTreeMap, VecDeque};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::completeness::Completeness;
use super::index::{Builder, ChunkRef, Index, ThreadInfo};
use super::scratch::Spare;
use super::segment::{Body, Damage, SegmentIndex};
use super::summary::{Facts, push_reason, summarize};
use super::{
    CHUNK_HEADER_LEN, ChunkHeader, Columns, MAGIC, MAJOR, MINOR, SEGMENT_HEADER_LEN, SegmentHeader, TraceError,
};
use crate::files;
use crate::limits::{EAGER_CHECK_BYTES, OPEN_SEGMENTS};
use crate::map::{MapHash, ProgramMap};

/// Name of the map within a trace directory.
pub const MAP_NAME: &str = "program.map";

/// An opened trace: the map, and an index of all chunks.
#[derive(Debug)]
pub struct TraceDir {
    inner: Arc<Inner>,
}

/// A segment file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SegmentInfo {
    /// The file.
    pub path: PathBuf,
    /// Its length in bytes when it was opened.
    pub bytes: u64,
    /// Number of chunks of all kinds.
    pub chunks: u64,
}

/// Shared by the directory and its readers.
#[derive(Debug)]
pub(super) struct Inner {
    map: Arc<ProgramMap>,
    hash: MapHash,
    map_bytes: u64,
    pub(super) segments: Vec<Segment>,
    pub(super) index: Index,
    completeness: Completeness,
    /// Damage found while decoding, by segment and offset.
    found: Mutex<BTreeMap<(u32, u64), String>>,
    /// Values that readers have given.
    read: AtomicU64,
    /// Segments that are open, by their index, the one used last at the end.
    open: Mutex<VecDeque<(u32, Arc<File>)>>,
    pub(super) scratch: Spare,
}

#[derive(Debug)]
pub(super) struct Segment {
    pub(super) facts: Facts,
    /// Its length when it was opened.
    bytes: u64,
    chunks: u64,
    /// The header is not there as a whole.
    torn_header: bool,
}

impl TraceDir {
    /// Opens a directory with `program.map` in it.
    ///
    /// # Errors
    /// Files that cannot be read, unknown versions, a map that is broken or belongs to another trace. Torn, missing and
    /// damaged chunks are no errors: see [`TraceDir::completeness`].
    ///
    /// ```
    /// use paratrace_traceformat::trace::TraceDir;
    ///
    /// let trace = TraceDir::open("../analyzer/tests/versions/1.1")?;
    /// assert_eq!(trace.threads().len(), 7);
    /// assert!(trace.completeness().complete);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open(dir: impl AsRef<Path>) -> Result<TraceDir, TraceError> {
        let path = dir.as_ref().join(MAP_NAME);
        if !path.exists() && dir.as_ref().is_dir() {
            return Err(TraceError::MapMissing { path });
        }
        TraceDir::open_with_map(dir, path)
    }

    /// Opens a directory whose map is elsewhere.
    ///
    /// # Errors
    /// As [`TraceDir::open`].
    pub fn open_with_map(dir: impl AsRef<Path>, map_path: impl AsRef<Path>) -> Result<TraceDir, TraceError> {
        let (dir, map_path) = (dir.as_ref(), map_path.as_ref());
        let files = segment_files(dir)?;
        if files.is_empty() {
            return Err(TraceError::NoSegments { dir: dir.to_owned() });
        }
        let (map, hash) = ProgramMap::read(map_path)
            .map_err(|source| TraceError::Map { path: map_path.to_owned(), source: Box::new(source) })?;
        let mut segments = Vec::new();
        for (number, path) in files {
            segments.push(open_segment(number, path, hash)?);
        }
        let (index, damage, torn) = index_all(&mut segments)?;
        let facts: Vec<&Facts> = segments.iter().map(|segment| &segment.facts).collect();
        let completeness = summarize(&facts, &index, &damage, torn);
        let map_bytes = std::fs::metadata(map_path).map_or(0, |m| m.len());
        let (found, read, open, scratch) = Default::default();
        let inner =
            Inner { map: Arc::new(map), hash, map_bytes, segments, index, completeness, found, read, open, scratch };
        Ok(TraceDir { inner: Arc::new(inner) })
    }

    /// The program map.
    pub fn map(&self) -> &ProgramMap {
        &self.inner.map
    }

    /// The program map, to keep.
    pub fn shared_map(&self) -> Arc<ProgramMap> {
        Arc::clone(&self.inner.map)
    }

    /// The map's hash.
    pub fn map_hash(&self) -> MapHash {
        self.inner.hash
    }

    /// Length of the map file in bytes.
    pub fn map_bytes(&self) -> u64 {
        self.inner.map_bytes
    }

    /// The segments, ascending by number.
    pub fn segments(&self) -> Vec<SegmentInfo> {
        let info = |s: &Segment| SegmentInfo { path: s.facts.path.clone(), bytes: s.bytes, chunks: s.chunks };
        self.inner.segments.iter().map(info).collect()
    }

    /// The threads, ascending by number.
    pub fn threads(&self) -> &[ThreadInfo] {
        &self.inner.index.threads
    }

    /// The name of a class that the trace mentions (binary, with `/`). Index 0 is `null` and has none.
    pub fn class_name(&self, index: u32) -> Option<&str> {
        self.inner.index.classes.get(&index).map(String::as_str)
    }

    /// All classes that the trace mentions, ascending by index.
    pub fn classes(&self) -> impl Iterator<Item = (u32, &str)> {
        self.inner.index.classes.iter().map(|(index, name)| (*index, name.as_str()))
    }

    /// The parts of the run that the trace lacks, with damage that [`Columns`] found up to now.
    pub fn completeness(&self) -> Completeness {
        let mut c = self.inner.completeness.clone();
        let found = self.inner.found.lock().unwrap_or_else(PoisonError::into_inner);
        for reason in found.values() {
            c.complete = false;
            c.damaged_chunks += 1;
            push_reason(&mut c.reasons, reason.clone());
        }
        c
    }

    /// Control and data values that all readers have given so far: a reader that reads everything once gives
    /// [`TraceDir::values`].
    pub fn values_read(&self) -> u64 {
        self.inner.read.load(Ordering::Relaxed)
    }

    /// Control and data values of all threads.
    pub fn values(&self) -> u64 {
        self.threads().iter().map(|thread| thread.control_values + thread.data_values).sum()
    }

    /// A reader of one thread's columns; `thread_index` counts in [`TraceDir::threads`]. Readers are independent of each
    /// other and may run on other threads. An index out of range gives an empty reader.
    pub fn columns(&self, thread_index: usize) -> Columns {
        Columns::new(Arc::clone(&self.inner), thread_index)
    }
}

impl Inner {
    pub(super) fn chunks(&self, thread_index: usize) -> &[ChunkRef] {
        self.index.chunks.get(thread_index).map_or(&[], Vec::as_slice)
    }

    /// The bytes of a segment at an offset.
    pub(super) fn read_at(&self, segment: u32, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        files::read_at(&*self.file(segment)?, offset, bytes)
    }

    /// An open segment. Few are open at once, however many there are.
    fn file(&self, segment: u32) -> io::Result<Arc<File>> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = open.iter().position(|(number, _)| *number == segment) {
            let found = open.remove(at).map(|(_, file)| file);
            open.extend(found.iter().map(|file| (segment, Arc::clone(file))));
            if let Some(file) = found {
                return Ok(file);
            }
        }
        let path = self.segments.get(segment as usize).map(|segment| segment.facts.path.as_path());
        let file = Arc::new(files::open(path.ok_or(io::ErrorKind::NotFound)?)?);
        if open.len() >= OPEN_SEGMENTS {
            open.pop_front();
        }
        open.push_back((segment, Arc::clone(&file)));
        Ok(file)
    }

    pub(super) fn note_read(&self, values: usize) {
        self.read.fetch_add(values as u64, Ordering::Relaxed);
    }

    pub(super) fn note_damage(&self, segment: u32, offset: u64, reason: String) {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.insert((segment, offset), reason);
    }
}

/// The segments of a directory, ascending by number.
pub fn segment_files(dir: &Path) -> Result<Vec<(u32, PathBuf)>, TraceError> {
    let io = |source| TraceError::Io { path: dir.to_owned(), source };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(dir).map_err(io)? {
        let path = entry.map_err(io)?.path();
        if let Some(number) = path.file_name().and_then(|n| segment_number(n.to_str()?)) {
            files.push((number, path));
        }
    }
    files.sort();
    Ok(files)
}

pub(super) fn segment_number(name: &str) -> Option<u32> {
    let digits = name.strip_prefix("segment-")?.strip_suffix(".trace")?;
    if digits.len() < 5 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    digits.parse().ok()
}

fn open_segment(number: u32, path: PathBuf, map: MapHash) -> Result<Segment, TraceError> {
    let (bytes, found) = match beginning(&path) {
        Ok(found) => found,
        Err(source) => return Err(TraceError::Io { path, source }),
    };
    let magic = &found[..found.len().min(MAGIC.len())];
    if !MAGIC.starts_with(magic) {
        return Err(TraceError::Magic { found: magic.to_vec(), path });
    }
    let mut minor = MINOR;
    let header = SegmentHeader::parse(&found);
    if let Some(header) = header {
        check_header(&header, &path, map)?;
        minor = header.minor;
    }
    let number = header.map_or(number, |h| h.number);
    let facts = Facts { path, number, minor, other_minor: None };
    Ok(Segment { facts, bytes, chunks: 0, torn_header: header.is_none() })
}

/// Length of a segment, and its header as far as it is there.
fn beginning(path: &Path) -> io::Result<(u64, Vec<u8>)> {
    let file = files::open(path)?;
    let mut header = Vec::new();
    (&file).take(SEGMENT_HEADER_LEN as u64).read_to_end(&mut header)?;
    Ok((file.metadata()?.len(), header))
}

pub(super) fn check_header(header: &SegmentHeader, path: &Path, map: MapHash) -> Result<(), TraceError> {
    let path = path.to_owned();
    if header.major != MAJOR {
        return Err(TraceError::Version { path, found: header.major, known: MAJOR });
    }
    if header.map != map {
        return Err(TraceError::MapMismatch { path, segment: header.map, map });
    }
    Ok(())
}

/// Damage with the index of its segment.
type Damages = Vec<(u32, Damage)>;

/// Indexes all segments; a second time with every CRC if the first look finds something odd.
fn index_all(segments: &mut [Segment]) -> Result<(Index, Damages, u64), TraceError> {
    let (index, damage, torn) = index_with(segments, quick)?;
    let total: u64 = segments.iter().map(|s| s.bytes).sum();
    let odd = index.suspicious || segments.iter().any(|s| s.facts.other_minor.is_some());
    let odd = odd || !damage.is_empty() || (!index.ended && total <= EAGER_CHECK_BYTES);
    if odd { index_with(segments, thorough) } else { Ok((index, damage, torn)) }
}

/// Tells each chunk of a segment.
type Look = fn(&Path, u64, &mut dyn FnMut(u64, &ChunkHeader, Body)) -> io::Result<SegmentIndex>;

fn quick(path: &Path, length: u64, chunk: &mut dyn FnMut(u64, &ChunkHeader, Body)) -> io::Result<SegmentIndex> {
    SegmentIndex::quick(&files::open(path)?, length, chunk)
}

fn thorough(path: &Path, length: u64, chunk: &mut dyn FnMut(u64, &ChunkHeader, Body)) -> io::Result<SegmentIndex> {
    let mut bytes = files::read(path)?;
    bytes.truncate(usize::try_from(length).unwrap_or(usize::MAX));
    let index = SegmentIndex::all(&bytes);
    for (offset, header) in &index.chunks {
        let from = *offset as usize + CHUNK_HEADER_LEN;
        let payload = bytes.get(from..from + header.length as usize).unwrap_or_default();
        chunk(*offset, header, Body::of(header, payload));
    }
    Ok(index)
}

fn index_with(segments: &mut [Segment], look: Look) -> Result<(Index, Damages, u64), TraceError> {
    let (mut builder, mut damages, mut torn) = (Builder::default(), Damages::new(), 0);
    for (i, segment) in (0u32..).zip(segments) {
        if segment.torn_header {
            torn += segment.bytes;
            continue;
        }
        let (path, own) = (segment.facts.path.clone(), segment.facts.minor);
        let (mut chunks, mut other) = (0, None);
        let found = look(&path, segment.bytes, &mut |offset, header, body| {
            chunks += 1;
            if header.minor != own {
                other.get_or_insert(header.minor);
            }
            builder.add(i, offset, header, &body);
        });
        let found = found.map_err(|source| TraceError::Io { path, source })?;
        (segment.chunks, segment.facts.other_minor) = (chunks, other);
        damages.extend(found.damage.into_iter().map(|d| (i, d)));
        torn += found.torn;
    }
    Ok((builder.finish(), damages, torn))
}
