//! Calls of the instrumenter.

use crate::failure::{Failure, Kind};
use crate::farm::create_directory;
use crate::terminal::Progress;
use paratrace_instrumenter::{
    self as instrumenter, CountSummary, Error, Estimate, Options, OtherModules, Output, RUNTIME_MODULE, Summary,
    ZipError,
};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Which classes to trace. All shares are of what is traced.
#[derive(Debug, Clone, Default, clap::Args, Serialize, Deserialize)]
pub(crate) struct Selection {
    /// Trace only this package, class or method: com.acme, com.acme.Foo, com.acme.Foo.bar; * stands for any text. All figures
    /// are then of that part: neither the rest of the program nor, unless a pattern names packages of it, the JDK is followed
    /// [default: everything is traced]
    #[arg(long, value_name = "PATTERN")]
    trace_only: Vec<String>,
    /// Leave this package, class or method out of the trace
    #[arg(long, value_name = "PATTERN")]
    trace_except: Vec<String>,
    /// Follow all that a traced JDK executes. Without this, what calls of the program do to format and parse values and to calculate with big numbers,
    /// and what the JDK does to keep sets of virtual threads, is only counted, as the effects are known: instructions and shares are the same, and
    /// the analysis is faster
    #[arg(long)]
    #[serde(default)]
    follow_jdk: bool,
    /// Methods that must stay as they are, whatever is asked for.
    #[arg(skip)]
    #[serde(default)]
    as_they_are: Vec<String>,
}

impl Selection {
    /// Returns whether classes of the JDK are wanted: they are, unless all patterns name others.
    pub(crate) fn may_name_jdk(&self) -> bool {
        self.trace_only.is_empty() || self.trace_only.iter().any(|pattern| instrumenter::may_name_jdk(pattern))
    }

    /// Returns the option by which the runtime of a traced JDK learns that all of it is to be followed, if it is.
    pub(crate) fn option_to_follow_jdk(&self) -> Option<OsString> {
        if self.follow_jdk { Some("-Dparatrace.follow-jdk=true".into()) } else { None }
    }

    /// The same, without these packages.
    pub(crate) fn without(&self, packages: &[&str]) -> Selection {
        let mut selection = self.clone();
        selection.trace_except.extend(packages.iter().map(|package| (*package).to_owned()));
        selection
    }

    /// The same, without these methods, of which the user need not know.
    pub(crate) fn leaving(&self, methods: Vec<String>) -> Selection {
        Selection { as_they_are: methods, ..self.clone() }
    }
}

/// The place of the traced program.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) output: Output,
    /// A copy of the program map.
    pub(crate) map: Option<PathBuf>,
    /// It will be on the module path.
    pub(crate) modules: bool,
    /// Beside it lies the runtime alone, for the JVM's own class loader.
    pub(crate) runtime_alone: bool,
    /// It is for runs of this user only: of directories there is only what differs from them.
    pub(crate) private: bool,
    /// The place of that copy when the program runs: then the outputs have no other.
    pub(crate) map_place: Option<PathBuf>,
    /// The classes of the traced JDK that it will run on.
    pub(crate) jdk: Option<PathBuf>,
}

/// Rewrites `inputs`; 0 threads are as many as there are cores.
pub(crate) fn instrument(
    inputs: &[PathBuf],
    target: &Target,
    selection: &Selection,
    threads: usize,
) -> Result<Summary, Failure> {
    let trace_only = selection.trace_only.clone();
    let trace_except = [&selection.trace_except[..], &selection.as_they_are].concat();
    let Target { modules, runtime_alone, private, ref map_place, .. } = *target;
    let (map_place, jdk) = (map_place.clone(), target.jdk.clone());
    let options = Options {
        trace_only,
        trace_except,
        count: !selection.follow_jdk,
        threads,
        modules,
        runtime_alone,
        private,
        map_place,
        jdk,
        ..Options::default()
    };
    let progress = Progress::new();
    let done = instrumenter::instrument(inputs, &target.output, target.map.as_deref(), &options, &|done, all| {
        progress.at(|| format!("rewriting classes {done}/{all}"));
    });
    let mut made = done.map_err(failure)?;
    made.unmatched.trace_except.retain(|pattern| selection.trace_except.contains(pattern));
    Ok(made)
}

