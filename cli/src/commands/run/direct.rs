//! `run java …`: one program, run in our place.

use super::temporary::Temporary;
use super::{Options, before, failed, no_signals, not_started, several, tell_kept};
use crate::backend::{self, Live};
use crate::child;
use crate::commands::instrument;
use crate::exit::{self, Outcome};
use crate::failure::{Failure, Kind};
use crate::java::command;
use crate::launcher::TRACES;
use crate::program::Start;
use crate::show::{Known, show, show_report};
use crate::signals::Signals;
use crate::terminal::{self, Stream};
use paratrace_analyzer::Report;
use paratrace_traceformat::numbers::plural;
use paratrace_traceformat::plain::line;
use std::env;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus};
use std::thread;

/// Runs `java` with these words; the program's exit status becomes ours.
pub(super) fn run(java: &OsStr, words: &[OsString], options: &Options) -> ExitCode {
    let prepared = match prepare(java, words, options) {
        Ok(Some(prepared)) => prepared,
        Ok(None) => return pass_on(java, words),
        Err(failure) if failure.kind == Kind::Program => return failed(&failure, failure.exit_status()),
        Err(failure) => return failed(&failure, exit::RUN_FAILED),
    };
    let (ended, analysed) = if options.live { run_live(&prepared, options) } else { (run_alone(&prepared), None) };
    let status = match ended {
        Ok(status) => child::code(status),
        Err(error) => return not_started(&prepared.start.jvm, error),
    };
    match report(&prepared, options, analysed) {
        Ok(Outcome::Incomplete) if status == 0 => ExitCode::from(exit::RUN_INCOMPLETE),
        Ok(_) => ExitCode::from(status),
        Err(failure) => failed(&failure, if status == 0 { exit::RUN_FAILED } else { status }),
    }
}

/// Starts `java` without tracing: it answers a question, or says itself what is wrong.
fn pass_on(java: &OsStr, words: &[OsString]) -> ExitCode {
    let signals = match Signals::start() {
        Ok(signals) => signals,
        Err(cause) => return failed(&no_signals(cause), exit::RUN_FAILED),
    };
    match child::run(Command::new(java).args(words), &signals) {
        Ok(status) => ExitCode::from(child::code(status)),
        Err(error) => not_started(java, error),
    }
}

fn run_alone(prepared: &Prepared) -> io::Result<ExitStatus> {
    child::run(&mut prepared.command(), &prepared.signals)
}

/// The program, and beside it the analysis of what it writes. What fails there does not concern the program.
fn run_live(prepared: &Prepared, options: &Options) -> (io::Result<ExitStatus>, Option<Result<Report, Failure>>) {
    let remove = !options.keep && options.out.is_none();
    let live = match Live::new(&prepared.trace, &prepared.start.map, remove, options.progress, options.show.wanted()) {
        Ok(live) => live,
        Err(failure) => return (run_alone(prepared), Some(Err(failure))),
    };
    thread::scope(|scope| {
        let running = live.start(scope);
        let ended = run_alone(prepared);
        live.end();
        let unable = |cause| Failure::new(Kind::Io, "cannot start a thread").because(cause);
        (ended, Some(running.map_err(unable).and_then(backend::found)))
    })
}

/// Everything that is needed to start the program.
struct Prepared {
    signals: Signals,
    /// It goes before the directory that it may lie in.
    start: Start,
    /// Removed at the end, unless `--keep`.
    temporary: Temporary,
    trace: PathBuf,
    /// For the traces of JVMs that the program starts.
    children: PathBuf,
    /// Options of the JVM that say how it traces.
    limits: Option<String>,
}

impl Prepared {
    fn command(&self) -> Command {
        let mut command = Command::new(&self.start.jvm);
        command.args(&self.limits).args(&self.start.words).envs(self.start.environment.iter().cloned());
        command.env(TRACES, &self.children);
        command
    }
}

fn prepare(java: &OsStr, words: &[OsString], options: &Options) -> Result<Option<Prepared>, Failure> {
    let variable = env::var_os("JDK_JAVA_OPTIONS");
    let Some(command) = command::parse(words, variable.as_deref()) else { return Ok(None) };
    before::refuse_outputs(options)?;
    let signals = Signals::start().map_err(no_signals)?;
    let temporary = Temporary::new(options.keep)?;
    if !options.keep {
        signals.removing(temporary.path());
    }
    let trace = options.out.clone().unwrap_or_else(|| temporary.path().join("trace"));
    let children = children(&trace)?;
    // Everything that is kept is to be in one place.
    let cache = options.cache();
    let selection = (&options.selection, &options.wish());
    let start = Start::new((java, &command), (temporary.path(), cache.as_ref()), selection, &trace)?;
    before::refuse_overwriting(options, &start.inputs)?;
    tell(&start, options.as_it_is().is_none());
    let limits = options.max_size.as_ref().map(|size| format!("-Dparatrace.max-size={size}"));
    Ok(Some(Prepared { signals, temporary, trace, children, limits, start }))
}

/// Beside the trace: `app.trace.children`.
fn children(trace: &Path) -> Result<PathBuf, Failure> {
    let trace = std::path::absolute(trace).map_err(|cause| Failure::io("find", trace, cause))?;
    let mut name = trace.file_name().unwrap_or_default().to_owned();
    name.push(".children");
    Ok(trace.with_file_name(name))
}

/// Tells the user of unexpected things; a full account is in the report. `jdk`: of the JDK, too.
fn tell(start: &Start, jdk: bool) {
    if let Some(told) = start.jdk.told().filter(|_| jdk) {
        terminal::tell(&told);
    }
    match (start.made.notes.len(), start.kept) {
        (0, _) => terminal::tell(&instrument::without_effect(&start.made.unmatched)),
        (_, false) => terminal::tell(&instrument::text(&start.made)),
        (notes, true) => {
            terminal::tell(&instrument::without_effect(&start.made.unmatched));
            terminal::tell(&told_before(notes));
        }
    }
    for note in &start.notes {
        terminal::tell(&format!("paratrace: {}\n", line(note)));
    }
}

/// Stands for notes of an earlier run about what it rewrote.
pub(super) fn told_before(notes: usize) -> String {
    let notes = plural(notes as u64, "note", "notes");
    format!("paratrace: {notes} on rewriting this program, as in an earlier run: --no-cache shows them\n")
}

fn report(
    prepared: &Prepared,
    options: &Options,
    analysed: Option<Result<Report, Failure>>,
) -> Result<Outcome, Failure> {
    if options.keep {
        tell_kept(&prepared.temporary);
    }
    // A live analysis may have removed what it has read.
    let wrote = match analysed {
        Some(_) => prepared.trace.exists(),
        None => prepared.trace.join("segment-00000.trace").exists(),
    };
    if !wrote {
        return Err(Failure::input("the program wrote no trace").advise(
            "It may have failed before its main class started, or was over before the first events were written, or no \
             traced code ran (see --trace-only).",
        ));
    }
    let known = Some(Known::of(&prepared.start));
    let options = options.show.beside(&prepared.start.inputs);
    let outcome = match analysed {
        Some(analysed) => show_report(analysed?, known, &options, Stream::Err),
        None => show(&prepared.trace, known, &options, Stream::Err),
    }?;
    Ok(outcome.and(several::children(&prepared.children, &options)?))
}
