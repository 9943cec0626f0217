//! `paratrace info`: what is in a map or trace, in figures.

use crate::backend;
use crate::exit;
use crate::failure::Failure;
use crate::outputs::Files;
use crate::show::{JsonOption, print, write_json};
use crate::terminal::Stream;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  paratrace info app.trace
  paratrace info app.trace --json - | jq .threads";

/// Show in figures what is in a program map or trace
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = exit::help(EXAMPLES), arg_required_else_help = true)]
pub(crate) struct Options {
    /// A map, a segment, or a trace directory
    #[arg(value_name = "FILE|DIR")]
    input: PathBuf,
    #[command(flatten)]
    json: JsonOption,
}

/// Shows the figures, or writes them as JSON.
pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    Files::read([&options.input]).written(options.json.file()).check()?;
    let found = backend::info(&options.input)?;
    if write_json(&options.json, &found)? {
        return Ok(());
    }
    print(&found.to_string(), Stream::Out)
}
