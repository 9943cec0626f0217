//! `paratrace simulate`: what running loops and calls in parallel would bring.

use super::shared::write_events;
use crate::backend;
use crate::cores;
use crate::exit::{self, Outcome};
use crate::failure::Failure;
use crate::outputs::Files;
use crate::show::{JsonOption, TopOption, judged, print, terminal_options, write_json};
use crate::terminal::Stream;
use paratrace_analyzer::model::Simulations;
use paratrace_analyzer::simulation::{Costs, DEFAULT_TASK_COST, Name, Selection, SimulationOptions};
use paratrace_report::text;
use paratrace_report::timeline::TraceEvents;
use paratrace_traceformat::files;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  paratrace simulate app.trace                             the ten most promising loops and methods
  paratrace simulate app.trace --loop Scene.java:12        this loop
  paratrace simulate app.trace --method Parser.parse       calls of this method, as futures
  paratrace simulate app.trace --cores 2,64 --ladder 6     other machines, more steps of the ladder
  paratrace simulate app.trace --platform board.toml       threads, with what moving data between cores costs
  paratrace simulate app.trace --cores 4 --perfetto app.json  threads on four cores as a timeline
  paratrace simulate app.trace --json - | jq .plans        JSON only";

const COSTS_HELP: &str = "\
What instructions cost instead of 1: a text file with a mnemonic and a number on each line, * stands for any \
end of a name: invoke* 10";

/// Candidates that are simulated if none is named.
const CANDIDATES: usize = 10;

/// Simulate loops and calls of a trace on a number of cores
///
/// Without --loop and --method, the ten most promising ones, or as many as --top says.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = exit::help(EXAMPLES), arg_required_else_help = true)]
pub(crate) struct Options {
    /// The trace directory
    #[arg(value_name = "DIR")]
    trace: PathBuf,
    /// Simulate the loops whose header is at this line
    #[arg(long = "loop", value_name = "FILE:LINE", value_parser = looped)]
    loops: Vec<Name>,
    /// Simulate calls of this method, each beside what follows it
    #[arg(long = "method", value_name = "NAME", value_parser = method)]
    methods: Vec<Name>,
    #[command(flatten)]
    top: TopOption,
    /// Numbers of cores that speed-ups are for [default: 2, 4, 8, 16, and those of this machine]
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = cores::number())]
    cores: Vec<u32>,
    /// What creating a task costs, in instructions
    #[arg(long, value_name = "INSTRUCTIONS", default_value_t = DEFAULT_TASK_COST)]
    task_cost: u64,
    /// How many dependences to remove, the worst first; each takes another pass over the trace
    #[arg(long, value_name = "N", default_value_t = 3)]
    ladder: u32,
    #[arg(long, value_name = "FILE", help = COSTS_HELP)]
    costs: Option<PathBuf>,
    /// What entering a monitor or a lock costs, in instructions, when the program's own threads are replayed
    #[arg(long, value_name = "INSTRUCTIONS", default_value_t = 0)]
    lock_cost: u64,
    /// Replay the program's own threads on this machine, where data move between cores: a TOML file as for `paratrace cost`
    #[arg(long, value_name = "FILE")]
    platform: Option<PathBuf>,
    /// Write the replay of the program's own threads on the most --cores as trace events for Perfetto or Chrome
    #[arg(long, value_name = "FILE")]
    perfetto: Option<PathBuf>,
    #[command(flatten)]
    json: JsonOption,
}

fn looped(text: &str) -> Result<Name, String> {
    let (file, line) = text.rsplit_once(':').ok_or("it is not FILE:LINE")?;
    let line = line.parse().map_err(|_| "what follows the colon is no line number".to_owned())?;
    Ok(Name::Loop { file: file.to_owned(), line })
}

#[allow(clippy::unnecessary_wraps, reason = "the form of a value parser")]
fn method(text: &str) -> Result<Name, String> {
    Ok(Name::Method(text.to_owned()))
}

/// Simulates and shows.
pub(crate) fn run(options: &Options) -> Result<Outcome, Failure> {
    Files::read([&options.trace])
        .read_too(&options.costs)
        .read_too(&options.platform)
        .written(options.perfetto.iter().chain(options.json.file()))
        .check()?;
    let names: Vec<Name> = options.loops.iter().chain(&options.methods).cloned().collect();
    let wanted = SimulationOptions {
        selection: if names.is_empty() {
            Selection::Best(options.top.rows().rows(CANDIDATES))
        } else {
            Selection::Named(names)
        },
        cores: if options.cores.is_empty() { cores::usual() } else { options.cores.clone() },
        task_cost: options.task_cost,
        ladder: options.ladder,
        lock_cost: options.lock_cost,
        platform: options.platform.as_deref().map(backend::read_simple_timed_platform).transpose()?,
        timeline: options.perfetto.is_some(),
        costs: options.costs.as_deref().map(costs).transpose()?.unwrap_or_default(),
        ..SimulationOptions::default()
    };
    let simulated = backend::simulate(&options.trace, None, &wanted)?;
    if let Some(path) = &options.perfetto {
        let unit_ns = wanted.platform.as_ref().map_or(1.0, |platform| platform.processor.ns_per_node);
        write_timeline(path, &simulated, unit_ns)?;
    }
    if write_json(&options.json, &simulated)? {
        return Ok(judged(&simulated.completeness));
    }
    print(&text::simulations(&simulated, &terminal_options(&options.top, Stream::Out)), Stream::Out)?;
    Ok(Outcome::of(&simulated.completeness))
}

/// Writes the replayed threads as trace events.
fn write_timeline(path: &Path, simulated: &Simulations, unit_ns: f64) -> Result<(), Failure> {
    let replayed = simulated.threads.as_ref().and_then(|threads| threads.timeline.as_ref());
    let Some(timeline) = replayed else {
        return Err(Failure::usage("--perfetto: the threads of this program cannot be replayed, or only one worked"));
    };
    if timeline.left_out > 0 {
        let told = format!("{}: the {} shortest slices are left out\n", path.display(), timeline.left_out);
        print(&told, Stream::Err)?;
    }
    write_events(path, &TraceEvents { timeline, unit_ns })
}

fn costs(path: &Path) -> Result<Costs, Failure> {
    let text = files::read_to_string(path).map_err(|cause| Failure::io("read", path, cause))?;
    let unreadable = || Failure::input(format!("{} is not a table of costs", path.display()));
    Costs::parse(&text).map_err(|error| unreadable().because(error))
}
