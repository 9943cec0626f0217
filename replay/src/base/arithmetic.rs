//! The `int` arithmetic of the JVM (JVMS §6.5), for indices that are computed instead of recorded.

use paratrace_jvm::opcodes::{I2B, I2C, I2S, IADD, IAND, IDIV, IMUL, INEG, IOR, IREM, ISHL, ISHR, ISUB, IUSHR, IXOR};

/// Returns the number of operands of an instruction that computes an `int` from `int`s only; `None` for others.
pub fn operands(opcode: u8) -> Option<usize> {
    match opcode {
        IADD | ISUB | IMUL | IDIV | IREM | ISHL | ISHR | IUSHR | IAND | IOR | IXOR => Some(2),
        INEG | I2B | I2C | I2S => Some(1),
        _ => None,
    }
}

/// Returns the result of an instruction. Instructions with one operand ignore `b`. Division by zero, which throws,
/// gives 0.
#[inline]
pub fn compute(opcode: u8, a: i32, b: i32) -> i32 {
    match opcode {
        IADD => a.wrapping_add(b),
        ISUB => a.wrapping_sub(b),
        IMUL => a.wrapping_mul(b),
        IDIV if b != 0 => a.wrapping_div(b),
        IREM if b != 0 => a.wrapping_rem(b),
        INEG => a.wrapping_neg(),
        ISHL => a.wrapping_shl(b.cast_unsigned()),
        ISHR => a.wrapping_shr(b.cast_unsigned()),
        IUSHR => a.cast_unsigned().wrapping_shr(b.cast_unsigned()).cast_signed(),
        IAND => a & b,
        IOR => a | b,
        IXOR => a ^ b,
        I2B => i32::from(a as i8),
        I2C => i32::from(a as u16),
        I2S => i32::from(a as i16),
        _ => 0,
    }
}

/// Returns local and constant of an `iinc` (docs/format.md section 1.3).
#[inline]
pub fn iinc(arg: u32) -> (u32, i32) {
    (arg & 0xffff, i32::from((arg >> 16) as u16 as i16))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corner_cases_are_those_of_the_jvm() {
        assert_eq!(compute(IDIV, i32::MIN, -1), i32::MIN);
        assert_eq!(compute(IREM, i32::MIN, -1), 0);
        assert_eq!(compute(ISHL, 1, 33), 2);
        assert_eq!(compute(IUSHR, -1, 28), 15);
        assert_eq!(compute(I2C, -1, 0), 65_535);
        assert_eq!(compute(I2B, 200, 0), -56);
        assert_eq!(iinc(3 | 0xffff_0000), (3, -1));
    }
}
