//! Known library methods: how references flow through them, and which objects they call back.

use paratrace_jvm::library::{self, ClassFact, Method, MethodFact};

/// True if no method of the program is called through an object of this class.
pub(super) fn is_closed(class: &str) -> bool {
    let primitives = class.starts_with('[') && class.trim_start_matches('[').len() == 1;
    primitives || library::is(class, ClassFact::CallsNothing)
}

/// The flow of references through a known method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Known {
    /// A new array of primitives.
    NewArray,
    /// A new array of the same class, with the same elements.
    Clone,
    /// Elements of the first argument become elements of the third.
    CopyElements,
    /// The first argument comes back.
    Identity,
    /// Keeps no argument.
    Forgets,
}

/// Methods whose effect on references is known.
pub(crate) fn known(class: &str, name: &str, desc: &str) -> Option<Known> {
    let method = library::method(class, name, desc)?;
    let facts = [
        (MethodFact::Clones, Known::Clone),
        (MethodFact::CopiesElements, Known::CopyElements),
        (MethodFact::ReturnsArgument, Known::Identity),
        (MethodFact::Forgets, Known::Forgets),
    ];
    let known = facts.into_iter().find(|(fact, _)| method.is(*fact)).map(|(_, known)| known);
    known.or_else(|| makes_primitives(method).then_some(Known::NewArray))
}

/// True if the method returns a new array of primitives. The elements of an array of references would have an origin.
fn makes_primitives(method: &Method) -> bool {
    method.is(MethodFact::NewArray) && method.result().is_some_and(|result| result.len() == 2)
}

/// Methods that the library calls of objects that it finds in collections and arrays.
pub(super) fn of_all(method: &str) -> bool {
    library::found().contains(&method)
}

/// Methods that the library calls through a type of its own. `None`: not known.
pub(super) fn called_through(class: &str) -> Option<&'static [&'static str]> {
    library::class(class)?.through.as_deref()
}
