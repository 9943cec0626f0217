//! What figures are computed from: means over iterations.

use crate::measurements::Metric;
use crate::{Estimate, Value};
use serde::{Deserialize, Serialize};

/// The sequential version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Baseline {
    /// Elapsed time of the process without a profiler, ns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elapsed_ns: Option<Estimate>,
    /// Its counts.
    pub counts: VersionCounts,
    /// Figures of the whole run.
    pub general: General,
    /// What profiling cost, by metric.
    pub overheads: Vec<Overhead>,
}

/// Table 2's metrics of one version.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VersionCounts {
    /// What is work of no region, of all threads of the program.
    pub sequential: PartCounts,
    /// Each region.
    pub regions: Vec<RegionCounts>,
    /// How long the thread that lives longest lives, in the unit of `cycles`. Absent: wall time was not measured, or not how long a cycle
    /// takes, or there are more threads than processors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lifetime: Option<Estimate>,
}

impl VersionCounts {
    /// Whether any thread spins.
    #[must_use]
    pub fn spins(&self) -> bool {
        let parts = self.regions.iter().map(|region| &region.counts).chain([&self.sequential]);
        parts.filter_map(|part| part.spinning).any(|spinning| spinning.mean > 0.0)
    }
}

/// What was counted in one part of a version, over all threads of the program. Absent: not measured.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PartCounts {
    /// Cycles, or ns on a processor, spinning included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycles: Option<Estimate>,
    /// Those of them that were spent spinning. 0 in the sequential version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spinning: Option<Estimate>,
    /// Instructions, or executed bytecode, spinning included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions: Option<Estimate>,
    /// Those of them that were executed spinning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spinning_instructions: Option<Estimate>,
    /// Misses of the last level cache of the processor, or of the first simulated one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub misses: Option<Estimate>,
}

/// What was counted in one region.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RegionCounts {
    /// Its name.
    pub name: String,
    /// Over all threads.
    #[serde(flatten)]
    pub counts: PartCounts,
    /// Cycles of the thread that has most, spinning included: CC_PpM.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub busiest: Option<Estimate>,
    /// Cycles of the thread that has most without spinning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub busiest_working: Option<Estimate>,
    /// T_Pplock: time spent waiting for locks, ns, scaled by [`Point::lock_scale`](super::Point::lock_scale).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lock_ns: Option<Estimate>,
    /// T_Ppexec: time spent in the region by all threads, ns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wall_ns: Option<Estimate>,
}

/// Work of one thread, in cycles or ns on a processor: the mean over iterations of the thread at this place in the order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ThreadWork {
    /// Names of the threads at this place, each once.
    pub names: Vec<String>,
    /// Outside of regions, spinning included.
    pub sequential: f64,
    /// In each region, spinning included.
    pub regions: Vec<f64>,
    /// How much of all that was spinning.
    pub spinning: f64,
}

/// Figures of a whole run, all parts together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct General {
    /// Cycles, or ns on a processor, of the program's threads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycles: Option<Estimate>,
    /// Instructions, or executed bytecode, of the program's threads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions: Option<Estimate>,
    /// Cycles per instruction of the program's threads, in whatever they are counted.
    pub cpi: Value,
    /// Misses of the last level cache, or of the first simulated one, of the program's threads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub misses: Option<Estimate>,
    /// Those of further simulated caches, the second one first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub further_misses: Vec<Estimate>,
    /// Cycles / time on a processor, GHz, where both were measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frequency_ghz: Option<f64>,
    /// Whose threads the cycles are. Absent: none were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shares: Option<KindShares>,
}

/// Shares of the process's cycles, which add up to 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KindShares {
    /// The program's threads.
    pub application: f64,
    /// Workers of the garbage collector.
    pub collector: f64,
    /// Compilers of the JVM.
    pub compiler: f64,
    /// Other threads of the JVM.
    pub jvm: f64,
}

/// What profiling one metric cost.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Overhead {
    /// The metric.
    pub metric: Metric,
    /// Elapsed time of runs that measured it, ns.
    pub elapsed_ns: Estimate,
    /// The same / that of runs without a profiler. Absent: there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub factor: Option<f64>,
}
