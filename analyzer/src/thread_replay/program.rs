//! Strands as the machine executes them: marks are steps, too.

use paratrace_traceformat::map::InstructionId;
use rustc_hash::FxHashMap;

use super::steps::{END, Mark, Recording, Scheduled, Step, Why};

/// One step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Do {
    Work(u64),
    Enter {
        monitor: u32,
        turn: u32,
        at: InstructionId,
    },
    Leave {
        monitor: u32,
    },
    Wait {
        mark: u32,
        why: Why,
        at: InstructionId,
    },
    /// Others wait for this.
    Reach {
        mark: u32,
    },
}

/// A strand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) actor: u32,
    pub(super) scheduled: Scheduled,
    /// The number of tasks that began before.
    pub(super) turn: u32,
    pub(super) steps: Vec<Do>,
}

/// All strands.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Program {
    pub(super) lines: Vec<Line>,
    /// Of each mark, the strand that reaches it, and the instruction there.
    pub(super) marks: Vec<(u32, InstructionId)>,
    pub(super) monitors: usize,
    /// Numbers of workers of the pools.
    pub(super) pools: Vec<u32>,
    pub(super) actors: usize,
}

impl Program {
    /// Makes a program of what was recorded. Entering a monitor takes `lock_cost`.
    pub(super) fn of(recording: &Recording, lock_cost: u64) -> Self {
        let (mut wanted, mut marks): (Vec<Vec<(u64, u32)>>, _) =
            (vec![Vec::new(); recording.strands.len()], Vec::new());
        let mut numbers: FxHashMap<Mark, u32> = FxHashMap::default();
        for step in recording.strands.iter().flat_map(|strand| &strand.steps) {
            let Step::Wait { mark, .. } = *step else { continue };
            numbers.entry(mark).or_insert_with(|| {
                let end = recording.strands[mark.strand as usize].ends.get(mark.epoch as usize);
                let (work, at) = end.map_or((u64::MAX, InstructionId::NONE), |end| (end.work, end.at));
                let number = marks.len() as u32;
                wanted[mark.strand as usize].push((if mark.epoch == END { u64::MAX } else { work }, number));
                marks.push((mark.strand, at));
                number
            });
        }
        let lines = recording.strands.iter().zip(wanted).map(|(strand, mut wanted)| {
            wanted.sort_unstable();
            Line {
                actor: strand.actor,
                scheduled: strand.scheduled,
                turn: strand.turn,
                steps: with_marks(&strand.steps, &wanted, lock_cost, &numbers),
            }
        });
        Self {
            lines: lines.collect(),
            marks,
            monitors: recording.monitors as usize,
            pools: recording.pools.clone(),
            actors: recording.actors.len(),
        }
    }

    /// Returns the work of all strands.
    pub(super) fn work(&self) -> u64 {
        let work = |step: &Do| if let Do::Work(work) = *step { work } else { 0 };
        self.lines.iter().flat_map(|line| &line.steps).map(work).sum()
    }
}

/// Merges the steps of a strand with its marks, by the work before them.
fn with_marks(steps: &[Step], wanted: &[(u64, u32)], lock_cost: u64, numbers: &FxHashMap<Mark, u32>) -> Vec<Do> {
    let (mut found, mut left, mut work) = (Vec::with_capacity(steps.len() + wanted.len()), wanted, 0);
    for step in steps {
        match *step {
            Step::Work(amount) => {
                let end = work + amount;
                while let Some((&(at, mark), rest)) = left.split_first()
                    && at <= end
                {
                    if at > work {
                        found.push(Do::Work(at - work));
                        work = at;
                    }
                    found.push(Do::Reach { mark });
                    left = rest;
                }
                if end > work {
                    found.push(Do::Work(end - work));
                    work = end;
                }
            }
            Step::Enter { monitor, turn, at } => {
                found.push(Do::Enter { monitor, turn, at });
                if lock_cost > 0 {
                    found.push(Do::Work(lock_cost));
                }
            }
            Step::Leave { monitor } => found.push(Do::Leave { monitor }),
            Step::Wait { mark, why, at } => {
                if let Some(&mark) = numbers.get(&mark) {
                    found.push(Do::Wait { mark, why, at });
                }
            }
        }
    }
    found.extend(left.iter().map(|&(_, mark)| Do::Reach { mark }));
    found
}
