//! Real inputs: programs of `tests/programs`, compiled, packed in jars of several shapes, traced and run.

use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};
use paratrace_instrumenter::{Options, Output, instrument};
use paratrace_traceformat::trace::TraceDir;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::mutate::Events;

/// Small programs with every kind of instruction, and few events.
const PROGRAMS: [&str; 12] = [
    "ExceptionFrames",
    "NestedFinally",
    "InnerClasses",
    "StaticInitCycle",
    "MultiArrays",
    "TableSwitch",
    "LookupSwitch",
    "TangledFlow",
    "DefaultMethods",
    "LongArithmetic",
    "SynchronizedBlocks",
    "ConstructorThrows",
];
/// The programs that are run to get traces.
const TRACED: [&str; 4] = ["ExceptionFrames", "InnerClasses", "StaticInitCycle", "DefaultMethods"];

/// A trace with its map.
#[derive(Debug)]
pub struct Trace {
    /// `program.map`
    pub map: Vec<u8>,
    /// `segment-00000.trace`
    pub segment: Vec<u8>,
    /// The events of its main thread.
    pub events: Events,
}

/// Inputs to damage.
#[derive(Debug)]
pub struct Seeds {
    /// Class files.
    pub classes: Vec<Vec<u8>>,
    /// Jars.
    pub jars: Vec<Vec<u8>>,
    /// Traces.
    pub traces: Vec<Trace>,
}

impl Seeds {
    /// Compiles and runs the programs; `javac` and `java` must be on the path.
    ///
    /// # Errors
    /// Fails if one of the programs fails.
    pub fn make() -> anyhow::Result<Seeds> {
        let dir = tempfile::tempdir()?;
        let compiled = dir.path().join("compiled");
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/programs");
        let files = PROGRAMS.map(|name| sources.join(name).with_extension("java"));
        run(Command::new("javac").args(["--release", "17", "-g", "-nowarn", "-d"]).arg(&compiled).args(files))?;
        let mut named = Vec::new();
        for entry in fs::read_dir(&compiled)? {
            let path = entry?.path();
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            named.push((name, fs::read(path)?));
        }
        named.sort();
        let traces = TRACED.iter().map(|main| trace(dir.path(), &compiled, main)).collect::<anyhow::Result<_>>()?;
        Ok(Seeds { jars: jars(&named)?, classes: named.into_iter().map(|(_, bytes)| bytes).collect(), traces })
    }
}

fn run(command: &mut Command) -> anyhow::Result<()> {
    let output = command.output().with_context(|| format!("{command:?}"))?;
    ensure!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}

fn trace(dir: &Path, compiled: &Path, main: &str) -> anyhow::Result<Trace> {
    // A map of its own, so that it is small.
    let own = dir.join(main);
    fs::create_dir(&own)?;
    for entry in fs::read_dir(compiled)? {
        let path = entry?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if name.starts_with(main) {
            fs::copy(&path, own.join(name))?;
        }
    }
    let (traced, place) = (dir.join("traced"), dir.join(format!("{main}.trace")));
    instrument(&[own], &Output::Directory(traced.clone()), None, &Options::default(), &|_, _| {})?;
    let mut option = std::ffi::OsString::from("-Dparatrace.dir=");
    option.push(&place);
    run(Command::new("java").arg(option).arg("-cp").arg(traced.join(main)).arg(main))?;
    let (mut control, mut data) = Events::default();
    TraceDir::open(&place)?.columns(0).next_chunk(&mut control, &mut data, None)?;
    let read = |name: &str| -> anyhow::Result<Vec<u8>> { Ok(fs::read(PathBuf::from(&place).join(name))?) };
    Ok(Trace { map: read("program.map")?, segment: read("segment-00000.trace")?, events: (control, data) })
}

/// Three classes in jars: packed and stored, with versions, with a library inside, signed.
fn jars(classes: &[(String, Vec<u8>)]) -> anyhow::Result<Vec<Vec<u8>>> {
    let small: Vec<(&str, &[u8])> = classes.iter().map(|(n, b)| (n.as_str(), &b[..])).take(3).collect();
    let Some(&(name, bytes)) = small.first() else { return Ok(Vec::new()) };
    let manifest = b"Manifest-Version: 1.0\r\nMulti-Release: true\r\nClass-Path: /x/in.jar y.jar\r\n\r\nName: a\r\nSHA-256-Digest: b\r\n";
    let with = |more: &[(&str, &[u8])], method| {
        jar(
            &[("META-INF/MANIFEST.MF", &manifest[..])].iter().chain(&small).chain(more).copied().collect::<Vec<_>>(),
            method,
        )
    };
    let library = with(&[], CompressionMethod::Deflated)?;
    let version = format!("META-INF/versions/11/{name}");
    Ok(vec![
        with(&[(&version, bytes)], CompressionMethod::Stored)?,
        with(&[("BOOT-INF/lib/a.jar", &library), ("META-INF/A.SF", b"x")], CompressionMethod::Stored)?,
        with(&[("WEB-INF/lib/a.jar", &library), ("empty/", b"")], CompressionMethod::Deflated)?,
        [&b"#!/bin/sh\nexit\n"[..], &library].concat(),
        library,
    ])
}

fn jar(entries: &[(&str, &[u8])], method: CompressionMethod) -> anyhow::Result<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        writer.start_file(*name, SimpleFileOptions::default().compression_method(method))?;
        writer.write_all(bytes)?;
    }
    Ok(writer.finish()?.into_inner())
}
