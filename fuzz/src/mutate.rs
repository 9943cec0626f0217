//! Damage. Most of it is done where a reader looks closely, with checksums put right: random bytes do not get far.

use fastrand::Rng;
use paratrace_classfile::ClassFile;
use paratrace_traceformat::map::MapHash;
use paratrace_traceformat::trace::write::{Column, SegmentWriter};
use paratrace_traceformat::trace::{CHUNK_HEADER_LEN, ChunkHeader, ColumnKind, Encoding, Link};

/// Length of a segment's header, which ends with the map's hash.
const SEGMENT_HEADER: usize = 48;
const HASH_AT: usize = 16;

/// Values at the edges of types and limits.
const EDGES: [u64; 12] =
    [0, 1, 2, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0xffff_fffe, 0xffff_ffff, 1 << 40, u64::MAX];

/// Changes a few bytes anywhere.
fn anywhere(bytes: &mut Vec<u8>, rng: &mut Rng) {
    for _ in 0..rng.usize(1..5) {
        let at = rng.usize(0..bytes.len().max(1));
        spot(bytes, at, rng);
    }
}

/// Changes something at one place.
fn spot(bytes: &mut Vec<u8>, at: usize, rng: &mut Rng) {
    if at >= bytes.len() {
        return;
    }
    let length = rng.usize(1..40).min(bytes.len() - at);
    match rng.usize(0..10) {
        0 => bytes.truncate(at),
        1 => drop(bytes.drain(at..at + length)),
        2 => {
            let copy = bytes[at..at + length].to_vec();
            let to = rng.usize(0..bytes.len());
            drop(bytes.splice(to..to, copy));
        }
        3 | 4 => bytes[at] ^= 1 << rng.usize(0..8),
        5 | 6 => bytes[at] = rng.u8(..),
        _ => number(bytes, at, rng),
    }
}

/// Writes a number of 1 to 8 bytes, in either order.
fn number(bytes: &mut [u8], at: usize, rng: &mut Rng) {
    let value = if rng.bool() { EDGES[rng.usize(0..EDGES.len())] } else { rng.u64(..) };
    let length = [1, 2, 2, 4, 4, 8][rng.usize(0..6)];
    let mut encoded = value.to_le_bytes()[..length].to_vec();
    if rng.bool() {
        encoded.reverse();
    }
    let end = bytes.len().min(at + length);
    bytes[at..end].copy_from_slice(&encoded[..end - at]);
}

/// Damages a text: bytes, and numbers as they are written.
pub fn text(mut bytes: Vec<u8>, rng: &mut Rng) -> Vec<u8> {
    const NUMBERS: [&str; 12] = [
        "0",
        "-1",
        "1e308",
        "-0.0",
        "nan",
        "inf",
        "1e-320",
        "18446744073709551615",
        "9223372036854775807",
        "3",
        "\"x\"",
        "0.5",
    ];
    for _ in 0..rng.usize(1..4) {
        let digits: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at].is_ascii_digit()).collect();
        match rng.choice(&digits) {
            Some(&at) if rng.usize(0..3) > 0 => {
                let length = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                let number = NUMBERS[rng.usize(0..NUMBERS.len())];
                drop(bytes.splice(at..at + length, number.bytes()));
            }
            _ => anywhere(&mut bytes, rng),
        }
    }
    bytes
}

/// Damages code, constants or anything of a class.
pub fn class(mut bytes: Vec<u8>, rng: &mut Rng) -> Vec<u8> {
    let code: Vec<_> = ClassFile::parse(&bytes).map_or_else(
        |_| Vec::new(),
        |class| class.methods.iter().filter_map(|m| m.code_attribute()).map(|c| (c.offset, c.data.len())).collect(),
    );
    for _ in 0..rng.usize(1..4) {
        match rng.choice(&code) {
            Some(&(offset, length)) if rng.usize(0..3) > 0 => {
                spot(&mut bytes, offset + rng.usize(0..length.max(1)), rng)
            }
            _ => anywhere(&mut bytes, rng),
        }
    }
    bytes
}

/// Damages the records of an archive: their signatures tell where they are.
pub fn jar(mut bytes: Vec<u8>, rng: &mut Rng) -> Vec<u8> {
    let records: Vec<usize> =
        bytes.windows(4).enumerate().filter(|(_, w)| w.starts_with(b"PK")).map(|(at, _)| at).collect();
    for _ in 0..rng.usize(1..4) {
        match rng.choice(&records) {
            Some(at) if rng.usize(0..3) > 0 => spot(&mut bytes, at + rng.usize(0..64), rng),
            _ => anywhere(&mut bytes, rng),
        }
    }
    bytes
}

