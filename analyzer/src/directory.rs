//! A trace directory as input of the analysis.

use paratrace_replay::events::thread_inputs;
use paratrace_replay::program::ClassNames;
use paratrace_traceformat::trace::TraceDir;

use crate::analyze::Input;
use crate::results::{Cause, Completeness};

/// All of a directory.
pub(crate) fn input<'a>(dir: &'a TraceDir, class_name: &'a ClassNames<'a>) -> Input<'a> {
    let threads = thread_inputs(dir);
    let again = if threads.len() > 1 { thread_inputs(dir) } else { Vec::new() };
    Input { map: dir.map(), class_name, threads, again, completeness: completeness(dir) }
}

fn completeness(dir: &TraceDir) -> Completeness {
    completeness_of(dir.completeness())
}

/// What the files say; the replays add to it.
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
