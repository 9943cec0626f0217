//! A jar of more than 4 GiB, with an entry of more than 4 GiB. The output takes that much room on the disk, so it is run by
//! command: `cargo test -p paratrace-instrumenter --test large -- --ignored`.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::process::Command;

use paratrace_instrumenter::{Options, Output, instrument};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// More than 32 bits count.
const LARGE: u64 = (4 << 30) + (1 << 20);

const MAIN: &str = "public class Main { public static void main(String[] args) throws Exception { \
                    System.out.println(Main.class.getResource(\"/after\").openStream().read() + \" \" + \
                    Main.class.getResource(\"/zeros\").openConnection().getContentLengthLong()); } }";

/// A file with holes where nothing but zeros is written.
struct Sparse(File);

impl Write for Sparse {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() >= 1 << 16 && bytes.iter().all(|&byte| byte == 0) {
            self.0.seek_relative(bytes.len() as i64)?;
            return Ok(bytes.len());
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Seek for Sparse {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}

fn large_jar(path: &Path, class: &[u8]) {
    let mut jar = ZipWriter::new(Sparse(File::create(path).unwrap()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    jar.start_file("before", stored).unwrap();
    jar.write_all(b"a").unwrap();
    jar.start_file("zeros", stored.large_file(true)).unwrap();
    let zeros = vec![0; 1 << 20];
    for _ in 0..LARGE / zeros.len() as u64 {
        jar.write_all(&zeros).unwrap();
    }
    jar.start_file("Main.class", stored).unwrap();
    jar.write_all(class).unwrap();
    jar.start_file("after", stored).unwrap();
    jar.write_all(b"z").unwrap();
    jar.finish().unwrap();
}

#[test]
#[ignore = "writes 4 GiB"]
fn more_bytes_than_32_bits_count() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    fs::write(path("Main.java"), MAIN).unwrap();
    assert!(Command::new("javac").arg("-d").arg(dir.path()).arg(path("Main.java")).status().unwrap().success());
    large_jar(&path("in.jar"), &fs::read(path("Main.class")).unwrap());
    let output = Output::Jar(path("out.jar"));
    let summary = instrument(&[path("in.jar")], &output, None, &Options::default(), &|_, _| {}).unwrap();
    assert_eq!((summary.traced, summary.classes), (2, 1));

    let mut jar = ZipArchive::new(File::open(path("out.jar")).unwrap()).unwrap();
    assert_eq!(jar.by_name("zeros").unwrap().size(), LARGE);
    let mut last = String::new();
    jar.by_name("after").unwrap().read_to_string(&mut last).unwrap();
    assert_eq!(last, "z");
    let mut java = Command::new("java");
    java.arg(format!("-Dparatrace.dir={}", path("trace").display())).arg("-cp").arg(path("out.jar")).arg("Main");
    let output = java.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(text(&output.stdout), format!("122 {LARGE}\n"), "{}", text(&output.stderr));
    assert!(path("trace/program.map").exists());
}
