//! The analysis of a whole trace: all passes, and the report of their results.

mod live;
mod passes;
mod pipeline;

pub use live::analyze_live;

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::events::{Events, ThreadInput};
use paratrace_replay::program::Index;
use paratrace_replay::replay::{ReplayStats, Stop};
use paratrace_replay::stream::{Chunk, Emitter};
use paratrace_replay::threads::{MergedSink, merge_chunks};
use paratrace_traceformat::map::ProgramMap;

use crate::communication::Communication;
use crate::input::{Input, Progress};
use crate::model::Report;
use crate::options::Options;
use crate::report::{Gathered, assemble};
use pipeline::Plan;

/// Analyses events from any source. Gains of candidates are not simulated.
///
/// # Errors
/// As [`crate::analyze`].
pub fn analyze_input(input: Input<'_>, options: &Options<'_>) -> Result<Report, AnalyzeError> {
    let index = Index::new(input.map, input.class_name);
    let plan = Plan { index: &index, options };
    let mut gathered = Gathered::new(&index, input.completeness, options.cores());
    // Communication of several threads needs a pass of its own, in one order. With a single thread, everything is one
    // pass.
    let merged = input.threads.len() > 1 && !input.again.is_empty();
    let communication = options.communication.map(|options| Communication::new(input.map, &options));
    let (mut communication, flows) = match communication {
        Some(communication) if merged => (None, Some(merge(&index, input.again, communication, options)?)),
        other => (other, None),
    };
    for (number, thread) in input.threads.into_iter().enumerate() {
        let result = plan.run(number, Events::new(thread.events), thread.ended, communication.as_mut())?;
        gathered.add((thread.id, thread.name), result);
        if let Some(communication) = &mut communication {
            communication.close(number);
        }
    }
    let flows = flows.or(communication).map(Communication::finish);
    Ok(assemble(&index, gathered, flows, options))
}

/// Measures the communication of all threads, in an order that respects happens-before.
fn merge<'m>(
    index: &Index<'m>,
    threads: Vec<ThreadInput<'_>>,
    communication: Communication,
    options: &Options<'_>,
) -> Result<Communication, AnalyzeError> {
    let sink = Merged { map: index.map, communication, progress: options.progress };
    let (sink, _) = merge_chunks(index, threads, sink, |to| Emitter::new(index.map, to))?;
    Ok(sink.communication)
}

/// The sink of the merged chunks of all threads.
struct Merged<'a> {
    map: &'a ProgramMap,
    communication: Communication,
    progress: Option<&'a (dyn Fn(Progress) -> bool + Sync)>,
}

impl MergedSink for Merged<'_> {
    type End = ();

    fn chunk(&mut self, thread: usize, chunk: Chunk) -> Result<(), AnalyzeError> {
        self.communication.take(self.map, thread, &chunk);
        let progress = Progress { thread, nodes: self.communication.nodes() };
        match self.progress {
            Some(report) if !report(progress) => Err(AnalyzeError::Cancelled),
            _ => Ok(()),
        }
    }

    fn end(&mut self, thread: usize, _: ReplayStats, _: Stop) {
        self.communication.ended(thread);
    }
}
