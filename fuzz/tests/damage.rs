//! Every beginning of a trace and every flipped bit, through the whole analysis.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use paratrace_analyzer::{Options, analyze};
use paratrace_fuzz::{Seeds, seeds::Trace};
use paratrace_traceformat::map::MapHash;
use paratrace_traceformat::trace::write::{Column, SegmentWriter};
use paratrace_traceformat::trace::{CHUNK_HEADER_LEN, ColumnKind, Encoding, TraceDir};

const HEADER: usize = 48;
const CHUNKS: usize = 4;

/// The events of a run in a few chunks. All data is in the first of them: what a path needs is there before its number.
fn segment(trace: &Trace) -> Vec<u8> {
    let (control, data) = &trace.events;
    let mut writer = SegmentWriter::new(Vec::new(), MapHash::of(&trace.map)).unwrap();
    writer.thread(0, 1, "main", 0).unwrap();
    for (number, part) in control.chunks(control.len().div_ceil(CHUNKS)).enumerate() {
        let column = |kind, values| Column { kind, encoding: Encoding::Predicted, values };
        let data = if number == 0 { &data[..] } else { &[] };
        writer.events(0, &[column(ColumnKind::Control, part), column(ColumnKind::Data, data)]).unwrap();
    }
    writer.thread_end(0).unwrap();
    writer.trace_end(1, 0).unwrap();
    writer.finish().unwrap()
}

/// Offsets of the ends of chunks, in bytes.
fn ends(segment: &[u8]) -> Vec<usize> {
    let next = |&at: &usize| {
        let length = segment.get(at + 16..at + 20)?;
        Some(at + CHUNK_HEADER_LEN + u32::from_le_bytes(length.try_into().unwrap()) as usize)
    };
    std::iter::successors(Some(HEADER), next).collect()
}

/// The number of replayed instructions and whether the report says that it is all; `None` if there is an error.
fn analyzed(segment: &[u8], dir: &Path) -> Option<(u64, bool)> {
    fs::write(dir.join("segment-00000.trace"), segment).unwrap();
    let report = analyze(&TraceDir::open(dir).ok()?, &Options::default()).ok()?;
    Some((report.nodes, report.completeness.complete))
}

#[test]
fn every_damage_is_reported_and_whole_chunks_count() {
    let seeds = Seeds::make().unwrap();
    // Enough paths for each chunk to have some: which trace is the shortest depends on the identities in it.
    let long = seeds.traces.iter().filter(|trace| trace.events.0.len() >= 16 * CHUNKS);
    let trace = long.min_by_key(|trace| trace.events.0.len()).unwrap();
    let whole = segment(trace);
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("program.map"), &trace.map).unwrap();
    let ends = ends(&whole);
    assert!(ends.len() > CHUNKS + 2, "{ends:?}");
    let counts: Vec<_> = ends.iter().map(|&end| analyzed(&whole[..end], dir.path()).unwrap()).collect();
    let full = *counts.last().unwrap();
    assert!(
        full.1 && counts.iter().filter(|(nodes, _)| *nodes > 0 && *nodes < full.0).count() >= CHUNKS - 1,
        "{counts:?}"
    );

    for length in 0..whole.len() {
        let chunk = ends.iter().rposition(|&end| end <= length);
        let expected = Some((chunk.map_or(0, |chunk| counts[chunk].0), false));
        assert_eq!(analyzed(&whole[..length], dir.path()), expected, "the first {length} bytes");
    }
    for bit in 0..8 * whole.len() {
        let mut flipped = whole.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let before = ends.iter().rposition(|&end| end <= bit / 8).map_or(0, |chunk| counts[chunk].0);
        if let Some((nodes, complete)) = analyzed(&flipped, dir.path()) {
            assert!(!complete, "bit {bit} was not noticed");
            assert!(before <= nodes && nodes <= full.0, "bit {bit}: {before} {nodes} {full:?}");
        }
    }
}
