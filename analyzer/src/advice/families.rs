//! Families of classes of the library: objects of different ones are never the same, and some can only hold such of others.

use paratrace_jvm::library::{self, ClassFact, Nature};
use paratrace_replay::program::{has_receiver, parameters};

use crate::dependences::{Key, Kind, Points};

/// Classes of the library of different families have no object in common, but that some streams are iterators.
#[derive(Clone, Copy, PartialEq)]
enum Family {
    /// Collections and maps, which may be views of each other.
    Containers,
    Traversal,
    /// Texts among them.
    Streams,
    Numbers,
    Statistics,
    Lock,
}

fn family(class: &str) -> Option<Family> {
    match library::nature_of(class)? {
        Nature::Collection | Nature::Queue | Nature::Map => Some(Family::Containers),
        Nature::Traversal => Some(Family::Traversal),
        Nature::Input | Nature::Output | Nature::Append => Some(Family::Streams),
        Nature::Atomic => Some(Family::Numbers),
        Nature::Statistics => Some(Family::Statistics),
        Nature::Lock => Some(Family::Lock),
        Nature::Random | Nature::OnePerTask | Nature::OnePerThread => None,
    }
}

/// Returns whether no object of one class of the library may be used under the name of another one.
pub(super) fn are_apart(class: &str, other: &str) -> bool {
    let (Some(one), Some(other)) = (family(class), family(other)) else { return false };
    let are_iterators = [one, other].contains(&Family::Traversal) && [one, other].contains(&Family::Streams);
    one != other && !are_iterators
}

/// Returns whether a dependence is that of a call which looks at what is inside an object that holds nothing but texts.
pub(super) fn looks_into_text(points: &Points<'_>, key: &Key) -> bool {
    matches!(key.kind, Kind::Passed | Kind::Unseen)
        && points.call(key.tail).is_some_and(|looking| {
            let holds_texts = has_receiver(looking) && library::is(&looking.class, ClassFact::HoldsTexts);
            holds_texts && parameters(&looking.desc).all(library::is_value_type)
        })
}

/// Returns whether what has this type is never a text that changes.
pub(super) fn is_no_text(described: &str) -> bool {
    let is_buffer = |class: &str| class.starts_with("java/nio/");
    let is_other =
        |class: &str| library::nature_of(class).is_some_and(|nature| nature != Nature::Append) && !is_buffer(class);
    library::is_value_type(described) || class_of(described).is_some_and(is_other)
}

/// Returns the class or interface of a descriptor; `None` if it is one of a number or an array.
pub(super) fn class_of(described: &str) -> Option<&str> {
    described.strip_prefix('L')?.strip_suffix(';')
}
