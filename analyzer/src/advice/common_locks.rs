//! Locks that all iterations of a loop take: only one of them at a time is inside.

use paratrace_jvm::opcodes::{LDC, LDC_W, MONITORENTER};
use paratrace_replay::program::variable;
use paratrace_traceformat::map::{ClassId, InstructionId, Op, ProgramMap};

use super::body::Body;
use super::held_locks::{Lock, of_method};
use super::reach::Reach;
use crate::dependences::Points;
use crate::model::{Via, ViaKind};

/// Returns a monitor that certainly is the same for all iterations of a loop that take it: in the loop itself, or by a method that it
/// calls there. What is deeper inside counts as short.
pub(super) fn taken(points: &Points<'_>, reach: &Reach<'_>, body: &Body<'_>) -> Option<Via> {
    body.instructions().find_map(|insn| {
        let pushed = |lock| of_statics(points, lock).or_else(|| of_variable(points, body, lock));
        entered_object(points, insn).and_then(pushed).or_else(|| of_callee(points, reach, insn, pushed))
    })
}

/// Returns the monitor of the synchronized method that an instruction calls. `pushed` tells of its object whether it is always one.
fn of_callee(
    points: &Points<'_>,
    reach: &Reach<'_>,
    call: InstructionId,
    pushed: impl Fn(InstructionId) -> Option<Via>,
) -> Option<Via> {
    match reach.callees_of(call).find_map(|method| of_method(points.map, method))? {
        Lock::Class(class) => Some(of_class(points.map, class)),
        _ => pushed(points.producer(call, u32::from(points.call(call)?.args).checked_sub(1)?)?),
    }
}

/// Returns what pushes the object whose monitor an instruction enters, as compilers write `synchronized`: a local keeps a copy, for
/// the end of the block.
fn entered_object(points: &Points<'_>, insn: InstructionId) -> Option<InstructionId> {
    let is_entered = points.map.insns.opcode[insn.index()] == MONITORENTER;
    let before = |count| insn.number().checked_sub(count).map(InstructionId::new);
    let (copy, store) = (before(2).filter(|_| is_entered)?, before(1)?);
    let is_kept = points.op(copy) == Op::Dup && points.op(store) == Op::Store;
    is_kept.then(|| points.producer(copy, 0)).flatten()
}

/// Returns the place of an object that is pushed from a static field, or that is a constant.
fn of_statics(points: &Points<'_>, pushed: InstructionId) -> Option<Via> {
    let map = points.map;
    match map.insns.opcode[pushed.index()] {
        LDC | LDC_W => Some(of_class(map, map.methods[points.method_of(pushed).index()].class)),
        _ if points.op(pushed) == Op::GetStatic => {
            Some(Via::new(ViaKind::Static, points.field(map.insns.arg[pushed.index()])))
        }
        _ => None,
    }
}

/// Returns the variable that an object is pushed from, if no iteration gives it another one.
fn of_variable(points: &Points<'_>, body: &Body<'_>, pushed: InstructionId) -> Option<Via> {
    let slot = points.map.insns.arg[pushed.index()];
    let is_given_before = points.op(pushed) == Op::Load && !body.stored.contains(&slot);
    let name = || variable(points.map, points.method_of(pushed), pushed, slot);
    is_given_before.then(|| Via { variable: name(), ..Via::new(ViaKind::Local, format!("local {slot}")) })
}

fn of_class(map: &ProgramMap, class: ClassId) -> Via {
    Via::new(ViaKind::Class, map.classes[class.index()].name.clone())
}
