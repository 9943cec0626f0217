//! The effect of one instruction on locals and operand stack.

use paratrace_classfile::descriptor::parse_field;
use paratrace_classfile::{
    Constant, Instruction, Operands as Immediates, VerificationType, opcodes as op, stack_effect,
};

use super::event::{Event, NULL, Source};
use super::{Walker, name_of};
use crate::shared_data::stack::{Stack, Value};

impl<'c> Walker<'c> {
    pub(super) fn step(&mut self, at: usize, insn: &Instruction, state: &mut Stack) -> Option<()> {
        let opcode = insn.opcode;
        match opcode {
            op::ACONST_NULL => {
                let id = self.value();
                state.push(Value { id, reference: NULL, ..Value::default() });
            }
            op::ALOAD | op::ALOAD_0..=op::ALOAD_3 => {
                let local = insn.local()?;
                let value = *state.locals.get(usize::from(local))?;
                state.push(Value { source: Source::Local(local), ..value });
            }
            op::ILOAD..=op::ALOAD_3 => {
                let local = insn.local()?;
                let value = *state.locals.get(usize::from(local))?;
                state.push(Value { source: Source::Local(local), ..value });
                if is_wide_access(opcode) {
                    state.push(Value::PAD);
                }
            }
            op::ISTORE..=op::ASTORE_3 => state.store(insn.local()?, is_wide_access(opcode))?,
            op::IINC => {
                let Immediates::Iinc { local, constant } = insn.operands else { return None };
                let value = state.locals.get_mut(usize::from(local))?;
                value.offset = value.offset.wrapping_add(i32::from(constant));
            }
            op::ICONST_M1..=op::ICONST_5 | op::BIPUSH | op::SIPUSH => {
                let (id, source) = (self.value(), Source::Constant(insn.immediate()?));
                state.push(Value { id, source, ..Value::default() });
            }
            op::IADD | op::ISUB => self.sum(opcode, state)?,
            op::POP..=op::SWAP => state.shuffle(opcode)?,
            op::AALOAD..=op::SALOAD | op::IALOAD..=op::DALOAD => self.load_element(at, opcode, state)?,
            op::IASTORE..=op::SASTORE => self.store_element(at, opcode, state)?,
            op::ARETURN => {
                let from = state.pop()?.reference;
                self.flow.events.push(Event::Return(from));
            }
            op::IRETURN | op::FRETURN => drop(state.pop()?),
            op::LRETURN | op::DRETURN => state.drop(2)?,
            op::RETURN | op::GOTO | op::GOTO_W | op::NOP => {}
            op::ATHROW => {
                let from = state.pop()?.reference;
                self.flow.events.push(Event::Throw(from));
            }
            op::TABLESWITCH | op::LOOKUPSWITCH => state.drop(1)?,
            op::NEWARRAY => {
                state.drop(1)?;
                self.created(at, primitive_array(insn)?.to_owned(), 1, state);
            }
            _ => match insn.constant() {
                Some(index) => self.with_constant(at, insn, index, state)?,
                None => self.plain(opcode, state)?,
            },
        }
        Some(())
    }

    /// A value and a constant.
    fn sum(&mut self, opcode: u8, state: &mut Stack) -> Option<()> {
        let (right, left) = (state.pop()?, state.pop()?);
        let moved = |value: Value, by: Option<i32>| {
            Some(Value { offset: value.offset.wrapping_add(by?), source: Source::Other, ..value })
        };
        let sum = match (opcode, left.source, right.source) {
            (op::IADD, _, Source::Constant(by)) => moved(left, Some(by)),
            (op::ISUB, _, Source::Constant(by)) => moved(left, by.checked_neg()),
            (op::IADD, Source::Constant(by), _) => moved(right, Some(by)),
            _ => None,
        };
        let id = self.value();
        state.push(sum.unwrap_or(Value { id, ..Value::default() }));
        Some(())
    }

    /// An instruction of which the opcode tells everything.
    pub(super) fn plain(&mut self, opcode: u8, state: &mut Stack) -> Option<()> {
        let (pops, pushed) = stack_effect(opcode)?;
        state.drop(pops)?;
        if let Some(kind) = pushed {
            let id = self.value();
            state.push(Value { id, ..Value::default() });
            if matches!(kind, VerificationType::Long | VerificationType::Double) {
                state.push(Value::PAD);
            }
        }
        Some(())
    }

