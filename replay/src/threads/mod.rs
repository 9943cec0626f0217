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
use crate::replay::{Machine, Progress, Replay, ReplayStats, Stop};
use order::Turns;

/// A machine that shares state with those of other threads.
pub trait Joined: Machine {
    /// The shared state.
    type Shared;

    /// Swaps the shared state with the machine's own: takes it before a turn, and gives it back after.
    fn exchange(&mut self, shared: &mut Self::Shared);

    /// Ends a turn: another thread goes on now.
    ///
    /// # Errors
    /// If this thread must not go on.
    fn pause(&mut self) -> Result<(), Halt> {
        Ok(())
    }
}

/// Replays all threads, unit by unit, in the order of their stamps. Of two threads with one stamp (both before any
/// synchronisation), the one listed first comes first. The results are in the order of the threads.
pub fn merge<M: Joined>(replays: Vec<Replay<'_, '_, '_, M>>, mut shared: M::Shared) -> Vec<(M, ReplayStats, Stop)> {
    let mut results: Vec<_> = replays.iter().map(|_| None).collect();
    let mut replays: Vec<_> = replays.into_iter().map(Some).collect();
    let mut turns = Turns::new(replays.iter_mut().flatten().map(Replay::next_unit));
    while let Some(thread) = turns.next() {
        let Some(mut replay) = replays[thread].take() else { continue };
        replay.machine().exchange(&mut shared);
        let over = loop {
            match replay.run_unit() {
                Progress::Over(halted) => break Some(halted),
                Progress::Unit => {
                    if !turns.stays(thread, replay.next_unit()) {
                        break None;
                    }
                }
            }
        };
        let paused = replay.machine().pause();
        match over.or_else(|| paused.err().map(Some)) {
            None => {
                replay.machine().exchange(&mut shared);
                replays[thread] = Some(replay);
            }
            Some(halted) => {
                let (mut machine, stats, stop) = replay.close(halted);
                machine.exchange(&mut shared);
                results[thread] = Some((machine, stats, stop));
            }
        }
    }
    results.into_iter().flatten().collect()
}
