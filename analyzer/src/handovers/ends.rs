//! Ends of dependences between threads.

use paratrace_traceformat::map::InstructionId;
use rustc_hash::FxHashMap;

/// An instruction in a thread that executes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) thread: u32,
    pub(crate) insn: InstructionId,
}

/// All ends. They are numbered from 1: 0 is nobody.
#[derive(Debug, Default)]
pub(crate) struct Ends(Vec<End>);

/// The ends of one thread, by instruction.
pub(crate) type OfThread = FxHashMap<InstructionId, u32>;

impl Ends {
    /// Returns the number of an end, which gets one if it is new.
    pub(crate) fn number(&mut self, of_thread: &mut OfThread, thread: u32, insn: InstructionId) -> u32 {
        *of_thread.entry(insn).or_insert_with(|| self.add(thread, insn))
    }

    /// Returns the number of a new end.
    pub(super) fn add(&mut self, thread: u32, insn: InstructionId) -> u32 {
        self.0.push(End { thread, insn });
        self.0.len() as u32
    }

    /// Returns the end with a number.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> Option<End> {
        self.0.get((number as usize).wrapping_sub(1)).copied()
    }
}
