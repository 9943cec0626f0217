//! Instructions (JVMS §6.5), decoded one at a time.

use super::reader::Reader;
use crate::error::{Error, Result};
use crate::opcodes as op;

/// One decoded instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instruction {
    /// Offset of the instruction in the code. For a `wide` instruction, that of the `wide`.
    pub pc: u32,
    /// Its length in bytes, with `wide`, operands and padding. (Code is shorter than 65,536 bytes.)
    pub len: u16,
    /// The opcode; for a `wide` instruction the one that is modified.
    pub opcode: u8,
    /// True if it is preceded by `wide`.
    pub wide: bool,
    /// Its operands.
    pub operands: Operands,
}

/// The operands of an instruction, explicit or implied by the opcode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operands {
    /// The instruction has no operands.
    None,
    /// A local variable: all loads and stores (also `iload_0` and its like) and `ret`.
    Local(u16),
    /// `iinc`.
    Iinc {
        /// The local variable.
        local: u16,
        /// The constant that is added.
        constant: i16,
    },
    /// A constant: `ldc` and its like, field access, calls, `new`, `anewarray`, `checkcast`, `instanceof`.
    Constant(u16),
    /// A value: `bipush`, `sipush`, `iconst_*`, `lconst_*`, `fconst_*`, `dconst_*`.
    Immediate(i32),
    /// The pc that a branch goes to: `if*`, `goto`, `jsr` and their wide forms.
    Branch(u32),
    /// The targets of a switch.
    Switch(Box<Switch>),
    /// The element type of `newarray` (JVMS table 6.5.newarray-A).
    ArrayType(u8),
    /// `multianewarray`.
    MultiArray {
        /// Pool index of the array class.
        class: u16,
        /// How many dimensions are allocated.
        dimensions: u8,
    },
}

/// The targets of a `tableswitch` or `lookupswitch`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Switch {
    /// The pc for all other keys.
    pub default: u32,
    /// Keys and where they go, in file order. A `tableswitch` lists every key from its low to its high bound.
    pub cases: Vec<(i32, u32)>,
}

impl Instruction {
    /// The local variable that is read, written or incremented.
    #[inline]
    pub fn local(&self) -> Option<u16> {
        match self.operands {
            Operands::Local(local) | Operands::Iinc { local, .. } => Some(local),
            _ => None,
        }
    }

    /// The index into the constant pool.
    #[inline]
    pub fn constant(&self) -> Option<u16> {
        match self.operands {
            Operands::Constant(index) | Operands::MultiArray { class: index, .. } => Some(index),
            _ => None,
        }
    }

    /// The value that is pushed by the instruction itself.
    #[inline]
    pub fn immediate(&self) -> Option<i32> {
        match self.operands {
            Operands::Immediate(value) => Some(value),
            _ => None,
        }
    }

    /// The target of a branch that is no switch.
    #[inline]
    pub fn branch_target(&self) -> Option<u32> {
        match self.operands {
            Operands::Branch(target) => Some(target),
            _ => None,
        }
    }

    /// The targets of a switch.
    #[inline]
    pub fn switch(&self) -> Option<&Switch> {
        match &self.operands {
            Operands::Switch(switch) => Some(switch),
            _ => None,
        }
    }

    /// All places that the instruction may jump to: the branch target, or the cases of a switch and then its default.
    pub fn targets(&self) -> impl Iterator<Item = u32> + '_ {
        let switch = self.switch();
        let cases = switch.into_iter().flat_map(|switch| switch.cases.iter().map(|&(_, target)| target));
        cases.chain(switch.map(|switch| switch.default)).chain(self.branch_target())
    }

    /// True if control may go on to the next instruction.
    #[inline]
    pub fn falls_through(&self) -> bool {
        !op::ends_block(self.opcode)
    }

    /// The pc behind the instruction.
    #[inline]
    pub fn end(&self) -> u32 {
        self.pc + u32::from(self.len)
    }

    /// The mnemonic of the opcode.
    pub fn name(&self) -> &'static str {
        op::name(self.opcode).unwrap_or("?")
    }
}

