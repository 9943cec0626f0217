//! Plans: the accesses of one path that may race.

use fixedbitset::FixedBitSet;
use paratrace_replay::paths::Program;
use paratrace_replay::paths::accesses::{Event, What};
use paratrace_traceformat::map::{InstructionId, ProgramMap};

use super::acts::{Part, Parts};
use super::checks::Checks;
use super::lost::Step;
use super::updates::Updates;
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
    /// What it does to volatile fields, if the program updates any.
    pub(super) steps: Box<[Step]>,
    /// What it does to entries of concurrent maps, if the program looks at any before it changes them.
    pub(super) part: Part,
    /// Number of slots before the element copies.
    pub(super) slots: u32,
}

/// What is known of the map.
pub(super) struct Planner<'m> {
    map: &'m ProgramMap,
    /// The methods of the program, and not of a traced JDK.
    own: FixedBitSet,
    updates: Updates,
    parts: Option<Parts<'m>>,
}

impl<'m> Planner<'m> {
    pub(super) fn new(map: &'m ProgramMap) -> Self {
        let own = map.own_methods().map(|(method, _)| method.index()).collect();
        let (updates, checks) = (Updates::of(map, &own), Checks::of(map, &own));
        Self { map, own, updates, parts: Parts::new(map, checks) }
    }

    /// Returns the calls of maps that look at an entry before they change it, if there are any.
    pub(super) fn checks(&self) -> Option<&Checks> {
        self.parts.as_ref().map(Parts::checks)
    }

    /// Returns whether the program updates volatile fields.
    pub(super) fn has_updates(&self) -> bool {
        !self.updates.is_empty()
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
        let ops = ops.collect();
        let steps = if is_own && self.has_updates() { self.steps(&script.events, accessor) } else { Box::default() };
        let part = self.parts.as_ref().map(|parts| parts.of(program, is_own, accessor)).unwrap_or_default();
        Plan { ops, steps, part, slots: program.slots }
    }

    /// Lists what a path does to volatile fields. A load belongs to the store that updates what it has loaded.
    fn steps(&self, events: &[Event], accessor: &mut impl FnMut(InstructionId) -> u32) -> Box<[Step]> {
        let accesses: Vec<(InstructionId, At, bool)> = events
            .iter()
            .filter(|event| self.synchronizes(event))
            .filter_map(|event| match event.what {
                What::Read(place) => Some((event.insn, At::of(place)?, false)),
                What::Write(place) => Some((event.insn, At::of(place)?, true)),
                _ => None,
            })
            .collect();
        let load = |&(insn, _, writes): &(InstructionId, At, bool)| {
            let load = self.updates.load(insn).filter(|_| writes)?;
            accesses.iter().find(|&&(of, _, writes)| of == load && !writes)
        };
        let is_part = |access: &(InstructionId, At, bool)| accesses.iter().any(|store| load(store) == Some(access));
        let step = |store: &(InstructionId, At, bool)| match load(store) {
            Some(&(_, load, _)) => Step::Update { load, store: store.1, accessor: accessor(store.0) },
            None => Step::Other(store.1),
        };
        accesses.iter().filter(|access| !is_part(access)).map(step).collect()
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
