//! Calls that are only counted (docs/format.md section 1.5): their paths tell which instructions they execute, and the machine is shown no
//! more than how many.

use super::machine::{Entry, Machine, Outcome};
use super::{Activation, Call, Replay};
use crate::base::error::Halt;
use crate::events::Mark;
use crate::program::PathRow;
use paratrace_traceformat::map::{BlockId, MethodId};

/// How often a path was executed: by code that is followed, and inside of counted calls.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Executions {
    pub(super) followed: u64,
    pub(super) counted: u64,
}

impl Executions {
    #[inline(always)]
    pub(super) fn add(&mut self, times: u64, counted: bool) {
        if counted {
            self.counted += times;
        } else {
            self.followed += times;
        }
    }

    pub(super) fn all(self) -> u64 {
        self.followed + self.counted
    }
}

impl<M: Machine> Replay<'_, '_, '_, M> {
    /// Returns whether the call at the end of the path just begun is only counted, which the next control value says.
    #[inline]
    pub(super) fn calls_counted(&mut self) -> bool {
        self.next.is_none() && self.events.mark() == Some(Mark::Counted)
    }

    /// Returns whether the running activation is part of a counted call.
    #[inline(always)]
    pub(super) fn is_counted(&self) -> bool {
        self.stack.last().is_some_and(|top| top.counted)
    }

    /// Counts an execution of a path.
    #[inline(always)]
    pub(super) fn count_path(&mut self, path: PathRow) {
        let counted = self.is_counted();
        self.paths.counts[path.index()].add(1, counted);
    }

    /// Returns whether a counted call can begin, or go on behind what it has called back.
    pub(super) fn can_count(&self, mark: Mark, top: Activation) -> bool {
        let stands_there = if mark == Mark::Resumed { top.counted } else { !top.counted && top.call == Call::Opaque };
        !self.counting && stands_there
    }

    /// The mark that a counted call has called code of the program back.
    pub(super) fn call_back(&mut self) {
        self.counting = false;
        self.stack.last_mut().into_iter().for_each(|top| top.call = Call::Opaque);
        self.show_counted();
    }

    /// The mark that a counted call has ended, and with it all its activations.
    pub(super) fn end_counting(&mut self) {
        self.counting = false;
        while self.is_counted() {
            self.stats.unrecorded_exits += 1;
            self.pop();
        }
        self.show_counted();
    }

    /// Shows the machine what was counted.
    pub(super) fn show_counted(&mut self) {
        let nodes = std::mem::take(&mut self.counted);
        if nodes > 0 {
            self.machine.counted(nodes);
        }
    }

    /// Lets the machine enter a method, unless its activation is counted.
    #[inline(always)]
    pub(super) fn machine_enters(&mut self, method: MethodId, entry: Entry) -> Result<(), Halt> {
        if self.counting {
            return Ok(());
        }
        self.show_counted();
        let is_called_back = self.is_counted();
        self.machine.enter(method, if is_called_back { Entry::CallBack } else { entry })
    }

    /// Executes the end of a path of the running activation.
    #[inline]
    pub(super) fn finish(&mut self, path: PathRow, outcome: Outcome) -> Result<(), Halt> {
        let info = &self.paths.infos[path.index()];
        if self.is_counted() {
            self.counted += u64::from(info.nodes);
            return Ok(());
        }
        self.machine.finish(info, outcome)
    }

    #[inline]
    pub(super) fn machine_leaves(&mut self, left: Activation) {
        if !left.counted {
            self.machine.leave();
        }
    }

    pub(super) fn machine_catches(&mut self, block: BlockId) {
        if !self.is_counted() {
            self.machine.catch(block);
        }
    }
}
