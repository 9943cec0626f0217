//! The recipe of one instruction: what it does to values, what is recorded, whether it may throw or run class initialisers.

use paratrace_classfile::{Instruction, Operands as Immediates, opcodes as op};
use paratrace_traceformat::map::{INDUCTION, Mode, Op, PEI};

use super::access::{array_step, instance_field, new_array};
use super::call::call_step;
use super::operand::OUTSIDE;
use super::operand::{CallUse, FieldUse, Operand, OperandId};
use super::shape;
use super::steps::{Around, CastType, Step, StepRange};
use super::values::{Recorded, Uninit, Value, Values};
use super::walk::Walker;
use crate::world::CallKind;

/// The recipe of one instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fact {
    pub(crate) op: Op,
    pub(crate) flags: u8,
    /// How a call is followed.
    pub(crate) mode: Option<Mode>,
    /// The initialised object is recorded after the call.
    pub(crate) post_receiver: bool,
    /// May run class initialisers of the program first.
    pub(crate) trigger: bool,
    /// May see what another thread has released: a monitor is entered, a volatile field read.
    pub(crate) acquires: bool,
    /// It is a call, and what that runs is only counted.
    pub(crate) counted: bool,
    /// `this` is initialised before the instruction.
    pub(crate) this_ready: bool,
    /// Control may go on to the next instruction.
    pub(crate) falls_through: bool,
    /// Calls a constructor on `this`.
    pub(crate) initializes_this: bool,
    /// Entries on the operand stack before and after.
    pub(crate) height: u16,
    pub(crate) height_after: u16,
    /// Local, entries popped, or element descriptor; fields and calls are in `operand`.
    pub(crate) arg: u32,
    pub(crate) operand: OperandId,
    pub(crate) steps: StepRange,
}

impl Fact {
    pub(super) fn of(
        insn: &Instruction,
        operand: OperandId,
        (trigger, acquires): (bool, bool),
        values: &Values,
    ) -> Option<Fact> {
        Some(Fact {
            op: Op::Push,
            flags: 0,
            mode: None,
            post_receiver: false,
            trigger,
            acquires,
            counted: false,
            this_ready: values.common.this_ready,
            falls_through: insn.falls_through(),
            initializes_this: false,
            height: u16::try_from(values.stack.len()).ok()?,
            height_after: 0,
            arg: 0,
            operand,
            steps: StepRange::default(),
        })
    }

    /// How this call is followed.
    pub(crate) fn kind_of_call<'k>(&self, call: &'k CallUse<'_>) -> Option<&'k CallKind> {
        if self.initializes_this { call.on_this.as_ref() } else { Some(&call.kind) }
    }
}

impl Walker<'_, '_> {
    /// Executes one instruction on the values and says what is recorded. `around` is empty, before and after.
    pub(super) fn step(
        &mut self,
        index: usize,
        fact: &mut Fact,
        values: &mut Values,
        around: &mut Around,
    ) -> Option<()> {
        let insn = &self.body.insns[index];
        match self.operands.get(fact.operand) {
            Some(Operand::Field(field)) => self.field(insn.opcode, field, values, fact, around)?,
            Some(Operand::Call(call)) => self.call(call, values, fact, around)?,
            Some(Operand::Class(name)) => self.class_operand(index, name, values, fact, around)?,
            Some(Operand::Integer(value)) => push_constant(b'I', Some(*value), values, fact),
            Some(Operand::Fraction(bits)) => {
                values.push(b'D');
                fact.arg = *bits;
            }
            Some(Operand::Constant(kind, linked)) => {
                values.push(*kind);
                fact.flags |= if *linked { PEI } else { 0 };
            }
            None => self.simple(index, values, fact, around)?,
        }
        fact.steps = around.keep(&mut self.steps)?;
        fact.height_after = u16::try_from(values.stack.len()).ok()?;
        Some(())
    }

    /// True if class initialisers may run at an instruction that initialises this class. After it the class and its super
    /// classes count as initialised.
    pub(super) fn trigger(&self, class: usize, values: &mut Values) -> bool {
        if class == OUTSIDE {
            return true;
        }
        let bit = |class: usize| self.classes.iter().position(|&known| known == class).map_or(0, |n| 1u64 << n);
        let done = values.common.initialized & bit(class) != 0;
        for class in self.operands.world.supers(class) {
            values.common.initialized |= bit(class);
        }
        !done
    }

