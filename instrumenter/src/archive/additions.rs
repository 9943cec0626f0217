//! Files added to outputs: the runtime and the program map.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::{Access, Packed, Pending, pack};
use crate::error::Error;
use crate::runtime;
use paratrace_zip::Writer;

/// File name of the runtime as a module.
pub const RUNTIME_JAR: &str = "paratrace.rt.jar";

/// An entry that outputs get, packed once.
pub(super) struct Added<'b> {
    pub(super) name: &'static str,
    pub(super) bytes: &'b [u8],
    pub(super) packed: Packed,
}

/// How an output has the program map.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Map<'b> {
    /// Its bytes.
    Inside(&'b [u8]),
    /// The path of a file with it.
    At(&'b [u8]),
}

impl<'b> Map<'b> {
    /// Outputs name a file only if every JVM that can load them reads its path as it is meant: Unix has bytes.
    pub(crate) fn new(bytes: &'b [u8], place: Option<&'b Path>) -> Map<'b> {
        let path = place.map(|place| place.as_os_str().as_encoded_bytes());
        path.filter(|path| cfg!(unix) || path.is_ascii()).map_or(Map::Inside(bytes), Map::At)
    }
}

/// Runtime and map.
pub(crate) struct Additions<'b> {
    entries: Vec<Added<'b>>,
    /// They form a module, which the modules among the outputs require.
    pub(super) modules: bool,
}

impl<'b> Additions<'b> {
    /// `hash` is the SHA-256 of the map: computing it would hold up each run.
    pub(crate) fn new(map: Map<'b>, hash: &'b [u8], modules: bool) -> Result<Additions<'b>, Error> {
        let map = match map {
            Map::Inside(bytes) => (runtime::MAP_ENTRY, bytes),
            Map::At(path) => (runtime::PLACE_ENTRY, path),
        };
        let all = runtime::CLASSES.iter().copied().chain([map, (runtime::HASH_ENTRY, hash)]);
        Additions::pack(all, modules)
    }

    /// The additions for programs that only count: the profiler.
    pub(crate) fn profiler() -> Result<Additions<'b>, Error> {
        Additions::pack(runtime::PROFILER.iter().copied(), false)
    }

    fn pack(all: impl Iterator<Item = (&'static str, &'b [u8])>, modules: bool) -> Result<Additions<'b>, Error> {
        let packed = |(name, bytes)| Ok(Added { name, bytes, packed: pack(bytes)? });
        let entries = all.map(packed).collect::<io::Result<_>>();
        let entries = entries.map_err(|source| Error::io("pack", Path::new(runtime::MAP_ENTRY), source))?;
        Ok(Additions { entries, modules })
    }

    /// The files added to every output, since parts of the class path may be used alone. With modules there are none:
    /// two modules cannot share a package.
    pub(super) fn of_outputs(&self) -> impl Iterator<Item = &Added<'b>> {
        self.entries.iter().filter(|added| !self.modules && added.name != runtime::DESCRIPTOR)
    }

    /// Writes the module, if it is to be one.
    pub(crate) fn write_module(&self, directory: &Path, access: Access) -> Result<Option<Pending>, Error> {
        if !self.modules {
            return Ok(None);
        }
        let output = directory.join(RUNTIME_JAR);
        let pending = Pending::beside(&output, access)?;
        let mut writer = Writer::new(BufWriter::new(pending.create()?));
        let written = self.entries.iter().try_for_each(|added| writer.add(added.name, &added.packed));
        written.and_then(|()| writer.finish(&[])?.flush()).map_err(|source| Error::io("write", &output, source))?;
        Ok(Some(pending))
    }
}
