//! Roots: the variables, fields and captured values that lead to an object which all iterations of a loop share, also in what they call.

use paratrace_jvm::library::{self, Nature};
use paratrace_jvm::opcodes as op;
use paratrace_replay::program::{has_receiver, parameter_slots};
use paratrace_traceformat::map::{InstructionId, MethodId, Op};
use rustc_hash::FxHashMap;

use super::body::Body;
use super::not_run::NotRun;
use super::reach::Reach;
use crate::dependences::Points;
use crate::dependences::definitions::{Definition, only_store, reaching};

/// Most variables, parameters and fields that are followed one after the other.
const DEEP: usize = 6;

/// Most places that lead to one operand.
const MOST_ROOTS: usize = 16;

/// What leads to an object that iterations share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Root {
    /// A local of the loop's method, which the loop leaves as it is.
    Local(u32),
    /// A static field, or one of an object that iterations share.
    Field(u32),
    /// A value that a lambda has captured, which is the same in all iterations.
    Captured(MethodId, u32),
}

/// The calls by which an iteration comes to code.
pub(super) struct Roots<'a, 'p> {
    points: &'a Points<'p>,
    body: &'a Body<'p>,
    /// The calls of each method.
    calls: FxHashMap<MethodId, Vec<InstructionId>>,
}

/// An operand: the stack entry `above` entries below the top before an instruction.
#[derive(Debug, Clone, Copy)]
struct Operand {
    insn: InstructionId,
    above: u32,
}

impl<'a, 'p> Roots<'a, 'p> {
    /// `code` is all that an iteration may run, whether it ran or not.
    pub(super) fn new(
        points: &'a Points<'p>,
        body: &'a Body<'p>,
        reach: &Reach<'_>,
        not_run: &NotRun<'_>,
        code: &[InstructionId],
    ) -> Self {
        let mut calls: FxHashMap<MethodId, Vec<InstructionId>> = FxHashMap::default();
        for &insn in code.iter().filter(|&&insn| points.op(insn) == Op::Invoke) {
            let callees = reach.callees_of(insn).chain(not_run.callees(insn));
            callees.for_each(|method| calls.entry(method).or_default().push(insn));
        }
        Self { points, body, calls }
    }

    /// Lists what leads to the stack entry `above` entries below the top before an instruction; nothing if each iteration has an object of
    /// its own there, or if the code does not show it plainly.
    pub(super) fn to_operand(&self, insn: InstructionId, above: u32) -> Vec<Root> {
        let mut found = self.of_operand(Operand { insn, above }, DEEP);
        found.sort_unstable();
        found.dedup();
        found.truncate(MOST_ROOTS);
        found
    }

    /// Returns the counter of the loop that the stack entry `above` entries below the top before an instruction is, whichever call passes it.
    pub(super) fn counter(&self, insn: InstructionId, above: u32) -> Option<u32> {
        self.counter_of(Operand { insn, above }, DEEP)
    }

    fn counter_of(&self, operand: Operand, deep: usize) -> Option<u32> {
        let points = self.points;
        let load = points.producer_by_all_ways(operand.insn, operand.above)?;
        let slot = points.map.insns.arg[load.index()];
        match points.op(load) {
            Op::Load if points.method_of(load) == self.body.method => self.body.counted.contains(&slot).then_some(slot),
            Op::Load if deep > 0 => {
                let passed = self.passed(load, deep).into_iter();
                let mut counters = passed.map(|passed| match passed {
                    Passed::Operand(operand) => self.counter_of(operand, deep - 1),
                    Passed::Captured { .. } => None,
                });
                let first = counters.next().flatten();
                first.filter(|_| counters.all(|other| other == first))
            }
            Op::Invoke if deep > 0 && self.points.call(load).is_some_and(|site| &*site.name == "valueOf") => {
                self.counter_of(Operand { insn: load, above: 0 }, deep - 1)
            }
            _ => None,
        }
    }

    fn of_operand(&self, operand: Operand, deep: usize) -> Vec<Root> {
        let producer = self.points.producer_by_all_ways(operand.insn, operand.above);
        producer.filter(|_| deep > 0).map(|producer| self.of_value(producer, deep - 1)).unwrap_or_default()
    }

    fn of_value(&self, insn: InstructionId, deep: usize) -> Vec<Root> {
        let insns = &self.points.map.insns;
        let below = |above| self.of_operand(Operand { insn, above }, deep);
        match self.points.op(insn) {
            Op::Load if self.points.method_of(insn) == self.body.method => self.of_local(insn, deep),
            Op::Load => self.of_parameter(insn, deep),
            Op::GetStatic => vec![Root::Field(insns.arg[insn.index()])],
            Op::GetField if below(0).is_empty() => Vec::new(),
            Op::GetField => vec![Root::Field(insns.arg[insn.index()])],
            // Each iteration has an element of its own.
            Op::ArrayLoad if self.counter_of(Operand { insn, above: 0 }, deep).is_some() => Vec::new(),
            Op::ArrayLoad => below(1),
            Op::Invoke => self.of_element(insn, deep),
            _ if insns.opcode[insn.index()] == op::CHECKCAST => below(0),
            _ => Vec::new(),
        }
    }

