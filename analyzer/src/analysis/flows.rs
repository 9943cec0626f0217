//! When communication and what goes from thread to thread are measured, and from what.
//!
//! The other passes need more than two cores while they replay, and less behind that. So on few cores these, which need nothing of
//! the others, are measured towards the end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::base::workers::{lost, spawn};
use paratrace_replay::events::{Recorded, ThreadInput};
use paratrace_replay::stream::{Chunk, ChunkSink};
use paratrace_traceformat::map::ProgramMap;

use super::all_threads::AllThreads;
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

/// Analyses each thread, and all of them together in a pass of its own: beside the other ones, if there may be two threads.
pub(super) fn apart<'a, 'm>(
    plan: Plan<'a, 'm>,
    threads: Threads<'_, 'm>,
    (again, all): (Vec<ThreadInput<'_>>, AllThreads<'a>),
    finish: impl FnOnce(Gathered<'m>, &Keep) -> Result<Report, AnalyzeError>,
) -> Result<(Report, Option<AllThreads<'a>>), AnalyzeError> {
    let Plan { index, options, .. } = plan;
    if options.threads < 2 {
        let report = |now| options.progress.is_none_or(|report| report(now));
        let all = unless_left_out(all.follow(index, again, &report))?;
        let (gathered, keep) = follow(&plan, threads, None)?;
        return Ok((finish(gathered, &keep)?, all));
    }
    let (begin, may_begin) = sync_channel::<()>(1);
    let measure = move |goes_on: &dyn Fn(Progress) -> bool| {
        may_begin.recv().map_err(|_| lost())?;
        all.follow(index, again, goes_on)
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
) -> Result<(Report, Option<Communication>), AnalyzeError> {
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

/// Measures something in a thread of its own. It may stop if the rest fails.
fn beside<M: Send>(
    measure: impl FnOnce(&dyn Fn(Progress) -> bool) -> Result<M, AnalyzeError> + Send,
    rest: impl FnOnce() -> Result<Report, AnalyzeError>,
) -> Result<(Report, Option<M>), AnalyzeError> {
    let has_failed = AtomicBool::new(false);
    thread::scope(|scope| {
        let measuring = spawn(scope, "beside", || measure(&|_| !has_failed.load(Ordering::Relaxed)))?;
        let report = rest();
        has_failed.store(report.is_err(), Ordering::Relaxed);
        let measured = measuring.join().map_err(|_| lost())?;
        Ok((report?, unless_left_out(measured)?))
    })
}

fn recorded(thread: &ThreadInput<'_>) -> u64 {
    thread.events.recorded().map_or(0, Recorded::events)
}

/// Measures the communication of the only thread.
struct Measured<'a> {
    map: &'a ProgramMap,
    communication: Communication,
    budget: &'a Budget<'a>,
    goes_on: &'a dyn Fn(Progress) -> bool,
}

impl ChunkSink for Measured<'_> {
    fn chunk(&mut self, chunk: Chunk) -> Result<(), AnalyzeError> {
        self.budget.allow(Part::Communication)?;
        self.communication.take(self.map, 0, &chunk);
        let progress = Progress { thread: 0, nodes: self.communication.nodes() };
        if (self.goes_on)(progress) { Ok(()) } else { Err(AnalyzeError::Cancelled) }
    }
}
