//! `paratrace diff`: two runs side by side.

use crate::backend;
use crate::exit::{self, Outcome};
use crate::failure::Failure;
use crate::show::{CompareView, show_compared};
use paratrace_report::text;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  paratrace diff before.trace after.trace           what a change of the program did
  paratrace diff before.json after.json             the same from reports (analyze --json)
  paratrace diff a.json b.json --json - | jq .loops JSON only";

/// Compare two runs: what a change of the program did to loops, candidates and dependences
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = exit::help(EXAMPLES), arg_required_else_help = true)]
pub(crate) struct Options {
    /// Trace directory or JSON report of the first run
    #[arg(value_name = "BEFORE")]
    before: PathBuf,
    /// Trace directory or JSON report of the second run
    #[arg(value_name = "AFTER")]
    after: PathBuf,
    #[command(flatten)]
    view: CompareView,
}

/// Compares and shows.
pub(crate) fn run(options: &Options) -> Result<Outcome, Failure> {
    options.view.check([&options.before, &options.after])?;
    let read = |run: &Path| backend::report(run, &options.view.wanted(), options.view.cores.given());
    let (before, after) = (read(&options.before)?, read(&options.after)?);
    show_compared(&backend::diff(&before, &after), &[&before, &after], &options.view, text::diff)
}
