//! From runs to a result.

mod flat;
mod intervals;
mod notes;
#[cfg(test)]
mod tests;
mod threads;

use crate::equations::{Spinning, evaluate};
use crate::limits::{Evidence, limits};
use crate::measurements::{Measurements, Metric, Version};
use crate::model::{Baseline, Evaluation, FromTraces, Point, SCALING_SCHEMA, Scaling, VersionCounts};
use crate::primitives::{CountMetrics, Runs, general, lock_scale, overheads, version_counts};
use crate::{Classes, ScalingError, Settings};

/// Why the parallel version does not scale.
///
/// What was not measured is `NotKnown` in the result; nothing is estimated in its place.
///
/// # Errors
///
/// A pattern is no regular expression, a version has no run, or a run cannot be what it says.
pub fn analyze(measured: &Measurements, settings: &Settings) -> Result<Scaling, ScalingError> {
    let classes = Classes::of(measured, settings)?;
    let runs = Runs::of(measured, &classes)?;
    let metrics = CountMetrics::of(&runs);
    let names: Vec<String> = measured.regions.iter().map(|region| region.name.clone()).collect();
    let processors = measured.machine.processors;
    let analysis = Analysis { runs: &runs, metrics, names: &names, settings, processors };
    let baseline = analysis.baseline();
    let mut points = analysis.points(&baseline);
    intervals::add(&mut points, &analysis.without_each_iteration());
    let evidence = Evidence { measured, classes: &classes, runs: &runs, metrics, settings };
    let numbers: Vec<u32> = points.iter().map(|point| point.threads).collect();
    let flat = |metric| flat::flat_profile(measured, &classes, metric, &numbers, settings.listed);
    Ok(Scaling {
        schema: SCALING_SCHEMA.to_owned(),
        machine: measured.machine.clone(),
        sequential: measured.sequential.clone(),
        parallel: measured.parallel.clone(),
        settings: settings.clone(),
        work_metric: metrics.work,
        instruction_metric: metrics.instructions,
        miss_metric: metrics.misses,
        missing: measured.missing.clone(),
        from_traces: from_traces(&evidence, &analysis, &numbers),
        limits: points.last().map(|point| limits(evidence, point)).unwrap_or_default(),
        flat_profile: metrics.work.map(flat).unwrap_or_default(),
        notes: notes::notes(&measured.machine, &baseline, &points, &names),
        regions: names,
        baseline,
        points,
    })
}

/// What traces alone say, where something else says it, too.
fn from_traces(evidence: &Evidence, analysis: &Analysis, numbers: &[u32]) -> Option<FromTraces> {
    let metrics = CountMetrics::of_traces(analysis.runs);
    let is_other = metrics.work == Some(Metric::SimulatedTime) && metrics.work != analysis.metrics.work;
    let threads = numbers.last().copied().filter(|_| is_other)?;
    let analysis = Analysis { metrics, ..*analysis };
    let point = analysis.point(&analysis.baseline(), threads);
    Some(FromTraces { speedup: point.calculated(), limits: limits(Evidence { metrics, ..*evidence }, &point) })
}

#[derive(Clone, Copy)]
struct Analysis<'a> {
    runs: &'a Runs<'a>,
    metrics: CountMetrics,
    names: &'a [String],
    settings: &'a Settings,
    /// Of the machine; 0 if that is not known.
    processors: u32,
}

impl Analysis<'_> {
    fn points(&self, baseline: &Baseline) -> Vec<Point> {
        self.runs.threads().into_iter().map(|threads| self.point(baseline, threads)).collect()
    }

    /// The points that there would be without each of the iterations.
    fn without_each_iteration(&self) -> Vec<Vec<Point>> {
        let without = |iteration| {
            let runs = self.runs.without(iteration);
            let others = Analysis { runs: &runs, ..*self };
            others.points(&others.baseline())
        };
        self.runs.iterations().into_iter().map(without).collect()
    }

    fn baseline(&self) -> Baseline {
        Baseline {
            elapsed_ns: self.runs.elapsed(Version::Sequential, 1, Metric::Elapsed),
            counts: self.counts(Version::Sequential, 1, None),
            general: general(self.runs, Version::Sequential, 1, self.metrics),
            overheads: overheads(self.runs, Version::Sequential, 1),
        }
    }

    fn counts(&self, version: Version, threads: u32, lock_scale: Option<f64>) -> VersionCounts {
        let counts = version_counts(self.runs, version, threads, self.metrics, self.names, lock_scale);
        // Otherwise it has the time in which threads wait for processors: what is calculated is the speed-up on enough of them.
        let lifetime = counts.lifetime.filter(|_| self.processors == 0 || threads <= self.processors);
        VersionCounts { lifetime, ..counts }
    }

    fn point(&self, baseline: &Baseline, threads: u32) -> Point {
        let (runs, metrics) = (self.runs, self.metrics);
        // What is simulated is not slowed down by what measures it.
        let scale =
            lock_scale(runs, threads, self.settings.lock_scale_threshold).filter(|_| !metrics.locks.is_simulated());
        let counts = self.counts(Version::Parallel, threads, scale);
        let elapsed_ns = runs.elapsed(Version::Parallel, threads, Metric::Elapsed);
        let real = baseline.elapsed_ns.zip(elapsed_ns).and_then(|(before, after)| before.ratio(after));
        let evaluated = |spinning| self.evaluated(baseline, &counts, threads, spinning);
        let evaluation = evaluated(Spinning::Apart);
        let error = evaluation.speedup.known().zip(real).map(|(speedup, real)| speedup / real.mean - 1.0);
        Point {
            threads,
            elapsed_ns,
            real,
            error: error.filter(|error| error.is_finite()),
            spinning_as_work: counts.spins().then(|| evaluated(Spinning::Work)),
            threads_work: threads::threads_work(runs, threads, metrics, self.names.len()),
            general: general(runs, Version::Parallel, threads, metrics),
            overheads: overheads(runs, Version::Parallel, threads),
            lock_scale: scale,
            evaluation,
            counts,
        }
    }

    fn evaluated(&self, baseline: &Baseline, counts: &VersionCounts, threads: u32, spinning: Spinning) -> Evaluation {
        let mut evaluation = evaluate(&baseline.counts, counts, threads, spinning);
        for (index, region) in evaluation.regions.iter_mut().enumerate() {
            region.imbalance = threads::imbalance_split(self.runs, threads, self.metrics, index, spinning);
        }
        evaluation
    }
}
