//! Readers of what each instruction wrote.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::dependences::{Key, Kind};
use paratrace_traceformat::map::InstructionId;

/// The reads of what each instruction wrote, over all constructs.
pub(super) struct Readers {
    by_writer: FxHashMap<InstructionId, FxHashSet<InstructionId>>,
}

impl Readers {
    pub(super) fn new<'e>(edges: impl Iterator<Item = &'e Key>) -> Self {
        let mut by_writer: FxHashMap<InstructionId, FxHashSet<InstructionId>> = FxHashMap::default();
        for key in edges.filter(|key| key.kind == Kind::Raw) {
            by_writer.entry(key.head).or_default().insert(key.tail);
        }
        Self { by_writer }
    }

    /// Returns the instructions that read what `store` wrote, as far as they are in another construct.
    pub(super) fn of(&self, store: InstructionId) -> impl Iterator<Item = InstructionId> {
        self.by_writer.get(&store).into_iter().flatten().copied()
    }
}
