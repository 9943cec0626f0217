//! Measured runs of a sequential and a parallel version of one program: everything that the analysis knows.
//!
//! One file holds all of them, as JSON in gzip ([`Measurements::read`], [`Measurements::write`]). Stacks and the names of
//! frames are stored once: samples refer to them by index.

mod file;
mod window;

pub use file::FileError;
pub use window::{Window, WindowError};

use serde::{Deserialize, Serialize};

/// What the first field of a file says.
pub const MEASUREMENTS_SCHEMA: &str = "paratrace.measurements/1";

/// All runs, and what they were run on.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Measurements {
    /// [`MEASUREMENTS_SCHEMA`].
    pub schema: String,
    /// What the runs were run on.
    pub machine: Machine,
    /// The sequential version, as it was called.
    pub sequential: String,
    /// The parallel version, as it was called, with `{threads}` for the number of threads.
    pub parallel: String,
    /// Which stacks are parallel work.
    pub regions: Vec<RegionPattern>,
    /// Metrics that could not be measured.
    pub missing: Vec<Missing>,
    /// Names of frames: `pkg.Class.method` for Java, symbols for the rest.
    pub frames: Vec<String>,
    /// Stacks, each from its outermost frame to its innermost.
    pub stacks: Vec<Stack>,
    /// Runs, each of one metric.
    pub runs: Vec<Run>,
}

/// What the runs were run on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Machine {
    /// Processors that the runs could use.
    pub processors: u32,
    /// Model of the processor.
    pub processor: String,
    /// Name and version of the JVM.
    pub jvm: String,
    /// Name and version of what took the samples.
    pub profiler: String,
    /// What traced runs are simulated on. Empty: none is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub platform: String,
}

/// A part of the program whose work the parallel version divides among threads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegionPattern {
    /// What the report calls it.
    pub name: String,
    /// A stack of the sequential version with a frame that this regular expression matches is work of the region.
    pub sequential: String,
    /// The same for the parallel version.
    pub parallel: String,
}

/// A metric that could not be measured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Missing {
    /// Which one.
    pub metric: Metric,
    /// Why, in plain words.
    pub reason: String,
}

/// A stack of calls.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Stack {
    /// Indices in [`Measurements::frames`], from the outermost call to the innermost.
    pub frames: Vec<u32>,
}

/// What a run measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Metric {
    /// Nothing: the run has no profiler, and so an elapsed time without its cost.
    Elapsed,
    /// Clock cycles, from a hardware counter.
    Cycles,
    /// Machine instructions, from a hardware counter.
    Instructions,
    /// Misses of the last level cache, from a hardware counter.
    CacheMisses,
    /// Time on a processor, ns. Stands for cycles where there is no hardware counter.
    CpuTime,
    /// Time, whether on a processor or waiting, ns.
    WallTime,
    /// Time spent waiting for locks, ns.
    LockTime,
    /// Executed bytecode instructions, exact, from a trace. Stand for instructions where there is no hardware counter.
    Bytecodes,
    /// Misses of a simulated cache, from a trace: of the first one, if there are several behind each other.
    SimulatedMisses,
    /// Misses of the second simulated cache.
    SimulatedSecondMisses,
    /// Misses of the third simulated cache.
    SimulatedThirdMisses,
    /// Misses of the fourth simulated cache.
    SimulatedFourthMisses,
    /// Time on a processor of a simulated platform, ns, from a trace: executed bytecode, and fetching what the cache does not have.
    /// Stands for cycles where no profiler was.
    SimulatedTime,
    /// Time spent waiting for locks on a simulated platform with a core for each thread, ns, from a trace.
    SimulatedLockTime,
    /// [`Self::SimulatedTime`] and [`Self::SimulatedLockTime`] together: what a thread is not waiting for otherwise.
    SimulatedWallTime,
}

impl Metric {
    /// What the simulation of a traced run tells on any platform.
    pub const SIMULATED: [Self; 4] =
        [Self::SimulatedTime, Self::SimulatedMisses, Self::SimulatedLockTime, Self::SimulatedWallTime];

    /// What it tells of further caches, as many as the platform has.
    pub const FURTHER_MISSES: [Self; 3] =
        [Self::SimulatedSecondMisses, Self::SimulatedThirdMisses, Self::SimulatedFourthMisses];

    /// Whether it is simulated, from a trace.
    #[must_use]
    pub fn is_simulated(self) -> bool {
        Self::SIMULATED.contains(&self) || Self::FURTHER_MISSES.contains(&self)
    }
}

/// Which of the two programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Version {
    /// The sequential one.
    Sequential,
    /// The parallel one.
    Parallel,
}

/// One run of one version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// Of which version.
    pub version: Version,
    /// With how many threads. 1 for the sequential version.
    pub threads: u32,
    /// Number of the repetition, from 0.
    pub iteration: u32,
    /// What it measured.
    pub metric: Metric,
    /// From start to end of the process, ns.
    pub elapsed_ns: u64,
    /// Its threads. Samples refer to them.
    pub profiles: Vec<ThreadProfile>,
}

/// What one thread of a run did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ThreadProfile {
    /// Its name.
    pub name: String,
    /// Its number in the operating system. 0: not known.
    pub id: u64,
    /// Whose thread it is.
    pub kind: ThreadKind,
    /// Its samples, one per stack.
    pub samples: Vec<Sample>,
}

/// Whose thread it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThreadKind {
    /// The program's.
    Application,
    /// A worker of the garbage collector.
    Collector,
    /// A compiler of the JVM.
    Compiler,
    /// Another thread of the JVM.
    Jvm,
}

/// How much of the metric was seen at a stack.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Index in [`Measurements::stacks`].
    pub stack: u32,
    /// Estimated count, in the unit of the metric.
    pub value: f64,
    /// When it was taken: ms since the first sample of its run. Absent: that was not recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<u32>,
}
