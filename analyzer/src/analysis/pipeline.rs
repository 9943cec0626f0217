//! The pipeline for one thread of a trace: replay, census and engines, on this thread or on workers.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::base::workers::{lost, spawn};
use paratrace_replay::events::{Events, Recorded};
use paratrace_replay::program::Index;
use paratrace_replay::replay::{Machine, Replay, ReplayStats, Stop};
use paratrace_replay::stream::{Chunk, ChunkSink, Emitter, TracedJdk, WithoutJdk};
use paratrace_traceformat::map::ProgramMap;

use super::passes::{Dependences, Found, OfThread, Pass, Work, sum};
use crate::budget::Budget;
use crate::communication::Communication;
use crate::dependences::{Facts, Watch, distances_beside};
use crate::depths::{Census, Engines, Share};
use crate::input::Progress;
use crate::limits;
use crate::model::Part;
use crate::options::Options;
use crate::report::ThreadResult;
use crate::units::KeptStream;

/// The inputs that all threads of one analysis share.
#[derive(Clone, Copy)]
pub(crate) struct Plan<'a, 'm> {
    pub(crate) index: &'a Index<'m>,
    /// The program without the JDK, if only that is to be looked at: for dependences.
    pub(crate) program: Option<Alone<'a>>,
    pub(crate) options: &'a Options<'a>,
    pub(crate) budget: &'a Budget<'a>,
    /// Facts of what is looked at.
    pub(crate) facts: &'a Facts<'a>,
    /// Is told how many values a thread recorded, once it is replayed.
    pub(crate) replayed: &'a (dyn Fn(u64) + Sync),
    /// Gets the operations of a thread as soon as they are kept, if the passes for dependences do so.
    pub(crate) streamed: &'a (dyn Fn(&Arc<KeptStream>) + Sync),
}

/// A program without the JDK that it ran on.
#[derive(Clone, Copy)]
pub(crate) struct Alone<'a> {
    pub(crate) map: &'a ProgramMap,
    pub(crate) jdk: &'a TracedJdk<'a>,
}

impl<'a, 'm> Plan<'a, 'm> {
    /// Creates a plan for all code, which tells nobody how far it is.
    pub(crate) fn new(
        index: &'a Index<'m>,
        facts: &'a Facts<'a>,
        options: &'a Options<'a>,
        budget: &'a Budget<'a>,
    ) -> Self {
        Self { index, program: None, options, budget, facts, replayed: &|_| {}, streamed: &|_| {} }
    }
}

impl Plan<'_, '_> {
    /// Returns the map of what is looked at.
    fn map(&self) -> &ProgramMap {
        self.program.map_or(self.index.map, |alone| alone.map)
    }

    fn share(&self, first: u32, step: u32) -> Share {
        Share { first, step, room: self.options.room(), renumber_at: self.options.renumber_at }
    }

    fn engines(&self, first: u32, step: u32) -> Engines {
        let share = self.share(first, step);
        match self.options.regions {
            true => Engines::new(share),
            false => Engines::without_regions(share),
        }
    }

    /// Analyses one thread.
    pub(crate) fn run(
        &self,
        number: usize,
        events: Events<'_>,
        ended: bool,
        communication: Option<&mut Communication>,
    ) -> Result<ThreadResult, AnalyzeError> {
        let recorded = events.recorded().map(Recorded::events);
        let is_short = recorded.is_some_and(|events| events <= limits::EVENTS_WITHOUT_WORKERS);
        let threads = if is_short { 1 } else { self.options.threads };
        let workers = threads.saturating_sub(1).min(limits::THREADS) as u32;
        let work = self.work(workers.max(1), communication.map(|communication| (communication, number)));
        if workers == 0 {
            let passes = work.into_iter().map(|work| self.pass(work)).collect();
            let (sink, stats, stop) = self.replay(number, events, ended, Target::Here(passes))?;
            (self.replayed)(recorded.unwrap_or(0));
            let Sink { census, target: Target::Here(passes), .. } = sink else { return Err(lost()) };
            // Each pass frees its memory before the next one finishes; the last to need much is that of dependences.
            let found = sum(passes.into_iter().map(Pass::finish))?;
            let Found { sums, distances, stream } = found;
            stream.iter().for_each(self.streamed);
            return Ok(ThreadResult { counted: census.finish(), sums, distances, stream, stats, stop });
        }
        thread::scope(|scope| {
            let (mut senders, mut handles) = (Vec::new(), Vec::new());
            for work in work {
                let (sender, receiver) = sync_channel::<Arc<Chunk>>(limits::CHUNKS_IN_FLIGHT);
                senders.push(sender);
                handles.push(spawn(scope, work.name(), move || self.run_beside(work, receiver))?);
            }
            let (sink, stats, stop) = self.replay(number, events, ended, Target::Workers(senders))?;
            (self.replayed)(recorded.unwrap_or(0));
            let Sink { census, target, .. } = sink;
            drop(target);
            let found = sum(handles.into_iter().map(|handle| handle.join().map_err(|_| lost())?))?;
            let Found { sums, distances, stream } = found;
            Ok(ThreadResult { counted: census.finish(), sums, distances, stream, stats, stop })
        })
    }

