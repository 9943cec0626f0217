//! Jars of every shape: entries, their order, their records and what lies around them stay as they were.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use paratrace_instrumenter::{Error, Options, Output, Summary, ZipError, instrument};
use tempfile::TempDir;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// A class file.
fn class() -> &'static [u8] {
    static CLASS: OnceLock<Vec<u8>> = OnceLock::new();
    CLASS.get_or_init(|| {
        let dir = tempfile::tempdir().unwrap();
        let source = dir.path().join("A.java");
        fs::write(&source, "public class A { static int f(int x) { return x > 0 ? f(x - 1) : 0; } }").unwrap();
        assert!(Command::new("javac").arg("-d").arg(dir.path()).arg(&source).status().unwrap().success());
        fs::read(dir.path().join("A.class")).unwrap()
    })
}

/// Little-endian fields of a record.
fn fields(signature: &[u8; 4], halves: &[u16], rest: &[&[u8]]) -> Vec<u8> {
    [signature.to_vec(), halves.iter().flat_map(|half| half.to_le_bytes()).collect(), rest.concat()].concat()
}

fn halves(word: usize) -> [u16; 2] {
    [word as u16, (word >> 16) as u16]
}

/// An entry, with everything that a record can hold.
#[derive(Clone)]
struct Entry<'e> {
    name: &'e [u8],
    data: &'e [u8],
    /// Sizes and checksum behind the data.
    descriptor: bool,
    local_extra: &'e [u8],
    extra: &'e [u8],
    comment: &'e [u8],
    declared: usize,
}

fn entry<'e>(name: &'e [u8], data: &'e [u8]) -> Entry<'e> {
    Entry { name, data, descriptor: false, local_extra: &[], extra: &[], comment: &[], declared: data.len() }
}

/// An archive with stored entries; `base` is added to its offsets.
fn archive(entries: &[Entry<'_>], base: usize, comment: &[u8]) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for e in entries {
        let offset = base + out.len();
        let [a, b] = halves(e.declared);
        let flags = if e.descriptor { 8 } else { 0 };
        let known = if e.descriptor { [0; 4] } else { [a, b, a, b] };
        let name = e.name.len() as u16;
        let time = [0x7a5a, 0x5b21];
        let local = [&[20, flags, 0][..], &time, &[1, 2], &known, &[name, e.local_extra.len() as u16]].concat();
        out.extend(fields(b"PK\x03\x04", &local, &[e.name, e.local_extra, e.data]));
        if e.descriptor {
            out.extend(fields(b"PK\x07\x08", &[1, 2, a, b, a, b], &[]));
        }
        let lengths = [name, e.extra.len() as u16, e.comment.len() as u16];
        let central =
            [&[0x0314, 20, flags, 0][..], &time, &[1, 2, a, b, a, b], &lengths, &[0, 1, 0, 0o100_644]].concat();
        let central = [central, halves(offset).to_vec()].concat();
        directory.extend(fields(b"PK\x01\x02", &central, &[e.name, e.extra, e.comment]));
    }
    let count = entries.len() as u16;
    let end = [&[0, 0, count, count][..], &halves(directory.len()), &halves(base + out.len()), &[comment.len() as u16]];
    let end = fields(b"PK\x05\x06", &end.concat(), &[comment]);
    [out, directory, end].concat()
}

struct Traced {
    dir: TempDir,
    result: Result<Summary, Error>,
}

impl Traced {
    fn of(jar: &[u8]) -> Traced {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("in.jar"), jar).unwrap();
        let (input, output) = (dir.path().join("in.jar"), Output::Jar(dir.path().join("out.jar")));
        let result = instrument(&[input], &output, None, &Options::default(), &|_, _| {});
        Traced { dir, result }
    }

    fn summary(&self) -> &Summary {
        self.result.as_ref().unwrap_or_else(|error| panic!("{error}: {:?}", std::error::Error::source(error)))
    }

    fn bytes(&self) -> Vec<u8> {
        self.summary();
        fs::read(self.dir.path().join("out.jar")).unwrap()
    }

    fn error(&self) -> String {
        let error = self.result.as_ref().unwrap_err();
        let source = std::error::Error::source(error).map_or(String::new(), ToString::to_string);
        assert!(!self.dir.path().join("out.jar").exists());
        format!("{error}: {source}")
    }
}

