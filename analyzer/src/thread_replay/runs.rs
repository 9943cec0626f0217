//! Runs of a program on machines.

use std::collections::BTreeSet;

use paratrace_cost::Platform;

use super::machine::{Machine, Outcome};
use super::movement::{Moves, SharedMemory};
use super::observer::{Observer, Tally, Times};
use super::program::Program;
use crate::limits;

/// One simulated run, and what was seen of it.
pub(super) struct Run<'p> {
    pub(super) cores: Option<u32>,
    pub(super) time: u64,
    pub(super) tally: Tally<'p>,
    pub(super) is_ordered: bool,
}

/// What is simulated, on any machine.
pub(super) struct Simulated<'a> {
    pub(super) program: &'a Program,
    pub(super) work: u64,
    pub(super) ranked: &'a [u32],
    /// What moving data costs, and which data move.
    pub(super) movement: Option<(&'a Platform, &'a Moves)>,
}

impl<'a> Simulated<'a> {
    /// Simulates on so many cores, and sees all that is told of a run.
    pub(super) fn on(&self, cores: Option<u32>) -> Option<Run<'a>> {
        let (time, tally, is_ordered) = self.seen_by(cores, || Tally::new(self.program, self.ranked))?;
        Some(Run { cores, time, tally, is_ordered })
    }

    /// Simulates on so many cores. If strands would wait for one another for ever, those that enter the monitors that they wait for do so in
    /// the recorded order, and then pools get workers more. Nothing if that does not help. Returns the time, who observed the run, and
    /// whether monitors were entered in the recorded order.
    pub(super) fn seen_by<O: Observer>(&self, cores: Option<u32>, observer: impl Fn() -> O) -> Option<(u64, O, bool)> {
        let (mut ordered, mut lends) = (BTreeSet::new(), false);
        for _ in 0..limits::ATTEMPTS {
            let mut observer = observer();
            match self.machine(cores, &ordered, lends).run(&mut observer) {
                Outcome::Done(time) => return Some((time, observer, !ordered.is_empty())),
                Outcome::Stuck(monitors) => {
                    let before = ordered.len();
                    ordered.extend(monitors);
                    if ordered.len() == before {
                        ordered.extend(0..self.program.monitors as u32);
                    }
                    if ordered.len() == before {
                        if lends {
                            return None;
                        }
                        lends = true;
                    }
                }
            }
        }
        None
    }

    fn machine(&self, cores: Option<u32>, ordered: &BTreeSet<u32>, lends: bool) -> Machine<'a> {
        let machine = Machine::new(self.program, cores, self.work / limits::SLICES, ordered);
        let machine = if lends { machine.lending() } else { machine };
        match self.movement {
            Some((platform, moves)) => machine.moving(SharedMemory::new(platform, moves)),
            None => machine,
        }
    }

    /// The same, where moving data takes no time.
    pub(super) fn without_movement(&self) -> Self {
        Self { movement: None, ..*self }
    }

    /// When everything began and ended if each task had a worker of its own. Nothing if that changes nothing, or nobody asks for it.
    pub(super) fn times_with_workers(&self) -> Option<Times> {
        if self.program.pools.is_empty() || self.program.instances == 0 {
            return None;
        }
        let freed = self.program.with_workers();
        let simulated = Simulated { program: &freed, ..*self };
        simulated.on(None).map(|run| run.tally.times)
    }
}
