//! Files added to outputs: the runtime and the program map.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::{Access, Packed, Pending, pack};
use crate::error::Error;
use crate::runtime;
use paratrace_zip::Writer;

/// File name of the runtime alone: a module, or what the JVM's own class loader gets.
pub const RUNTIME_JAR: &str = "paratrace.rt.jar";

/// An entry that outputs get, packed once.
pub(super) struct Added<'b> {
    pub(super) name: &'static str,
    pub(super) bytes: &'b [u8],
    pub(super) packed: Packed,
}

/// What outputs have of the program map.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MapParts<'b> {
    pub(crate) map: Map<'b>,
    /// Its SHA-256: computing it would hold up each run.
    pub(crate) hash: &'b [u8],
    /// Not everybody may read the classes, and so the traces.
    pub(crate) private: bool,
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

impl<'b> MapParts<'b> {
    /// The entries; the names are those of a map, of the path of one, of the hash, and of the word that the classes are private.
    fn entries(self, [map, place, hash, private]: [&'static str; 4]) -> impl Iterator<Item = (&'static str, &'b [u8])> {
        let found = match self.map {
            Map::Inside(bytes) => (map, bytes),
            Map::At(path) => (place, path),
        };
        let word: &[u8] = b"for its owner\n";
        [found, (hash, self.hash)].into_iter().chain(self.private.then_some((private, word)))
    }
}

/// Runtime and map.
pub(crate) struct Additions<'b> {
    entries: Vec<Added<'b>>,
    pub(super) place: Place,
    /// They lie in a jar of their own, too.
    alone: bool,
}

/// The other modules of a JDK whose `java.base` is rewritten, when all are linked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OtherModules {
    /// Packed as they were: the hashes that `java.base` has of them fit. By those the JDK knows its modules, whose versions stack traces
    /// leave out.
    Packed,
    /// Packed anew, or not at all: the hashes that `java.base` has of them do not fit.
    PackedAnew,
}

/// Where the additions go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// Into every output, since parts of the class path may be used alone.
    Outputs,
    /// They form a module, which the modules among the outputs require.
    Module,
    /// Into a JDK's own module, which exports the runtime to all.
    Jdk(OtherModules),
}

impl<'b> Additions<'b> {
    pub(crate) fn new(map: MapParts<'b>, modules: bool) -> Result<Additions<'b>, Error> {
        let all = runtime::CLASSES.iter().copied().chain(map.entries(runtime::MAP_ENTRIES));
        Additions::pack(all, if modules { Place::Module } else { Place::Outputs })
    }

    /// The additions of a program that runs on a traced JDK. That has the runtime; the program's own is for other JDKs, where it writes
    /// no trace: the program may start such a JVM from its class path or module path.
    pub(crate) fn on_jdk(map: MapParts<'b>, modules: bool) -> Result<Additions<'b>, Error> {
        let all = runtime::CLASSES.iter().copied().chain(map.entries(runtime::MAP_ENTRIES_ON_JDK));
        Additions::pack(all, if modules { Place::Module } else { Place::Outputs })
    }

    /// The additions of a JDK. The map comes with each program.
    pub(crate) fn of_jdk(others: OtherModules) -> Result<Additions<'b>, Error> {
        Additions::pack(runtime::CLASSES.iter().copied(), Place::Jdk(others))
    }

    /// The additions for programs that only count: the profiler.
    pub(crate) fn profiler() -> Result<Additions<'b>, Error> {
        Additions::pack(runtime::PROFILER.iter().copied(), Place::Outputs)
    }

    fn pack(all: impl Iterator<Item = (&'static str, &'b [u8])>, place: Place) -> Result<Additions<'b>, Error> {
        let packed = |(name, bytes)| Ok(Added { name, bytes, packed: pack(bytes)? });
        let entries = all.map(packed).collect::<io::Result<_>>();
        let entries = entries.map_err(|source| Error::io("pack", Path::new(runtime::MAP_ENTRIES[0]), source))?;
        Ok(Additions { entries, place, alone: place == Place::Module })
    }

    /// Whether they lie in a jar of their own, too, if they go into all outputs.
    pub(crate) fn and_alone(mut self, alone: bool) -> Additions<'b> {
        self.alone |= alone;
        self
    }

    /// The files added to every output. With modules the runtime is none of them: two modules cannot share a package. A traced JDK
    /// looks for the map on all paths of the program, but not in the runtime's module, which it replaces.
    pub(super) fn of_outputs(&self) -> impl Iterator<Item = &Added<'b>> {
        self.entries.iter().filter(|added| match self.place {
            Place::Module => runtime::MAP_ENTRIES_ON_JDK.contains(&added.name),
            Place::Outputs | Place::Jdk(_) => added.name != runtime::DESCRIPTOR,
        })
    }

    /// Writes the jar with nothing else, if there is to be one: a module, or what the JVM's own class loader gets.
    pub(crate) fn write_runtime(&self, directory: &Path, access: Access) -> Result<Option<Pending>, Error> {
        if !self.alone {
            return Ok(None);
        }
        let output = directory.join(RUNTIME_JAR);
        let pending = Pending::beside(&output, access)?;
        let mut writer = Writer::new(BufWriter::new(pending.create()?));
        // Beside outputs the map is theirs.
        let is_of_jar = |added: &&Added<'_>| self.place == Place::Module || !runtime::MAP_ENTRIES.contains(&added.name);
        let mut entries = self.entries.iter().filter(is_of_jar);
        let written = entries.try_for_each(|added| writer.add(added.name, &added.packed));
        written.and_then(|()| writer.finish(&[])?.flush()).map_err(|source| Error::io("write", &output, source))?;
        Ok(Some(pending))
    }
}
