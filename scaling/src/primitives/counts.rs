//! Means over iterations, by version, number of threads and part.

use super::general::frequency_ghz;
use super::{Amount, RunSums, Runs};
use crate::measurements::{Metric, Version};
use crate::model::{PartCounts, RegionCounts, VersionCounts};
use crate::{Estimate, Part};

/// The metrics that counts are taken from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CountMetrics {
    /// Cycles, or what stands for them.
    pub(crate) work: Option<Metric>,
    /// Instructions, or what stands for them.
    pub(crate) instructions: Option<Metric>,
    /// Cache misses, or what stands for them.
    pub(crate) misses: Option<Metric>,
    /// Waiting for locks, and the time that it is part of.
    pub(crate) locks: Metric,
    pub(crate) wall: Metric,
}

impl CountMetrics {
    /// Hardware counters where there are any, otherwise what stands for them.
    pub(crate) fn of(runs: &Runs) -> Self {
        match runs.best(&[Metric::Cycles, Metric::CpuTime]) {
            None => Self::of_traces(runs),
            work => Self {
                work,
                instructions: runs.best(&[Metric::Instructions, Metric::Bytecodes]),
                misses: runs.best(&[Metric::CacheMisses, Metric::SimulatedMisses]),
                locks: Metric::LockTime,
                wall: Metric::WallTime,
            },
        }
    }

    /// What traces alone say. Where nothing is simulated, executed bytecode stands for cycles: then instructions cannot be told from
    /// their speed.
    pub(crate) fn of_traces(runs: &Runs) -> Self {
        let bytecodes = runs.best(&[Metric::Bytecodes]);
        // One that is only simulated with some numbers of threads is worth less than one that is known with all.
        let work = runs.best(&[Metric::SimulatedTime, Metric::Bytecodes]);
        let is_simulated = work == Some(Metric::SimulatedTime);
        Self {
            work,
            instructions: bytecodes.filter(|_| is_simulated),
            misses: runs.best(&[Metric::SimulatedMisses]),
            locks: if is_simulated { Metric::SimulatedLockTime } else { Metric::LockTime },
            wall: if is_simulated { Metric::SimulatedWallTime } else { Metric::WallTime },
        }
    }
}

/// What times of waiting for locks are multiplied by, as if runs that measure them took no longer than those that measure
/// wall time (section 3.5). `None`: those runs take about as long, or there are none.
pub(crate) fn lock_scale(runs: &Runs, threads: u32, threshold: f64) -> Option<f64> {
    let elapsed = |metric| Some(runs.elapsed(Version::Parallel, threads, metric)?.mean);
    let (wall, lock) = (elapsed(Metric::WallTime)?, elapsed(Metric::LockTime)?);
    (wall > 0.0 && lock > wall * threshold).then(|| wall / lock)
}

/// The counts of a version.
pub(crate) fn version_counts(
    runs: &Runs,
    version: Version,
    threads: u32,
    metrics: CountMetrics,
    names: &[String],
    lock_scale: Option<f64>,
) -> VersionCounts {
    let counting = Counting { runs, version, threads, metrics };
    let region = |(index, name): (usize, &String)| {
        let part = Part::Region(index);
        let busiest = |amount: fn(Amount) -> f64| {
            runs.mean_of(version, threads, metrics.work?, |sums| sums.busiest(part, amount))
        };
        let total = |metric| counting.mean(Some(metric), |sums| sums.part(part).all);
        RegionCounts {
            name: name.clone(),
            counts: counting.part(part),
            busiest: busiest(|amount| amount.all),
            busiest_working: busiest(Amount::working),
            lock_ns: total(metrics.locks).map(|waits| waits.scaled(lock_scale.unwrap_or(1.0))),
            wall_ns: total(metrics.wall),
        }
    };
    VersionCounts {
        sequential: counting.part(Part::Sequential),
        regions: names.iter().enumerate().map(region).collect(),
        lifetime: counting.lifetime(),
    }
}

struct Counting<'r> {
    runs: &'r Runs<'r>,
    version: Version,
    threads: u32,
    metrics: CountMetrics,
}

impl Counting<'_> {
    /// How long the program runs, in the unit of cycles. What is simulated does not have the time that threads wait for each other.
    fn lifetime(&self) -> Option<Estimate> {
        let cycles_per_ns = match self.metrics.work? {
            Metric::CpuTime => 1.0,
            Metric::Cycles => frequency_ghz(self.runs, self.version, self.threads)?,
            _ => return None,
        };
        let wall = self.mean(Some(self.metrics.wall).filter(|wall| !wall.is_simulated()), |sums| sums.longest())?;
        Some(wall.scaled(cycles_per_ns))
    }

    fn mean(&self, metric: Option<Metric>, of: impl Fn(&RunSums) -> f64) -> Option<Estimate> {
        self.runs.mean(self.version, self.threads, metric?, of)
    }

    fn part(&self, part: Part) -> PartCounts {
        let all = |metric| self.mean(metric, |sums| sums.part(part).all);
        let spinning = |metric| self.mean(metric, |sums| sums.part(part).spinning);
        PartCounts {
            cycles: all(self.metrics.work),
            spinning: spinning(self.metrics.work),
            instructions: all(self.metrics.instructions),
            spinning_instructions: spinning(self.metrics.instructions),
            misses: all(self.metrics.misses),
        }
    }
}
