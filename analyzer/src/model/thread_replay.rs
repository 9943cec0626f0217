//! The replay of a program's own threads as data.

use serde::{Deserialize, Serialize};

use super::Point;

/// The threads of a program as they are, on a number of cores.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ThreadReplay {
    /// Cost of all nodes, and of entering monitors: the time on one core.
    pub work: u64,
    /// Share of the time on any number of cores in which at most one thread runs.
    pub serial: f64,
    /// Results by number of cores: 1 first, any number last.
    pub runs: Vec<ReplayedRun>,
    /// Threads, and pools of threads with their tasks, those that work most first.
    pub threads: Vec<ReplayedThread>,
    /// What threads wait for on any number of cores, the longest first.
    pub waits: Vec<ReplayedWait>,
    /// Pairs of threads that never work at once, on any number of cores.
    pub never_overlap: Vec<[String; 2]>,
    /// Threads that begin alike, and how different their work is.
    pub imbalance: Vec<Imbalance>,
    /// What is worth a change.
    pub advice: Vec<ThreadAdvice>,
    /// Whether some monitors are entered in the recorded order, as threads would wait for one another for ever in another one.
    pub recorded_order: bool,
    /// Methods that may order threads in a way that is not known. If there are any, nothing else is told.
    pub not_known: Vec<String>,
    /// True if there are too many steps to replay; the figures mean nothing then.
    pub too_large: bool,
}

/// A replay on a number of cores.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReplayedRun {
    /// Number of cores; `null` in JSON for any number.
    pub cores: Option<u32>,
    /// Simulated time.
    pub time: u64,
    /// Time on one core divided by it.
    pub speedup: f64,
    /// Share of the cores' time that executes something; `null` for any number of cores.
    pub utilisation: Option<f64>,
    /// Time in which threads wait for others, summed over threads.
    pub waited: u64,
    /// Time in which threads could go on, but there is no core for them.
    pub ready: u64,
}

/// A thread, or a pool of threads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReplayedThread {
    /// Its name; of a pool what the names of its threads begin with.
    pub name: String,
    /// Cost of the nodes that it executes.
    pub work: u64,
    /// Waiting time on any number of cores.
    pub waited: u64,
    /// Number of threads of a pool; 0 if it is a thread. Fork-join pools are replayed with as many workers as there are cores.
    pub workers: u32,
    /// Number of tasks of a pool.
    pub tasks: u64,
}

/// What a thread waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum WaitKind {
    /// The end of a thread.
    End,
    /// What another thread writes.
    Data,
    /// To be woken up.
    Signal,
    /// A monitor or lock that another thread has.
    Lock,
}

/// Waiting at one line for what another line does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReplayedWait {
    /// What is waited for.
    pub kind: WaitKind,
    /// Instruction of the program that waits; `null` if it is not known.
    pub at: Option<Point>,
    /// Instruction of the program that ends the waiting; `null` if it is not known, and of locks.
    pub until: Option<Point>,
    /// How often somebody waits.
    pub count: u64,
    /// Waiting time, summed over threads.
    pub time: u64,
}

/// Threads that begin alike.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Imbalance {
    /// Where the program begins in them.
    pub at: Option<Point>,
    /// Names of the threads.
    pub threads: Vec<String>,
    /// Their work.
    pub work: u64,
    /// The most work of one of them, divided by the mean.
    pub ratio: f64,
}

/// What an advice about threads is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ThreadAdviceKind {
    /// Most of the time one thread works alone; `share` of the time.
    Serial,
    /// Threads queue for a lock; `share`: waiting time, summed over threads, divided by the time.
    Lock,
    /// Threads that begin alike have different work; `share`: of all work, what the longest has more than the mean, times their number.
    Imbalance,
    /// Two threads that never work at once; `share`: of all work, what the one with less does.
    NeverOverlap,
}

/// An advice about threads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ThreadAdvice {
    /// What it is about.
    pub kind: ThreadAdviceKind,
    /// How much it is about.
    pub share: f64,
    /// Where: the lock, or where the threads begin.
    pub at: Option<Point>,
    /// The threads.
    pub threads: Vec<String>,
}
