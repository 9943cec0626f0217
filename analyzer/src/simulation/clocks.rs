//! Clocks of one candidate's simulation, one per lane: a number of cores under one set of rules.
//!
//! The serial time is the cost of all nodes so far, in program order. While a task runs without waiting, its clock
//! keeps its offset from the serial time. So a lane holds that offset: what happened at serial time `s` happened in
//! this lane at `s + offset`. Offsets change only when a task begins or waits. Each *state* of the candidate in between,
//! its running task and the offsets of all lanes, is logged with the stretch of the run in which it begins. A location then
//! remembers serial time and stretch of an access, however many candidates and lanes there are.

use super::record::TaskId;
use super::writes::Stretches;

/// A moment of the run: serial time, and the stretch that it is in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Moment {
    pub(super) serial: u64,
    pub(super) stretch: u64,
}

/// The beginning of a state, and the task that runs in it.
#[derive(Debug, Clone, Copy)]
struct Begun {
    stretch: u64,
    task: TaskId,
}

/// Number of a state in the log.
#[derive(Debug, Clone, Copy)]
pub(super) struct StateAt(usize);

/// The clocks of all lanes, and their earlier states.
#[derive(Debug)]
pub(super) struct Clocks {
    lanes: usize,
    /// Per lane, the clock of the running task minus the serial time.
    offsets: Vec<i64>,
    /// The states since the instance began, in order; the last one is that of now.
    log: Vec<Begun>,
    /// Offsets of each of them.
    log_offsets: Vec<i64>,
    /// Whether the current offsets are not yet logged.
    changed: bool,
    /// Stretches that were looked for, and the states that they are in: many reads find what was written in few of them.
    recent: Box<[(u64, u32); RECENT]>,
    collect_at: usize,
}

/// Number of states below which none are dropped.
const MIN_STATES: usize = 1 << 14;

const RECENT: usize = 1 << 8;

/// No stretch has this number.
const NO_STRETCH: u64 = 0;

impl Clocks {
    pub(super) fn new(lanes: usize) -> Self {
        Self {
            lanes,
            offsets: vec![0; lanes],
            log: Vec::new(),
            log_offsets: Vec::new(),
            changed: false,
            recent: Box::new([(NO_STRETCH, 0); RECENT]),
            collect_at: MIN_STATES,
        }
    }

    /// Resets all clocks to the serial time; what happened before a stretch does not count.
    pub(super) fn restart(&mut self, stretch: u64, task: TaskId) {
        self.offsets.fill(0);
        self.log.clear();
        self.log_offsets.clear();
        self.push(Begun { stretch, task });
        self.recent.fill((NO_STRETCH, 0));
        self.collect_at = MIN_STATES;
    }

    /// Returns a lane's clock at a serial time, counted with the current offset.
    #[inline]
    pub(super) fn at(&self, lane: usize, serial: u64) -> u64 {
        serial.wrapping_add_signed(self.offsets[lane])
    }

    /// Sets a lane's clock.
    #[inline]
    pub(super) fn set(&mut self, lane: usize, serial: u64, clock: u64) {
        let offset = clock.wrapping_sub(serial).cast_signed();
        self.changed |= self.offsets[lane] != offset;
        self.offsets[lane] = offset;
    }

    /// Logs the current state if it is not that of before: from the next stretch on, `task` runs with the current offsets.
    #[inline]
    pub(super) fn settle(&mut self, task: TaskId, stretches: &mut Stretches) {
        if self.changed || self.log.last().is_some_and(|last| last.task != task) {
            let stretch = stretches.next();
            // Nothing happened in a state that begins where the next one does.
            if self.log.pop_if(|last| last.stretch == stretch).is_some() {
                self.log_offsets.truncate(self.log.len() * self.lanes);
            }
            self.push(Begun { stretch, task });
        }
    }

    fn push(&mut self, begun: Begun) {
        self.log.push(begun);
        self.log_offsets.extend_from_slice(&self.offsets);
        self.changed = false;
    }

    /// Returns the state that a stretch is in. It must not be before the instance.
    #[inline]
    pub(super) fn find(&mut self, stretch: u64) -> StateAt {
        let place = stretch as usize % RECENT;
        let (known, state) = self.recent[place];
        if known == stretch {
            return StateAt(state as usize);
        }
        let state = self.state_of(stretch);
        // The last state may still be replaced.
        if state.0 + 1 < self.log.len() {
            self.recent[place] = (stretch, state.0 as u32);
        }
        state
    }

