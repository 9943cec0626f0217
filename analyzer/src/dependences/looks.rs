//! Calls that only look at objects of the library.

use paratrace_jvm::library::{self, MethodFact};
use paratrace_traceformat::map::{ProgramMap, Site};

/// Knowledge of the library: which calls leave the objects that they are given unchanged.
#[derive(Debug, Clone, Copy)]
pub(super) struct Looks {
    /// The program makes objects that change when they are looked at: a `LinkedHashMap` in the order of access, a `WeakHashMap`.
    some_change: bool,
}

impl Looks {
    pub(super) fn new(map: &ProgramMap) -> Self {
        let changes = |class: &str, desc: Option<&str>| match class {
            "java/util/WeakHashMap" => true,
            "java/util/LinkedHashMap" => desc.is_none_or(|desc| desc == "(IFZ)V"),
            _ => false,
        };
        let made = map.sites.iter().any(|site| &*site.name == "<init>" && changes(&site.class, Some(&*site.desc)));
        let extended =
            || map.classes.iter().any(|class| class.super_name.as_deref().is_some_and(|above| changes(above, None)));
        Self { some_change: made || extended() }
    }

    /// Returns whether a call leaves the objects that it is given unchanged, as far as the library is known.
    pub(super) fn only(self, call: &Site) -> bool {
        library::method(&call.class, &call.name, &call.desc).is_some_and(|method| {
            method.is(MethodFact::Looks) || method.is(MethodFact::LooksMostly) && !self.some_change
        })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use paratrace_traceformat::map::{Effect, MethodId, Mode};

    use super::*;

    /// A call of a method of the library.
    pub(crate) fn call(class: &str, name: &str, desc: &str) -> Site {
        Site {
            opcode: paratrace_jvm::opcodes::INVOKEVIRTUAL,
            class: class.into(),
            name: name.into(),
            desc: desc.into(),
            mode: Mode::Open,
            effect: Effect::State,
            callee: MethodId::NONE,
            args: 1,
            has_result: true,
            class_recorded: false,
            state_args: vec![0],
            post_receiver: false,
        }
    }

    #[test]
    fn what_moves_does_not_only_look() {
        let looks = |class, name, desc| Looks { some_change: true }.only(&call(class, name, desc));
        assert!(looks("java/util/List", "get", "(I)Ljava/lang/Object;"));
        let get = call("java/util/Map", "get", "(Ljava/lang/Object;)Ljava/lang/Object;");
        assert!(Looks { some_change: false }.only(&get));
        for (class, name, desc) in [
            ("my/List", "get", "(I)Ljava/lang/Object;"),
            ("java/util/Map", "get", "(Ljava/lang/Object;)Ljava/lang/Object;"),
            ("java/util/LinkedHashMap", "get", "(Ljava/lang/Object;)Ljava/lang/Object;"),
            ("java/util/WeakHashMap", "size", "()I"),
            ("java/util/function/Supplier", "get", "()Ljava/lang/Object;"),
            ("java/util/concurrent/atomic/AtomicStampedReference", "get", "([I)Ljava/lang/Object;"),
            ("java/nio/ByteBuffer", "get", "()B"),
            ("java/lang/ThreadLocal", "get", "()Ljava/lang/Object;"),
            ("java/util/Calendar", "get", "(I)I"),
        ] {
            assert!(!looks(class, name, desc), "{class}.{name}");
        }
    }
}
