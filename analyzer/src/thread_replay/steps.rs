//! What the threads of a run did, condensed: strands of steps.
//!
//! A *strand* is what is executed in order: a thread, or a task of an executor. Its steps are work, monitors, and waiting for what other
//! strands have published. An *epoch* of a strand is the work between two of its releases: others see what was written in it from its end on.

use paratrace_traceformat::map::InstructionId;

use super::movement::Moves;
use super::scopes::{Activation, Instance};

/// The epoch of a strand that stands for its end.
pub(super) const END: u32 = u32::MAX;

/// The end of an epoch of a strand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Mark {
    pub(super) strand: u32,
    pub(super) epoch: u32,
}

/// Why a strand waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Why {
    /// It is started.
    Start,
    /// It waits for the end of a thread.
    End,
    /// It reads what was written there.
    Data,
    /// It waits to be woken up.
    Signal,
    /// It needs a monitor, or a lock.
    Lock,
}

/// One step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// It executes nodes of this cost.
    Work(u64),
    /// It enters a monitor, as the `turn`th in the recorded run, at an instruction.
    Enter {
        monitor: u32,
        turn: u32,
        at: InstructionId,
    },
    Leave {
        monitor: u32,
    },
    /// It gets a line of memory that it did not have: a number of [`Moves::all`].
    Move(u32),
    /// It goes on when the epoch has ended.
    Wait {
        mark: Mark,
        why: Why,
        at: InstructionId,
    },
}

/// The end of an epoch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ended {
    /// The work of the strand up to there.
    pub(super) work: u64,
    /// The time in the recorded order: one more for each end of an epoch, and each monitor entered.
    pub(super) time: u32,
    /// The instruction of the program that released.
    pub(super) at: InstructionId,
    /// The instance in which the strand handed out work then, if it did.
    pub(super) handed_in: Option<u32>,
}

/// How a strand is scheduled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scheduled {
    /// As soon as it can go on, if there is a core.
    Freely,
    /// As the next task of the pool with this number: only if one of its workers has ended the task before, waiting included.
    ByPool(u32),
    /// As [`Self::Freely`], if fewer strands of the pool run than it has workers.
    Forked(u32),
    /// At once: it only waits, and needs no core.
    Apart,
}

/// What is executed in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Strand {
    /// Whose it is: a number of [`Recording::actors`].
    pub(super) actor: u32,
    pub(super) scheduled: Scheduled,
    /// The number of tasks that began before, if it is a task.
    pub(super) turn: u32,
    pub(super) steps: Vec<Step>,
    pub(super) ends: Vec<Ended>,
    /// The instance in which it was handed out.
    pub(super) origin: Option<u32>,
    /// It is a thread that executes tasks.
    pub(super) is_worker: bool,
    /// It is a task that only carries a virtual thread.
    pub(super) carries: bool,
    /// The thread that executes it; `u32::MAX` if none does.
    pub(super) thread: u32,
    /// Where the thread turns to it: its own work before, and the nodes of the thread before.
    pub(super) turns: Vec<(u64, u64)>,
}

impl Strand {
    pub(super) fn new(actor: u32, scheduled: Scheduled) -> Self {
        Self {
            actor,
            scheduled,
            turn: 0,
            steps: Vec::new(),
            ends: Vec::new(),
            origin: None,
            is_worker: false,
            carries: false,
            thread: u32::MAX,
            turns: Vec::new(),
        }
    }

    /// Returns the nodes of its thread before some work of its own. Where it has turned to another strand at this work, they are those
    /// before that if it `has` done this then.
    pub(super) fn nodes_before(&self, work: u64, has: bool) -> u64 {
        let behind = self.turns.partition_point(|&(at, _)| if has { at < work } else { at <= work });
        let turn = behind.checked_sub(1).and_then(|at| self.turns.get(at)).or(self.turns.first());
        turn.map_or(0, |&(at, nodes)| nodes + work.saturating_sub(at))
    }

    /// Returns the work of all steps.
    pub(super) fn work(&self) -> u64 {
        let work = |step: &Step| if let Step::Work(work) = *step { work } else { 0 };
        self.steps.iter().map(work).sum()
    }
}

/// Who executes strands, as the user knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Actor {
    pub(super) name: String,
    /// The threads that executed its tasks; 0 if it is a thread itself.
    pub(super) workers: u32,
    /// Number of tasks.
    pub(super) tasks: u64,
    /// What threads of one role have in common: where they run first.
    pub(super) role: Option<u32>,
}

/// A recorded run.
#[derive(Debug, Clone, Default)]
pub(super) struct Recording {
    /// In the order in which they began.
    pub(super) strands: Vec<Strand>,
    pub(super) actors: Vec<Actor>,
    /// Number of monitors.
    pub(super) monitors: u32,
    /// Numbers of workers of the pools.
    pub(super) pools: Vec<u32>,
    /// What hands out work.
    pub(super) instances: Vec<Instance>,
    /// What a timeline shows.
    pub(super) activations: Vec<Activation>,
    /// With which accesses strands get lines of memory, if a platform tells what that costs.
    pub(super) moves: Moves,
    /// Number of tasks of which it is not known what has handed them out.
    pub(super) unattributed: u64,
    /// What orders threads in a way that is not known, by names of methods.
    pub(super) not_known: Vec<String>,
}
