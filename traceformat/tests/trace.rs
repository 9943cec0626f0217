//! Traces: prefixes, bit flips, mutations.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::traces::{self, Values, boundaries, read_all};
use common::{Random, maps};
use paratrace_traceformat::map::{MapHash, ProgramMap};
use paratrace_traceformat::trace::write::{Column, SegmentWriter};
use paratrace_traceformat::trace::{ColumnKind, Encoding, Stop, TraceDir, TraceError};
use paratrace_traceformat::{dump, info, verify};

struct Fixture {
    dir: tempfile::TempDir,
    map: ProgramMap,
    segments: Vec<Vec<u8>>,
}

impl Fixture {
    fn new() -> Fixture {
        let (dir, map) = (tempfile::tempdir().unwrap(), maps::tiny());
        let segments = traces::segments(MapHash::of(&map.to_bytes().unwrap()));
        traces::write_dir(dir.path(), &map, &segments);
        Fixture { dir, map, segments }
    }

    fn open(&self) -> Result<TraceDir, TraceError> {
        TraceDir::open(self.dir.path())
    }

    fn replace(&self, segment: usize, bytes: &[u8]) {
        // A new file: readers of the old one may still have it mapped.
        let path = self.dir.path().join(format!("segment-{segment:05}.trace"));
        std::fs::remove_file(&path).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
}

/// The values of all chunks of all threads.
fn flat(trace: &TraceDir) -> Vec<Values> {
    read_all(trace).into_iter().flat_map(|(_, chunks)| chunks).collect()
}

#[test]
fn a_sound_trace_is_complete() {
    let f = Fixture::new();
    let trace = f.open().unwrap();
    assert_eq!(trace.map(), &f.map);
    let c = trace.completeness();
    assert!(c.complete && c.ended && c.reasons.is_empty(), "{c:?}");
    let threads = trace.threads();
    assert_eq!(threads.len(), 2);
    assert_eq!((threads[0].thread, threads[0].java_id, threads[0].name.as_str()), (0, 1, "main"));
    assert_eq!((threads[0].control_values, threads[0].data_values, threads[0].ended), (11, 4, true));
    assert_eq!((threads[1].thread, threads[1].name.as_str(), threads[1].chunks), (3, "worker-ä", 2));
    assert_eq!((threads[0].hash, threads[1].hash), (0, 0x1234_5678));
    assert_eq!((trace.class_name(1), trace.class_name(0)), (Some("a/T"), None));
    let (mut control, mut data) = (vec![42], Vec::new());
    let mut columns = trace.columns(0);
    assert!(columns.next_chunk(&mut control, &mut data, None).unwrap());
    assert_eq!((control.as_slice(), data.as_slice()), (&[42, 1, 2, 5, 2, 5, 2][..], &[7, 7, 7][..]));
    while columns.next_chunk(&mut control, &mut data, None).unwrap() {}
    assert_eq!((control.len(), data.len(), columns.stop()), (12, 4, None));
    let mut none = trace.columns(99);
    assert!(!none.next_chunk(&mut control, &mut data, None).unwrap() && !none.resume());
    let report = verify::verify_dir(f.dir.path()).unwrap();
    assert!(report.is_ok() && report.notes.is_empty(), "{report}");
    assert_eq!((report.chunks, report.values, report.paths), (11, [22, 11, 9], 4));
}

#[test]
fn every_prefix_reads_back_its_complete_chunks() {
    let f = Fixture::new();
    for (segment, whole) in f.segments.iter().enumerate() {
        std::fs::remove_file(f.dir.path().join("segment-00001.trace")).unwrap();
        (0..segment).for_each(|s| f.replace(s, &f.segments[s]));
        std::fs::write(f.dir.path().join(format!("segment-{segment:05}.trace")), []).unwrap();
        let ends = boundaries(whole);
        let mut expected = Vec::new();
        for n in 0..=whole.len() {
            f.replace(segment, &whole[..n]);
            let trace = f.open().unwrap();
            let c = trace.completeness();
            let chunk_end = ends.iter().filter(|&&end| end <= n).max().copied().unwrap_or(0);
            assert_eq!(c.torn_bytes, (n - chunk_end) as u64, "prefix of {n} bytes of segment {segment}: {c:?}");
            assert!(!c.complete || (segment == 1 && n == whole.len()));
            assert_eq!((c.damaged_chunks, c.missing_chunks), (0, 0));
            let chunks: u64 = trace.segments().iter().map(|s| s.chunks).sum();
            let before: usize = f.segments[..segment].iter().map(|s| boundaries(s).len() - 1).sum();
            assert_eq!(chunks as usize, before + ends.iter().filter(|&&end| end > 48 && end <= n).count());
            let found = flat(&trace).len();
            if n == 0 || ends.contains(&n) {
                assert!(found >= expected.len());
                expected = flat(&trace);
            }
            assert_eq!(flat(&trace), expected, "prefix of {n} bytes");
            if n % 37 == 0 {
                assert!(verify::verify_dir(f.dir.path()).unwrap().is_ok());
            }
        }
        if segment == 0 {
            std::fs::write(f.dir.path().join("segment-00001.trace"), []).unwrap();
        }
    }
}

#[test]
fn every_bit_flip_is_noticed_and_costs_its_chunk() {
    let f = Fixture::new();
    let whole = flat(&f.open().unwrap());
    for (segment, bytes) in f.segments.iter().enumerate() {
        let mut bytes = bytes.clone();
        for bit in 0..bytes.len() * 8 {
            bytes[bit / 8] ^= 1 << (bit % 8);
            f.replace(segment, &bytes);
            bytes[bit / 8] ^= 1 << (bit % 8);
            let place = format!("segment {segment}, bit {bit}");
            match f.open() {
                Err(_) => assert!(bit < 48 * 8, "{place} costs the trace"),
                Ok(trace) => check_flip(&trace, &whole, &place),
            }
            if bit % 61 == 0 {
                let report = verify::verify_dir(f.dir.path()).unwrap();
                let unfinished = report.notes.iter().any(|note| note.contains("unfinished"));
                assert!(!report.is_ok() || unfinished, "{place}: {report}");
            }
        }
        f.replace(segment, &bytes);
    }
}

fn check_flip(trace: &TraceDir, whole: &[Values], place: &str) {
    let found = flat(trace);
    let lost = whole.iter().filter(|chunk| !found.contains(chunk)).count();
    assert!(lost <= 1, "{place} costs {lost} chunks");
    assert!(found.iter().all(|chunk| whole.contains(chunk)), "{place} invents values");
    assert!(found.len() + lost == whole.len(), "{place}");
    let c = trace.completeness();
    assert!(!c.complete && !c.reasons.is_empty(), "{place} is not noticed");
}

#[test]
fn damage_and_gaps_stop_a_thread_and_are_named() {
    let f = Fixture::new();
    let ends = boundaries(&f.segments[0]);
    let mut bytes = f.segments[0].clone();
    bytes[ends[2] + 55] ^= 1; // within the values of the first events chunk of thread 0
    f.replace(0, &bytes);
    let trace = f.open().unwrap();
    let mut columns = trace.columns(0);
    let (mut control, mut data) = (Vec::new(), Vec::new());
    assert!(!columns.next_chunk(&mut control, &mut data, None).unwrap());
    assert!(control.is_empty() && data.is_empty());
    let stop = columns.stop().unwrap().clone();
    assert!(matches!(stop, Stop::Damaged { thread: 0, sequence: 1, .. }), "{stop}");
    assert!(trace.completeness().reasons.contains(&stop.to_string()));
    assert!(!columns.next_chunk(&mut control, &mut data, None).unwrap(), "it stays there");
    assert!(columns.resume() && columns.next_chunk(&mut control, &mut data, None).unwrap());
    assert_eq!(control, [5, 2, 5, 2]);

    bytes.drain(ends[2]..ends[3]);
    f.replace(0, &bytes);
    let trace = f.open().unwrap();
    let c = trace.completeness();
    assert_eq!((c.missing_chunks, c.damaged_chunks), (1, 0));
    let expected = [
        "thread 0: 1 chunk is missing, from sequence 1 on".to_owned(),
        format!("segment 0, byte {}: chunk 3 of the trace comes where chunk 2 is expected", ends[2]),
        "thread 0 wrote 11 control values, its chunks hold 5".to_owned(),
    ];
    assert_eq!(c.reasons[..3], expected);
    let mut columns = trace.columns(0);
    assert!(!columns.next_chunk(&mut control, &mut data, None).unwrap());
    assert_eq!(columns.stop(), Some(&Stop::Gap { thread: 0, first: 1, next: 2 }));
    assert!(!verify::verify_dir(f.dir.path()).unwrap().is_ok());
}

#[test]
fn foreign_maps_and_versions_are_refused() {
    let f = Fixture::new();
    let other = f.dir.path().join("other.map");
    let bytes = maps::random(3, 4).to_bytes().unwrap();
    std::fs::write(&other, &bytes).unwrap();
    let error = TraceDir::open_with_map(f.dir.path(), &other).unwrap_err().to_string();
    let (theirs, ours) = (MapHash::of(&bytes).to_string(), MapHash::of(&f.map.to_bytes().unwrap()).to_string());
    assert!(error.contains(&theirs) && error.contains(&ours), "{error}");

    let mut later = f.segments[0].clone();
    later[8] = 7;
    f.replace(0, &later);
    let error = f.open().unwrap_err().to_string();
    assert!(error.ends_with("segment-00000.trace has version 7, this program reads version 1"), "{error}");
    std::fs::remove_file(f.dir.path().join("program.map")).unwrap();
    assert!(matches!(f.open(), Err(TraceError::MapMissing { .. })));
    assert!(matches!(TraceDir::open_with_map("/nonexistent", &other), Err(TraceError::Io { .. })));
}

#[test]
fn unknown_kinds_are_skipped() {
    let f = Fixture::new();
    let mut w = SegmentWriter::new(Vec::new(), MapHash::of(&f.map.to_bytes().unwrap())).unwrap();
    w.thread(0, 1, "main", 0).unwrap();
    w.chunk(77, 0, b"something new").unwrap();
    // An unknown column between the known ones.
    let mut payload = vec![3];
    for (kind, bytes) in [(1u8, 4u32), (9, 3), (2, 4)] {
        payload.extend([kind, 0]);
        payload.extend(1u32.to_le_bytes());
        payload.extend(bytes.to_le_bytes());
    }
    payload.extend([5, 0, 0, 0, 1, 2, 3, 6, 0, 0, 0]);
    w.chunk(1, 0, &payload).unwrap();
    let sync = Column { kind: ColumnKind::Sync, encoding: Encoding::Plain, values: &[1, 2, 0] };
    w.events(0, &[sync]).unwrap();
    w.trace_end(1, 3).unwrap();
    f.replace(0, &w.finish().unwrap());
    std::fs::remove_file(f.dir.path().join("segment-00001.trace")).unwrap();
    let trace = f.open().unwrap();
    assert_eq!(flat(&trace), [(vec![5], vec![6]), (vec![], vec![])]);
    assert_eq!(trace.threads()[0].sync_values, 3);
    let c = trace.completeness();
    assert_eq!((c.complete, c.lost_events, c.reasons.len()), (false, 3, 2), "a loss, and a thread without end");
}

#[test]
fn stamps_count_control_values_of_all_chunks() {
    let f = Fixture::new();
    let mut columns = f.open().unwrap().columns(1);
    let (mut control, mut data, mut stamps) = Default::default();
    while columns.next_chunk(&mut control, &mut data, Some(&mut stamps)).unwrap() {}
    let found: Vec<(u64, u64)> = stamps.iter().map(|at| (at.position, at.stamp)).collect();
    assert_eq!(found, [(0, 1), (4, (1 << 30) + 1), (10, (1 << 32) + 7)]);
    assert_eq!((control.len(), data.len()), (11, 7));
}

#[test]
fn stamps_that_go_back_are_found() {
    let f = Fixture::new();
    let hash = MapHash::of(&f.map.to_bytes().unwrap());
    let verified = |chunks: [&[u32]; 2]| {
        let mut w = SegmentWriter::new(Vec::new(), hash).unwrap();
        w.thread(0, 1, "main", 0).unwrap();
        for values in chunks {
            w.events(0, &[Column { kind: ColumnKind::Sync, encoding: Encoding::Plain, values }]).unwrap();
        }
        let report = paratrace_traceformat::verify::verify_segment(&w.finish().unwrap(), None);
        report.problems.into_iter().map(|p| p.what).collect::<Vec<_>>()
    };
    assert!(verified([&[0, 7, 0], &[0, 8, 0]]).is_empty());
    assert_eq!(verified([&[0, 7, 0], &[0, 7, 0]]), ["stamp 7 of thread 0 comes after stamp 7"]);
    assert_eq!(verified([&[0, 7], &[0, 7, 0]]), ["2 values are no whole stamps"]);
    assert_eq!(verified([&[0, 1, 7, 0, 0, 0], &[]]), ["stamp 1 is not higher than the one before"]);
}

#[test]
fn mutated_segments_do_no_harm() {
    let f = Fixture::new();
    let hash = MapHash::of(&f.map.to_bytes().unwrap());
    let mut r = Random(4);
    for i in 0..10_000 {
        let segment = i % f.segments.len();
        let mut bytes = f.segments[segment].clone();
        r.mutate(&mut bytes);
        if i % 3 != 0 {
            traces::fix_crcs(&mut bytes);
        }
        f.replace(segment, &bytes);
        if let Ok(trace) = f.open() {
            flat(&trace);
            let _ = (info::Info::new(&trace).to_string(), trace.completeness());
        }
        if i % 4 == 0 {
            let _ = verify::verify_segment(&bytes, Some((&f.map, hash))).to_string();
            let _ = verify::verify_dir(f.dir.path()).unwrap().to_string();
            dump::dump_segment(&bytes, Some(&f.map), &mut std::io::sink()).unwrap();
        }
        f.replace(segment, &f.segments[segment]);
    }
}

/// Many false chunk headers, each claiming the rest of the file: the search for a sound one is bounded.
#[test]
fn a_file_of_false_chunks_is_read_in_time() {
    let f = Fixture::new();
    let mut bytes = f.segments[0][..48].to_vec();
    let total = 1 << 20;
    while bytes.len() + 32 <= total {
        let rest = (total - bytes.len() - 32) as u32;
        let mut header = paratrace_traceformat::trace::ChunkHeader::new(1, 0, 0, rest);
        header.crc = 1;
        bytes.extend(header.to_bytes());
    }
    f.replace(0, &bytes);
    let begin = std::time::Instant::now();
    let trace = f.open().unwrap();
    assert!(!trace.completeness().complete);
    assert!(begin.elapsed().as_secs() < 2, "{:?}", begin.elapsed());
}

#[test]
fn control_values_must_be_paths() {
    let f = Fixture::new();
    let hash = MapHash::of(&f.map.to_bytes().unwrap());
    let mut w = SegmentWriter::new(Vec::new(), hash).unwrap();
    w.events(0, &traces::columns(&[1, 777], &[], Encoding::Plain)).unwrap();
    let report = verify::verify_segment(&w.finish().unwrap(), Some((&f.map, hash)));
    assert_eq!(report.problems[0].to_string(), "byte 48: control value 1 of the chunk: no path has id 777");
}

#[test]
fn info_gives_text_and_json() {
    let f = Fixture::new();
    let mut info = info::Info::new(&f.open().unwrap());
    info.nodes = Some(100);
    let text = info.to_string();
    for line in [
        "coverage    1 of 2 methods with code traced",
        "            untraced methods, native: 1",
        "thread 3    \"worker-ä\", Java id 20, 2 chunks",
        "            synchronisation: 9 values in 15 bytes",
        "executed    100 instructions, 0.4200 values",
        "trace is    complete",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
    let json = serde_json::to_value(&info).unwrap();
    assert_eq!(json["threads"][0]["columns"][0]["values"], 11);
    assert_eq!(json["completeness"]["complete"], true);
    assert_eq!(json["map"]["untraced_classes"]["excluded"], 1);
}
