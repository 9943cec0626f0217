//! The Java runtime and the profiler, compiled when this crate was built, as jar entries.

/// Entry names and contents of the runtime's classes, sorted.
pub(crate) const CLASSES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/runtime.in"));

/// The same of the profiler.
pub(crate) const PROFILER: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/profiler.in"));

/// Entry under which the runtime finds the program map.
pub(crate) const MAP_ENTRY: &str = "paratrace/rt/program.map";

/// Entry that takes its place where the map lies in a file: the path of that.
pub(crate) const PLACE_ENTRY: &str = "paratrace/rt/program.map.place";

/// Entry with the map's SHA-256.
pub(crate) const HASH_ENTRY: &str = "paratrace/rt/program.map.sha256";

/// Entry that makes a module of the runtime's own jar.
pub(crate) const DESCRIPTOR: &str = "module-info.class";
