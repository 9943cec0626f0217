//! Recipes of calls.

use paratrace_classfile::opcodes as op;
use paratrace_traceformat::map::{Effect, Mode, Op, PEI, REF, RESULT};

use super::access::recorded;
use super::facts::Fact;
use super::operand::CallUse;
use super::steps::{self, Around, CastType, Probe, Step};
use super::values::{Uninit, ValueId, Values};
use crate::world::{CallKind, library};

/// Executes a call: arguments are recorded as its mode and effect ask for.
pub(super) fn call_step(call: &CallUse<'_>, values: &mut Values, fact: &mut Fact, around: &mut Around) -> Option<()> {
    fact.op = Op::Invoke;
    let base = values.stack.len().checked_sub(call.args.len())?;
    let receiver = values.stack.get(base).copied().filter(|_| call.name == "<init>");
    fact.initializes_this = receiver.is_some_and(|id| values.values[id].uninit == Uninit::THIS);
    let kind = fact.kind_of_call(call)?;
    fact.mode = Some(kind.mode);
    let object_init = call.class == "java/lang/Object" && call.name == "<init>";
    if kind.mode == Mode::Leaf && !object_init {
        fact.flags |= PEI;
    }
    record_call(kind, values, base, fact, around)?;
    values.stack.truncate(base);
    if let Some(id) = receiver {
        if kind.initializes {
            let twin = library::twin(&call.class, &call.desc).filter(|_| !fact.initializes_this);
            record_initialized(values, id, twin, &mut around.after);
            fact.post_receiver = !around.after.is_empty();
        }
        values.initialize(id);
    }
    if let Some(result) = call.result {
        let id = values.push(result);
        if kind.effect == Effect::Clone {
            recorded(values, id);
        }
        if !kind.state_args.is_empty() && library::is_view(&call.class, &call.name, &call.desc) {
            fact.flags |= RESULT;
            around.after.extend([Step::Plain(op::DUP), Step::Probe(Probe::State)]);
        }
        if let Some(array) = library::new_array(&call.class, &call.name, &call.desc) {
            around.after.extend([Step::Probe(Probe::Own), Step::Cast(CastType::Named(array))]);
        }
    }
    Some(())
}

/// The arguments are the values from `base` upwards.
fn record_call(kind: &CallKind, values: &mut Values, base: usize, fact: &mut Fact, around: &mut Around) -> Option<()> {
    match kind.effect {
        Effect::ArrayCopy => steps::record_copy(values, &values.stack[base..], &mut around.before),
        Effect::Clone => {
            let array = *values.stack.get(base)?;
            if !values.values[array].known {
                fact.flags |= REF;
                around.before.extend([Step::Plain(op::DUP), Step::Probe(Probe::Identity)]);
            }
            recorded(values, array);
            around.after.push(Step::Probe(Probe::Clone));
        }
        _ => steps::record_arguments(values, &values.stack[base..], kind, &mut around.before),
    }
    Some(())
}

/// Records the object that a constructor of untraced code has initialised, if anything still refers to it. Where one reference
/// does, an object of a class that can be made again may be replaced.
fn record_initialized(values: &Values, id: ValueId, twin: Option<&'static str>, after: &mut Vec<Step>) {
    let is_it = |&&held: &&ValueId| values.is_same_object(held, id);
    let references = values.stack.iter().chain(&values.locals).filter(is_it).count();
    let on_top = values.stack.last().filter(is_it).is_some();
    match (on_top, values.local_with_object(id), twin) {
        (true, None, Some(class)) if references == 1 => {
            after.extend([Step::Probe(Probe::Remade), Step::Cast(CastType::Named(class))]);
        }
        (true, ..) => after.extend([Step::Plain(op::DUP), Step::Probe(Probe::Made)]),
        (false, Some(local), _) => after.extend([Step::Load(b'A', local), Step::Probe(Probe::Made)]),
        _ => {}
    }
}
