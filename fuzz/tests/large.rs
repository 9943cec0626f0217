//! Long runs of a program that needs little memory: the analysis needs little memory as well.
#![allow(clippy::unwrap_used)]

use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::process::Command;

use paratrace_analyzer::{Options, analyze};
use paratrace_fuzz::MEMORY;
use paratrace_instrumenter::{Options as Tracing, Output, instrument};
use paratrace_traceformat::trace::write::{Column, SegmentWriter};
use paratrace_traceformat::trace::{ColumnKind, Encoding, TraceDir};

/// The program, traced.
struct Program {
    dir: tempfile::TempDir,
}

impl Program {
    fn new() -> Program {
        let dir = tempfile::tempdir().unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/Accesses.java");
        let classes = dir.path().join("classes");
        assert!(Command::new("javac").args(["-g", "-d"]).arg(&classes).arg(source).status().unwrap().success());
        let traced = Output::Directory(dir.path().join("traced"));
        instrument(&[classes], &traced, None, &Tracing::default(), &|_, _| {}).unwrap();
        Program { dir }
    }

    /// The trace of a run with so many accesses.
    fn trace(&self, accesses: u32) -> PathBuf {
        let trace = self.dir.path().join(format!("trace-{accesses}"));
        let mut java = Command::new("java");
        java.arg(format!("-Dparatrace.dir={}", trace.display())).arg("-cp").arg(self.dir.path().join("traced/classes"));
        assert!(java.arg("Accesses").arg(accesses.to_string()).output().unwrap().status.success());
        trace
    }
}

/// The same trace with all values as they are, not packed.
fn unpacked(trace: &Path) -> PathBuf {
    let (from, to) = (TraceDir::open(trace).unwrap(), trace.with_extension("unpacked"));
    fs::create_dir(&to).unwrap();
    fs::copy(trace.join("program.map"), to.join("program.map")).unwrap();
    let out = BufWriter::new(File::create(to.join("segment-00000.trace")).unwrap());
    let mut writer = SegmentWriter::new(out, from.map_hash()).unwrap();
    assert_eq!(from.threads().len(), 1);
    writer.thread(0, 1, "main", 0).unwrap();
    let (mut columns, mut control, mut data) = (from.columns(0), Vec::new(), Vec::new());
    while columns.next_chunk(&mut control, &mut data, None).unwrap() {
        let column = |kind, values| Column { kind, encoding: Encoding::Plain, values };
        writer.events(0, &[column(ColumnKind::Control, &control), column(ColumnKind::Data, &data)]).unwrap();
        control.clear();
        data.clear();
    }
    writer.thread_end(0).unwrap();
    writer.trace_end(1, 0).unwrap();
    writer.finish().unwrap();
    to
}

/// Bytes of memory that an analysis takes beside the files of the trace, which are only mapped. Distances of dependences
/// need the whole run a second time: it is kept packed, in memory up to a limit, and then in a temporary file.
fn memory(trace: &Path) -> u64 {
    let options = Options { distances: false, threads: 1, ..Options::default() };
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let report = analyze(&TraceDir::open(trace).unwrap(), &options).unwrap();
    assert!(report.completeness.complete, "{:?}", report.completeness);
    (MEMORY.peak_usage() - before) as u64
}

/// One test: memory is counted for the whole process.
#[test]
fn memory_is_for_the_program_and_not_for_its_trace() {
    let program = Program::new();
    let short = memory(&program.trace(500_000));
    let large = unpacked(&program.trace(5_000_000));
    let (taken, bytes) = (memory(&large), fs::metadata(large.join("segment-00000.trace")).unwrap().len());
    println!("{short} bytes; {taken} for a trace that is ten times as long, of {bytes} bytes");
    assert!(taken < short + short / 4, "{short} bytes, and {taken} for a run that is ten times as long");
    assert!(bytes > 10 * taken, "a trace of {bytes} bytes took {taken} bytes");
}
