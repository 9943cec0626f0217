//! `paratrace scale`: why a parallel version of a program does not scale.

mod exports;
mod measured;
mod regions;

use crate::backend;
use crate::exit;
use crate::failure::Failure;
use crate::outputs::{self, Files};
use crate::show::{JsonOption, TopOption, print, table_options, write_json};
use crate::terminal::Stream;
use exports::Exports;
use paratrace_report::scaling::text;
use paratrace_scaling::Settings;
use paratrace_scaling::measurements::Measurements;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  paratrace scale --threads 1,2,4 --sequential 'java -cp A Seq' \\
                  --parallel 'java -cp A Par {threads}' --parallel-region 'Par\\.work'
  paratrace scale Par.scaling                    what was measured before, without a run
  paratrace scale Par.scaling --parallel-region 'Par\\.(work|merge)'
  paratrace scale Par.scaling --html par.html    charts and flame graphs
  paratrace scale Par.scaling --within 'Par\\.solve'   only while that runs

A stack is work that the parallel version divides among threads if one of its
frames, pkg.Class.method, matches the region's regular expression.
async-profiler takes the samples (docs/scaling.md says where it comes from),
else perf or the flight recorder of the JDK, which know less.";

const SEQUENTIAL_REGION: &str = "\
The same for the sequential version [default: that of the parallel version]. With several regions, one for each of them, in their order";

const PROFILER: &str = "\
async-profiler: its library, folder, asprof, or the jar of its Maven artefact; `perf`: that of Linux; `jfr`: the flight recorder; \
`none`: no samples [default: PARATRACE_PROFILER, else asprof on PATH, else perf if it has hardware counters, else jfr]";

const WITHIN: &str = "\
Analyse only what runs from the first to the last sample with a frame that this regular expression matches, in any thread";

const TRACED: &str = "\
Run each version once more, traced (see paratrace run --app-only), to count executed bytecodes exactly [default: if there is no \
hardware counter for instructions, which they stand for, and no run takes more than 5 s]";

const PLATFORM: &str = "\
What traced runs are simulated on, to tell what memory and locks cost: a TOML file as of `cost` [default: a cache of 32 KiB for each \
thread; docs/scaling.md]";

/// Show why a parallel version does not scale: measure both versions, compute what each limitation costs
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = exit::help(EXAMPLES), arg_required_else_help = true)]
pub(crate) struct Options {
    /// A file of measurements, or the directory that has one: nothing is run
    #[arg(value_name = "FILE", conflicts_with_all = ["sequential", "parallel", "threads", "iterations", "profiler", "traced", "no_trace", "platform", "times", "out"])]
    file: Option<PathBuf>,
    /// The command of the sequential version
    #[arg(long, value_name = "COMMAND", required_unless_present = "file")]
    sequential: Option<String>,
    /// The command of the parallel version; {threads} stands for the number of threads
    #[arg(long, value_name = "COMMAND", required_unless_present = "file")]
    parallel: Option<String>,
    /// Numbers of threads of the parallel version [default: 1, 2, 4 … up to the cores of this machine]
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=4096))]
    threads: Vec<u32>,
    /// What the parallel version divides among threads: a regular expression for frames. Can be repeated
    #[arg(long, value_name = "REGEX", required_unless_present = "file")]
    parallel_region: Vec<String>,
    #[arg(long, value_name = "REGEX", requires = "parallel_region", help = SEQUENTIAL_REGION)]
    sequential_region: Vec<String>,
    /// How often everything is measured
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    iterations: u32,
    #[arg(long, value_name = "PATH|perf|jfr|none", help = PROFILER)]
    profiler: Option<OsString>,
    #[arg(long, help = TRACED)]
    traced: bool,
    /// Trace nothing, though there is no hardware counter for instructions
    #[arg(long, conflicts_with = "traced")]
    no_trace: bool,
    #[arg(long, value_name = "FILE", help = PLATFORM)]
    platform: Option<PathBuf>,
    /// Record when each sample was taken, so that --within can ask for a part of the runs
    #[arg(long)]
    times: bool,
    #[arg(long, value_name = "REGEX", help = WITHIN)]
    within: Option<String>,
    /// Write the measurements to this directory, which must be new or empty [default: CLASS.scaling, after the parallel version]
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Frames that spin, waiting for others, beside Thread.onSpinWait and Thread.yield: a regular expression. Can be repeated
    #[arg(long, value_name = "REGEX")]
    spinning: Vec<String>,
    #[command(flatten)]
    json: JsonOption,
    /// Write the results as a page for a browser, with charts and flame graphs; it needs no network
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    exports: Exports,
    #[command(flatten)]
    top: TopOption,
}

/// Measures or reads, analyses, shows.
pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    options.spinning.iter().try_for_each(|pattern| backend::check_pattern("--spinning", pattern))?;
    let measurements = match &options.file {
        Some(file) => read(file, options)?,
        None => measured::measure(options)?,
    };
    let measurements = match &options.within {
        Some(pattern) => backend::within(&measurements, pattern)?,
        None => measurements,
    };
    let settings = Settings { spinning: options.spinning.clone(), ..Settings::default() };
    options.exports.write(&measurements, &settings)?;
    let found = backend::scaling(&measurements, &settings)?;
    if let Some(path) = &options.html {
        let page = backend::scaling_page(&measurements, &found)?;
        outputs::write(path, |out| out.write_all(page.as_bytes()))?;
    }
    if write_json(&options.json, &found)? {
        return Ok(());
    }
    print(&text(&found, &table_options(&options.top)), Stream::Out)
}

/// The measurements of a file, with other regions if they are given.
fn read(file: &Path, options: &Options) -> Result<Measurements, Failure> {
    let inside = file.join(measured::NAME);
    let path = if file.is_dir() { &inside } else { file };
    Files::read([path]).written(options.written()).check()?;
    let mut measurements = backend::read_measurements(path)?;
    if !options.parallel_region.is_empty() {
        measurements.regions = options.regions()?;
    }
    Ok(measurements)
}

impl Options {
    /// Files that are written, beside the measurements.
    fn written(&self) -> impl Iterator<Item = &PathBuf> {
        self.json.file().into_iter().chain(&self.html).chain(self.exports.files())
    }
}
