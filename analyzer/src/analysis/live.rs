//! Analysis of a trace while it is written.
//!
//! Each thread of the program has a thread here, which waits for chunks of its own. These threads cannot wait for each
//! other, as queues hold only the positions of chunks ([`Follower`]). Names of classes come before the events that use
//! them. What needs all threads in one order, communication, is not measured; what looks back over a thread, as the
//! simulation of gains does, reads the operations that were kept of it.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, RwLock};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::base::workers::{lost, spawn};
use paratrace_replay::events::{EventSource, Events, Recorded, ThreadInput, VecSource, recorded};
use paratrace_replay::program::{ClassNames, Index};
use paratrace_traceformat::map::{MapHash, ProgramMap};
use paratrace_traceformat::trace::{ColumnDecoder, Followed, FollowedChunk, FollowedEnd, Follower, Stamp};

use super::keep::Keep;
use crate::analysis::pipeline::Plan;
use crate::budget::Budget;
use crate::dependences::Facts;
use crate::input::{Input, completeness_of};
use crate::limits;
use crate::model::Report;
use crate::options::Options;
use crate::report::{Gathered, ThreadResult, assemble};

/// Time to wait if nothing new was written.
const PAUSE: Duration = Duration::from_millis(20);

/// The program whose trace is analysed while it runs.
#[derive(Clone, Copy)]
pub struct Running<'a> {
    /// Returns whether the program has ended.
    pub is_over: &'a (dyn Fn() -> bool + Sync),
    /// Is kept at the number of bytes that the program has written and the analysis has not read.
    pub unread: &'a AtomicU64,
}

/// Analyses a trace while it is written. `then` adds to the report, if the operations of all threads are kept: it gets these, and an
/// input that has nothing else.
pub(crate) fn analyze_live_then(
    mut follower: Follower,
    (map, hash): (&ProgramMap, MapHash),
    options: &Options<'_>,
    program: Running<'_>,
    then: impl for<'i> FnOnce(&dyn Fn() -> Input<'i>, &Keep, &mut Report) -> Result<(), AnalyzeError>,
) -> Result<Report, AnalyzeError> {
    let classes: RwLock<BTreeMap<u32, String>> = RwLock::default();
    let class_name = |index: u32| classes.read().unwrap_or_else(PoisonError::into_inner).get(&index).cloned();
    let options = Options { communication: None, ..*options };
    let index = Index::new(map, &class_name);
    let budget = Budget::new(&options);
    let facts = Facts::of_threads(map);
    let plan = Plan::new(&index, &facts, &options, &budget);
    let keep = Mutex::new(Keep::all());
    let results = thread::scope(|scope| {
        let mut threads = Threads { plan: &plan, keep: &keep, scope, unread: program.unread, all: BTreeMap::new() };
        let followed = follow(&mut follower, &mut threads, &classes, program.is_over);
        // Threads that wait for events must learn that no more will come, even after an error.
        let results = threads.finish();
        followed.and(results)
    })?;
    let FollowedEnd { threads, completeness } = follower.finish()?;
    let (mut results, mut places) = (results, BTreeMap::new());
    let mut gathered = Gathered::new(&index, completeness_of(completeness), &options);
    for info in threads {
        let Some(mut result) = results.remove(&info.thread) else { continue };
        result.stop.recorded = recorded(&info);
        gathered.add((info.java_id, info.name), result);
        places.insert(info.thread as usize, places.len());
    }
    let mut report = assemble(&index, gathered, None, &options, budget.left_out());
    report.program.map = Some(hash.to_string());
    let keep = keep.into_inner().unwrap_or_else(PoisonError::into_inner).renumbered(|at| places.get(&at).copied());
    if options.distances && keep.len() == places.len() {
        then(&|| kept_only(map, &class_name, places.len()), &keep, &mut report)?;
    }
    Ok(report)
}

/// The input for passes over threads of which the operations are kept: nothing else is read of them.
fn kept_only<'a>(map: &'a ProgramMap, class_name: &'a ClassNames<'a>, threads: usize) -> Input<'a> {
    let thread =
        |_| ThreadInput { id: 0, name: String::new(), hash: 0, ended: true, events: Box::new(VecSource::default()) };
    let threads = (0..threads).map(thread).collect();
    Input { map, class_name, threads, again: Vec::new(), completeness: completeness_of(Default::default()) }
}

/// Passes everything that is written to the threads, until the program has ended and everything is read.
fn follow<'scope, 'p: 'scope, 'm: 'scope>(
    follower: &mut Follower,
    threads: &mut Threads<'scope, '_, 'p, 'm>,
    classes: &RwLock<BTreeMap<u32, String>>,
    is_over: &(dyn Fn() -> bool + Sync),
) -> Result<(), AnalyzeError> {
    loop {
        // The end is asked for before reading, so that all data written before it are found.
        let over = is_over();
        let found = follower.poll()?;
        let nothing = found.is_empty();
        for followed in found {
            match followed {
                Followed::Classes(names) => {
                    classes.write().unwrap_or_else(PoisonError::into_inner).extend(names);
                }
                Followed::Thread { thread, .. } => drop(threads.queue(thread)?),
                Followed::Events { thread, chunk } => threads.queue(thread)?.push(chunk),
                Followed::ThreadEnd { thread } => threads.queue(thread)?.close(true),
            }
        }
        match (nothing, over) {
            (true, true) => return Ok(()),
            (true, false) => thread::sleep(PAUSE),
            _ => {}
        }
    }
}

