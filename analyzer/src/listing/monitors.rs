//! What a trace tells of monitors is passed over: no node depends on it.

use paratrace_replay::base::error::Halt;
use paratrace_replay::events::Events;
use paratrace_replay::program::PathInfo;
use paratrace_traceformat::data::recorded_on_arrival;
use paratrace_traceformat::map::{BlockId, InstructionId, MONITOR, REF, StartKind};

use super::machine::NodeMachine;

impl<S> NodeMachine<'_, S> {
    /// Passes over the hash of the object whose monitor a method holds.
    pub(super) fn skip_lock_of_method(&self, path: &PathInfo, events: &mut Events<'_>) -> Result<(), Halt> {
        let is_entry = self.map.starts[path.start as usize].kind == StartKind::Entry;
        if is_entry && self.map.records_lock(path.method) {
            events.data()?;
        }
        Ok(())
    }

    /// The same of an instruction that enters or leaves a monitor, if the path before has not recorded it.
    pub(super) fn skip_lock(&self, insn: InstructionId, path: &PathInfo, events: &mut Events<'_>) -> Result<(), Halt> {
        let first = self.map.starts[path.start as usize].block;
        let recorded = self.map.insns.flags[insn.index()] & (MONITOR | REF) == MONITOR | REF;
        if recorded && recorded_on_arrival(self.map, first) != Some(insn) {
            events.data()?;
        }
        Ok(())
    }

    /// The same where a path arrives at such an instruction.
    pub(super) fn skip_lock_on_arrival(&self, block: BlockId, events: &mut Events<'_>) -> Result<(), Halt> {
        if recorded_on_arrival(self.map, block).is_some() {
            events.data()?;
        }
        Ok(())
    }
}
