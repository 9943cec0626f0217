//! `paratrace shared`: what tasks access that was created outside of them.

use crate::backend;
use crate::exit::{self, Outcome};
use crate::failure::Failure;
use crate::outputs::{self, Files};
use crate::show::{JsonOption, TopOption, edges, judged, print, table_options, write_json};
use crate::terminal::Stream;
use paratrace_report::{csv, json, shared};
use serde::Serialize;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  paratrace shared app.trace                                     all threads, or the most promising method
  paratrace shared app.trace --task SparseRunner.run             calls of this method
  paratrace shared app.trace --task 'worker 1' --task 14         two threads, by name and by id
  paratrace shared app.trace --statistics app.stat               for paratrace cost
  paratrace shared app.trace --perfetto app.json                 the tasks as a timeline, for ui.perfetto.dev
  paratrace shared app.trace --json - | jq '.tasks[].scalars'";

const TASK_HELP: &str = "\
A task: a thread by name or id, `threads` for all of them, or a method, each call of which is an instance [default: all threads \
if there are several, else the method with the most promising loop or calls]";

const PERFETTO_HELP: &str = "\
Write the tasks as they would run with a processor for each, as trace events for Perfetto or Chrome: 1 ns an instruction, page \
accesses; `paratrace cost` does so for other platforms";

/// Show which data tasks share: what they access that was created outside of them
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = exit::help(EXAMPLES), arg_required_else_help = true)]
pub(crate) struct Options {
    /// The trace directory
    #[arg(value_name = "DIR")]
    trace: PathBuf,
    #[arg(long = "task", value_name = "NAME", help = TASK_HELP)]
    tasks: Vec<String>,
    #[command(flatten)]
    json: JsonOption,
    /// As comma-separated values, a line for each counter, on standard output
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Write execution times (µs) and counters as text, for `paratrace cost`
    #[arg(long, value_name = "FILE")]
    statistics: Option<PathBuf>,
    /// With --statistics: what an instruction takes (ns)
    #[arg(long, value_name = "NS", default_value_t = 1.0, value_parser = time, requires = "statistics")]
    ns_per_node: f64,
    #[arg(long, value_name = "FILE", help = PERFETTO_HELP)]
    perfetto: Option<PathBuf>,
    /// Arrays of each task to list, the most accessed ones: a number or `all`
    #[arg(long, value_name = "N", value_parser = edges, default_value = "1000")]
    arrays: usize,
    #[command(flatten)]
    top: TopOption,
}

fn time(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|time| (0.0..=1e9).contains(time)).ok_or_else(|| "not a time from 0 to 1e9 ns".to_owned())
}

/// Measures and shows.
pub(crate) fn run(options: &Options) -> Result<Outcome, Failure> {
    Files::read([&options.trace])
        .written(options.statistics.iter().chain(&options.perfetto).chain(options.json.file()))
        .check()?;
    let plays = options.statistics.is_some() || options.perfetto.is_some();
    // Statistics have all counters.
    let arrays = if options.statistics.is_some() { usize::MAX } else { options.arrays };
    let (mut data, _) = backend::shared(&options.trace, &options.tasks, (arrays, plays), None)?;
    if let Some(path) = &options.statistics {
        let text = backend::statistics(&data, options.ns_per_node).to_string();
        outputs::write(path, |out| out.write_all(text.as_bytes()))?;
        data.limit_arrays(options.arrays);
    }
    if let Some(path) = &options.perfetto {
        write_events(path, &backend::default_trace_events(&data))?;
    }
    if write_json(&options.json, &data)? {
        return Ok(judged(&data.completeness));
    }
    if options.csv {
        let text = csv::shared(&data).map_err(|cause| Failure::io("write", Path::new("the table"), cause))?;
        print(&text, Stream::Out)?;
        return Ok(judged(&data.completeness));
    }
    print(&shared::table(&data, &table_options(&options.top)), Stream::Out)?;
    Ok(Outcome::of(&data.completeness))
}

/// Writes trace events.
pub(super) fn write_events(path: &Path, events: &impl Serialize) -> Result<(), Failure> {
    outputs::write(path, |out| json::write_to(out, events))
}
