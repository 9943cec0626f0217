//! The code of a loop, that of loops inside it included.

use paratrace_jvm::opcodes::is_predicate;
use paratrace_replay::base::arithmetic::iinc;
use paratrace_replay::program::{always_before, outward};
use paratrace_traceformat::map::{BlockId, InstructionId, LoopId, MethodId, Op};
use rustc_hash::FxHashSet;

use super::rounds::is_passed_always;
use crate::dependences::Points;
use crate::dependences::definitions::stored_local;

/// The code of a loop, and what it stores to.
pub(super) struct Body<'p> {
    points: &'p Points<'p>,
    pub(super) looped: LoopId,
    /// The method that the loop is in.
    pub(super) method: MethodId,
    pub(super) blocks: FxHashSet<BlockId>,
    /// Locals that are its counters.
    pub(super) counted: FxHashSet<u32>,
    /// Locals that it stores to otherwise.
    pub(super) stored: FxHashSet<u32>,
    /// Fields that it writes.
    pub(super) written: FxHashSet<u32>,
    /// Those of them that are its counters.
    pub(super) counted_fields: FxHashSet<u32>,
}

/// A test at the end of a block from which control may leave the loop.
pub(super) struct ExitTest {
    pub(super) block: BlockId,
    pub(super) test: InstructionId,
    /// The instructions that compute what it looks at, the last one first.
    pub(super) operands: Vec<InstructionId>,
}

impl<'p> Body<'p> {
    pub(super) fn new(points: &'p Points<'p>, looped: LoopId, counters: &FxHashSet<InstructionId>) -> Self {
        let (mut counted, mut stored) = (FxHashSet::default(), FxHashSet::default());
        for (store, local) in stores_to_locals(points, looped) {
            if counters.contains(&store) { &mut counted } else { &mut stored }.insert(local);
        }
        let is_write = |&insn: &InstructionId| matches!(points.op(insn), Op::PutField | Op::PutStatic);
        let field = |insn: InstructionId| points.map.insns.arg[insn.index()];
        let written = instructions(points, looped).filter(is_write).map(field);
        let counted_fields = counters.iter().copied().filter(is_write).map(field);
        Self {
            points,
            looped,
            method: points.method_of_loop(looped),
            blocks: blocks(points, looped).collect(),
            counted,
            stored,
            written: written.collect(),
            counted_fields: counted_fields.collect(),
        }
    }

    /// Lists the instructions.
    pub(super) fn instructions(&self) -> impl Iterator<Item = InstructionId> {
        instructions(self.points, self.looped)
    }

    /// Lists the instructions that store to a local.
    pub(super) fn stores_to(&self, local: u32) -> impl Iterator<Item = InstructionId> {
        stores_to_locals(self.points, self.looped).filter(move |&(_, stored)| stored == local).map(|(insn, _)| insn)
    }

    /// Returns the only instruction of the loop that moves a local, and the number that it adds: each iteration executes it once.
    pub(super) fn only_step(&self, local: u32) -> Option<(InstructionId, i32)> {
        let mut moves = self.stores_to(local);
        let (moved, None) = (moves.next()?, moves.next()) else { return None };
        let step = iinc(self.points.map.insns.arg[moved.index()]).1;
        let is_step = self.points.op(moved) == Op::Iinc && self.has_once(moved);
        if is_step { Some((moved, step)) } else { None }
    }

    /// Returns whether each iteration that is followed by another one executes an instruction exactly once.
    pub(super) fn has_once(&self, insn: InstructionId) -> bool {
        self.points.innermost_loop(insn) == Some(self.looped)
            && is_passed_always(self.points, self.looped, std::iter::once(insn))
    }

    /// Returns whether an instruction is in the loop's method, but outside of the loop.
    pub(super) fn is_around(&self, insn: InstructionId) -> bool {
        let is_inside = || self.points.block_of(insn).is_some_and(|block| self.blocks.contains(&block));
        self.points.method_of(insn) == self.method && !is_inside()
    }

    /// Returns whether a local has a value that no iteration computes: it stays the same, or is a counter.
    pub(super) fn is_free(&self, local: u32) -> bool {
        !self.stored.contains(&local)
    }

    /// Lists the tests that decide about the end of the loop, as far as their blocks show what they look at.
    pub(super) fn exit_tests(&self) -> impl Iterator<Item = ExitTest> {
        let map = self.points.map;
        self.blocks.iter().filter_map(move |&block| {
            let test = map.blocks[block.index()].instructions().next_back()?;
            let is_exit = self.points.next(block).any(|to| !self.blocks.contains(&to));
            if !is_exit || !is_predicate(map.insns.opcode[test.index()]) {
                return None;
            }
            Some(ExitTest { block, test, operands: self.operands(block, test)? })
        })
    }

    /// Returns the instructions of the block that compute what its test looks at; `None` if it takes more than those.
    pub(super) fn operands(&self, block: BlockId, test: InstructionId) -> Option<Vec<InstructionId>> {
        let map = self.points.map;
        let mut needed = map.stack_effect(test)?.0;
        let mut operands = Vec::new();
        // A call ends a block; what computes its arguments is in the one before.
        let mut insn = test;
        let first = self.first_before(block);
        while needed > 0 {
            insn = insn.minus(1).filter(|&insn| insn >= first)?;
            // A counter that moves while the test looks at it: `i-- > 0`.
            if self.points.op(insn) == Op::Iinc {
                continue;
            }
            let (pops, pushes) = map.stack_effect(insn)?;
            // The code keeps the value that it tests: `(line = reader.readLine()) != null`.
            if self.points.op(insn) == Op::Store {
                needed += pops;
                continue;
            }
            if self.points.op(insn) == Op::Dup && needed >= pushes {
                needed = needed - pushes + pops;
                continue;
            }
            if pushes > needed || pushes == 0 {
                return None;
            }
            needed = needed - pushes + pops;
            operands.push(insn);
        }
        Some(operands)
    }

    /// Returns the first instruction from which control always comes to the end of a block.
    fn first_before(&self, block: BlockId) -> InstructionId {
        let before = always_before(self.points.map, self.method, block);
        let first = before.take_while(|before| self.blocks.contains(before)).last().unwrap_or(block);
        self.points.first_of(first)
    }
}

/// The stores of a loop's code to locals, each with its local.
pub(super) fn stores_to_locals(points: &Points<'_>, looped: LoopId) -> impl Iterator<Item = (InstructionId, u32)> {
    instructions(points, looped).filter_map(|insn| Some((insn, stored_local(points, insn)?)))
}

/// The instructions of a loop, those of loops inside it included.
pub(super) fn instructions(points: &Points<'_>, looped: LoopId) -> impl Iterator<Item = InstructionId> {
    blocks(points, looped).flat_map(|block| points.map.blocks[block.index()].instructions())
}

/// The blocks of a loop, those of loops inside it included.
pub(super) fn blocks(points: &Points<'_>, looped: LoopId) -> impl Iterator<Item = BlockId> {
    let map = points.map;
    let inside = move |&block: &BlockId| outward(map, map.blocks[block.index()].loop_).any(|around| around == looped);
    map.methods[points.method_of_loop(looped).index()].blocks.clone().map(BlockId::new).filter(inside)
}