    /// Lists what leads to an object that a call takes from a collection. By its own number, each iteration takes one of its own.
    fn of_element(&self, call: InstructionId, deep: usize) -> Vec<Root> {
        const TAKES_ONE: [&str; 6] = ["get", "getOrDefault", "getFirst", "getLast", "peek", "first"];
        let Some(site) = self.points.call(call) else { return Vec::new() };
        let nature = library::nature(&site.class, &site.name, &site.desc);
        let is_held = matches!(nature, Some(Nature::Collection | Nature::Map | Nature::Queue));
        let Some(receiver) = u32::from(site.args).checked_sub(1) else { return Vec::new() };
        let is_own = || {
            let key = receiver.checked_sub(1).map(|above| Operand { insn: call, above });
            key.is_some_and(|key| self.counter_of(key, deep).is_some())
        };
        if !is_held || !TAKES_ONE.contains(&&*site.name) || is_own() {
            return Vec::new();
        }
        self.of_operand(Operand { insn: call, above: receiver }, deep)
    }

    /// Lists what leads to what a local of the loop's method holds. A local that got its value from another one stands for that.
    fn of_local(&self, load: InstructionId, deep: usize) -> Vec<Root> {
        let slot = self.points.map.insns.arg[load.index()];
        let is_fixed = self.body.is_free(slot) && !self.body.counted.contains(&slot);
        let stored = only_store(self.points, load).and_then(|store| self.points.producer_by_all_ways(store, 0));
        match stored.filter(|_| deep > 0) {
            Some(other) if self.points.op(other) == Op::Load => self.of_value(other, deep - 1),
            Some(value) if !is_fixed => self.of_value(value, deep - 1),
            _ if is_fixed => vec![Root::Local(slot)],
            _ => Vec::new(),
        }
    }

    fn of_parameter(&self, load: InstructionId, deep: usize) -> Vec<Root> {
        let passed = self.passed(load, deep);
        passed.into_iter().flat_map(|passed| self.of_passed(passed, deep)).take(MOST_ROOTS).collect()
    }

    /// Lists what calls pass as the parameter that an instruction loads, or what the local that it loads was given.
    fn passed(&self, load: InstructionId, deep: usize) -> Vec<Passed> {
        let (points, method) = (self.points, self.points.method_of(load));
        if let Some(store) = only_store(points, load) {
            return vec![Passed::Operand(Operand { insn: store, above: 0 })];
        }
        let described = &points.map.methods[method.index()];
        let slots = parameter_slots(described);
        let is_given = reaching(points, load).into_iter().eq([Definition::Parameter]);
        let at = slots.iter().position(|&slot| slot == points.map.insns.arg[load.index()]);
        let (Some(at), true) = (at.filter(|_| is_given), deep > 0) else { return Vec::new() };
        let calls = self.calls.get(&method).map_or(&[][..], Vec::as_slice);
        calls.iter().filter_map(|&call| self.passed_by(call, method, at as u32, slots.len() as u32)).collect()
    }

    /// Returns what a call passes as the parameter at a place, the receiver included; `count` is the number of them.
    fn passed_by(&self, call: InstructionId, method: MethodId, at: u32, count: u32) -> Option<Passed> {
        let site = self.points.call(call)?;
        let described = &self.points.map.methods[method.index()];
        let by_name = site.callee == method || site.name == described.name && site.desc == described.desc;
        let args = u32::from(site.args);
        let from_end = count.checked_sub(at + 1)?;
        match by_name {
            true => Some(Passed::Operand(Operand { insn: call, above: from_end })).filter(|_| count == args),
            // The function's object, whose captured values come first.
            false if !has_receiver(site) || count + 1 < args => None,
            false if from_end + 1 < args => Some(Passed::Operand(Operand { insn: call, above: from_end })),
            false => {
                let function = Operand { insn: call, above: args - 1 };
                Some(Passed::Captured { function, method, place: at })
            }
        }
    }

    fn of_passed(&self, passed: Passed, deep: usize) -> Vec<Root> {
        match passed {
            Passed::Operand(operand) => self.of_operand(operand, deep.saturating_sub(1)),
            Passed::Captured { function, method, place } => {
                let mut found = Vec::new();
                for source in self.sources(function, deep) {
                    match self.points.op(source) {
                        Op::Invoke if self.points.map.insns.opcode[source.index()] == op::INVOKEDYNAMIC => {
                            let captured = self.points.call(source).map_or(0, |site| u32::from(site.args));
                            if let Some(above) = captured.checked_sub(place + 1) {
                                found.extend(self.of_operand(Operand { insn: source, above }, deep.saturating_sub(1)));
                            }
                        }
                        Op::GetField | Op::GetStatic => found.push(Root::Captured(method, place)),
                        _ => {}
                    }
                }
                found
            }
        }
    }

    /// Lists the instructions that give an operand its value, those that only load it from a local or pass it on left out.
    fn sources(&self, operand: Operand, deep: usize) -> Vec<InstructionId> {
        let Some(producer) = self.points.producer_by_all_ways(operand.insn, operand.above).filter(|_| deep > 0) else {
            return Vec::new();
        };
        let is_cast = self.points.map.insns.opcode[producer.index()] == op::CHECKCAST;
        match self.points.op(producer) {
            _ if is_cast => self.sources(Operand { insn: producer, above: 0 }, deep - 1),
            Op::Load => {
                let passed = self.passed(producer, deep).into_iter();
                let operands = passed.filter_map(|passed| match passed {
                    Passed::Operand(operand) => Some(operand),
                    Passed::Captured { .. } => None,
                });
                operands.flat_map(|operand| self.sources(operand, deep - 1)).take(MOST_ROOTS).collect()
            }
            _ => vec![producer],
        }
    }
}

/// What a call gives a method.
enum Passed {
    Operand(Operand),
    /// The value at a place among those that the function's object has captured.
    Captured {
        function: Operand,
        method: MethodId,
        place: u32,
    },
}
