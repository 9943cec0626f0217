//! From the passes to the sums: in batches, here or on a thread of its own.
//!
//! Following the stream and counting edges for every construct that they leave are about as much work. Batches are worth
//! it on one thread, too: what an edge needs is brought near while others are counted.

use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread::Scope;

use paratrace_replay::base::compacting_pool::Retained;
use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::base::workers::{lost, spawn};
use paratrace_traceformat::map::ProgramMap;

use super::edges::{Edges, Message};
use super::table::Table;
use crate::limits;

/// Messages of a batch: they stay in the second cache.
const BATCH: usize = 1 << 13;

/// What the thread that counts is given.
enum Task {
    Messages(Vec<Message>),
    /// See [`Edges::retain`].
    Retain(Vec<bool>, usize),
}

/// What it answers.
enum Answer {
    Retained(Retained),
    Sums(Table),
}

enum To<'m> {
    Here(Box<Edges<'m>>),
    There(SyncSender<Task>, Receiver<Answer>),
}

/// Tells of instances and edges.
pub(super) struct EdgeSink<'m> {
    batch: Vec<Message>,
    /// Instances that there are.
    instances: u32,
    full_at: usize,
    to: To<'m>,
}

impl<'m> EdgeSink<'m> {
    /// What is told is counted in between.
    pub(super) fn here(map: &'m ProgramMap) -> Self {
        let edges = Edges::new(map);
        Self { batch: Vec::with_capacity(BATCH), instances: 1, full_at: edges.full_at(), to: To::Here(Box::new(edges)) }
    }

    /// What is told is counted by a thread of its own.
    ///
    /// # Errors
    /// If there can be no thread.
    pub(super) fn there<'s>(map: &'m ProgramMap, scope: &'s Scope<'s, '_>) -> Result<Self, AnalyzeError>
    where
        'm: 's,
    {
        let edges = Edges::new(map);
        let full_at = edges.full_at();
        let (sender, tasks) = sync_channel(limits::CHUNKS_IN_FLIGHT);
        let (answers, receiver) = channel();
        spawn(scope, "edges", move || serve(edges, &tasks, &answers))?;
        Ok(Self { batch: Vec::with_capacity(BATCH), instances: 1, full_at, to: To::There(sender, receiver) })
    }

    /// Tells something.
    #[inline]
    pub(super) fn tell(&mut self, message: Message) {
        self.batch.push(message);
        if self.batch.len() >= BATCH {
            self.hand_over();
        }
    }

    /// Tells that an instance begins; its number.
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
            To::There(tasks, _) => {
                let batch = std::mem::replace(&mut self.batch, Vec::with_capacity(BATCH));
                // If nobody takes it, nobody will answer: that is where it ends.
                let _ = tasks.send(Task::Messages(batch));
            }
        }
    }

    /// Are there enough instances to look for what nobody needs?
    pub(super) fn is_full(&self) -> bool {
        self.instances as usize >= self.full_at
    }

    /// Drops the instances that nothing refers to, nor anything inside them. `refer` visits all references, twice: to read
    /// the numbers and to write the new ones; `records` says how many there are.
    ///
    /// # Errors
    /// If the thread that counts died.
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
            To::There(tasks, answers) => {
                let _ = tasks.send(Task::Retain(kept, records));
                let Ok(Answer::Retained(retained)) = answers.recv() else { return Err(lost()) };
                retained
            }
        };
        refer(&mut |number| *number = retained.moved[*number as usize]);
        (self.instances, self.full_at) = (retained.count, retained.full_at);
        Ok(())
    }

    /// Sums of everything that was told.
    ///
    /// # Errors
    /// If the thread that counts died.
    pub(super) fn finish(mut self) -> Result<Table, AnalyzeError> {
        self.hand_over();
        match self.to {
            To::Here(edges) => Ok(edges.finish()),
            To::There(tasks, answers) => {
                drop(tasks);
                let Ok(Answer::Sums(table)) = answers.recv() else { return Err(lost()) };
                Ok(table)
            }
        }
    }
}

/// Counts until nothing more is told.
fn serve(mut edges: Edges<'_>, tasks: &Receiver<Task>, answers: &Sender<Answer>) {
    let mut told = Ok(());
    for task in tasks {
        match task {
            Task::Messages(messages) => edges.take(&messages),
            Task::Retain(kept, records) => told = answers.send(Answer::Retained(edges.retain(kept, records))),
        }
        if told.is_err() {
            // Nobody waits for the sums.
            return;
        }
    }
    let _ = answers.send(Answer::Sums(edges.finish()));
}
