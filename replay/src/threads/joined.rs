//! Merged operation streams: the chunks of all threads in one order.

use std::cell::RefCell;
use std::rc::Rc;

use super::{Joined, Machines, merge};
use crate::base::error::{AnalyzeError, Halt};
use crate::events::ThreadInput;
use crate::program::Index;
use crate::replay::{ReplayStats, Stop};
use crate::stream::{Chunk, ChunkSink, Emitter, Locations};

/// A consumer of the chunks of all threads, in one order that respects happens-before.
///
/// Frame cells, region levels and program numbers belong to the chunk's thread. Slots are those of all threads
/// together.
pub trait MergedSink {
    /// Whether chunks come with notes about new entities and pages of locations.
    const NOTES: bool = false;

    /// What is kept of a thread that has ended.
    type End;

    /// Takes the next chunk; `thread` is the position of its thread in the input.
    fn chunk(&mut self, thread: usize, chunk: Chunk) -> Result<(), AnalyzeError>;

    /// Takes the counts and the end of a thread's replay, after its last chunk.
    fn end(&mut self, thread: usize, stats: ReplayStats, stop: Stop) -> Self::End;
}

/// The sink of one thread, which passes its chunks on to the common sink.
pub struct ToSink<C> {
    thread: usize,
    sink: Rc<RefCell<C>>,
}

impl<C: MergedSink> ChunkSink for ToSink<C> {
    fn chunk(&mut self, chunk: Chunk) -> Result<(), AnalyzeError> {
        self.sink.borrow_mut().chunk(self.thread, chunk)
    }
}

impl<C: MergedSink> Joined for Emitter<'_, ToSink<C>> {
    type Shared = Locations;

    fn exchange(&mut self, shared: &mut Locations) {
        std::mem::swap(&mut self.locations, shared);
    }

    fn begin_thread(&mut self, hash: u32) -> Result<(), Halt> {
        self.begin_of_thread(hash)
    }

    fn pause(&mut self) -> Result<(), Halt> {
        self.cut()
    }
}

/// The emitters of all threads.
struct Emitters<C, F> {
    sink: Rc<RefCell<C>>,
    emitter: F,
}

impl<'m, C: MergedSink, F: Fn(ToSink<C>) -> Emitter<'m, ToSink<C>>> Machines for Emitters<C, F> {
    type Machine = Emitter<'m, ToSink<C>>;
    type Result = Result<C::End, AnalyzeError>;

    fn begin(&mut self, thread: usize) -> Self::Machine {
        (self.emitter)(ToSink { thread, sink: Rc::clone(&self.sink) })
    }

    fn end(&mut self, thread: usize, emitter: Self::Machine, stats: ReplayStats, mut stop: Stop) -> Self::Result {
        if let Some(error) = stop.stopped.take() {
            return Err(error);
        }
        emitter.finish()?;
        Ok(self.sink.borrow_mut().end(thread, stats, stop))
    }
}

/// Replays all threads into one sink. `emitter` creates the emitter of each thread. Returns the sink, with what it
/// keeps of each thread.
///
/// # Errors
/// If a sink or an emitter stops.
pub fn merge_chunks<'m, C: MergedSink>(
    index: &Index<'m>,
    threads: Vec<ThreadInput<'_>>,
    sink: C,
    emitter: impl Fn(ToSink<C>) -> Emitter<'m, ToSink<C>>,
) -> Result<(C, Vec<C::End>), AnalyzeError> {
    let mut emitters = Emitters { sink: Rc::new(RefCell::new(sink)), emitter };
    let locations = Locations::new(index.map.static_slots);
    let locations = if C::NOTES { locations.with_notes() } else { locations };
    let ends = merge(index, threads, &mut emitters, locations).into_iter().collect::<Result<_, _>>()?;
    Ok((Rc::into_inner(emitters.sink).ok_or(AnalyzeError::SinkInUse)?.into_inner(), ends))
}
