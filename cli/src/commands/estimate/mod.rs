//! `paratrace estimate`: what tasks may share, found without running them.

mod document;

pub(super) use document::Document;

use crate::backend;
use crate::exit;
use crate::failure::Failure;
use crate::outputs::Files;
use crate::show::{JsonOption, print, write_json};
use crate::terminal::{Stream, tell};
use paratrace_instrumenter::{Estimate, EstimatedAccess, EstimatedMethod};
use paratrace_traceformat::plain;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  paratrace estimate app.jar --task com.acme.Worker.run          every access that may be to shared data
  paratrace estimate build/classes --task Filter.run --brief     one row of figures
  paratrace estimate app.jar lib.jar --task W.run --json - | jq .counters

A task is a method; with several, everything that any of them may reach is analysed together.
Instructions that surely access the task's own data are left out.";

/// Estimate what tasks share: analyse class files for accesses to data that tasks do not own
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = exit::help(EXAMPLES), arg_required_else_help = true)]
pub(crate) struct Options {
    /// Jars and directories of classes: all that the task may call, but the JDK
    #[arg(required = true, value_name = "JAR|DIR")]
    inputs: Vec<PathBuf>,
    /// A task: pkg.Class.method, or pkg.Class.method(I)V for one of several
    #[arg(long, required = true, value_name = "METHOD")]
    task: Vec<String>,
    /// Only the figures
    #[arg(long)]
    brief: bool,
    #[command(flatten)]
    json: JsonOption,
}

/// Analyses and shows.
pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    Files::read(&options.inputs).written(options.json.file()).check()?;
    let start = Instant::now();
    let found = backend::estimate(&options.inputs, &options.task)?;
    let time = start.elapsed();
    for note in &found.notes {
        tell(&format!("note: {}\n", plain::line(note)));
    }
    if write_json(&options.json, &Document::new(&found))? {
        return Ok(());
    }
    print(&text_of(&found, options.brief, time), Stream::Out)
}

/// The figures of figure 9 and table 9 of the paper, in plain words with the terms of the paper in parentheses. The
/// part about methods says more than the paper.
fn text_of(found: &Estimate, brief: bool, time: Duration) -> String {
    let mut text = String::from("What tasks may share (DAA)\n");
    found.tasks.iter().for_each(|task| add(&mut text, format_args!("task {task} (methods +)")));
    for method in found.methods.iter().filter(|_| !brief) {
        of_method(&mut text, method);
    }
    if !brief {
        let numbered = found.arrays.iter().enumerate();
        numbered.for_each(|(n, array)| add(&mut text, format_args!("array {} is {array}", n + 1)));
    }
    let (reads, writes) = found.counters();
    add(&mut text, format_args!("may read shared data (counters, rd): {}", counted(reads, "instruction")));
    add(&mut text, format_args!("may write shared data (counters, wr): {}", counted(writes, "instruction")));
    add(&mut text, format_args!("what tasks call (methods): {}", counted(found.methods.len(), "method")));
    add(&mut text, format_args!("time: {} ms", time.as_millis()));
    text
}

fn add(text: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{}", plain::line(&line.to_string()));
}

fn of_method(text: &mut String, method: &EstimatedMethod) {
    let how = if method.called_back { ", called back" } else { "" };
    add(text, format_args!("method {}{how} (ENTERING)", method.name));
    for access in &method.accesses {
        add(text, format_args!("  {}", of_access(access)));
    }
    if method.own > 0 {
        add(text, format_args!("  {} of the task's own data", counted(method.own, "access")));
    }
}

fn counted(number: usize, one: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        _ if one.ends_with('s') => format!("{number} {one}es"),
        _ => format!("{number} {one}s"),
    }
}

fn of_access(access: &EstimatedAccess) -> String {
    let place = access.line.map_or_else(|| format!("pc {}", access.pc), |line| format!("line {line}"));
    let arrays: Vec<String> = access.arrays.iter().map(ToString::to_string).collect();
    let what = match (access.kind, &access.field) {
        (_, Some(field)) => field.clone(),
        ("element", _) => format!("array {}", arrays.join(", ")),
        (kind, _) => kind.to_owned(),
    };
    let (way, term) = if access.write { ("writes", "wr") } else { ("reads", "rd") };
    let depends = if access.depends { ", perhaps of the task alone" } else { "" };
    format!("{way} {what}, {place}{depends} ({term})")
}
