//! Counters of a loop: locals that every iteration moves by the same step, so that they follow from its number.

use paratrace_jvm::opcodes as op;
use paratrace_replay::base::arithmetic::iinc;
use paratrace_replay::program::outward;
use paratrace_traceformat::map::{BlockId, INDUCTION, InstructionId, LoopId, Op};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::dependences::{Key, Kind, Points, Stat};

/// Returns the instructions that move the counters of the loop. `edges` are those that leave an iteration; there are
/// `tasks` iterations in `instances` of the loop.
pub(super) fn counters(
    points: &Points<'_>,
    looped: LoopId,
    edges: &[(&Key, &Stat)],
    (instances, tasks): (u64, u64),
) -> FxHashSet<InstructionId> {
    let mut steps: FxHashMap<u32, Vec<(InstructionId, u64)>> = FxHashMap::default();
    for (key, stat) in edges.iter().filter(|(key, stat)| key.kind == Kind::Raw && stat.iterations == 1) {
        if let Some(local) = step(points, looped, key.tail, key.head) {
            steps.entry(local).or_default().push((key.head, stat.carried));
        }
    }
    // The last iteration of an instance may only be a test.
    let in_all = |counted: &Vec<(InstructionId, u64)>| {
        counted.iter().map(|&(_, count)| count).sum::<u64>() + 2 * instances >= tasks
    };
    let always =
        |counted: &Vec<(InstructionId, u64)>| is_passed_always(points, looped, counted.iter().map(|&(insn, _)| insn));
    steps.into_values().filter(in_all).filter(always).flatten().map(|(insn, _)| insn).collect()
}

/// Returns whether every way round the loop passes one of these instructions.
pub(super) fn is_passed_always(
    points: &Points<'_>,
    looped: LoopId,
    insns: impl Iterator<Item = InstructionId>,
) -> bool {
    let map = points.map;
    let steps: Vec<InstructionId> = insns.collect();
    let passes = |block: BlockId| steps.iter().any(|&step| map.blocks[block.index()].contains(step));
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

/// Returns the local, if `store` adds to what `load` read what is the same in all iterations.
fn step(points: &Points<'_>, looped: LoopId, load: InstructionId, store: InstructionId) -> Option<u32> {
    if points.innermost_loop(store) != Some(looped) {
        return None;
    }
    let insns = &points.map.insns;
    if load == store {
        return (insns.flags[store.index()] & INDUCTION != 0).then(|| iinc(insns.arg[store.index()]).0);
    }
    // load x, step, add, store x; or step, load x, add, store x.
    let first = store.minus(3)?;
    let before = store.index() - 1;
    let local = insns.arg[store.index()];
    let adds = matches!(insns.opcode[before], op::IADD..=op::DADD);
    let subtracts = matches!(insns.opcode[before], op::ISUB..=op::DSUB);
    let other = match load.rows_since(first)? {
        0 if adds || subtracts => first.plus(1),
        1 if adds => first,
        _ => return None,
    };
    let is_step = points.op(store) == Op::Store && points.op(load) == Op::Load && insns.arg[load.index()] == local;
    (is_step && stays(points, looped, other)).then_some(local)
}

/// Returns whether an instruction pushes a constant, or a local that the loop does not store to.
fn stays(points: &Points<'_>, looped: LoopId, insn: InstructionId) -> bool {
    let local = points.map.insns.arg[insn.index()];
    match points.op(insn) {
        Op::Push | Op::PushInt => true,
        Op::Load => !stored_locals(points, looped).any(|stored| stored == local),
        _ => false,
    }
}

/// The locals that the code of a loop stores to.
fn stored_locals(points: &Points<'_>, looped: LoopId) -> impl Iterator<Item = u32> {
    let map = points.map;
    body(points, looped).flat_map(|block| map.blocks[block.index()].instructions()).filter_map(|insn| {
        let arg = map.insns.arg[insn.index()];
        match points.op(insn) {
            Op::Store => Some(arg),
            Op::Iinc => Some(iinc(arg).0),
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
