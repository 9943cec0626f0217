//! `paratrace verify`: is a map or trace sound and complete?

use crate::backend;
use crate::exit;
use crate::failure::{Failure, unless_broken_pipe};
use crate::terminal::Plain;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  paratrace verify app.trace && paratrace analyze app.trace
  paratrace verify --deep app.trace
  paratrace verify app.trace/program.map";

/// Check that a program map or trace is sound and complete
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = exit::help(EXAMPLES), arg_required_else_help = true)]
pub(crate) struct Options {
    /// A map, a segment, or a trace directory
    #[arg(value_name = "FILE|DIR")]
    input: PathBuf,
    /// Also replay the whole trace, as every analysis does: does each event fit the code? Takes as long as counting does
    #[arg(long)]
    deep: bool,
}

/// Says what is wrong, if anything.
pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let (written, sound) = backend::verify(&options.input, options.deep, &mut Plain::out())?;
    unless_broken_pipe(written)?;
    if sound {
        return Ok(());
    }
    Err(Failure::new(crate::failure::Kind::Damaged, format!("{} is damaged or incomplete", options.input.display()))
        .advise("What is whole can still be analysed: paratrace analyze"))
}
