//! Runs, by what they measured and of what.

use super::RunSums;
use crate::measurements::{Measurements, Metric, Run, Version};
use crate::{Classes, Estimate, ScalingError};
use std::collections::{BTreeMap, BTreeSet};

type Key = (Version, u32, Metric);

/// All runs, checked and summed up.
#[derive(Debug)]
pub(crate) struct Runs<'m> {
    runs: BTreeMap<Key, Vec<(&'m Run, RunSums<'m>)>>,
    nothing: Vec<(&'m Run, RunSums<'m>)>,
}

impl<'m> Runs<'m> {
    /// # Errors
    ///
    /// A version has no run, or a run cannot be what it says.
    pub(crate) fn of(measured: &'m Measurements, classes: &Classes) -> Result<Self, ScalingError> {
        let mut runs: BTreeMap<Key, Vec<_>> = BTreeMap::new();
        for (number, run) in measured.runs.iter().enumerate() {
            check(number, run)?;
            let sums = RunSums::of(run, classes, measured.regions.len())?;
            runs.entry((run.version, threads(run), run.metric)).or_default().push((run, sums));
        }
        for version in [Version::Sequential, Version::Parallel] {
            if !runs.keys().any(|key| key.0 == version) {
                return Err(ScalingError::NoRuns(version));
            }
        }
        Ok(Self { runs, nothing: Vec::new() })
    }

    /// Iterations of what was measured several times.
    pub(crate) fn iterations(&self) -> BTreeSet<u32> {
        let several = self.runs.values().filter(|runs| runs.len() > 1);
        several.flatten().map(|(run, _)| run.iteration).collect()
    }

    /// The runs of all other iterations, and what was measured once.
    pub(crate) fn without(&self, iteration: u32) -> Self {
        let others = |runs: &Vec<(&'m Run, RunSums<'m>)>| -> Vec<_> {
            let others: Vec<_> = runs.iter().filter(|(run, _)| run.iteration != iteration).cloned().collect();
            if others.is_empty() { runs.clone() } else { others }
        };
        Self { runs: self.runs.iter().map(|(&key, runs)| (key, others(runs))).collect(), nothing: Vec::new() }
    }

    /// Numbers of threads of the parallel version.
    pub(crate) fn threads(&self) -> BTreeSet<u32> {
        self.runs.keys().filter(|key| key.0 == Version::Parallel).map(|key| key.1).collect()
    }

    /// Metrics that were measured of a version with a number of threads.
    pub(crate) fn metrics(&self, version: Version, threads: u32) -> impl Iterator<Item = Metric> {
        self.runs.keys().filter(move |key| (key.0, key.1) == (version, threads)).map(|key| key.2)
    }

    /// Runs with their sums.
    pub(crate) fn get(&self, version: Version, threads: u32, metric: Metric) -> &[(&'m Run, RunSums<'m>)] {
        self.runs.get(&(version, threads, metric)).unwrap_or(&self.nothing)
    }

    /// The mean over runs of what is taken from their sums. `None`: there are no runs.
    pub(crate) fn mean(
        &self,
        version: Version,
        threads: u32,
        metric: Metric,
        of: impl Fn(&RunSums) -> f64,
    ) -> Option<Estimate> {
        self.mean_of(version, threads, metric, |sums| Some(of(sums)))
    }

    /// The same of what may not be known. `None`: it is not known of one of the runs, or there are none.
    pub(crate) fn mean_of(
        &self,
        version: Version,
        threads: u32,
        metric: Metric,
        of: impl Fn(&RunSums) -> Option<f64>,
    ) -> Option<Estimate> {
        let runs = self.get(version, threads, metric).iter();
        Estimate::of(&runs.map(|(_, sums)| of(sums)).collect::<Option<Vec<f64>>>()?)
    }

    /// The mean elapsed time of runs, ns.
    pub(crate) fn elapsed(&self, version: Version, threads: u32, metric: Metric) -> Option<Estimate> {
        let times: Vec<f64> = self.get(version, threads, metric).iter().map(|(run, _)| run.elapsed_ns as f64).collect();
        Estimate::of(&times)
    }

    /// Of some metrics, each standing for those before it: the one that was measured of the sequential version and with most
    /// numbers of threads. One for all, so that figures can be compared from one number of threads to another.
    pub(crate) fn best(&self, metrics: &[Metric]) -> Option<Metric> {
        let covered = |metric| {
            let both = |&threads: &u32| !self.get(Version::Parallel, threads, metric).is_empty();
            let sequential = !self.get(Version::Sequential, 1, metric).is_empty();
            if sequential { self.threads().iter().filter(|threads| both(threads)).count() } else { 0 }
        };
        let most = metrics.iter().map(|&metric| covered(metric)).max().filter(|&most| most > 0)?;
        metrics.iter().copied().find(|&metric| covered(metric) == most)
    }
}

/// The sequential version has one thread, whatever its runs say.
fn threads(run: &Run) -> u32 {
    if run.version == Version::Sequential { 1 } else { run.threads }
}

fn check(number: usize, run: &Run) -> Result<(), ScalingError> {
    if threads(run) == 0 {
        return Err(ScalingError::NoThreads(number));
    }
    let mut samples = run.profiles.iter().flat_map(|profile| &profile.samples);
    match samples.find(|sample| !sample.value.is_finite() || sample.value < 0.0) {
        Some(sample) => Err(ScalingError::Sample { run: number, value: sample.value }),
        None => Ok(()),
    }
}
