//! All threads of a trace in one order that respects happens-before: unit by unit, by their stamps (docs/format.md section
//! 3.1).
//!
//! Each thread has a replay of its own, which stops where a unit ends. What the threads share (objects and locations: numbers
//! and hashes are those of the JVM) is handed from one to the next with the turn, so that a replay of one thread needs
//! nothing of all this.

mod joined;
mod order;
#[cfg(test)]
mod tests;

pub use joined::{MergedSink, merge_chunks};

use crate::base::error::Halt;
use crate::replay::{Machine, Progress, Replay, ReplayStats, Stop};
use order::Turns;

/// A machine that shares something with those of other threads.
pub trait Joined: Machine {
    /// What is shared.
    type Shared;

    /// Takes what is shared, or gives it back: swaps it.
    fn exchange(&mut self, shared: &mut Self::Shared);

    /// Another thread goes on now.
    ///
    /// # Errors
    /// If this one is not to go on.
    fn pause(&mut self) -> Result<(), Halt> {
        Ok(())
    }
}

/// Replays all threads, unit by unit in the order of their stamps; of two threads with one stamp (both before any
/// synchronisation), the first comes first. The results are in the order of the threads.
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
