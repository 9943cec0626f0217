//! Values that are the same in all iterations of a loop.

use std::cell::OnceCell;

use paratrace_jvm::opcodes as op;
use paratrace_traceformat::map::{BlockId, InstructionId, LoopId, Op};
use rustc_hash::FxHashSet;

use super::body::{blocks, instructions, stores_to_locals};
use super::reach::Reach;
use crate::dependences::Points;
use crate::dependences::definitions::only_store;

/// Most instructions that compute a value from one another.
const DEEP: usize = 8;

/// What a loop leaves as it is.
pub(super) struct Fixed<'a, 'm> {
    points: &'a Points<'m>,
    looped: LoopId,
    pub(super) blocks: FxHashSet<BlockId>,
    /// Locals that it stores to.
    stored: FxHashSet<u32>,
    reach: Option<&'a Reach<'m>>,
    /// Fields that it may write, once they are asked for.
    written: OnceCell<FxHashSet<u32>>,
}

impl<'a, 'm> Fixed<'a, 'm> {
    /// Without `reach`, nothing is known of fields.
    pub(super) fn new(points: &'a Points<'m>, looped: LoopId, reach: Option<&'a Reach<'m>>) -> Self {
        Self {
            points,
            looped,
            blocks: blocks(points, looped).collect(),
            stored: stores_to_locals(points, looped).map(|(_, local)| local).collect(),
            reach,
            written: OnceCell::new(),
        }
    }

    /// Returns whether the stack entry `above` entries below the top before an instruction is the same in all iterations.
    pub(super) fn is_operand(&self, insn: InstructionId, above: u32) -> bool {
        self.is_computed(insn, above, DEEP)
    }

    fn is_computed(&self, insn: InstructionId, above: u32, deep: usize) -> bool {
        let producer = self.points.producer(insn, above).filter(|_| deep > 0);
        producer.is_some_and(|producer| self.is_value(producer, deep - 1))
    }

    /// Returns whether an instruction always pushes the same.
    fn is_value(&self, insn: InstructionId, deep: usize) -> bool {
        let are_all = |count: u32| (0..count).all(|above| self.is_computed(insn, above, deep));
        let insns = &self.points.map.insns;
        let (opcode, arg) = (insns.opcode[insn.index()], insns.arg[insn.index()]);
        match self.points.op(insn) {
            Op::PushInt => true,
            Op::Push => opcode != op::NEW,
            Op::Load => !self.stored.contains(&arg) || self.is_given_the_same(insn, deep),
            Op::Compute => is_arithmetic(opcode) && are_all(arg),
            Op::GetStatic => self.is_kept(arg),
            Op::GetField => self.is_kept(arg) && are_all(1),
            Op::Invoke if self.points.calls_pure(insn) => {
                self.points.call(insn).is_some_and(|call| are_all(u32::from(call.args)))
            }
            _ => false,
        }
    }

    /// Returns whether a local that the loop stores to has only one value where an instruction loads it: from before the loop, or
    /// the same in each iteration.
    fn is_given_the_same(&self, load: InstructionId, deep: usize) -> bool {
        only_store(self.points, load).is_some_and(|store| {
            let is_inside = self.points.block_of(store).is_some_and(|block| self.blocks.contains(&block));
            !is_inside || self.points.op(store) == Op::Store && self.is_computed(store, 0, deep)
        })
    }

    /// Returns whether nothing that the loop may run writes a field.
    fn is_kept(&self, field: u32) -> bool {
        self.reach.is_some_and(|reach| {
            let written = || reach.written(instructions(self.points, self.looped));
            !self.written.get_or_init(written).contains(&field)
        })
    }
}

/// Returns whether an instruction computes numbers of numbers, or the length of an array.
fn is_arithmetic(opcode: u8) -> bool {
    matches!(opcode, op::IADD..=op::LXOR | op::I2L..=op::DCMPG | op::ARRAYLENGTH)
}
