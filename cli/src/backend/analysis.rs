//! Calls of the analyzer.

use super::files::open;
use super::memory::{Meter, allowed};
use super::meter::watch;
use crate::cores::available_cores;
use crate::failure::{Failure, Kind};
use paratrace_analyzer::model::{CriticalPath, Simulations, Thread};
use paratrace_analyzer::simulation::SimulationOptions;
use paratrace_analyzer::{
    self as analyzer, AnalyzeError, ChainOptions, CommunicationOptions, DumpOptions, Listed, ListedAdvice, Options,
    Report,
};
use paratrace_report::advice::in_words;
use paratrace_traceformat::numbers::{count, plural};
use paratrace_traceformat::trace::TraceDir;
use std::io::{self, Write};
use std::path::Path;

/// The results that an analysis is to find.
#[derive(Debug, Clone)]
pub(crate) struct Wanted {
    /// Threads that analyse; 0: as many as there are cores.
    pub(crate) threads: usize,
    /// Numbers of cores that speed-ups are for; the first one ranks.
    pub(crate) cores: Vec<u32>,
    /// What creating a task costs, in instructions.
    pub(crate) task_cost: u64,
    /// Distances of dependences.
    pub(crate) distances: bool,
    /// How many edges the report lists.
    pub(crate) edges: Listed,
    /// How many candidates and blockers it lists.
    pub(crate) advice: ListedAdvice,
    /// Communication, if it is wanted.
    pub(crate) communication: Option<CommunicationOptions>,
    /// Bytes of memory that the analysis may take; without a number, most of what there is.
    pub(crate) memory: Option<u64>,
}

impl Wanted {
    /// Returns the options of an analysis that finds it. `in_use` measures its memory.
    pub(super) fn options<'a>(&'a self, in_use: &'a (dyn Fn() -> u64 + Sync)) -> Options<'a> {
        Options {
            threads: threads(self.threads),
            memory: Some(allowed(self.memory, in_use)),
            cores: &self.cores,
            task_cost: self.task_cost,
            distances: self.distances,
            edges: self.edges,
            advice: self.advice,
            communication: self.communication,
            ..Options::default()
        }
    }
}

/// Number of threads that analyse; if 0 are asked for, as many as there are cores.
fn threads(wanted: usize) -> usize {
    if wanted == 0 { available_cores() } else { wanted }
}

/// Analyses a trace directory.
pub(crate) fn analyze(dir: &Path, wanted: &Wanted) -> Result<Report, Failure> {
    let meter = Meter::new();
    let in_use = || meter.in_use();
    analyze_with(dir, &wanted.options(&in_use))
}

/// Measures communication only.
pub(crate) fn communication(dir: &Path, threads: usize, how: CommunicationOptions) -> Result<Report, Failure> {
    let threads = self::threads(threads);
    let options = Options { threads, distances: false, max_windows: 0, communication: Some(how), ..Options::default() };
    analyze_with(dir, &options)
}

fn analyze_with(dir: &Path, options: &Options<'_>) -> Result<Report, Failure> {
    let trace = open(dir)?;
    // Communication of several threads is followed in a pass of its own.
    let passes = if options.communication.is_some() && trace.threads().len() > 1 { 2 } else { 1 };
    let progress = watch(&trace, passes, "analysing");
    let options = Options { progress: Some(&progress), ..*options };
    analyzer::analyze(&trace, &options).map(in_words).map_err(|error| Failure::from_error(Kind::Input, error))
}

/// Simulates candidates of a trace directory; `report` is its analysis, if there is one.
pub(crate) fn simulate(
    dir: &Path,
    report: Option<&Report>,
    options: &SimulationOptions<'_>,
) -> Result<Simulations, Failure> {
    let trace = open(dir)?;
    let progress = watch(&trace, 0, "simulating");
    let options = SimulationOptions { progress: Some(&progress), ..options.clone() };
    analyzer::simulation::simulate(&trace, report, &options).map_err(|error| {
        let advice = matches!(error, AnalyzeError::NoCandidate(_));
        let failure = Failure::from_error(Kind::Input, error);
        if advice {
            failure.advise("paratrace analyze DIR --json - lists the executed loops and methods.")
        } else {
            failure
        }
    })
}

/// Finds the critical path of a trace directory.
pub(crate) fn critical_path(dir: &Path, slack: bool) -> Result<CriticalPath, Failure> {
    let trace = open(dir)?;
    let progress = watch(&trace, 1, "following");
    let options = ChainOptions { progress: Some(&progress), slack, ..ChainOptions::default() };
    analyzer::critical_path(&trace, &options).map_err(|error| Failure::from_error(Kind::Input, error))
}

/// Returns the sample size that estimates of edge shares need: see the analyzer's function of that name.
pub(crate) fn sample_size(error: f64, confidence: f64, share: f64) -> Option<u64> {
    analyzer::sample_size(error, confidence, share)
}

/// Follows all threads and counts the executed instructions, without computing depths.
pub(crate) fn count_nodes(trace: &TraceDir) -> Result<Report, AnalyzeError> {
    let progress = watch(trace, 1, "counting");
    let options = Options {
        max_windows: 0,
        distances: false,
        across_threads: false,
        communication: None,
        progress: Some(&progress),
        ..Options::default()
    };
    analyzer::analyze(trace, &options)
}

/// Lists executed instructions, at most `limit` of each thread, and says how many there were. The inner result is that of writing.
pub(crate) fn nodes(dir: &Path, limit: u64, out: &mut dyn Write) -> Result<io::Result<()>, Failure> {
    let options = DumpOptions { limit: Some(limit), ..DumpOptions::default() };
    let trace = open(dir)?;
    match analyzer::dump_nodes(&trace, &options, out) {
        Ok(cut) => Ok(tell_cut(&trace, &cut, limit, out)?.and_then(|()| out.flush())),
        Err(AnalyzeError::Write(error)) => Ok(Err(error)),
        Err(error) => Err(Failure::from_error(Kind::Input, error)),
    }
}

/// Tells, for threads with more executed instructions than the limit, how many of them are listed.
fn tell_cut(trace: &TraceDir, cut: &[usize], limit: u64, out: &mut dyn Write) -> Result<io::Result<()>, Failure> {
    if cut.is_empty() {
        return Ok(Ok(()));
    }
    let counted = count_nodes(trace).map_err(|error| Failure::from_error(Kind::Input, error))?;
    let threads = cut.iter().filter_map(|&number| counted.threads.get(number)).filter(|thread| thread.nodes > limit);
    Ok(threads.into_iter().try_for_each(|Thread { id, name, nodes, .. }| {
        let (listed, all) = (count(limit), plural(*nodes, "instruction", "instructions"));
        writeln!(out, "… thread {id} ({name}): {listed} of {all} listed: --limit shows more")
    }))
}