    /// See [`Fact::acquires`].
    pub(super) fn acquires(&self, index: usize) -> bool {
        match self.body.insns[index].opcode {
            op::MONITORENTER => true,
            op::GETFIELD | op::GETSTATIC => {
                matches!(self.operands.get(self.ids[index]), Some(Operand::Field(field)) if field.volatile)
            }
            _ => false,
        }
    }

    fn call(&self, call: &CallUse<'_>, values: &mut Values, fact: &mut Fact, around: &mut Around) -> Option<()> {
        call_step(call, values, fact, around)?;
        around.after.extend(call.known.lists_members);
        if call.known.copies
            && fact.mode == Some(Mode::Open)
            && let Some(class) = self.copied_class(call)
        {
            around.after.extend([Step::Plain(op::DUP), Step::Fresh(u32::try_from(class).ok()?)]);
        }
        Some(())
    }

    /// Class of the program whose objects an untraced `clone` copies, object number included.
    fn copied_class(&self, call: &CallUse<'_>) -> Option<usize> {
        let world = self.operands.world;
        let class = if call.opcode == op::INVOKESPECIAL { Some(self.operands.index) } else { world.find(&call.class) };
        let class = class.filter(|&c| world.identity_holder(c).is_some() && world.classes[c].rewritten())?;
        (!world.classes[class].is_interface()).then_some(class)
    }

    fn field(
        &self,
        opcode: u8,
        field: &FieldUse<'_>,
        values: &mut Values,
        fact: &mut Fact,
        around: &mut Around,
    ) -> Option<()> {
        match opcode {
            op::GETSTATIC => {
                fact.op = Op::GetStatic;
                values.push(field.kind);
            }
            op::PUTSTATIC => {
                fact.op = Op::PutStatic;
                values.pop()?;
            }
            _ => return instance_field(opcode, field, values, fact, around),
        }
        fact.flags |= if field.own { 0 } else { PEI };
        Some(())
    }

    fn class_operand(
        &self,
        index: usize,
        name: &str,
        values: &mut Values,
        fact: &mut Fact,
        around: &mut Around,
    ) -> Option<()> {
        let insn = &self.body.insns[index];
        match insn.opcode {
            op::NEW => {
                let value = Value { non_null: true, uninit: Uninit::new(index)?, ..Value::of(b'A') };
                let id = values.add(value);
                values.stack.push(id);
                fact.flags |= PEI;
            }
            op::ANEWARRAY => new_array((1, CastType::OfClass(insn.constant()?)), values, fact, around)?,
            op::MULTIANEWARRAY => {
                let Immediates::MultiArray { dimensions, class } = insn.operands else { return None };
                new_array((usize::from(dimensions), CastType::Is(class)), values, fact, around)?;
            }
            op::CHECKCAST => {
                // The same object under another type: what is known of it stays, but another local's copy of it has the old type.
                fact.op = Op::Compute;
                fact.arg = 1;
                fact.flags |= PEI;
                let id = values.pop()?;
                let cast = values.add(values.values[id]);
                values.stack.push(cast);
            }
            op::INSTANCEOF => {
                fact.op = Op::Compute;
                fact.arg = 1;
                values.pop()?;
                values.push(b'I');
                let safe = name.starts_with("java/lang/") || self.operands.world.find(name).is_some();
                fact.flags |= if safe { 0 } else { PEI };
            }
            _ => return None,
        }
        Some(())
    }

    fn simple(&mut self, index: usize, values: &mut Values, fact: &mut Fact, around: &mut Around) -> Option<()> {
        let insn = &self.body.insns[index];
        let opcode = insn.opcode;
        if let Some(kind) = shape::constant(opcode) {
            push_constant(kind, insn.immediate().filter(|_| kind == b'I'), values, fact);
            let top = values.peek(0)?;
            values.values[top].set_number(insn.immediate());
        } else if let Some(store) = shape::local_access(opcode) {
            let local = insn.local()?;
            fact.op = if store { Op::Store } else { Op::Load };
            fact.arg = u32::from(local);
            if store { values.store(local)? } else { values.load(local)? }
        } else if let Some((op, count, order)) = shape::shuffle(opcode, values) {
            fact.op = op;
            values.restack(count, order)?;
        } else if let Some(access) = shape::array_access(opcode) {
            array_step(access, values, fact, around)?;
        } else if let Some((pops, kind)) = shape::compute(opcode) {
            compute_step(opcode, pops, kind, values, fact)?;
        } else if let Some(pops) = shape::drops(opcode) {
            fact.op = Op::Drop;
            fact.arg = u32::try_from(pops).ok()?;
            fact.flags |= if matches!(opcode, op::MONITORENTER | op::MONITOREXIT) { PEI } else { 0 };
            for _ in 0..pops {
                values.pop()?;
            }
        } else {
            self.rest(index, values, fact, around)?;
        }
        Some(())
    }

