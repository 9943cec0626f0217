//! Turns: the order in which threads are replayed.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Threads that wait for their turn, each with the stamp of its next unit.
#[derive(Debug)]
pub(super) struct Turns {
    waiting: BinaryHeap<Reverse<(u64, usize)>>,
}

impl Turns {
    /// Creates the turns from the stamps of the threads' first units.
    pub(super) fn new(first: impl Iterator<Item = u64>) -> Self {
        Self { waiting: first.enumerate().map(|(thread, stamp)| Reverse((stamp, thread))).collect() }
    }

    /// Removes and returns the thread with the lowest stamp.
    pub(super) fn next(&mut self) -> Option<usize> {
        self.waiting.pop().map(|Reverse((_, thread))| thread)
    }

    /// Returns whether a thread whose next unit has this stamp goes on at once; otherwise it waits from now on.
    pub(super) fn stays(&mut self, thread: usize, stamp: u64) -> bool {
        let stays = self.waiting.peek().is_none_or(|&Reverse(first)| (stamp, thread) < first);
        if !stays {
            self.waiting.push(Reverse((stamp, thread)));
        }
        stays
    }
}
