//! Counters of a loop: locals that every iteration moves by the same step, so that they follow from its number.

use paratrace_jvm::opcodes as op;
use paratrace_replay::base::arithmetic::iinc;
use paratrace_replay::program::outward;
use paratrace_traceformat::map::{BlockId, InstructionId, LoopId, Op};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::dependences::Points;

/// Returns the instructions that move the counters of the loop: all stores to a local that every iteration makes.
pub(super) fn counters(points: &Points<'_>, looped: LoopId) -> FxHashSet<InstructionId> {
    let mut stores: FxHashMap<u32, Vec<InstructionId>> = FxHashMap::default();
    for (insn, local) in stores_to_locals(points, looped) {
        stores.entry(local).or_default().push(insn);
    }
    let moves = |&store: &InstructionId| {
        let is_own = points.innermost_loop(store) == Some(looped);
        is_own && is_step(points, looped, store) && is_passed_always(points, looped, std::iter::once(store))
    };
    stores.into_values().filter(|stores| stores.iter().all(moves)).flatten().collect()
}

/// Returns whether every way round the loop passes one of these instructions.
pub(super) fn is_passed_always(
    points: &Points<'_>,
    looped: LoopId,
    insns: impl Iterator<Item = InstructionId>,
) -> bool {
    let map = points.map;
    let passed: Vec<InstructionId> = insns.collect();
    let passes = |block: BlockId| passed.iter().any(|&insn| map.blocks[block.index()].contains(insn));
    let inside: FxHashSet<BlockId> = body(points, looped).collect();
    let header = map.loops[looped.index()].header;
    let (mut seen, mut todo) = (FxHashSet::default(), vec![header]);
    while let Some(block) = todo.pop() {
        if passes(block) {
            continue;
        }
        for to in map.blocks[block.index()].edges.clone().map(|edge| map.edges[edge as usize].to) {
            if to == header {
                return false;
            }
            todo.extend((inside.contains(&to) && seen.insert(to)).then_some(to));
        }
    }
    true
}

/// Returns whether a store adds to its local what is the same in all iterations.
fn is_step(points: &Points<'_>, looped: LoopId, store: InstructionId) -> bool {
    let insns = &points.map.insns;
    if points.op(store) == Op::Iinc {
        return true;
    }
    // load x, step, add, store x; or step, load x, add, store x.
    let block = points.block_of(store);
    let Some(first) = store.minus(3).filter(|&first| points.block_of(first) == block) else { return false };
    let opcode = insns.opcode[store.index() - 1];
    let local = insns.arg[store.index()];
    let is_old = |insn: InstructionId| points.op(insn) == Op::Load && insns.arg[insn.index()] == local;
    let (adds, subtracts) = (matches!(opcode, op::IADD..=op::DADD), matches!(opcode, op::ISUB..=op::DSUB));
    let in_order = (adds || subtracts) && is_old(first) && stays(points, looped, first.plus(1));
    in_order || adds && is_old(first.plus(1)) && stays(points, looped, first)
}

/// Returns whether an instruction pushes a constant, or a local that the loop does not store to.
fn stays(points: &Points<'_>, looped: LoopId, insn: InstructionId) -> bool {
    let local = points.map.insns.arg[insn.index()];
    match points.op(insn) {
        Op::Push | Op::PushInt => true,
        Op::Load => !stores_to_locals(points, looped).any(|(_, stored)| stored == local),
        _ => false,
    }
}

/// The stores of a loop's code to locals, each with its local.
fn stores_to_locals(points: &Points<'_>, looped: LoopId) -> impl Iterator<Item = (InstructionId, u32)> {
    let map = points.map;
    body(points, looped).flat_map(|block| map.blocks[block.index()].instructions()).filter_map(|insn| {
        let arg = map.insns.arg[insn.index()];
        match points.op(insn) {
            Op::Store => Some((insn, arg)),
            Op::Iinc => Some((insn, iinc(arg).0)),
            _ => None,
        }
    })
}

/// The blocks of a loop, those of loops inside it included.
pub(super) fn body(points: &Points<'_>, looped: LoopId) -> impl Iterator<Item = BlockId> {
    let map = points.map;
    let method = points.method_with(map.loops[looped.index()].header);
    let inside = move |&block: &BlockId| outward(map, map.blocks[block.index()].loop_).any(|around| around == looped);
    map.methods[method.index()].blocks.clone().map(BlockId::new).filter(inside)
}
