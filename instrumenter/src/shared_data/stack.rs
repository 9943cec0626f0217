//! Locals and operand stack of abstract values, by slots: `long` and `double` take two.

use paratrace_classfile::opcodes as op;

use super::flow::{Ref, Source};

/// A value in a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Value {
    /// Values with the same number differ by their offsets; [`Value::PAD`] has the greatest.
    pub(crate) id: u32,
    /// The constant that is added to an `int`.
    pub(crate) offset: i32,
    pub(crate) reference: Ref,
    pub(crate) source: Source,
}

impl Default for Value {
    fn default() -> Value {
        Value { id: 0, offset: 0, reference: 0, source: Source::Other }
    }
}

impl Value {
    /// The second slot of `long` and `double`.
    pub(crate) const PAD: Value = Value { id: u32::MAX, offset: 0, reference: 0, source: Source::Other };

    pub(crate) fn is_pad(&self) -> bool {
        self.id == u32::MAX
    }
}

/// Everything that holds at one place.
#[derive(Debug, Clone)]
pub(crate) struct Stack {
    pub(crate) locals: Vec<Value>,
    pub(crate) stack: Vec<Value>,
}

impl Stack {
    pub(crate) fn values(&self) -> impl Iterator<Item = &Value> {
        self.locals.iter().chain(&self.stack)
    }

    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        self.locals.iter_mut().chain(&mut self.stack)
    }

    pub(crate) fn push(&mut self, value: Value) {
        self.stack.push(value);
    }

    pub(crate) fn pop(&mut self) -> Option<Value> {
        self.stack.pop()
    }

    /// The slot so far below the top.
    pub(crate) fn peek(&self, depth: usize) -> Option<Value> {
        self.stack.get(self.stack.len().checked_sub(depth + 1)?).copied()
    }

    /// Pops slots.
    pub(crate) fn drop(&mut self, slots: usize) -> Option<()> {
        self.stack.truncate(self.stack.len().checked_sub(slots)?);
        Some(())
    }

    /// Pops a value into a local.
    pub(crate) fn store(&mut self, local: u16, wide: bool) -> Option<()> {
        if wide {
            self.drop(1)?;
            *self.locals.get_mut(usize::from(local) + 1)? = Value::PAD;
        }
        let value = self.pop()?;
        *self.locals.get_mut(usize::from(local))? = Value { source: Source::Other, ..value };
        Some(())
    }

    /// `pop` to `swap`.
    pub(crate) fn shuffle(&mut self, opcode: u8) -> Option<()> {
        let (count, under) = match opcode {
            op::POP => return self.drop(1),
            op::POP2 => return self.drop(2),
            op::SWAP => {
                let (top, below) = (self.pop()?, self.pop()?);
                self.stack.extend([top, below]);
                return Some(());
            }
            op::DUP => (1, 0),
            op::DUP_X1 => (1, 1),
            op::DUP_X2 => (1, 2),
            op::DUP2 => (2, 0),
            op::DUP2_X1 => (2, 1),
            _ => (2, 2),
        };
        let from = self.stack.len().checked_sub(count)?;
        let copy = self.stack[from..].to_vec();
        self.stack.splice(from.checked_sub(under)?..from.checked_sub(under)?, copy);
        Some(())
    }
}
