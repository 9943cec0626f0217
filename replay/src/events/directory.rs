//! Events of the threads of a trace directory.

use paratrace_traceformat::trace::{Columns, Stamp, ThreadInfo, TraceDir};

use super::{EventSource, Recorded, ThreadInput};
use crate::base::error::AnalyzeError;

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
        let more = self.columns.next_chunk(control, data, stamps)?;
        match self.columns.stop() {
            Some(stop) if !more => Err(AnalyzeError::Stopped(stop.clone())),
            _ => Ok(more),
        }
    }

    fn rewind(&mut self) -> bool {
        self.columns.rewind();
        true
    }

    fn recorded(&self) -> Option<Recorded> {
        Some(self.recorded)
    }
}

/// Returns how much a thread recorded, from the headers of its chunks and its end record.
pub fn recorded(thread: &ThreadInfo) -> Recorded {
    let ([control, data, _], [control_bytes, data_bytes, _]) = (thread.written_values(), thread.encoded_bytes);
    Recorded { control, data, bytes: control_bytes + data_bytes }
}

/// Returns how a thread is called that has no name: a virtual thread, as others get a name when they are made.
pub fn name_of_unnamed(id: u64) -> String {
    format!("virtual thread {id}")
}

fn name_of(thread: &ThreadInfo) -> String {
    if thread.name.is_empty() { name_of_unnamed(thread.java_id) } else { thread.name.clone() }
}

/// Returns the threads of a directory as input.
pub fn thread_inputs(dir: &TraceDir) -> Vec<ThreadInput<'static>> {
    let threads = dir.threads().iter().enumerate().map(|(number, thread)| ThreadInput {
        id: thread.java_id,
        name: name_of(thread),
        hash: thread.hash,
        ended: thread.ended,
        events: Box::new(Thread { columns: dir.columns(number), recorded: recorded(thread) }),
    });
    threads.collect()
}
