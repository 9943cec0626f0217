//! Calls of the trace format: looking into files.

use crate::failure::{Failure, Kind};
use paratrace_traceformat::files;
use paratrace_traceformat::info::{Info, MapInfo};
use paratrace_traceformat::map::{MAGIC as MAP_MAGIC, MapError, ProgramMap};
use paratrace_traceformat::trace::{MAGIC as SEGMENT_MAGIC, MAP_NAME, TraceDir, TraceError, segment_files};
use paratrace_traceformat::{dump, verify};
use serde::Serialize;
use std::fmt::{self, Display, Formatter};
use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

const NAME_THE_DIRECTORY: &str = "Name the directory that the traced program wrote.";

/// Writes every byte with its meaning. The inner result is that of writing.
pub(crate) fn dump(path: &Path, out: &mut dyn Write) -> Result<io::Result<()>, Failure> {
    let written = match shape(path)? {
        Shape::Directory => {
            if holds_nothing(path)? {
                return Err(neither(path).advise(NAME_THE_DIRECTORY));
            }
            dump::dump_dir(path, out)
        }
        Shape::Map | Shape::Segment => dump::dump_file(path, map_beside(path).as_ref(), out),
        Shape::Other => return Err(neither(path)),
    };
    Ok(written.and_then(|()| out.flush()))
}

/// Figures of a trace or a map.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(crate) enum Figures {
    /// Of a trace.
    Trace(Box<Info>),
    /// Of a program map alone.
    Map(Box<MapInfo>),
}

impl Display for Figures {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Figures::Trace(info) => info.fmt(f),
            Figures::Map(info) => info.fmt(f),
        }
    }
}

/// The figures of a trace directory or a map.
pub(crate) fn info(path: &Path) -> Result<Figures, Failure> {
    match shape(path)? {
        Shape::Directory => Ok(Figures::Trace(Box::new(replayed(&open(path)?)))),
        Shape::Map => Ok(Figures::Map(Box::new(map_info(path)?))),
        Shape::Segment => Err(one_segment(path)),
        Shape::Other => Err(neither(path)),
    }
}

/// The figures of a trace; that it is complete is said only if all of it can be replayed.
fn replayed(trace: &TraceDir) -> Info {
    let mut info = Info::new(trace);
    match super::analysis::count_nodes(trace) {
        Ok(report) => {
            info.nodes = Some(report.nodes);
            info.completeness.complete &= report.completeness.complete;
            info.completeness.reasons = report.completeness.reasons;
        }
        Err(error) => {
            info.completeness.complete = false;
            info.completeness.reasons.push(format!("it cannot be replayed: {error}"));
        }
    }
    info
}

fn one_segment(path: &Path) -> Failure {
    Failure::input(format!("{} is one segment of a trace", path.display()))
        .advise("Name the directory that it is in; paratrace dump shows a single segment.")
}

/// Returns whether a directory has neither a map nor segments: then it is no trace.
fn holds_nothing(dir: &Path) -> Result<bool, Failure> {
    Ok(!dir.join(MAP_NAME).exists() && segment_files(dir).map_err(failure)?.is_empty())
}

fn neither(path: &Path) -> Failure {
    Failure::input(format!("{} is neither a program map nor a trace", path.display()))
}

fn map_info(path: &Path) -> Result<MapInfo, Failure> {
    let (map, hash) = ProgramMap::read(path).map_err(|error| map_failure(path, error))?;
    let bytes = fs::metadata(path).map_or(0, |m| m.len());
    Ok(MapInfo { bytes, hash: hash.to_string(), ..MapInfo::new(&map) })
}

/// Checks everything, writes what is wrong; the second result says whether all is well.
pub(crate) fn verify(path: &Path, deep: bool, out: &mut dyn Write) -> Result<(io::Result<()>, bool), Failure> {
    let shape = shape(path)?;
    let mut report = match shape {
        Shape::Directory if holds_nothing(path)? => return Err(neither(path).advise(NAME_THE_DIRECTORY)),
        Shape::Directory => verify::verify_dir(path).map_err(failure)?,
        Shape::Map => verify::verify_map(&read(path)?),
        Shape::Other => return Err(neither(path)),
        Shape::Segment => {
            let map = ProgramMap::read(path.with_file_name(MAP_NAME)).ok();
            verify::verify_segment(&read(path)?, map.as_ref().map(|(map, hash)| (map, *hash)))
        }
    };
    if deep && matches!(shape, Shape::Directory) && report.is_ok() {
        replay(path, &mut report)?;
    }
    let complete = report.notes.is_empty();
    let written = write!(out, "{report}").and_then(|()| out.flush());
    Ok((written, report.is_ok() && complete))
}

/// Follows the whole trace: what does not fit the code is a problem.
fn replay(path: &Path, report: &mut verify::Report) -> Result<(), Failure> {
    let trace = open(path)?;
    let known = trace.completeness().reasons;
    let found = super::analysis::count_nodes(&trace).map_err(|error| Failure::from_error(Kind::Input, error))?;
    let new = found.completeness.reasons.iter().filter(|reason| !known.contains(reason));
    report.replayed = Some(found.nodes);
    report.add_problems("replay", new.cloned());
    Ok(())
}

/// The kind of file that a path leads to.
enum Shape {
    Directory,
    Map,
    Segment,
    Other,
}

fn shape(path: &Path) -> Result<Shape, Failure> {
    let unreadable = |cause| Failure::io("read", path, cause);
    if fs::metadata(path).map_err(unreadable)?.is_dir() {
        return Ok(Shape::Directory);
    }
    let mut first = Vec::new();
    files::open(path).and_then(|file| file.take(MAP_MAGIC.len() as u64).read_to_end(&mut first)).map_err(unreadable)?;
    Ok(match first {
        map if map == MAP_MAGIC => Shape::Map,
        segment if segment == SEGMENT_MAGIC => Shape::Segment,
        _ => Shape::Other,
    })
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    files::read(path).map_err(|cause| Failure::io("read", path, cause))
}

/// The map in a segment's directory, if it is there and readable: then paths have names.
fn map_beside(segment: &Path) -> Option<ProgramMap> {
    ProgramMap::read(segment.with_file_name(MAP_NAME)).ok().map(|(map, _)| map)
}

/// Opens a trace directory.
pub(super) fn open(dir: &Path) -> Result<TraceDir, Failure> {
    if fs::metadata(dir).map_err(|cause| Failure::io("read", dir, cause))?.is_dir() {
        return TraceDir::open(dir).map_err(failure);
    }
    Err(Failure::input(format!("{} is no directory", dir.display())).advise(NAME_THE_DIRECTORY))
}

fn failure(error: TraceError) -> Failure {
    let (kind, advice) = match &error {
        TraceError::Io { .. } => (Kind::Io, None),
        TraceError::MapMissing { .. } | TraceError::NoSegments { .. } => (
            Kind::Input,
            Some(
                "Name the directory that the traced program wrote; killed in its first moments, it has written nothing.",
            ),
        ),
        TraceError::MapMismatch { .. } => {
            (Kind::Input, Some("A trace and its map come from the same instrumentation: keep them together."))
        }
        _ => (Kind::Input, None),
    };
    let failure = Failure::from_error(kind, error);
    match advice {
        Some(advice) => failure.advise(advice),
        None => failure,
    }
}

fn map_failure(path: &Path, error: MapError) -> Failure {
    Failure::input(format!("{} is not a readable program map", path.display())).because(error)
}
