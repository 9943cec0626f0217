//! Probe code in symbolic form: what is inserted around an instruction, before constant-pool indices are known.

use paratrace_classfile::opcodes as op;

use super::operand::Kind;
use super::values::{Uninit, ValueId, Values};

/// A method of `paratrace.rt.Probe`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Probe {
    /// `value(I, Buffer)`
    Value,
    /// `identity(Object, Buffer)`
    Identity,
    /// `element(Object, I, Buffer)`
    Element,
    /// `state(Object, Buffer)`
    State,
    /// `receiver(Object, Buffer)`
    Receiver,
    /// `copy(Object, I, Object, I, I, Buffer)`
    Copy,
    /// `clone(Object, Buffer)`
    Clone,
}

/// One piece of inserted code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    /// A plain instruction without operands.
    Plain(u8),
    /// Load of an original local.
    Load(Kind, u16),
    /// Store into, or load from, a scratch local (number of slots from the first).
    StoreScratch(Kind, u16),
    /// See [`Step::StoreScratch`].
    LoadScratch(Kind, u16),
    /// The thread's buffer, then a call of the runtime.
    Probe(Probe),
    /// The thread's buffer, then the method that records the number of an object of the named class.
    Record(String),
    /// The number that a constructor gives to its object before the object can hold it.
    EarlyNumber,
    /// Clears the object number of a copy, by the named class's method.
    Fresh(String),
}

/// How many slots of the operand stack inserted code needs at most, beyond those of the instruction.
pub(crate) const STACK_ROOM: u16 = 8;

/// Pushes a copy of the object reference of an access: `above` are the values above it on the stack.
pub(crate) fn copy_reference(values: &Values, reference: ValueId, above: &[ValueId]) -> Vec<Step> {
    if values.values[reference].uninit == Uninit::This {
        return vec![Step::EarlyNumber];
    }
    if let Some(local) = values.local_with(reference) {
        return vec![Step::Load(b'A', local)];
    }
    match above {
        [] => vec![Step::Plain(op::DUP)],
        [one] if values.wide(*one) => plain(&[op::DUP2_X1, op::POP2, op::DUP_X2]),
        _ => plain(&[op::DUP2, op::POP]),
    }
}

/// Pushes copies of array and index; above them is the value of a store, if any.
pub(crate) fn copy_element(values: &Values, array: ValueId, index: ValueId, stored: Option<ValueId>) -> Vec<Step> {
    if let (Some(array), Some(index)) = (values.local_with(array), values.local_with(index)) {
        return vec![Step::Load(b'A', array), Step::Load(b'I', index)];
    }
    match stored {
        None => plain(&[op::DUP2]),
        Some(value) if values.wide(value) => plain(&[op::DUP2_X2, op::POP2, op::DUP2_X2]),
        Some(_) => plain(&[op::DUP_X2, op::POP, op::DUP2_X1]),
    }
}

/// Pushes a copy of the array of an access; above it are the index and the value of a store, if any.
pub(crate) fn copy_array(values: &Values, array: ValueId, stored: Option<ValueId>) -> Vec<Step> {
    if let Some(array) = values.local_with(array) {
        return vec![Step::Load(b'A', array)];
    }
    match stored {
        None => plain(&[op::DUP2, op::POP]),
        Some(value) if values.wide(value) => plain(&[op::DUP2_X2, op::POP2, op::DUP2_X2, op::POP]),
        Some(_) => plain(&[op::DUP_X2, op::POP, op::DUP2_X1, op::POP]),
    }
}

/// Pushes a copy of the index only.
pub(crate) fn copy_index(values: &Values, index: ValueId, stored: Option<ValueId>) -> Vec<Step> {
    if let Some(index) = values.local_with(index) {
        return vec![Step::Load(b'I', index)];
    }
    match stored {
        None => plain(&[op::DUP]),
        Some(value) if values.wide(value) => plain(&[op::DUP2_X1, op::POP2, op::DUP_X2]),
        Some(_) => plain(&[op::DUP2, op::POP]),
    }
}

/// Records arguments of a call without changing the stack. `args` are all arguments from below, `wanted` those to
/// record, ascending, each with its probe.
pub(crate) fn record_arguments(values: &Values, args: &[ValueId], wanted: &[(usize, Probe)]) -> Vec<Step> {
    let Some(&(lowest, _)) = wanted.first() else { return Vec::new() };
    let from_locals: Option<Vec<u16>> = wanted.iter().map(|&(arg, _)| values.local_with(args[arg])).collect();
    if let Some(locals) = from_locals {
        let pairs = locals.into_iter().zip(wanted);
        return pairs.flat_map(|(local, &(_, probe))| [Step::Load(b'A', local), Step::Probe(probe)]).collect();
    }
    let above = &args[lowest + 1..];
    match above {
        [] => vec![Step::Plain(op::DUP), Step::Probe(wanted[0].1)],
        [one] if !values.wide(*one) => {
            let mut steps = plain(&[op::DUP2, op::POP]);
            steps.push(Step::Probe(wanted[0].1));
            if let Some(&(_, probe)) = wanted.get(1) {
                steps.extend([Step::Plain(op::DUP), Step::Probe(probe)]);
            }
            steps
        }
        _ => spill(values, args, lowest, wanted),
    }
}

/// Stores all arguments from `lowest` upwards into scratch locals and loads them again, recording on the way.
fn spill(values: &Values, args: &[ValueId], lowest: usize, wanted: &[(usize, Probe)]) -> Vec<Step> {
    let mut steps = Vec::new();
    let places = scratch_places(values, &args[lowest..]);
    for (&arg, &place) in args[lowest..].iter().zip(&places).rev() {
        steps.push(Step::StoreScratch(values.values[arg].kind, place));
    }
    for (index, &arg) in args.iter().enumerate().skip(lowest) {
        steps.push(Step::LoadScratch(values.values[arg].kind, places[index - lowest]));
        if let Some(&(_, probe)) = wanted.iter().find(|&&(wanted, _)| wanted == index) {
            steps.extend([Step::Plain(op::DUP), Step::Probe(probe)]);
        }
    }
    steps
}

/// Records the five arguments of `System.arraycopy`.
pub(crate) fn record_copy(values: &Values, args: &[ValueId]) -> Vec<Step> {
    let places = scratch_places(values, args);
    let load = |steps: &mut Vec<Step>| {
        for (&arg, &place) in args.iter().zip(&places) {
            steps.push(Step::LoadScratch(values.values[arg].kind, place));
        }
    };
    let mut steps = Vec::new();
    for (&arg, &place) in args.iter().zip(&places).rev() {
        steps.push(Step::StoreScratch(values.values[arg].kind, place));
    }
    load(&mut steps);
    steps.push(Step::Probe(Probe::Copy));
    load(&mut steps);
    steps
}

/// Scratch slots for values, one behind the other.
fn scratch_places(values: &Values, args: &[ValueId]) -> Vec<u16> {
    let mut next = 0;
    let mut places = Vec::with_capacity(args.len());
    for &arg in args {
        places.push(next);
        next += if values.wide(arg) { 2 } else { 1 };
    }
    places
}

/// Scratch slots that the steps use.
pub(crate) fn scratch_slots(steps: &[Step]) -> u16 {
    let used = steps.iter().map(|step| match step {
        Step::StoreScratch(kind, place) => place + if matches!(kind, b'J' | b'D') { 2 } else { 1 },
        _ => 0,
    });
    used.max().unwrap_or(0)
}

fn plain(opcodes: &[u8]) -> Vec<Step> {
    opcodes.iter().map(|&opcode| Step::Plain(opcode)).collect()
}
