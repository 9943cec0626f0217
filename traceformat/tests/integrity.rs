//! Whatever chunk or segment is deleted, doubled, moved, or of another run: it is noticed.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::maps;
use common::traces::{self, boundaries, columns};
use paratrace_traceformat::map::{MapHash, ProgramMap};
use paratrace_traceformat::trace::write::SegmentWriter;
use paratrace_traceformat::trace::{Encoding, Follower, TraceDir};
use paratrace_traceformat::verify;

/// Bytes of a segment's header.
const HEADER: usize = 48;

/// Chunks in the order of the trace, with the number of their segment.
type Chunks = Vec<(usize, Vec<u8>)>;

fn chunks(segments: &[Vec<u8>]) -> Chunks {
    let of = |(number, segment): (usize, &Vec<u8>)| {
        let ends = boundaries(segment);
        let chunk = |pair: &[usize]| (number, segment[pair[0]..pair[1]].to_vec());
        ends.windows(2).map(chunk).collect::<Chunks>()
    };
    segments.iter().enumerate().flat_map(of).collect()
}

/// Segments with these chunks in them.
fn assembled(headers: &[Vec<u8>], chunks: &Chunks) -> Vec<Vec<u8>> {
    let mut segments: Vec<Vec<u8>> = headers.iter().map(|segment| segment[..HEADER].to_vec()).collect();
    chunks.iter().for_each(|(segment, bytes)| segments[*segment].extend(bytes));
    segments
}

/// The faults that opening, following and verifying a trace find; panics if one of them takes it for complete.
fn assert_noticed(map: &ProgramMap, segments: &[Vec<u8>], what: &str) {
    let dir = tempfile::tempdir().unwrap();
    traces::write_dir(dir.path(), map, segments);
    let found = TraceDir::open(dir.path()).unwrap().completeness();
    assert!(!found.complete && !found.reasons.is_empty(), "{what}: opened as complete");
    let report = verify::verify_dir(dir.path()).unwrap();
    assert!(!report.is_ok() || !report.notes.is_empty(), "{what}: verified as sound");
    let mut follower = Follower::new(dir.path(), MapHash::of(&map.to_bytes().unwrap()), false);
    let followed = follower.poll().and_then(|_| follower.finish());
    assert!(followed.is_err() || !followed.unwrap().completeness.complete, "{what}: followed as complete");
}

/// A trace of another run of the same program: it differs in the values of one chunk.
fn another_run(hash: MapHash) -> Vec<Vec<u8>> {
    let mut w = SegmentWriter::new(Vec::new(), hash).unwrap();
    w.thread(0, 1, "main", 0).unwrap();
    w.events(0, &columns(&[1, 2, 5, 2], &[9, 9, 9], Encoding::Plain)).unwrap();
    let first = w.next(Vec::new()).unwrap();
    w.thread_end(0).unwrap();
    w.trace_end(1, 0).unwrap();
    vec![first, w.finish().unwrap()]
}

fn sound() -> (ProgramMap, Vec<Vec<u8>>) {
    let map = maps::tiny();
    let segments = traces::segments(MapHash::of(&map.to_bytes().unwrap()));
    (map, segments)
}

#[test]
fn every_chunk_that_is_deleted() {
    let (map, segments) = sound();
    let all = chunks(&segments);
    for gone in 0..all.len() {
        let mut left = all.clone();
        left.remove(gone);
        assert_noticed(&map, &assembled(&segments, &left), &format!("chunk {gone} deleted"));
    }
}

#[test]
fn every_chunk_that_is_doubled_anywhere() {
    let (map, segments) = sound();
    let all = chunks(&segments);
    for chunk in 0..all.len() {
        for to in 0..=all.len() {
            let mut more = all.clone();
            let segment = all[to.min(all.len() - 1)].0;
            more.insert(to, (segment, all[chunk].1.clone()));
            assert_noticed(&map, &assembled(&segments, &more), &format!("chunk {chunk} doubled at {to}"));
        }
    }
}

#[test]
fn every_pair_of_chunks_that_change_places() {
    let (map, segments) = sound();
    let all = chunks(&segments);
    for first in 0..all.len() {
        for second in first + 1..all.len() {
            let mut moved = all.clone();
            let (a, b) = (moved[first].1.clone(), moved[second].1.clone());
            (moved[first].1, moved[second].1) = (b, a);
            assert_noticed(&map, &assembled(&segments, &moved), &format!("chunks {first} and {second} swapped"));
        }
    }
}

#[test]
fn segments_that_are_missing_swapped_or_of_another_run() {
    let (map, segments) = sound();
    let hash = MapHash::of(&map.to_bytes().unwrap());
    let numbered = |number: u32, segment: &Vec<u8>| {
        let mut segment = segment.clone();
        segment[12..16].copy_from_slice(&number.to_le_bytes());
        segment
    };
    let other = another_run(hash);
    let cases = [
        ("the last is missing", vec![segments[0].clone()]),
        ("the first is missing", vec![segments[1].clone()]),
        ("the first is missing, renumbered", vec![numbered(0, &segments[1])]),
        ("swapped", vec![segments[1].clone(), segments[0].clone()]),
        ("swapped, renumbered", vec![numbered(0, &segments[1]), numbered(1, &segments[0])]),
        ("doubled, renumbered", vec![segments[0].clone(), numbered(1, &segments[0]), numbered(2, &segments[1])]),
        ("the last is of another run", vec![segments[0].clone(), other[1].clone()]),
        ("the first is of another run", vec![other[0].clone(), segments[1].clone()]),
    ];
    for (what, segments) in cases {
        assert_noticed(&map, &segments, what);
    }
}

/// Two runs that write as many chunks of as many values: only what they have to do with each other tells them apart.
#[test]
fn runs_that_differ_in_one_value_are_not_mixed() {
    let map = maps::tiny();
    let hash = MapHash::of(&map.to_bytes().unwrap());
    let run = |value: u32| {
        let mut w = SegmentWriter::new(Vec::new(), hash).unwrap();
        w.thread(0, 1, "main", 0).unwrap();
        w.events(0, &columns(&[1, 2, 5, 2], &[value], Encoding::Plain)).unwrap();
        let first = w.next(Vec::new()).unwrap();
        w.thread_end(0).unwrap();
        w.trace_end(1, 0).unwrap();
        vec![first, w.finish().unwrap()]
    };
    let (one, other) = (run(1), run(2));
    assert_noticed(&map, &[one[0].clone(), other[1].clone()], "the end of another run");
}

/// Version 1.0 has no chain: what its sequence numbers and end records say still counts.
#[test]
fn the_end_of_a_thread_that_is_gone_from_an_old_trace() {
    let (map, segments) = sound();
    let dir = tempfile::tempdir().unwrap();
    let old = |segment: &Vec<u8>| {
        let mut segment = segment.clone();
        segment[10] = 0;
        let ends = boundaries(&segment);
        for at in &ends[..ends.len() - 1] {
            segment[at + 6] = 0;
            segment[at + 20..at + 28].fill(0);
        }
        traces::fix_crcs(&mut segment);
        segment
    };
    let old: Vec<Vec<u8>> = segments.iter().map(old).collect();
    traces::write_dir(dir.path(), &map, &old);
    assert!(TraceDir::open(dir.path()).unwrap().completeness().complete, "the old trace itself");
    let all = chunks(&old);
    for gone in (0..all.len()).filter(|&chunk| all[chunk].1[4] != 3) {
        let mut left = all.clone();
        left.remove(gone);
        assert_noticed(&map, &assembled(&old, &left), &format!("chunk {gone} deleted"));
    }
}
