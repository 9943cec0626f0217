//! `paratrace dump`: every byte of a map, a segment or a whole trace, with its meaning.

use crate::backend;
use crate::exit;
use crate::failure::{Failure, unless_broken_pipe};
use crate::terminal::Plain;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  paratrace dump app.trace/program.map | less
  paratrace dump app.trace/segment-00000.trace";

/// Show the bytes of a program map or trace and what they mean
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = exit::help(EXAMPLES), arg_required_else_help = true)]
pub(crate) struct Options {
    /// A map, a segment, or a trace directory
    #[arg(value_name = "FILE|DIR")]
    input: PathBuf,
}

/// Dumps to standard output.
pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    unless_broken_pipe(backend::dump(&options.input, &mut Plain::out())?)
}
