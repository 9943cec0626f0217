//! Values that every iteration moves by the same number, also in what it calls: what an iteration starts with follows from its own
//! number, so no first pass over the iterations has to find it out.

use paratrace_jvm::opcodes as op;
use paratrace_traceformat::map::{BlockId, InstructionId, Op};

use super::body::Body;
use super::reach::Reach;
use super::rounds::{DEEP, handlers};
use crate::dependences::Points;

/// The steps that the iterations of a loop make.
pub(super) struct EvenSteps<'a, 'p> {
    pub(super) points: &'a Points<'p>,
    pub(super) reach: &'a Reach<'p>,
    pub(super) body: &'a Body<'p>,
}

impl EvenSteps<'_, '_> {
    /// Returns whether every iteration executes a store exactly once, and it stores a sum with a constant.
    pub(super) fn is_even(&self, store: InstructionId) -> bool {
        self.adds_constant(store) && self.runs_once(store, DEEP)
    }

    fn adds_constant(&self, store: InstructionId) -> bool {
        let Some(sum) = self.points.producer(store, 0) else { return false };
        let is_constant = |above: u32| {
            let operand = self.points.producer(sum, above);
            operand.is_some_and(|operand| matches!(self.points.op(operand), Op::PushInt | Op::Push))
        };
        match self.points.map.insns.opcode[sum.index()] {
            op::IADD | op::LADD => is_constant(0) || is_constant(1),
            op::ISUB | op::LSUB => is_constant(0),
            _ => false,
        }
    }

    /// Returns whether each iteration that ends executes an instruction exactly once.
    fn runs_once(&self, insn: InstructionId, deep: usize) -> bool {
        let method = self.points.method_of(insn);
        if method == self.body.method {
            return self.body.has_once(insn) && self.points.block_of(insn).is_some_and(|block| self.is_uncaught(block));
        }
        let only = self.reach.only_call(self.body.instructions(), method).filter(|_| deep > 0);
        only.is_some_and(|call| {
            self.calls_only_this(call) && self.is_straight_from_start(insn) && self.runs_once(call, deep - 1)
        })
    }

    /// Returns whether a call runs one method, whatever class its object is of.
    fn calls_only_this(&self, call: InstructionId) -> bool {
        [op::INVOKESTATIC, op::INVOKESPECIAL].contains(&self.points.map.insns.opcode[call.index()])
            && self.reach.callees_of(call).count() == 1
    }

    /// Returns whether a method that ends has come to an instruction by one way without branches.
    fn is_straight_from_start(&self, insn: InstructionId) -> bool {
        let method = &self.points.map.methods[self.points.method_of(insn).index()];
        let mut block = BlockId::new(method.blocks.start);
        for _ in method.blocks.clone() {
            let is_repeated = !self.points.map.blocks[block.index()].loop_.is_none();
            if is_repeated || !self.is_uncaught(block) {
                return false;
            }
            if self.points.map.blocks[block.index()].contains(insn) {
                return true;
            }
            let mut onward = self.points.next(block);
            let Some(next) = onward.next().filter(|_| onward.next().is_none()) else { return false };
            block = next;
        }
        false
    }

    /// Returns whether no exception leads from a block to a handler of its method.
    fn is_uncaught(&self, block: BlockId) -> bool {
        handlers(self.points, block, None).next().is_none()
    }
}
