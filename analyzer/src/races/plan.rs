//! Plans: the accesses of one path that may race.

use fixedbitset::FixedBitSet;
use paratrace_replay::paths::Program;
use paratrace_replay::paths::accesses::{Event, What};
use paratrace_traceformat::map::{InstructionId, ProgramMap};

use crate::heap::At;

/// One access, with its accessor.
#[derive(Debug, Clone, Copy)]
pub(super) enum Op {
    Read(At, u32),
    Write(At, u32),
    /// The next group of element copies; without an accessor if it is not looked at.
    Copy(Option<u32>),
}

/// The accesses of a path.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) ops: Box<[Op]>,
    /// Number of slots before the element copies.
    pub(super) slots: u32,
}

/// What is known of the map.
pub(super) struct Planner<'m> {
    map: &'m ProgramMap,
    /// The methods of the program, and not of a traced JDK.
    own: FixedBitSet,
}

impl<'m> Planner<'m> {
    pub(super) fn new(map: &'m ProgramMap) -> Self {
        let is_own = map.methods.iter().map(|method| !map.is_of_jdk(method));
        Self { map, own: is_own.enumerate().filter(|(_, is_own)| *is_own).map(|(method, _)| method).collect() }
    }

    /// Plans a path. `accessor` numbers an instruction that accesses something.
    pub(super) fn plan(&self, program: &Program, accessor: &mut impl FnMut(InstructionId) -> u32) -> Plan {
        let script = &program.script;
        let is_own = !script.method.is_none() && self.own.contains(script.method.index());
        let ops = script.events.iter().filter_map(|event| match event.what {
            What::Copy => Some(Op::Copy(is_own.then(|| accessor(event.insn)))),
            _ if !is_own || self.synchronizes(event) => None,
            What::Read(place) => Some(Op::Read(At::of(place)?, accessor(event.insn))),
            What::Write(place) => Some(Op::Write(At::of(place)?, accessor(event.insn))),
            _ => None,
        });
        Plan { ops: ops.collect(), slots: program.slots }
    }

    /// Returns whether an access orders threads itself: that of a volatile field, or by a call, whatever its mode.
    fn synchronizes(&self, event: &Event) -> bool {
        if self.map.call_at(event.insn).is_some() {
            return true;
        }
        let (op, arg) = (self.map.insns.op.get(event.insn.index()), self.map.insns.arg.get(event.insn.index()));
        let (Some(&op), Some(&arg)) = (op, arg) else { return true };
        crate::heap::is_field(op) && self.map.is_volatile(arg)
    }
}
