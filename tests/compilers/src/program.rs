//! Compiled programs, run plain under the witness and traced, and compared.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use paratrace_analyzer::{Options, analyze};
use paratrace_exact::programs::{ABRUPT, NEVER_ALIKE, SHARED_WORK};
use paratrace_exact::{compare_counts, compare_order, pauses};
use paratrace_instrumenter::{Output, instrument};
use paratrace_traceformat::map::ProgramMap;
use paratrace_traceformat::trace::TraceDir;
use paratrace_witness::{MethodName, Record};

/// Exit status, standard output and standard error.
pub type Run = (Option<i32>, String, String);

/// Classes of one compiler: below a folder the plain ones in `plain`, the traced ones in `traced/plain`.
#[derive(Debug)]
pub struct Compiled {
    dir: PathBuf,
    library: Vec<PathBuf>,
    pauses: Vec<MethodName>,
}

impl Compiled {
    /// Rewrites the classes in `plain`. The jars of `library` are not traced; the JVM's boot loader loads them.
    ///
    /// # Errors
    /// Fails if the rewriting fails.
    pub fn new(dir: &Path, library: &[PathBuf]) -> Result<Compiled> {
        let map = dir.join("map");
        let traced = Output::Directory(dir.join("traced"));
        instrument(&[dir.join("plain")], &traced, Some(&map), &Default::default(), &|_, _| {})?;
        let pauses = pauses(&ProgramMap::read(&map)?.0);
        Ok(Compiled { dir: dir.to_owned(), library: library.to_vec(), pauses })
    }

    /// Runs a program plain and traced; what differs, or what the trace lacks.
    ///
    /// # Errors
    /// Fails if the program cannot be run at all.
    pub fn differs(&self, java: &Path, main: &str) -> Result<Option<String>> {
        let (record, trace) = (self.dir.join(format!("{main}.record")), self.dir.join(format!("{main}.trace")));
        let witness = paratrace_witness::options(&record, &self.pauses)?;
        let plain = self.run(java, "plain", main, &witness)?;
        let mut place = OsString::from("-Dparatrace.dir=");
        place.push(&trace);
        let traced = self.run(java, "traced/plain", main, &["-Dparatrace.quiet".into(), place])?;
        if plain != traced {
            return Ok(Some(format!("plain {plain:#?}\ntraced {traced:#?}")));
        }
        let found = if ABRUPT.contains(&main) { None } else { self.trace_differs(main, &trace, &record)? };
        fs::remove_file(&record)?;
        fs::remove_dir_all(&trace)?;
        Ok(found)
    }

    fn trace_differs(&self, main: &str, trace: &Path, record: &Path) -> Result<Option<String>> {
        if let Some(problem) = replay_problem(trace)? {
            return Ok(Some(problem));
        }
        let compare = match () {
            () if NEVER_ALIKE.contains(&main) => return Ok(None),
            () if SHARED_WORK.contains(&main) || !self.library.is_empty() => compare_counts,
            () => compare_order,
        };
        let compared = compare(&TraceDir::open(trace)?, &Record::read(record)?)?;
        if compared.instructions == 0 {
            return Ok(Some("nothing was executed".to_owned()));
        }
        Ok(compared.differences.first().map(ToString::to_string))
    }

    fn run(&self, java: &Path, classes: &str, main: &str, options: &[OsString]) -> Result<Run> {
        let mut command = Command::new(java);
        command.args(["-Xshare:auto", "-XX:TieredStopAtLevel=1", "-Xss512k", "-Xmx1g"]).args(options);
        if !self.library.is_empty() {
            let mut library = OsString::from("-Xbootclasspath/a:");
            library.push(crate::class_path(&self.library));
            command.arg(library);
        }
        let output = command.arg("-cp").arg(self.dir.join(classes)).arg(main).stdin(Stdio::null()).output();
        let output = output.with_context(|| java.display().to_string())?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Ok((output.status.code(), text(&output.stdout), text(&output.stderr)))
    }
}

/// Why a trace is not replayed to its end, if it is not.
///
/// # Errors
/// Fails if the trace cannot be read.
pub fn replay_problem(trace: &Path) -> Result<Option<String>> {
    let report = analyze(&TraceDir::open(trace)?, &Options::default())?;
    let found = &report.completeness;
    let wrong = !found.complete || found.unexpected_entries > 0 || found.unread_events > 0;
    Ok(wrong.then(|| format!("{found:#?}")))
}
