//! The pipeline for one thread of a trace: replay, census and engines, on this thread or on workers.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::base::workers::{lost, spawn};
use paratrace_replay::events::Events;
use paratrace_replay::program::Index;
use paratrace_replay::replay::{Replay, ReplayStats, Stop};
use paratrace_replay::stream::{Chunk, ChunkSink, Emitter};
use paratrace_traceformat::map::ProgramMap;

use crate::communication::Communication;
use crate::dependences::{DependenceTotals, Distances};
use crate::depths::{Census, Engines, Share, Sums};
use crate::input::Progress;
use crate::limits;
use crate::options::Options;
use crate::report::ThreadResult;

/// The inputs that all threads of one analysis share.
pub(crate) struct Plan<'a, 'm> {
    pub(crate) index: &'a Index<'m>,
    pub(crate) options: &'a Options<'a>,
}

impl Plan<'_, '_> {
    fn regions(&self) -> usize {
        self.index.map.methods.len() + self.index.map.loops.len()
    }

    fn share(&self, first: u32, step: u32) -> Share {
        Share { first, step, max_windows: self.options.max_windows, renumber_at: self.options.renumber_at }
    }

    fn engines(&self, first: u32, step: u32) -> Engines {
        let share = self.share(first, step);
        match self.options.regions {
            true => Engines::new(share, self.regions()),
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
        let workers = self.options.threads.saturating_sub(1).min(64) as u32;
        if workers == 0 {
            let engines = self.engines(0, 1);
            let target = Target::Here(Box::new(engines), self.distances().map(Box::new), communication);
            let (sink, stats, stop) = self.replay(number, events, ended, target)?;
            let Target::Here(engines, distances, _) = sink.target else { return Err(lost()) };
            // The engines' cells are freed before the backward pass needs memory for its own.
            let sums = engines.finish();
            let distances = distances.map(|distances| distances.finish()).transpose()?;
            return Ok(ThreadResult { census: sink.census, sums, distances, stats, stop });
        }
        thread::scope(|scope| {
            let mut senders = Vec::new();
            let mut handles = Vec::new();
            for first in 0..workers {
                let (sender, receiver) = sync_channel::<Arc<Chunk>>(limits::CHUNKS_IN_FLIGHT);
                let mut engines = self.engines(first, workers);
                let worker = move || {
                    receiver.iter().for_each(|chunk| engines.take(&chunk));
                    engines.finish()
                };
                handles.push(spawn(scope, "engine", worker)?);
                senders.push(sender);
            }
            let distances = self.options.distances.then(|| {
                let (sender, receiver) = sync_channel::<Arc<Chunk>>(limits::CHUNKS_IN_FLIGHT);
                senders.push(sender);
                spawn(scope, "dependences", move || self.distances_of(&receiver))
            });
            let distances = distances.transpose()?;
            let communication = communication.map(|communication| {
                let (sender, receiver) = sync_channel::<Arc<Chunk>>(limits::CHUNKS_IN_FLIGHT);
                senders.push(sender);
                let map = self.index.map;
                let worker = move || receiver.iter().for_each(|chunk| communication.take(map, number, &chunk));
                spawn(scope, "communication", worker)
            });
            let communication = communication.transpose()?;
            let (sink, stats, stop) = self.replay(number, events, ended, Target::Workers(senders))?;
            let Sink { census, target, .. } = sink;
            drop(target);
            let mut sums = Sums::default();
            for handle in handles {
                sums.add(&handle.join().map_err(|_| lost())?);
            }
            let distances = distances.map(|handle| handle.join().map_err(|_| lost())?).transpose()?;
            communication.map(|handle| handle.join().map_err(|_| lost())).transpose()?;
            Ok(ThreadResult { census, sums, distances, stats, stop })
        })
    }

    fn distances(&self) -> Option<Distances<'_>> {
        self.options.distances.then(|| Distances::new(self.index.map))
    }

    /// Computes the distances of a stream. Takes all chunks, even after an error.
    fn distances_of(&self, chunks: &Receiver<Arc<Chunk>>) -> Result<DependenceTotals, AnalyzeError> {
        thread::scope(|scope| {
            let found = Distances::with_worker(self.index.map, scope).and_then(|mut distances| {
                chunks.iter().try_for_each(|chunk| distances.take(&chunk))?;
                distances.finish()
            });
            // The sender must always find a receiver.
            chunks.iter().for_each(drop);
            found
        })
    }

    fn replay<'o>(
        &'o self,
        number: usize,
        events: Events<'_>,
        ended: bool,
        target: Target<'o>,
    ) -> Result<(Sink<'o>, ReplayStats, Stop), AnalyzeError> {
        let census = Census::new(self.regions(), self.options.max_windows);
        let sink = Sink { map: self.index.map, census, target, thread: number, options: self.options };
        let emitter = Emitter::new(self.index.map, sink);
        let emitter = if self.options.distances { emitter.for_dependences() } else { emitter };
        let (emitter, mut stats, mut stop) = Replay::new(self.index, events, ended, emitter).run();
        stats.identities = emitter.locations.identities().clone();
        if let Some(error) = stop.stopped.take() {
            return Err(error);
        }
        Ok((emitter.finish()?, stats, stop))
    }
}

/// The place where the passes run: here, or on workers.
enum Target<'m> {
    Here(Box<Engines>, Option<Box<Distances<'m>>>, Option<&'m mut Communication>),
    Workers(Vec<SyncSender<Arc<Chunk>>>),
}

struct Sink<'o> {
    map: &'o ProgramMap,
    census: Census,
    target: Target<'o>,
    thread: usize,
    options: &'o Options<'o>,
}

impl ChunkSink for Sink<'_> {
    fn chunk(&mut self, chunk: Chunk) -> Result<(), AnalyzeError> {
        if self.options.regions {
            self.census.take(&chunk);
        }
        match &mut self.target {
            Target::Here(engines, distances, communication) => {
                engines.take(&chunk);
                if let Some(distances) = distances {
                    distances.take(&chunk)?;
                }
                if let Some(communication) = communication {
                    communication.take(self.map, self.thread, &chunk);
                }
            }
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
        Ok(())
    }
}
