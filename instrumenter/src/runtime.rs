//! The Java runtime and the profiler, compiled when this crate was built, as jar entries.

/// Entry names and contents of the runtime's classes, sorted.
pub(crate) const CLASSES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/runtime.in"));

/// The same of the profiler.
pub(crate) const PROFILER: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/profiler.in"));

/// Entries under which the runtime finds the program map; the path of a file that has it instead; the map's SHA-256; and, if not everybody may
/// read the classes, word of that.
pub(crate) const MAP_ENTRIES: [&str; 4] = [
    "paratrace/rt/program.map",
    "paratrace/rt/program.map.place",
    "paratrace/rt/program.map.sha256",
    "paratrace/rt/program.map.private",
];

/// The same for programs that run on a traced JDK: the runtime's package belongs to a module of that, where nobody looks for
/// files of the program.
pub(crate) const MAP_ENTRIES_ON_JDK: [&str; 4] = [
    "META-INF/paratrace/program.map",
    "META-INF/paratrace/program.map.place",
    "META-INF/paratrace/program.map.sha256",
    "META-INF/paratrace/program.map.private",
];

/// Entry that makes a module of the runtime's own jar.
pub(crate) const DESCRIPTOR: &str = "module-info.class";