/// The records of a directory: (name, time, extra, comment, attributes), and the entry's data.
fn records(archive: &[u8]) -> Vec<(Vec<u8>, Vec<u8>)> {
    let half = |at: usize| usize::from(u16::from_le_bytes([archive[at], archive[at + 1]]));
    let word = |at: usize| half(at) | half(at + 2) << 16;
    let end = archive.windows(4).rposition(|w| w == b"PK\x05\x06").unwrap();
    let mut at = word(end + 16);
    let mut found = Vec::new();
    while archive[at..].starts_with(b"PK\x01\x02") {
        let length = 46 + half(at + 28) + half(at + 30) + half(at + 32);
        let kept = [
            &archive[at + 4..at + 6],
            &archive[at + 12..at + 16],
            &archive[at + 36..at + 42],
            &archive[at + 46..at + length],
        ];
        let local = word(at + 42);
        let data = local + 30 + half(local + 26) + half(local + 28);
        let extra = &archive[local + 30 + half(local + 26)..data];
        found.push((kept.concat(), [extra, &archive[data..data + word(at + 20)]].concat()));
        at += length;
    }
    found
}

#[test]
fn what_is_not_rewritten_stays_as_it_was() {
    let stamp: &[u8] = b"UT\x05\0\x01abcd";
    let odd = Entry { local_extra: b"\xfe\xca\0\0", extra: stamp, comment: b"why", ..entry(b"data/x.txt", b"text") };
    let entries = [
        entry(b"META-INF/MANIFEST.MF", b"Manifest-Version: 1.0\r\n"),
        odd.clone(),
        Entry { descriptor: true, ..odd.clone() },
        entry(b"A.class", class()),
        entry(b"empty/", b""),
        entry(b"../../evil\n\x1b[31m", b"x"),
        entry(b"\xff\xfe not utf-8", b"y"),
        entry(b"data/x.txt", b"a double"),
        Entry { descriptor: true, ..entry(b"B.class", class()) },
        entry(b"a.CLASS", b"z"),
    ];
    let script = b"#!/bin/sh\nexec java -jar $0\n";
    for base in [0, script.len()] {
        let jar = [&script[..], &archive(&entries, base, b"a comment")].concat();
        let traced = Traced::of(&jar);
        let out = traced.bytes();
        assert!(out.starts_with(script) && out.ends_with(b"a comment"));
        let old = records(&[&script[..], &archive(&entries, script.len(), b"a comment")].concat());
        let new = records(&out);
        for (index, (old, new)) in old.iter().zip(&new).enumerate() {
            assert_eq!(old.0, new.0, "record {index}");
            let rewritten = [3, 8].contains(&index);
            assert_eq!(old.1 == new.1, !rewritten, "data of entry {index}");
        }
        assert_eq!(traced.summary().traced, 4);
        assert!(!traced.dir.path().parent().unwrap().join("evil\n\x1b[31m").exists());
    }
}

#[test]
fn more_entries_than_a_small_directory_counts() {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for index in 0..70_000 {
        writer.start_file(format!("{index}"), options).unwrap();
    }
    writer.start_file("A.class", options.large_file(true)).unwrap();
    writer.write_all(class()).unwrap();
    let traced = Traced::of(&writer.finish().unwrap().into_inner());
    let mut archive = ZipArchive::new(Cursor::new(traced.bytes())).unwrap();
    assert!(archive.len() > 70_001);
    let mut bytes = Vec::new();
    archive.by_name("A.class").unwrap().read_to_end(&mut bytes).unwrap();
    assert!(bytes.len() > class().len());
    assert!(Command::new("jar").arg("tf").arg(traced.dir.path().join("out.jar")).output().unwrap().status.success());
}

#[test]
fn signatures_go_and_it_is_said_once() {
    let manifest = b"Manifest-Version: 1.0\r\n\r\nName: A.class\r\nSHA-256-Digest: abc=\r\n\r\n";
    let entries = [
        entry(b"META-INF/MANIFEST.MF", manifest),
        entry(b"META-INF/X.SF", b"s"),
        entry(b"META-INF/X.RSA", b"s"),
        entry(b"META-INF/sub/X.RSA", b"s"),
        entry(b"A.class", class()),
    ];
    let traced = Traced::of(&archive(&entries, 0, b""));
    assert_eq!(traced.summary().notes.len(), 1, "{:?}", traced.summary().notes);
    let mut archive = ZipArchive::new(Cursor::new(traced.bytes())).unwrap();
    let names: Vec<_> = (0..3).map(|i| archive.by_index(i).unwrap().name().unwrap().into_owned()).collect();
    assert_eq!(names, ["META-INF/MANIFEST.MF", "META-INF/sub/X.RSA", "A.class"]);
    let mut text = String::new();
    archive.by_index(0).unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(text, "Manifest-Version: 1.0\r\n\r\nName: A.class\r\n\r\n");
}

