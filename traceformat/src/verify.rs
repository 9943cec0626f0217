//! Verification of files: checks everything that can be checked.

use std::fmt;
use std::path::Path;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

use crate::files;
use crate::limits::MAX_PROBLEMS;
use crate::map::{MapHash, PathId, ProgramMap};
use crate::numbers::{count, plural};
use crate::paths;
use crate::plain;
use crate::trace::{
    CHUNK_HEADER_LEN, ChunkHeader, ChunkKind, ColumnDecoder, ColumnHead, ColumnKind, MAGIC, MAJOR, MAP_NAME, MARKS,
    MINOR, Payload, SegmentHeader, SegmentIndex, TraceDir, TraceError, control_events, decode_stamps, lost,
    segment_files,
};

/// Something that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// File name; empty if only bytes were given.
    pub file: String,
    /// Byte offset, where there is one.
    pub offset: Option<u64>,
    /// The fault, in words.
    pub what: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.file.is_empty() {
            write!(f, "{}: ", self.file)?;
        }
        if let Some(offset) = self.offset {
            write!(f, "byte {offset}: ")?;
        }
        f.write_str(&self.what)
    }
}

/// The result of a verification: what was checked and which faults were found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Bytes that were read.
    pub bytes: u64,
    /// Sound chunks.
    pub chunks: u64,
    /// Decoded values, by [`ColumnKind::index`].
    pub values: [u64; 3],
    /// Different path ids.
    pub paths: u64,
    /// Executed instructions, if somebody replayed the events: only the analyzer can.
    pub replayed: Option<u64>,
    /// The faults; at most [`MAX_PROBLEMS`].
    pub problems: Vec<Problem>,
    /// Further problems.
    pub more_problems: u64,
    /// Messages about things that are no faults: a torn end, no end record.
    pub notes: Vec<String>,
}

impl Report {
    /// True if no fault was found.
    pub fn is_ok(&self) -> bool {
        self.problems.is_empty()
    }

    /// Adds faults that other readers of the trace found.
    pub fn add_problems(&mut self, who: &str, problems: impl IntoIterator<Item = String>) {
        problems.into_iter().for_each(|what| self.problem(who, None, what));
    }

    fn problem(&mut self, file: &str, offset: Option<u64>, what: impl ToString) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(Problem { file: file.to_owned(), offset, what: what.to_string() });
        } else {
            self.more_problems += 1;
        }
    }

    fn note(&mut self, file: &str, what: impl fmt::Display) {
        self.notes.push(if file.is_empty() { what.to_string() } else { format!("{file}: {what}") });
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.problems.iter().try_for_each(|p| writeln!(f, "problem: {}", plain::line(&p.to_string())))?;
        if self.more_problems > 0 {
            writeln!(f, "problem: … and {} more", count(self.more_problems))?;
        }
        self.notes.iter().try_for_each(|n| writeln!(f, "note: {}", plain::line(n)))?;
        let [control, data, sync] = self.values;
        writeln!(
            f,
            "{}, {}, {}, {}, {}, {}",
            plural(self.bytes, "byte", "bytes"),
            plural(self.chunks, "chunk", "chunks"),
            plural(control, "control value", "control values"),
            plural(data, "data value", "data values"),
            plural(sync, "synchronisation value", "synchronisation values"),
            plural(self.paths, "different path", "different paths")
        )?;
        self.replayed.map_or(Ok(()), |nodes| writeln!(f, "{}", replay_result(nodes, self.is_ok())))
    }
}

/// Says how far a replay of all events came.
fn replay_result(instructions: u64, ok: bool) -> String {
    let instructions = plural(instructions, "instruction", "instructions");
    match ok {
        true => format!("every event was replayed and fits the code: {instructions}"),
        false => format!("not every event could be replayed: {instructions} up to there"),
    }
}

/// Checks a map: CRCs, contents, cross references.
pub fn verify_map(bytes: &[u8]) -> Report {
    let mut report = Report { bytes: bytes.len() as u64, ..Report::default() };
    if let Err(e) = ProgramMap::from_bytes(bytes) {
        report.problem("", None, e);
    }
    report
}

