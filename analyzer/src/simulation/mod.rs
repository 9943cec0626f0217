//! Simulation of parallel tasks: the run time if the iterations of a loop, or the calls of a method, ran in parallel.
//!
//! The tasks are list-scheduled on a number of cores under their dependences. Nodes come in program order, and every
//! dependence points back in it, so one forward pass is exact. Each task has a clock, and each of its nodes takes its
//! cost. A node waits if it touches what an earlier, unfinished task wrote (or read, if the node writes), until the
//! simulated time of that access. Nodes outside of the candidate's instances run serially.
//!
//! The full rules are in `docs/simulation.md`.

mod accesses;
mod candidates;
mod cells;
mod clocks;
mod costs;
mod divisions;
mod gains;
mod ladder;
mod nest;
mod pass;
mod plan;
mod plans;
mod record;
mod rules;
mod run;
mod running;
mod sites;
mod subject;
mod tasks;
mod writes;

pub use crate::limits::DEFAULT_TASK_COST;
pub use candidates::{Name, Selection};
pub use costs::{Costs, CostsError};

use std::num::NonZero;

use paratrace_cost::Platform;
use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::base::workers::lost;
use paratrace_replay::program::without_jdk;
use paratrace_traceformat::map::ProgramMap;
use paratrace_traceformat::trace::TraceDir;

use crate::analysis::{Keep, analyze_then, of_program};
use crate::input::{Input, Progress};
use crate::limits;
use crate::model::{Report, Simulations};
use crate::options::Options;
use crate::thread_replay::{ThreadOptions, replay_threads};
use candidates::choose;
use divisions::UNLIMITED;
use gains::add_gains;
use ladder::Climb;
use run::Simulator;

/// Options of a simulation.
#[derive(Clone)]
pub struct SimulationOptions<'a> {
    /// The candidates to simulate.
    pub selection: Selection,
    /// The numbers of cores to simulate.
    pub cores: Vec<u32>,
    /// Whether a machine with a core for every task is simulated, too.
    pub unlimited: bool,
    /// Cost of creating a task, in units of simulated time; a node costs 1 by default.
    pub task_cost: u64,
    /// Number of dependences to remove, the worst first. Each takes one more pass over the trace.
    pub ladder: u32,
    /// Costs of nodes by instruction.
    pub costs: Costs,
    /// Cost of entering a monitor, when the program's own threads are replayed.
    pub lock_cost: u64,
    /// The machine that the program's own threads are replayed on; without one, moving data costs nothing.
    pub platform: Option<Platform>,
    /// Whether a timeline of the program's own threads is wanted, on the most cores.
    pub timeline: bool,
    /// Progress callback, called from time to time; returning `false` cancels the simulation.
    pub progress: Option<&'a (dyn Fn(Progress) -> bool + Sync)>,
}

impl Default for SimulationOptions<'_> {
    fn default() -> Self {
        Self {
            selection: Selection::Best(10),
            cores: vec![2, 4, 8, 16],
            unlimited: false,
            task_cost: DEFAULT_TASK_COST,
            ladder: 3,
            costs: Costs::default(),
            lock_cost: 0,
            platform: None,
            timeline: false,
            progress: None,
        }
    }
}

/// Simulates candidates of a trace directory. `report` is its analysis; without one, the trace is analysed first.
///
/// # Errors
/// If the trace cannot be read, a named candidate was not executed, or the simulation is cancelled. A thread whose
/// events do not fit the map is simulated up to that place.
///
/// ```
/// use paratrace_analyzer::simulation::{SimulationOptions, simulate};
/// use paratrace_traceformat::trace::TraceDir;
///
/// let trace = TraceDir::open("tests/versions/1.1")?;
/// let options = SimulationOptions { cores: vec![2], task_cost: 0, ..SimulationOptions::default() };
/// let found = simulate(&trace, None, &options)?;
/// assert!(found.simulations.iter().all(|one| one.ladder[0].runs[0].speedup <= 2.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn simulate(
    dir: &TraceDir,
    report: Option<&Report>,
    options: &SimulationOptions<'_>,
) -> Result<Simulations, AnalyzeError> {
    let class_name = |index: u32| dir.class_name(index).map(str::to_owned);
    simulate_input(&|| crate::input::input(dir, &class_name), report, options)
}

