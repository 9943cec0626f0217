//! All threads of a trace in one order that respects happens-before (docs/format.md section 3.1).
//!
//! The order goes unit by unit, by their stamps. Each thread has its own replay, which stops where a unit ends. Threads
//! share objects and locations, as numbers and hashes are those of the JVM. This shared state is handed over with the
//! turn, so the replay of a single thread needs nothing of it.

mod joined;
mod order;
#[cfg(test)]
mod tests;

pub use joined::{MergedSink, merge_chunks};

use crate::base::error::Halt;
use crate::events::{Events, ThreadInput};
use crate::program::Index;
use crate::replay::{Machine, Progress, Replay, ReplayStats, Stop};
use order::Turns;

/// A machine that shares state with those of other threads.
pub trait Joined: Machine {
    /// The shared state.
    type Shared;

    /// Swaps the shared state with the machine's own: takes it before a turn, and gives it back after.
    fn exchange(&mut self, shared: &mut Self::Shared);

    /// Begins the thread: it has its first turn. `hash` is that of its `java.lang.Thread`; 0 if it is not known.
    ///
    /// # Errors
    /// If there are too many objects.
    fn begin_thread(&mut self, _hash: u32) -> Result<(), Halt> {
        Ok(())
    }

    /// Ends a turn: another thread goes on now.
    ///
    /// # Errors
    /// If this thread must not go on.
    fn pause(&mut self) -> Result<(), Halt> {
        Ok(())
    }
}

/// What makes the machine of each thread, and takes it back at the thread's end. Threads are counted in the order of the
/// input.
pub trait Machines {
    /// The machine of a thread.
    type Machine: Joined;
    /// What is left of a thread.
    type Result;

    /// Makes the machine of a thread, which begins.
    fn begin(&mut self, thread: usize) -> Self::Machine;

    /// Takes the machine of a thread that has ended.
    fn end(&mut self, thread: usize, machine: Self::Machine, stats: ReplayStats, stop: Stop) -> Self::Result;
}

/// A thread on its way: it has a replay from its first turn to its last, and holds events no longer, as there may be many threads.
enum Thread<'i, 'm, 's, M: Machines> {
    Waits {
        events: Box<Events<'s>>,
        hash: u32,
        ended: bool,
    },
    Runs(Box<Replay<'i, 'm, 's, M::Machine>>),
    Over(M::Result),
    /// It has its turn.
    Taken,
}

/// Replays all threads, unit by unit, in the order of their stamps. Of two threads with one stamp (both before any
/// synchronisation), the one listed first comes first. The results are in the order of the threads.
pub fn merge<'m, 's, M: Machines>(
    index: &Index<'m>,
    threads: Vec<ThreadInput<'s>>,
    machines: &mut M,
    mut shared: <M::Machine as Joined>::Shared,
) -> Vec<M::Result> {
    let waits = |input: ThreadInput<'s>| {
        let mut events = Events::in_units(input.events);
        let stamp = events.next_unit();
        (stamp, Thread::Waits { events: Box::new(events.rewind()), hash: input.hash, ended: input.ended })
    };
    let (stamps, mut threads): (Vec<u64>, Vec<Thread<'_, 'm, 's, M>>) = threads.into_iter().map(waits).unzip();
    let mut turns = Turns::new(stamps.into_iter());
    while let Some(thread) = turns.next() {
        let (mut replay, begins) = match std::mem::replace(&mut threads[thread], Thread::Taken) {
            Thread::Waits { mut events, hash, ended } => {
                events.next_unit();
                (Box::new(Replay::new(index, *events, ended, machines.begin(thread))), Some(hash))
            }
            Thread::Runs(replay) => (replay, None),
            done => {
                threads[thread] = done;
                continue;
            }
        };
        replay.machine().exchange(&mut shared);
        let begun = begins.map_or(Ok(()), |hash| replay.machine().begin_thread(hash));
        let over = match begun {
            Err(halt) => Some(Some(halt)),
            Ok(()) => take_turn(&mut replay, thread, &mut turns),
        };
        let paused = replay.machine().pause();
        threads[thread] = match over.or_else(|| paused.err().map(Some)) {
            None => {
                replay.machine().exchange(&mut shared);
                Thread::Runs(replay)
            }
            Some(halted) => {
                let (mut machine, stats, stop) = replay.close(halted);
                machine.exchange(&mut shared);
                Thread::Over(machines.end(thread, machine, stats, stop))
            }
        };
    }
    let result = |thread| if let Thread::Over(result) = thread { Some(result) } else { None };
    threads.into_iter().filter_map(result).collect()
}

/// Follows a thread, unit by unit, until it is another one's turn. If the thread is over before, returns what has halted it.
fn take_turn(replay: &mut Replay<'_, '_, '_, impl Machine>, thread: usize, turns: &mut Turns) -> Option<Option<Halt>> {
    loop {
        match replay.run_unit() {
            Progress::Over(halted) => return Some(halted),
            Progress::Unit if turns.stays(thread, replay.next_unit()) => {}
            Progress::Unit => return None,
        }
    }
}
