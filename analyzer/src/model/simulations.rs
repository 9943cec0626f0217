//! Simulations as data.

use serde::{Deserialize, Serialize};

use super::candidate::is_zero;
use crate::model::{Completeness, EdgeKind, Nature, Operation, Point, ThreadReplay, Via};

/// Name and version of the JSON form. Fields may be added; none is renamed or removed within a version.
pub const SIMULATIONS_SCHEMA: &str = "paratrace.simulations/1";

/// Simulations: the run times that candidates would bring, and the best plans.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Simulations {
    /// Name and version of the JSON form: [`SIMULATIONS_SCHEMA`].
    #[cfg_attr(feature = "schema", schemars(extend("const" = SIMULATIONS_SCHEMA)))]
    pub schema: String,
    /// Completeness of the trace.
    #[serde(default = "Completeness::whole")]
    pub completeness: Completeness,
    /// Cost of creating a task, in units of simulated time; a node costs 1 by default.
    pub task_cost: u64,
    /// Simulated time of the run as it is: the cost of all nodes.
    pub serial: u64,
    /// The candidates, those that would save most time first.
    pub simulations: Vec<Simulation>,
    /// For each number of cores, the best set of candidates that do not nest.
    pub plans: Vec<Plan>,
    /// The threads of the program as they are; left out if fewer than two worked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<ThreadReplay>,
}

/// The kind of tasks of a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum SimulatedKind {
    /// Iterations of a loop.
    Loop,
    /// Calls of a method, each a future.
    Method,
    /// Elements of a stream.
    Stream,
}

/// The simulation of a candidate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Simulation {
    /// Kind of its tasks.
    pub kind: SimulatedKind,
    /// Name of the method, or of the loop's method.
    pub method: String,
    /// Bytecode offset of the loop's header; 0 for a method.
    pub header_pc: u32,
    /// Source file, if known.
    pub file: Option<String>,
    /// Line of the header, or the method's first line; -1 if unknown.
    pub line: i32,
    /// Number of instances of the loop, without those inside one another; for a method, the number of threads that call
    /// it.
    pub instances: u64,
    /// Number of tasks.
    pub tasks: u64,
    /// Rounds of a loop in the whole run, see `Loop::rounds`.
    #[serde(default)]
    pub rounds: Option<u64>,
    /// Cost of all nodes in the instances. The instance of a method lasts from the first call to the end of the thread.
    pub serial: u64,
    /// The unlock ladder: each rung frees what those before it did, and more.
    pub ladder: Vec<LadderRung>,
    /// True if there are too many locations to simulate; the figures mean nothing then.
    pub too_large: bool,
}

/// The dependences that a rung frees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Freed {
    /// No dependences: all count.
    AsIs,
    /// Dependences through the loop's own counters, and WAR and WAW through locals, of which each task has its own.
    Counters,
    /// WAR and WAW: every task has private copies.
    PrivateCopies,
    /// All that the report's advice says how to free.
    Advised,
    /// RAW dependences through one location, the worst one that was left.
    Dependence,
}

/// One step of the unlock ladder.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LadderRung {
    /// The dependences that it frees.
    pub frees: Freed,
    /// Locations that the freed dependences run through; for private copies, those that tasks waited for, worst first.
    pub through: Vec<Via>,
    /// Nature of a freed dependence, if the report's advice recognised it.
    pub nature: Option<Nature>,
    /// Operation of a reduction.
    pub operation: Option<Operation>,
    /// Writing and reading instruction, if one dependence through array elements is freed.
    pub ends: Option<(Point, Point)>,
    /// Cost of each iteration that has to be spent in order, before the next task can be created: that of short chains, or of
    /// sums.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub stage: u64,
    /// How often all tasks run: twice for a parallel prefix sum.
    #[serde(default = "one")]
    pub passes: u64,
    /// Results, one for each number of cores.
    pub runs: Vec<SimulatedRun>,
    /// Dependences that tasks still wait for on the most cores, worst first.
    pub stalls: Vec<Stall>,
}

/// A simulation on a number of cores.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SimulatedRun {
    /// Number of cores; `null` in JSON for as many as there are tasks.
    pub cores: Option<u32>,
    /// Size of tasks, the best of several: iterations of a task; of a recursion, the depth down to which calls are tasks.
    #[serde(default = "one")]
    pub grain: u64,
    /// Simulated time of all instances.
    pub time: u64,
    /// Speed-up of the whole run.
    pub speedup: f64,
    /// Speed-up of the instances.
    pub local_speedup: f64,
    /// Share of the cores' time in the instances that executes nodes.
    pub utilisation: f64,
    /// Waiting time of tasks for one another, summed over tasks.
    pub stalled: u64,
}

fn one() -> u64 {
    1
}

/// A static dependence that tasks wait for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stall {
    /// Kind of the dependence.
    pub kind: EdgeKind,
    /// The instruction that comes first.
    pub head: Point,
    /// The instruction that waits.
    pub tail: Point,
    /// The location that the dependence runs through.
    pub via: Via,
    /// Waiting time.
    pub time: u64,
}

/// The best set of candidates that do not nest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Plan {
    /// Number of cores; `null` in JSON for as many as there are tasks.
    pub cores: Option<u32>,
    /// Speed-up of the whole run, with counters freed and private copies.
    pub speedup: f64,
    /// Positions in `simulations`.
    pub candidates: Vec<usize>,
}