    fn rest(&mut self, index: usize, values: &mut Values, fact: &mut Fact, around: &mut Around) -> Option<()> {
        let insn = &self.body.insns[index];
        match insn.opcode {
            op::IINC => {
                let Immediates::Iinc { local, constant } = insn.operands else { return None };
                fact.op = Op::Iinc;
                fact.arg = u32::from(local) | u32::from(constant.cast_unsigned()) << 16;
                fact.flags |= if self.is_induction(index, local) { INDUCTION } else { 0 };
                let recorded = Recorded::identity_if(values.values[values.local(local)?].is_known());
                let id = values.add(Value { recorded, ..Value::of(b'I') });
                values.set_local(local, id)?;
            }
            op::NEWARRAY => {
                let Immediates::ArrayType(code) = insn.operands else { return None };
                let element = shape::primitive(code)?;
                new_array((1, CastType::Of(element)), values, fact, around)?;
            }
            op::ATHROW => {
                fact.op = Op::Throw;
                fact.flags |= PEI;
                values.pop()?;
            }
            op::RETURN => fact.op = Op::Return,
            op::IRETURN..=op::ARETURN => {
                fact.op = Op::ReturnValue;
                values.pop()?;
            }
            _ => return None,
        }
        Some(())
    }

    /// A loop's own counter: within the innermost loop around the `iinc`, nothing else writes the local.
    fn is_induction(&mut self, index: usize, local: u16) -> bool {
        let Some(innermost) = self.forest.innermost[self.cfg.block_of[index]] else { return false };
        let inside = |i: usize| self.forest.within(self.forest.innermost[self.cfg.block_of[i]], innermost);
        let stores = self.stores.get_or_insert_with(|| stores(&self.body.insns));
        let first = stores.partition_point(|&(other, _)| other < local);
        !stores[first..].iter().take_while(|&&(other, _)| other == local).any(|&(_, i)| inside(i))
    }
}

/// Locals with the instructions that store into them, ordered.
fn stores(insns: &[Instruction]) -> Vec<(u16, usize)> {
    let writes = |(index, insn): (usize, &Instruction)| {
        let store = shape::local_access(insn.opcode) == Some(true);
        insn.local().filter(|_| store).map(|local| (local, index))
    };
    let mut stores: Vec<_> = insns.iter().enumerate().filter_map(writes).collect();
    stores.sort_unstable();
    stores
}

/// A constant; the analyzer knows those of kind `int`.
fn push_constant(kind: u8, value: Option<i32>, values: &mut Values, fact: &mut Fact) {
    let id = values.push(kind);
    if let Some(value) = value {
        values.values[id].know();
        values.values[id].set_number(Some(value));
        fact.op = Op::PushInt;
        fact.arg = value.cast_unsigned();
    }
}

fn compute_step(opcode: u8, pops: usize, kind: u8, values: &mut Values, fact: &mut Fact) -> Option<()> {
    fact.op = Op::Compute;
    fact.arg = u32::try_from(pops).ok()?;
    let top = values.peek(0)?;
    let may_throw = (shape::is_division(opcode) && values.values[top].number().is_none_or(|divisor| divisor == 0))
        || (opcode == op::ARRAYLENGTH && !values.values[top].non_null);
    fact.flags |= if may_throw { PEI } else { 0 };
    if opcode == op::ARRAYLENGTH {
        values.values[top].non_null = true;
    }
    let mut known = shape::is_integer_arithmetic(opcode);
    for _ in 0..pops {
        let operand = values.pop()?;
        known &= values.values[operand].is_known();
    }
    let id = values.push(kind);
    values.values[id].recorded = Recorded::identity_if(known);
    Some(())
}