    fn state_of(&self, stretch: u64) -> StateAt {
        StateAt(self.log.partition_point(|begun| begun.stretch <= stretch).saturating_sub(1))
    }

    /// Returns the task that ran in a state.
    #[inline]
    pub(super) fn task(&self, state: StateAt) -> TaskId {
        self.log[state.0].task
    }

    /// Returns a lane's clock at a serial time in a state.
    #[inline]
    pub(super) fn in_state(&self, lane: usize, state: StateAt, serial: u64) -> u64 {
        serial.wrapping_add_signed(self.log_offsets[state.0 * self.lanes + lane])
    }

    /// Returns a lane's clock at a moment.
    pub(super) fn when(&self, lane: usize, moment: Moment) -> u64 {
        self.in_state(lane, self.state_of(moment.stretch), moment.serial)
    }

    /// Returns whether there are so many states that unused ones should be dropped.
    pub(super) fn is_full(&self) -> bool {
        self.log.len() > self.collect_at
    }

    /// Drops the states in which none of these stretches is, but for that of now. There are `count` of them, which decides when it is
    /// worthwhile again.
    pub(super) fn collect(&mut self, stretches: impl Iterator<Item = u64>, count: usize) {
        let (lanes, first) = (self.lanes, self.log.first().map_or(0, |begun| begun.stretch));
        let mut used = vec![false; self.log.len()];
        if let Some(now) = used.last_mut() {
            *now = true;
        }
        let mut last = NO_STRETCH;
        for stretch in stretches.filter(|&stretch| stretch >= first) {
            // What was written together often lies together.
            if stretch != last {
                used[self.state_of(stretch).0] = true;
                last = stretch;
            }
        }
        let mut kept = 0;
        for (old, _) in used.iter().enumerate().filter(|(_, used)| **used) {
            self.log[kept] = self.log[old];
            self.log_offsets.copy_within(old * lanes..(old + 1) * lanes, kept * lanes);
            kept += 1;
        }
        self.log.truncate(kept);
        self.log_offsets.truncate(kept * lanes);
        self.recent.fill((NO_STRETCH, 0));
        self.collect_at = MIN_STATES.max(2 * kept).max(count / 64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Begins the next state: an access has happened, another task runs, and its clock has another offset.
    fn begin_state(clocks: &mut Clocks, stretches: &mut Stretches, task: TaskId) -> u64 {
        let before = stretches.moment(0).stretch;
        clocks.set(0, 0, 10 * u64::from(task));
        clocks.settle(task, stretches);
        before
    }

    #[test]
    fn states_that_something_refers_to_are_kept() {
        let (mut clocks, mut stretches) = (Clocks::new(1), Stretches::new());
        clocks.restart(stretches.next(), 0);
        let all: Vec<u64> = (1..100).map(|task| begin_state(&mut clocks, &mut stretches, task)).collect();
        let state = |clocks: &mut Clocks, stretch| {
            let state = clocks.find(stretch);
            (clocks.task(state), clocks.in_state(0, state, 1))
        };
        let expected = |task: usize| (task as TaskId, 10 * task as u64 + 1);
        assert!((0..99).all(|task| state(&mut clocks, all[task]) == expected(task)));
        let referred = || all.iter().copied().step_by(7);
        clocks.collect(referred(), 0);
        assert_eq!(clocks.log.len(), referred().count() + 1);
        assert!((0..99).step_by(7).all(|task| state(&mut clocks, all[task]) == expected(task)));
        let now = stretches.moment(0).stretch;
        assert_eq!(state(&mut clocks, now), expected(99));
    }

    #[test]
    fn states_without_an_access_are_replaced() {
        let (mut clocks, mut stretches) = (Clocks::new(1), Stretches::new());
        clocks.restart(stretches.next(), 0);
        for task in 1..5 {
            clocks.settle(task, &mut stretches);
        }
        assert_eq!((clocks.log.len(), clocks.log[0].task), (1, 4));
        stretches.moment(3);
        clocks.settle(4, &mut stretches);
        assert_eq!(clocks.log.len(), 1, "nothing has changed");
        clocks.settle(5, &mut stretches);
        assert_eq!(clocks.log.len(), 2);
    }
}
