//! Records the elements that a call reads and writes.

use paratrace_classfile::opcodes as op;
use paratrace_jvm::elements::{Count, Range};

use super::steps::{Probe, Step, store_all};
use super::values::{ValueId, Values};
use crate::world::{Holder, Worked};

/// The argument that has the fields.
const RECEIVER: u8 = 0;

/// Records the parts of a call's arrays. `args` are all arguments from below; they are on the stack again then.
pub(super) fn record(values: &Values, args: &[ValueId], worked: &Worked, out: &mut Vec<Step>) -> Option<()> {
    let used: Vec<u8> = worked.parts.iter().flat_map(|(holder, range)| arguments(*holder, range.as_ref())).collect();
    let Some(&lowest) = used.iter().min() else { return Some(()) };
    let ids = used.iter().map(|&arg| args.get(usize::from(arg)).copied()).collect::<Option<Vec<_>>>()?;
    let kind = |arg: u8| values.values[args[usize::from(arg)]].kind;
    if ids.iter().all(|&id| values.local_with(id).is_some()) {
        let load = |arg: u8| Step::Load(kind(arg), values.local_with(args[usize::from(arg)]).unwrap_or_default());
        parts(worked, &load, out);
        return Some(());
    }
    let above = &args[usize::from(lowest)..];
    let places = store_all(values, above, out);
    let load = |arg: u8| Step::LoadScratch(kind(arg), places[usize::from(arg - lowest)]);
    parts(worked, &load, out);
    out.extend(above.iter().zip(&places).map(|(&id, &place)| Step::LoadScratch(values.values[id].kind, place)));
    Some(())
}

fn parts(worked: &Worked, load: &impl Fn(u8) -> Step, out: &mut Vec<Step>) {
    for (holder, range) in &worked.parts {
        match *holder {
            Holder::Argument(argument) => out.push(load(argument)),
            Holder::Field(class, field) => out.extend([load(RECEIVER), Step::Field(class, field)]),
        }
        let probe = match range {
            None => Probe::Whole,
            Some(range) => self::range(*range, load, out),
        };
        out.push(Step::Probe(probe));
    }
}

/// Pushes the index of the first element, and the number of elements.
fn range(Range { first, count }: Range, load: &impl Fn(u8) -> Step, out: &mut Vec<Step>) -> Probe {
    let first = first.map_or(Step::Int(0), load);
    let in_bytes = is_long(first);
    out.push(first);
    match count {
        Count::Rest => out.push(Step::Int(-1)),
        Count::Constant(count) => out.push(Step::Int(i32::from(count))),
        Count::Argument(count, factor) => {
            out.push(load(count));
            times(factor, out);
            if in_bytes && !is_long(load(count)) {
                out.push(Step::Plain(op::I2L));
            }
        }
        Count::Difference(count, less, factor) => {
            out.extend([load(count), load(less), Step::Plain(op::ISUB)]);
            times(factor, out);
        }
        Count::Shifted(count, by) => {
            out.extend([load(count), Step::Plain(op::I2L), load(by), Step::Plain(op::LSHL)]);
        }
    }
    if in_bytes { Probe::Region } else { Probe::Range }
}

fn is_long(load: Step) -> bool {
    matches!(load, Step::Load(b'J', _) | Step::LoadScratch(b'J', _))
}

fn times(factor: u8, out: &mut Vec<Step>) {
    if factor != 1 {
        out.extend([Step::Int(i32::from(factor)), Step::Plain(op::IMUL)]);
    }
}

/// The arguments whose values are needed.
fn arguments(holder: Holder, range: Option<&Range>) -> Vec<u8> {
    let mut all = vec![match holder {
        Holder::Argument(argument) => argument,
        Holder::Field(..) => RECEIVER,
    }];
    if let Some(range) = range {
        all.extend(range.first);
        match range.count {
            Count::Rest | Count::Constant(_) => {}
            Count::Argument(count, _) => all.push(count),
            Count::Difference(a, b, _) | Count::Shifted(a, b) => all.extend([a, b]),
        }
    }
    all
}
