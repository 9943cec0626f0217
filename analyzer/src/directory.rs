//! A trace directory as input of the analysis.

use paratrace_traceformat::trace::{Columns, Stamp, TraceDir};

use crate::analyze::{Input, ThreadInput};
use crate::error::AnalyzeError;
use crate::replay::{ClassNames, EventSource};
use crate::results::Completeness;

struct Thread(Columns);

impl EventSource for Thread {
    fn next_chunk(
        &mut self,
        control: &mut Vec<u32>,
        data: &mut Vec<u32>,
        stamps: Option<&mut Vec<Stamp>>,
    ) -> Result<bool, AnalyzeError> {
        let more = self.0.next_chunk(control, data, stamps);
        let more = more.map_err(|error| AnalyzeError::Read(error.to_string()))?;
        match self.0.stop() {
            Some(stop) if !more => Err(AnalyzeError::Read(stop.to_string())),
            _ => Ok(more),
        }
    }
}

/// The threads of a directory, as input.
pub fn thread_inputs(dir: &TraceDir) -> Vec<ThreadInput<'static>> {
    let threads = dir.threads().iter().enumerate().map(|(number, thread)| ThreadInput {
        id: thread.java_id,
        name: thread.name.clone(),
        ended: thread.ended,
        events: Box::new(Thread(dir.columns(number))),
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
    Completeness {
        complete: known.complete,
        lost_events: known.lost_events,
        reasons: known.reasons,
        ..Completeness::default()
    }
}
