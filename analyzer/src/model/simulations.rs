//! Simulations as data.

use serde::{Deserialize, Serialize};

use crate::model::{Completeness, EdgeKind, Nature, Operation, Point, Via};

/// Name and version of the JSON form. Fields may be added; none is renamed or removed within a version.
pub const SIMULATIONS_SCHEMA: &str = "paratrace.simulations/1";

/// What candidates would bring, and the best plans.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Simulations {
    /// [`SIMULATIONS_SCHEMA`].
    pub schema: String,
    /// Whether that is the whole run.
    #[serde(default = "Completeness::whole")]
    pub completeness: Completeness,
    /// Cost of creating a task, in nodes.
    pub task_cost: u64,
    /// Simulated time of the run as it is: the cost of all nodes.
    pub serial: u64,
    /// The candidates, those that would bring most first.
    pub simulations: Vec<Simulation>,
    /// For each number of cores, the best set of candidates that do not nest.
    pub plans: Vec<Plan>,
}

/// What the tasks of a candidate are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SimulatedKind {
    /// Iterations of a loop.
    Loop,
    /// Calls of a method, each a future.
    Method,
}

/// A candidate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Simulation {
    /// What its tasks are.
    pub kind: SimulatedKind,
    /// The method, or the loop's.
    pub method: String,
    /// Offset of the loop's header; 0 for a method.
    pub header_pc: u32,
    /// Source file, if known.
    pub file: Option<String>,
    /// Line of the header, or the method's first line; -1 if unknown.
    pub line: i32,
    /// Instances of the loop that are not within one another; for a method, threads that call it.
    pub instances: u64,
    /// Tasks in all.
    pub tasks: u64,
    /// Of a loop: its rounds in the whole run, see `Loop::rounds`.
    #[serde(default)]
    pub rounds: Option<u64>,
    /// Cost of all nodes in the instances. A method's instance is from the first call to the end of the thread.
    pub serial: u64,
    /// The unlock ladder: each rung frees what those before did, and more.
    pub ladder: Vec<LadderRung>,
    /// It has too many locations to be simulated: the figures mean nothing.
    pub too_large: bool,
}

/// What a rung frees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Freed {
    /// Nothing: all dependences count.
    AsIs,
    /// The loop's own counters, and WAR and WAW through locals: what the body of a loop has once it is a task.
    Counters,
    /// Every task has its own copies: WAR and WAW do not count.
    PrivateCopies,
    /// RAW dependences through one thing, the worst one that was left.
    Dependence,
}

/// One step of the unlock ladder.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LadderRung {
    /// What it frees.
    pub frees: Freed,
    /// Through what the freed dependences run; for private copies, those that tasks waited for, worst first.
    pub through: Vec<Via>,
    /// Of a dependence, what the report's advice recognised it as, if anything.
    pub nature: Option<Nature>,
    /// Of a reduction.
    pub operation: Option<Operation>,
    /// For one array element dependence: where it is written and read.
    pub ends: Option<(Point, Point)>,
    /// One for each number of cores.
    pub runs: Vec<SimulatedRun>,
    /// What tasks still wait for, on the most cores, worst first.
    pub stalls: Vec<Stall>,
}

/// A simulation on a number of cores.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct SimulatedRun {
    /// Cores; `null` in JSON: as many as there are tasks.
    pub cores: Option<u32>,
    /// Simulated time of all instances.
    pub time: u64,
    /// Of the whole run.
    pub speedup: f64,
    /// Of the instances.
    pub local_speedup: f64,
    /// Share of the cores' time in the instances that executes nodes.
    pub utilisation: f64,
    /// Time that tasks waited for one another, over all tasks.
    pub stalled: u64,
}

/// A static dependence that tasks wait for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Stall {
    /// Kind.
    pub kind: EdgeKind,
    /// What comes first.
    pub head: Point,
    /// What waits.
    pub tail: Point,
    /// What it runs through.
    pub via: Via,
    /// Waiting time.
    pub time: u64,
}

/// The best set of candidates that do not nest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Cores.
    pub cores: Option<u32>,
    /// Of the whole run, with counters free and private copies.
    pub speedup: f64,
    /// Positions in `simulations`.
    pub candidates: Vec<usize>,
}
