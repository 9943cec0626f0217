//! `paratrace why`: what the critical path does at a line.

use crate::backend;
use crate::exit::{self, Outcome};
use crate::failure::Failure;
use crate::show::{ChainView, show_as};
use paratrace_analyzer::model::CriticalPath;
use paratrace_report::text;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  paratrace why app.trace Main.java:12          a line of the only Main.java
  paratrace why app.trace demo/Main.java:12     of the one in package demo
  paratrace why app.trace Main.java:12 --json - JSON only";

/// Executed lines that are named when a line was not executed.
const NEAREST: usize = 5;

/// Show what the critical path does at a line: what it waits for there, and what waits for it
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = exit::help(EXAMPLES), arg_required_else_help = true)]
pub(crate) struct Options {
    /// The trace directory
    #[arg(value_name = "DIR")]
    trace: PathBuf,
    /// A line: its source file, with packages as folders if need be, and its number
    #[arg(value_name = "FILE:LINE", value_parser = spot)]
    at: Spot,
    #[command(flatten)]
    view: ChainView,
}

/// A line of a source file.
#[derive(Debug, Clone)]
struct Spot {
    file: String,
    line: u16,
}

fn spot(text: &str) -> Result<Spot, String> {
    let parts = text.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?)));
    match parts {
        Some((file, line)) if !file.is_empty() && line > 0 => Ok(Spot { file: file.replace('\\', "/"), line }),
        _ => Err("neither a file nor a line, as Main.java:12 would be".to_owned()),
    }
}

/// Finds the critical path and shows what it does at the line.
pub(crate) fn run(options: &Options) -> Result<Outcome, Failure> {
    options.view.check(&options.trace)?;
    let found = backend::critical_path(&options.trace, true)?;
    match found.why(&options.at.file, i32::from(options.at.line)) {
        Some(why) => show_as(&why, &why.completeness, &options.view, text::why),
        None => Err(unknown(&found, &options.at)),
    }
}

fn unknown(found: &CriticalPath, at: &Spot) -> Failure {
    let (Spot { file, line }, lines) = (at, found.lines_of(&at.file));
    if lines.is_empty() {
        return Failure::input(format!("no line of {file} was executed"))
            .advise("Name the source file as the class file does: Main.java, or demo/Main.java for package demo.");
    }
    let mut nearest: Vec<i32> = lines.into_iter().filter(|&line| line > 0).collect();
    nearest.sort_by_key(|other| (other - i32::from(*line)).abs());
    nearest.truncate(NEAREST);
    nearest.sort_unstable();
    let nearest: Vec<String> = nearest.iter().map(i32::to_string).collect();
    Failure::input(format!("no instruction of {file}:{line} was executed"))
        .advise(format!("The nearest executed lines: {}", nearest.join(", ")))
}
