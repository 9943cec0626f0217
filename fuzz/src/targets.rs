//! The whole tool on one input each. An error is a good end; a panic is not, nor an output that cannot be read again.

use std::fs;
use std::io::sink;
use std::path::Path;

use paratrace_analyzer::{DumpOptions, analyze, dump_nodes};
use paratrace_classfile::ClassFile;
use paratrace_instrumenter::{Error, Options, Output, instrument};
use paratrace_report::json;
use paratrace_report::sources::SourceFinder;
use paratrace_report::text::{TextOptions, summary};
use paratrace_traceformat::info::Info;
use paratrace_traceformat::map::ProgramMap;
use paratrace_traceformat::trace::TraceDir;
use paratrace_traceformat::{dump, verify};

/// Nodes that are listed: a damaged map can make long programs.
const NODES: u64 = 10_000;

/// Instruments a directory with this class file in it.
///
/// # Errors
/// What cannot be written to `scratch`, an empty directory.
///
/// # Panics
/// If the tool does, or its output is no class.
#[expect(clippy::panic, reason = "a finding")]
pub fn class(data: &[u8], scratch: &Path) -> anyhow::Result<bool> {
    let (input, output) = (scratch.join("in"), scratch.join("out"));
    fs::create_dir(&input)?;
    fs::write(input.join("Seed.class"), data)?;
    if !instrumented(&input, &output) {
        return Ok(false);
    }
    let rewritten = fs::read(output.join("in/Seed.class"))?;
    match ClassFile::parse(&rewritten) {
        _ if rewritten == data => Ok(false),
        Ok(_) => Ok(true),
        Err(error) => panic!("the rewritten class cannot be read: {error}"),
    }
}

/// Instruments a jar.
///
/// # Errors
/// What cannot be written to `scratch`, an empty directory.
///
/// # Panics
/// If the tool does, or does not know its own output.
#[expect(clippy::panic, reason = "a finding")]
pub fn jar(data: &[u8], scratch: &Path) -> anyhow::Result<bool> {
    let (input, output) = (scratch.join("in.jar"), scratch.join("out"));
    fs::write(&input, data)?;
    if !instrumented(&input, &output) {
        return Ok(false);
    }
    match instrument(&[output.join("in.jar")], &Output::Directory(scratch.join("again")), None, &options(), &|_, _| {})
    {
        Err(Error::AlreadyTraced { .. }) => Ok(true),
        other => panic!("the traced jar is not what it should be: {other:?}"),
    }
}

fn instrumented(input: &Path, output: &Path) -> bool {
    instrument(&[input.to_owned()], &Output::Directory(output.to_owned()), None, &options(), &|_, _| {}).is_ok()
}

fn options() -> Options {
    Options { threads: 1, ..Options::default() }
}

/// Reads, dumps and verifies a map, and analyses a trace with it.
///
/// # Errors
/// What cannot be written to `scratch`, an empty directory.
pub fn map(data: &[u8], segment: &[u8], scratch: &Path) -> anyhow::Result<bool> {
    let read = ProgramMap::from_bytes(data).is_ok();
    let _ = (verify::verify_map(data).to_string(), dump::dump_map(data, &mut sink()));
    trace(segment, data, scratch)?;
    Ok(read)
}

/// Looks at a trace in every way.
///
/// # Errors
/// What cannot be written to `scratch`, an empty directory.
pub fn trace(data: &[u8], map: &[u8], scratch: &Path) -> anyhow::Result<bool> {
    fs::write(scratch.join("program.map"), map)?;
    fs::write(scratch.join("segment-00000.trace"), data)?;
    let _ = verify::verify_dir(scratch).map(|report| report.to_string());
    let _ = dump::dump_dir(scratch, &mut sink());
    let Ok(dir) = TraceDir::open(scratch) else { return Ok(false) };
    let _ = Info::new(&dir).to_string();
    let _ = dump_nodes(&dir, &DumpOptions { limit: Some(NODES), ..DumpOptions::default() }, &mut sink());
    let Ok(report) = analyze(&dir, &paratrace_analyzer::Options::default()) else { return Ok(false) };
    let _ = (json::to_string(&report)?, summary(&report, &text_options()));
    Ok(true)
}

fn text_options() -> TextOptions {
    let sources = SourceFinder::new(&[], Path::new("/nonexistent"));
    TextOptions { top: 10, color: false, unicode: true, width: 100, cores: 2, sources }
}