    fn with_constant(&mut self, at: usize, insn: &Instruction, index: u16, state: &mut Stack) -> Option<()> {
        let pool = &self.class.constant_pool;
        match insn.opcode {
            op::GETSTATIC..=op::PUTFIELD => {
                let field = pool.member_ref(index).ok()?;
                self.field(at, insn.opcode, index, &field, state)?;
            }
            op::INVOKEVIRTUAL..=op::INVOKEINTERFACE => {
                let target = pool.member_ref(index).ok()?;
                self.call(at, insn.opcode, &target, Vec::new(), false, state)?;
            }
            op::INVOKEDYNAMIC => self.dynamic(at, index, state)?,
            op::LDC | op::LDC_W | op::LDC2_W => self.constant(index, state)?,
            op::NEW => {
                let class = pool.class_name(index).ok()?.into_owned();
                self.created(at, class, 0, state);
            }
            op::ANEWARRAY => {
                let element = pool.class_name(index).ok()?;
                let class = if element.starts_with('[') { format!("[{element}") } else { format!("[L{element};") };
                state.drop(1)?;
                self.created(at, class, 1, state);
            }
            op::MULTIANEWARRAY => {
                let Immediates::MultiArray { dimensions, .. } = insn.operands else { return None };
                let class = pool.class_name(index).ok()?.into_owned();
                state.drop(usize::from(dimensions))?;
                self.created(at, class, dimensions, state);
            }
            op::CHECKCAST => {
                let class = pool.class_name(index).ok()?.into_owned();
                let value = state.pop()?;
                let to = self.new_reference();
                self.flow.events.push(Event::Cast { from: value.reference, to, class });
                state.push(Value { reference: to, ..value });
            }
            op::INSTANCEOF => self.plain(insn.opcode, state)?,
            _ => return None,
        }
        Some(())
    }

    pub(super) fn constant(&mut self, index: u16, state: &mut Stack) -> Option<()> {
        let pool = &self.class.constant_pool;
        let (class, slots) = match pool.get(index).ok()? {
            Constant::Integer(_) | Constant::Float(_) => (None, 1),
            Constant::Long(_) | Constant::Double(_) => (None, 2),
            Constant::String(_) => (Some("java/lang/String".to_owned()), 1),
            Constant::Dynamic { name_and_type, .. } => {
                let (_, desc) = pool.name_and_type(name_and_type).ok()?;
                let kind = parse_field(&*desc).ok()?;
                (name_of(&kind), kind.slots())
            }
            _ => (Some("java/lang/Object".to_owned()), 1),
        };
        let id = self.value();
        let mut value = Value { id, ..Value::default() };
        if let Some(class) = class {
            value.reference = self.new_reference();
            self.flow.events.push(Event::Foreign { to: value.reference, class });
        }
        state.push(value);
        if slots == 2 {
            state.push(Value::PAD);
        }
        Some(())
    }

    pub(super) fn created(&mut self, at: usize, class: String, dimensions: u8, state: &mut Stack) {
        let value = self.reference();
        self.flow.events.push(Event::New { to: value.reference, class, dimensions, at });
        state.push(value);
    }
}

fn is_wide_access(opcode: u8) -> bool {
    matches!(opcode, op::LLOAD | op::DLOAD | op::LSTORE | op::DSTORE)
        || matches!(opcode, op::LLOAD_0..=op::LLOAD_3 | op::DLOAD_0..=op::DLOAD_3)
        || matches!(opcode, op::LSTORE_0..=op::LSTORE_3 | op::DSTORE_0..=op::DSTORE_3)
}

/// JVMS table 6.5.newarray-A.
fn primitive_array(insn: &Instruction) -> Option<&'static str> {
    let Immediates::ArrayType(kind) = insn.operands else { return None };
    ["[Z", "[C", "[F", "[D", "[B", "[S", "[I", "[J"].get(usize::from(kind).checked_sub(4)?).copied()
}
