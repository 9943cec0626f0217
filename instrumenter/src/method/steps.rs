//! Probe code in symbolic form: what is inserted around an instruction, before constant-pool indices are known.

use paratrace_classfile::opcodes as op;
use paratrace_traceformat::map::Effect;

use super::operand::{CallUse, Kind};
use super::values::{Uninit, ValueId, Values};
use crate::world::CallKind;

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
    /// `array(Object, Buffer) -> Object`
    Array,
    /// `arrays(Object, Buffer) -> Object`
    Arrays,
    /// `own(Object, Buffer) -> Object`
    Own,
    /// `clone(Object, Buffer) -> Object`
    Clone,
    /// `made(Object, Buffer)`
    Made,
    /// `redefined(Object, Buffer)`
    Redefined,
    /// `remade(Object, Buffer) -> Object`
    Remade,
    /// `memory(Object, Object, J, J, I, Buffer)`
    Memory,
    /// `bytes(Object, Object, J, J, I, Buffer)`, of so many bytes
    Bytes(u8),
    /// `view(Object, I, I, Buffer)`, of so many bytes
    View(u8),
    /// `field(Object, Object, Buffer)`
    Field,
    /// `whole(Object, Buffer)`
    Whole,
    /// `range(Object, I, I, Buffer)`
    Range,
    /// `region(Object, J, J, Object, J, Buffer)`
    Region,
    /// `filled(Object, Buffer)`
    Filled,
    /// `virtual…(Object…, Buffer)`, with so many objects
    Virtual(u8),
    /// `bound…(Object…, Object, Buffer)`, with so many objects before the class
    Bound(u8),
}

/// The type of a probe's result: that of the new object it was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CastType {
    /// An array, its elements are primitive: their descriptor character.
    Of(u8),
    /// An array, its elements are of the class of this constant.
    OfClass(u16),
    /// The class of this constant.
    Is(u16),
    /// The class of this name.
    Named(&'static str),
}

/// One piece of inserted code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    /// Records the object number, which the method for the class of this constant says.
    Record(u16),
    /// The number that a constructor gives to its object before the object can hold it.
    EarlyNumber,
    /// The reference on the stack is of this type.
    Cast(CastType),
    /// Clears the object number of a copy, by the method of this class of the world.
    Fresh(u32),
    /// An `int`.
    Int(i32),
    /// The class of this constant.
    ClassConstant(u16),
    /// The field of the object on the stack: class of the world, and position.
    Field(u32, u32),
    /// Takes the members that tracing adds out of a list of fields.
    OwnFields,
    /// Takes the members that tracing adds out of a list of methods.
    OwnMethods,
}

/// Steps before and after one instruction: a part of the method's list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct StepRange {
    first: u32,
    before: u16,
    leaving: u16,
    after: u16,
}

impl StepRange {
    /// The steps that run before the instruction.
    #[inline]
    pub(crate) fn before(self, list: &[Step]) -> &[Step] {
        self.all(list).get(..usize::from(self.before)).unwrap_or_default()
    }

    /// The steps that run between the end of the path and the call that ends it.
    #[inline]
    pub(crate) fn leaving(self, list: &[Step]) -> &[Step] {
        let before = usize::from(self.before);
        self.all(list).get(before..before + usize::from(self.leaving)).unwrap_or_default()
    }

    /// The steps that run after the instruction.
    #[inline]
    pub(crate) fn after(self, list: &[Step]) -> &[Step] {
        self.all(list).get(usize::from(self.before) + usize::from(self.leaving)..).unwrap_or_default()
    }

    /// All steps of the instruction, in the order in which they run.
    #[inline]
    pub(crate) fn all(self, list: &[Step]) -> &[Step] {
        let first = self.first as usize;
        let count = usize::from(self.before) + usize::from(self.leaving) + usize::from(self.after);
        list.get(first..first + count).unwrap_or_default()
    }
}

/// Steps before and after one instruction, while its recipe is made.
#[derive(Debug, Default)]
pub(super) struct Around {
    pub(super) before: Vec<Step>,
    /// Between the end of the path and the call that ends it.
    pub(super) leaving: Vec<Step>,
    pub(super) after: Vec<Step>,
}

impl Around {
    pub(super) fn clear(&mut self) {
        self.before.clear();
        self.leaving.clear();
        self.after.clear();
    }

