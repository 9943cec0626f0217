//! Verdicts: how a candidate can run, given its blockers.

use super::blockers::Blocked;
use super::estimate::overlap;
use crate::limits::DEFAULT_TASK_COST;
use crate::model::{Advice, Nature, Remedy, Verdict};

/// Least number of overlapping tasks that makes the verdict “in order, overlapping” worthwhile.
const WORTH_OVERLAPPING: f64 = 2.0;

/// Least duration of what runs between two iterations of which one waits for the other, in nodes: handing a value to another
/// thread costs as much as creating a task.
const LEAST_OVERLAPPING: f64 = DEFAULT_TASK_COST as f64;

/// Length of an iteration that only adds up what the iterations add: load, add and keep, count and test.
const LENGTH_OF_SUM: u64 = 16;

/// Facts about the tasks of a candidate besides their blockers.
pub(super) struct Tasks {
    /// Mean duration, in nodes.
    pub(super) duration: f64,
    /// Something needs a value of theirs, sooner or later.
    pub(super) is_needed: bool,
    /// Iterations decide whether there are more of them.
    pub(super) may_end_early: bool,
    /// Nearly every result decides what the next call is given, or whether there is one.
    pub(super) feed_next: bool,
    /// An exception has left a call: whether what follows it runs at all was up to the call.
    pub(super) throw: bool,
    /// They may meet in state that nobody knows.
    pub(super) is_blind: bool,
}

/// Returns how the iterations of a loop can run, and how many at a time as far as the blockers allow.
pub(super) fn of_loop(blockers: &[Blocked], tasks: &Tasks) -> (Verdict, f64) {
    let any = |is: fn(Nature) -> bool| blockers.iter().any(|blocked| is(blocked.blocker.nature));
    let is_advised = |remedy| blockers.iter().any(|blocked| blocked.blocker.advice == Advice::Remedy(remedy));
    // A chain that is apart from the rest of an iteration is no help if another value is not.
    let is_serial = |nature: Nature| nature.is_serial() || nature == Nature::Chain && any(Nature::is_serial);
    let serial = || blockers.iter().filter(|blocked| is_serial(blocked.blocker.nature));
    let at_once = serial()
        .map(|blocked| match blocked.blocker.handed_on {
            // Whatever else the object does is in order, too.
            Some(_) => 1.0,
            None => overlap(tasks.duration, blocked.flow_distance, blocked.blocker.iterations.unwrap_or(1)),
        })
        .fold(f64::INFINITY, f64::min);
    let nearest = serial().filter_map(|blocked| blocked.blocker.iterations).min();
    let between = tasks.duration * f64::from(nearest.unwrap_or(1));
    let verdict = match () {
        () if any(Nature::is_serial) && (at_once < WORTH_OVERLAPPING || between < LEAST_OVERLAPPING) => Verdict::Serial,
        () if tasks.is_blind => Verdict::NotKnown,
        () if tasks.may_end_early => Verdict::Search,
        () if any(Nature::is_serial) => Verdict::Overlapping,
        () if any(|nature| nature == Nature::Chain) => Verdict::Overlapping,
        () if any(|nature| nature == Nature::Scan) => Verdict::Scan,
        () if any(|nature| nature == Nature::NotRun) => Verdict::WithChanges,
        () if any(|nature| nature == Nature::Random || nature.is_awaited()) || blockers.iter().any(is_last_value) => {
            Verdict::WithChanges
        }
        () if any(Nature::is_gathered) => Verdict::Reduction,
        () if any(|nature| nature == Nature::PrivateCopy) || is_advised(Remedy::CountedInLocal) => {
            Verdict::PrivateCopies
        }
        () if any(|nature| nature != Nature::Counter) || is_advised(Remedy::RoundedProduct) => Verdict::WithChanges,
        () => Verdict::Independent,
    };
    (verdict, at_once)
}

/// Returns whether the last iteration decides by itself what is left behind: what a best value brings with it is gathered as that is.
fn is_last_value(blocked: &Blocked) -> bool {
    let blocker = &blocked.blocker;
    blocker.nature == Nature::LastValue && blocker.advice != Advice::Remedy(Remedy::KeepTogether)
}

/// Returns how calls can run beside the code that follows them, up to the first node that needs something of the call. How
/// much that gains is found by simulation.
pub(super) fn of_calls(blockers: &[Blocked], tasks: &Tasks) -> Verdict {
    let any = |is: fn(Nature) -> bool| blockers.iter().any(|blocked| is(blocked.blocker.nature));
    let mut serial = blockers.iter().filter(|blocked| blocked.blocker.nature.is_serial());
    match () {
        () if tasks.feed_next || tasks.throw || serial.any(|blocked| blocked.between_siblings) => Verdict::Serial,
        () if tasks.is_blind => Verdict::NotKnown,
        () if any(Nature::needs_changes) => Verdict::WithChanges,
        () if any(|nature| nature == Nature::PrivateCopy) => Verdict::PrivateCopies,
        () if !tasks.is_needed && !any(|nature| nature == Nature::Join) => Verdict::Independent,
        () => Verdict::Future,
    }
}

/// Returns the length of an iteration of the loop that computes what each iteration starts with, once all have computed what they add; 0 if
/// two passes over all iterations take less time, of which the first one finds the sums of the parts.
pub(super) fn length_of_sums(blockers: &[Blocked], duration: f64, at_once: f64) -> u64 {
    let scans: Vec<_> = blockers.iter().filter(|blocked| blocked.blocker.needs_first_pass()).collect();
    let length = LENGTH_OF_SUM * scans.len() as u64;
    let are_once = scans.iter().all(|blocked| blocked.is_updated_once);
    if are_once && beside(length, duration, at_once) >= at_once / 2.0 { length } else { 0 }
}

/// Returns how many iterations run at once on average, what they start with included, if so many do at a time and so much of each computes
/// that.
pub(super) fn scanned_at_once(blockers: &[Blocked], length: u64, duration: f64, at_once: f64) -> f64 {
    let is_twice = length == 0 && blockers.iter().any(|blocked| blocked.blocker.needs_first_pass());
    let whole = if is_twice { at_once / 2.0 } else { beside(length, duration, at_once) };
    whole.max(1.0)
}

/// Returns how many iterations run at once on average if so much of each runs one after the other.
fn beside(length: u64, duration: f64, at_once: f64) -> f64 {
    let serial = (length as f64 / duration).min(1.0);
    1.0 / (serial + (1.0 - serial) / at_once)
}
