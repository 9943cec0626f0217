//! When communication is measured, and from what.
//!
//! The other passes need more than two cores while they replay, and less behind that. So on few cores communication, which needs
//! nothing of them, is measured towards the end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::base::workers::{lost, spawn};
use paratrace_replay::events::{Recorded, ThreadInput};
use paratrace_replay::program::Index;
use paratrace_replay::replay::{ReplayStats, Stop};
use paratrace_replay::stream::{Chunk, ChunkSink, Emitter};
use paratrace_replay::threads::{MergedSink, merge_chunks};
use paratrace_traceformat::map::ProgramMap;

use super::keep::Keep;
use super::pipeline::Plan;
use super::{Threads, follow};
use crate::budget::{Budget, unless_left_out};
use crate::communication::Communication;
use crate::input::Progress;
use crate::limits;
use crate::model::{Part, Report};
use crate::options::Options;
use crate::report::Gathered;
use crate::units::KeptStream;

/// The report, and the communication that will be part of it.
type Both = (Report, Option<Communication>);

/// Analyses all threads, and measures their communication in a pass of its own: beside the other ones, if there may be two threads.
pub(super) fn apart<'m>(
    plan: Plan<'_, 'm>,
    threads: Threads<'_, 'm>,
    (again, communication): (Vec<ThreadInput<'_>>, Communication),
    finish: impl FnOnce(Gathered<'m>, &Keep) -> Result<Report, AnalyzeError>,
) -> Result<Both, AnalyzeError> {
    let Plan { index, options, budget, .. } = plan;
    if options.threads < 2 {
        let report = |now| options.progress.is_none_or(|report| report(now));
        let communication = unless_left_out(merge((index, budget), again, communication, &report))?;
        let (gathered, keep) = follow(&plan, threads, None)?;
        return Ok((finish(gathered, &keep)?, communication));
    }
    let (begin, may_begin) = sync_channel::<()>(1);
    let measure = move |goes_on: &dyn Fn(Progress) -> bool| {
        may_begin.recv().map_err(|_| lost())?;
        merge((index, budget), again, communication, goes_on)
    };
    // The sender ends with these passes, whatever ends them: nobody waits for ever.
    let passes = move || {
        let begin = || {
            // It may have begun already.
            let _ = begin.try_send(());
        };
        if options.threads >= limits::THREADS_AT_ONCE {
            begin();
        }
        // Behind half of the trace, one thread's last pass leaves a core free while the next ones are replayed.
        let half = threads.0.iter().map(recorded).fold(0, u64::saturating_add) / 2;
        let replayed = AtomicU64::new(0);
        let count = |events: u64| {
            if replayed.fetch_add(events, Ordering::Relaxed).saturating_add(events) >= half {
                begin();
            }
        };
        let (gathered, keep) = follow(&Plan { replayed: &count, ..plan }, threads, None)?;
        begin();
        finish(gathered, &keep)
    };
    beside(measure, passes)
}

/// Returns whether communication can be measured from the operations of the only thread, which are kept.
pub(super) fn may_wait(options: &Options<'_>, threads: &[ThreadInput<'_>], keep: &Keep) -> bool {
    let is_kept = |thread: &ThreadInput<'_>| keep.wants(thread.events.recorded());
    let has_few_cores = (2..limits::THREADS_AT_ONCE).contains(&options.threads);
    has_few_cores && options.distances && threads.len() == 1 && threads.iter().all(is_kept)
}

/// Measures the communication of the only thread as soon as its operations are kept: beside its backward pass, and what comes behind.
pub(super) fn from_kept<'m>(
    plan: Plan<'_, 'm>,
    threads: Threads<'_, 'm>,
    communication: Communication,
    finish: impl FnOnce(Gathered<'m>, &Keep) -> Result<Report, AnalyzeError>,
) -> Result<Both, AnalyzeError> {
    let (map, budget) = (plan.index.map, plan.budget);
    let (keep, kept) = sync_channel::<Arc<KeptStream>>(1);
    let measure = move |goes_on: &dyn Fn(Progress) -> bool| {
        // Without dependences, nothing is kept.
        let stream = kept.recv().map_err(|_| budget.allow(Part::Dependences).err().unwrap_or_else(lost))?;
        let mut sink = Measured { map, communication, budget, goes_on };
        stream.read(&mut sink)?;
        sink.communication.close(0);
        Ok(sink.communication)
    };
    // The sender ends with these passes, whatever ends them: nobody waits for ever.
    let passes = move || {
        let streamed = |stream: &Arc<KeptStream>| {
            // There is one thread, and room for what it sends.
            let _ = keep.try_send(Arc::clone(stream));
        };
        let (gathered, keep) = follow(&Plan { streamed: &streamed, ..plan }, threads, None)?;
        finish(gathered, &keep)
    };
    beside(measure, passes)
}

/// Measures communication in a thread of its own. It may stop if the rest fails.
fn beside(
    measure: impl FnOnce(&dyn Fn(Progress) -> bool) -> Result<Communication, AnalyzeError> + Send,
    rest: impl FnOnce() -> Result<Report, AnalyzeError>,
) -> Result<Both, AnalyzeError> {
    let has_failed = AtomicBool::new(false);
    thread::scope(|scope| {
        let measuring = spawn(scope, "communication", || measure(&|_| !has_failed.load(Ordering::Relaxed)))?;
        let report = rest();
        has_failed.store(report.is_err(), Ordering::Relaxed);
        let communication = measuring.join().map_err(|_| lost())?;
        Ok((report?, unless_left_out(communication)?))
    })
}

fn recorded(thread: &ThreadInput<'_>) -> u64 {
    thread.events.recorded().map_or(0, Recorded::events)
}

/// Measures the communication of all threads, in an order that respects happens-before. `goes_on` is told the progress and returns
/// whether to go on.
fn merge<'m>(
    (index, budget): (&Index<'m>, &Budget<'_>),
    threads: Vec<ThreadInput<'_>>,
    communication: Communication,
    goes_on: &dyn Fn(Progress) -> bool,
) -> Result<Communication, AnalyzeError> {
    let sink = Measured { map: index.map, communication, budget, goes_on };
    let (sink, _) = merge_chunks(index, threads, sink, |to| Emitter::new(index.map, to))?;
    Ok(sink.communication)
}

/// Measures the communication of chunks.
struct Measured<'a> {
    map: &'a ProgramMap,
    communication: Communication,
    budget: &'a Budget<'a>,
    goes_on: &'a dyn Fn(Progress) -> bool,
}

impl Measured<'_> {
    fn take(&mut self, thread: usize, chunk: &Chunk) -> Result<(), AnalyzeError> {
        self.budget.allow(Part::Communication)?;
        self.communication.take(self.map, thread, chunk);
        let progress = Progress { thread, nodes: self.communication.nodes() };
        if (self.goes_on)(progress) { Ok(()) } else { Err(AnalyzeError::Cancelled) }
    }
}

/// The chunks of all threads, merged.
impl MergedSink for Measured<'_> {
    type End = ();

    fn chunk(&mut self, thread: usize, chunk: Chunk) -> Result<(), AnalyzeError> {
        self.take(thread, &chunk)
    }

    fn end(&mut self, thread: usize, _: ReplayStats, _: Stop) {
        self.communication.ended(thread);
    }
}

/// The chunks of the only thread.
impl ChunkSink for Measured<'_> {
    fn chunk(&mut self, chunk: Chunk) -> Result<(), AnalyzeError> {
        self.take(0, &chunk)
    }
}
