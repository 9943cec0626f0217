//! Dependences from one task to another.

use paratrace_traceformat::map::InstructionId;

use crate::dependences::{Key, Kind, Stat};

/// A static edge between tasks.
pub(super) struct TaskEdge<'e> {
    pub(super) key: &'e Key,
    pub(super) stat: &'e Stat,
    /// Number of occurrences between tasks.
    pub(super) count: u64,
    /// What did not run: an end of the edge, or the other way at a branch.
    pub(super) left: Option<Unexecuted>,
}

/// What tasks may execute and did not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unexecuted {
    /// This instruction.
    Code(InstructionId),
    /// The way from this branch that no task took.
    Way(InstructionId),
}

impl Unexecuted {
    /// Returns the instruction or the branch.
    pub(super) fn insn(self) -> InstructionId {
        let (Self::Code(insn) | Self::Way(insn)) = self;
        insn
    }
}

impl<'e> TaskEdge<'e> {
    /// Returns the edge if the code has it and the run did not show it.
    pub(super) fn unmet((key, stat): &'e (Key, Stat)) -> Self {
        Self { key, stat, count: 0, left: None }
    }

    /// Returns the edge that tasks would make if they executed what they left.
    pub(super) fn if_run(edge: &'e (Key, Stat), left: Unexecuted) -> Self {
        Self { left: Some(left), ..Self::unmet(edge) }
    }
}

/// Returns the edge if it runs from one task to another. For a loop: between two of its iterations. For calls: from one to
/// another, or to what follows it: if it needs a value, within its duration, as it waits for the call later. What changes what the
/// call has used may come at any time, as the call may begin late.
pub(super) fn task_edge<'e>(is_loop: bool, key: &'e Key, stat: &'e Stat) -> Option<TaskEdge<'e>> {
    let count = match key.kind {
        _ if is_loop => stat.carried,
        Kind::Raw => stat.carried.max(stat.violations),
        _ => stat.count,
    };
    (count > 0).then_some(TaskEdge { key, stat, count, left: None })
}
