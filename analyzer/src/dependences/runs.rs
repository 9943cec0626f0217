//! Methods that lambdas and method references run, as the code names them.

use paratrace_jvm::library::{self, ClassFact, MethodFact};
use paratrace_jvm::opcodes::INVOKEDYNAMIC;
use paratrace_replay::program::{parameters, signature};
use paratrace_traceformat::map::{Method, ProgramMap, Site};

/// A method that a lambda or a method reference runs, as the code names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Runs<'m> {
    pub(crate) class: &'m str,
    pub(crate) name: &'m str,
    pub(crate) desc: &'m str,
}

impl<'m> Runs<'m> {
    /// Reads `class.name(desc)ret`.
    pub(crate) fn read(text: &'m str) -> Option<Self> {
        let (class, name, desc) = signature(text)?;
        Some(Self { class, name, desc })
    }

    /// Reads what the function runs that an instruction makes, if it is one that makes a function.
    pub(crate) fn of_function(made: &'m Site) -> Option<Self> {
        if made.opcode == INVOKEDYNAMIC { Self::read(&made.class) } else { None }
    }

    /// Returns the method, if it is one of the program that is traced.
    pub(crate) fn traced(self, map: &'m ProgramMap) -> Option<&'m Method> {
        let is_it = |method: &&Method| {
            method.name == self.name
                && method.desc == self.desc
                && method.untraced.is_none()
                && map.classes[method.class.index()].name == self.class
        };
        map.methods.iter().find(is_it)
    }

    /// Returns whether it makes a new, empty object of the library whose nature is known: a collection, a map, a builder.
    pub(crate) fn makes_container(self) -> bool {
        (self.name, self.desc) == ("<init>", "()V") && library::nature_of(self.class).is_some()
    }

    /// Returns whether the table of the library says that it only computes from values, and gets nothing else.
    pub(crate) fn is_pure(self) -> bool {
        let method = library::method(self.class, self.name, self.desc);
        let of_class = library::is(self.class, ClassFact::Pure);
        let acquires = method.is_some_and(|method| method.is(MethodFact::Acquires));
        let is_known = of_class || method.is_some_and(|method| method.is(MethodFact::Pure));
        // Its object is the first argument, unless it is static.
        let gets_object = [ClassFact::Value, ClassFact::Final].iter().all(|&fact| !library::is(self.class, fact));
        is_known
            && !acquires
            && !gets_object
            && self.name != "<init>"
            && parameters(self.desc).all(library::is_value_type)
    }
}
