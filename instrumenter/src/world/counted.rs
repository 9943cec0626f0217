//! Calls by the program whose insides are only counted: what they do is known of the library, and nobody asks which of its instructions does it.

use paratrace_jvm::library::{self as facts, ClassFact, MethodFact, Nature};
use paratrace_traceformat::map::{Effect, Mode};

use super::calls::CallKind;
use super::{World, library};

/// Whether what a call of a library method runs is only counted.
///
/// Values come of such calls, or the state of one object of the caller changes: of a reader, a writer, a tool. What collections, streams,
/// locks and atomics do decides what may run in parallel, so that is followed.
pub(super) fn is_counted(world: &World, kind: &CallKind, (class, name, desc): (&str, &str, &str)) -> bool {
    if !world.counts() || kind.mode == Mode::Leaf || kind.elements.is_some() || name == "<init>" {
        return false;
    }
    let is_leaf = || library::is_leaf(class, name, desc);
    match kind.effect {
        Effect::Pure => {
            is_leaf() || facts::is(class, ClassFact::Value) || facts::method_is(class, name, desc, MethodFact::Counted)
        }
        Effect::State => match facts::nature(class, name, desc) {
            Some(nature) => is_of_one_task(nature) && !may_wait(class),
            None => library::looks(class, name, desc) && (is_leaf() || holds_nothing(class)),
        },
        _ => false,
    }
}

/// Whether threads meet at objects of a class: what orders them, and how long they wait, is followed.
fn may_wait(class: &str) -> bool {
    facts::is(class, ClassFact::Locks) || class.starts_with("java/nio/channels/") || class.starts_with("java/io/Piped")
}

/// Whether objects of a class hold nothing of the program, or call nothing of it: big numbers.
fn holds_nothing(class: &str) -> bool {
    [ClassFact::HoldsNothing, ClassFact::CallsNothing].into_iter().any(|fact| facts::is(class, fact))
}

/// Whether objects of this nature are used by one task after the other, or each task may have its own.
fn is_of_one_task(nature: Nature) -> bool {
    matches!(nature, Nature::Input | Nature::Output | Nature::Append | Nature::OnePerTask | Nature::Statistics)
}
