//! What an instrumentation is asked for.

use std::path::PathBuf;

use crate::archive::Access;

/// The selection of methods to trace, and the number of threads that work on it.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Packages, classes or methods to trace; empty: all.
    pub trace_only: Vec<String>,
    /// Packages, classes or methods not to trace.
    pub trace_except: Vec<String>,
    /// Rewrite classes of the Java platform among the inputs as well. They verify, but do not run: a JDK that runs is made by
    /// [`instrument_jdk`](crate::instrument_jdk).
    pub platform: bool,
    /// The program is going to run on a traced JDK: the classes that [`instrument_jdk`](crate::instrument_jdk) was given. They come first in the map.
    pub jdk: Option<PathBuf>,
    /// Count calls of the program into a traced JDK whose effects are known, and do not follow them.
    pub count: bool,
    /// Worker threads; 0: one per core.
    pub threads: usize,
    /// The outputs are for the module path: the runtime becomes a module, `paratrace.rt.jar`, which they require.
    pub modules: bool,
    /// Beside the outputs, which are for the class path, lies the runtime alone, `paratrace.rt.jar`: for the JVM's own class loader, in
    /// whose classes the JIT compilers trust that nothing is recorded any more once that is so.
    pub runtime_alone: bool,
    /// The outputs are for one user's runs and not for keeping: nobody else can read them, and for a directory there is only
    /// what differs from it, which is the rewritten classes and the runtime.
    pub private: bool,
    /// An absolute path at which the program map will lie whenever the program runs: the outputs have this path instead of
    /// copies of the map. Whoever makes the outputs puts it there.
    pub map_place: Option<PathBuf>,
}

impl Options {
    pub(crate) fn access(&self) -> Access {
        if self.private { Access::Owner } else { Access::AsInput }
    }
}