/// Rewrites the classes of a JDK's `java.base`, with all cores.
pub(crate) fn instrument_jdk(classes: &Path, output: &Path, others: OtherModules) -> Result<Summary, Failure> {
    let progress = Progress::new();
    let done = instrumenter::instrument_jdk(classes, output, others, 0, &|done, all| {
        progress.at(|| format!("rewriting classes of the JDK {done}/{all}"));
    });
    done.map_err(failure)
}

/// Writes the module that a traced JDK has in the place of the runtime's, in a folder of its name `below` another one.
pub(crate) fn write_stand_in(below: &Path) -> Result<(), Failure> {
    let place = below.join(RUNTIME_MODULE);
    let descriptor = instrumenter::stand_in_module().map_err(failure)?;
    let written = create_directory(&place).and_then(|()| fs::write(place.join("module-info.class"), descriptor));
    written.map_err(|cause| Failure::io("write to", &place, cause))
}

/// The class files that can be loaded from a directory, relative to it.
pub(crate) fn loadable_classes(directory: &Path) -> Result<Vec<PathBuf>, Failure> {
    instrumenter::loadable_classes(directory).map_err(failure)
}

/// Returns whether everybody may read all classes of these jars and directories: traces of others are private.
pub(crate) fn everybody_may_read<'p>(inputs: impl Iterator<Item = &'p Path>) -> bool {
    instrumenter::everybody_may_read(inputs)
}

/// Rewrites `inputs` so that tasks count what they share.
pub(crate) fn count(
    inputs: &[PathBuf],
    output: &Output,
    tasks: &[String],
    indices: bool,
) -> Result<CountSummary, Failure> {
    instrumenter::count(inputs, output, tasks, indices).map_err(failure)
}

/// Finds out what tasks may share.
pub(crate) fn estimate(inputs: &[PathBuf], tasks: &[String]) -> Result<Estimate, Failure> {
    instrumenter::estimate(inputs, tasks).map_err(failure)
}

/// Advice for the case that nothing can be written.
fn no_place(cause: &io::Error) -> Option<&'static str> {
    match cause.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => Some(
            "There is no room for it: free some, or write elsewhere (for run, PARATRACE_CACHE and TMPDIR say where).",
        ),
        ErrorKind::ReadOnlyFilesystem | ErrorKind::PermissionDenied => {
            Some("Nothing can be written there: write elsewhere (for run, PARATRACE_CACHE and TMPDIR say where).")
        }
        _ => None,
    }
}

fn failure(error: Error) -> Failure {
    let (kind, advice) = match &error {
        Error::Io { source, action, .. } if *action != "read" && *action != "open" => (Kind::Io, no_place(source)),
        Error::Copy { source: ZipError::Io(source), .. } => (Kind::Io, no_place(source)),
        Error::Io { .. } => (Kind::Io, None),
        Error::SameName { .. } => (Kind::Usage, Some("Instrument them one by one, to different directories.")),
        Error::NoClasses { .. } => (Kind::Input, Some("Name jars or directories with class files in them.")),
        Error::AlreadyTraced { .. } => (Kind::Input, None),
        Error::NoTask { .. } => {
            (Kind::Input, Some("Name a task as pkg.Class.method; nested classes as pkg.Outer$Inner.method."))
        }
        Error::TaskNotFollowed { .. } => (Kind::Input, Some("Name smaller tasks: methods that it calls.")),
        _ => (Kind::Input, None),
    };
    let failure = Failure::from_error(kind, error);
    match advice {
        Some(advice) => failure.advise(advice),
        None => failure,
    }
}
