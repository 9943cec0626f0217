//! A trace is analysed while it grows, and goes as it is read.
#![allow(clippy::unwrap_used, missing_docs)]

#[allow(dead_code, unreachable_pub)]
#[path = "../../traceformat/tests/common/traces.rs"]
mod traces;

use std::path::Path;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use paratrace_analyzer::{Options, Report, Running, analyze_live};
use paratrace_traceformat::map::{MapHash, ProgramMap};
use paratrace_traceformat::trace::write::SegmentWriter;
use paratrace_traceformat::trace::{Encoding, Follower};

/// How long the first segment may stay.
const PATIENCE: Duration = Duration::from_secs(20);

/// No path fits it.
fn map() -> ProgramMap {
    ProgramMap { tool: "test 1".into(), ..ProgramMap::default() }
}

fn hash() -> MapHash {
    MapHash::of(&map().to_bytes().unwrap())
}

/// A segment of one thread, and the beginning of the next one.
fn segments(paths: &[u32], lost: u64) -> Vec<Vec<u8>> {
    let mut w = SegmentWriter::new(Vec::new(), hash()).unwrap();
    w.thread(0, 1, "main", 0).unwrap();
    for _ in 0..50 {
        w.events(0, &traces::columns(paths, &[], Encoding::Plain)).unwrap();
    }
    let first = w.next(Vec::new()).unwrap();
    w.thread_end(0).unwrap();
    w.trace_end(1, lost).unwrap();
    vec![first, w.finish().unwrap()]
}

/// The report, and whether the first segment was removed before the program ended.
fn analyzed(dir: &Path, segments: &[Vec<u8>]) -> (Report, bool) {
    let map = map();
    traces::write_dir(dir, &map, segments);
    let first = dir.join("segment-00000.trace");
    let began = Instant::now();
    let over = || !first.exists() || began.elapsed() > PATIENCE;
    let follower = Follower::new(dir, hash(), true);
    let mut unread = AtomicU64::new(0);
    let program = Running { is_over: &over, unread: &unread };
    let report = analyze_live(follower, (&map, hash()), &Options::default(), program).unwrap();
    assert_eq!(*unread.get_mut(), 0);
    (report, began.elapsed() < PATIENCE)
}

/// Segments that cannot be replayed are removed, because nobody will ever read them.
#[test]
fn a_thread_that_cannot_be_followed_keeps_no_segments() {
    let dir = tempfile::tempdir().unwrap();
    let (report, gone) = analyzed(dir.path(), &segments(&[9_999, 1, 2], 0));
    assert!(!report.completeness.complete, "{:?}", report.completeness);
    assert!(gone, "the segment stayed for the whole run");
}

/// Chunks that are missing end the replay of their thread, not that of what is read and removed.
#[test]
fn a_thread_with_missing_chunks_keeps_no_segments() {
    let dir = tempfile::tempdir().unwrap();
    let mut segments = segments(&[], 7);
    let places = traces::boundaries(&segments[0]);
    segments[0].drain(places[1]..places[2]);
    let (report, gone) = analyzed(dir.path(), &segments);
    assert!(!report.completeness.complete, "{:?}", report.completeness);
    assert!(gone, "the segment stayed for the whole run");
}