    /// Lists what is to be done with each chunk; `shares` passes measure depths.
    fn work<'c>(&self, shares: u32, communication: Option<(&'c mut Communication, usize)>) -> Vec<Work<'c>> {
        let depths = self.program.is_none().then_some(0..shares).into_iter().flatten();
        let mut work: Vec<Work<'c>> = depths.map(|first| Work::Depths { first, step: shares }).collect();
        work.extend(self.options.distances.then_some(Work::Dependences));
        work.extend(communication.map(|(communication, thread)| Work::Communication(communication, thread)));
        work
    }

    /// Creates the pass that does some work.
    fn pass<'s>(&'s self, work: Work<'s>) -> Box<dyn Pass + 's> {
        let map = self.map();
        match work {
            Work::Depths { first, step } => Box::new(self.engines(first, step)),
            Work::Dependences => Box::new(Dependences::new(self.facts, self.options.unit_times, self.budget)),
            Work::Communication(communication, thread) => {
                Box::new(OfThread { communication, budget: self.budget, map, thread })
            }
        }
    }

    /// Runs a pass on a thread of its own. Takes all chunks, even after an error.
    fn run_beside(&self, work: Work<'_>, chunks: Receiver<Arc<Chunk>>) -> Result<Found, AnalyzeError> {
        if matches!(work, Work::Dependences) {
            let may_go_on = || self.budget.allow(Part::Dependences);
            let watch = Watch { may_go_on: &may_go_on, streamed: self.streamed };
            return distances_beside(self.facts, self.options.unit_times, chunks, watch).map(Found::of);
        }
        let mut pass = self.pass(work);
        let taken = chunks.iter().try_for_each(|chunk| pass.take(&chunk));
        // The sender must always find a receiver.
        chunks.iter().for_each(drop);
        taken.and_then(|()| pass.finish())
    }

    fn replay<'o>(
        &'o self,
        number: usize,
        events: Events<'_>,
        ended: bool,
        target: Target<'o>,
    ) -> Result<(Sink<'o>, ReplayStats, Stop), AnalyzeError> {
        let census = Census::new(self.options.room());
        let (options, budget) = (self.options, self.budget);
        let sink = Sink { census, target, thread: number, options, budget, may_stop: true };
        let mut emitter = Emitter::new(self.map(), sink);
        if let Some(paths) = self.facts.shared_paths() {
            emitter = emitter.sharing(paths);
        }
        let emitter = if self.options.distances { emitter.for_dependences() } else { emitter };
        let (mut emitter, mut stats, mut stop) = match self.program {
            None => self.follow(events, ended, emitter),
            Some(Alone { jdk, .. }) => {
                let machine = WithoutJdk::new(jdk, emitter);
                let (machine, mut stats, stop) = self.follow(events, ended, machine);
                let (emitter, calls, callbacks) = machine.finish();
                (stats.calls, stats.callbacks) = (calls, callbacks);
                (emitter, stats, stop)
            }
        };
        stats.identities = emitter.locations.identities().clone();
        match stop.stopped.take() {
            Some(error @ AnalyzeError::Memory { .. }) => stop.read = Some(error),
            Some(error) => return Err(error),
            None => {}
        }
        emitter.sink().may_stop = false;
        Ok((emitter.finish()?, stats, stop))
    }

    /// Drives a machine by the events of a thread.
    fn follow<M: Machine>(&self, events: Events<'_>, ended: bool, machine: M) -> (M, ReplayStats, Stop) {
        let replay = Replay::new(self.index, events, ended, machine);
        match self.budget.allow_more() {
            Ok(()) => replay.run(),
            Err(error) => replay.close(Some(error.into())),
        }
    }
}

/// The place where the passes run: here, or on workers.
enum Target<'p> {
    Here(Vec<Box<dyn Pass + 'p>>),
    Workers(Vec<SyncSender<Arc<Chunk>>>),
}

struct Sink<'o> {
    census: Census,
    target: Target<'o>,
    thread: usize,
    options: &'o Options<'o>,
    budget: &'o Budget<'o>,
    /// Whether the replay may be stopped for want of memory; not behind its end.
    may_stop: bool,
}

impl ChunkSink for Sink<'_> {
    fn chunk(&mut self, chunk: Chunk) -> Result<(), AnalyzeError> {
        if self.options.regions {
            self.census.take(&chunk);
        }
        match &mut self.target {
            Target::Here(passes) => passes.iter_mut().try_for_each(|pass| pass.take(&chunk))?,
            Target::Workers(senders) => {
                let chunk = Arc::new(chunk);
                for sender in senders {
                    sender.send(Arc::clone(&chunk)).map_err(|_| lost())?;
                }
            }
        }
        let progress = Progress { thread: self.thread, nodes: self.census.nodes };
        if self.options.progress.is_some_and(|report| !report(progress)) {
            return Err(AnalyzeError::Cancelled);
        }
        if self.may_stop { self.budget.allow_more() } else { Ok(()) }
    }
}