/// Decodes a code array. The iterator ends after the first error.
pub fn instructions(code: &[u8]) -> Instructions<'_> {
    Instructions { code, pc: 0, failed: false }
}

/// Iterator over the instructions of a method, see [`instructions`].
#[derive(Debug, Clone)]
pub struct Instructions<'a> {
    code: &'a [u8],
    pc: usize,
    failed: bool,
}

impl Iterator for Instructions<'_> {
    type Item = Result<Instruction>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed || self.pc >= self.code.len() {
            return None;
        }
        let decoded = decode(self.code, self.pc);
        match &decoded {
            Ok(instruction) => self.pc += usize::from(instruction.len),
            Err(_) => self.failed = true,
        }
        Some(decoded)
    }
}

/// Decodes the instruction at `pc`.
#[inline]
pub(super) fn decode(code: &[u8], pc: usize) -> Result<Instruction> {
    let start = u32::try_from(pc).unwrap_or(u32::MAX);
    let bytes = code.get(pc..).unwrap_or_default();
    if let Some((opcode, len, operands)) = fixed(bytes) {
        return Ok(Instruction { pc: start, len, opcode, wide: false, operands });
    }
    let mut reader = Reader::new(bytes, pc);
    let mut decoder = Decoder { reader: &mut reader, pc: start, code_length: code.len() };
    let (opcode, wide, operands) = decoder.instruction().map_err(|error| match error {
        Error::Truncated { .. } => Error::TruncatedInstruction { pc: start },
        other => other,
    })?;
    let len = u16::try_from(reader.pos()).map_err(|_| Error::BadSwitch { pc: start })?;
    Ok(Instruction { pc: start, len, opcode, wide, operands })
}

/// Opcode, length and operands of an instruction whose form says it all: most are. `None` for branches, switches, what has
/// padding, what is wide or unknown, and where the code ends within the instruction.
#[inline]
fn fixed(bytes: &[u8]) -> Option<(u8, u16, Operands)> {
    let (&opcode, rest) = bytes.split_first()?;
    let u1 = || rest.first().copied();
    let u2 = || rest.first_chunk().map(|&bytes| u16::from_be_bytes(bytes));
    let (len, operands) = match opcode {
        op::ICONST_M1..=op::ICONST_5 => (1, Operands::Immediate(i32::from(opcode) - i32::from(op::ICONST_0))),
        op::LCONST_0 | op::LCONST_1 => (1, Operands::Immediate(i32::from(opcode - op::LCONST_0))),
        op::FCONST_0..=op::FCONST_2 => (1, Operands::Immediate(i32::from(opcode - op::FCONST_0))),
        op::DCONST_0 | op::DCONST_1 => (1, Operands::Immediate(i32::from(opcode - op::DCONST_0))),
        op::BIPUSH => (2, Operands::Immediate(i32::from(u1()?.cast_signed()))),
        op::SIPUSH => (3, Operands::Immediate(i32::from(u2()?.cast_signed()))),
        op::LDC => (2, Operands::Constant(u16::from(u1()?))),
        op::LDC_W | op::LDC2_W | op::GETSTATIC..=op::INVOKESTATIC => (3, Operands::Constant(u2()?)),
        op::NEW | op::ANEWARRAY | op::CHECKCAST | op::INSTANCEOF => (3, Operands::Constant(u2()?)),
        op::ILOAD..=op::ALOAD | op::ISTORE..=op::ASTORE | op::RET => (2, Operands::Local(u16::from(u1()?))),
        op::ILOAD_0..=op::ALOAD_3 => (1, Operands::Local(u16::from((opcode - op::ILOAD_0) & 3))),
        op::ISTORE_0..=op::ASTORE_3 => (1, Operands::Local(u16::from((opcode - op::ISTORE_0) & 3))),
        op::IINC => {
            let constant = i16::from(rest.get(1)?.cast_signed());
            (3, Operands::Iinc { local: u16::from(u1()?), constant })
        }
        op::NEWARRAY => (2, Operands::ArrayType(u1()?)),
        op::MULTIANEWARRAY => (4, Operands::MultiArray { class: u2()?, dimensions: *rest.get(2)? }),
        op::IFEQ..=op::JSR | op::IFNULL..=op::JSR_W | op::TABLESWITCH | op::LOOKUPSWITCH => return None,
        op::INVOKEINTERFACE | op::INVOKEDYNAMIC | op::WIDE | 202.. => return None,
        _ => (1, Operands::None),
    };
    Some((opcode, len, operands))
}

