//! Figures of whole runs, and what it cost to measure them.

use super::{CountMetrics, Runs};
use crate::measurements::{Metric, Version};
use crate::model::{General, KindShares, Overhead};
use crate::{NotKnown, Undefined, Value};

/// Figures of the runs of a version, all parts together.
pub(crate) fn general(runs: &Runs, version: Version, threads: u32, metrics: CountMetrics) -> General {
    let total = |metric: Option<Metric>| runs.mean(version, threads, metric?, |sums| sums.application());
    let (cycles, instructions) = (total(metrics.work), total(metrics.instructions));
    let cpi = match (cycles, instructions) {
        (Some(cycles), Some(instructions)) => Value::ratio(cycles.mean, instructions.mean, Undefined::EmptyPart),
        (None, _) => Value::NotKnown(NotKnown::Cycles),
        (_, None) => Value::NotKnown(NotKnown::Instructions),
    };
    let frequency_ghz = frequency_ghz(runs, version, threads);
    let shares = metrics.work.and_then(|metric| shares(runs, version, threads, metric));
    let is_simulated = metrics.misses == Some(Metric::SimulatedMisses);
    let further = Metric::FURTHER_MISSES.into_iter().filter(|_| is_simulated);
    let further_misses = further.map_while(|metric| total(Some(metric))).collect();
    General { cycles, instructions, cpi, misses: total(metrics.misses), further_misses, frequency_ghz, shares }
}

/// Cycles in a nanosecond on a processor.
pub(crate) fn frequency_ghz(runs: &Runs, version: Version, threads: u32) -> Option<f64> {
    let total = |metric| runs.mean(version, threads, metric, |sums| sums.application());
    let (cycles, time) = (total(Metric::Cycles)?, total(Metric::CpuTime)?);
    Some(cycles.mean / time.mean).filter(|ghz| ghz.is_finite())
}

fn shares(runs: &Runs, version: Version, threads: u32, metric: Metric) -> Option<KindShares> {
    let mut sums = [0.0; 4];
    for (_, run) in runs.get(version, threads, metric) {
        sums.iter_mut().zip(run.kinds).for_each(|(sum, kind)| *sum += kind);
    }
    let total: f64 = sums.iter().sum();
    let [application, collector, compiler, jvm] = sums.map(|sum| sum / total);
    (total > 0.0).then_some(KindShares { application, collector, compiler, jvm })
}

/// What measuring each metric cost.
pub(crate) fn overheads(runs: &Runs, version: Version, threads: u32) -> Vec<Overhead> {
    let plain = runs.elapsed(version, threads, Metric::Elapsed);
    let of = |metric| {
        let elapsed_ns = runs.elapsed(version, threads, metric)?;
        let factor = plain.map(|plain| elapsed_ns.mean / plain.mean).filter(|factor| factor.is_finite());
        Some(Overhead { metric, elapsed_ns, factor })
    };
    runs.metrics(version, threads)
        .filter(|&metric| metric != Metric::Elapsed && !metric.is_simulated())
        .filter_map(of)
        .collect()
}
