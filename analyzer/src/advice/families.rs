//! Families of classes of the library: objects of different ones are never the same, and some can only hold such of others.

use paratrace_jvm::library::{self, ClassFact, Nature};
use paratrace_replay::program::{has_receiver, parameters};

use crate::dependences::{Key, Kind, Points};

/// Classes of the library of different families have no object in common.
#[derive(PartialEq)]
pub(super) enum Family {
    Elements,
    Map,
    /// Texts among them.
    Streams,
    Numbers,
    Statistics,
    Lock,
}

pub(super) fn family(class: &str) -> Option<Family> {
    match library::nature_of(class)? {
        Nature::Collection | Nature::Queue => Some(Family::Elements),
        Nature::Map => Some(Family::Map),
        Nature::Input | Nature::Output | Nature::Append => Some(Family::Streams),
        Nature::Atomic => Some(Family::Numbers),
        Nature::Statistics => Some(Family::Statistics),
        Nature::Lock => Some(Family::Lock),
        Nature::Traversal | Nature::Random | Nature::OnePerTask | Nature::OnePerThread => None,
    }
}

/// Returns whether two calls that meet only if one object is inside another one cannot: the later call looks inside an object that holds nothing
/// but texts, and the earlier one changes none.
pub(super) fn are_apart(points: &Points<'_>, key: &Key) -> bool {
    let (Some(changing), Some(looking)) = (points.call(key.head), points.call(key.tail)) else { return false };
    let holds_texts = has_receiver(looking) && library::is(&looking.class, ClassFact::HoldsTexts);
    let is_given_values = || parameters(&looking.desc).all(library::is_value_type);
    let changes_no_text =
        || changing.state_args.iter().all(|&arg| points.gives_only(key.head, arg, &|described| is_no_text(described)));
    matches!(key.kind, Kind::Passed | Kind::Unseen) && holds_texts && is_given_values() && changes_no_text()
}

/// Returns whether what has this type is never a text that changes.
fn is_no_text(described: &str) -> bool {
    let is_of_others = |class: &str| family(class).is_some_and(|family| family != Family::Streams);
    class_of(described).is_some_and(|class| library::is(class, ClassFact::HoldsTexts) || is_of_others(class))
}

/// Returns the class or interface of a descriptor; `None` if it is one of a number or an array.
pub(super) fn class_of(described: &str) -> Option<&str> {
    described.strip_prefix('L')?.strip_suffix(';')
}