struct Decoder<'r, 'a> {
    reader: &'r mut Reader<'a>,
    pc: u32,
    code_length: usize,
}

impl Decoder<'_, '_> {
    fn instruction(&mut self) -> Result<(u8, bool, Operands)> {
        let opcode = self.reader.u1()?;
        if opcode == op::WIDE {
            let opcode = self.reader.u1()?;
            return Ok((opcode, true, self.wide_operands(opcode)?));
        }
        Ok((opcode, false, self.operands(opcode)?))
    }

    /// The operands of those that are not [`fixed`].
    fn operands(&mut self, opcode: u8) -> Result<Operands> {
        Ok(match opcode {
            op::INVOKEINTERFACE | op::INVOKEDYNAMIC => self.call_with_padding()?,
            op::IFEQ..=op::JSR | op::IFNULL | op::IFNONNULL => {
                let offset = i32::from(self.reader.u2()?.cast_signed());
                Operands::Branch(self.target(offset)?)
            }
            op::GOTO_W | op::JSR_W => {
                let offset = self.reader.u4()?.cast_signed();
                Operands::Branch(self.target(offset)?)
            }
            op::TABLESWITCH => self.table_switch()?,
            op::LOOKUPSWITCH => self.lookup_switch()?,
            op::WIDE | 202.. => return Err(Error::BadOpcode { opcode, pc: self.pc }),
            // Those of fixed form get here if the code ends within them.
            _ => return Err(Error::TruncatedInstruction { pc: self.pc }),
        })
    }

    fn wide_operands(&mut self, opcode: u8) -> Result<Operands> {
        match opcode {
            op::ILOAD..=op::ALOAD | op::ISTORE..=op::ASTORE | op::RET => Ok(Operands::Local(self.reader.u2()?)),
            op::IINC => Ok(Operands::Iinc { local: self.reader.u2()?, constant: self.reader.u2()?.cast_signed() }),
            _ => Err(Error::BadOpcode { opcode, pc: self.pc }),
        }
    }

    /// `invokeinterface` carries a redundant count and a zero, `invokedynamic` two zeros.
    fn call_with_padding(&mut self) -> Result<Operands> {
        let index = self.reader.u2()?;
        self.reader.u2()?;
        Ok(Operands::Constant(index))
    }

    fn target(&self, offset: i32) -> Result<u32> {
        let target = i64::from(self.pc) + i64::from(offset);
        match u32::try_from(target) {
            Ok(pc) if (pc as usize) < self.code_length => Ok(pc),
            _ => Err(Error::BadBranchTarget { pc: self.pc, target }),
        }
    }

    /// Skips the padding and reads the default target.
    fn switch_default(&mut self) -> Result<u32> {
        self.reader.take(switch_padding(self.pc as usize))?;
        let offset = self.reader.u4()?.cast_signed();
        self.target(offset)
    }

