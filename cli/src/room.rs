//! Room on the disk.

use crate::failure::{Failure, Kind};
use std::path::Path;

/// The part of a path that is there already.
pub(crate) fn above(path: &Path) -> &Path {
    let found = path.ancestors().skip(1).find(|path| path.as_os_str().is_empty() || path.exists());
    found.filter(|path| !path.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Traced copies need about the room of the originals and half as much again; a trace this at least.
const TRACE_BYTES: u64 = 16 << 20;

/// There must be room for traced copies of so many bytes, and for a trace.
pub(crate) fn refuse_full(directory: &Path, bytes: u64) -> Result<(), Failure> {
    refuse(directory, "traced copies and the trace need", bytes + bytes / 2 + TRACE_BYTES)
        .map_err(|full| full.advise("Free some, or name another directory: TMPDIR for copies, --out for the trace."))
}

/// There must be room for so many bytes of a traced JDK.
pub(crate) fn refuse_less_than(bytes: u64, directory: &Path) -> Result<(), Failure> {
    refuse(directory, "making a traced JDK needs", bytes)
        .map_err(|full| full.advise("Free some, or name another directory in PARATRACE_CACHE."))
}

fn refuse(directory: &Path, what: &str, needed: u64) -> Result<(), Failure> {
    // If the system does not tell how much room there is, the copying will.
    let Some(free) = free(above(&directory.join("trace"))).filter(|&free| free < needed) else { return Ok(()) };
    let (directory, free, needed) = (directory.display(), free >> 20, needed.div_ceil(1 << 20));
    let what = format!("there is no room in {directory}: {free} MB are free, {what} {needed} MB or more");
    Err(Failure::new(Kind::Io, what))
}

/// Bytes that this user may still write where a directory is.
#[cfg(unix)]
pub(crate) fn free(directory: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(directory).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[cfg(not(unix))]
pub(crate) fn free(_: &Path) -> Option<u64> {
    None
}
