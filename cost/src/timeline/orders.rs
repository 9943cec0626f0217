//! Locks and marks, and who waits for them.

use std::collections::{HashMap, HashSet, VecDeque};

/// A strand that waits, and which time that is: who has gone on since waits no longer.
pub(super) type Waiting = (usize, u64);

#[derive(Debug, Default)]
struct Lock {
    holder: Option<usize>,
    waiting: VecDeque<Waiting>,
}

/// All locks and marks.
#[derive(Debug, Default)]
pub(super) struct Orders {
    locks: HashMap<u32, Lock>,
    reached: HashSet<u32>,
    waiting: HashMap<u32, Vec<Waiting>>,
}

impl Orders {
    /// A strand enters a lock. Returns whether it has it; else it waits.
    pub(super) fn enter(&mut self, number: u32, by: Waiting) -> bool {
        let lock = self.locks.entry(number).or_default();
        if lock.holder.is_some_and(|holder| holder != by.0) {
            lock.waiting.push_back(by);
            return false;
        }
        lock.holder = Some(by.0);
        true
    }

    /// A strand leaves a lock. Returns who has it then, of those that wait still.
    pub(super) fn leave(&mut self, number: u32, by: usize, waits: impl Fn(Waiting) -> bool) -> Option<usize> {
        let lock = self.locks.get_mut(&number).filter(|lock| lock.holder == Some(by))?;
        lock.holder = None;
        while let Some(next) = lock.waiting.pop_front() {
            if waits(next) {
                lock.holder = Some(next.0);
                break;
            }
        }
        lock.holder
    }

    /// A mark is reached. Returns who has waited for it.
    pub(super) fn reach(&mut self, mark: u32) -> Vec<Waiting> {
        self.reached.insert(mark);
        self.waiting.remove(&mark).unwrap_or_default()
    }

    /// A strand waits for a mark. Returns whether it was reached.
    pub(super) fn has_reached(&mut self, mark: u32, by: Waiting) -> bool {
        let reached = self.reached.contains(&mark);
        if !reached {
            self.waiting.entry(mark).or_default().push(by);
        }
        reached
    }
}