    fn table_switch(&mut self) -> Result<Operands> {
        let default = self.switch_default()?;
        let (low, high) = (self.reader.u4()?.cast_signed(), self.reader.u4()?.cast_signed());
        let count = i64::from(high) - i64::from(low) + 1;
        self.check_cases(count, 4)?;
        let mut cases = Vec::with_capacity(usize::try_from(count).unwrap_or(0));
        for key in low..=high {
            let offset = self.reader.u4()?.cast_signed();
            cases.push((key, self.target(offset)?));
        }
        Ok(Operands::Switch(Box::new(Switch { default, cases })))
    }

    fn lookup_switch(&mut self) -> Result<Operands> {
        let default = self.switch_default()?;
        let count = i64::from(self.reader.u4()?.cast_signed());
        self.check_cases(count + 1, 8)?;
        let mut cases = Vec::with_capacity(usize::try_from(count).unwrap_or(0));
        for _ in 0..count {
            let (key, offset) = (self.reader.u4()?.cast_signed(), self.reader.u4()?.cast_signed());
            cases.push((key, self.target(offset)?));
        }
        Ok(Operands::Switch(Box::new(Switch { default, cases })))
    }

    /// A count below 1 or beyond the end of the code is refused before anything is reserved. (A `lookupswitch` may have
    /// no cases, and passes one more than it has; its last row is followed by at least one instruction.)
    fn check_cases(&self, count: i64, row: i64) -> Result<()> {
        let room = i64::try_from(self.reader.remaining()).unwrap_or(0);
        if count < 1 || (count - 1).saturating_mul(row) > room {
            return Err(Error::BadSwitch { pc: self.pc });
        }
        Ok(())
    }
}

/// How many bytes of padding follow the opcode of a switch at `pc` (JVMS §6.5, tableswitch).
pub(crate) fn switch_padding(pc: usize) -> usize {
    3 - (pc & 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(code: &[u8]) -> Result<Vec<Instruction>> {
        instructions(code).collect()
    }

    #[test]
    fn operands_are_uniform() -> Result<()> {
        let list =
            all(&[0x1b, 0x15, 7, 0xc4, 0x15, 1, 2, 0x84, 3, 0xff, 0x02, 0x10, 0x80, 0x11, 1, 0, 0xa7, 0, 3, 0xb1])?;
        let locals: Vec<_> = list.iter().map(Instruction::local).collect();
        assert_eq!(locals, [Some(1), Some(7), Some(258), Some(3), None, None, None, None, None]);
        let values: Vec<_> = list.iter().filter_map(Instruction::immediate).collect();
        assert_eq!(values, [-1, -128, 256]);
        assert_eq!(list[7].branch_target(), Some(19));
        assert!(list[2].wide && list[2].opcode == op::ILOAD && list[2].len == 4);
        Ok(())
    }

    #[test]
    fn switches_are_padded() -> Result<()> {
        let mut code = vec![op::NOP, op::TABLESWITCH, 0, 0];
        for word in [27_i32, 5, 7, 27, 27, 27] {
            code.extend(word.to_be_bytes());
        }
        code.push(op::RETURN);
        let list = all(&code)?;
        let switch = list[1].switch().cloned();
        assert_eq!(switch, Some(Switch { default: 28, cases: vec![(5, 28), (6, 28), (7, 28)] }));
        Ok(())
    }

    #[test]
    fn faults_are_named() {
        assert_eq!(all(&[0xca]), Err(Error::BadOpcode { opcode: 0xca, pc: 0 }));
        assert_eq!(all(&[0xc4, 0x00]), Err(Error::BadOpcode { opcode: 0, pc: 0 }));
        assert_eq!(all(&[0x00, 0xa7, 0]), Err(Error::TruncatedInstruction { pc: 1 }));
        assert_eq!(all(&[0xa7, 0xff, 0xff]), Err(Error::BadBranchTarget { pc: 0, target: -1 }));
        let mut huge = vec![op::LOOKUPSWITCH, 0, 0, 0, 0, 0, 0, 0];
        huge.extend(i32::MAX.to_be_bytes());
        assert_eq!(all(&huge), Err(Error::BadSwitch { pc: 0 }));
    }
}
