//! Monitors that a path enters and leaves.

use paratrace_jvm::opcodes;
use paratrace_traceformat::map::{InstructionId, MONITOR, REF, StartKind};

use super::builder::Builder;
use super::program::{Space, Step};
use super::values::Value;
use crate::paths::accesses::{Place, Through, What};

impl Builder<'_> {
    /// Begins a path: an entry path of a `synchronized` method enters the monitor of the object whose hash is its first datum. Static
    /// ones of old class files, which cannot name their class, have none.
    pub(super) fn enter_method(&mut self) {
        if self.start().kind != StartKind::Entry {
            return;
        }
        let id = self.info.method;
        let method = &self.map.methods[id.index()];
        if self.follows && (method.is_static() || method.name == "<init>") {
            self.accesses.add(What::Acquires { through: Through::Class(method.class) });
        }
        if self.map.records_lock(id) {
            let identity = if method.is_static() { self.identities.unknown() } else { self.local(0).identity };
            let from = self.take_monitor(identity);
            self.enter(Step::Enter { from });
        } else if method.is_static() && method.is_synchronized() {
            self.enter(Step::EnterClass { class: method.class });
        }
    }

    /// Ends a path that arrives at a block where the next one enters a monitor: the hash of the object is its last datum.
    pub(super) fn arrive_at_monitor(&mut self) {
        if let Some(&object) = self.stack.last() {
            self.take_monitor(object.identity);
        }
    }

    /// Enters or leaves the monitor of an object, if the instruction does not throw.
    pub(super) fn monitor(&mut self, insn: InstructionId, object: Value, throws: bool) {
        let flags = self.map.insns.flags[insn.index()];
        let recorded = flags & REF != 0 && self.arrived != Some(insn);
        if flags & MONITOR == 0 || !recorded && (throws || !self.follows) {
            return;
        }
        let Some(from) = self.known(insn, object, Space::Monitor, recorded, false) else { return };
        if throws {
            return;
        }
        if self.map.insns.opcode[insn.index()] == opcodes::MONITORENTER {
            self.enter(Step::Enter { from });
        } else if self.follows {
            self.steps.push(Step::Leave { from });
            let place = Place::Resolved(self.slot());
            self.accesses.add(What::Leave { place });
            self.depths.release();
        }
    }

    fn enter(&mut self, step: Step) {
        if self.follows {
            self.steps.push(step);
            let place = Place::Resolved(self.slot());
            self.accesses.add(What::Enter { place });
        }
    }

    fn take_monitor(&mut self, identity: u32) -> u32 {
        let to = self.identities.record(identity, Space::Monitor);
        self.steps.push(Step::Identity { space: Space::Monitor, to });
        to
    }
}
