//! Accesses that are counted one by one.

use paratrace_classfile::{Result, opcodes as op};

use crate::counters::code::{COUNT, TASK};
use crate::counters::tally::Tallies;

use super::Inserter;

impl Inserter<'_, '_, '_> {
    /// Accesses that are counted one by one, and ranges of indices.
    pub(super) fn accesses(&mut self, tallies: &Tallies) -> Result<()> {
        for &(at, region, array, write, wide) in &tallies.ranges {
            let slots = self.slots.get(&region).and_then(|slots| slots.arrays.get(array));
            let Some((low, high)) = slots.and_then(|array| array.range) else { continue };
            let mut code = self.code();
            let (up, down) = shifts(write, wide);
            code.ops(up).op(op::DUP).extreme("min", low)?.op(op::DUP).extreme("max", high)?.ops(down);
            let bytes = code.bytes;
            self.editor.insert_before(at, bytes);
        }
        for &(at, write, wide) in &tallies.single {
            let mut code = self.code();
            match (write, wide) {
                (false, _) => code.op(op::DUP2).element(false)?,
                (true, false) => {
                    code.ops(&[op::DUP_X2, op::POP, op::DUP2]).element(true)?.ops(&[op::DUP2_X1, op::POP2])
                }
                (true, true) => {
                    code.ops(&[op::DUP2_X2, op::POP2, op::DUP2]).element(true)?.ops(&[op::DUP2_X2, op::POP2])
                }
            };
            let bytes = code.bytes;
            self.editor.insert_before(at, bytes);
        }
        for object in &tallies.objects {
            self.needs.counted.insert(object.class.clone());
            let count = self.own_method(COUNT, &format!("(L{};IIL{TASK};)V", object.class))?;
            let (up, down) = shifts(object.write, object.wide);
            let mut code = self.code();
            code.ops(up).op(op::DUP).int(i32::from(object.reads))?.int(i32::from(object.writes))?;
            code.task().u2(op::INVOKESTATIC, count).ops(down);
            let bytes = code.bytes;
            self.editor.insert_before(object.at, bytes);
        }
        Ok(())
    }
}

/// Code that brings the values below a stored value to the top of the stack, and back.
fn shifts(write: bool, wide: bool) -> (&'static [u8], &'static [u8]) {
    match (write, wide) {
        (false, _) => (&[], &[]),
        (true, false) => (&[op::SWAP], &[op::SWAP]),
        (true, true) => (&[op::DUP2_X1, op::POP2], &[op::DUP_X2, op::POP]),
    }
}
