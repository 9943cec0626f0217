//! `paratrace critical-path`: what the critical path consists of.

use crate::backend;
use crate::exit::{self, Outcome};
use crate::failure::Failure;
use crate::show::{ChainView, show_as};
use paratrace_report::text;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  paratrace critical-path app.trace                     lines, methods, instructions, the way it takes
  paratrace critical-path app.trace --json path.json    the same, and everything as JSON
  paratrace critical-path app.trace --json - | jq .way  JSON only";

/// Show the critical path: which lines wait for each other one after the other
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = exit::help(EXAMPLES), arg_required_else_help = true)]
pub(crate) struct Options {
    /// The trace directory
    #[arg(value_name = "DIR")]
    trace: PathBuf,
    #[command(flatten)]
    view: ChainView,
}

/// Finds it and shows it.
pub(crate) fn run(options: &Options) -> Result<Outcome, Failure> {
    options.view.check(&options.trace)?;
    let found = backend::critical_path(&options.trace, false)?;
    show_as(&found, &found.completeness, &options.view, text::critical_path)
}
