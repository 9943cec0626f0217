//! Objects inside others: which calls look at the objects that an object holds, and which objects can be held unseen.
//!
//! The text or the hash of a list is one of its elements, too, and no call names those. So a change of an object that
//! untraced code was ever given meets every later call that may look inside what it is given. An object that traced code has
//! made, and called methods of at most, is held by nobody, unless it got into untraced code on a way that is not recorded
//! ([`Kind::Unseen`](super::Kind::Unseen)).

use paratrace_jvm::library::{self, ClassFact, Habit, MethodFact, Nature};
use paratrace_jvm::opcodes::INVOKEDYNAMIC;
use paratrace_replay::program::{has_receiver, parameters};
use paratrace_traceformat::map::{Effect, Site};

/// Methods that every object has, and that collections pass on to their elements.
pub(super) const OF_CONTENTS: [&str; 3] = ["toString", "hashCode", "equals"];

/// Returns whether a call may look at what is inside the object that is its `argument`; 0 is the receiver, if there is one.
pub(crate) fn looks_inside(call: &Site, argument: u8) -> bool {
    let subject = argument == 0 && has_receiver(call);
    if holds_nothing(call, argument) || works_on_elements(call) {
        return false;
    }
    if call.effect == Effect::Pure {
        return !is_primitive_array(call, argument);
    }
    match library::nature(&call.class, &call.name, &call.desc) {
        Some(nature) if subject => of_subject(call, nature),
        Some(nature) => of_argument(call, nature, argument),
        None => !is_shallow(call) && !is_primitive_array(call, argument),
    }
}

fn of_subject(call: &Site, nature: Nature) -> bool {
    library::has_habit(nature, Habit::Inside, &call.name).unwrap_or_else(|| !is_shallow(call))
}

fn of_argument(call: &Site, nature: Nature, argument: u8) -> bool {
    let has = |habit| library::has_habit(nature, habit, &call.name) == Some(true);
    let is_value_of_map = nature == Nature::Map && argument > 1 && !has(Habit::Inside);
    let stores = has(Habit::Stores) && !library::is(&call.class, ClassFact::Compares);
    !is_value_of_map && !stores && !is_primitive_array(call, argument)
}

/// Returns whether the table knows what a call looks at, and it is none of those that look inside.
fn is_shallow(call: &Site) -> bool {
    const FACTS: [MethodFact; 4] =
        [MethodFact::Looks, MethodFact::LooksMostly, MethodFact::Forgets, MethodFact::SetsPart];
    let known = library::method(&call.class, &call.name, &call.desc);
    known.is_some_and(|method| FACTS.iter().any(|&fact| method.is(fact))) && !OF_CONTENTS.contains(&&*call.name)
}

fn is_primitive_array(call: &Site, argument: u8) -> bool {
    parameter(call, argument).is_some_and(|described| described.len() == 2 && described.starts_with('['))
}

/// Returns whether the type of an argument tells that there is nothing inside it.
fn holds_nothing(call: &Site, argument: u8) -> bool {
    let class = match parameter(call, argument) {
        Some(described) => described.strip_prefix('L').and_then(|class| class.strip_suffix(';')),
        None => Some(&*call.class),
    };
    const FACTS: [ClassFact; 2] = [ClassFact::HoldsNothing, ClassFact::HoldsValues];
    class.is_some_and(|class| FACTS.iter().any(|&fact| library::is(class, fact)))
}

/// Returns the type of an argument; none if it is the receiver.
fn parameter(call: &Site, argument: u8) -> Option<&str> {
    let at = usize::from(argument).checked_sub(usize::from(has_receiver(call)))?;
    parameters(&call.desc).nth(at)
}

/// Returns whether a call may have something keep the object that is its `argument`.
pub(super) fn hands_over(call: &Site, argument: u8) -> bool {
    let is_receiver = argument == 0 && has_receiver(call);
    let returns_object = call
        .desc
        .rsplit_once(")L")
        .is_some_and(|(_, class)| class.strip_suffix(';').is_none_or(|class| !library::is(class, ClassFact::Value)));
    let method = library::method(&call.class, &call.name, &call.desc);
    let is_forgotten = method.is_some_and(|method| method.is(MethodFact::Forgets));
    let is_known = library::nature(&call.class, &call.name, &call.desc).is_some() || method.is_some();
    let is_source = method.is_some_and(|method| method.is(MethodFact::Streams));
    !is_receiver && call.effect != Effect::Pure && !works_on_elements(call) && !is_forgotten
        || is_receiver && returns_object && (!is_known || is_source)
}

/// Returns whether a call does nothing but read and write elements.
fn works_on_elements(call: &Site) -> bool {
    matches!(call.effect, Effect::Elements(_))
}

/// Returns whether a change of an object shows in its text, in its hash, or to others that hold it.
pub(super) fn shows(call: &Site, argument: u8) -> bool {
    let is_hidden = argument == 0 && has_receiver(call) && library::is(&call.class, ClassFact::Hidden);
    !is_hidden && !is_primitive_array(call, argument)
}

/// Returns whether a call runs code that was made for it, as the text of a record: it reads fields that are not recorded.
pub(crate) fn reads_fields(call: &Site) -> bool {
    call.opcode == INVOKEDYNAMIC && call.effect == Effect::State
}
