//! The threads that have most and least to do.

use super::Evidence;
use crate::Part;
use crate::measurements::Version;
use crate::model::{Places, Point, ThreadShare};
use crate::primitives::ThreadSums;

/// The busiest and the least busy thread of the region that loses most by them. Spinning is no work.
pub(super) fn imbalance(evidence: Evidence, point: &Point) -> Option<Places> {
    let region = worst(point)?;
    let name = evidence.measured.regions.get(region)?.name.clone();
    let places = places(evidence, point.threads, |thread| thread.amount(Part::Region(region)).working());
    let threads = usize::try_from(point.threads).ok()?;
    let mean = places.iter().map(|place| place.cycles).sum::<f64>() / threads as f64;
    let share = |index: usize| match places.get(index) {
        Some(place) => ThreadShare { of_mean: place.cycles / mean, ..place.clone() },
        // A thread that has nothing of the region is not even known by name.
        None => ThreadShare { names: Vec::new(), cycles: 0.0, of_mean: 0.0 },
    };
    (mean > 0.0).then(|| Places::Threads { region: name, busiest: share(0), idlest: share(threads - 1) })
}

/// Threads by their place in the order of each run, with the mean of what they did there.
fn places(evidence: Evidence, threads: u32, of: impl Fn(&ThreadSums) -> f64) -> Vec<ThreadShare> {
    let Some(metric) = evidence.metrics.work else { return Vec::new() };
    let measured = evidence.runs.get(Version::Parallel, threads, metric);
    let mut places: Vec<ThreadShare> = Vec::new();
    for (_, sums) in measured {
        let mut order = sums.workers(&of).unwrap_or_else(|| sums.threads.clone());
        order.sort_by(|a, b| of(b).total_cmp(&of(a)));
        for (place, thread) in order.iter().filter(|thread| of(thread) > 0.0).enumerate() {
            if place == places.len() {
                places.push(ThreadShare { names: Vec::new(), cycles: 0.0, of_mean: 0.0 });
            }
            if !places[place].names.iter().any(|name| name == thread.name) {
                places[place].names.push(thread.name.to_owned());
            }
            places[place].cycles += of(thread) / measured.len() as f64;
        }
    }
    places
}

/// The region whose busiest thread has most more than the mean.
fn worst(point: &Point) -> Option<usize> {
    let lost = |index: usize| {
        // Not known, too, where it is not known which threads are one worker.
        let balance = point.evaluation.regions.get(index)?.load_balance.known()?;
        Some(point.counts.regions.get(index)?.busiest_working?.mean * (1.0 - balance))
    };
    let regions = (0..point.evaluation.regions.len()).filter_map(|index| Some((index, lost(index)?)));
    regions.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(index, _)| index)
}
