//! `paratrace cost`: what communication costs parallel tasks.

use super::shared::write_events;
use crate::backend::{self, Setting};
use crate::exit::{self, Outcome};
use crate::failure::Failure;
use crate::outputs::Files;
use crate::show::{JsonOption, TopOption, judged, print, table_options, write_json};
use crate::terminal::Stream;
use clap::ValueEnum;
use paratrace_cost::Mode;
use paratrace_report::cost::{CostReport, SCHEMA, table};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  paratrace cost app.trace                                       threads, on the default platform
  paratrace cost app.trace --task SparseRunner.run --platform board.toml
  paratrace cost app.trace --mode trace                          page or random as the addresses are
  paratrace cost two.stat four.stat --sequential one.stat        a table of speed-ups
  paratrace cost app.trace --perfetto app.json                   the run as a timeline

A platform file has (defaults shown; burst, and cache or scratchpad, if there are any):
  [access]     random_ns = 72, page_ns = 8
  [task]       creation_us = 331
  [processor]  ns_per_node = 1
  [sdram]      banks = 4, row_bytes = 2048
  [burst]      length = …, first_ns = …, next_ns = …
  [cache]      size_bytes = …, line_bytes = …, ways = …, hit_ns = …";

/// Strands that JSON lists.
const LISTED: usize = 10_000;

/// Show what communication costs parallel tasks
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = exit::help(EXAMPLES), arg_required_else_help = true)]
pub(crate) struct Options {
    /// Trace directories, or files of statistics
    #[arg(value_name = "INPUT", required = true)]
    inputs: Vec<PathBuf>,
    /// Statistics of the sequential program: speed-ups refer to its execution time
    #[arg(long, value_name = "FILE")]
    sequential: Option<PathBuf>,
    /// The machine, as TOML; what it leaves out is as above
    #[arg(long, value_name = "FILE")]
    platform: Option<PathBuf>,
    /// Tasks of a trace, as for `paratrace shared`
    #[arg(long = "task", value_name = "NAME")]
    tasks: Vec<String>,
    /// How accesses of the timeline meet the memory; `trace` follows a trace twice
    #[arg(long, value_enum, value_name = "MODE", default_value_t = By::Page)]
    mode: By,
    #[command(flatten)]
    json: JsonOption,
    /// Write the timeline of the last input as trace events for Perfetto or Chrome
    #[arg(long, value_name = "FILE")]
    perfetto: Option<PathBuf>,
    #[command(flatten)]
    top: TopOption,
}

/// How accesses meet the memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum By {
    /// Each opens a row
    Random,
    /// Each finds its row open
    Page,
    /// Elements come in full bursts
    Burst,
    /// As the addresses are
    Trace,
}

impl From<By> for Mode {
    fn from(by: By) -> Self {
        match by {
            By::Random => Mode::Random,
            By::Page => Mode::Page,
            By::Burst => Mode::Burst,
            By::Trace => Mode::Trace,
        }
    }
}

/// Computes and shows.
pub(crate) fn run(options: &Options) -> Result<Outcome, Failure> {
    let tables = options.sequential.iter().chain(&options.platform);
    Files::read(options.inputs.iter().chain(tables))
        .written(options.perfetto.iter().chain(options.json.file()))
        .check()?;
    let platform = options.platform.as_deref().map(backend::read_simple_platform).transpose()?.unwrap_or_default();
    if options.mode == By::Burst && platform.burst.is_none() {
        return Err(Failure::usage("--mode burst needs a platform with a [burst]"));
    }
    let sequential = options.sequential.as_deref().map(backend::read_statistics).transpose()?;
    let sequential = sequential.map(|found| found.time_us());
    let setting = Setting { tasks: &options.tasks, mode: options.mode.into(), platform: &platform, sequential };
    let mut runs = Vec::new();
    for (number, input) in options.inputs.iter().enumerate() {
        let mut run = setting.run_of(input)?;
        if number + 1 == options.inputs.len()
            && let Some(path) = &options.perfetto
        {
            write_events(path, &backend::trace_events(&run.timeline))?;
        }
        run.strands_left_out = run.timeline.strands.len().saturating_sub(LISTED) as u64;
        run.timeline.strands.truncate(LISTED);
        runs.push(run);
    }
    let report = CostReport { schema: SCHEMA.to_owned(), platform, runs };
    let traces = || report.runs.iter().filter_map(|run| run.completeness.as_ref());
    if write_json(&options.json, &report)? {
        return Ok(traces().map(judged).fold(Outcome::Done, Outcome::and));
    }
    print(&table(&report, &table_options(&options.top)), Stream::Out)?;
    Ok(traces().map(Outcome::of).fold(Outcome::Done, Outcome::and))
}