#[test]
fn bombs_end_early_and_by_name() {
    let lies = Entry { declared: 1 << 30, ..entry(b"Lie.class", class()) };
    let error = Traced::of(&archive(&[entry(b"A.class", class()), lies], 0, b"")).error();
    assert!(error.contains("Lie.class overlaps"), "{error}");

    // The name in the local header may be another one.
    let one = archive(&[entry(b"A.class", class()), entry(b"B.class", class())], 0, b"");
    let name = one.iter().rposition(|&byte| byte == b'B').unwrap();
    let shorter = [&one[..name - 18], &[9, 0], &one[name - 16..name], b"./", &one[name..]].concat();
    let end = shorter.len() - 10;
    let size = (u16::from_le_bytes([shorter[end], shorter[end + 1]]) + 2).to_le_bytes();
    let traced = Traced::of(&[&shorter[..end], &size, &shorter[end + 2..]].concat());
    assert_eq!(traced.summary().traced, 4);
    assert!(Traced::of(&traced.bytes()).error().contains("traced already"));

    // Two records of one entry.
    let one = archive(&[entry(b"A.class", class())], 0, b"");
    let directory = one.windows(4).position(|w| w == b"PK\x01\x02").unwrap();
    let record = &one[directory..one.len() - 22];
    let end =
        fields(b"PK\x05\x06", &[&[0, 0, 2, 2][..], &halves(2 * record.len()), &halves(directory), &[0]].concat(), &[]);
    let error = Traced::of(&[&one[..directory], record, record, &end].concat()).error();
    assert!(error.contains("A.class overlaps"), "{error}");

    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for name in ["Zeros.class", "A.class", "BOOT-INF/lib/zeros.jar", "lib/other.jar"] {
        writer.start_file(name, SimpleFileOptions::default()).unwrap();
        match name {
            "A.class" => writer.write_all(class()).unwrap(),
            _ => writer.write_all(&vec![0; 40 << 20]).unwrap(),
        }
    }
    let traced = Traced::of(&writer.finish().unwrap().into_inner());
    assert_eq!(traced.summary().traced, 2);
    let notes = traced.summary().notes.join("\n");
    for note in
        ["Zeros.class", "BOOT-INF/lib/zeros.jar is left as it is: it has 41943040 bytes", "lib/other.jar is left"]
    {
        assert!(notes.contains(note), "{notes}");
    }
}

#[test]
fn damaged_archives_end_in_one_error() {
    let good = archive(&[entry(b"A.class", class())], 0, b"");
    for (jar, says) in [
        (&good[..good.len() - 10], "no end of central directory"),
        (&good[100..], "not within the file"),
        (b"", "no end of central directory"),
    ] {
        let error = Traced::of(jar).error();
        assert!(error.contains("is not a readable jar") && error.contains(says), "{error}");
    }
    let mut encrypted = good.clone();
    let directory = good.windows(4).position(|w| w == b"PK\x01\x02").unwrap();
    encrypted[directory + 8] |= 1;
    assert!(matches!(Traced::of(&encrypted).result, Err(Error::Jar { source: ZipError::Encrypted { .. }, .. })));
}

#[cfg(unix)]
#[test]
fn directories_with_links_and_odd_names() {
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;

    let dir = tempfile::tempdir().unwrap();
    let (input, outside) = (dir.path().join("in"), dir.path().join("outside"));
    fs::create_dir_all(input.join("empty/inner")).unwrap();
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("A.class"), class()).unwrap();
    symlink(outside.join("A.class"), input.join("A.class")).unwrap();
    symlink(&outside, input.join("linked")).unwrap();
    symlink(&input, input.join("empty/back")).unwrap();
    let odd = PathBuf::from(std::ffi::OsStr::from_bytes(b"\xff.bin"));
    fs::write(input.join(&odd), "odd").unwrap();
    assert!(Command::new("mkfifo").arg(input.join("pipe")).status().unwrap().success());

    let out = dir.path().join("out");
    let summary = instrument(&[input], &Output::Directory(out.clone()), None, &Options::default(), &|_, _| {}).unwrap();
    let notes = summary.notes.join("\n");
    assert!(notes.contains("in!/empty/back is left out") && notes.contains("in!/pipe is left out"), "{notes}");
    assert_eq!(fs::read(out.join("in").join(&odd)).unwrap(), b"odd");
    assert!(out.join("in/empty/inner").is_dir() && !out.join("in/empty/back").exists());
    assert!(fs::read(out.join("in/A.class")).unwrap() != class());
    assert!(fs::read(out.join("in/linked/A.class")).unwrap() == class(), "it cannot be loaded from there");
    assert!(!is_link(&out.join("in/A.class")));
    assert!(fs::read(outside.join("A.class")).unwrap() == class(), "the original changed");
    assert!(!is_link(&out.join("in/linked")));
}

#[cfg(unix)]
fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).unwrap().is_symlink()
}
