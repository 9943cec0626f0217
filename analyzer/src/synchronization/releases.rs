//! What threads have released: the greatest depths that others acquire.

use std::fmt::Debug;

use rustc_hash::FxHashMap;

use super::Meeting;

/// A depth, with what a pass wants to know of where it comes from. The default has depth 0.
pub(crate) trait Mark: Copy + Default + Debug {
    /// Where a thread meets others.
    type Site: Copy + Debug;

    fn depth(self) -> u32;

    /// Returns the mark of what a thread has done, released there.
    fn released(self, at: Self::Site) -> Self;

    /// Returns the mark of what another thread has released, acquired there.
    fn acquired(self, at: Self::Site) -> Self;

    /// Returns the deeper one; this one, if both are equal.
    #[inline]
    fn deeper(self, other: Self) -> Self {
        if other.depth() > self.depth() { other } else { self }
    }
}

/// A depth alone.
impl Mark for u32 {
    type Site = ();

    #[inline]
    fn depth(self) -> u32 {
        self
    }

    #[inline]
    fn released(self, (): ()) -> u32 {
        self
    }

    #[inline]
    fn acquired(self, (): ()) -> u32 {
        self
    }
}

/// The greatest depths of what was done before releases of one meeting.
#[derive(Debug, Clone, Copy, Default)]
struct Released<D> {
    most: D,
    thread: u32,
    /// The greatest depth of other threads.
    of_others: D,
    /// The greatest depth while it was held, if it is a monitor.
    held: D,
}

impl<D: Mark> Released<D> {
    fn raise(&mut self, thread: u32, depth: D) {
        if thread == self.thread {
            self.most = self.most.deeper(depth);
        } else if depth.depth() > self.most.depth() {
            *self = Self { most: depth, thread, of_others: self.most, ..*self };
        } else {
            self.of_others = self.of_others.deeper(depth);
        }
    }
}

/// All meetings of a run.
#[derive(Debug, Default)]
pub(crate) struct Releases<D>(FxHashMap<Meeting, Released<D>>);

impl<D: Mark> Releases<D> {
    /// A thread releases what it has done up to a depth.
    #[inline]
    pub(crate) fn release(&mut self, meeting: Meeting, thread: u32, depth: D) {
        let first = Released { thread, ..Released::default() };
        self.0.entry(meeting).or_insert(first).raise(thread, depth);
    }

    /// A monitor that was released before was held, up to a depth.
    #[inline]
    pub(super) fn hold(&mut self, monitor: Meeting, depth: D) {
        if let Some(released) = self.0.get_mut(&monitor) {
            released.held = released.held.deeper(depth);
        }
    }

    /// Returns the greatest depth while a monitor was held.
    #[inline]
    pub(super) fn held(&self, monitor: Meeting) -> D {
        self.0.get(&monitor).map_or(D::default(), |released| released.held)
    }

    /// Returns the greatest depth of what other threads have done before they released this: what a thread released itself orders nothing
    /// in it.
    #[inline]
    pub(super) fn acquired(&self, meeting: Meeting, thread: u32) -> D {
        match self.0.get(&meeting) {
            Some(released) if released.thread != thread => released.most,
            Some(released) => released.of_others,
            None => D::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Releases;
    use crate::synchronization::Meeting;

    #[test]
    fn a_thread_acquires_the_most_of_others() {
        let (mut releases, lock) = (Releases::<u32>::default(), Meeting::Slot(7));
        assert_eq!(releases.acquired(lock, 0), 0);
        let steps = [(0, 5, [0, 5, 5]), (1, 3, [3, 5, 5]), (2, 9, [9, 9, 5]), (0, 7, [9, 9, 7]), (1, 20, [20, 9, 20])];
        for (thread, depth, expected) in steps {
            releases.release(lock, thread, depth);
            assert_eq!([0, 1, 2].map(|thread| releases.acquired(lock, thread)), expected);
        }
        assert_eq!(releases.acquired(Meeting::Tasks, 0), 0);
    }
}
