//! Ends of dependences between threads.

use paratrace_traceformat::map::InstructionId;

/// An instruction in a thread that executes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct End {
    pub(super) thread: u32,
    pub(super) insn: InstructionId,
}

/// All ends. They are numbered from 1: 0 is nobody.
#[derive(Debug, Default)]
pub(super) struct Ends(Vec<End>);

impl Ends {
    /// Returns the number of a new end.
    pub(super) fn add(&mut self, thread: u32, insn: InstructionId) -> u32 {
        self.0.push(End { thread, insn });
        self.0.len() as u32
    }

    /// Returns the end with a number.
    #[inline]
    pub(super) fn get(&self, number: u32) -> Option<End> {
        self.0.get((number as usize).wrapping_sub(1)).copied()
    }
}
