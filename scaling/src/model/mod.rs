//! The result as data.
//!
//! Names follow table 2 of the dissertation: of the counts of a [`Version`](crate::measurements::Version), `cycles` of
//! [`VersionCounts::sequential`] are CC_Ss or CC_Ps, those of a region CC_Sp or CC_Pp, `busiest` is CC_PpM. Where there
//! is no hardware counter, `cycles` are nanoseconds on a processor, measured or simulated, or executed bytecode ([`Scaling::work_metric`]), and
//! `instructions` executed bytecode ([`Scaling::instruction_metric`]). Efficiencies and speed-ups are ratios; 1 is no loss.

mod counts;
mod efficiencies;
mod limits;

pub use counts::{Baseline, General, KindShares, Overhead, PartCounts, RegionCounts, ThreadWork, VersionCounts};
pub use efficiencies::{
    Evaluation, Group, ImbalanceSplit, PartEfficiencies, Possible, RegionEfficiencies, SpeedupStack, StackLoss,
};
pub use limits::{FlatMethod, FlatProfile, Limit, LockPlace, MethodGrowth, MethodShare, Note, Places, ThreadShare};

use crate::measurements::{Machine, Metric, Missing};
use crate::{Estimate, Settings, Value};
use serde::{Deserialize, Serialize};

/// What the first field of a result says.
pub const SCALING_SCHEMA: &str = "paratrace.scaling/1";

/// Why a parallel version does not scale.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scaling {
    /// [`SCALING_SCHEMA`].
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCALING_SCHEMA)))]
    pub schema: String,
    /// What the runs were run on.
    pub machine: Machine,
    /// The sequential version, as it was called.
    pub sequential: String,
    /// The parallel version, as it was called, with `{threads}` for the number of threads.
    pub parallel: String,
    /// What was chosen.
    pub settings: Settings,
    /// Names of the regions, in the order of all lists of regions.
    pub regions: Vec<String>,
    /// What `cycles` are: cycles, CPU time (ns), or of traces alone simulated time (ns) or bytecode. Absent: neither was measured in both versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work_metric: Option<Metric>,
    /// What `instructions` are: instructions, or bytecode. Absent: neither was measured in both versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instruction_metric: Option<Metric>,
    /// What `misses` are: of the processor's cache, or of the first simulated one. Absent: neither was measured in both versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub miss_metric: Option<Metric>,
    /// Metrics that could not be measured.
    pub missing: Vec<Missing>,
    /// The sequential version.
    pub baseline: Baseline,
    /// The parallel version, by number of threads, ascending.
    pub points: Vec<Point>,
    /// What limits it with the largest number of threads, from what would bring most if it were gone.
    pub limits: Vec<Limit>,
    /// The same from traces alone, beside what was measured. Absent: nothing was simulated, or nothing else is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_traces: Option<FromTraces>,
    /// The innermost methods of the sequential part and of the busiest threads.
    pub flat_profile: FlatProfile,
    /// What one should know before trusting the figures.
    pub notes: Vec<Note>,
}

/// What traces alone say of the parallel version with the largest number of threads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FromTraces {
    /// The speed-up on the simulated platform, with a core for each thread.
    pub speedup: Value,
    /// What limits it there, from what would bring most if it were gone.
    pub limits: Vec<Limit>,
}

/// The parallel version with one number of threads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Point {
    /// Number of threads.
    pub threads: u32,
    /// Elapsed time of the process without a profiler, ns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elapsed_ns: Option<Estimate>,
    /// Real speed-up: elapsed time of the sequential version / that of this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub real: Option<Estimate>,
    /// (calculated - real) / real.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
    /// Efficiencies and speed-ups, with spinning as a limitation of its own.
    pub evaluation: Evaluation,
    /// The same with spinning as work, as in the dissertation. Absent: nothing spins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spinning_as_work: Option<Evaluation>,
    /// What it is computed from.
    pub counts: VersionCounts,
    /// Work of its threads, busiest first.
    pub threads_work: Vec<ThreadWork>,
    /// Figures of the whole run.
    pub general: General,
    /// What profiling cost, by metric.
    pub overheads: Vec<Overhead>,
    /// Times of waiting for locks are multiplied by this: elapsed time of wall-time runs / that of lock runs (section 3.5).
    /// Absent: they are as measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lock_scale: Option<f64>,
}

impl Point {
    /// The speed-up that the efficiencies explain.
    #[must_use]
    pub fn calculated(&self) -> Value {
        self.evaluation.speedup
    }
}
