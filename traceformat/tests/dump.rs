//! Dumps: golden text, and every byte accounted for. `BLESS=1` writes the golden files anew.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{Random, maps, traces};
use paratrace_traceformat::dump;
use paratrace_traceformat::map::{MapHash, ProgramMap};

fn golden(name: &str, text: &str) {
    let path = format!("{}/tests/golden/{name}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(expected == text, "{path} differs from:\n{text}");
}

fn map_text(bytes: &[u8]) -> String {
    let mut out = Vec::new();
    dump::dump_map(bytes, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn segment_text(bytes: &[u8]) -> String {
    let mut out = Vec::new();
    dump::dump_segment(bytes, Some(&maps::tiny()), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// The bytes that the lines of a dump show, each at its offset.
fn shown(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    for line in text.lines().filter(|l| l.as_bytes().first().is_some_and(u8::is_ascii_hexdigit)) {
        assert_eq!(usize::from_str_radix(&line[..8], 16).unwrap(), bytes.len(), "{line}");
        let hex = line.get(10..57).unwrap_or(&line[10..]);
        bytes.extend(hex.split_ascii_whitespace().map(|b| u8::from_str_radix(b, 16).unwrap()));
    }
    bytes
}

fn segments() -> Vec<Vec<u8>> {
    traces::segments(MapHash::of(&maps::tiny().to_bytes().unwrap()))
}

#[test]
fn tiny_map() {
    golden("map.txt", &map_text(&maps::tiny().to_bytes().unwrap()));
}

/// Maps up to version 1.3 have sections of version 1: numbers of fixed width.
#[test]
fn tiny_map_of_version_1_3() {
    let text = include_str!("golden/map-1.3.txt");
    let bytes = shown(text);
    assert_eq!(ProgramMap::from_bytes(&bytes).unwrap(), maps::tiny());
    assert_eq!(map_text(&bytes), text);
}

#[test]
fn tiny_segment() {
    let mut bytes = segments().remove(1);
    bytes.truncate(bytes.len() - 3);
    golden("segment.txt", &segment_text(&bytes));
}

#[test]
fn every_byte_is_shown_whatever_the_file() {
    let (map, segment) = (maps::tiny().to_bytes().unwrap(), segments().remove(0));
    assert_eq!(shown(&map_text(&map)), map);
    assert_eq!(shown(&segment_text(&segment)), segment);
    let mut r = Random(7);
    for i in 0..500 {
        let (mut m, mut s) = (map.clone(), segment.clone());
        r.mutate(&mut m);
        r.mutate(&mut s);
        if i % 2 == 0 {
            maps::fix_crcs(&mut m);
            traces::fix_crcs(&mut s);
        }
        assert_eq!(shown(&map_text(&m)), m);
        assert_eq!(shown(&segment_text(&s)), s);
    }
}

#[test]
fn a_directory() {
    let dir = tempfile::tempdir().unwrap();
    traces::write_dir(dir.path(), &maps::tiny(), &segments());
    let mut out = Vec::new();
    dump::dump_dir(dir.path(), &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    let names: Vec<&str> = text.lines().filter(|l| l.starts_with("== ")).collect();
    assert_eq!(names, ["== program.map", "== segment-00000.trace", "== segment-00001.trace"]);
    assert!(text.contains("2: a/T.run()V Header + 1, Cut { edge: 3, to: 3 }"));
}
