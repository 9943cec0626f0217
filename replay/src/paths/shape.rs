//! The effect of instructions on the operand stack.

use paratrace_traceformat::map::Op;

/// Decodes the byte of an operation.
pub(super) fn op_of(byte: u8) -> Op {
    Op::from_byte(byte).unwrap_or(Op::Drop)
}

/// Returns the entries that a shuffle takes, and which of them (0 = lowest) it leaves, lowest first; `None` for other
/// operations.
pub fn shuffle(op: Op) -> Option<(usize, &'static [usize])> {
    Some(match op {
        Op::Pop => (1, &[]),
        Op::Pop2 => (2, &[]),
        Op::Dup => (1, &[0, 0]),
        Op::DupX1 => (2, &[1, 0, 1]),
        Op::DupX2 => (3, &[2, 0, 1, 2]),
        Op::Dup2 => (2, &[0, 1, 0, 1]),
        Op::Dup2X1 => (3, &[1, 2, 0, 1, 2]),
        Op::Dup2X2 => (4, &[2, 3, 0, 1, 2, 3]),
        Op::Swap => (2, &[1, 0]),
        _ => return None,
    })
}

/// Returns the number of entries that an operation takes, and whether it leaves one; shuffles aside. `popped` and
/// `result` describe a call.
pub(super) fn effect(op: Op, arg: u32, popped: u8, result: bool) -> (usize, bool) {
    match op {
        Op::Push | Op::PushInt | Op::Load | Op::GetStatic => (0, true),
        Op::Store | Op::PutStatic | Op::Throw | Op::ReturnValue => (1, false),
        Op::Compute => (arg as usize, true),
        Op::Drop => (arg as usize, false),
        Op::GetField => (1, true),
        Op::PutField => (2, false),
        Op::ArrayLoad => (2, true),
        Op::ArrayStore => (3, false),
        Op::Invoke => (usize::from(popped), result),
        _ => (0, false),
    }
}