/// Checks a segment: CRCs, contents, all values; with the map also that it belongs to it and that every control value is a
/// path. (Sequence numbers go across segments: [`verify_dir`].)
pub fn verify_segment(bytes: &[u8], map: Option<(&ProgramMap, MapHash)>) -> Report {
    let mut v = Verifier::new(String::new(), map);
    v.segment(bytes);
    v.finish()
}

/// Checks a trace directory: the map, every segment, sequence numbers, end records.
///
/// # Errors
/// [`TraceError::Io`] if the directory or a file cannot be read. Everything else is in the report.
///
/// ```
/// use paratrace_traceformat::verify::verify_dir;
///
/// let report = verify_dir("../analyzer/tests/versions/1.1")?;
/// assert!(report.is_ok() && report.to_string().contains("28 chunks"), "{report}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify_dir(dir: impl AsRef<Path>) -> Result<Report, TraceError> {
    let dir = dir.as_ref();
    let map_path = dir.join(MAP_NAME);
    let map = ProgramMap::read(&map_path);
    let mut v = Verifier::new(MAP_NAME.into(), map.as_ref().ok().map(|(map, hash)| (map, *hash)));
    v.report.bytes = std::fs::metadata(&map_path).map_or(0, |m| m.len());
    if let Err(e) = &map {
        v.report.problem(MAP_NAME, None, e);
    }
    for (_, path) in segment_files(dir)? {
        v.file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let bytes = files::read(&path).map_err(|source| TraceError::Io { path, source })?;
        v.segment(&bytes);
    }
    let mut report = v.finish();
    if map.is_ok() && report.problems.iter().all(|p| p.offset.is_some()) {
        across(dir, &mut report);
    }
    Ok(report)
}

/// Checks that need the chunks of all segments together.
fn across(dir: &Path, report: &mut Report) {
    let trace = match TraceDir::open(dir) {
        Ok(trace) => trace,
        Err(e) => return report.problem("", None, e),
    };
    let c = trace.completeness();
    c.gaps.iter().for_each(|gap| report.problem("", None, gap));
    c.contradictions.iter().for_each(|what| report.problem("", None, what));
    if !c.ended {
        report.note("", "no end record: the program was killed, could not write any more, or still runs");
    }
    if c.lost_events > 0 {
        report.note("", lost(c.lost_events, c.limited));
    }
}

struct Verifier<'m> {
    file: String,
    map: Option<(&'m ProgramMap, MapHash)>,
    decoder: ColumnDecoder,
    values: Vec<u32>,
    /// Path ids that were decoded.
    good: FxHashSet<u32>,
    /// The last stamp of each thread.
    stamps: FxHashMap<u32, u64>,
    report: Report,
}

