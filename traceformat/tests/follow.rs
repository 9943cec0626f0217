//! A trace is read while it grows: the same chunks as afterwards, however it is cut, and in bounded room.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use common::traces::{self, Values};
use common::{Random, maps};
use paratrace_traceformat::map::MapHash;
use paratrace_traceformat::trace::{ColumnDecoder, Followed, Follower, TraceDir};

/// Everything that was told, per thread and in words.
#[derive(Debug, Default, PartialEq, Eq)]
struct Seen {
    chunks: BTreeMap<u32, Vec<Values>>,
    ended: Vec<u32>,
    named: Vec<String>,
    classes: Vec<(u32, String)>,
}

impl Seen {
    fn add(&mut self, found: Vec<Followed>) {
        for one in found {
            match one {
                Followed::Events { thread, chunk } => {
                    let (mut control, mut data) = Values::default();
                    chunk.decode(&mut ColumnDecoder::default(), &mut control, &mut data).unwrap();
                    self.chunks.entry(thread).or_default().push((control, data));
                }
                Followed::Thread { thread, java_id, name, .. } => {
                    self.named.push(format!("{thread} {java_id} {name}"));
                }
                Followed::ThreadEnd { thread } => self.ended.push(thread),
                Followed::Classes(classes) => self.classes.extend(classes),
            }
        }
    }
}

fn hash() -> MapHash {
    MapHash::of(&maps::tiny().to_bytes().unwrap())
}

fn segment(dir: &Path, number: usize) -> PathBuf {
    dir.join(format!("segment-{number:05}.trace"))
}

/// The values that a reader of the whole trace sees.
fn expected(dir: &Path, segments: &[Vec<u8>]) -> (BTreeMap<u32, Vec<Values>>, TraceDir) {
    traces::write_dir(dir, &maps::tiny(), segments);
    let trace = TraceDir::open(dir).unwrap();
    (traces::read_all(&trace).into_iter().collect(), trace)
}

#[test]
fn a_growing_trace_tells_the_same_as_the_whole_one() {
    let (segments, whole) = (traces::segments(hash()), tempfile::tempdir().unwrap());
    let (chunks, trace) = expected(whole.path(), &segments);
    for step in [1, 7, 50, 100_000] {
        let dir = tempfile::tempdir().unwrap();
        let (mut follower, mut seen) = (Follower::new(dir.path(), hash(), false), Seen::default());
        assert!(follower.poll().unwrap().is_empty());
        for (number, bytes) in segments.iter().enumerate() {
            for end in (0..bytes.len()).step_by(step).chain([bytes.len()]) {
                std::fs::write(segment(dir.path(), number), &bytes[..end]).unwrap();
                seen.add(follower.poll().unwrap());
            }
        }
        let end = follower.finish().unwrap();
        assert_eq!(seen.chunks, chunks, "steps of {step}");
        assert_eq!((&end.threads[..], end.completeness), (trace.threads(), trace.completeness()), "steps of {step}");
        assert_eq!((seen.ended, seen.named), (vec![3, 0], vec!["0 1 main".to_owned(), "3 20 worker-ä".to_owned()]));
        assert_eq!(seen.classes, [(1, "a/T".to_owned()), (2, "java/lang/String".to_owned())]);
    }
}

/// The program is killed at any time: what is whole is told, what is not is counted as the reader of the rest does.
#[test]
fn a_trace_that_stops_growing() {
    let segments = traces::segments(hash());
    let mut random = Random(5);
    for _ in 0..200 {
        let end = 48 + random.below(segments[0].len() - 48);
        let (whole, dir) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let cut = [segments[0][..end].to_vec()];
        let (mut chunks, trace) = expected(whole.path(), &cut);
        chunks.retain(|_, chunks| !chunks.is_empty());
        std::fs::write(segment(dir.path(), 0), &cut[0]).unwrap();
        let (mut follower, mut seen) = (Follower::new(dir.path(), hash(), false), Seen::default());
        seen.add(follower.poll().unwrap());
        assert_eq!(seen.chunks, chunks, "{end}");
        assert_eq!(follower.finish().unwrap().completeness, trace.completeness(), "{end}");
    }
}

/// The end of the trace is written again while the JVM shuts down.
#[test]
fn the_last_word_about_the_end_counts() {
    let (segments, dir) = (traces::segments(hash()), tempfile::tempdir().unwrap());
    let mut follower = Follower::new(dir.path(), hash(), false);
    for (number, bytes) in segments.iter().enumerate() {
        std::fs::write(segment(dir.path(), number), bytes).unwrap();
    }
    follower.poll().unwrap();
    let mut last = segments[1].clone();
    let lost_events = last.len() - 8;
    last[lost_events] = 9;
    traces::fix_crcs(&mut last);
    // In place, as the runtime does it.
    std::fs::write(segment(dir.path(), 1), &last).unwrap();
    assert!(follower.poll().unwrap().is_empty());
    assert_eq!(follower.finish().unwrap().completeness.lost_events, 9);
}

#[test]
fn segments_go_when_all_that_is_in_them_was_dropped() {
    let (segments, dir) = (traces::segments(hash()), tempfile::tempdir().unwrap());
    let mut follower = Follower::new(dir.path(), hash(), true);
    let there = |number| segment(dir.path(), number).exists();
    // A segment that is being created is not removed.
    std::fs::write(segment(dir.path(), 0), &segments[0][..20]).unwrap();
    assert!(follower.poll().unwrap().is_empty() && there(0));
    std::fs::write(segment(dir.path(), 0), &segments[0]).unwrap();
    let first = follower.poll().unwrap();
    std::fs::write(segment(dir.path(), 1), &segments[1]).unwrap();
    let second = follower.poll().unwrap();
    assert!(there(0) && there(1), "chunks of both are unread");
    let mut seen = Seen::default();
    seen.add(first);
    assert!(!there(0) && there(1), "the first one was read");
    seen.add(second);
    assert!(there(1), "the last one may go on");
    drop(follower.finish().unwrap());
    assert!(!there(1));
}

#[test]
fn foreign_segments_are_refused_and_stay() {
    let dir = tempfile::tempdir().unwrap();
    let foreign = traces::segments(MapHash::of(b"another map"));
    std::fs::write(segment(dir.path(), 0), &foreign[0]).unwrap();
    let error = Follower::new(dir.path(), hash(), true).poll().unwrap_err().to_string();
    assert!(error.contains("belongs to the map"), "{error}");
    assert!(segment(dir.path(), 0).exists());
    let none = Follower::new(dir.path().join("none"), hash(), true).finish().unwrap_err().to_string();
    assert!(none.contains("holds no segment"), "{none}");
}
