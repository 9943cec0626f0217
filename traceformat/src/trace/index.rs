//! Index of a trace: puts the chunks of all segments together to threads.

use std::collections::BTreeMap;

use super::completeness::Gap;
use super::payload::Payload;
use super::segment::Body;
use super::{ChunkHeader, ChunkKind, ColumnKind, LINKED, Link, SIZE_LIMIT};
use crate::numbers::count;

/// A thread of the traced program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadInfo {
    /// Its number in the trace.
    pub thread: u32,
    /// `Thread.getId()`; 0 if unknown.
    pub java_id: u64,
    /// `Thread.getName()`; `?` if unknown.
    pub name: String,
    /// Identity hash of the `java.lang.Thread`, in the name space of recorded hashes; 0 if unknown.
    pub hash: u32,
    /// Values of its control column in all chunks, as their headers say.
    pub control_values: u64,
    /// Values of its data column.
    pub data_values: u64,
    /// Values of its synchronisation column.
    pub sync_values: u64,
    /// Values that its end record says were written, by [`ColumnKind::index`].
    pub end_values: Option<[u64; 3]>,
    /// Encoded bytes of the columns, by [`ColumnKind::index`].
    pub encoded_bytes: [u64; 3],
    /// Number of events chunks.
    pub chunks: u64,
    /// It has an end record.
    pub ended: bool,
}

impl ThreadInfo {
    fn new(thread: u32) -> ThreadInfo {
        ThreadInfo {
            thread,
            java_id: 0,
            name: "?".into(),
            hash: 0,
            control_values: 0,
            data_values: 0,
            sync_values: 0,
            end_values: None,
            encoded_bytes: [0; 3],
            chunks: 0,
            ended: false,
        }
    }

    /// Values by [`ColumnKind::index`].
    pub fn values(&self) -> [u64; 3] {
        [self.control_values, self.data_values, self.sync_values]
    }

    /// Values that were written as far as known, by [`ColumnKind::index`]: more than are there if chunks are missing.
    pub fn written_values(&self) -> [u64; 3] {
        let (here, end) = (self.values(), self.end_values.unwrap_or_default());
        std::array::from_fn(|i| here[i].max(end[i]))
    }
}

/// The place of a chunk.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ChunkRef {
    pub(crate) segment: u32,
    pub(crate) offset: u64,
    pub(crate) sequence: u32,
    pub(crate) kind: u8,
}

/// Everything that the chunks say besides their events.
#[derive(Debug, Default)]
pub(crate) struct Index {
    /// Threads with events or names, ascending by number.
    pub(crate) threads: Vec<ThreadInfo>,
    /// Their chunks, ascending by sequence number.
    pub(crate) chunks: Vec<Vec<ChunkRef>>,
    pub(crate) classes: BTreeMap<u32, String>,
    pub(crate) gaps: Vec<Gap>,
    pub(crate) ended: bool,
    pub(crate) lost_events: u64,
    /// The trace reached its size limit.
    pub(crate) limited: bool,
    /// Contradictions, in words.
    pub(crate) reasons: Vec<String>,
    /// A sequence number was missing or there twice, or an end record contradicts the chunks.
    pub(crate) suspicious: bool,
}

/// Collects chunks.
#[derive(Default)]
pub(crate) struct Builder {
    chunks: BTreeMap<u32, Vec<ChunkRef>>,
    infos: BTreeMap<u32, ThreadInfo>,
    /// The link that the next chunk must have.
    next: Link,
    index: Index,
}

impl Builder {
    /// Takes the next chunk, in the order of the files.
    pub(crate) fn add(&mut self, segment: u32, offset: u64, header: &ChunkHeader, body: &Body) {
        self.check_order(segment, offset, header);
        let at = ChunkRef { segment, offset, sequence: header.sequence, kind: header.kind };
        self.chunks.entry(header.thread).or_default().push(at);
        let Some(kind) = header.known_kind() else { return };
        let thread = header.thread;
        let payload = match body {
            Body::Events(heads) => return self.events(thread, heads.as_deref().unwrap_or_default()),
            Body::Small(payload) => payload,
        };
        match Payload::parse(kind, payload) {
            Ok(payload) => self.payload(thread, payload),
            Err(problem) => {
                let name = kind.name();
                self.say(format!("segment {segment}, byte {offset}: {name} chunk of thread {thread}: {problem}"));
            }
        }
    }

    /// Kind, values and bytes of columns.
    fn events(&mut self, thread: u32, columns: &[(u8, u32, u32)]) {
        let info = self.info(thread);
        info.chunks += 1;
        for &(kind, values, bytes) in columns {
            if let Some(kind) = ColumnKind::from_byte(kind) {
                info.encoded_bytes[kind.index()] += u64::from(bytes);
                *values_of(info, kind) += u64::from(values);
            }
        }
    }

