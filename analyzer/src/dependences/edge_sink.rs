//! The channel from the passes to the sums of edges: batches, summed up in place or by a worker thread.
//!
//! Following the stream and counting each edge for every construct that it leaves are about equal work. Batches help on
//! one thread, too: the tree nodes of later messages are prefetched while earlier ones are counted.

use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread::Scope;

use paratrace_replay::base::compacting_pool::Retained;
use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::base::workers::{lost, spawn};
use paratrace_traceformat::map::ProgramMap;

use super::edges::{Edges, Message};
use super::table::Table;
use crate::limits;

/// Messages per batch, chosen so that a batch stays in the second-level cache.
const BATCH: usize = 1 << 13;

/// A request to the worker thread.
enum Request {
    Messages(Vec<Message>),
    /// Compaction of the tree of instances; see [`Edges::retain`].
    Retain(Vec<bool>, usize),
}

/// An answer of the worker thread.
enum Answer {
    Retained(Retained),
    Sums(Table),
}

enum To<'m> {
    Here(Box<Edges<'m>>),
    There(SyncSender<Request>, Receiver<Answer>),
}

/// Sends instances and edges of a pass to [`Edges`], in batches.
pub(super) struct EdgeSink<'m> {
    batch: Vec<Message>,
    /// Number of instances in the tree, which is also the number of the next one.
    instances: u32,
    full_at: usize,
    to: To<'m>,
}

impl<'m> EdgeSink<'m> {
    /// Creates a sink that sums up on the calling thread, whenever a batch is full.
    pub(super) fn here(map: &'m ProgramMap) -> Self {
        let edges = Edges::new(map);
        Self { batch: Vec::with_capacity(BATCH), instances: 1, full_at: edges.full_at(), to: To::Here(Box::new(edges)) }
    }

    /// Creates a sink that sums up on a worker thread of its own.
    ///
    /// # Errors
    /// If the worker thread cannot be started.
    pub(super) fn there<'s>(map: &'m ProgramMap, scope: &'s Scope<'s, '_>) -> Result<Self, AnalyzeError>
    where
        'm: 's,
    {
        let edges = Edges::new(map);
        let full_at = edges.full_at();
        let (sender, requests) = sync_channel(limits::CHUNKS_IN_FLIGHT);
        let (answers, receiver) = channel();
        spawn(scope, "edges", move || serve(edges, &requests, &answers))?;
        Ok(Self { batch: Vec::with_capacity(BATCH), instances: 1, full_at, to: To::There(sender, receiver) })
    }

    /// Adds a message to the batch, and hands the batch over when it is full.
    #[inline]
    pub(super) fn tell(&mut self, message: Message) {
        self.batch.push(message);
        if self.batch.len() >= BATCH {
            self.hand_over();
        }
    }

    /// Sends the message that opens an instance, and returns the number of the new instance.
    #[inline]
    pub(super) fn begins(&mut self, message: Message) -> u32 {
        self.tell(message);
        self.instances += 1;
        self.instances - 1
    }

    #[inline(never)]
    fn hand_over(&mut self) {
        match &mut self.to {
            To::Here(edges) => {
                edges.take(&self.batch);
                self.batch.clear();
            }
            To::There(requests, _) => {
                let batch = std::mem::replace(&mut self.batch, Vec::with_capacity(BATCH));
                // A failed send means that the worker died; the next wait for an answer reports it.
                let _ = requests.send(Request::Messages(batch));
            }
        }
    }

    /// Returns whether there are enough instances to make a compaction worthwhile.
    pub(super) fn is_full(&self) -> bool {
        self.instances as usize >= self.full_at
    }

    /// Drops the instances that neither a reference nor a descendant with a reference keeps alive.
    ///
    /// `refer` visits all references, twice: first to read their numbers, then to write the new ones. `records` is the
    /// number of references; it decides when the next compaction is due.
    ///
    /// # Errors
    /// If the worker thread died.
    pub(super) fn collect(
        &mut self,
        records: usize,
        mut refer: impl FnMut(&mut dyn FnMut(&mut u32)),
    ) -> Result<(), AnalyzeError> {
        self.hand_over();
        let mut kept = vec![false; self.instances as usize];
        refer(&mut |number| kept[*number as usize] = true);
        let retained = match &mut self.to {
            To::Here(edges) => edges.retain(kept, records),
            To::There(requests, answers) => {
                let _ = requests.send(Request::Retain(kept, records));
                let Ok(Answer::Retained(retained)) = answers.recv() else { return Err(lost()) };
                retained
            }
        };
        refer(&mut |number| *number = retained.moved[*number as usize]);
        (self.instances, self.full_at) = (retained.count, retained.full_at);
        Ok(())
    }

    /// Returns the sums of all edges that were sent.
    ///
    /// # Errors
    /// If the worker thread died.
    pub(super) fn finish(mut self) -> Result<Table, AnalyzeError> {
        self.hand_over();
        match self.to {
            To::Here(edges) => Ok(edges.finish()),
            To::There(requests, answers) => {
                drop(requests);
                let Ok(Answer::Sums(table)) = answers.recv() else { return Err(lost()) };
                Ok(table)
            }
        }
    }
}

/// Runs the worker thread: answers requests until the channel is closed, then sends the sums.
fn serve(mut edges: Edges<'_>, requests: &Receiver<Request>, answers: &Sender<Answer>) {
    let mut told = Ok(());
    for request in requests {
        match request {
            Request::Messages(messages) => edges.take(&messages),
            Request::Retain(kept, records) => told = answers.send(Answer::Retained(edges.retain(kept, records))),
        }
        if told.is_err() {
            // The receiver is gone, so nobody waits for the sums.
            return;
        }
    }
    let _ = answers.send(Answer::Sums(edges.finish()));
}
