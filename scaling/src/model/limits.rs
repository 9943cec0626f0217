//! What limits a version, and where to look.

use super::Group;
use crate::Value;
use crate::measurements::Metric;
use serde::{Deserialize, Serialize};

/// A group of limitations, with the largest number of threads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Limit {
    /// Which one.
    pub group: Group,
    /// The speed-up without it.
    pub possible: Value,
    /// Possible speed-up / calculated one - 1. Absent: the calculated one has no value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gain: Option<f64>,
    /// Whether its removal brings as much as [`Settings::least_gain`](crate::Settings::least_gain).
    pub matters: bool,
    /// Where it is, and what shows it.
    pub places: Places,
}

/// Where a limitation is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Places {
    /// Methods that have most of the cycles of a part.
    Methods {
        /// The method to look at first: an innermost one with a fifth of the part, otherwise the deepest method that has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        first: Option<MethodShare>,
        /// Those that were executing.
        innermost: Vec<MethodShare>,
        /// Those that were executing or waiting for what they called, without those that only pass on to one other.
        inclusive: Vec<MethodShare>,
    },
    /// Threads that have most and least to do.
    Threads {
        /// In which region.
        region: String,
        /// The busiest.
        busiest: ThreadShare,
        /// The least busy.
        idlest: ThreadShare,
    },
    /// Methods that count more than in the sequential version.
    Growth {
        /// What was counted.
        metric: Metric,
        /// Those that were executing, from what grew most.
        innermost: Vec<MethodGrowth>,
        /// With what they called, from what grew most, without those that only pass on to one other.
        inclusive: Vec<MethodGrowth>,
    },
    /// Locks that threads wait for.
    Locks {
        /// The locks, from the longest waits.
        locks: Vec<LockPlace>,
    },
    /// Methods in which the thread that lives longest, which mostly is the one that hands out work, is on no processor.
    Waits {
        /// Its name.
        thread: String,
        /// The methods, from the one that waits most, with their shares of its waits.
        methods: Vec<MethodShare>,
        /// The share of its waits that it has with work of a region to do: it waits for a processor.
        working: f64,
    },
    /// Nothing that was measured shows where.
    NotKnown,
}

/// A method's share of a part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MethodShare {
    /// The method, `pkg.Class.method`.
    pub method: String,
    /// Its share, from 0 to 1.
    pub share: f64,
    /// The method of the program that calls it most often, if it is of a library or native.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<String>,
}

/// A thread's work in a region.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ThreadShare {
    /// Its names in the runs.
    pub names: Vec<String>,
    /// Its cycles, or ns on a processor.
    pub cycles: f64,
    /// Its cycles / mean cycles of a thread.
    pub of_mean: f64,
}

/// How much more of a metric a method has than in the sequential version.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MethodGrowth {
    /// The method, `pkg.Class.method`.
    pub method: String,
    /// In the sequential version.
    pub before: f64,
    /// In the parallel version, all threads together.
    pub after: f64,
    /// The method of the sequential version that it is compared with, if that has another name: each is the only one of a region's
    /// methods that the other version does not have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before_method: Option<String>,
    /// The method of the program that calls it most often, if it is of a library or native.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<String>,
}

/// A lock, and where threads wait for it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LockPlace {
    /// Class of the lock.
    pub lock: String,
    /// The method that waits most for it.
    pub method: String,
    /// Time that all threads wait for it in parallel regions, ns, scaled as all waits are.
    pub wait_ns: f64,
    /// Its share of all waits in parallel regions.
    pub share: f64,
}

/// The innermost methods of the sequential part and of the busiest thread of each region (figures 22, 26 and 28).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FlatProfile {
    /// Numbers of threads, ascending; 0 is the sequential version.
    pub threads: Vec<u32>,
    /// Methods, from the one that has most in any run.
    pub methods: Vec<FlatMethod>,
    /// Methods that are not listed, all together.
    pub others: FlatMethod,
}

/// Cycles, or ns on a processor, of a method by number of threads, in the order of [`FlatProfile::threads`].
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FlatMethod {
    /// The method, `pkg.Class.method`.
    pub method: String,
    /// In the sequential part.
    pub sequential: Vec<f64>,
    /// In regions, of the busiest thread.
    pub parallel: Vec<f64>,
}

/// What one should know before trusting the figures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Note {
    /// An efficiency is above 1: the parallel version does that better than the sequential one.
    AboveOne {
        /// Number of threads.
        threads: u32,
        /// Which efficiency.
        group: Group,
        /// Of which region. Absent: of the sequential part.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        region: Option<String>,
        /// Its value.
        value: f64,
    },
    /// Waits for locks were measured to take as long as the region or longer: the speed-up cannot be calculated.
    WaitsExceedTime {
        /// Number of threads.
        threads: u32,
        /// Which region.
        region: String,
        /// E_LC, 0 or less.
        value: f64,
    },
    /// Times of waiting for locks were scaled by this.
    LocksScaled {
        /// Number of threads.
        threads: u32,
        /// By what.
        factor: f64,
    },
    /// Waiting for locks or wall time was not measured: what locks cost is not in the calculated speed-up.
    LocksNotMeasured {
        /// Number of threads.
        threads: u32,
    },
    /// Far more threads worked than were asked for, and their names do not tell which followed one another: load balance is not
    /// known, and the speed-up is calculated as if it were perfect.
    BalanceNotKnown {
        /// Number of threads that were asked for.
        threads: u32,
        /// In which region.
        region: String,
    },
    /// More threads than processors: threads wait for processors, which no efficiency counts.
    MoreThreadsThanProcessors {
        /// Number of threads.
        threads: u32,
        /// Processors.
        processors: u32,
    },
    /// The clock runs at another frequency than in the sequential version; cycles do not show that.
    Frequency {
        /// Number of threads.
        threads: u32,
        /// Of the sequential version, GHz.
        before: f64,
        /// With these threads, GHz.
        after: f64,
        /// The calculated speed-up in time instead of cycles.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        speedup: Option<f64>,
    },
    /// The calculated speed-up is far from the real one: so are, perhaps, the possible ones.
    FarFromReal {
        /// Number of threads.
        threads: u32,
        /// (calculated - real) / real.
        error: f64,
    },
    /// Several threads share what counts as sequential: perhaps a region is not named.
    SequentialOnSeveralThreads {
        /// Number of threads.
        threads: u32,
        /// Share of the sequential part that is not of the thread which has most of it.
        share: f64,
    },
    /// No stack of a version is work of this region: perhaps its pattern is wrong.
    EmptyRegion {
        /// Which region.
        region: String,
        /// In which version.
        version: crate::measurements::Version,
    },
    /// A part of the parallel version has work that the sequential one does not have in that part.
    NewWork {
        /// Number of threads.
        threads: u32,
        /// Which region. Absent: the sequential part.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        region: Option<String>,
    },
    /// The interval of the real speed-up is wide: more iterations, or a quieter machine, would say more.
    Uncertain {
        /// Number of threads.
        threads: u32,
        /// The real speed-up.
        real: f64,
        /// Half the width of its interval.
        half_width: f64,
    },
    /// Runs of each kind are single ones: figures have no intervals.
    SingleRuns,
}
