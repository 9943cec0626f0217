//! Recipes of calls.

use paratrace_classfile::opcodes as op;
use paratrace_traceformat::map::{Effect, Mode, Op, PEI, REF};

use super::access::recorded;
use super::facts::Fact;
use super::operand::CallUse;
use super::steps::{self, Probe, Step};
use super::values::{Uninit, ValueId, Values};
use crate::world::CallKind;

/// Executes a call: arguments are recorded as its mode and effect ask for.
pub(super) fn call_step(call: &CallUse, values: &mut Values, fact: &mut Fact) -> Option<()> {
    fact.op = Op::Invoke;
    let base = values.stack.len().checked_sub(call.args.len())?;
    let args: Vec<ValueId> = values.stack[base..].to_vec();
    let receiver = args.first().copied().filter(|_| call.name == "<init>");
    let on_this = receiver.is_some_and(|id| values.values[id].uninit == Uninit::This);
    let kind = if on_this { call.on_this.clone()? } else { call.kind.clone() };
    fact.initializes_this = on_this;
    let object_init = call.class == "java/lang/Object" && call.name == "<init>";
    if kind.mode == Mode::Leaf && !object_init {
        fact.flags |= PEI;
    }
    record_call(&kind, values, &args, fact);
    for _ in &args {
        values.pop()?;
    }
    if let Some(id) = receiver {
        values.initialize(id);
        if kind.initializes {
            fact.after = record_initialized(values, id);
            fact.post_receiver = !fact.after.is_empty();
        }
    }
    if let Some(result) = call.result {
        let id = values.push(result);
        if kind.effect == Effect::Clone {
            recorded(values, id);
        }
    }
    fact.call = Some(kind);
    Some(())
}

fn record_call(kind: &CallKind, values: &mut Values, args: &[ValueId], fact: &mut Fact) {
    match kind.effect {
        Effect::ArrayCopy => fact.before = steps::record_copy(values, args),
        Effect::Clone => {
            if !values.values[args[0]].known {
                fact.flags |= REF;
                fact.before = vec![Step::Plain(op::DUP), Step::Probe(Probe::Identity)];
            }
            recorded(values, args[0]);
            fact.after = vec![Step::Plain(op::DUP), Step::Probe(Probe::Clone)];
        }
        _ => {
            let mut wanted: Vec<(usize, Probe)> =
                kind.state_args.iter().map(|&arg| (usize::from(arg), Probe::State)).collect();
            if kind.class_recorded
                && let Some(first) = wanted.first_mut()
            {
                first.1 = Probe::Receiver;
            }
            fact.before = steps::record_arguments(values, args, &wanted);
        }
    }
}

/// Records the object that a constructor of untraced code has initialised, if anything still refers to it.
fn record_initialized(values: &Values, id: ValueId) -> Vec<Step> {
    if values.peek(0) == Some(id) {
        return vec![Step::Plain(op::DUP), Step::Probe(Probe::State)];
    }
    match values.local_with(id) {
        Some(local) => vec![Step::Load(b'A', local), Step::Probe(Probe::State)],
        None => Vec::new(),
    }
}
