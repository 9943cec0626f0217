//! Recipes of accesses to arrays and fields: the values that are recorded, and those that are known already.

use paratrace_classfile::opcodes as op;
use paratrace_traceformat::map::{INDEX, NEW, Op, PEI, REF};

use super::facts::Fact;
use super::operand::{FieldUse, Kind};
use super::steps::{self, Around, CastType, Probe, Step};
use super::values::{Uninit, Value, ValueId, Values};

/// An array is created: its identity is recorded. The probe may replace it, so that its type has to be told again.
pub(super) fn new_array(
    (dimensions, array_type): (usize, CastType),
    values: &mut Values,
    fact: &mut Fact,
    around: &mut Around,
) -> Option<()> {
    fact.op = Op::Compute;
    fact.arg = u32::try_from(dimensions).ok()?;
    fact.flags |= PEI | NEW;
    let mut length = None;
    for _ in 0..dimensions {
        let id = values.pop()?;
        length = values.values[id].number();
    }
    let id = values.push(b'A');
    recorded(values, id);
    values.values[id].set_number(length);
    let probe = if dimensions > 1 { Probe::Arrays } else { Probe::Array };
    around.after.extend([Step::Probe(probe), Step::Cast(array_type)]);
    Some(())
}

/// The value's identity is recorded, and it is not null.
pub(super) fn recorded(values: &mut Values, id: ValueId) {
    values.values[id].know();
    values.values[id].non_null = true;
}

/// A load from, or store into, an array.
pub(super) fn array_step(
    (element, kind, store): (u8, Kind, bool),
    values: &mut Values,
    fact: &mut Fact,
    around: &mut Around,
) -> Option<()> {
    fact.op = if store { Op::ArrayStore } else { Op::ArrayLoad };
    fact.arg = u32::from(element);
    let stored = if store { Some(values.peek(0)?) } else { None };
    let (index, array) = (values.peek(usize::from(store))?, values.peek(1 + usize::from(store))?);
    // Initialisers of large tables are made of stores that cannot fail.
    let checked = store && kind == b'A';
    fact.flags |= if !checked && is_within(&values.values[array], &values.values[index]) { 0 } else { PEI };
    let before = &mut around.before;
    match (values.values[array].is_known(), values.values[index].is_known()) {
        (true, true) => {}
        (true, false) => {
            steps::copy_index(values, index, stored, before);
            before.push(Step::Probe(Probe::Value));
            fact.flags |= INDEX;
        }
        (false, true) => {
            steps::copy_array(values, array, stored, before);
            before.push(Step::Probe(Probe::Identity));
            fact.flags |= REF;
        }
        (false, false) => {
            steps::copy_element(values, array, index, stored, before);
            before.push(Step::Probe(Probe::Element));
            fact.flags |= REF | INDEX;
        }
    }
    recorded(values, array);
    values.values[index].know();
    for _ in 0..2 + usize::from(store) {
        values.pop()?;
    }
    if !store {
        values.push(kind);
    }
    Some(())
}

/// A constant index of an array created here.
fn is_within(array: &Value, index: &Value) -> bool {
    array.number().zip(index.number()).is_some_and(|(length, index)| (0..length).contains(&index))
}

/// A load from, or store into, a field of an object.
pub(super) fn instance_field(
    opcode: u8,
    field: &FieldUse<'_>,
    values: &mut Values,
    fact: &mut Fact,
    around: &mut Around,
) -> Option<()> {
    let store = opcode == op::PUTFIELD;
    fact.op = if store { Op::PutField } else { Op::GetField };
    let above = if store { Some(values.peek(0)?) } else { None };
    let object = values.peek(usize::from(store))?;
    // The identity of an object as seen by an untraced class is its hash, not its number: always recorded.
    if !values.values[object].is_known() || !field.traced {
        fact.flags |= REF;
        steps::copy_reference(values, object, above, &mut around.before);
        let early = values.values[object].uninit == Uninit::THIS;
        around.before.push(match (early, field.traced) {
            (true, _) => Step::Probe(Probe::Value),
            (false, true) => Step::Record(field.named_at),
            (false, false) => Step::Probe(Probe::Identity),
        });
    }
    fact.flags |= if field.resolved && values.values[object].non_null { 0 } else { PEI };
    if field.traced {
        values.values[object].know();
    }
    values.values[object].non_null = true;
    for _ in 0..=usize::from(store) {
        values.pop()?;
    }
    if !store {
        values.push(field.kind);
    }
    Some(())
}
