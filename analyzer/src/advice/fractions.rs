//! Counters of type `double`, which are products of the step and the number of the iteration as long as no sum is rounded.

use paratrace_jvm::opcodes as op;
use paratrace_replay::program::parameter_slots;
use paratrace_traceformat::map::{InstructionId, LoopId, Op};

use super::body::{instructions, stores_to_locals};
use crate::dependences::Points;
use crate::dependences::definitions::stored_local;

/// Steps are at most so many units: after 2^32 iterations a counter is 2^52 units further.
const MOST_UNITS: f64 = (1 << 20) as f64;

/// A counter begins with at most so many units: then all its values are whole numbers of units below 2^53, which a `double` holds
/// exactly (JVMS §2.3.2).
const MOST_UNITS_AT_FIRST: f64 = (1u64 << 52) as f64;

/// Returns whether a constant that a loop adds to a local again and again never rounds it: the local begins with constants, and
/// all of them are small multiples of one power of two.
pub(super) fn is_never_rounded(points: &Points<'_>, looped: LoopId, local: u32, step: InstructionId) -> bool {
    let Some(step) = constant(points, step) else { return false };
    let unit = unit(step);
    let is_whole = |value: f64, most: f64| (value / unit).fract() == 0.0 && (value / unit).abs() <= most;
    let method = &points.map.methods[points.method_of_loop(looped).index()];
    let inside: Vec<_> = instructions(points, looped).collect();
    let stores = method.instructions().filter(|&insn| stored_local(points, insn) == Some(local));
    // Elsewhere the slot may be that of a variable of another type.
    let is_double = |store: &InstructionId| {
        matches!(points.map.insns.opcode[store.index()], op::DSTORE | op::DSTORE_0..=op::DSTORE_3)
    };
    let mut first = stores.filter(|store| is_double(store) && !inside.contains(store)).peekable();
    let begins = |store: InstructionId| {
        let block = points.block_of(store);
        let value = store.minus(1).filter(|&value| points.block_of(value) == block);
        value.and_then(|value| constant(points, value)).is_some_and(|value| is_whole(value, MOST_UNITS_AT_FIRST))
    };
    let is_own = !parameter_slots(method).contains(&local) && first.peek().is_some();
    is_own && is_whole(step, MOST_UNITS) && first.all(begins) && are_equal(points, looped, local, step)
}

/// Returns whether all stores of a loop to a local add this step.
fn are_equal(points: &Points<'_>, looped: LoopId, local: u32, step: f64) -> bool {
    let mut stores = stores_to_locals(points, looped).filter(|&(_, stored)| stored == local);
    let adds = |insn: Option<InstructionId>| insn.and_then(|insn| constant(points, insn)) == Some(step);
    stores.all(|(store, _)| adds(store.minus(2)) || adds(store.minus(3)))
}

/// Returns the value of a constant of type `double`, if the map has it and it is finite.
fn constant(points: &Points<'_>, insn: InstructionId) -> Option<f64> {
    let insns = &points.map.insns;
    let value = match (points.op(insn), insns.opcode[insn.index()], insns.arg[insn.index()]) {
        (Op::Push, op::DCONST_0, _) => 0.0,
        (Op::Push, op::DCONST_1, _) => 1.0,
        // 0 is also that of constants that no `float` holds.
        (Op::Push, op::LDC2_W, bits) if bits != 0 => f64::from(f32::from_bits(bits)),
        _ => return None,
    };
    value.is_finite().then_some(value)
}

/// Returns the greatest power of two that a value is a multiple of; 1 for zero.
fn unit(value: f64) -> f64 {
    let mut unit = 1.0;
    while value != 0.0 && (value / unit).fract() != 0.0 {
        unit /= 2.0;
    }
    while value != 0.0 && (value / (2.0 * unit)).fract() == 0.0 {
        unit *= 2.0;
    }
    unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_powers_of_two() {
        let values = [0.0, 2.0, -6.0, 0.75, f64::from(f32::MIN_POSITIVE), f64::from(f32::MAX), 1.0];
        let units = [1.0, 2.0, 2.0, 0.25, f64::from(f32::MIN_POSITIVE), 2f64.powi(104), 1.0];
        assert_eq!(values.map(unit), units);
    }
}
