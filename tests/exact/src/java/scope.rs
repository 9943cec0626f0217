//! The state of the generator at a place of the program.

/// Types of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Type {
    Int,
    Long,
    Double,
    /// An object of the hierarchy, `H0`.
    Object,
    Ints,
    Text,
}

impl Type {
    pub(super) fn java(self) -> &'static str {
        match self {
            Type::Int => "int",
            Type::Long => "long",
            Type::Double => "double",
            Type::Object => "H0",
            Type::Ints => "int[]",
            Type::Text => "String",
        }
    }

    /// The result of a method that has no fuel.
    pub(super) fn default(self) -> &'static str {
        match self {
            Type::Int => "1",
            Type::Long => "2L",
            Type::Double => "0.25",
            Type::Object => "null",
            Type::Ints => "data",
            Type::Text => "\"\"",
        }
    }
}

/// A method that can be called. It has a last parameter `int d`, the depth of calls.
#[derive(Debug, Clone)]
pub(super) struct Method {
    pub(super) name: String,
    pub(super) params: Vec<Type>,
    pub(super) result: Type,
    pub(super) is_static: bool,
}

/// The names in scope.
#[derive(Debug, Clone, Default)]
pub(super) struct Scope {
    pub(super) locals: Vec<(String, Type)>,
    /// Labels of statements around, and whether they can be continued.
    pub(super) labels: Vec<(String, bool)>,
    /// There is a `this` of the hierarchy.
    pub(super) has_this: bool,
    /// The type that can be returned here.
    pub(super) result: Option<Type>,
}
