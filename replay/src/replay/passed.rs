//! Activations that have gone past the call which an event says threw.

use super::machine::Machine;
use super::{Activation, Call, Replay};
use crate::program::{End, PathRow};

impl<M: Machine> Replay<'_, '_, '_, M> {
    /// Returns whether the top activation has gone on before this event.
    ///
    /// Recursion can leave several activations behind the same call. If the callee of the innermost one returned, and
    /// its way on needs no event, then *the call threw* is an outer activation's event. The innermost one went on, and
    /// ended without an event (docs/format.md section 1.2, rule 4).
    pub(super) fn passed(&self, top: Activation, path: PathRow) -> bool {
        let Some((_, below)) = self.stack.split_last() else { return false };
        matches!(top.call, Call::Returned | Call::Told { .. })
            && self.index.map.starts[top.start as usize].silent
            && matches!(self.paths.infos[path.index()].end, End::CallThrew { .. })
            && below.iter().any(|activation| activation.start == top.start)
    }

    /// Pops an activation that returned. If a call entered it directly, its caller's call has returned.
    pub(super) fn pop_returned(&mut self) {
        let Some(left) = self.stack.pop() else { return };
        self.machine_leaves(left);
        if let Some(caller) = self.stack.last_mut().filter(|_| left.direct) {
            caller.call = Call::Returned;
        }
    }
}
