//! The `int` arithmetic of the JVM (JVMS §6.5), for indices that are computed instead of recorded.

const IADD: u8 = 96;
const ISUB: u8 = 100;
const IMUL: u8 = 104;
const IDIV: u8 = 108;
const IREM: u8 = 112;
const INEG: u8 = 116;
const ISHL: u8 = 120;
const ISHR: u8 = 122;
const IUSHR: u8 = 124;
const IAND: u8 = 126;
const IOR: u8 = 128;
const IXOR: u8 = 130;
const I2B: u8 = 145;
const I2C: u8 = 146;
const I2S: u8 = 147;

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
