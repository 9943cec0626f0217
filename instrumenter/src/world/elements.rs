//! Calls of library methods that read and write elements of arrays, maybe the states of what they are given, and nothing else.

use paratrace_jvm::elements::{Array, Elements, Part, Range, Returned};
use paratrace_jvm::library::{self, MethodFact};
use paratrace_traceformat::map::{Effect, Filled, Mode, Ranges};

use super::{CallKind, World};

/// The elements that a call reads and writes, in the order in which they are recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Worked {
    /// Parts of arrays.
    pub(crate) parts: Vec<(Holder, Option<Range>)>,
    /// What it writes of the array that it returns.
    pub(crate) result: Filled,
}

/// What gives an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holder {
    /// An argument of the call.
    Argument(u8),
    /// A field of the receiver: class and position.
    Field(u32, u32),
}

/// A call of this method: it works on elements if the library says so. One that may call back only reads them: an array that it would
/// write could be changed meanwhile. What a traced JDK returns is recorded where it is made.
pub(super) fn working(world: &World, kind: CallKind, (class, name, desc): (&str, &str, &str)) -> CallKind {
    let Some(method) = library::method(class, name, desc) else { return kind };
    let Some(elements) = method.elements.as_ref() else { return kind };
    let only_works = match kind.mode {
        Mode::Leaf => true,
        _ => elements.only_reads() || world.is_leaf(class, name, desc) && elements.result.is_none(),
    };
    if !only_works || kind.class_recorded {
        return kind;
    }
    let is_new = elements.result == Some(Returned::New);
    debug_assert!(is_new || elements.result.is_none() || elements.updates.is_empty() && elements.writes.is_empty());
    let parts = elements.parts().map(|part| worked(world, class, part)).collect::<Option<Vec<_>>>();
    match parts.filter(|_| !is_new || library::method_is(class, name, desc, MethodFact::NewArray)) {
        Some(parts) => CallKind {
            effect: Effect::Elements(ranges(elements)),
            class_recorded: false,
            state_args: if method.is(MethodFact::AndState) { states(&kind, &parts) } else { Vec::new() },
            initializes: false,
            elements: Some(Box::new(Worked { parts, result: filled(elements) })),
            ..kind
        },
        None => kind,
    }
}

/// The same call, but that it reads and writes the states of these arguments, and nothing else.
pub(super) fn using_states(kind: CallKind, state_args: Vec<u8>) -> CallKind {
    let none = Elements::default();
    let elements = Some(Box::new(Worked { parts: Vec::new(), result: filled(&none) }));
    CallKind { effect: Effect::Elements(ranges(&none)), state_args, elements, ..kind }
}

/// The arguments whose state a call uses: they have one, and are none of the arrays whose elements are recorded.
fn states(kind: &CallKind, parts: &[(Holder, Option<Range>)]) -> Vec<u8> {
    let is_array = |arg: u8| parts.iter().any(|(holder, _)| *holder == Holder::Argument(arg));
    kind.state_args.iter().copied().filter(|&arg| !is_array(arg)).collect()
}

fn worked(world: &World, class: &str, part: &Part) -> Option<(Holder, Option<Range>)> {
    let holder = match part.array {
        Array::Argument(argument) => Holder::Argument(argument),
        Array::Field(name) => {
            let (class, field) = world.field_by_name(world.find(class)?, name)?;
            Holder::Field(u32::try_from(class).ok()?, u32::try_from(field).ok()?)
        }
    };
    Some((holder, part.range))
}

fn ranges(elements: &Elements) -> Ranges {
    let count = |parts: &[Part]| u8::try_from(parts.len()).unwrap_or(u8::MAX);
    Ranges {
        reads: count(&elements.reads),
        updates: count(&elements.updates),
        writes: count(&elements.writes),
        result: filled(elements),
    }
}

fn filled(elements: &Elements) -> Filled {
    match elements.result {
        None => Filled::Nothing,
        Some(Returned::New) => Filled::New,
        Some(Returned::Found) => Filled::Found,
    }
}
