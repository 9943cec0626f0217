//! Efficiencies of a part: equations 4 to 10.

use crate::model::{PartCounts, PartEfficiencies, RegionCounts, RegionEfficiencies};
use crate::{Estimate, NotKnown, Undefined, Value};

/// What spinning counts as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spinning {
    /// A limitation of its own.
    Apart,
    /// Work, as in the dissertation.
    Work,
}

/// A part with what its time is computed from.
#[derive(Debug, Clone)]
pub(super) struct PartFigures {
    pub(super) efficiencies: PartEfficiencies,
    /// Cycles of the sequential version.
    pub(super) before: Option<f64>,
    /// Cycles of the parallel version, spinning included.
    pub(super) after: Option<f64>,
}

/// A region with what its time is computed from.
#[derive(Debug, Clone)]
pub(super) struct RegionFigures {
    pub(super) efficiencies: RegionEfficiencies,
    /// Cycles of the sequential version.
    pub(super) before: Option<f64>,
    /// Cycles of the busiest thread, spinning included.
    pub(super) busiest: Option<f64>,
}

/// The part that is sequential in both versions.
pub(super) fn part(before: &PartCounts, after: &PartCounts, spinning: Spinning) -> PartFigures {
    let all = mean(after.cycles);
    let spins = ratio_of(working(after.cycles, after.spinning, spinning), all);
    PartFigures { efficiencies: efficiencies(before, after, spinning, spins), before: mean(before.cycles), after: all }
}

/// A region.
pub(super) fn region(before: &RegionCounts, after: &RegionCounts, threads: f64, spinning: Spinning) -> RegionFigures {
    let all = mean(after.counts.cycles);
    let cycles = working(after.counts.cycles, after.counts.spinning, spinning);
    // Where the busiest thread is not known, balance is left out: as if it were perfect.
    let even = |cycles: Option<f64>| cycles.map(|cycles| cycles / threads);
    let busiest = mean(after.busiest).or(even(all));
    let busiest_working = match spinning {
        Spinning::Apart => mean(after.busiest_working).or(even(cycles)),
        Spinning::Work => busiest,
    };
    let spins = ratio_of(busiest_working, busiest);
    let load_balance = match after.busiest {
        None if all.is_some() => Value::NotKnown(NotKnown::Workers),
        _ => ratio_of(cycles, busiest_working.map(|busiest| busiest * threads)),
    };
    let efficiencies = RegionEfficiencies {
        name: after.name.clone(),
        part: efficiencies(&before.counts, &after.counts, spinning, spins),
        load_balance,
        imbalance: None,
        lock_contention: lock_contention(after),
    };
    RegionFigures { efficiencies, before: mean(before.counts.cycles), busiest }
}

fn efficiencies(before: &PartCounts, after: &PartCounts, spinning: Spinning, spins: Value) -> PartEfficiencies {
    let cycles = mean(before.cycles).zip(working(after.cycles, after.spinning, spinning));
    let counted = working(after.instructions, after.spinning_instructions, spinning);
    let counted = mean(before.instructions).zip(counted);
    PartEfficiencies {
        instructions: counted.map_or(Value::NotKnown(NotKnown::Instructions), quotient),
        cpi: cpi(cycles, counted),
        work: cycles.map_or(Value::NotKnown(NotKnown::Cycles), quotient),
        spinning: spins,
    }
}

/// Equations 6 to 8: `(CC_S / I_S) / (CC_P / I_P)`.
fn cpi(cycles: Option<(f64, f64)>, instructions: Option<(f64, f64)>) -> Value {
    match (cycles, instructions) {
        (None, _) => Value::NotKnown(NotKnown::Cycles),
        (_, None) => Value::NotKnown(NotKnown::Instructions),
        (Some((before, after)), Some((counted_before, counted_after))) => {
            quotient((before / counted_before, after / counted_after))
        }
    }
}

/// Equation 10.
fn lock_contention(counts: &RegionCounts) -> Value {
    let waits_nothing = |wait: f64| wait == 0.0;
    match (mean(counts.lock_ns), mean(counts.wall_ns)) {
        (None, _) => Value::NotKnown(NotKnown::LockTime),
        // Whoever never waits for a lock loses nothing by it, however long he takes.
        (Some(wait), None) if waits_nothing(wait) => Value::Known(1.0),
        (Some(_), None) => Value::NotKnown(NotKnown::WallTime),
        (Some(wait), Some(0.0)) => {
            Value::Undefined(if waits_nothing(wait) { Undefined::EmptyPart } else { Undefined::WaitsExceedTime })
        }
        (Some(wait), Some(all)) => Value::Known(1.0 - wait / all),
    }
}

fn mean(estimate: Option<Estimate>) -> Option<f64> {
    estimate.map(|estimate| estimate.mean)
}

/// What of a count is work.
fn working(all: Option<Estimate>, spinning: Option<Estimate>, counts_as: Spinning) -> Option<f64> {
    let spinning = match counts_as {
        Spinning::Apart => mean(spinning).unwrap_or(0.0),
        Spinning::Work => 0.0,
    };
    mean(all).map(|all| (all - spinning).max(0.0))
}

fn ratio_of(above: Option<f64>, below: Option<f64>) -> Value {
    above.zip(below).map_or(Value::NotKnown(NotKnown::Cycles), quotient)
}

fn quotient((above, below): (f64, f64)) -> Value {
    Value::ratio(above, below, Undefined::EmptyPart)
}
