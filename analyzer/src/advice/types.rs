//! Types: which objects may have two of them.

use paratrace_traceformat::map::{Class, ProgramMap};
use rustc_hash::{FxHashMap, FxHashSet};

/// The classes and interfaces of a program, with all that is above each.
pub(super) struct Types<'m> {
    above: FxHashMap<&'m str, FxHashSet<&'m str>>,
}

impl<'m> Types<'m> {
    pub(super) fn new(map: &'m ProgramMap) -> Self {
        Self { above: above(map) }
    }

    /// Returns whether an object may be of two classes or interfaces. What is between those of the library is not known.
    pub(super) fn may_be_both(&self, a: &str, b: &str) -> bool {
        const ALL: &str = "java/lang/Object";
        let Self { above } = self;
        let both = || above.values().any(|all| all.contains(a) && all.contains(b));
        a == b || a == ALL || b == ALL || !above.contains_key(a) && !above.contains_key(b) || both()
    }
}

/// Returns the classes and interfaces that each class is one of: itself, and all that is above it.
fn above(map: &ProgramMap) -> FxHashMap<&str, FxHashSet<&str>> {
    let known: FxHashMap<&str, &Class> = map.classes.iter().map(|class| (&*class.name, class)).collect();
    known.keys().map(|&class| (class, all_above(&known, class))).collect()
}

/// Returns the class and all that is above it, as far as those are known.
pub(super) fn all_above<'m>(known: &FxHashMap<&'m str, &'m Class>, class: &'m str) -> FxHashSet<&'m str> {
    let (mut found, mut open) = (FxHashSet::default(), vec![class]);
    while let Some(class) = open.pop() {
        if found.insert(class)
            && let Some(known) = known.get(class)
        {
            open.extend(known.super_name.iter().chain(&known.interfaces).map(|name| &**name));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(name: &str, above: &str, interfaces: &[&str]) -> Class {
        Class {
            name: name.into(),
            super_name: Some(above.into()),
            interfaces: interfaces.iter().map(|&name| name.into()).collect(),
            access: 0,
            source: None,
            origin: String::new(),
            untraced: None,
            methods: 0..0,
        }
    }

    #[test]
    fn an_object_has_two_types_if_a_class_has_both() {
        let classes = vec![
            class("Node", "java/lang/Object", &[]),
            class("Leaf", "Node", &["Shape"]),
            class("Other", "java/lang/Object", &["java/lang/Runnable"]),
        ];
        let map = ProgramMap { classes, ..ProgramMap::default() };
        let types = Types::new(&map);
        for (a, b, may_be) in [
            ("Node", "Node", true),
            ("Node", "Leaf", true),
            ("Node", "Shape", true),
            ("Node", "java/lang/Object", true),
            ("Other", "java/lang/Runnable", true),
            ("Node", "Other", false),
            ("Other", "Shape", false),
            ("Node", "java/util/List", false),
            ("java/util/ArrayList", "java/util/List", true),
        ] {
            assert_eq!((types.may_be_both(a, b), types.may_be_both(b, a)), (may_be, may_be), "{a} {b}");
        }
    }
}
