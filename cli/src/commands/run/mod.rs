//! `paratrace run`: rewrite, run, analyse, report, in one go.

mod before;
mod direct;
mod indirect;
mod several;
mod temporary;

#[cfg(test)]
pub(super) use several::Runs;

use crate::backend::Selection;
use crate::cache::Cache;
use crate::exit;
use crate::failure::{Failure, Kind};
use crate::java::command::is_java;
use crate::jdk::Wish;
use crate::memory;
use crate::show::ShowOptions;
use crate::size;
use crate::terminal;
use paratrace_traceformat::plain::line;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use temporary::Temporary;

const EXAMPLES: &str = "\
Examples:
  paratrace run java -jar app.jar input.txt
  paratrace run --json report.json java -Xmx2g -cp 'classes:lib/*' acme.Main
  paratrace run --out app.trace --include com.acme java -jar app.jar
  paratrace run mvn test
  paratrace run --json runs.json ./start.sh

Every jar and directory of the class path is rewritten, and run from a cache;
the originals stay as they are. The JDK is traced, too, by a copy that is made
once, in less than a minute. The program has the terminal to itself; the summary
goes to standard error after it ends.
Of a command that is not java, every Java program that it starts is traced,
but not the JVMs of build tools themselves.";

/// Rewrite a program, run it, and report what could run in parallel
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = exit::run_help(EXAMPLES), arg_required_else_help = true)]
pub(crate) struct Options {
    /// Keep the trace in this directory, which must be new or empty
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Keep the trace and the traced jars, and say where they are
    #[arg(long)]
    keep: bool,
    /// Analyse while the program runs, all but communication; the JDK is not traced. The trace goes as it is read, unless it is
    /// kept (--out, --keep). Dependences take longer than most programs: --no-distances leaves them out
    #[arg(long, conflicts_with = "simulate")]
    live: bool,
    /// Show how far the analysis is while the program runs, if standard error is a terminal
    #[arg(long, requires = "live")]
    progress: bool,
    /// Most room that the trace may take on the disk, in bytes or with K, M, G or T behind the number. At the limit the
    /// program goes on, and the report says what is missing [default: 80 % of what is free]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    max_size: Option<String>,
    /// Rewrite the whole program, though it may be in the cache, and keep nothing of it there (see paratrace cache). A traced JDK is
    /// too large to be made for one run: it is kept all the same
    #[arg(long)]
    no_cache: bool,
    /// Leave the JDK as it is, and trace all of the program. Without this, the program runs on a traced copy of it (see paratrace jdk),
    /// which is made first if there is none: so the report says what happens in collections, streams, input and output, too.
    /// --trace-only with packages of the program leaves out the JDK, too, and the rest of the program
    #[arg(long)]
    app_only: bool,
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    show: ShowOptions,
    /// java with its options, the program and its arguments; or a command that starts Java programs
    #[arg(trailing_var_arg = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// A number of bytes as the runtime reads it.
fn size(text: &str) -> Result<String, String> {
    match size::number(text).parse::<u32>() {
        Ok(1..) => Ok(text.to_owned()),
        _ => Err(size::FORM.to_owned()),
    }
}

impl Options {
    /// The cache to use; what is to be kept lies in a directory of its own.
    fn cache(&self) -> Option<Cache> {
        if self.no_cache || self.keep { None } else { Cache::find_or_tell() }
    }
}

impl Options {
    fn wish(&self) -> Wish {
        self.as_it_is().map_or_else(Wish::traced, |option| Wish::AsItIs(option.to_owned()))
    }

    /// The option that leaves the JDK as it is.
    fn as_it_is(&self) -> Option<&'static str> {
        // A live analysis has one view of the program, and advice would speak of the JDK's own fields.
        // What nobody asks for is not followed either: a traced JDK writes what it does for all of the program.
        let without_jdk = !self.selection.may_name_jdk();
        let options = [(self.app_only, "--app-only"), (self.live, "--live"), (without_jdk, "--trace-only")];
        options.into_iter().find_map(|(given, option)| given.then_some(option))
    }
}

/// Runs; the program's exit status becomes ours.
pub(crate) fn run(options: &Options) -> ExitCode {
    memory::ends_with(exit::RUN_FAILED);
    match options.command.split_first() {
        Some((java, words)) if is_java(java) => direct::run(java, words, options),
        Some((command, words)) => indirect::run(command, words, options),
        None => failed(&Failure::usage("there is no command to run"), exit::RUN_FAILED),
    }
}

fn no_signals(cause: io::Error) -> Failure {
    Failure::new(Kind::Io, "cannot handle signals").because(cause)
}

fn tell_kept(temporary: &Temporary) {
    terminal::tell(&format!("paratrace: kept {}\n", line(&temporary.path().display().to_string())));
}

fn failed(failure: &Failure, status: u8) -> ExitCode {
    failure.print();
    ExitCode::from(status)
}

fn not_started(java: &OsStr, error: io::Error) -> ExitCode {
    let status = if error.kind() == io::ErrorKind::NotFound { exit::NOT_FOUND } else { exit::CANNOT_EXECUTE };
    failed(&Failure::io("run", Path::new(java), error), status)
}
