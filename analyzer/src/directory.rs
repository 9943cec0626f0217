//! A trace directory as input of the analysis.

use paratrace_traceformat::trace::{Columns, Stamp, ThreadInfo, TraceDir};

use crate::analyze::{Input, ThreadInput};
use crate::error::AnalyzeError;
use crate::replay::{ClassNames, EventSource, Recorded};
use crate::results::{Cause, Completeness};

struct Thread {
    columns: Columns,
    recorded: Recorded,
}

impl EventSource for Thread {
    fn next_chunk(
        &mut self,
        control: &mut Vec<u32>,
        data: &mut Vec<u32>,
        stamps: Option<&mut Vec<Stamp>>,
    ) -> Result<bool, AnalyzeError> {
        let more = self.columns.next_chunk(control, data, stamps);
        let more = more.map_err(|error| AnalyzeError::Read(error.to_string()))?;
        match self.columns.stop() {
            Some(stop) if !more => Err(AnalyzeError::Read(stop.to_string())),
            _ => Ok(more),
        }
    }

    fn recorded(&self) -> Option<Recorded> {
        Some(self.recorded)
    }
}

/// What a thread recorded, as the headers of its chunks and its end record say.
pub(crate) fn recorded(thread: &ThreadInfo) -> Recorded {
    let ([control, data, _], [control_bytes, data_bytes, _]) = (thread.written_values(), thread.encoded_bytes);
    Recorded { control, data, bytes: control_bytes + data_bytes }
}

/// The threads of a directory, as input.
pub fn thread_inputs(dir: &TraceDir) -> Vec<ThreadInput<'static>> {
    let threads = dir.threads().iter().enumerate().map(|(number, thread)| ThreadInput {
        id: thread.java_id,
        name: thread.name.clone(),
        ended: thread.ended,
        events: Box::new(Thread { columns: dir.columns(number), recorded: recorded(thread) }),
    });
    threads.collect()
}

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
