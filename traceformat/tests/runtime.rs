//! The Java runtime writes with constants of its own: they must be ours.
#![allow(clippy::unwrap_used, clippy::panic)]

use paratrace_traceformat::trace::{
    CALLED_BACK, CHUNK_HEADER_LEN, CHUNK_MAGIC, COUNTED, ChunkKind, ColumnKind, Encoding, FOLLOWED, HASH_D, HASH_F,
    INTERRUPTED, INTERRUPTED_LEN, MAGIC, MAJOR, MINOR, NO_THREAD, NORMAL_SHUTDOWN, OUTSIDE, RESUMED, RETURNED,
    SEGMENT_HEADER_LEN, SIZE_LIMIT, STAMP_WORDS, TABLE_WORDS,
};
use std::collections::BTreeMap;

/// `static final` constants of a Java source: names and values as written.
fn constants(source: &str) -> BTreeMap<&str, &str> {
    let declared = source.lines().filter_map(|line| line.trim().strip_prefix("static final "));
    declared
        .map(|line| {
            let (name, value) = line.strip_suffix(';').unwrap().split_once(" = ").unwrap();
            (name.split_once(' ').unwrap().1, value)
        })
        .collect()
}

/// A Java `int` literal.
fn int(text: &str) -> u32 {
    text.strip_prefix("0x").map_or_else(|| text.parse(), |hex| u32::from_str_radix(hex, 16)).unwrap()
}

#[test]
fn constants_of_the_runtime() {
    let source = include_str!("../../runtime-java/src/main/java/paratrace/rt/Format.java");
    let mut found = constants(source);
    let length = |bytes: usize| u32::try_from(bytes).unwrap();
    let numbers = [
        ("MAJOR", u32::from(MAJOR)),
        ("MINOR", u32::from(MINOR)),
        ("SEGMENT_HEADER", length(SEGMENT_HEADER_LEN)),
        ("CHUNK_HEADER", length(CHUNK_HEADER_LEN)),
        ("NO_THREAD", NO_THREAD),
        ("KIND_EVENTS", ChunkKind::Events as u32),
        ("KIND_THREAD", ChunkKind::Thread as u32),
        ("KIND_CLASSES", ChunkKind::Classes as u32),
        ("KIND_END_OF_THREAD", ChunkKind::ThreadEnd as u32),
        ("KIND_END_OF_TRACE", ChunkKind::TraceEnd as u32),
        ("COLUMN_CONTROL", ColumnKind::Control as u32),
        ("COLUMN_DATA", ColumnKind::Data as u32),
        ("COLUMN_SYNC", ColumnKind::Sync as u32),
        ("RAW", Encoding::Plain as u32),
        ("PREDICTED", Encoding::Predicted as u32),
        ("DEFLATED", Encoding::Deflated as u32),
        ("NORMAL_SHUTDOWN", u32::from(NORMAL_SHUTDOWN)),
        ("SIZE_LIMIT", u32::from(SIZE_LIMIT)),
        ("TABLE", length(TABLE_WORDS)),
        ("TABLE_SHIFT", u32::BITS - TABLE_WORDS.ilog2()),
        ("INTERRUPTED", INTERRUPTED),
        ("OUTSIDE", OUTSIDE),
        ("RETURNED", RETURNED),
        ("COUNTED", COUNTED),
        ("FOLLOWED", FOLLOWED),
        ("CALLED_BACK", CALLED_BACK),
        ("RESUMED", RESUMED),
        ("STAMP_WORDS", length(STAMP_WORDS)),
        ("INTERRUPTED_WORDS", length(INTERRUPTED_LEN)),
        ("HASH1", HASH_F[0]),
        ("HASH2", HASH_F[1]),
        ("HASH3", HASH_F[2]),
    ];
    for (name, ours) in numbers {
        assert_eq!(int(found.remove(name).unwrap()), ours, "{name}");
    }
    assert_eq!(HASH_D, [HASH_F[0], HASH_F[1]]);
    let magic = |bytes: &[u8]| format!("\"{}\"", String::from_utf8_lossy(bytes).replace('\0', "\\0"));
    assert_eq!(found.remove("SEGMENT_MAGIC").unwrap(), magic(&MAGIC));
    assert_eq!(found.remove("CHUNK_MAGIC").unwrap(), magic(&CHUNK_MAGIC));
    // Offsets within headers and names of files: traces that the runtime wrote are read by other tests.
    let rest: Vec<&str> = found.into_keys().collect();
    let known = [
        "AT_BEFORE",
        "AT_CRC",
        "AT_KIND",
        "AT_LENGTH",
        "AT_MINOR",
        "AT_NUMBER",
        "AT_SEQUENCE",
        "AT_THREAD",
        "COLUMN_HEADER",
        "HASH_RESOURCE",
        "MAP_FILE",
        "MAP_HASH",
        "MAP_RESOURCE",
        "PLACE_RESOURCE",
        "PRIVATE_RESOURCE",
    ];
    assert_eq!(rest, known);
}
