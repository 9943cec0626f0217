//! Virtual threads of a traced JDK: tasks that only carry them.
//!
//! No call of untraced code starts a virtual thread: `VirtualThread.start` gives its continuation to a pool. What the thread then executes
//! are events of its own, so the task of the pool is only its carrier, and nothing tells which thread that carries.

use fixedbitset::FixedBitSet;
use paratrace_traceformat::map::ProgramMap;

use super::recorder::{Recorder, Turn};
use super::steps::Mark;

const CLASS: &str = "java/lang/VirtualThread";
/// A part of the names of methods that give a continuation to the pool.
const SUBMITS: &str = "ubmitRunContinuation";

/// Returns the methods that give continuations of virtual threads to a pool.
pub(super) fn submitting(map: &ProgramMap) -> FixedBitSet {
    let methods = map.methods.iter().enumerate();
    let submits =
        methods.filter(|(_, method)| method.name.contains(SUBMITS) && map.classes[method.class.index()].name == CLASS);
    submits.map(|(number, _)| number).collect()
}

impl Turn<'_, '_, '_> {
    /// Something is handed out: if it is the continuation of a virtual thread, the task only carries that.
    pub(super) fn hand_out_continuation(&mut self, mark: Mark) {
        let submits = &self.pass.known.submits_continuations;
        // The pool's methods are few, and the innermost.
        if !submits.is_clear()
            && self.thread.activations.iter().rev().any(|(_, region)| submits.contains(region.index()))
        {
            self.pass.carried.insert(mark);
        }
    }
}

impl Recorder<'_, '_> {
    /// Returns how many threads execute code of the program, and it is not known what has started them, as they are virtual.
    pub(super) fn virtual_threads(&self) -> u64 {
        if self.carried.is_empty() {
            return 0;
        }
        let is_first = |actor: u32| self.first == Some(actor as usize);
        let strands = self.memory.strands.done.iter().filter(|strand| {
            let actor = &self.actors[strand.actor as usize];
            actor.tasks == 0 && actor.role.is_some() && !strand.is_worker && !is_first(strand.actor)
        });
        strands.filter(|strand| strand.origin.is_none()).count() as u64
    }
}
