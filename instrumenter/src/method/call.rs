//! Recipes of calls.

use paratrace_classfile::opcodes as op;
use paratrace_traceformat::map::{Effect, Filled, Mode, Op, PEI, REF, RESULT};

use super::access::recorded;
use super::accessor as memory;
use super::facts::Fact;
use super::operand::CallUse;
use super::ranges;
use super::steps::{self, Around, CastType, Probe, Step};
use super::values::{Uninit, ValueId, Values};
use crate::accessors::{Accessor, accessor};
use crate::library;
use crate::world::{CLASS_DEFINITION, CallKind};

/// What is known of the method that a call names, whatever the call's arguments are: asked once for all calls of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) constructor: bool,
    object_init: bool,
    /// See [`library::twin`].
    twin: Option<&'static str>,
    /// See [`library::is_view`].
    view: bool,
    /// See [`library::new_array`].
    new_array: Option<&'static str>,
    /// Its result shows the members that tracing adds.
    pub(super) lists_members: Option<Step>,
    /// It is `clone` of an object.
    pub(super) copies: bool,
    /// It accesses memory.
    pub(super) accessor: Option<Accessor>,
    /// It makes what an agent redefines a class with.
    redefines: bool,
}

impl Known {
    pub(super) fn of(class: &str, name: &str, desc: &str) -> Known {
        let constructor = name == "<init>";
        Known {
            constructor,
            object_init: constructor && class == "java/lang/Object",
            twin: if constructor { library::twin(class, desc) } else { None },
            view: library::is_view(class, name, desc),
            new_array: library::new_array(class, name, desc),
            lists_members: lists_members(class, name, desc),
            copies: name == "clone" && desc == "()Ljava/lang/Object;" && !class.starts_with('['),
            accessor: accessor(class, name, desc),
            redefines: constructor && class == CLASS_DEFINITION,
        }
    }
}

fn lists_members(class: &str, name: &str, desc: &str) -> Option<Step> {
    match (class, name, desc) {
        ("java/lang/Class", "getDeclaredFields" | "getFields", "()[Ljava/lang/reflect/Field;") => Some(Step::OwnFields),
        ("java/lang/Class", "getDeclaredMethods" | "getMethods", "()[Ljava/lang/reflect/Method;") => {
            Some(Step::OwnMethods)
        }
        _ => None,
    }
}

/// Executes a call: arguments are recorded as its mode and effect ask for.
pub(super) fn call_step(call: &CallUse<'_>, values: &mut Values, fact: &mut Fact, around: &mut Around) -> Option<()> {
    fact.op = Op::Invoke;
    let base = values.stack.len().checked_sub(call.args.len())?;
    let receiver = values.stack.get(base).copied().filter(|_| call.known.constructor);
    fact.initializes_this = receiver.is_some_and(|id| values.values[id].uninit == Uninit::THIS);
    let kind = fact.kind_of_call(call)?;
    fact.mode = Some(kind.mode);
    // No handler around it ends the counting where the object is none yet.
    fact.counted = kind.counted && fact.this_ready;
    if kind.mode == Mode::Leaf && !call.known.object_init {
        fact.flags |= PEI;
    }
    match &call.access {
        Some(access) => memory::record(call, access, (values, base), around)?,
        None => record_call(kind, values, base, fact, around)?,
    }
    if kind.mode == Mode::TracedVirtual {
        steps::tell_callee(values, &values.stack[base..], call, kind, &mut around.leaving);
    }
    if call.known.redefines && call.args.len() == 3 {
        steps::record_copies(
            values,
            &values.stack[base..],
            &[1],
            &[Step::Probe(Probe::Redefined)],
            &mut around.leaving,
        );
    }
    values.stack.truncate(base);
    if let Some(id) = receiver {
        if kind.initializes {
            // An object can be replaced only while nothing is recorded of it: a traced JDK has recorded what its constructor did.
            let twin = call.known.twin.filter(|_| !fact.initializes_this && !kind.into_jdk);
            record_initialized(values, id, twin, &mut around.after);
            fact.post_receiver = !around.after.is_empty();
        }
        if kind.elements.is_some() {
            fact.post_receiver = values.stack.last().is_some_and(|&held| values.is_same_object(held, id));
        }
        values.initialize(id);
    }
    if let Some(result) = call.result {
        let id = values.push(result);
        if kind.effect == Effect::Clone {
            recorded(values, id);
        }
        if !kind.state_args.is_empty() && call.known.view {
            fact.flags |= RESULT;
            around.after.extend([Step::Plain(op::DUP), Step::Probe(Probe::State)]);
        }
        if let Some(array) = call.known.new_array.filter(|_| !kind.into_jdk) {
            match &kind.elements {
                Some(worked) if worked.result == Filled::New => around.after.push(Step::Probe(Probe::Clone)),
                // A copy of elements is recorded already.
                _ => around.after.extend((kind.effect != Effect::Clone).then_some(Step::Probe(Probe::Own))),
            }
            around.after.push(Step::Cast(CastType::Named(array)));
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
            if !values.values[array].is_known() {
                fact.flags |= REF;
                steps::record_lowest(values, &values.stack[base..], &[0], |_| Probe::Identity, &mut around.before);
            }
            recorded(values, array);
            around.after.push(Step::Probe(Probe::Clone));
        }
        Effect::Elements(_) => {
            let worked = kind.elements.as_ref()?;
            steps::record_arguments(values, &values.stack[base..], kind, &mut around.before);
            ranges::record(values, &values.stack[base..], worked, &mut around.before)?;
            if worked.result == Filled::Found {
                around.after.extend([Step::Plain(op::DUP), Step::Probe(Probe::Filled)]);
            }
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
