//! Completeness: how many of the recorded events are in the figures.

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::replay::{ReplayStats, Stop};
use paratrace_traceformat::numbers::plural;

use crate::model::{Cause, Completeness};

/// Converts the findings of the files; the replays add theirs.
pub(crate) fn completeness_of(known: paratrace_traceformat::trace::Completeness) -> Completeness {
    let unreadable = known.torn_bytes + known.damaged_bytes;
    let damaged = known.missing_chunks > 0 && known.lost_events == 0
        || known.damaged_chunks > 0
        || !known.contradictions.is_empty()
        || known.ended && known.torn_bytes > 0;
    let causes = [
        (Cause::Killed, !known.ended),
        (Cause::Lost, known.lost_events > 0 && !known.limited),
        (Cause::Limit, known.limited && known.lost_events > 0),
        (Cause::Damaged, damaged),
    ];
    Completeness {
        complete: known.complete,
        causes: causes.into_iter().filter_map(|(cause, there)| there.then_some(cause)).collect(),
        events: known.lost_events,
        missing_events: known.lost_events,
        bytes: unreadable,
        missing_bytes: unreadable,
        lost_events: known.lost_events,
        reasons: known.reasons,
        ..Completeness::default()
    }
}

/// Adds the findings of one thread's replay.
pub(crate) fn judge(
    completeness: &mut Completeness,
    (id, name): (u64, &str),
    stop: &Stop,
    stats: &ReplayStats,
    saturated: bool,
) {
    let causes = completeness.causes.clone();
    let mut reason = |cause: Cause, text: String| {
        completeness.add(cause, format!("thread {id} ({name}): {text}"));
    };
    let faults = faults(stop, stats, &causes);
    let is_whole = faults.is_empty();
    faults.into_iter().for_each(|(cause, text)| reason(cause, text));
    if saturated {
        reason(Cause::TooLong, "a critical path is too long for 32 bits; figures are too small".to_owned());
    }
    // A damaged end of a thread may claim any number.
    let add = |sum: &mut u64, more: u64| *sum = sum.saturating_add(more);
    add(&mut completeness.events, stop.recorded.events());
    add(&mut completeness.bytes, stop.recorded.bytes);
    if !is_whole {
        add(&mut completeness.missing_events, stop.missing());
        add(&mut completeness.missing_bytes, stop.missing_bytes());
    }
    completeness.unread_events += stop.control_left;
    completeness.unread_data += stop.data_left;
    completeness.unexpected_entries += stats.unexpected_entries;
    completeness.unrecorded_exits += stats.unrecorded_exits;
    if stop.running {
        let open = open_activations(stats);
        completeness.notes.push(format!("thread {id} ({name}) was still running when the JVM ended: {open} open"));
    }
    if stats.cut_short > 0 {
        let paths = plural(stats.cut_short, "path", "paths");
        let note = format!("thread {id} ({name}): an error of the JVM cut {paths} short inside a probe");
        completeness.notes.push(note);
    }
    if stats.unexpected_entries > 0 {
        let entries = plural(stats.unexpected_entries, "method", "methods");
        let note = format!("thread {id} ({name}): {entries} entered unexpectedly");
        completeness.notes.push(note);
    }
}

/// Lists the reasons why not all of a thread's events are in the figures.
fn faults(stop: &Stop, stats: &ReplayStats, known: &[Cause]) -> Vec<(Cause, String)> {
    let known = |cause: Cause| known.contains(&cause);
    if let Some(error @ AnalyzeError::Memory { .. }) = &stop.read {
        return vec![(Cause::Memory, error.to_string())];
    }
    let mut faults = Vec::new();
    if let Some((at, desync)) = &stop.desync {
        faults.push((Cause::Unreplayable, format!("event {at} does not fit the program map: {desync}")));
    }
    if let Some(error) = &stop.read {
        let told = [Cause::Limit, Cause::Lost].into_iter().find(|&cause| known(cause));
        let cause = told.unwrap_or(Cause::Damaged);
        faults.push((cause, error.to_string()));
    }
    if stop.truncated && faults.is_empty() {
        let cause = if known(Cause::Killed) { Cause::Killed } else { Cause::Unreplayable };
        let open = open_activations(stats);
        faults.push((cause, format!("its events end in the middle, with {open} open")));
    } else if stop.data_left > 0 && stop.desync.is_none() {
        let verb = if stop.data_left == 1 { "belongs" } else { "belong" };
        let values = plural(stop.data_left, "data value", "data values");
        faults.push((Cause::Unreplayable, format!("{values} {verb} to no path")));
    }
    faults
}

fn open_activations(stats: &ReplayStats) -> String {
    plural(stats.open_activations, "activation", "activations")
}
