//! The locations of dependences, in words.

use paratrace_analyzer::model::{Via, ViaKind};

use crate::names;
use crate::numbers::count;

/// The location of a dependence, in words.
pub(crate) fn through(via: &Via) -> String {
    match via.kind {
        ViaKind::Return => format!("the result of {}", names::short(&via.name)),
        ViaKind::Field | ViaKind::Static => via.name.rsplit('/').next().unwrap_or_default().to_owned(),
        ViaKind::Element => format!("elements of {}", array(via)),
        ViaKind::Object if via.name.is_empty() => "a shared object of code that is not traced".to_owned(),
        ViaKind::Object => format!("a shared {}", type_name(&via.name)),
        ViaKind::Class => via.name.rsplit('/').next().unwrap_or_default().to_owned(),
        ViaKind::Local | ViaKind::Parameter => variable(via.variable.as_deref(), &via.name),
    }
}

/// An array by what holds it, else by its type. Several names may be those of one array, or of several.
fn array(via: &Via) -> String {
    match via.arrays.names() {
        [] => via.name.clone(),
        [one] => one.clone(),
        [first, second] => format!("{first} and {second}"),
        [first, second, others @ ..] => format!("{first}, {second} and {} more", count(others.len() as u64)),
    }
}

/// A local by its name in the source.
pub(crate) fn variable(name: Option<&str>, local: &str) -> String {
    match name {
        None => local.to_owned(),
        // Names that need no table: `this`, `parameter 1`.
        Some(name) if name == "this" || name.contains(' ') => name.to_owned(),
        Some(name) => format!("variable {name}"),
    }
}

/// A class, or the type of an array, as a program names it.
pub(crate) fn type_name(name: &str) -> String {
    let element = name.trim_start_matches('[');
    let simple = match (name.len() - element.len(), element) {
        (0, class) => class,
        (_, "Z") => "boolean",
        (_, "B") => "byte",
        (_, "C") => "char",
        (_, "S") => "short",
        (_, "I") => "int",
        (_, "J") => "long",
        (_, "F") => "float",
        (_, "D") => "double",
        (_, class) => class.strip_prefix('L').and_then(|class| class.strip_suffix(';')).unwrap_or(class),
    };
    let brackets = "[]".repeat(name.len() - element.len());
    format!("{}{brackets}", simple.rsplit('/').next().unwrap_or_default())
}
