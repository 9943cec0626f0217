//! Opcodes by what they do to the operand stack: normalised ops of docs/format.md section 1.3.

use paratrace_classfile::opcodes as op;
use paratrace_traceformat::map::Op;

use super::operand::Kind;
use super::values::Values;

/// A stack shuffle by entries instead of slots: op, number of entries, new order (see [`Values::restack`]).
pub(crate) type Shuffle = (Op, usize, &'static [usize]);

/// Kinds of values in the order of the opcodes that access locals.
const KINDS: [Kind; 5] = [b'I', b'J', b'F', b'D', b'A'];

/// Which shuffle an instruction does depends on the kinds of the values (JVMS §6.5 `dup2` and its like, forms 1 to 4).
pub(crate) fn shuffle(opcode: u8, values: &Values) -> Option<Shuffle> {
    let wide = |depth: usize| values.peek(depth).map(|id| values.wide(id));
    Some(match opcode {
        op::POP => (Op::Pop, 1, &[]),
        op::POP2 if wide(0)? => (Op::Pop, 1, &[]),
        op::POP2 => (Op::Pop2, 2, &[]),
        op::DUP => (Op::Dup, 1, &[0, 0]),
        op::DUP_X1 => (Op::DupX1, 2, &[0, 1, 0]),
        op::DUP_X2 if wide(1)? => (Op::DupX1, 2, &[0, 1, 0]),
        op::DUP_X2 => (Op::DupX2, 3, &[0, 2, 1, 0]),
        op::DUP2 if wide(0)? => (Op::Dup, 1, &[0, 0]),
        op::DUP2 => (Op::Dup2, 2, &[1, 0, 1, 0]),
        op::DUP2_X1 if wide(0)? => (Op::DupX1, 2, &[0, 1, 0]),
        op::DUP2_X1 => (Op::Dup2X1, 3, &[1, 0, 2, 1, 0]),
        op::DUP2_X2 => match (wide(0)?, wide(1)?) {
            (true, true) => (Op::DupX1, 2, &[0, 1, 0]),
            (true, false) => (Op::DupX2, 3, &[0, 2, 1, 0]),
            _ if wide(2)? => (Op::Dup2X1, 3, &[1, 0, 2, 1, 0]),
            _ => (Op::Dup2X2, 4, &[1, 0, 3, 2, 1, 0]),
        },
        op::SWAP => (Op::Swap, 2, &[0, 1]),
        _ => return None,
    })
}

/// Entries popped and kind pushed by instructions that compute something from their operands.
pub(crate) fn compute(opcode: u8) -> Option<(usize, Kind)> {
    Some(match opcode {
        op::IADD..=op::DREM => (2, arithmetic_kind(opcode - op::IADD)),
        op::INEG..=op::DNEG => (1, arithmetic_kind(opcode - op::INEG)),
        op::ISHL..=op::LXOR => (2, if (opcode - op::ISHL).is_multiple_of(2) { b'I' } else { b'J' }),
        op::I2L | op::F2L | op::D2L => (1, b'J'),
        op::I2F | op::L2F | op::D2F => (1, b'F'),
        op::I2D | op::L2D | op::F2D => (1, b'D'),
        op::L2I | op::F2I | op::D2I | op::I2B | op::I2C | op::I2S => (1, b'I'),
        op::LCMP..=op::DCMPG => (2, b'I'),
        op::ARRAYLENGTH | op::INSTANCEOF => (1, b'I'),
        _ => return None,
    })
}

/// Descriptor of the elements that a `newarray` names.
pub(crate) fn primitive(code: u8) -> Option<u8> {
    b"ZCFDBSIJ".get(usize::from(code.checked_sub(4)?)).copied()
}

fn arithmetic_kind(offset: u8) -> Kind {
    match offset % 4 {
        0 => b'I',
        1 => b'J',
        2 => b'F',
        _ => b'D',
    }
}

/// Entries popped by instructions that push nothing.
pub(crate) fn drops(opcode: u8) -> Option<usize> {
    Some(match opcode {
        op::NOP | op::GOTO | op::GOTO_W => 0,
        op::IFEQ..=op::IFLE | op::IFNULL | op::IFNONNULL => 1,
        op::IF_ICMPEQ..=op::IF_ACMPNE => 2,
        op::TABLESWITCH | op::LOOKUPSWITCH | op::MONITORENTER | op::MONITOREXIT => 1,
        _ => return None,
    })
}

/// Kind pushed by constants without a pool operand.
pub(crate) fn constant(opcode: u8) -> Option<Kind> {
    Some(match opcode {
        op::ACONST_NULL => b'A',
        op::ICONST_M1..=op::ICONST_5 | op::BIPUSH | op::SIPUSH => b'I',
        op::LCONST_0 | op::LCONST_1 => b'J',
        op::FCONST_0..=op::FCONST_2 => b'F',
        op::DCONST_0 | op::DCONST_1 => b'D',
        _ => return None,
    })
}

/// Element descriptor and kind of array accesses: `(element, kind, is_store)`.
pub(crate) fn array_access(opcode: u8) -> Option<(u8, Kind, bool)> {
    let (offset, store) = match opcode {
        op::IALOAD..=op::SALOAD => (opcode - op::IALOAD, false),
        op::IASTORE..=op::SASTORE => (opcode - op::IASTORE, true),
        _ => return None,
    };
    let (element, kind) = match offset {
        0 => (b'I', b'I'),
        1 => (b'J', b'J'),
        2 => (b'F', b'F'),
        3 => (b'D', b'D'),
        4 => (b'L', b'A'),
        5 => (b'B', b'I'),
        6 => (b'C', b'I'),
        _ => (b'S', b'I'),
    };
    Some((element, kind, store))
}

/// True for loads, true for stores: `(local access, is store)`.
pub(crate) fn local_access(opcode: u8) -> Option<bool> {
    match opcode {
        op::ILOAD..=op::ALOAD | op::ILOAD_0..=op::ALOAD_3 => Some(false),
        op::ISTORE..=op::ASTORE | op::ISTORE_0..=op::ASTORE_3 => Some(true),
        _ => None,
    }
}

/// The kind of what a load gets from a local.
pub(crate) fn loaded_kind(opcode: u8) -> Option<Kind> {
    match opcode {
        op::ILOAD..=op::ALOAD => KINDS.get(usize::from(opcode - op::ILOAD)).copied(),
        op::ILOAD_0..=op::ALOAD_3 => KINDS.get(usize::from(opcode - op::ILOAD_0) / 4).copied(),
        _ => None,
    }
}

/// The kind of what a store puts into a local.
pub(crate) fn stored_kind(opcode: u8) -> Option<Kind> {
    match opcode {
        op::ISTORE..=op::ASTORE => KINDS.get(usize::from(opcode - op::ISTORE)).copied(),
        op::ISTORE_0..=op::ASTORE_3 => KINDS.get(usize::from(opcode - op::ISTORE_0) / 4).copied(),
        _ => None,
    }
}

/// Integer division: fails for a zero divisor.
pub(crate) fn is_division(opcode: u8) -> bool {
    matches!(opcode, op::IDIV | op::LDIV | op::IREM | op::LREM)
}

/// `int` to `int` operations whose result the analyzer computes if it knows the operands.
pub(crate) fn is_integer_arithmetic(opcode: u8) -> bool {
    matches!(opcode, op::IADD | op::ISUB | op::IMUL | op::IDIV | op::IREM | op::INEG)
        || matches!(opcode, op::ISHL | op::ISHR | op::IUSHR | op::IAND | op::IOR | op::IXOR)
        || matches!(opcode, op::I2B | op::I2C | op::I2S)
}
