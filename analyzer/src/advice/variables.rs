//! Variables that hold arrays, and what methods do with these.

use paratrace_jvm::opcodes as op;
use paratrace_traceformat::map::{InstructionId, MethodId, Op};
use rustc_hash::FxHashSet;

use crate::dependences::Points;

/// A variable that holds an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Variable {
    /// A variable of a method, by its local and where it begins: the local may hold other ones, too.
    Local(MethodId, u32, Option<u16>),
    Static(u32),
    /// A field of any object.
    Field(u32),
}

/// Returns the variable that an instruction loads.
pub(super) fn variable_loaded(points: &Points<'_>, insn: InstructionId) -> Option<Variable> {
    let arg = points.map.insns.arg[insn.index()];
    match points.op(insn) {
        Op::Load => Some(local(points, insn, insn, arg)),
        Op::GetStatic => Some(Variable::Static(arg)),
        Op::GetField => Some(Variable::Field(arg)),
        _ => None,
    }
}

/// Returns the variable that an instruction stores to.
pub(super) fn variable_stored(points: &Points<'_>, insn: InstructionId) -> Option<Variable> {
    let arg = points.map.insns.arg[insn.index()];
    match points.op(insn) {
        // The variable begins behind the store of its first value.
        Op::Store => Some(local(points, insn, insn.plus(1), arg)),
        Op::PutStatic => Some(Variable::Static(arg)),
        Op::PutField => Some(Variable::Field(arg)),
        _ => None,
    }
}

/// Returns the variable that a local of an instruction's method holds at a place.
fn local(points: &Points<'_>, insn: InstructionId, place: InstructionId, slot: u32) -> Variable {
    let (map, method) = (points.map, points.method_of(insn));
    let pc = map.insns.pc.get(place.index()).copied();
    let known = u16::try_from(slot).ok().zip(pc).and_then(|(slot, pc)| map.variable_at(method, slot, pc));
    Variable::Local(method, slot, known.map(|variable| variable.from))
}

/// Returns what gives the length of the new array that an instruction stores, which nothing else has then.
pub(super) fn length_of_new(points: &Points<'_>, store: InstructionId) -> Option<InstructionId> {
    let made = points.producer(store, 0)?;
    let is_new = [op::NEWARRAY, op::ANEWARRAY].contains(&points.map.insns.opcode[made.index()]);
    let is_direct = made.index() + 1 == store.index();
    if is_new && is_direct { points.producer(made, 0) } else { None }
}

/// An instruction that takes an array from the stack, so many entries below the top.
#[derive(Debug, Clone, Copy)]
pub(super) struct ArrayUse {
    pub(super) insn: InstructionId,
    pub(super) above: u32,
}

/// Lists what a method does with the arrays that it makes for a local; `None` if it may get other ones there, or if that is not seen.
pub(super) fn uses_of_made(points: &Points<'_>, array: Variable) -> Option<Vec<ArrayUse>> {
    let Variable::Local(method, ..) = array else { return None };
    let code = || points.map.methods[method.index()].instructions();
    let is_stored = |insn: &InstructionId| variable_stored(points, *insn) == Some(array);
    let is_loaded =
        |insn: &InstructionId| points.op(*insn) == Op::Load && variable_loaded(points, *insn) == Some(array);
    let mut stores = code().filter(is_stored).peekable();
    stores.peek()?;
    if !stores.all(|store| length_of_new(points, store).is_some()) {
        return None;
    }
    let mut left: FxHashSet<InstructionId> = code().filter(is_loaded).collect();
    let mut uses = Vec::new();
    for insn in code() {
        for above in 0..points.map.stack_effect(insn)?.0 {
            let load = points.producer_by_all_ways(insn, above).filter(is_loaded);
            if let Some(load) = load {
                left.remove(&load);
                uses.push(ArrayUse { insn, above });
            }
        }
    }
    if left.is_empty() { Some(uses) } else { None }
}
