//! Opaque code: methods of the program that are not traced, and code that is neither the program's nor the JDK's. Nobody knows
//! what it does, whatever it is given.

use paratrace_jvm::opcodes::{INVOKESPECIAL, INVOKESTATIC};
use paratrace_jvm::platform;
use paratrace_traceformat::map::{ProgramMap, Site, Untraced};
use rustc_hash::{FxHashMap, FxHashSet};

/// The methods of the program that have code which is not traced, by name and type, with their classes.
pub(super) struct Opaque<'m>(FxHashMap<(&'m str, &'m str), FxHashSet<&'m str>>);

impl<'m> Opaque<'m> {
    pub(super) fn new(map: &'m ProgramMap) -> Self {
        let mut found: FxHashMap<_, FxHashSet<&str>> = FxHashMap::default();
        let has_code = |untraced| !matches!(untraced, Untraced::Abstract | Untraced::EmptyFinalizer);
        for method in map.methods.iter().filter(|method| method.untraced.is_some_and(has_code)) {
            // A traced JDK has such methods, too. Of those the library is asked, as without it.
            let class = &*map.classes[method.class.index()].name;
            if !platform::is_of_jdk(class) {
                found.entry((&*method.name, &*method.desc)).or_default().insert(class);
            }
        }
        Self(found)
    }

    /// Returns whether a call may run such code. `classes` are the class that it names and those above it.
    pub(super) fn may_run_in(&self, call: &Site, mut classes: impl Iterator<Item = &'m str>) -> bool {
        let own = self.0.get(&(&*call.name, &*call.desc));
        let is_bound = matches!(call.opcode, INVOKESTATIC | INVOKESPECIAL);
        own.is_some_and(|own| !is_bound || classes.any(|class| own.contains(class)))
    }
}

/// Returns whether a class that is none of the program is none of the JDK either.
pub(super) fn is_foreign(class: &str) -> bool {
    !class.starts_with('[') && !platform::is_of_jdk(class)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_of_the_jdk_are_told_by_their_packages() {
        for class in ["java/util/List", "com/sun/net/httpserver/Headers", "org/w3c/dom/Node", "[I"] {
            assert!(!is_foreign(class), "{class}");
        }
        for class in ["javafx/scene/Node", "com/sunny/Day", "Main", "org/xml/Sax"] {
            assert!(is_foreign(class), "{class}");
        }
    }
}
