//! Calls whose insides are only counted: what they do is known of the library, and nobody asks which of its instructions does it.

use paratrace_classfile::descriptor::{MethodDescriptor, Type};
use paratrace_jvm::library::{self as facts, ClassFact, MethodFact};
use paratrace_traceformat::map::{Effect, Mode};

use super::World;
use super::calls::CallKind;
use crate::library;

/// Whether what a call of a library method runs is only counted.
///
/// Only values come of such calls: no object changes. What holds values of the program is followed (collections, streams, readers, arrays), what
/// two threads may use without order (tools, statistics), and what decides which of them runs (locks, atomics).
pub(super) fn is_counted(world: &World, kind: &CallKind, class: &str, name: &str, desc: &str) -> bool {
    if !world.counts || kind.mode == Mode::Leaf || kind.elements.is_some() || name == "<init>" || takes_elements(desc) {
        return false;
    }
    let is_leaf = || library::is_leaf(class, name, desc);
    match kind.effect {
        Effect::Pure => {
            is_leaf() || facts::is(class, ClassFact::Value) || facts::method_is(class, name, desc, MethodFact::Counted)
        }
        Effect::State => {
            let is_looked_at = facts::nature(class, name, desc).is_none() && library::looks(class, name, desc);
            is_looked_at && (is_leaf() || holds_nothing(class))
        }
        _ => false,
    }
}

/// Classes of the JDK that note virtual threads in sets, which only tools look at, and what they call of those. What orders a thread behind who
/// started it or woke it up is its own state.
const BOOKKEEPING: [(&str, &[&str]); 2] = [
    ("jdk/internal/vm/SharedThreadContainer", &["add", "remove"]),
    ("jdk/internal/vm/ThreadContainers$RootContainer$TrackingRootContainer", &["add", "remove"]),
];

/// Whether what a call by a class of the JDK runs keeps account of threads, and does nothing for the program.
pub(super) fn is_bookkeeping(caller: &str, name: &str) -> bool {
    BOOKKEEPING.iter().any(|(class, calls)| *class == caller && calls.contains(&name))
}

/// Such a call: no object that it is given changes for anybody else.
pub(super) fn counted_bookkeeping(kind: CallKind) -> CallKind {
    CallKind {
        effect: Effect::Pure,
        class_recorded: false,
        state_args: Vec::new(),
        into_jdk: true,
        counted: true,
        ..kind
    }
}

/// Whether a parameter is an array of primitives, whose elements come from anywhere.
fn takes_elements(desc: &str) -> bool {
    let is_of_primitives = |parameter: &Type<'_>| matches!(parameter, Type::Array(whole) if !whole.contains(&b'L'));
    MethodDescriptor::parse(desc).map_or(true, |parsed| parsed.parameters.iter().any(is_of_primitives))
}

/// Whether objects of a class hold nothing of the program, or call nothing of it: big numbers.
fn holds_nothing(class: &str) -> bool {
    [ClassFact::HoldsNothing, ClassFact::CallsNothing].into_iter().any(|fact| facts::is(class, fact))
}
