//! Calls of the computation of costs.

use super::shared::{Strands, shared};
use crate::failure::Failure;
use paratrace_analyzer::model::SharedData;
use paratrace_cost::{
    self as cost, MemoryFigures, Mode, Platform, Run, Statistics, StatisticsError, Strand, Timeline, Worker,
    WorkerStatistics, evaluate, timeline,
};
use paratrace_report::cost::RunReport;
use paratrace_traceformat::files;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// How the cost of runs is computed.
pub(crate) struct Setting<'o> {
    /// Names of the tasks of a trace; none: the obvious ones.
    pub(crate) tasks: &'o [String],
    /// How accesses of the timeline meet the memory.
    pub(crate) mode: Mode,
    pub(crate) platform: &'o Platform,
    /// Time of the sequential program, µs.
    pub(crate) sequential: Option<u64>,
}

impl Setting<'_> {
    /// Computes the cost of a run, from a trace directory or from a file of statistics.
    pub(crate) fn run_of(&self, input: &Path) -> Result<RunReport, Failure> {
        let is_trace = fs::metadata(input).map_err(|cause| Failure::io("read", input, cause))?.is_dir();
        let name = input.display().to_string();
        if is_trace { self.traced(&name, input) } else { self.counted(&name, &read_statistics(input)?) }
    }

    fn traced(&self, name: &str, trace: &Path) -> Result<RunReport, Failure> {
        let (mode, platform) = (self.mode, self.platform);
        let simulated = mode == Mode::Trace;
        let (data, memory) = shared(trace, self.tasks, (0, true), simulated.then_some(platform))?;
        let strands = Strands::new(&data);
        let mut run = strands.run(name, platform, simulated);
        run.sequential_ms = self.sequential.map(|us| us as f64 / 1e3).or(run.sequential_ms);
        let played = timeline(&strands.played(platform, mode), platform, platform.processor.ns_per_node);
        let completeness = Some(data.completeness.clone());
        let is_ordered = Some(data.is_ordered);
        Ok(RunReport { completeness, is_ordered, ..self.report(&run, played, memory) })
    }

    fn counted(&self, name: &str, found: &Statistics) -> Result<RunReport, Failure> {
        if self.mode == Mode::Trace {
            return Err(Failure::usage("--mode trace needs a trace: statistics have no addresses"));
        }
        let run = Run::of_statistics(name, found, self.sequential);
        let played = timeline(&self.workers(found, &run.workers), self.platform, 1e3);
        Ok(self.report(&run, played, None))
    }

    /// Workers as strands that all begin together; an instruction is 1 µs. The main thread works as long as it takes longer
    /// than the slowest worker, and then waits.
    fn workers(&self, found: &Statistics, names: &[Worker]) -> Vec<Strand> {
        let workers = found.workers();
        let slowest = workers.iter().map(|worker| worker.time_us).max().unwrap_or(0);
        let nodes = found.run_time_us().saturating_sub(slowest);
        let others = 1..=workers.len();
        let main = Strand {
            name: "main".to_owned(),
            nodes,
            starts: others.clone().map(|other| (0, other)).collect(),
            awaits: others.map(|other| (nodes, other)).collect(),
            ..Strand::default()
        };
        let strand = |(worker, named): (WorkerStatistics, &Worker)| Strand {
            name: named.name.clone(),
            worker: true,
            nodes: worker.time_us,
            accesses: worker.accesses.scalars.saturating_add(worker.accesses.elements),
            communication_ns: self.mode.time_ns(worker.accesses, self.platform).unwrap_or(0.0),
            ..Strand::default()
        };
        std::iter::once(main).chain(workers.into_iter().zip(names).map(strand)).collect()
    }

    fn report(&self, run: &Run, played: Timeline, memory: Option<MemoryFigures>) -> RunReport {
        RunReport {
            completeness: None,
            is_ordered: None,
            outcome: evaluate(run, self.platform),
            timeline_mode: self.mode,
            timeline: played,
            strands_left_out: 0,
            memory,
        }
    }
}

/// Returns a timeline as trace events for Perfetto.
pub(crate) fn trace_events(played: &Timeline) -> Value {
    cost::trace_events(played, 1)
}

/// Returns the tasks of a run, played on the default platform with page accesses, as trace events for Perfetto.
pub(crate) fn default_trace_events(data: &SharedData) -> Value {
    let platform = Platform::default();
    let strands = Strands::new(data).played(&platform, Mode::Page);
    trace_events(&timeline(&strands, &platform, platform.processor.ns_per_node))
}

/// Reads a platform, in TOML.
fn read_platform(path: &Path) -> Result<Platform, Failure> {
    let text = files::read_to_string(path).map_err(|cause| Failure::io("read", path, cause))?;
    let failure = || Failure::input(format!("{} is no platform", path.display()));
    Platform::from_toml(&text).map_err(|error| failure().because(error))
}

/// Reads a platform on which instructions take time.
pub(crate) fn read_timed_platform(path: &Path) -> Result<Platform, Failure> {
    timed(path, read_platform(path)?)
}

/// Reads a platform with no more than a cache for each core and the memory, where nothing else is simulated.
pub(crate) fn read_simple_platform(path: &Path) -> Result<Platform, Failure> {
    let platform = read_platform(path)?;
    match platform.beyond_one_cache() {
        None => Ok(platform),
        Some(what) => Err(Failure::usage(format!("{}: only `paratrace scale` simulates {what}", path.display()))
            .advise("Leave it out here.")),
    }
}

/// Reads such a platform on which instructions take time.
pub(crate) fn read_simple_timed_platform(path: &Path) -> Result<Platform, Failure> {
    timed(path, read_simple_platform(path)?)
}

fn timed(path: &Path, platform: Platform) -> Result<Platform, Failure> {
    if platform.processor.ns_per_node <= 0.0 {
        let told = format!("{}: ns_per_node is 0, so that moving data would take for ever", path.display());
        return Err(Failure::usage(told));
    }
    Ok(platform)
}

/// Reads a file of statistics.
pub(crate) fn read_statistics(path: &Path) -> Result<Statistics, Failure> {
    let text = files::read_to_string(path).map_err(|cause| Failure::io("read", path, cause))?;
    let failure = || Failure::input(format!("{} has no statistics", path.display()));
    text.parse().map_err(|error: StatisticsError| failure().because(error))
}
