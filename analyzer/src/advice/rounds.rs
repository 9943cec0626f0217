//! Ways round a loop: what every iteration comes past, exceptions included, and what it may come past again.

use paratrace_jvm::opcodes as op;
use paratrace_replay::program::outward;
use paratrace_traceformat::map::{BlockId, InstructionId, LoopId, ProgramMap};
use rustc_hash::FxHashSet;

use super::body::{Body, blocks};
use super::reach::Reach;
use crate::dependences::Points;

/// Returns whether every way round the loop passes one of these instructions. An exception that the loop catches itself may lead
/// past them, also from the middle of a block.
pub(super) fn is_passed_always(
    points: &Points<'_>,
    looped: LoopId,
    insns: impl Iterator<Item = InstructionId>,
) -> bool {
    let map = points.map;
    let passed: Vec<InstructionId> = insns.collect();
    let inside: FxHashSet<BlockId> = blocks(points, looped).collect();
    let header = map.loops[looped.index()].header;
    let (mut seen, mut todo) = (FxHashSet::default(), vec![header]);
    while let Some(block) = todo.pop() {
        let here = &map.blocks[block.index()];
        let end = passed.iter().copied().filter(|&insn| here.contains(insn)).min();
        let onward = points.next(block).filter(|_| end.is_none());
        for to in onward.chain(handlers(points, block, end)) {
            if to == header {
                return false;
            }
            todo.extend((inside.contains(&to) && seen.insert(to)).then_some(to));
        }
    }
    true
}

/// Returns whether an iteration may come past one of these instructions behind another one, exceptions included.
pub(super) fn may_pass_again(
    points: &Points<'_>,
    looped: LoopId,
    behind: InstructionId,
    insns: &[InstructionId],
) -> bool {
    let map = points.map;
    let inside: FxHashSet<BlockId> = blocks(points, looped).collect();
    let header = map.loops[looped.index()].header;
    let Some(block) = points.block_of(behind) else { return true };
    let here = &map.blocks[block.index()];
    if insns.iter().any(|&insn| insn > behind && here.contains(insn)) {
        return true;
    }
    let throws = here.instructions().any(|insn| insn > behind && may_throw(map, insn));
    let caught = throws.then(|| handlers(points, block, None)).into_iter().flatten();
    let mut todo: Vec<BlockId> = points.next(block).chain(caught).collect();
    let mut seen = FxHashSet::default();
    while let Some(block) = todo.pop() {
        if block == header || !inside.contains(&block) || !seen.insert(block) {
            continue;
        }
        if insns.iter().any(|&insn| map.blocks[block.index()].contains(insn)) {
            return true;
        }
        todo.extend(points.next(block).chain(handlers(points, block, None)));
    }
    false
}

/// Lists the handlers of the method that the instructions of a block may lead to, those from `end` on left out.
pub(super) fn handlers<'m>(
    points: &Points<'m>,
    block: BlockId,
    end: Option<InstructionId>,
) -> impl Iterator<Item = BlockId> + use<'m> {
    let map = points.map;
    let here = &map.blocks[block.index()];
    let first = InstructionId::new(here.insns.start);
    let mut before = here.instructions().take_while(|&insn| end.is_none_or(|end| insn < end));
    let throws = before.any(|insn| may_throw(map, insn));
    let own = map.methods[points.method_with(block).index()].handlers.clone();
    let all = &map.handlers[own.start as usize..own.end as usize];
    all.iter().filter(move |handler| throws && handler.covers(first)).map(|handler| handler.block)
}

/// Returns whether an instruction may throw an exception that programs catch and go on.
fn may_throw(map: &ProgramMap, insn: InstructionId) -> bool {
    matches!(
        map.insns.opcode[insn.index()],
        op::IALOAD..=op::SALOAD
            | op::IASTORE..=op::SASTORE
            | op::IDIV
            | op::LDIV
            | op::IREM
            | op::LREM
            | op::GETSTATIC..=op::MONITOREXIT
            | op::MULTIANEWARRAY
    )
}

/// Most calls inside each other that are followed.
pub(super) const DEEP: usize = 8;

/// The calls of an iteration, and the loops inside it.
pub(super) struct Iteration<'a, 'p> {
    pub(super) points: &'a Points<'p>,
    pub(super) reach: &'a Reach<'p>,
    pub(super) body: &'a Body<'p>,
}

impl Iteration<'_, '_> {
    /// Returns whether an iteration may execute `again` once more after `after`; both are of the same method.
    pub(super) fn may_repeat(&self, again: InstructionId, after: InstructionId) -> bool {
        let around: Vec<LoopId> = self.loops_around(after).collect();
        self.loops_around(again).any(|looped| around.contains(&looped)) || !self.calls_once(again, DEEP)
    }

    /// Lists the loops around an instruction, but those around the iteration.
    fn loops_around(&self, insn: InstructionId) -> impl Iterator<Item = LoopId> {
        let innermost = self.points.innermost_loop(insn).unwrap_or(LoopId::NONE);
        outward(self.points.map, innermost).take_while(|&looped| looped != self.body.looped)
    }

    /// Returns whether an iteration runs the method of an instruction at most once.
    fn calls_once(&self, insn: InstructionId, deep: usize) -> bool {
        let method = self.points.method_of(insn);
        if method == self.body.method {
            return true;
        }
        let only = self.reach.only_call(self.body.instructions(), method).filter(|_| deep > 0);
        only.is_some_and(|call| self.loops_around(call).next().is_none() && self.calls_once(call, deep - 1))
    }
}
