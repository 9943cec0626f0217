//! `paratrace analyze`: a trace directory in, a report out.

use crate::backend;
use crate::exit::{self, Outcome};
use crate::failure::{Failure, unless_broken_pipe};
use crate::outputs::Files;
use crate::show::{ShowOptions, show};
use crate::terminal::{Plain, Stream};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  paratrace analyze app.trace                         summary on the terminal
  paratrace analyze app.trace --json report.json      the same, and everything as JSON
  paratrace analyze app.trace --json - | jq .loops    JSON only
  paratrace analyze small.trace --nodes --limit 1000  every executed instruction";

/// Compute from a trace what could run in parallel
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = exit::help(EXAMPLES), arg_required_else_help = true)]
pub(crate) struct Options {
    /// The trace directory
    #[arg(value_name = "DIR")]
    trace: PathBuf,
    #[command(flatten)]
    show: ShowOptions,
    /// List every executed instruction instead, for small traces
    #[arg(long, conflicts_with_all = ["json", "top", "sources", "include", "exclude"])]
    nodes: bool,
    /// With --nodes: at most so many of each thread
    #[arg(long, value_name = "N", default_value_t = 100_000, requires = "nodes")]
    limit: u64,
}

/// Analyses and shows.
pub(crate) fn run(options: &Options) -> Result<Outcome, Failure> {
    Files::read([&options.trace]).written(options.show.json.file()).check()?;
    if options.nodes {
        let listed = backend::nodes(&options.trace, options.limit, &mut Plain::out())?;
        return unless_broken_pipe(listed).map(|()| Outcome::Done);
    }
    show(&options.trace, None, &options.show, Stream::Out)
}
