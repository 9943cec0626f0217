//! `paratrace instrument`: jars and class directories in, traced ones out.

use crate::backend::{self, Selection, Target};
use crate::cache::Cache;
use crate::exit;
use crate::failure::{Failure, Kind};
use crate::jdk::{self, TracedJdk};
use crate::outputs::{Files, Through};
use crate::signals::Signals;
use crate::started;
use crate::terminal::tell;
use paratrace_instrumenter::{CountSummary, Output, RUNTIME_JAR, Summary, Unmatched};
use paratrace_report::numbers::{count, plural};
use paratrace_traceformat::plain::line;
use paratrace_traceformat::trace::MAP_NAME;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  paratrace instrument app.jar -o app.traced.jar && java -jar app.traced.jar
  paratrace instrument app.jar lib/*.jar -o traced/
  paratrace instrument build/classes -o traced/ --trace-only com.acme
  paratrace instrument mods/*.jar -o traced/ --modules && java -p traced -m app
  paratrace instrument app.jar -o counted/ --counters --task com.acme.Worker.run

The traced program writes its trace to a new directory: -Dparatrace.dir=DIR,
or one named after the program. With --counters it writes statistics instead,
to -Dparatrace.statistics=FILE, or NAME.statistics.
Signatures of signed jars are removed.";

/// Rewrite jars and class directories so that the program writes a trace
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = exit::help(EXAMPLES), arg_required_else_help = true)]
// There are no rows here that could be hidden.
#[command(mut_arg("trace_only", |arg| arg.alias("include")), mut_arg("trace_except", |arg| arg.alias("exclude")))]
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
    /// The program will run on the traced copy of this JDK, which is made first if there is none (see paratrace jdk)
    #[arg(long, value_name = "JAVA_HOME", conflicts_with = "counters")]
    jdk: Option<PathBuf>,
    /// Write no trace: only count what tasks read and write of shared data
    #[arg(long, requires = "task", conflicts_with_all = ["map", "modules", "trace_only", "trace_except"])]
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
    refuse_overwriting(options, &output)?;
    let outputs = written(options, &output);
    let (file, output) = through(options, output)?;
    let map = options.map.as_deref().map(|map| Through::new(map, Path::new(MAP_NAME))).transpose()?;
    let jdk = options.jdk.as_deref().map(traced_jdk).transpose()?;
    if let Some(why) = jdk.as_ref().and_then(TracedJdk::no_copy).filter(|_| options.modules) {
        let what = "programs on the module path run on a traced copy of a JDK, and none can be made of this one";
        return Err(Failure::input(what).with_causes(vec![why.to_owned()]));
    }
    let told = if options.counters {
        text_of_counters(&backend::count(&options.inputs, &output, &options.task, options.indices)?)
    } else {
        let map = map.as_ref().map(|map| map.file().to_owned());
        let jdk = jdk.as_ref().map(TracedJdk::classes);
        let target = Target {
            output,
            map,
            modules: options.modules,
            runtime_alone: false,
            private: false,
            map_place: None,
            jdk,
        };
        text(&backend::instrument(&options.inputs, &target, &options.selection, options.threads)?)
    };
    // An output that went to a device cannot be run.
    let runs = file.is_none();
    [file, map].into_iter().flatten().try_for_each(Through::finish)?;
    tell(&told);
    if runs {
        let java = jdk.as_ref().map(TracedJdk::command);
        let kind = (options.modules, options.counters);
        tell(&started::told(&outputs, &options.output, kind, java));
    }
    Ok(())
}

/// The traced copy of a JDK.
fn traced_jdk(home: &Path) -> Result<TracedJdk, Failure> {
    TracedJdk::of(home, &Cache::find()?.ok_or_else(jdk::no_cache)?)
}

/// The files and directories that are written.
fn written(options: &Options, output: &Output) -> Vec<PathBuf> {
    match output {
        Output::Jar(jar) => vec![jar.clone()],
        Output::Directory(directory) => {
            let names = options.inputs.iter().map(|input| input.file_name().unwrap_or("classes".as_ref()));
            names.map(|name| directory.join(name)).collect()
        }
    }
}

/// A single jar becomes a jar, unless the output is a directory.
fn output(options: &Options) -> Result<Output, Failure> {
    let (inputs, given) = (&options.inputs, &*options.output);
    let directory = given.is_dir() || given.as_os_str().to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR]);
    match &inputs[..] {
        [one] if !one.is_dir() && !directory && !options.modules => Ok(Output::Jar(given.to_path_buf())),
        _ if !given.is_dir() && (given.exists() || given == Path::new("-")) => Err(Failure::usage(format!(
            "{} is a file, but several inputs, a class directory or modules need a directory to go to",
            given.display()
        ))
        .advise("Name a directory: -o traced/")),
        _ => Ok(Output::Directory(given.to_path_buf())),
    }
}

/// A jar goes through a file of its own to what is no file itself.
fn through(options: &Options, output: Output) -> Result<(Option<Through>, Output), Failure> {
    match (output, &options.inputs[..]) {
        (Output::Jar(path), [input]) => {
            let through = Through::new(&path, input)?;
            let output = Output::Jar(through.file().to_owned());
            Ok((Some(through), output))
        }
        (output, _) => Ok((None, output)),
    }
}

/// No original is replaced, and no output by another.
fn refuse_overwriting(options: &Options, output: &Output) -> Result<(), Failure> {
    let mut outputs = match output {
        Output::Jar(path) => vec![path.clone()],
        Output::Directory(path) => {
            let names = options.inputs.iter().filter_map(|input| input.file_name());
            let runtime = options.modules.then_some(RUNTIME_JAR.as_ref());
            names.chain(runtime).map(|name| path.join(name)).collect()
        }
    };
    if let (Some(map), Output::Directory(_)) = (&options.map, output)
        && let Some(above) = outputs.iter().find(|output| map.starts_with(output))
    {
        return Err(Failure::usage(format!(
            "{} is to be a file in {}, another output",
            map.display(),
            above.display()
        ))
        .advise("Name a file beside it."));
    }
    outputs.extend(options.map.clone());
    Files::read(&options.inputs).written(&outputs).check()
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

/// Patterns that match nothing: most often they are spelled wrong.
pub(crate) fn without_effect(unmatched: &Unmatched) -> String {
    let only = unmatched.trace_only.iter().map(|pattern| ("trace-only", pattern));
    let all = only.chain(unmatched.trace_except.iter().map(|pattern| ("trace-except", pattern)));
    let told = |(option, pattern): (&str, &String)| {
        format!("warning: --{option} {} matches no class and no method of the program\n", line(pattern))
    };
    all.map(told).collect()
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
    text + &without_effect(&made.unmatched)
}