/// The threads of the program, each with an analysing thread.
struct Threads<'scope, 'env, 'p, 'm> {
    plan: &'p Plan<'p, 'm>,
    keep: &'p Mutex<Keep>,
    unread: &'p AtomicU64,
    scope: &'scope thread::Scope<'scope, 'env>,
    all: BTreeMap<u32, (Arc<Queue<'p>>, Working<'scope>)>,
}

/// An analysing thread.
type Working<'scope> = ScopedJoinHandle<'scope, Result<ThreadResult, AnalyzeError>>;

impl<'scope, 'p: 'scope, 'm: 'scope> Threads<'scope, '_, 'p, 'm> {
    /// Returns the queue of a thread; starts its analysing thread the first time.
    fn queue(&mut self, thread: u32) -> Result<Arc<Queue<'p>>, AnalyzeError> {
        if let Some((queue, _)) = self.all.get(&thread) {
            return Ok(Arc::clone(queue));
        }
        let (queue, plan, keep) = (Arc::new(Queue::new(self.unread)), self.plan, self.keep);
        let source = Source { queue: Arc::clone(&queue), decoder: ColumnDecoder::default(), sequence: None };
        let is_alone = self.all.len() >= limits::LIVE_THREADS_WITH_WORKERS;
        let work = move || {
            let alone = Options { threads: 1, ..*plan.options };
            let plan = if is_alone { Plan { options: &alone, ..*plan } } else { *plan };
            let mut result = plan.run(thread as usize, Events::new(Box::new(source)), false, None)?;
            let mut keep = keep.lock().unwrap_or_else(PoisonError::into_inner);
            keep.add(thread as usize, result.stream.take(), Some(Recorded::default()))?;
            Ok(result)
        };
        let handle = spawn(self.scope, "thread", work)?;
        self.all.insert(thread, (Arc::clone(&queue), handle));
        Ok(queue)
    }

    /// Closes all queues, and returns the results for the events that came.
    fn finish(self) -> Result<BTreeMap<u32, ThreadResult>, AnalyzeError> {
        self.all.values().for_each(|(queue, _)| queue.close(false));
        let join =
            |(thread, (_, working)): (u32, (_, Working<'scope>))| Ok((thread, working.join().map_err(|_| lost())??));
        self.all.into_iter().map(join).collect()
    }
}

/// The unread chunks of one thread.
struct Queue<'p> {
    waiting: Mutex<Waiting>,
    changed: Condvar,
    /// Bytes of the unread chunks of all threads.
    unread: &'p AtomicU64,
}

#[derive(Default)]
struct Waiting {
    chunks: VecDeque<FollowedChunk>,
    /// Whether no more chunks will come.
    closed: bool,
    /// Whether the end of the thread was recorded.
    ended: bool,
    /// Whether the reader is gone: the replay came to its end, or could not go on.
    abandoned: bool,
}

impl<'p> Queue<'p> {
    fn new(unread: &'p AtomicU64) -> Self {
        Self { waiting: Mutex::default(), changed: Condvar::default(), unread }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a chunk. A chunk without a reader is dropped, so that its segment can be deleted.
    fn push(&self, chunk: FollowedChunk) {
        let mut waiting = self.lock();
        if !waiting.abandoned {
            self.unread.fetch_add(chunk.bytes(), Ordering::Relaxed);
            waiting.chunks.push_back(chunk);
            self.changed.notify_one();
        }
    }

    fn abandon(&self) {
        let mut waiting = self.lock();
        waiting.abandoned = true;
        waiting.chunks.drain(..).for_each(|chunk| self.read(&chunk));
    }

    fn read(&self, chunk: &FollowedChunk) {
        self.unread.fetch_sub(chunk.bytes(), Ordering::Relaxed);
    }

    fn close(&self, ended: bool) {
        let mut waiting = self.lock();
        waiting.closed = true;
        waiting.ended |= ended;
        self.changed.notify_one();
    }

    /// Waits for the next chunk and returns it; `None` if no more will come.
    fn next(&self) -> Option<FollowedChunk> {
        let mut waiting = self.lock();
        loop {
            match waiting.chunks.pop_front() {
                Some(chunk) => {
                    self.read(&chunk);
                    return Some(chunk);
                }
                None if waiting.closed => return None,
                None => waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

/// The events of one thread, as they come.
struct Source<'p> {
    queue: Arc<Queue<'p>>,
    decoder: ColumnDecoder,
    /// Sequence number of the last chunk.
    sequence: Option<u32>,
}

impl Drop for Source<'_> {
    fn drop(&mut self) {
        self.queue.abandon();
    }
}

impl EventSource for Source<'_> {
    fn next_chunk(
        &mut self,
        control: &mut Vec<u32>,
        data: &mut Vec<u32>,
        _: Option<&mut Vec<Stamp>>,
    ) -> Result<bool, AnalyzeError> {
        let Some(chunk) = self.queue.next() else { return Ok(false) };
        // The chunk with the thread's name has sequence number 0.
        let expected = self.sequence.map_or(1, |last| last.saturating_add(1));
        if chunk.sequence() != expected {
            let last = chunk.sequence().saturating_sub(1);
            return Err(AnalyzeError::MissingChunks { first: expected, last });
        }
        self.sequence = Some(expected);
        chunk.decode(&mut self.decoder, control, data)?;
        Ok(true)
    }

    fn ended(&self) -> Option<bool> {
        Some(self.queue.lock().ended)
    }
}
