//! The replay of a program's own threads as data.

use serde::{Deserialize, Serialize};

use super::{Point, ReplayTimeline};

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
    /// Which data move on the most cores that are a number, the longest first; empty without a platform.
    pub moved: Vec<MovedData>,
    /// Pairs of threads that never work at once, on any number of cores.
    pub never_overlap: Vec<[String; 2]>,
    /// Threads that begin alike, and how different their work is.
    pub imbalance: Vec<Imbalance>,
    /// Loops, methods and calls that hand work to other threads, those with the most work first.
    pub regions: Vec<HandingRegion>,
    /// Number of tasks of which it is not known what has handed them out: they belong to no region.
    pub unattributed: u64,
    /// What is worth a change.
    pub advice: Vec<ThreadAdvice>,
    /// Whether some monitors are entered in the recorded order, as threads would wait for one another for ever in another one.
    pub recorded_order: bool,
    /// Methods that may order threads in a way that is not known. If there are any, nothing else is told.
    pub not_known: Vec<String>,
    /// True if there are too many steps to replay; the figures mean nothing then.
    pub too_large: bool,
    /// The run on the most cores, moment by moment, if it was wanted.
    #[serde(skip)]
    pub timeline: Option<ReplayTimeline>,
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
    /// What data movement takes; `null` without a platform.
    pub movement: Option<Movement>,
}

/// Data movement between cores and the memory that they share.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Movement {
    /// Lines of memory that move.
    pub lines: u64,
    /// Time until they have come, summed over threads.
    pub time: u64,
    /// Of that, time until a bank of the memory is free.
    pub queued: u64,
    /// The speed-up if moving data took no time.
    pub speedup_without: f64,
}

/// Data that move to one line of the program from where another one wrote them last.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MovedData {
    /// Instruction of the program that accesses them; `null` if it is not known.
    pub at: Option<Point>,
    /// Instruction of another thread or task that wrote them, or what lies beside them, last; `null` if there is none, or it is not known.
    pub from: Option<Point>,
    /// Lines of memory.
    pub lines: u64,
    /// Time, summed over threads.
    pub time: u64,
}

/// What hands work to other threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum HandingKind {
    /// A loop.
    Loop,
    /// A method.
    Method,
    /// A call of a traced JDK, as of a parallel stream.
    Call,
}

/// A loop, method or call that hands work to other threads: threads that it starts, and tasks. What those hand out belongs to it, too.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HandingRegion {
    /// What it is.
    pub kind: HandingKind,
    /// Where it begins: a loop at its header.
    pub at: Point,
    /// Of a call, the method that is called.
    pub calls: Option<String>,
    /// How often it was executed and handed out work, not within itself.
    pub instances: u64,
    /// Number of threads and tasks.
    pub tasks: u64,
    /// Cost of its own nodes and of theirs.
    pub work: u64,
    /// Results by number of cores, as in `runs` of the whole.
    pub runs: Vec<HandingRun>,
    /// Its parallelism on any number of cores if each task had a worker of its own.
    pub with_workers: f64,
}

/// A region on a number of cores.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HandingRun {
    /// Number of cores; `null` in JSON for any number.
    pub cores: Option<u32>,
    /// From its beginning until it and all that it handed out have ended, summed over instances.
    pub time: u64,
    /// Work divided by that time.
    pub parallelism: f64,
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
