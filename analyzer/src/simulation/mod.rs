//! What running a loop's iterations, or a method's calls, in parallel would bring: list scheduling of these tasks on a
//! number of cores under their dependences.
//!
//! Nodes come in program order, and every dependence points back in it, so one forward pass is exact: a task has a clock,
//! each of its nodes takes its cost, and a node that touches what an earlier, unfinished task wrote (or read, if it
//! writes) waits until the simulated time of that access. What is outside the candidate's instances runs serially.
//!
//! The rules, in full: `docs/simulation.md`.

mod candidates;
mod clocks;
mod costs;
mod ladder;
mod pass;
mod plan;
mod plans;
mod record;
mod rules;
mod subject;
mod tasks;

pub use candidates::{Name, Selection};
pub use costs::{Costs, CostsError};

use paratrace_replay::base::error::AnalyzeError;
use paratrace_traceformat::trace::TraceDir;

use crate::analysis::analyze_input;
use crate::input::{Input, Progress};
use crate::limits;
use crate::model::{Report, Simulations};
use crate::options::Options;
use candidates::{Machine, choose};
use ladder::Climb;

/// Settings of a simulation.
#[derive(Clone)]
pub struct SimulationOptions<'a> {
    /// What is simulated.
    pub selection: Selection,
    /// Numbers of cores.
    pub cores: Vec<u32>,
    /// A machine with a core for every task, too.
    pub unlimited: bool,
    /// Cost of creating a task, in nodes.
    pub task_cost: u64,
    /// How many dependences are removed, the worst first, one pass over the trace for each.
    pub ladder: u32,
    /// What nodes cost.
    pub costs: Costs,
    /// Told from time to time how far a pass is; `false` cancels it.
    pub progress: Option<&'a (dyn Fn(Progress) -> bool + Sync)>,
}

/// What creating a task costs, in nodes: `docs/performance.md` tells how it was measured.
pub const DEFAULT_TASK_COST: u64 = 320;

impl Default for SimulationOptions<'_> {
    fn default() -> Self {
        Self {
            selection: Selection::Best(10),
            cores: vec![2, 4, 8, 16],
            unlimited: false,
            task_cost: DEFAULT_TASK_COST,
            ladder: 3,
            costs: Costs::default(),
            progress: None,
        }
    }
}

/// Simulates candidates of a trace directory. `report` is its analysis, if there is one.
///
/// # Errors
/// If the trace cannot be read, a named candidate was not executed, or the simulation is cancelled. A thread whose events
/// do not fit the map is simulated as far as they do.
pub fn simulate(
    dir: &TraceDir,
    report: Option<&Report>,
    options: &SimulationOptions<'_>,
) -> Result<Simulations, AnalyzeError> {
    let class_name = |index: u32| dir.class_name(index).map(str::to_owned);
    simulate_input(&|| crate::input::input(dir, &class_name), report, options)
}

/// The same for events from anywhere; `input` gives them anew for every pass.
///
/// # Errors
/// As [`simulate`].
pub fn simulate_input<'i>(
    input: &dyn Fn() -> Input<'i>,
    report: Option<&Report>,
    options: &SimulationOptions<'_>,
) -> Result<Simulations, AnalyzeError> {
    let made;
    let report = match report {
        Some(report) => report,
        None => {
            let figures = Options { communication: None, progress: options.progress, ..Options::default() };
            made = analyze_input(input(), &figures)?;
            &made
        }
    };
    let mut cores: Vec<u32> = options.cores.iter().map(|cores| (*cores).clamp(1, limits::SIMULATED_CORES)).collect();
    cores.sort_unstable();
    cores.dedup();
    cores.truncate(limits::SIMULATED_MACHINES);
    cores.extend(options.unlimited.then_some(subject::UNLIMITED));
    let most = cores.last().copied().unwrap_or(1);
    let task_cost = options.task_cost.min(limits::TASK_COST);
    let mut candidates = choose(input().map, report, &options.selection, Machine { cores: most, task_cost })?;
    candidates.truncate(limits::SIMULATED_CANDIDATES);
    Climb { input, report, cores: &cores, task_cost, options }.run(candidates)
}
