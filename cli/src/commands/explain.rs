//! `paratrace explain`: what a term of the outputs means.

use crate::exit;
use crate::failure::Failure;
use crate::show::{JsonOption, TopOption, print, terminal_options, write_json};
use crate::terminal::Stream;
use paratrace_report::terms::Terms;
use paratrace_report::text;

const EXAMPLES: &str = "\
Examples:
  paratrace explain                        all terms
  paratrace explain critical path          one of them
  paratrace explain privatise --json -     JSON only";

/// Explain a term that outputs use, in plain words
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = exit::help(EXAMPLES))]
pub(crate) struct Options {
    /// The term, in any number of words; without it: all terms
    #[arg(value_name = "TERM")]
    term: Vec<String>,
    #[command(flatten)]
    json: JsonOption,
}

/// Explains the term, or lists all.
pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let term = options.term.join(" ");
    let (found, text): (_, fn(&Terms, &text::TextOptions) -> String) = match term.as_str() {
        "" => (Terms::all(), text::terms),
        term => (Terms::find(term).ok_or_else(|| unknown(term))?, text::explained),
    };
    if write_json(&options.json, &found)? {
        return Ok(());
    }
    print(&text(&found, &terminal_options(&TopOption::default(), Stream::Out)), Stream::Out)
}

fn unknown(term: &str) -> Failure {
    let like = Terms::nearest(term);
    let advice = match like.as_slice() {
        [] => "paratrace explain lists all terms.".to_owned(),
        like => format!("Did you mean: {}? paratrace explain lists all terms.", like.join(", ")),
    };
    Failure::usage(format!("no output uses the term {term}")).advise(advice)
}
