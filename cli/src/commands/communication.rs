//! `paratrace communication`: who sends what to whom.

use crate::backend;
use crate::exit::{self, Outcome};
use crate::failure::{Failure, Kind};
use crate::outputs::{self, Files};
use crate::show::{TopOption, edges, judged, print, table_options};
use crate::terminal::Stream;
use clap::ValueEnum;
use paratrace_analyzer::model::Granularity;
use paratrace_analyzer::{CommunicationOptions, Sampling};
use paratrace_report::communication::{Graph, Pattern, Selection, dot, graph, graphml, matrix, place, svg, table};
use paratrace_report::json;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  paratrace communication app.trace                               between methods, the heaviest first
  paratrace communication app.trace --by class --collapse 'java*' --min-share 0.05
  paratrace communication app.trace --focus Parser.next           what one method gets and gives
  paratrace communication app.trace --dot | dot -Tsvg > app.svg   a picture, with the calls
  paratrace communication app.trace --by package --svg > app.svg  a heat map
  paratrace communication app.trace --by class --cores 4          which class on which core
  paratrace communication app.trace --sample 100000 --seed 7      estimated, with intervals
  paratrace communication app.trace --error 0.05 --confidence 0.95 --min-share 0.001";

/// Edges below this share are left out of a table unless asked for.
const TABLE_MIN_SHARE: f64 = 0.01;

/// Show which code produces the values that other code consumes
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = exit::help(EXAMPLES), arg_required_else_help = true)]
pub(crate) struct Options {
    /// The trace directory
    #[arg(value_name = "DIR")]
    trace: PathBuf,
    /// What communicates
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = By::Method)]
    by: By,
    /// Leave out edges with a smaller share of the bytes [default: 0.01 in a table, else 0]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    min_share: Option<f64>,
    /// Only edges from or to what this names (part of a name, or a pattern with *)
    #[arg(long, value_name = "NAME")]
    focus: Vec<String>,
    /// Treat what this pattern with * names as one, such as 'org/acme/*'
    #[arg(long, value_name = "PATTERN")]
    collapse: Vec<String>,
    /// Edges between activations or call paths to keep, the heaviest: a number or `all`
    #[arg(long, value_name = "N", value_parser = edges, default_value = "1000")]
    edges: usize,
    #[command(flatten)]
    top: TopOption,
    #[command(flatten)]
    form: Form,
    #[command(flatten)]
    sample: Sample,
    /// Place what communicates on so many cores
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(1..=1024))]
    cores: Option<u16>,
    /// With --cores: how much more than the mean a core may have to do
    #[arg(long, value_name = "SHARE", value_parser = share, default_value_t = 0.1, requires = "cores")]
    imbalance: f64,
    /// Threads that analyse [default: all cores]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    threads: usize,
}

/// Forms other than the table, each to a file; `-`, or no file: to standard output.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
struct Form {
    /// As JSON to this file; `-`, or no file: to standard output
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    json: Option<PathBuf>,
    /// For Graphviz to this file; `-`, or no file: to standard output
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    dot: Option<PathBuf>,
    /// As GraphML to this file; `-`, or no file: to standard output
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    graphml: Option<PathBuf>,
    /// As a matrix of producers and consumers to this file; `-`, or no file: to standard output
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    matrix: Option<PathBuf>,
    /// As a picture of that matrix to this file; `-`, or no file: to standard output
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    svg: Option<PathBuf>,
}

/// Estimating from a sample.
#[derive(Debug, clap::Args)]
struct Sample {
    /// Estimate from a sample of so many reads
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    sample: Option<u32>,
    /// Seed of the random numbers of a sample
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Take a sample large enough that shares from --min-share on are off by this share of themselves at most
    #[arg(long, value_name = "R", value_parser = open_share, conflicts_with = "sample", requires = "min_share")]
    error: Option<f64>,
    /// Probability with which intervals cover the true share, and --error holds
    #[arg(long, value_name = "C", value_parser = open_share, default_value_t = 0.95)]
    confidence: f64,
}

/// The kind of nodes between which communication is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum By {
    Activation,
    CallPath,
    Loop,
    Method,
    Class,
    Package,
    Thread,
}

