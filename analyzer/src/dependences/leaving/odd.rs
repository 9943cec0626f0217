//! When instances do not enclose each other.
//!
//! A conditional ends before one inside it if control leaves the inner one without its join point: by an exception, or in a loop that is
//! entered beside its header. Edges whose heads lie in such an inner instance are attributed step by step.

/// Number of times that are told apart; more are told as one that covers all between them.
const MOST: usize = 1 << 12;

/// The times at which instances were open that have outlived one around them.
#[derive(Debug, Default)]
pub(super) struct Odd {
    /// Those that are still open: instance and start.
    open: Vec<(u32, u64)>,
    /// The others: start and end, ascending, disjoint.
    closed: Vec<(u64, u64)>,
}

impl Odd {
    /// Notes that an open instance outlives one around it.
    pub(super) fn outlives(&mut self, instance: u32, start: u64) {
        if self.open.iter().all(|&(known, _)| known != instance) {
            self.open.push((instance, start));
        }
    }

    /// An instance ends.
    #[inline]
    pub(super) fn close(&mut self, instance: u32, end: u64) {
        if !self.open.is_empty()
            && let Some(at) = self.open.iter().position(|&(known, _)| known == instance)
        {
            let (_, start) = self.open.swap_remove(at);
            self.add(start, end);
        }
    }

    fn add(&mut self, mut start: u64, end: u64) {
        while let Some(&(before, until)) = self.closed.last()
            && until >= start
        {
            start = start.min(before);
            self.closed.pop();
        }
        self.closed.push((start, end));
        if self.closed.len() > MOST {
            let until = self.closed[MOST / 2].1;
            self.closed[0].1 = until;
            self.closed.drain(1..=MOST / 2);
        }
    }

    /// Returns whether such an instance was open at a time.
    #[inline]
    pub(super) fn contains(&self, time: u64) -> bool {
        (!self.open.is_empty() || !self.closed.is_empty()) && self.is_among(time)
    }

    #[inline(never)]
    fn is_among(&self, time: u64) -> bool {
        let next = self.closed.partition_point(|&(_, end)| end <= time);
        self.open.iter().any(|&(_, start)| start <= time)
            || self.closed.get(next).is_some_and(|&(start, _)| start <= time)
    }

    /// Lists the numbers of the open instances.
    pub(super) fn each(&mut self) -> impl Iterator<Item = &mut u32> {
        self.open.iter_mut().map(|(instance, _)| instance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_found() {
        let mut odd = Odd::default();
        odd.outlives(7, 10);
        assert_eq!([9, 10, 99].map(|time| odd.contains(time)), [false, true, true]);
        odd.close(7, 20);
        odd.outlives(8, 30);
        odd.outlives(9, 35);
        odd.close(9, 40);
        odd.close(8, 45);
        let found: Vec<u64> = (0..60).filter(|&time| odd.contains(time)).collect();
        assert_eq!(found, (10..20).chain(30..45).collect::<Vec<_>>());
    }

    #[test]
    fn no_time_is_forgotten() {
        let mut odd = Odd::default();
        for at in 0..3 * MOST as u64 {
            odd.outlives(1, 3 * at);
            odd.close(1, 3 * at + 1);
        }
        assert!((0..3 * MOST as u64).all(|at| odd.contains(3 * at)));
        assert!(odd.closed.len() <= MOST && !odd.contains(9 * MOST as u64));
    }
}