    /// Chunks come in the order in which they were written, and nothing comes behind the end of the trace.
    fn check_order(&mut self, segment: u32, offset: u64, header: &ChunkHeader) {
        let place = || format!("segment {segment}, byte {offset}");
        let (number, expected) = (header.link.number, self.next.number);
        let before = self.chunks.get(&header.thread).and_then(|chunks| chunks.last()).map(|last| last.sequence);
        let reason = if header.minor >= LINKED && header.link != self.next {
            Some(match number == expected {
                true => format!("{}: chunk {number} of the trace does not follow the one before it", place()),
                false => format!("{}: chunk {number} of the trace comes where chunk {expected} is expected", place()),
            })
        } else if self.index.ended {
            Some(format!("{}: a chunk comes behind the end of the trace", place()))
        } else {
            let (thread, sequence) = (header.thread, header.sequence);
            before
                .filter(|&before| before > sequence)
                .map(|before| format!("{}: chunk {sequence} of thread {thread} comes behind chunk {before}", place()))
        };
        reason.into_iter().for_each(|reason| self.say(reason));
        self.next = Link::after(header);
    }

    fn payload(&mut self, thread: u32, payload: Payload<'_>) {
        match payload {
            // Only their heads are looked at.
            Payload::Events(_) => {}
            Payload::Thread { java_id, name, hash } => {
                let info = self.info(thread);
                info.hash = hash;
                info.java_id = java_id;
                info.name = name.to_owned();
            }
            Payload::Classes(classes) => classes.into_iter().for_each(|(index, name)| self.class(index, name)),
            Payload::ThreadEnd(values) => {
                let info = self.info(thread);
                info.ended = true;
                info.end_values = Some(values);
            }
            Payload::TraceEnd { lost, reason } => {
                self.index.ended = true;
                self.index.limited |= reason == SIZE_LIMIT;
                self.index.lost_events = self.index.lost_events.saturating_add(lost);
            }
        }
    }

    fn info(&mut self, thread: u32) -> &mut ThreadInfo {
        self.infos.entry(thread).or_insert_with(|| ThreadInfo::new(thread))
    }

    fn class(&mut self, index: u32, name: &str) {
        let known = self.index.classes.entry(index).or_insert_with(|| name.to_owned());
        if known != name {
            let reason = format!("class {index} is {known} and {name}");
            self.say(reason);
        }
    }

    fn say(&mut self, reason: String) {
        self.index.suspicious = true;
        self.index.reasons.push(reason);
    }

    pub(crate) fn finish(mut self) -> Index {
        for (thread, mut chunks) in std::mem::take(&mut self.chunks) {
            chunks.sort_by_key(|c| c.sequence);
            let lost = self.lost_at_the_end(thread, &chunks);
            self.check_sequence(thread, &chunks[..chunks.len() - usize::from(lost)]);
            if let Some(info) = self.infos.remove(&thread) {
                self.check_end(&info, &chunks);
                self.index.threads.push(info);
                self.index.chunks.push(chunks);
            }
        }
        self.index
    }

    /// Returns whether a thread lost its last events. The writer skips one sequence number for a loss. If the end record
    /// comes next, and the chunks hold all that it counts, then the trace lacks nothing but the events counted as lost.
    fn lost_at_the_end(&self, thread: u32, chunks: &[ChunkRef]) -> bool {
        let [.., last, end] = chunks else { return false };
        let skips_one = last.sequence.checked_add(2) == Some(end.sequence);
        let is_whole = self.infos.get(&thread).is_some_and(|info| info.end_values == Some(info.values()));
        self.index.lost_events > 0 && skips_one && end.kind == ChunkKind::ThreadEnd as u8 && is_whole
    }

    fn check_sequence(&mut self, thread: u32, chunks: &[ChunkRef]) {
        let mut next = 0u64;
        for c in chunks {
            let sequence = u64::from(c.sequence);
            if sequence > next {
                self.index.suspicious = true;
                let (first, missing) = (next as u32, sequence - next);
                self.index.gaps.push(Gap { thread, first, missing });
            } else if sequence < next {
                let (segment, offset) = (c.segment, c.offset);
                self.say(format!("segment {segment}, byte {offset}: thread {thread} has chunk {sequence} twice"));
            }
            next = next.max(sequence + 1);
        }
    }

    /// A thread begins with its name and ends with its end record, which says how much it wrote.
    fn check_end(&mut self, info: &ThreadInfo, chunks: &[ChunkRef]) {
        let is = |chunk: Option<&ChunkRef>, kind| chunk.is_some_and(|chunk| chunk.kind == kind as u8);
        let (thread, ended) = (info.thread, info.end_values.is_some());
        if chunks.first().is_some_and(|first| first.sequence == 0) && !is(chunks.first(), ChunkKind::Thread) {
            self.say(format!("thread {thread} does not begin with its name"));
        }
        if ended && !is(chunks.last(), ChunkKind::ThreadEnd) {
            self.say(format!("thread {thread} has chunks behind its end record"));
        }
        if self.index.ended && !ended {
            self.say(format!("thread {thread} has no end record, but the trace has"));
        }
        let Some(ends) = info.end_values else { return };
        for kind in ColumnKind::ALL {
            let (end, sum) = (ends[kind.index()], info.values()[kind.index()]);
            if end != sum {
                let (thread, kind) = (info.thread, kind.name());
                let (end, sum) = (count(end), count(sum));
                self.say(format!("thread {thread} wrote {end} {kind} values, its chunks hold {sum}"));
            }
        }
    }
}

fn values_of(info: &mut ThreadInfo, kind: ColumnKind) -> &mut u64 {
    match kind {
        ColumnKind::Control => &mut info.control_values,
        ColumnKind::Data => &mut info.data_values,
        ColumnKind::Sync => &mut info.sync_values,
    }
}