    /// Moves the steps to the end of the list; `None` if there are too many.
    #[inline]
    pub(super) fn keep(&mut self, list: &mut Vec<Step>) -> Option<StepRange> {
        let first = u32::try_from(list.len()).ok()?;
        if self.before.is_empty() && self.leaving.is_empty() && self.after.is_empty() {
            return Some(StepRange { first, before: 0, leaving: 0, after: 0 });
        }
        let length = |steps: &[Step]| u16::try_from(steps.len()).ok();
        let (before, leaving, after) = (length(&self.before)?, length(&self.leaving)?, length(&self.after)?);
        list.append(&mut self.before);
        list.append(&mut self.leaving);
        list.append(&mut self.after);
        Some(StepRange { first, before, leaving, after })
    }
}

/// How many slots of the operand stack inserted code needs at most, beyond those of the instruction.
pub(crate) const STACK_ROOM: u16 = 9;

/// Pushes a copy of the object reference of an access; `above` is the value of a store, which lies above it.
pub(crate) fn copy_reference(values: &Values, reference: ValueId, above: Option<ValueId>, out: &mut Vec<Step>) {
    if values.values[reference].uninit == Uninit::THIS {
        return out.push(Step::EarlyNumber);
    }
    if let Some(local) = values.local_with(reference) {
        return out.push(Step::Load(b'A', local));
    }
    match above {
        None => plain(&[op::DUP], out),
        Some(value) if values.wide(value) => plain(&[op::DUP2_X1, op::POP2, op::DUP_X2], out),
        Some(_) => plain(&[op::DUP2, op::POP], out),
    }
}

/// Pushes copies of array and index; above them is the value of a store, if any.
pub(crate) fn copy_element(
    values: &Values,
    array: ValueId,
    index: ValueId,
    stored: Option<ValueId>,
    out: &mut Vec<Step>,
) {
    if let (Some(array), Some(index)) = (values.local_with(array), values.local_with(index)) {
        return out.extend([Step::Load(b'A', array), Step::Load(b'I', index)]);
    }
    match stored {
        None => plain(&[op::DUP2], out),
        Some(value) if values.wide(value) => plain(&[op::DUP2_X2, op::POP2, op::DUP2_X2], out),
        Some(_) => plain(&[op::DUP_X2, op::POP, op::DUP2_X1], out),
    }
}

/// Pushes a copy of the array of an access; above it are the index and the value of a store, if any.
pub(crate) fn copy_array(values: &Values, array: ValueId, stored: Option<ValueId>, out: &mut Vec<Step>) {
    if let Some(array) = values.local_with(array) {
        return out.push(Step::Load(b'A', array));
    }
    match stored {
        None => plain(&[op::DUP2, op::POP], out),
        Some(value) if values.wide(value) => plain(&[op::DUP2_X2, op::POP2, op::DUP2_X2, op::POP], out),
        Some(_) => plain(&[op::DUP_X2, op::POP, op::DUP2_X1, op::POP], out),
    }
}

/// Pushes a copy of the index only.
pub(crate) fn copy_index(values: &Values, index: ValueId, stored: Option<ValueId>, out: &mut Vec<Step>) {
    if let Some(index) = values.local_with(index) {
        return out.push(Step::Load(b'I', index));
    }
    match stored {
        None => plain(&[op::DUP], out),
        Some(value) if values.wide(value) => plain(&[op::DUP2_X1, op::POP2, op::DUP_X2], out),
        Some(_) => plain(&[op::DUP2, op::POP], out),
    }
}

/// Records the state of arguments of a call without changing the stack. `args` are all arguments from below.
pub(crate) fn record_arguments(values: &Values, args: &[ValueId], call: &CallKind, out: &mut Vec<Step>) {
    let wanted = &call.state_args;
    let Some(&lowest) = wanted.first() else { return };
    let lowest = usize::from(lowest);
    let probe = |arg: usize| if arg == lowest && call.class_recorded { Probe::Receiver } else { Probe::State };
    let local = |&arg: &u8| values.local_with(args[usize::from(arg)]);
    if wanted.iter().all(|arg| local(arg).is_some()) {
        for arg in wanted {
            out.extend(local(arg).map(|local| Step::Load(b'A', local)));
            out.push(Step::Probe(probe(usize::from(*arg))));
        }
        return;
    }
    record_lowest(values, args, wanted, probe, out);
}

/// Records arguments of which the lowest one is on the stack below others. `wanted` are their numbers, ascending.
pub(crate) fn record_lowest(
    values: &Values,
    args: &[ValueId],
    wanted: &[u8],
    probe: impl Fn(usize) -> Probe,
    out: &mut Vec<Step>,
) {
    let Some(&lowest) = wanted.first() else { return };
    let lowest = usize::from(lowest);
    match &args[lowest + 1..] {
        [] => out.extend([Step::Plain(op::DUP), Step::Probe(probe(lowest))]),
        [one] if !values.wide(*one) => {
            plain(&[op::DUP2, op::POP], out);
            out.push(Step::Probe(probe(lowest)));
            if wanted.len() > 1 {
                out.extend([Step::Plain(op::DUP), Step::Probe(Probe::State)]);
            }
        }
        _ => spill(values, args, wanted, probe, out),
    }
}

