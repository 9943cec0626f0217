//! Methods of the program that only compute: from what they are given and what is in memory, which they leave as it is.

use paratrace_jvm::opcodes;
use paratrace_traceformat::map::{Effect, InstructionId, MethodId, Op};

use crate::dependences::Points;

/// Most instructions of one of them.
const LONGEST: usize = 500;

/// Most methods that call one another.
const DEEPEST: usize = 4;

/// Returns whether a method writes nothing but its own locals, takes no lock and throws nothing itself, nor does what it calls.
pub(super) fn only_computes(points: &Points<'_>, method: MethodId) -> bool {
    only_computes_within(points, method, DEEPEST)
}

fn only_computes_within(points: &Points<'_>, method: MethodId, deep: usize) -> bool {
    let code = &points.map.methods[method.index()];
    let is_known = !code.insns.is_empty() && code.insns.len() <= LONGEST && !code.is_synchronized();
    deep > 0 && is_known && code.instructions().all(|insn| leaves_memory(points, insn, deep - 1))
}

fn leaves_memory(points: &Points<'_>, insn: InstructionId, deep: usize) -> bool {
    let opcode = points.map.insns.opcode[insn.index()];
    match points.op(insn) {
        Op::PutField | Op::PutStatic | Op::ArrayStore | Op::Throw => false,
        Op::Invoke if points.calls_pure(insn) => true,
        Op::Invoke => match points.only_callee(insn) {
            Some(callee) => only_computes_within(points, callee, deep),
            // What reads a clock is pure, too.
            None => points.only_looks(insn) && points.call(insn).is_some_and(|call| call.effect != Effect::Pure),
        },
        _ => !matches!(opcode, opcodes::MONITORENTER | opcodes::MONITOREXIT),
    }
}
