//! Vector clocks of threads.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::synchronization::Meeting;

/// Of each other thread, the time up to which everything it did comes before.
#[derive(Debug, Clone, Default)]
struct Seen(Vec<u32>);

impl Seen {
    fn of(&self, thread: u32) -> u32 {
        self.0.get(thread as usize).copied().unwrap_or(0)
    }

    fn raise(&mut self, thread: u32, time: u32) {
        let at = thread as usize;
        if at >= self.0.len() {
            self.0.resize(at + 1, 0);
        }
        self.0[at] = self.0[at].max(time);
    }

    fn join(&mut self, other: &Self) {
        (0..).zip(&other.0).filter(|(_, time)| **time > 0).for_each(|(thread, &time)| self.raise(thread, time));
    }
}

/// The clock of one thread. Its time is one more than the number of its releases.
#[derive(Debug, Clone)]
struct Clock {
    seen: Arc<Seen>,
    time: u32,
}

/// What was done before a release.
#[derive(Debug)]
struct Released {
    seen: Arc<Seen>,
    /// The last thread that released this, and its time then.
    thread: u32,
    time: u32,
    /// Whether a thread that has seen that has not seen all of `seen`.
    is_joined: bool,
}

/// The clocks of all threads, and what they have released.
#[derive(Debug, Default)]
pub(super) struct Clocks {
    threads: Vec<Clock>,
    released: FxHashMap<Meeting, Released>,
    /// Whether something was released that is not known.
    has_unknown: bool,
}

impl Clocks {
    /// Makes a clock for a thread, if it has none.
    pub(super) fn begin(&mut self, thread: usize) {
        if thread >= self.threads.len() {
            self.threads.resize_with(thread + 1, || Clock { seen: Arc::default(), time: 1 });
        }
    }

    /// Returns the time of a thread.
    #[inline]
    pub(super) fn time(&self, thread: usize) -> u32 {
        self.threads[thread].time
    }

    /// Returns whether what another thread did at this time comes before what a thread does now.
    #[inline]
    pub(super) fn has_seen(&self, thread: usize, other: u32, time: u32) -> bool {
        self.threads[thread].seen.of(other) >= time
    }

    /// Returns whether something was released.
    pub(super) fn has_released(&self, meeting: Meeting) -> bool {
        self.released.contains_key(&meeting)
    }

    /// A thread acquires something. What is not known may be anything.
    #[inline]
    pub(super) fn acquire(&mut self, thread: usize, meeting: Meeting) {
        if meeting == Meeting::Unknown {
            return self.acquire_all(thread);
        }
        self.acquire_known(thread, meeting);
        if self.has_unknown {
            self.acquire_known(thread, Meeting::Unknown);
        }
    }

    /// All that the other threads have done comes before what a thread does now. Their times go on, as behind a release: whoever has seen a time has
    /// seen all that its thread had acquired then, but not what the thread acquires later.
    fn acquire_all(&mut self, thread: usize) {
        let mut seen = Arc::clone(&self.threads[thread].seen);
        let all = Arc::make_mut(&mut seen);
        let others = (0..).zip(&mut self.threads).filter(|(other, _)| *other as usize != thread);
        for (other, clock) in others {
            all.raise(other, clock.time);
            clock.time = clock.time.saturating_add(1);
        }
        self.threads[thread].seen = seen;
    }

    #[inline]
    fn acquire_known(&mut self, thread: usize, meeting: Meeting) {
        let Some(released) = self.released.get(&meeting) else { return };
        let clock = &mut self.threads[thread];
        let is_own = released.thread as usize == thread;
        let is_seen = is_own || clock.seen.of(released.thread) >= released.time;
        if is_seen && !released.is_joined {
            return;
        }
        let seen = Arc::make_mut(&mut clock.seen);
        seen.join(&released.seen);
        if !is_own {
            seen.raise(released.thread, released.time);
        }
    }

    #[inline]
    pub(super) fn release(&mut self, thread: usize, meeting: Meeting) {
        self.has_unknown |= meeting == Meeting::Unknown;
        let clock = &mut self.threads[thread];
        let (number, time) = (thread as u32, clock.time);
        let now = |seen, is_joined| Released { seen, thread: number, time, is_joined };
        match self.released.get_mut(&meeting) {
            None => drop(self.released.insert(meeting, now(Arc::clone(&clock.seen), false))),
            Some(before) => {
                let is_own = before.thread == number;
                let has_seen = is_own || clock.seen.of(before.thread) >= before.time;
                if has_seen && !before.is_joined {
                    *before = now(Arc::clone(&clock.seen), false);
                } else {
                    let mut seen = Arc::clone(&before.seen);
                    let joined = Arc::make_mut(&mut seen);
                    joined.join(&clock.seen);
                    if !is_own {
                        joined.raise(before.thread, before.time);
                    }
                    *before = now(seen, true);
                }
            }
        }
        clock.time = time.saturating_add(1);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const THREADS: usize = 4;

    /// What each thread has seen of each other one, as whole clocks.
    #[derive(Default)]
    struct Model {
        clocks: [[u32; THREADS]; THREADS],
        released: FxHashMap<Meeting, [u32; THREADS]>,
    }

    fn joined(a: [u32; THREADS], b: [u32; THREADS]) -> [u32; THREADS] {
        std::array::from_fn(|thread| a[thread].max(b[thread]))
    }

    #[test]
    fn a_thread_that_has_acquired_everything_acquires_what_others_acquire_later() {
        let (mut clocks, first, second) = (Clocks::default(), Meeting::Slot(1), Meeting::Slot(2));
        clocks.begin(2);
        clocks.acquire(0, Meeting::Unknown);
        clocks.release(1, Meeting::Slot(3));
        let time = clocks.time(1);
        clocks.release(1, first);
        clocks.acquire(2, first);
        clocks.release(2, second);
        clocks.acquire(0, second);
        assert!(clocks.has_seen(0, 1, time));
    }

    proptest! {
        #[test]
        fn clocks_are_those_of_the_definition(steps in prop::collection::vec((0..THREADS, 0..3_u32, any::<bool>()), 1..200)) {
            let (mut clocks, mut model) = (Clocks::default(), Model::default());
            clocks.begin(THREADS - 1);
            (0..THREADS).for_each(|thread| model.clocks[thread][thread] = 1);
            for (thread, lock, acquires) in steps {
                let meeting = Meeting::Slot(lock);
                let known = model.released.get(&meeting).copied().unwrap_or_default();
                if acquires {
                    clocks.acquire(thread, meeting);
                    model.clocks[thread] = joined(model.clocks[thread], known);
                } else {
                    clocks.release(thread, meeting);
                    model.released.insert(meeting, joined(known, model.clocks[thread]));
                    model.clocks[thread][thread] += 1;
                }
                for (of, clock) in model.clocks.iter().enumerate() {
                    prop_assert_eq!(clocks.time(of), clock[of]);
                    for other in (0..THREADS).filter(|&other| other != of) {
                        prop_assert!(clocks.has_seen(of, other as u32, clock[other]));
                        prop_assert!(!clocks.has_seen(of, other as u32, clock[other] + 1));
                    }
                }
            }
        }
    }
}
