//! What was found, counted by pair of instructions.

use paratrace_traceformat::map::InstructionId;
use rustc_hash::FxHashMap;

use super::ends::End;
use crate::dependences::Kind;
use crate::false_sharing::Transfers;

/// Dependences between two instructions that ran in different threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Handed {
    pub(crate) count: u64,
    /// The threads of all of them, the earlier end's first; `None` if they are not always the same.
    pub(super) threads: Option<(u32, u32)>,
}

/// The kind of a pair of accesses, the earlier instruction, and the later one.
pub(crate) type Pair = (Kind, InstructionId, InstructionId);

/// Pairs of accesses of two threads.
#[derive(Debug, Default)]
pub(crate) struct Pairs(FxHashMap<Pair, Handed>);

impl Pairs {
    /// Counts pairs of one access and another one.
    pub(crate) fn count(&mut self, kind: Kind, (head, tail): (End, End), times: u64) {
        let threads = Some((head.thread, tail.thread));
        let handed = self.0.entry((kind, head.insn, tail.insn)).or_insert(Handed { count: 0, threads });
        handed.count += times;
        handed.threads = handed.threads.filter(|_| handed.threads == threads);
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Pair, &Handed)> {
        self.0.iter()
    }
}

/// All handovers.
#[derive(Debug, Default)]
pub(crate) struct Handovers {
    pub(crate) pairs: Pairs,
    /// Number of reads of which nothing was kept, so that it is not known whether another thread overwrote what they read.
    pub(crate) reads_left_out: u64,
    /// What goes from thread to thread though nobody needs it.
    pub(crate) transfers: Transfers,
}
