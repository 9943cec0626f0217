//! `paratrace instrument`: jars and class directories in, traced ones out.

use crate::backend::{self, Selection, Target};
use crate::exit;
use crate::failure::{Failure, Kind};
use crate::signals::Signals;
use crate::terminal::tell;
use paratrace_instrumenter::{CountSummary, Output, Summary};
use paratrace_report::numbers::{count, plural};
use paratrace_traceformat::plain::line;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  paratrace instrument app.jar -o app.traced.jar && java -jar app.traced.jar
  paratrace instrument app.jar lib/*.jar -o traced/
  paratrace instrument build/classes -o traced/ --include com.acme
  paratrace instrument mods/*.jar -o traced/ --modules && java -p traced -m app
  paratrace instrument app.jar -o counted/ --counters --task com.acme.Worker.run

The traced program writes its trace to a new directory: -Dparatrace.dir=DIR,
or one named after the program. With --counters it writes statistics instead,
to -Dparatrace.statistics=FILE, or NAME.statistics.
Signatures of signed jars are removed.";

/// Rewrite jars and class directories so that the program writes a trace
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = exit::help(EXAMPLES), arg_required_else_help = true)]
pub(crate) struct Options {
    /// Jars and directories of classes
    #[arg(required = true, value_name = "JAR|DIR")]
    inputs: Vec<PathBuf>,
    /// The traced jar, or for several inputs or a class directory the directory for the traced ones
    #[arg(short, long, value_name = "JAR|DIR")]
    output: PathBuf,
    #[command(flatten)]
    selection: Selection,
    /// Also write the program map to this file
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// The outputs are for the module path: modules require the runtime, a module in paratrace.rt.jar beside them
    #[arg(long)]
    modules: bool,
    /// Write no trace: only count what tasks read and write of shared data
    #[arg(long, requires = "task", conflicts_with_all = ["map", "modules", "include", "exclude"])]
    counters: bool,
    /// With --counters: a task, pkg.Class.method, or pkg.Class.method(I)V for one of several
    #[arg(long, requires = "counters", value_name = "METHOD")]
    task: Vec<String>,
    /// With --counters: the range of indices of every array, at some cost, not only where loop counters tell it
    #[arg(long, requires = "counters")]
    indices: bool,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    threads: usize,
}

/// Rewrites and says in a few lines what was done.
pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    Signals::start().map_err(|cause| Failure::new(Kind::Io, "cannot handle signals").because(cause))?;
    let output = output(options)?;
    if options.counters {
        let made = backend::count(&options.inputs, &output, &options.task, options.indices)?;
        tell(&text_of_counters(&made));
        return Ok(());
    }
    let target = Target { output, map: options.map.clone(), modules: options.modules, private: false };
    let made = backend::instrument(&options.inputs, &target, &options.selection, options.threads)?;
    tell(&text(&made));
    Ok(())
}

/// A single jar becomes a jar, unless the output is a directory.
fn output(options: &Options) -> Result<Output, Failure> {
    let (inputs, given) = (&options.inputs, &*options.output);
    for (input, map) in inputs.iter().zip(options.map.iter().cycle()) {
        refuse_same(input, map)?;
    }
    let directory = given.is_dir() || given.as_os_str().to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR]);
    match &inputs[..] {
        [one] if !one.is_dir() && !directory && !options.modules => {
            refuse_same(one, given)?;
            Ok(Output::Jar(given.to_path_buf()))
        }
        _ if given.is_file() => Err(Failure::usage(format!(
            "{} is a file, but several inputs, a class directory or modules need a directory to go to",
            given.display()
        ))
        .advise("Name a directory: -o traced/")),
        _ => {
            inputs
                .iter()
                .try_for_each(|input| refuse_same(input, &given.join(input.file_name().unwrap_or_default())))?;
            Ok(Output::Directory(given.to_path_buf()))
        }
    }
}

/// An original is never replaced.
fn refuse_same(input: &Path, output: &Path) -> Result<(), Failure> {
    match (input.canonicalize(), output.canonicalize()) {
        (Ok(a), Ok(b)) if a == b => Err(Failure::usage(format!("{} would be overwritten", input.display()))
            .advise("Choose another output: -o traced/")),
        _ => Ok(()),
    }
}

fn text_of_counters(made: &CountSummary) -> String {
    let mut text = format!(
        "{}: {} changed, {} count\n",
        plural(made.classes as u64, "class", "classes"),
        count(made.changed as u64),
        plural(made.methods as u64, "method", "methods")
    );
    for note in &made.notes {
        text += &format!("  note: {}\n", line(note));
    }
    text
}

pub(crate) fn text(made: &Summary) -> String {
    let mut text = format!(
        "{}: {} of {} traced\n",
        plural(made.classes as u64, "class", "classes"),
        count(made.traced as u64),
        plural(made.methods as u64, "method", "methods")
    );
    for (reason, n) in &made.untraced {
        text += &format!("  left as they were: {} ({reason})\n", count(*n as u64));
    }
    for note in &made.notes {
        text += &format!("  note: {}\n", line(note));
    }
    text
}
