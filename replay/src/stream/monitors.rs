//! Monitors that activations hold, and the objects of threads, for streams that follow synchronisation.

use crate::base::error::Halt;
use crate::paths::Alone;
use crate::program::MONITOR_INDEX;
use crate::stream::{ChunkSink, Emitter, STATE_INDEX};

/// A monitor that an activation has entered.
#[derive(Debug, Clone, Copy)]
pub(super) struct Held {
    /// Number of frames up to that of the activation.
    depth: usize,
    /// The hash by which its object was known then.
    hash: u32,
    slot: u32,
}

impl<S: ChunkSink> Emitter<'_, S> {
    /// Enters the monitor of the object that has a hash, and resolves it.
    pub(super) fn enter_monitor(&mut self, hash: u32) -> Result<(), Halt> {
        let object = self.locations.by_hash(hash)?;
        let slot = self.locations.slot_if_any(object, MONITOR_INDEX)?;
        self.writer.push(slot);
        self.held.push(Held { depth: self.frames.len(), hash, slot });
        Ok(())
    }

    /// The thread begins whose object has this hash.
    pub(crate) fn begin_of_thread(&mut self, hash: u32) -> Result<(), Halt> {
        if self.compiler.tells_synchronization() {
            let thread = self.locations.by_hash(hash)?;
            let slot = self.locations.slot_if_any(thread, STATE_INDEX)?;
            self.alone(Alone::Begins, Some(slot));
        }
        Ok(())
    }

    /// Leaves the monitor of the object that has a hash: that which the activation has entered last by it, as another object may
    /// have taken the hash since. Slot 0 if there is none.
    pub(super) fn leave_monitor(&mut self, hash: u32) {
        let depth = self.frames.len();
        let own = self.held.iter().rev().take_while(|held| held.depth == depth);
        let distance = own.enumerate().find(|(_, held)| held.hash == hash).map(|(distance, _)| distance);
        let slot = distance.map_or(0, |distance| self.held.remove(self.held.len() - 1 - distance).slot);
        self.writer.push(slot);
    }

    /// The running activation ends: it leaves what it still holds, which are the monitor of a `synchronized` method, and those
    /// whose release was not recorded.
    pub(super) fn leave_monitors(&mut self) {
        let depth = self.frames.len();
        let Some(frame) = self.frames.last().copied() else { return };
        while let Some(held) = self.held.pop_if(|held| held.depth == depth) {
            self.alone(Alone::Leaves(frame.method), Some(held.slot));
        }
    }
}