impl From<By> for Granularity {
    fn from(by: By) -> Self {
        match by {
            By::Activation => Granularity::Activation,
            By::CallPath => Granularity::CallPath,
            By::Loop => Granularity::Loop,
            By::Method => Granularity::Method,
            By::Class => Granularity::Class,
            By::Package => Granularity::Package,
            By::Thread => Granularity::Thread,
        }
    }
}

fn share(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|share| (0.0..=1.0).contains(share)).ok_or_else(|| "not a number from 0 to 1".to_owned())
}

fn open_share(text: &str) -> Result<f64, String> {
    let inside = |share: &f64| *share > 0.0 && *share < 1.0;
    text.parse().ok().filter(inside).ok_or_else(|| "not a number between 0 and 1".to_owned())
}

/// Analyses and shows.
pub(crate) fn run(options: &Options) -> Result<Outcome, Failure> {
    Files::read([&options.trace]).written(options.file()).check()?;
    let how = CommunicationOptions { edges: options.edges, path_bytes: usize::MAX, sampling: sampling(options)? };
    let report = backend::communication(&options.trace, options.threads, how)?;
    let selection = Selection {
        granularity: options.by.into(),
        collapse: options.collapse.iter().map(|text| Pattern::new(text)).collect(),
        focus: options.focus.iter().map(|text| Pattern::new(text)).collect(),
        min_share: options.min_share.unwrap_or(if options.is_table() { TABLE_MIN_SHARE } else { 0.0 }),
    };
    let missing = || Failure::new(Kind::Input, "the trace has no communication");
    let mut shown = graph(&report, &selection).ok_or_else(missing)?;
    if let Some(cores) = options.cores {
        // Edges too light to be shown count for the placement all the same.
        let whole = Selection { min_share: 0.0, ..selection };
        shown.placement = graph(&report, &whole).map(|all| place(&all, cores.into(), options.imbalance));
    }
    options.show(&shown)?;
    // Only the table says it by itself.
    Ok(if options.is_table() { Outcome::of(&report.completeness) } else { judged(&report.completeness) })
}

fn sampling(options: &Options) -> Result<Option<Sampling>, Failure> {
    let Sample { sample, seed, error, confidence } = options.sample;
    let size = match (sample, error, options.min_share) {
        (Some(size), ..) => size,
        (None, Some(error), Some(share)) => {
            let wrong =
                || Failure::usage("--error needs a --min-share between 0 and 1, and a sample of less than 2³² reads");
            let size = backend::sample_size(error, confidence, share).ok_or_else(wrong)?;
            u32::try_from(size).map_err(|_| wrong())?
        }
        _ => return Ok(None),
    };
    Ok(Some(Sampling { size, seed, confidence }))
}

impl Options {
    fn is_table(&self) -> bool {
        self.file().is_none()
    }

    /// The file for a form other than the table.
    fn file(&self) -> Option<&PathBuf> {
        let Form { json, dot, graphml, matrix, svg } = &self.form;
        json.as_ref().or(dot.as_ref()).or(graphml.as_ref()).or(matrix.as_ref()).or(svg.as_ref())
    }

    fn text(&self, shown: &Graph) -> Result<String, Failure> {
        Ok(match &self.form {
            Form { json: Some(_), .. } => {
                json::to_string(shown).map_err(|error| Failure::new(Kind::Io, "cannot write JSON").because(error))?
            }
            Form { dot: Some(_), .. } => dot(shown),
            Form { graphml: Some(_), .. } => graphml(shown),
            Form { matrix: Some(_), .. } => matrix(shown, self.top.rows()),
            Form { svg: Some(_), .. } => svg(shown, self.top.rows()),
            _ => table(shown, &table_options(&self.top)),
        })
    }

    fn show(&self, shown: &Graph) -> Result<(), Failure> {
        let text = self.text(shown)?;
        match self.file().filter(|file| *file != Path::new("-")) {
            Some(file) => outputs::write(file, |out| out.write_all(text.as_bytes())),
            None => print(&text, Stream::Out),
        }
    }
}
