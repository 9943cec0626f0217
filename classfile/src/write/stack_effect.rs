//! The effect of instructions on the types of stack and locals.

use crate::opcodes as op;
use crate::read::frames::{FrameType, VerificationType as V};

/// Types of locals and stack, one element per slot. The second slot of `long` and `double` is `Top`, which occurs on
/// the stack in no other way.
#[derive(Debug, Clone)]
pub(crate) struct State {
    locals: Vec<FrameType>,
    stack: Vec<FrameType>,
}

impl State {
    pub(crate) fn new(locals: &[FrameType], stack: &[FrameType], max_locals: u16) -> Self {
        let mut locals = spread(locals);
        locals.resize(usize::from(max_locals), FrameType::TOP);
        State { locals, stack: spread(stack) }
    }

    /// The locals as in a frame.
    pub(crate) fn locals(&self) -> Vec<FrameType> {
        let mut locals = gather(&self.locals);
        while locals.last() == Some(&FrameType::TOP) {
            locals.pop();
        }
        locals
    }

    /// The stack as in a frame.
    pub(crate) fn stack(&self) -> Vec<FrameType> {
        gather(&self.stack)
    }

    pub(crate) fn push(&mut self, kind: FrameType) {
        self.stack.push(kind);
        if kind.slots() == 2 {
            self.stack.push(FrameType::TOP);
        }
    }

    /// Pops slots.
    pub(crate) fn pop(&mut self, slots: usize) -> Option<()> {
        let left = self.stack.len().checked_sub(slots)?;
        self.stack.truncate(left);
        Some(())
    }

    /// Pops a value of one slot.
    pub(crate) fn pop_one(&mut self) -> Option<FrameType> {
        self.stack.pop()
    }

    /// Pops a value of one or two slots.
    pub(crate) fn pop_value(&mut self) -> Option<FrameType> {
        match self.stack.pop()? {
            FrameType::TOP => self.stack.pop().filter(|kind| kind.slots() == 2),
            single => Some(single),
        }
    }

    /// Copies the top `count` slots to below the `under` slots under them.
    pub(crate) fn duplicate(&mut self, count: usize, under: usize) -> Option<()> {
        let from = self.stack.len().checked_sub(count)?;
        let to = from.checked_sub(under)?;
        let copy = self.stack.get(from..)?.to_vec();
        self.stack.splice(to..to, copy);
        Some(())
    }

    pub(crate) fn swap(&mut self) -> Option<()> {
        let (top, below) = (self.stack.pop()?, self.stack.pop()?);
        self.stack.extend([top, below]);
        Some(())
    }

    pub(crate) fn local(&self, index: usize) -> Option<FrameType> {
        self.locals.get(index).copied().filter(|&kind| kind != FrameType::TOP)
    }

    /// Assigns a local; a `long` or `double` that loses one of its slots becomes unusable.
    pub(crate) fn set_local(&mut self, index: usize, kind: FrameType) -> Option<()> {
        if let Some(below) = index.checked_sub(1).and_then(|below| self.locals.get_mut(below))
            && below.slots() == 2
        {
            *below = FrameType::TOP;
        }
        *self.locals.get_mut(index)? = kind;
        if kind.slots() == 2 {
            *self.locals.get_mut(index + 1)? = FrameType::TOP;
        }
        Some(())
    }

    /// Replaces a type wherever it occurs.
    pub(crate) fn replace(&mut self, old: FrameType, new: FrameType) {
        for kind in self.locals.iter_mut().chain(&mut self.stack) {
            if *kind == old {
                *kind = new;
            }
        }
    }
}

fn spread(types: &[FrameType]) -> Vec<FrameType> {
    let mut slots = Vec::with_capacity(types.len());
    for &kind in types {
        slots.push(kind);
        if kind.slots() == 2 {
            slots.push(FrameType::TOP);
        }
    }
    slots
}

fn gather(slots: &[FrameType]) -> Vec<FrameType> {
    let mut types = Vec::with_capacity(slots.len());
    let mut rest = slots.iter();
    while let Some(&kind) = rest.next() {
        types.push(kind);
        if kind.slots() == 2 {
            rest.next();
        }
    }
    types
}

/// Slots popped and type pushed by the instructions for which the opcode tells it all.
pub fn effect(opcode: u8) -> Option<(usize, Option<V>)> {
    Some(match opcode {
        op::NOP | op::IINC => (0, None),
        op::ACONST_NULL => (0, Some(V::Null)),
        op::ICONST_M1..=op::ICONST_5 | op::BIPUSH | op::SIPUSH => (0, Some(V::Integer)),
        op::LCONST_0 | op::LCONST_1 => (0, Some(V::Long)),
        op::FCONST_0..=op::FCONST_2 => (0, Some(V::Float)),
        op::DCONST_0 | op::DCONST_1 => (0, Some(V::Double)),
        op::IALOAD | op::BALOAD | op::CALOAD | op::SALOAD => (2, Some(V::Integer)),
        op::LALOAD => (2, Some(V::Long)),
        op::FALOAD => (2, Some(V::Float)),
        op::DALOAD => (2, Some(V::Double)),
        op::LASTORE | op::DASTORE => (4, None),
        op::IASTORE..=op::SASTORE => (3, None),
        op::POP | op::MONITORENTER | op::MONITOREXIT => (1, None),
        op::POP2 => (2, None),
        op::IADD..=op::LXOR => arithmetic(opcode),
        op::I2L..=op::I2S => conversion(opcode),
        op::FCMPL | op::FCMPG => (2, Some(V::Integer)),
        op::LCMP | op::DCMPL | op::DCMPG => (4, Some(V::Integer)),
        op::IFEQ..=op::IFLE | op::IFNULL | op::IFNONNULL => (1, None),
        op::IF_ICMPEQ..=op::IF_ACMPNE => (2, None),
        op::ARRAYLENGTH | op::INSTANCEOF => (1, Some(V::Integer)),
        _ => return None,
    })
}

/// The types of the four-fold instructions, in their order.
const NUMBERS: [(usize, V); 4] = [(1, V::Integer), (2, V::Long), (1, V::Float), (2, V::Double)];

fn number(order: u8) -> (usize, V) {
    NUMBERS.get(usize::from(order & 3)).copied().unwrap_or((1, V::Integer))
}

fn arithmetic(opcode: u8) -> (usize, Option<V>) {
    let (slots, kind) = match opcode {
        op::IADD..=op::DNEG => number(opcode - op::IADD),
        _ => number((opcode - op::ISHL) & 1),
    };
    let pops = match opcode {
        op::INEG..=op::DNEG => slots,
        // The distance of a shift is an int.
        op::ISHL..=op::LUSHR => slots + 1,
        _ => slots * 2,
    };
    (pops, Some(kind))
}

fn conversion(opcode: u8) -> (usize, Option<V>) {
    match opcode {
        op::I2L | op::F2L => (1, Some(V::Long)),
        op::I2F => (1, Some(V::Float)),
        op::I2D | op::F2D => (1, Some(V::Double)),
        op::L2I | op::D2I => (2, Some(V::Integer)),
        op::L2F | op::D2F => (2, Some(V::Float)),
        op::L2D => (2, Some(V::Double)),
        op::D2L => (2, Some(V::Long)),
        // i2b, i2c, i2s, f2i
        _ => (1, Some(V::Integer)),
    }
}
