//! Small traces.

use std::path::Path;

use paratrace_traceformat::map::{MapHash, ProgramMap};
use paratrace_traceformat::trace::write::{Column, SegmentWriter};
use paratrace_traceformat::trace::{CHUNK_HEADER_LEN, ChunkHeader, ColumnKind, Encoding, Link, TraceDir};

/// Control and data of one chunk.
pub type Values = (Vec<u32>, Vec<u32>);

pub fn columns<'a>(control: &'a [u32], data: &'a [u32], encoding: Encoding) -> [Column<'a>; 2] {
    [
        Column { kind: ColumnKind::Control, encoding, values: control },
        Column { kind: ColumnKind::Data, encoding, values: data },
    ]
}

/// The synchronisation column.
fn sync(values: &[u32], encoding: Encoding) -> Column<'_> {
    Column { kind: ColumnKind::Sync, encoding, values }
}

/// Two threads, three encodings, two segments, stamps.
pub fn segments(hash: MapHash) -> Vec<Vec<u8>> {
    let mut w = SegmentWriter::new(Vec::new(), hash).unwrap();
    w.thread(0, 1, "main", 0).unwrap();
    w.classes(&[(1, "a/T"), (2, "java/lang/String")]).unwrap();
    w.events(0, &columns(&[1, 2, 5, 2, 5, 2], &[7, 7, 7], Encoding::Plain)).unwrap();
    w.thread(3, 20, "worker-ä", 0x1234_5678).unwrap();
    let [control, data] = columns(&[2, 5, 2, 5, 2, 5, 2, 5], &[100, 104, 108, 112], Encoding::Predicted);
    w.events(3, &[control, data, sync(&[0, 4, 1, 1 << 30, 0, 0], Encoding::Predicted)]).unwrap();
    w.events(0, &columns(&[5, 2, 5, 2], &[], Encoding::Deflated)).unwrap();
    let first = w.next(Vec::new()).unwrap();
    let [control, data] = columns(&[1, 1, 1], &[u32::MAX, 0, 9], Encoding::Deflated);
    w.events(3, &[control, data, sync(&[2, 7, 1], Encoding::Deflated)]).unwrap();
    w.thread_end(3).unwrap();
    w.events(0, &columns(&[3], &[4], Encoding::Plain)).unwrap();
    w.thread_end(0).unwrap();
    w.trace_end(1, 0).unwrap();
    vec![first, w.finish().unwrap()]
}

pub fn write_dir(dir: &Path, map: &ProgramMap, segments: &[Vec<u8>]) {
    std::fs::create_dir_all(dir).unwrap();
    std::fs::write(dir.join("program.map"), map.to_bytes().unwrap()).unwrap();
    for (i, bytes) in segments.iter().enumerate() {
        std::fs::write(dir.join(format!("segment-{i:05}.trace")), bytes).unwrap();
    }
}

/// All chunks that can be read, per thread, going on behind damage.
pub fn read_all(trace: &TraceDir) -> Vec<(u32, Vec<Values>)> {
    let read = |i: usize| {
        let mut columns = trace.columns(i);
        let mut chunks = Vec::new();
        loop {
            let (mut control, mut data) = Values::default();
            match columns.next_chunk(&mut control, &mut data, None) {
                Ok(true) => chunks.push((control, data)),
                Ok(false) if columns.resume() => {}
                Ok(false) => return chunks,
                Err(_) => {}
            }
        }
    };
    (0..trace.threads().len()).map(|i| (trace.threads()[i].thread, read(i))).collect()
}

/// Offsets of the chunks of a sound segment, and its end.
pub fn boundaries(bytes: &[u8]) -> Vec<usize> {
    let mut at = vec![48];
    while *at.last().unwrap() < bytes.len() {
        let from = *at.last().unwrap();
        let length = u32::from_le_bytes(bytes[from + 16..from + 20].try_into().unwrap());
        at.push(from + CHUNK_HEADER_LEN + length as usize);
    }
    at
}

/// Repairs the CRC of every chunk of a segment that still is in bounds.
pub fn fix_crcs(bytes: &mut [u8]) {
    let mut at = 48;
    while let Some(head) = bytes.get(at..at + CHUNK_HEADER_LEN) {
        let word = |from: usize| u32::from_le_bytes(head[from..from + 4].try_into().unwrap());
        let mut header = ChunkHeader::new(head[4], word(8), word(12), word(16));
        header.flags = head[5];
        header.minor = u16::from_le_bytes([head[6], head[7]]);
        header.link = Link { number: word(20), before: word(24) };
        let Some(payload) = bytes.get(at + CHUNK_HEADER_LEN..at + header.total() as usize) else { return };
        let crc = header.crc_with(payload);
        bytes[at + 28..at + 32].copy_from_slice(&crc.to_le_bytes());
        at += header.total() as usize;
    }
}
