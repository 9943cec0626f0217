//! Variables that hold arrays.

use paratrace_jvm::opcodes as op;
use paratrace_traceformat::map::{InstructionId, MethodId, Op};

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
