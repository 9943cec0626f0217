//! The analysis of a whole trace: all passes, and the report of their results.

mod live;
mod passes;
mod pipeline;

pub use live::analyze_live;

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::base::workers::{lost, spawn};
use paratrace_replay::events::{Events, Recorded, ThreadInput};
use paratrace_replay::program::Index;
use paratrace_replay::replay::{ReplayStats, Stop};
use paratrace_replay::stream::{Chunk, Emitter};
use paratrace_replay::threads::{MergedSink, merge_chunks};
use paratrace_traceformat::map::ProgramMap;

use crate::communication::Communication;
use crate::input::{Input, Progress};
use crate::limits;
use crate::model::Report;
use crate::options::Options;
use crate::report::{Gathered, assemble};
use crate::units::KeptStream;
use pipeline::Plan;

/// Analyses events from any source. Gains of candidates are not simulated.
///
/// # Errors
/// As [`crate::analyze`].
pub fn analyze_input(input: Input<'_>, options: &Options<'_>) -> Result<Report, AnalyzeError> {
    analyze_and_keep(input, options, Keep::none()).map(|(report, _)| report)
}

/// The operations of threads that are kept to be read again; of each thread in order, as far as any was.
pub(crate) struct Keep {
    most: usize,
    streams: Vec<Option<KeptStream>>,
}

impl Keep {
    /// Keeps nothing.
    pub(crate) fn none() -> Self {
        Self { most: 0, streams: Vec::new() }
    }

    /// Keeps the operations of some threads: those are replayed again whose replay takes little time, and those beyond a limit.
    pub(crate) fn some() -> Self {
        Self { most: limits::KEPT_STREAMS, streams: Vec::new() }
    }

    /// Returns the operations of a thread, by its place among all.
    pub(crate) fn get(&self, thread: usize) -> Option<&KeptStream> {
        self.streams.get(thread)?.as_ref()
    }

    /// Adds the operations of the next thread, if it recorded enough.
    fn add(&mut self, stream: Option<KeptStream>, recorded: Option<Recorded>) -> Result<(), AnalyzeError> {
        if self.most == 0 {
            return Ok(());
        }
        let is_worthwhile = recorded.is_some_and(|all| all.events() >= limits::EVENTS_TO_KEEP);
        let mut stream = stream.filter(|_| is_worthwhile);
        if let Some(stream) = &mut stream {
            self.most -= 1;
            stream.spool.leave_memory()?;
        }
        self.streams.push(stream);
        Ok(())
    }
}

/// Analyses events from any source like [`analyze_input`], and keeps the operations of threads.
pub(crate) fn analyze_and_keep(
    input: Input<'_>,
    options: &Options<'_>,
    mut keep: Keep,
) -> Result<(Report, Keep), AnalyzeError> {
    let index = Index::new(input.map, input.class_name);
    let plan = Plan { index: &index, options };
    let gathered = Gathered::new(&index, input.completeness, options.cores());
    // Communication of several threads needs a pass of its own, in one order. With a single thread, everything is one
    // pass.
    let is_apart = input.threads.len() > 1 && !input.again.is_empty();
    let (gathered, communication) = match options.communication.map(|options| Communication::new(input.map, &options)) {
        Some(communication) if is_apart => {
            let (gathered, communication) =
                apart(&plan, (input.threads, gathered, &mut keep), (input.again, communication))?;
            (gathered, Some(communication))
        }
        mut communication => {
            (follow(&plan, (input.threads, gathered, &mut keep), communication.as_mut())?, communication)
        }
    };
    Ok((assemble(&index, gathered, communication.map(Communication::finish), options), keep))
}

/// Analyses all threads, one after the other.
fn follow<'m>(
    plan: &Plan<'_, 'm>,
    (threads, mut gathered, keep): (Vec<ThreadInput<'_>>, Gathered<'m>, &mut Keep),
    mut communication: Option<&mut Communication>,
) -> Result<Gathered<'m>, AnalyzeError> {
    for (number, thread) in threads.into_iter().enumerate() {
        let recorded = thread.events.recorded();
        let events = Events::new(thread.events);
        let mut result = plan.run(number, events, thread.ended, communication.as_deref_mut())?;
        keep.add(result.stream.take(), recorded)?;
        gathered.add((thread.id, thread.name), result);
        if let Some(communication) = &mut communication {
            communication.close(number);
        }
    }
    Ok(gathered)
}

/// Analyses all threads, and measures their communication in a pass of its own: beside the other ones, if there may be two threads.
fn apart<'m>(
    plan: &Plan<'_, 'm>,
    (threads, gathered, keep): (Vec<ThreadInput<'_>>, Gathered<'m>, &mut Keep),
    (again, communication): (Vec<ThreadInput<'_>>, Communication),
) -> Result<(Gathered<'m>, Communication), AnalyzeError> {
    let progress = plan.options.progress;
    if plan.options.threads < 2 {
        let report = |now| progress.is_none_or(|report| report(now));
        let communication = merge(plan.index, again, communication, &report)?;
        return Ok((follow(plan, (threads, gathered, keep), None)?, communication));
    }
    let has_failed = AtomicBool::new(false);
    let goes_on = |_| !has_failed.load(Ordering::Relaxed);
    thread::scope(|scope| {
        let merging = spawn(scope, "communication", || merge(plan.index, again, communication, &goes_on))?;
        let followed = follow(plan, (threads, gathered, keep), None);
        has_failed.store(followed.is_err(), Ordering::Relaxed);
        let communication = merging.join().map_err(|_| lost())?;
        Ok((followed?, communication?))
    })
}

/// Measures the communication of all threads, in an order that respects happens-before. `report` is told the progress and returns
/// whether to go on.
fn merge<'m>(
    index: &Index<'m>,
    threads: Vec<ThreadInput<'_>>,
    communication: Communication,
    report: &dyn Fn(Progress) -> bool,
) -> Result<Communication, AnalyzeError> {
    let sink = Merged { map: index.map, communication, report };
    let (sink, _) = merge_chunks(index, threads, sink, |to| Emitter::new(index.map, to))?;
    Ok(sink.communication)
}

/// The sink of the merged chunks of all threads.
struct Merged<'a> {
    map: &'a ProgramMap,
    communication: Communication,
    report: &'a dyn Fn(Progress) -> bool,
}

impl MergedSink for Merged<'_> {
    type End = ();

    fn chunk(&mut self, thread: usize, chunk: Chunk) -> Result<(), AnalyzeError> {
        self.communication.take(self.map, thread, &chunk);
        let progress = Progress { thread, nodes: self.communication.nodes() };
        if (self.report)(progress) { Ok(()) } else { Err(AnalyzeError::Cancelled) }
    }

    fn end(&mut self, thread: usize, _: ReplayStats, _: Stop) {
        self.communication.ended(thread);
    }
}