/// Simulates like [`simulate`], with events from any source. `input` supplies them anew for each pass.
///
/// # Errors
/// As [`simulate`].
pub fn simulate_input<'i>(
    input: &dyn Fn() -> Input<'i>,
    report: Option<&Report>,
    options: &SimulationOptions<'_>,
) -> Result<Simulations, AnalyzeError> {
    let found = simulate_candidates(input, report, options)?;
    let cost = |opcode: u8| options.costs.of(opcode);
    let replay = ThreadOptions {
        cores: &numbers_of_cores(&options.cores, false),
        cost: &cost,
        lock_cost: options.lock_cost.min(limits::TASK_COST),
        platform: options.platform.as_ref(),
        timeline: options.timeline,
        progress: options.progress,
    };
    Ok(Simulations { threads: replay_threads(input(), &replay)?, ..found })
}

/// Simulates candidates.
fn simulate_candidates<'i>(
    input: &dyn Fn() -> Input<'i>,
    report: Option<&Report>,
    options: &SimulationOptions<'_>,
) -> Result<Simulations, AnalyzeError> {
    let cores = numbers_of_cores(&options.cores, options.unlimited);
    let (nothing, map) = (Keep::none(), input().map);
    let alone = without_jdk(map);
    let simulator = Simulator {
        input,
        kept: &nothing,
        map: alone.as_ref().unwrap_or(map),
        alone: alone.is_some(),
        cores: &cores,
        task_cost: options.task_cost.min(limits::TASK_COST),
        costs: &options.costs,
        progress: options.progress,
        threads: std::thread::available_parallelism().map_or(1, NonZero::get),
    };
    if let Some(report) = report {
        return climb(simulator, report, options);
    }
    let figures =
        Options { communication: None, cores: &options.cores, progress: options.progress, ..Options::default() };
    let mut found = None;
    let (program, of_program) = of_program(input(), alone.as_ref(), &figures)?.unzip();
    analyze_then(input(), program.as_ref(), &figures, Keep::some(&figures), |report, kept| {
        let kept = if simulator.alone { of_program.as_ref().unwrap_or(simulator.kept) } else { kept };
        let simulator = Simulator { kept, ..simulator };
        add_gains(&simulator, report)?;
        found = Some(climb(simulator, report, options)?);
        Ok(())
    })?;
    found.ok_or_else(lost)
}

/// Simulates the candidates of a report that are wanted.
fn climb(
    simulator: Simulator<'_, '_>,
    report: &Report,
    options: &SimulationOptions<'_>,
) -> Result<Simulations, AnalyzeError> {
    let mut candidates = choose(simulator.map, report, &options.selection)?;
    candidates.truncate(limits::SIMULATED_CANDIDATES);
    let ranking = options.cores.first().copied().unwrap_or(1);
    Climb { simulator, report, steps: options.ladder, ranking }.run(candidates)
}

/// Simulates what the candidates of a report gain on the cores that the analysis is for. It has kept the operations of some threads:
/// those of the program alone, if `alone` is the map of that.
pub(crate) fn simulate_gains<'i>(
    input: &dyn Fn() -> Input<'i>,
    (kept, alone): (&Keep, Option<&ProgramMap>),
    report: &mut Report,
    options: &Options<'_>,
) -> Result<(), AnalyzeError> {
    let cores = numbers_of_cores(options.cores, false);
    let costs = Costs::default();
    let task_cost = options.task_cost.min(limits::TASK_COST);
    let (map, progress, threads) = (input().map, options.progress, options.threads);
    let (map, alone) = (alone.unwrap_or(map), alone.is_some());
    add_gains(
        &Simulator { input, kept, map, alone, cores: &cores, task_cost, costs: &costs, progress, threads },
        report,
    )
}

/// Returns the numbers of cores to simulate, ascending.
fn numbers_of_cores(wanted: &[u32], unlimited: bool) -> Vec<u32> {
    let mut cores: Vec<u32> = wanted.iter().map(|cores| (*cores).clamp(1, limits::SIMULATED_CORES)).collect();
    cores.sort_unstable();
    cores.dedup();
    cores.truncate(limits::SIMULATED_MACHINES);
    cores.extend(unlimited.then_some(UNLIMITED));
    cores
}
