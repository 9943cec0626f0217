//! From runs to a result.

use crate::equations::{Spinning, evaluate};
use crate::measurements::Metric;
use crate::measurements::{Measurements, Version};
use crate::model::{Baseline, FlatProfile, Point, SCALING_SCHEMA, Scaling, VersionCounts};
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
    let of_version = |version, threads, scale| version_counts(&runs, version, threads, metrics, &names, scale);
    let baseline = Baseline {
        elapsed_ns: runs.elapsed(Version::Sequential, 1, Metric::Elapsed),
        counts: of_version(Version::Sequential, 1, None),
        general: general(&runs, Version::Sequential, 1, metrics),
        overheads: overheads(&runs, Version::Sequential, 1),
    };
    let point = |threads| {
        let scale = lock_scale(&runs, threads, settings.lock_scale_threshold);
        let counts = of_version(Version::Parallel, threads, scale);
        let elapsed_ns = runs.elapsed(Version::Parallel, threads, Metric::Elapsed);
        let real = baseline.elapsed_ns.zip(elapsed_ns).and_then(|(before, after)| before.ratio(after));
        let evaluation = evaluate(&baseline.counts, &counts, threads, Spinning::Apart);
        let error = evaluation.speedup.known().zip(real).map(|(speedup, real)| speedup / real.mean - 1.0);
        Point {
            threads,
            elapsed_ns,
            real,
            error: error.filter(|error| error.is_finite()),
            spinning_as_work: spins(&counts).then(|| evaluate(&baseline.counts, &counts, threads, Spinning::Work)),
            evaluation,
            counts,
            threads_work: Vec::new(),
            general: general(&runs, Version::Parallel, threads, metrics),
            overheads: overheads(&runs, Version::Parallel, threads),
            lock_scale: scale,
        }
    };
    Ok(Scaling {
        schema: SCALING_SCHEMA.to_owned(),
        machine: measured.machine.clone(),
        sequential: measured.sequential.clone(),
        parallel: measured.parallel.clone(),
        settings: settings.clone(),
        work_metric: metrics.work,
        instruction_metric: metrics.instructions,
        missing: measured.missing.clone(),
        points: runs.threads().into_iter().map(point).collect(),
        regions: names,
        baseline,
        limits: Vec::new(),
        flat_profile: FlatProfile::default(),
        notes: Vec::new(),
    })
}

fn spins(counts: &VersionCounts) -> bool {
    let parts = counts.regions.iter().map(|region| &region.counts).chain([&counts.sequential]);
    parts.filter_map(|part| part.spinning).any(|spinning| spinning.mean > 0.0)
}