impl<'m> Verifier<'m> {
    fn new(file: String, map: Option<(&'m ProgramMap, MapHash)>) -> Self {
        let (decoder, values, good, stamps, report) = Default::default();
        Verifier { file, map, decoder, values, good, stamps, report }
    }

    fn finish(mut self) -> Report {
        self.report.paths = self.good.len() as u64;
        self.report
    }

    fn problem(&mut self, offset: u64, what: impl ToString) {
        self.report.problem(&self.file, Some(offset), what);
    }

    fn segment(&mut self, bytes: &[u8]) {
        self.report.bytes += bytes.len() as u64;
        let Some(segment) = self.header(bytes) else { return };
        let index = SegmentIndex::all(bytes);
        for d in &index.damage {
            self.problem(d.offset, format!("{} damaged", plural(d.length, "byte is", "bytes are")));
        }
        if index.torn > 0 {
            self.report
                .note(&self.file, format!("{} of an unfinished chunk at the end", plural(index.torn, "byte", "bytes")));
        }
        for (offset, header) in &index.chunks {
            self.report.chunks += 1;
            if header.minor != segment.minor {
                self.problem(
                    *offset,
                    format!("minor version {}, that of the segment is {}", header.minor, segment.minor),
                );
            }
            self.chunk(bytes, *offset, header);
        }
    }

    fn header(&mut self, bytes: &[u8]) -> Option<SegmentHeader> {
        let found = &bytes[..bytes.len().min(MAGIC.len())];
        if !MAGIC.starts_with(found) {
            self.report.problem(&self.file, None, format!("not a trace segment: it begins with {found:02x?}"));
            return None;
        }
        let Some(header) = SegmentHeader::parse(bytes) else {
            self.report
                .note(&self.file, format!("{} of an unfinished header", plural(bytes.len() as u64, "byte", "bytes")));
            return None;
        };
        if header.major != MAJOR {
            let what = format!("version {}, this program reads version {MAJOR}", header.major);
            self.report.problem(&self.file, None, what);
            return None;
        }
        if header.minor > MINOR {
            self.report.note(&self.file, format!("minor version {}, this program knows {MINOR}", header.minor));
        }
        if let Some((_, hash)) = self.map
            && hash != header.map
        {
            let what = format!("belongs to the map {}, not to the map {hash}", header.map);
            self.report.problem(&self.file, None, what);
        }
        Some(header)
    }

    fn chunk(&mut self, bytes: &[u8], offset: u64, header: &ChunkHeader) {
        let from = offset as usize + CHUNK_HEADER_LEN;
        let payload = bytes.get(from..from + header.length as usize).unwrap_or_default();
        let Some(kind) = header.known_kind() else {
            return self.report.note(&self.file, format!("byte {offset}: chunk of unknown kind {}", header.kind));
        };
        match Payload::parse(kind, payload) {
            Ok(Payload::Events(columns)) => columns.iter().for_each(|c| self.column(offset, header.thread, c)),
            Ok(_) => {}
            Err(e) => self.problem(offset, format!("{} chunk: {e}", ChunkKind::name(kind))),
        }
    }

    fn column(&mut self, offset: u64, thread: u32, column: &ColumnHead<'_>) {
        let Some(kind) = ColumnKind::from_byte(column.kind) else {
            return self.report.note(&self.file, format!("byte {offset}: column of unknown kind {}", column.kind));
        };
        let mut values = std::mem::take(&mut self.values);
        values.clear();
        match self.decoder.decode(column.encoding, column.values, column.bytes, &mut values) {
            Ok(()) => self.report.values[kind.index()] += values.len() as u64,
            Err(e) => self.problem(offset, format!("{} column: {e}", kind.name())),
        }
        match kind {
            ColumnKind::Control => self.control(offset, &values),
            ColumnKind::Sync => self.stamps(offset, thread, &values),
            ColumnKind::Data => {}
        }
        self.values = values;
    }

    /// Stamps rise, from chunk to chunk too.
    fn stamps(&mut self, offset: u64, thread: u32, values: &[u32]) {
        let mut stamps = Vec::new();
        if let Err(e) = decode_stamps(values, 0, &mut stamps) {
            return self.problem(offset, e);
        }
        let (Some(first), Some(last)) = (stamps.first(), stamps.last()) else { return };
        if let Some(before) = self.stamps.insert(thread, last.stamp)
            && before >= first.stamp
        {
            self.problem(offset, format!("stamp {} of thread {thread} comes after stamp {before}", first.stamp));
        }
    }

    fn control(&mut self, offset: u64, values: &[u32]) {
        let Some((map, _)) = self.map else { return };
        for (i, event) in control_events(values) {
            let id = event[0];
            if MARKS.contains(&id) || self.good.contains(&id) {
                continue;
            }
            match paths::decode(map, PathId::new(id)) {
                Ok(_) => {
                    self.good.insert(id);
                }
                Err(e) => self.problem(offset, format!("control value {i} of the chunk: {e}")),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_that_are_not_listed_are_counted() {
        let mut report = Report::default();
        let all = MAX_PROBLEMS + 1234;
        report.add_problems("replay", (0..all).map(|number| number.to_string()));
        let text = report.to_string();
        assert_eq!(text.matches("problem: replay: ").count(), MAX_PROBLEMS);
        assert!(text.contains("\nproblem: … and 1,234 more\n"), "{text}");
    }
}
