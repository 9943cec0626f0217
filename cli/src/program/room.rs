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
#[cfg(unix)]
pub(crate) fn refuse_full(directory: &Path, bytes: u64) -> Result<(), Failure> {
    // If the system does not tell how much room there is, the copying will.
    let Ok(disk) = rustix::fs::statvfs(above(&directory.join("trace"))) else { return Ok(()) };
    let (free, needed) = (disk.f_bavail.saturating_mul(disk.f_frsize), bytes + bytes / 2 + TRACE_BYTES);
    if free >= needed {
        return Ok(());
    }
    let what = format!(
        "there is no room in {}: {} MB are free, traced copies and the trace need {} MB or more",
        directory.display(),
        free >> 20,
        needed.div_ceil(1 << 20)
    );
    Err(Failure::new(Kind::Io, what)
        .advise("Free some, or name another directory: TMPDIR for copies, --out for the trace."))
}

#[cfg(not(unix))]
pub(crate) fn refuse_full(_: &Path, _: u64) -> Result<(), Failure> {
    Ok(())
}