/// Damages sections of a map.
pub fn map(bytes: Vec<u8>, rng: &mut Rng) -> Vec<u8> {
    with_checksums(bytes, rng, fix_sections)
}

/// Puts the checksums of a map's sections right (docs/format.md, section 2).
fn fix_sections(bytes: &mut [u8]) {
    let word =
        |bytes: &[u8], at: usize| bytes.get(at..at + 4).map_or(0, |b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
    for entry in (16..).step_by(32).take(word(bytes, 12).min(64) as usize) {
        let (offset, length) = (word(bytes, entry + 8) as usize, word(bytes, entry + 16) as usize);
        let Some(crc) = bytes.get(offset..offset.saturating_add(length)).map(crc32c::crc32c) else { continue };
        if let Some(place) = bytes.get_mut(entry + 24..entry + 28) {
            place.copy_from_slice(&crc.to_le_bytes());
        }
    }
}

/// A segment that claims to belong to this map.
pub fn belonging_to(segment: &[u8], map: &[u8]) -> Vec<u8> {
    let mut segment = segment.to_vec();
    if let Some(hash) = segment.get_mut(HASH_AT..SEGMENT_HEADER) {
        hash.copy_from_slice(&MapHash::of(map).0);
    }
    segment
}

/// Damages chunks of a segment.
pub fn segment(bytes: Vec<u8>, rng: &mut Rng) -> Vec<u8> {
    with_checksums(bytes, rng, fix_chunks)
}

/// Damage, mostly behind checksums that are right again: else nothing else would be looked at.
fn with_checksums(mut bytes: Vec<u8>, rng: &mut Rng, fix: fn(&mut [u8])) -> Vec<u8> {
    anywhere(&mut bytes, rng);
    if rng.usize(0..8) > 0 {
        fix(&mut bytes);
    }
    bytes
}

/// Puts the checksums of a segment's chunks right.
fn fix_chunks(bytes: &mut [u8]) {
    let mut at = SEGMENT_HEADER;
    while let Some(head) = bytes.get(at..at + CHUNK_HEADER_LEN) {
        let word = |from: usize| u32::from_le_bytes([head[from], head[from + 1], head[from + 2], head[from + 3]]);
        let mut header = ChunkHeader::new(head[4], word(8), word(12), word(16));
        header.flags = head[5];
        header.minor = u16::from_le_bytes([head[6], head[7]]);
        header.link = Link { number: word(20), before: word(24) };
        let end = usize::try_from(header.total()).map_or(usize::MAX, |total| at.saturating_add(total));
        let Some(payload) = bytes.get(at + CHUNK_HEADER_LEN..end) else { return };
        let crc = header.crc_with(payload);
        bytes[at + 28..at + 32].copy_from_slice(&crc.to_le_bytes());
        at = end;
    }
}

/// The events of one thread.
pub type Events = (Vec<u32>, Vec<u32>);

/// A sound segment of other events: some are missing, repeated, exchanged or made up.
///
/// # Errors
/// None that are known: it is written to memory.
pub fn events(events: &Events, map: &[u8], rng: &mut Rng) -> anyhow::Result<Vec<u8>> {
    let (mut control, mut data) = events.clone();
    for _ in 0..rng.usize(1..4) {
        values(if rng.usize(0..3) > 0 { &mut control } else { &mut data }, rng);
    }
    let mut writer = SegmentWriter::new(Vec::new(), MapHash::of(map))?;
    writer.thread(0, 1, "main", 0)?;
    let encoding = [Encoding::Plain, Encoding::Predicted, Encoding::Deflated][rng.usize(0..3)];
    let column = |kind, values| Column { kind, encoding, values };
    let columns = [column(ColumnKind::Control, &control[..]), column(ColumnKind::Data, &data[..])];
    let columns: Vec<_> = columns.into_iter().filter(|column| !column.values.is_empty()).collect();
    writer.events(0, &columns)?;
    writer.thread_end(0)?;
    writer.trace_end(1, 0)?;
    Ok(writer.finish()?)
}

fn values(values: &mut Vec<u32>, rng: &mut Rng) {
    if values.is_empty() {
        return;
    }
    let (at, other) = (rng.usize(0..values.len()), rng.usize(0..values.len()));
    let end = values.len().min(at + rng.usize(1..50));
    match rng.usize(0..6) {
        0 => values.swap(at, other),
        1 => values[at] = values[other],
        2 => values[at] = values[at].wrapping_add(rng.u32(0..9)).wrapping_sub(4),
        3 => values[at] = rng.u32(..),
        4 => drop(values.drain(at..end)),
        _ => {
            let copy = values[at..end].to_vec();
            drop(values.splice(other..other, copy));
        }
    }
}