/// Stores all arguments from the lowest wanted one upwards into scratch locals and loads them again, recording on the way.
fn spill(values: &Values, args: &[ValueId], wanted: &[u8], probe: impl Fn(usize) -> Probe, out: &mut Vec<Step>) {
    let lowest = usize::from(wanted[0]);
    let places = store_all(values, &args[lowest..], out);
    for (index, &arg) in args.iter().enumerate().skip(lowest) {
        out.push(Step::LoadScratch(values.values[arg].kind, places[index - lowest]));
        if wanted.iter().any(|&wanted| usize::from(wanted) == index) {
            out.extend([Step::Plain(op::DUP), Step::Probe(probe(index))]);
        }
    }
}

/// Pushes copies of some arguments of a call, ascending, for the steps that record them. The stack is as before then.
pub(crate) fn record_copies(
    values: &Values,
    args: &[ValueId],
    wanted: &[usize],
    recorded: &[Step],
    out: &mut Vec<Step>,
) {
    let kind = |arg: usize| values.values[args[arg]].kind;
    let held: Vec<Option<u16>> = wanted.iter().map(|&arg| values.local_with(args[arg])).collect();
    if held.iter().all(Option::is_some) {
        out.extend(wanted.iter().zip(held).filter_map(|(&arg, local)| Some(Step::Load(kind(arg), local?))));
        return out.extend(recorded);
    }
    let Some(&lowest) = wanted.first() else { return };
    let places = store_all(values, &args[lowest..], out);
    let load = |arg: usize| Step::LoadScratch(kind(arg), places[arg - lowest]);
    out.extend(wanted.iter().map(|&arg| load(arg)));
    out.extend(recorded);
    out.extend((lowest..args.len()).map(load));
}

/// Tells the runtime who answers a call of traced code, and all references that it is given unless their states are recorded already, without
/// changing the stack. What no receiver selects is answered by the class that the call names. `args` are all arguments from below.
pub(crate) fn tell_callee(values: &Values, args: &[ValueId], call: &CallUse<'_>, kind: &CallKind, out: &mut Vec<Step>) {
    let has_receiver = call.opcode != op::INVOKESTATIC;
    let is_told_by_receiver = has_receiver && !call.known.constructor;
    let tells_all = kind.state_args.is_empty() && matches!(kind.effect, Effect::State | Effect::Pure);
    let is_receiver = |arg: usize| arg == 0 && has_receiver;
    let is_told = |&arg: &usize| {
        if is_receiver(arg) { is_told_by_receiver } else { tells_all && values.values[args[arg]].kind == b'A' }
    };
    let told: Vec<usize> = (0..args.len()).filter(is_told).collect();
    let count = u8::try_from(told.len()).unwrap_or(u8::MAX);
    if !is_told_by_receiver {
        let named = [Step::ClassConstant(call.named_at), Step::Probe(Probe::Bound(count))];
        return if told.is_empty() { out.extend(named) } else { record_copies(values, args, &told, &named, out) };
    }
    if let [_] = args {
        let copy = values.local_with(args[0]).map_or(Step::Plain(op::DUP), |local| Step::Load(b'A', local));
        return out.extend([copy, Step::Probe(Probe::Virtual(count))]);
    }
    record_copies(values, args, &told, &[Step::Probe(Probe::Virtual(count))], out);
}

/// Records the five arguments of `System.arraycopy`.
pub(crate) fn record_copy(values: &Values, args: &[ValueId], out: &mut Vec<Step>) {
    let all: Vec<usize> = (0..args.len()).collect();
    record_copies(values, args, &all, &[Step::Probe(Probe::Copy)], out);
}

/// Stores values, the last one first, into scratch slots that lie one behind the other.
pub(super) fn store_all(values: &Values, args: &[ValueId], out: &mut Vec<Step>) -> Vec<u16> {
    let mut next = 0;
    let mut places = Vec::with_capacity(args.len());
    for &arg in args {
        places.push(next);
        next += if values.wide(arg) { 2 } else { 1 };
    }
    for (&arg, &place) in args.iter().zip(&places).rev() {
        out.push(Step::StoreScratch(values.values[arg].kind, place));
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

fn plain(opcodes: &[u8], out: &mut Vec<Step>) {
    out.extend(opcodes.iter().map(|&opcode| Step::Plain(opcode)));
}
