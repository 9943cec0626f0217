//! `paratrace info`: what is in a map or trace, in figures.

use crate::backend;
use crate::exit;
use crate::failure::{Failure, unless_broken_pipe};
use crate::terminal::Plain;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  paratrace info app.trace
  paratrace info app.trace --json | jq .threads";

/// Show in figures what is in a program map or trace
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = exit::help(EXAMPLES), arg_required_else_help = true)]
pub(crate) struct Options {
    /// A map, a segment, or a trace directory
    #[arg(value_name = "FILE|DIR")]
    input: PathBuf,
    /// As JSON
    #[arg(long)]
    json: bool,
}

/// Prints to standard output.
pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    unless_broken_pipe(backend::info(&options.input, options.json, &mut Plain::out())?)
}
