//! Verdicts: how a candidate can run, given its blockers.

use super::blockers::Blocked;
use super::estimate::overlap;
use crate::model::{Nature, Verdict};

/// Least number of overlapping tasks that makes the verdict “in order, overlapping” worthwhile.
const WORTH_OVERLAPPING: f64 = 1.5;

/// Returns how the iterations of a loop can run, and how many at a time as far as the blockers allow.
pub(super) fn of_loop(blockers: &[Blocked], duration: f64) -> (Verdict, f64) {
    let natures = || blockers.iter().map(|blocked| blocked.blocker.nature);
    let serial = blockers.iter().filter(|blocked| blocked.blocker.nature.is_serial());
    let at_once = serial
        .map(|blocked| overlap(duration, blocked.flow_distance, blocked.blocker.iterations.unwrap_or(1)))
        .fold(f64::INFINITY, f64::min);
    let verdict = match () {
        () if natures().any(Nature::is_serial) && at_once < WORTH_OVERLAPPING => Verdict::Serial,
        () if natures().any(Nature::is_serial) => Verdict::Overlapping,
        () if natures().any(Nature::is_gathered) => Verdict::Reduction,
        () if natures().any(|nature| nature == Nature::PrivateCopy) => Verdict::PrivateCopies,
        () if natures().any(|nature| !matches!(nature, Nature::Counter)) => Verdict::WithChanges,
        () => Verdict::Independent,
    };
    (verdict, at_once)
}

/// Least share of a call's nodes that must overlap with the code that follows it.
const LEAST_OVERLAP: f64 = 0.25;

/// Returns how calls can run beside the code that follows them, up to the first node that needs a value of the call.
pub(super) fn of_calls(blockers: &[Blocked], duration: f64) -> Verdict {
    let serial = blockers.iter().filter(|blocked| blocked.blocker.nature.is_serial());
    let nearest = serial.map(|blocked| blocked.flow_distance).min();
    let is_joined = || blockers.iter().any(|blocked| blocked.blocker.nature == Nature::Join);
    match nearest {
        Some(distance) if (distance as f64) < duration * LEAST_OVERLAP => Verdict::Serial,
        Some(_) => Verdict::Future,
        None if is_joined() => Verdict::Future,
        None => Verdict::Independent,
    }
}
