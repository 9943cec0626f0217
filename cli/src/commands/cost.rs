//! `paratrace cost`: what communication costs parallel tasks.

use super::shared::write_events;
use crate::backend::{self, Strands};
use crate::exit::{self, Outcome};
use crate::failure::{Failure, Kind};
use crate::outputs::Files;
use crate::show::{JsonOption, TopOption, judged, print, table_options, write_json};
use crate::terminal::Stream;
use clap::ValueEnum;
use paratrace_cost::{
    Mode, Platform, Run, Statistics, Strand, ThreadStatistics, Timeline, evaluate, timeline, trace_events,
};
use paratrace_report::cost::{CostReport, RunReport, SCHEMA, table};
use paratrace_traceformat::files;
use std::fs;
use std::path::{Path, PathBuf};

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
    let platform = options.platform.as_deref().map(platform).transpose()?.unwrap_or_default();
    if options.mode == By::Burst && platform.burst.is_none() {
        return Err(Failure::usage("--mode burst needs a platform with a [burst]"));
    }
    let sequential = options.sequential.as_deref().map(statistics).transpose()?.map(|found| found.time_us());
    let setting = Setting { options, platform: &platform, sequential };
    let mut runs = Vec::new();
    for (number, input) in options.inputs.iter().enumerate() {
        let mut run = setting.run_of(input)?;
        if number + 1 == options.inputs.len()
            && let Some(path) = &options.perfetto
        {
            write_events(path, &trace_events(&run.timeline, 1))?;
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

struct Setting<'o> {
    options: &'o Options,
    platform: &'o Platform,
    /// Time of the sequential program, µs.
    sequential: Option<u64>,
}

impl Setting<'_> {
    fn run_of(&self, input: &Path) -> Result<RunReport, Failure> {
        let is_trace = fs::metadata(input).map_err(|cause| Failure::io("read", input, cause))?.is_dir();
        let name = input.display().to_string();
        if is_trace { self.traced(&name, input) } else { self.counted(&name, &statistics(input)?) }
    }

    fn traced(&self, name: &str, trace: &Path) -> Result<RunReport, Failure> {
        let (mode, platform) = (self.options.mode.into(), self.platform);
        let simulated = mode == Mode::Trace;
        let (data, memory) = backend::shared(trace, &self.options.tasks, 0, simulated.then_some(platform))?;
        let strands = Strands::new(&data);
        let mut run = strands.run(name, platform, simulated);
        run.sequential_ms = self.sequential.map(|us| us as f64 / 1e3).or(run.sequential_ms);
        let played = timeline(&strands.played(platform, mode), platform, platform.processor.ns_per_node);
        let completeness = Some(data.completeness.clone());
        Ok(RunReport { completeness, ..self.report(&run, played, memory) })
    }

    fn counted(&self, name: &str, found: &Statistics) -> Result<RunReport, Failure> {
        if self.options.mode == By::Trace {
            return Err(Failure::usage("--mode trace needs a trace: statistics have no addresses"));
        }
        let run = Run::of_statistics(name, found, self.sequential);
        let played = timeline(&self.threads(&run, found), self.platform, 1e3);
        Ok(self.report(&run, played, None))
    }

    /// Threads as strands that all begin together; an instruction is 1 µs. The main thread works as long as it takes longer
    /// than the slowest worker, and then waits.
    fn threads(&self, run: &Run, found: &Statistics) -> Vec<Strand> {
        let workers: Vec<&ThreadStatistics> = found.threads.iter().filter(|thread| !thread.main).collect();
        let slowest = workers.iter().map(|thread| thread.time_us).max().unwrap_or(0);
        let nodes = found.time_us().saturating_sub(slowest);
        let others = 1..=workers.len();
        let main = Strand {
            name: "main".to_owned(),
            nodes,
            starts: others.clone().map(|other| (0, other)).collect(),
            awaits: others.map(|other| (nodes, other)).collect(),
            ..Strand::default()
        };
        let strand = |(thread, worker): (&ThreadStatistics, &paratrace_cost::Worker)| Strand {
            name: worker.name.clone(),
            worker: true,
            nodes: thread.time_us,
            accesses: worker.accesses.scalars.saturating_add(worker.accesses.elements),
            communication_ns: Mode::from(self.options.mode).time_ns(worker.accesses, self.platform).unwrap_or(0.0),
            ..Strand::default()
        };
        std::iter::once(main).chain(workers.into_iter().zip(&run.workers).map(strand)).collect()
    }

    fn report(&self, run: &Run, played: Timeline, memory: Option<paratrace_cost::MemoryFigures>) -> RunReport {
        RunReport {
            completeness: None,
            outcome: evaluate(run, self.platform),
            timeline_mode: self.options.mode.into(),
            timeline: played,
            strands_left_out: 0,
            memory,
        }
    }
}

fn platform(path: &Path) -> Result<Platform, Failure> {
    let text = files::read_to_string(path).map_err(|cause| Failure::io("read", path, cause))?;
    let failure = || Failure::input(format!("{} is no platform", path.display()));
    Platform::from_toml(&text).map_err(|error| failure().because(error))
}

fn statistics(path: &Path) -> Result<Statistics, Failure> {
    let text = files::read_to_string(path).map_err(|cause| Failure::io("read", path, cause))?;
    let failure = || Failure::new(Kind::Input, format!("{} has no statistics", path.display()));
    text.parse().map_err(|error: paratrace_cost::StatisticsError| failure().because(error))
}
