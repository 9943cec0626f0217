//! Counters of a loop: locals that every iteration moves by the same step, so that they follow from its number.

use paratrace_jvm::opcodes as op;
use paratrace_traceformat::map::{InstructionId, LoopId, Op};
use rustc_hash::{FxHashMap, FxHashSet};

use super::body::stores_to_locals;
use super::fractions::is_never_rounded;
use super::rounds::{is_passed_always, may_pass_again};
use crate::dependences::Points;

/// Returns the instructions that move the counters of the loop: all stores to a local that every iteration makes, or of which it
/// makes one: the compiler writes `finally` once for each way into it.
pub(super) fn counters(points: &Points<'_>, looped: LoopId) -> FxHashSet<InstructionId> {
    let mut stores: FxHashMap<u32, Vec<InstructionId>> = FxHashMap::default();
    for (insn, local) in stores_to_locals(points, looped) {
        stores.entry(local).or_default().push(insn);
    }
    let steps = |&store: &InstructionId| points.innermost_loop(store) == Some(looped) && is_step(points, looped, store);
    let moves = |&store: &InstructionId| is_passed_always(points, looped, std::iter::once(store));
    let is_counter = |stores: &Vec<InstructionId>| {
        stores.iter().all(steps) && (stores.iter().all(moves) || are_one_step(points, looped, stores))
    };
    stores.into_values().filter(is_counter).flatten().collect()
}

/// Returns whether every iteration makes one of these steps, which are all alike, and none makes two.
fn are_one_step(points: &Points<'_>, looped: LoopId, stores: &[InstructionId]) -> bool {
    let insns = &points.map.insns;
    let all_alike = stores
        .iter()
        .all(|&store| points.op(store) == Op::Iinc && insns.arg[store.index()] == insns.arg[stores[0].index()]);
    all_alike
        && is_passed_always(points, looped, stores.iter().copied())
        && !stores.iter().any(|&store| may_pass_again(points, looped, store, stores))
}

/// Returns whether a store adds to its local a number that is the same in all iterations. Numbers with a fraction must not be
/// rounded by any step, else the value is no product of the step and the number of the iteration.
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
    let is_fraction = matches!(opcode, op::DADD | op::DSUB);
    let stays = |step| match is_fraction {
        true => is_never_rounded(points, looped, local, step),
        false => stays(points, looped, step),
    };
    let adds = matches!(opcode, op::IADD | op::LADD | op::DADD);
    let subtracts = matches!(opcode, op::ISUB | op::LSUB | op::DSUB);
    let in_order = (adds || subtracts) && is_old(first) && stays(first.plus(1));
    in_order || adds && is_old(first.plus(1)) && stays(first)
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
