//! Which writes of frame cells an activation sees. Frames reuse cells, so an earlier activation may have left its values there.

use paratrace_traceformat::map::{InstructionId, Op, ProgramMap};

/// Returns whether a write belongs to the activation that began at a time: its own, or that of a parameter by its call, which is the
/// node directly before it. `written` is when the write was, `insn` its instruction.
#[inline]
pub(super) fn sees(map: &ProgramMap, began: u64, written: u64, insn: impl Fn() -> InstructionId) -> bool {
    let is_call = || map.insns.op.get(insn().index()) == Some(&(Op::Invoke as u8));
    written >= began || (written + 1 == began && is_call())
}
