//! Stores of whole numbers and truth values: those do not round.

use paratrace_jvm::opcodes as op;
use paratrace_traceformat::map::{InstructionId, Op};

use super::maps;
use crate::dependences::Points;

/// Descriptors of whole numbers and truth values, also of those in objects, and of numbers that nothing rounds.
const WHOLE: [&str; 14] = [
    "Z",
    "B",
    "C",
    "S",
    "I",
    "J",
    "Ljava/lang/Boolean;",
    "Ljava/lang/Byte;",
    "Ljava/lang/Character;",
    "Ljava/lang/Short;",
    "Ljava/lang/Integer;",
    "Ljava/lang/Long;",
    "Ljava/math/BigInteger;",
    "Ljava/math/BigDecimal;",
];

/// Returns whether an instruction certainly stores a whole number or a truth value.
pub(super) fn is_stored(points: &Points<'_>, store: InstructionId) -> bool {
    let insns = &points.map.insns;
    match points.op(store) {
        Op::Iinc => true,
        Op::Invoke => maps::stores_whole(points, store),
        Op::Store if points.producer(store, 0).is_some_and(|made| maps::is_whole(points, made)) => true,
        Op::Store | Op::ArrayStore => matches!(
            insns.opcode[store.index()],
            op::ISTORE | op::LSTORE | op::ISTORE_0
                ..=op::LSTORE_3 | op::IASTORE | op::LASTORE | op::BASTORE | op::CASTORE | op::SASTORE
        ),
        Op::PutField | Op::PutStatic => {
            let field = points.map.fields.get(insns.arg[store.index()] as usize);
            field.is_some_and(|field| WHOLE.contains(&field.desc.as_str()))
        }
        _ => false,
    }
}
