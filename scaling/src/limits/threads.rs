//! The threads that have most and least to do.

use super::Evidence;
use crate::Part;
use crate::analysis::ranked;
use crate::model::{Places, Point, ThreadShare, ThreadWork};
use crate::primitives::ThreadSums;

/// The busiest and the least busy thread of the region that loses most by them.
pub(super) fn imbalance(evidence: Evidence, point: &Point) -> Option<Places> {
    let region = worst(point)?;
    let name = evidence.measured.regions.get(region)?.name.clone();
    let by = |thread: &ThreadSums| thread.amount(Part::Region(region)).all;
    let places = ranked(evidence.runs, point.threads, evidence.metrics, evidence.measured.regions.len(), by);
    let cycles = |place: &ThreadWork| place.regions.get(region).copied().unwrap_or_default();
    let threads = usize::try_from(point.threads).ok()?;
    let mean = places.iter().map(cycles).sum::<f64>() / threads as f64;
    let share = |index: usize| match places.get(index).filter(|place| cycles(place) > 0.0) {
        Some(place) => ThreadShare { names: place.names.clone(), cycles: cycles(place), of_mean: cycles(place) / mean },
        // A thread that has nothing of the region is not even known by name.
        None => ThreadShare { names: Vec::new(), cycles: 0.0, of_mean: 0.0 },
    };
    (mean > 0.0).then(|| Places::Threads { region: name, busiest: share(0), idlest: share(threads - 1) })
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
