//! The library of async-profiler inside its Maven artefact, unpacked to the user's cache.

use crate::cache::Cache;
use crate::failure::Failure;
use crate::farm::create_directory;
use crate::outputs;
use crate::ownership::why_foreign;
use paratrace_traceformat::files;
use paratrace_zip::{Archive, Source, ZipError};
use std::fs;
use std::path::{Path, PathBuf};

/// A library larger than this is none: that of version 4 has half a megabyte.
const MAX_BYTES: u64 = 64 << 20;

/// Returns the library in a jar for this system. In the cache it lies under the name of the jar; what is there is compared with
/// the jar each time, as it is native code.
pub(super) fn unpacked(jar: &Path) -> Result<PathBuf, Failure> {
    let inside = inside().ok_or_else(|| Failure::input("async-profiler knows Linux and macOS only"))?;
    let bytes = library(jar, inside)
        .map_err(|cause| Failure::input(format!("cannot read {}", jar.display())).because(cause))?
        .ok_or_else(|| Failure::input(format!("{} has no {inside}: it is no jar of async-profiler", jar.display())))?;
    let cache = Cache::find()?.ok_or_else(|| {
        Failure::input("there is no folder to unpack async-profiler to").advise("Set PARATRACE_CACHE to a directory.")
    })?;
    let folder = cache.directory.join("profilers").join(jar.file_stem().unwrap_or_default());
    if let Some(why) = why_foreign(&folder) {
        return Err(Failure::input(format!("async-profiler is not unpacked: {why}")));
    }
    let target = folder.join("libasyncProfiler.so");
    if fs::read(&target).is_ok_and(|found| found == bytes) {
        return Ok(target);
    }
    create_directory(&folder).map_err(|cause| Failure::io("create", &folder, cause))?;
    outputs::write(&target, |out| out.write_all(&bytes))?;
    Ok(target)
}

/// The name of the library in the jar, and in folders that have it for several systems.
pub(super) fn inside() -> Option<&'static str> {
    match (std::env::consts::OS, std::env::consts::ARCH) {
        ("linux", "x86_64") => Some("linux-x64/libasyncProfiler.so"),
        ("linux", "aarch64") => Some("linux-arm64/libasyncProfiler.so"),
        ("macos", _) => Some("macos/libasyncProfiler.so"),
        _ => None,
    }
}

fn library(jar: &Path, name: &str) -> Result<Option<Vec<u8>>, ZipError> {
    let archive = Archive::open(Source::new(files::open(jar)?)?)?;
    archive.find(name).map(|entry| archive.bytes(entry, MAX_BYTES)).transpose()
}
