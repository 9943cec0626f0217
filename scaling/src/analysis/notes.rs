//! What one should know before trusting the figures.

use crate::measurements::{Machine, Version};
use crate::model::{Baseline, Evaluation, Group, Note, PartEfficiencies, Point, VersionCounts};
use crate::{NotKnown, Undefined, Value};

/// Efficiencies above 1 by less are noise.
const ABOVE_ONE: f64 = 1.02;
/// Frequencies that differ by less are the same.
const SAME_FREQUENCY: f64 = 0.03;
/// Calculated speed-ups that differ from the real one by less explain it.
const NEAR: f64 = 0.2;
/// A sequential part of which other threads have less is sequential.
const ON_OTHERS: f64 = 0.1;

/// All notes.
pub(super) fn notes(machine: &Machine, baseline: &Baseline, points: &[Point], names: &[String]) -> Vec<Note> {
    let mut notes = empty_regions(baseline, points, names);
    for point in points {
        notes.extend(of_point(machine, baseline, point));
    }
    if points.iter().all(|point| point.real.is_none_or(|real| real.half_width.is_none())) {
        notes.push(Note::SingleRuns);
    }
    notes
}

fn empty_regions(baseline: &Baseline, points: &[Point], names: &[String]) -> Vec<Note> {
    let empty = |counts: &VersionCounts, region: usize| {
        let cycles = counts.regions.get(region).and_then(|region| region.counts.cycles);
        cycles.is_some_and(|cycles| cycles.mean == 0.0)
    };
    let mut notes = Vec::new();
    for (index, name) in names.iter().enumerate() {
        let note = |version| Note::EmptyRegion { region: name.clone(), version };
        let sequential = empty(&baseline.counts, index).then(|| note(Version::Sequential));
        let parallel = points.iter().all(|point| empty(&point.counts, index)).then(|| note(Version::Parallel));
        notes.extend(sequential.into_iter().chain(parallel));
    }
    notes
}

fn of_point(machine: &Machine, baseline: &Baseline, point: &Point) -> Vec<Note> {
    let threads = point.threads;
    let mut notes = Vec::new();
    match machine.processors {
        // The calculated speed-up is that on enough processors, so it must be far from the real one.
        processors if processors > 0 && threads > processors => {
            notes.push(Note::MoreThreadsThanProcessors { threads, processors });
        }
        _ => notes.extend(far_from_real(point)),
    }
    notes.extend(uncertain(point));
    let unknown =
        point.evaluation.regions.iter().filter(|region| region.load_balance == Value::NotKnown(NotKnown::Workers));
    notes.extend(unknown.map(|region| Note::BalanceNotKnown { threads, region: region.name.clone() }));
    notes.extend(frequency(baseline, point));
    notes.extend(point.lock_scale.map(|factor| Note::LocksScaled { threads, factor }));
    notes.extend(locks(threads, &point.evaluation));
    notes.extend(shared_sequential(point).map(|share| Note::SequentialOnSeveralThreads { threads, share }));
    notes.extend(efficiencies(threads, &point.evaluation));
    notes
}

/// The calculated speed-up is not that which was measured, and not for a lack of runs.
fn far_from_real(point: &Point) -> Option<Note> {
    let (error, real) = (point.error?, point.real?);
    let inside = real.half_width.is_some_and(|half| (error * real.mean).abs() <= half);
    (error.abs() > NEAR && !inside).then_some(Note::FarFromReal { threads: point.threads, error })
}

fn uncertain(point: &Point) -> Option<Note> {
    let real = point.real?;
    let half_width = real.half_width?;
    (half_width > NEAR * real.mean).then_some(Note::Uncertain { threads: point.threads, real: real.mean, half_width })
}

fn frequency(baseline: &Baseline, point: &Point) -> Option<Note> {
    let (before, after) = (baseline.general.frequency_ghz?, point.general.frequency_ghz?);
    let change = after / before;
    let notable = change.is_finite() && (change - 1.0).abs() > SAME_FREQUENCY;
    let speedup = point.calculated().known().map(|speedup| speedup * change);
    notable.then_some(Note::Frequency { threads: point.threads, before, after, speedup })
}

fn locks(threads: u32, evaluation: &Evaluation) -> Vec<Note> {
    let regions = &evaluation.regions;
    let unmeasured = |value| matches!(value, Value::NotKnown(NotKnown::LockTime | NotKnown::WallTime));
    let mut notes = Vec::new();
    if regions.iter().any(|region| unmeasured(region.lock_contention)) {
        notes.push(Note::LocksNotMeasured { threads });
    }
    for region in regions {
        let value = match region.lock_contention {
            Value::Known(value) if value <= 0.0 => value,
            Value::Undefined(Undefined::WaitsExceedTime) => 0.0,
            _ => continue,
        };
        notes.push(Note::WaitsExceedTime { threads, region: region.name.clone(), value });
    }
    notes
}

/// The share of the sequential part that is not of the thread which has most of it.
fn shared_sequential(point: &Point) -> Option<f64> {
    let work = || point.threads_work.iter().map(|thread| thread.sequential);
    let (most, all) = (work().fold(0.0, f64::max), work().sum::<f64>());
    let share = 1.0 - most / all;
    let regions: f64 = point.counts.regions.iter().filter_map(|region| Some(region.busiest?.mean)).sum();
    // A part that takes no time to speak of may be of whomever.
    (share > ON_OTHERS && all > regions * ON_OTHERS).then_some(share)
}

fn efficiencies(threads: u32, evaluation: &Evaluation) -> Vec<Note> {
    let parts = evaluation.regions.iter().map(|region| (Some(region.name.clone()), &region.part));
    let parts = std::iter::once((None, &evaluation.sequential)).chain(parts);
    let mut notes = Vec::new();
    for (region, part) in parts {
        for (group, value) in above_one(part) {
            notes.push(Note::AboveOne { threads, group, region: region.clone(), value });
        }
        if part.work == Value::Known(0.0) {
            notes.push(Note::NewWork { threads, region });
        }
    }
    for region in &evaluation.regions {
        if let Value::Known(value) = region.load_balance
            && value > ABOVE_ONE
        {
            notes.push(Note::AboveOne {
                threads,
                group: Group::LoadImbalance,
                region: Some(region.name.clone()),
                value,
            });
        }
    }
    notes
}

fn above_one(part: &PartEfficiencies) -> impl Iterator<Item = (Group, f64)> {
    let counted = !matches!(part.instructions, Value::NotKnown(_));
    let apart = [(Group::Instructions, part.instructions), (Group::Cpi, part.cpi)];
    let together = [(Group::Work, part.work)];
    let shown: Vec<_> = if counted { apart.into() } else { together.into() };
    shown.into_iter().filter_map(|(group, value)| Some((group, value.known().filter(|&value| value > ABOVE_ONE)?)))
}
