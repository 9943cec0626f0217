//! `paratrace merge`: several runs of one traced program together.

use crate::backend;
use crate::exit::{self, Outcome};
use crate::failure::Failure;
use crate::show::{CompareView, show_compared};
use paratrace_compare::Run;
use paratrace_report::text;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  paratrace merge small.trace large.trace             what holds for both inputs
  paratrace merge runs/*.json --json merged.json      the same from reports, and everything as JSON
  paratrace merge a.json b.json --json - | jq .candidates";

/// Take several runs of one traced program together: the worst verdict of all runs counts
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = exit::help(EXAMPLES), arg_required_else_help = true)]
pub(crate) struct Options {
    /// Trace directories or JSON reports
    #[arg(value_name = "RUN", required = true, num_args = 1..)]
    runs: Vec<PathBuf>,
    #[command(flatten)]
    view: CompareView,
}

/// Merges and shows.
pub(crate) fn run(options: &Options) -> Result<Outcome, Failure> {
    options.view.check(&options.runs)?;
    let read = |run: &Path| backend::report(run, &options.view.wanted(), options.view.cores.given());
    let reports = options.runs.iter().map(|run| read(run)).collect::<Result<Vec<_>, Failure>>()?;
    let names: Vec<String> = options.runs.iter().map(|run| run.display().to_string()).collect();
    let runs: Vec<Run<'_>> = names.iter().zip(&reports).map(|(name, report)| Run { name, report }).collect();
    let merged = backend::merge(&runs)?;
    show_compared(&merged, &reports.iter().collect::<Vec<_>>(), &options.view, text::merged)
}
