//! Calls by the program whose insides are only counted: what they do is known of the library, and nobody asks which of its instructions does it.

use paratrace_classfile::descriptor::{MethodDescriptor, Type};
use paratrace_jvm::library::{self as facts, ClassFact, MethodFact, Nature};
use paratrace_traceformat::map::{Effect, Mode};

use super::calls::CallKind;
use super::{World, library};

/// Whether what a call of a library method runs is only counted.
///
/// Values come of such calls, or the state of a tool changes all of whose methods are counted. What holds values of the program is
/// followed: collections and streams, also those of characters and bytes, and arrays; and what decides which thread runs: locks and atomics.
pub(super) fn is_counted(world: &World, kind: &CallKind, (class, name, desc): (&str, &str, &str)) -> bool {
    if !world.counts() || kind.mode == Mode::Leaf || kind.elements.is_some() || name == "<init>" || takes_elements(desc)
    {
        return false;
    }
    let is_leaf = || library::is_leaf(class, name, desc);
    match kind.effect {
        Effect::Pure => {
            is_leaf() || facts::is(class, ClassFact::Value) || facts::method_is(class, name, desc, MethodFact::Counted)
        }
        Effect::State => match facts::nature(class, name, desc) {
            Some(nature) => is_tool(class, nature),
            None => library::looks(class, name, desc) && (is_leaf() || holds_nothing(class)),
        },
        _ => false,
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

/// Whether objects of a class are tools of one task, to which nothing gets but by their own methods: matchers, formats, statistics.
fn is_tool(class: &str, nature: Nature) -> bool {
    match nature {
        Nature::OnePerTask => class == "java/util/regex/Matcher" || class.starts_with("java/text/"),
        Nature::Statistics => true,
        _ => false,
    }
}
