//! Plans: the accesses of one path that may race.

use std::ops::RangeFrom;

use fixedbitset::FixedBitSet;
use paratrace_replay::paths::Program;
use paratrace_replay::paths::accesses::{Event, Script, What};
use paratrace_replay::program::RegionId;
use paratrace_traceformat::map::{InstructionId, MethodId, Mode, ProgramMap, Site};

use super::acts::{Part, Parts};
use super::checks::Checks;
use super::continuations::{Life, Lives};
use super::lost::Step;
use super::touches::{self, Touch};
use super::unguarded::{ObjectPart, Unguarded};
use super::updates::Updates;
use crate::heap::At;

/// Whom an access belongs to.
#[derive(Debug, Clone, Copy)]
pub(super) enum By {
    /// The instruction of this number.
    Own(u32),
    /// The call of the program by which it uses an object of the library.
    Use(ObjectPart),
    /// Nobody: it is not looked at.
    Nobody,
}

/// What a path does that matters, in its order.
#[derive(Debug, Clone, Copy)]
pub(super) enum Op {
    Read(At, By),
    Write(At, By),
    /// The next group of element copies.
    Copy(By),
    /// The release of this number among those of the path.
    Release(u32),
    /// It concerns a virtual thread.
    Live(Life),
    /// The call of this number, of code that is not traced, does this.
    Touch(Touch, u32),
}

/// Whose path it is.
#[derive(Debug, Clone, Copy, Default)]
pub(super) enum Whose {
    /// It has no instructions.
    #[default]
    Nobody,
    /// The program's; with the number of the call that it ends with, if that may enter the JDK.
    Own(Option<u32>),
    /// The JDK's, with the method.
    Jdk(MethodId),
}

/// The accesses of a path.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) whose: Whose,
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
    unguarded: Unguarded<'m>,
    /// Nothing if there are no virtual threads.
    lives: Option<Lives>,
    updates: Updates,
    parts: Option<Parts<'m>>,
}

impl<'m> Planner<'m> {
    pub(super) fn new(map: &'m ProgramMap) -> Self {
        let own = map.own_methods().map(|(method, _)| method.index()).collect();
        let (updates, checks) = (Updates::of(map, &own), Checks::of(map, &own));
        Self {
            map,
            own,
            unguarded: Unguarded::new(map),
            lives: Lives::new(map),
            updates,
            parts: Parts::new(map, checks),
        }
    }

    /// Returns what is known of objects of the library that are for one thread at a time.
    pub(super) fn unguarded(&self) -> &Unguarded<'m> {
        &self.unguarded
    }

    /// Returns whether all that orders threads is in the trace.
    pub(super) fn knows_orders(&self) -> bool {
        self.map.has_jdk()
    }

    /// Returns whether a thread that changes the state of a virtual thread, with this region the innermost one, may start it or wake it up.
    pub(super) fn wakes(&self, caller: RegionId) -> bool {
        self.lives.as_ref().is_some_and(|lives| lives.wakes(caller))
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
        let mut releases = 0..;
        let mut ops = Vec::new();
        for event in &script.events {
            ops.extend(self.op(script.method, event, &mut releases, accessor));
            let life = self.lives.as_ref().filter(|_| !is_own).and_then(|lives| lives.find(self.map, event));
            ops.extend(life.map(Op::Live));
            let touch = is_own.then(|| touches::touch(self.map, event)).flatten();
            ops.extend(touch.map(|touch| Op::Touch(touch, accessor(event.insn))));
        }
        // In a traced JDK, all that orders threads is known.
        if is_own && !self.knows_orders() {
            ops.extend(touches::ordering_calls(self.map, script).into_iter().map(|call| Op::Touch(call, 0)));
        }
        let steps = if is_own && self.has_updates() { self.steps(&script.events, accessor) } else { Box::default() };
        let part = self.parts.as_ref().map(|parts| parts.of(program, is_own, accessor)).unwrap_or_default();
        Plan { whose: self.whose(script, is_own, accessor), ops: ops.into(), steps, part, slots: program.slots }
    }

    /// Returns what an event does. `releases` are the numbers of the path's releases that are still to come.
    fn op(
        &self,
        method: MethodId,
        event: &Event,
        releases: &mut RangeFrom<u32>,
        accessor: &mut impl FnMut(InstructionId) -> u32,
    ) -> Option<Op> {
        match event.what {
            What::Copy => Some(Op::Copy(self.whose_access(method, event, accessor).unwrap_or(By::Nobody))),
            What::Read(place) => Some(Op::Read(At::of(place)?, self.whose_access(method, event, accessor)?)),
            What::Write(place) => Some(Op::Write(At::of(place)?, self.whose_access(method, event, accessor)?)),
            What::Leave { .. } | What::Releases { .. } => releases.next().map(Op::Release),
            _ => None,
        }
    }

    fn whose(&self, script: &Script, is_own: bool, accessor: &mut impl FnMut(InstructionId) -> u32) -> Whose {
        let last = script.insns().last();
        match last {
            None => Whose::Nobody,
            Some(_) if !is_own => Whose::Jdk(script.method),
            Some(last) if self.may_enter_jdk(last) => Whose::Own(Some(accessor(last))),
            Some(_) => Whose::Own(None),
        }
    }

    /// Returns whether an instruction is a call that may enter the JDK. Deep recursions of the program do not.
    fn may_enter_jdk(&self, insn: InstructionId) -> bool {
        let enters_own = |site: &Site| site.mode == Mode::Traced && self.own.contains(site.callee.index());
        self.map.call_at(insn).is_some_and(|site| !enters_own(site))
    }

    /// Returns whom an access by a method belongs to, if it may race.
    fn whose_access(
        &self,
        method: MethodId,
        event: &Event,
        accessor: &mut impl FnMut(InstructionId) -> u32,
    ) -> Option<By> {
        if method.is_none() {
            None
        } else if self.own.contains(method.index()) {
            (event.what == What::Copy || !self.synchronizes(event)).then(|| By::Own(accessor(event.insn)))
        } else if self.unguarded.has(method) {
            let is_plain = event.what == What::Copy || !self.synchronizes(event);
            is_plain.then(|| self.unguarded.part(event)).flatten().map(By::Use)
        } else {
            None
        }
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
