//! What limits a version, and where to look: the decision tree of the workflow (section 3.2, figure 19).
//!
//! The limitation without which the program would be fastest comes first. Where to look depends on which it is: the methods
//! of the sequential part, the busiest threads, the methods that count more than in the sequential version, the locks.

mod growth;
mod idle;
mod locks;
mod shares;
mod threads;

use crate::measurements::Measurements;
use crate::model::{Group, Limit, Places, Point};
use crate::primitives::{CountMetrics, Runs};
use crate::{Classes, Settings, Undefined, Value};

/// What places are found with.
#[derive(Clone, Copy)]
pub(crate) struct Evidence<'a> {
    pub(crate) measured: &'a Measurements,
    pub(crate) classes: &'a Classes,
    pub(crate) runs: &'a Runs<'a>,
    pub(crate) metrics: CountMetrics,
    pub(crate) settings: &'a Settings,
}

/// Limitations with a number of threads, from what would bring most if it were gone.
pub(crate) fn limits(evidence: Evidence, point: &Point) -> Vec<Limit> {
    let single = point.evaluation.possible.iter().filter_map(|possible| match possible.without[..] {
        [group] => Some((group, possible.speedup)),
        _ => None,
    });
    let mut limits: Vec<Limit> = single.map(|(group, possible)| limit(evidence, point, group, possible)).collect();
    limits.sort_by(|a, b| worth(b.possible).total_cmp(&worth(a.possible)));
    known_causes_first(&mut limits, evidence.settings.least_gain);
    limits
}

/// Idle time is what no other limitation explains: one that brings as much, but for a difference that does not matter, comes first.
fn known_causes_first(limits: &mut [Limit], least_gain: f64) {
    let [idle, next, ..] = limits else { return };
    if idle.group == Group::Idle && worth(next.possible) * (1.0 + least_gain) >= worth(idle.possible) {
        limits.swap(0, 1);
    }
}

fn worth(possible: Value) -> f64 {
    possible.known().unwrap_or(f64::NEG_INFINITY)
}

fn limit(evidence: Evidence, point: &Point, group: Group, possible: Value) -> Limit {
    let now = point.calculated();
    let gain = possible.known().zip(now.known()).map(|(possible, now)| possible / now - 1.0);
    // Where waits leave no speed-up at all, nothing but their end gives one.
    let only = now == Value::Undefined(Undefined::WaitsExceedTime) && possible.known().is_some();
    let matters = only || gain.is_some_and(|gain| gain >= evidence.settings.least_gain);
    Limit { group, possible, gain, matters, places: places(evidence, point, group) }
}

fn places(evidence: Evidence, point: &Point, group: Group) -> Places {
    let found = match group {
        Group::SequentialFraction => shares::sequential(evidence, point),
        Group::Spinning => shares::spinning(evidence, point),
        Group::LoadImbalance => threads::imbalance(evidence, point),
        Group::Instructions => growth::growth(evidence, point, evidence.metrics.instructions),
        Group::Work => growth::growth(evidence, point, evidence.metrics.work),
        // Cycles per instruction grow mostly by waiting for the memory.
        Group::Cpi => growth::growth(evidence, point, evidence.metrics.misses)
            .or_else(|| growth::growth(evidence, point, evidence.metrics.work)),
        Group::LockContention => locks::locks(evidence, point),
        Group::Idle => idle::idle(evidence, point),
    };
    found.unwrap_or(Places::NotKnown)
}
