//! What threads have released: the greatest depths that others acquire.

use rustc_hash::FxHashMap;

use crate::synchronization::Meeting;

/// The greatest depths of what was done before releases of one meeting.
#[derive(Debug, Clone, Copy, Default)]
struct Released {
    depth: u32,
    thread: u32,
    /// The greatest depth of other threads.
    of_others: u32,
    /// The greatest depth while it was held, if it is a monitor.
    held: u32,
}

impl Released {
    fn raise(&mut self, thread: u32, depth: u32) {
        if thread == self.thread {
            self.depth = self.depth.max(depth);
        } else if depth > self.depth {
            *self = Self { depth, thread, of_others: self.depth, ..*self };
        } else {
            self.of_others = self.of_others.max(depth);
        }
    }
}

/// All meetings of a run.
#[derive(Debug, Default)]
pub(super) struct Releases(FxHashMap<Meeting, Released>);

impl Releases {
    /// A thread releases what it has done up to a depth.
    #[inline]
    pub(super) fn release(&mut self, meeting: Meeting, thread: u32, depth: u32) {
        let first = Released { thread, ..Released::default() };
        self.0.entry(meeting).or_insert(first).raise(thread, depth);
    }

    /// A monitor that was released before was held, up to a depth.
    #[inline]
    pub(super) fn hold(&mut self, monitor: Meeting, depth: u32) {
        if let Some(released) = self.0.get_mut(&monitor) {
            released.held = released.held.max(depth);
        }
    }

    /// Returns the greatest depth while a monitor was held.
    #[inline]
    pub(super) fn held(&self, monitor: Meeting) -> u32 {
        self.0.get(&monitor).map_or(0, |released| released.held)
    }

    /// Returns the greatest depth of what other threads have done before they released this: what a thread released itself orders nothing
    /// in it.
    #[inline]
    pub(super) fn acquired(&self, meeting: Meeting, thread: u32) -> u32 {
        match self.0.get(&meeting) {
            Some(released) if released.thread != thread => released.depth,
            Some(released) => released.of_others,
            None => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Releases;
    use crate::synchronization::Meeting;

    #[test]
    fn a_thread_acquires_the_most_of_others() {
        let (mut releases, lock) = (Releases::default(), Meeting::Slot(7));
        assert_eq!(releases.acquired(lock, 0), 0);
        let steps = [(0, 5, [0, 5, 5]), (1, 3, [3, 5, 5]), (2, 9, [9, 9, 5]), (0, 7, [9, 9, 7]), (1, 20, [20, 9, 20])];
        for (thread, depth, expected) in steps {
            releases.release(lock, thread, depth);
            assert_eq!([0, 1, 2].map(|thread| releases.acquired(lock, thread)), expected);
        }
        assert_eq!(releases.acquired(Meeting::Tasks, 0), 0);
    }
}
