//! Resolution of fields and methods (JVMS §5.4.3.2 to §5.4.3.4) within the world.

use std::sync::{Mutex, PoisonError};

use paratrace_traceformat::map::is_public_of_object;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{MethodDecl, Name, Signature, World};
use crate::library;

/// The target of a field reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FieldTarget {
    /// Declared by a class of the world: class and index of the field.
    Declared(usize, usize),
    /// Declared outside: the first super class of the search that is not in the world, if it is not the class named.
    Library(Option<Name>),
}

/// The target of a method reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MethodTarget {
    /// Declared by a class of the world: class and index of the method.
    Declared(usize, usize),
    /// Declared outside.
    Library,
}

/// Cache of the question whether an interface method has only traced implementations.
#[derive(Debug, Default)]
pub(super) struct Implementations(Mutex<FxHashMap<(usize, Signature), bool>>);

impl Implementations {
    fn get_or(&self, key: (usize, Signature), find: impl FnOnce() -> bool) -> bool {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key).copied();
        known.unwrap_or_else(|| {
            let found = find();
            self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key, found);
            found
        })
    }
}

impl World {
    /// Resolves a field: the class, its super interfaces, then the super class, and so on.
    pub(crate) fn field(&self, class: &str, name: &str, desc: &str) -> FieldTarget {
        self.find(class).map_or(FieldTarget::Library(None), |class| self.field_in(class, name, desc))
    }

    /// See [`World::field`].
    pub(crate) fn field_in(&self, start: usize, name: &str, desc: &str) -> FieldTarget {
        let signature = self.names.signature(name, desc);
        let declared = |class: usize| Some((class, *self.fields.get(&(class, signature?))?));
        let mut top = start;
        for class in self.supers(start) {
            // A library interface is no boundary as long as the super class may still declare the field.
            let found = declared(class).or_else(|| self.in_interfaces(class, declared));
            if let Some((class, field)) = found {
                return FieldTarget::Declared(class, field);
            }
            top = class;
        }
        FieldTarget::Library(self.classes[top].super_name)
    }

    /// The field of that name of a class, or of the nearest class above it: the class, and the position in it.
    pub(crate) fn field_by_name(&self, start: usize, name: &str) -> Option<(usize, usize)> {
        self.supers(start).find_map(|class| {
            let mut fields = self.classes[class].fields.iter();
            Some((class, fields.position(|field| self.names.member(field.signature).0 == name)?))
        })
    }

    /// Resolves a method along the super classes, `Object` among them, then among the super interfaces.
    pub(crate) fn method(&self, class: &str, name: &str, desc: &str) -> MethodTarget {
        self.find(class).map_or(MethodTarget::Library, |class| self.method_in(class, name, desc))
    }

    /// See [`World::method`].
    pub(crate) fn method_in(&self, class: usize, name: &str, desc: &str) -> MethodTarget {
        let signature = self.names.signature(name, desc);
        signature.map_or(MethodTarget::Library, |signature| self.method_of(class, signature))
    }

    /// See [`World::method`].
    pub(crate) fn method_of(&self, start: usize, signature: Signature) -> MethodTarget {
        self.search(start, signature, |_| true)
    }

    /// Selects the method that a call of an interface's method runs on objects of a class (JVMS §5.4.6).
    fn selected(&self, class: usize, signature: Signature) -> MethodTarget {
        self.search(class, signature, MethodDecl::is_inheritable)
    }

    fn search(&self, start: usize, signature: Signature, counts: impl Fn(&MethodDecl) -> bool) -> MethodTarget {
        let mut top = start;
        for class in self.supers(start) {
            let method = self.declared(class, signature).filter(|&method| counts(&self.classes[class].methods[method]));
            if let Some(method) = method {
                return MethodTarget::Declared(class, method);
            }
            top = class;
        }
        let interface = self.classes[start].is_interface();
        let above = self.classes[top].super_name.map(|name| self.names.text(name));
        if !interface && above != Some("java/lang/Object") || self.object_declares(signature, interface) {
            return MethodTarget::Library;
        }
        let found = self.most_specific(start, signature);
        found.map_or(MethodTarget::Library, |(class, method)| MethodTarget::Declared(class, method))
    }

    /// True if a search that reached `Object` ends there; from an interface it finds only the public methods.
    fn object_declares(&self, signature: Signature, from_interface: bool) -> bool {
        let (name, desc) = self.names.member(signature);
        is_public_of_object(name, desc) || !from_interface && library::is_protected_of_object(name, desc)
    }

    /// The method that the super interfaces of a class give it: of those that none below them overrides the only one
    /// with code, otherwise any.
    fn most_specific(&self, start: usize, signature: Signature) -> Option<(usize, usize)> {
        let mut found = Vec::new();
        for class in self.supers(start) {
            let _ = self.in_interfaces(class, |interface| {
                let method = self.declared(interface, signature)?;
                if self.classes[interface].methods[method].is_inheritable() && !found.contains(&(interface, method)) {
                    found.push((interface, method));
                }
                None::<()>
            });
        }
        let below = |lower: usize, upper: usize| lower != upper && self.extends(lower, upper);
        let specific = |&&(class, _): &&(usize, usize)| !found.iter().any(|&(other, _)| below(other, class));
        let specific: Vec<_> = found.iter().filter(specific).copied().collect();
        let mut with_code =
            specific.iter().filter(|&&(class, method)| !self.classes[class].methods[method].is_abstract());
        match (with_code.next(), with_code.next()) {
            (Some(&only), None) => Some(only),
            _ => specific.first().or(found.first()).copied(),
        }
    }

    /// True if an interface extends another one.
    fn extends(&self, interface: usize, other: usize) -> bool {
        self.in_interfaces(interface, |above| (above == other).then_some(())).is_some()
    }

    /// The method that `class` itself declares.
    pub(crate) fn declared(&self, class: usize, signature: Signature) -> Option<usize> {
        self.methods.get(&(class, signature)).copied()
    }

    /// Looks through the interfaces above a class, depth first in their order.
    fn in_interfaces<T>(&self, class: usize, mut find: impl FnMut(usize) -> Option<T>) -> Option<T> {
        let mut seen = FxHashSet::default();
        let mut todo: Vec<usize> = self.interfaces(class).iter().rev().copied().collect();
        while let Some(interface) = todo.pop() {
            if !seen.insert(interface) {
                continue;
            }
            if let Some(found) = find(interface) {
                return Some(found);
            }
            todo.extend(self.interfaces(interface).iter().rev());
        }
        None
    }

    /// True if every class behind an interface has a traced method for this declaration.
    pub(crate) fn all_implementations_traced(&self, interface: usize, name: &str, desc: &str) -> bool {
        let Some(classes) = self.only_implementors(interface).filter(|classes| !classes.is_empty()) else {
            return false;
        };
        let Some(signature) = self.names.signature(name, desc) else { return false };
        let traced = |class: usize| match self.selected(class, signature) {
            _ if self.is_unsettled(class) => false,
            MethodTarget::Declared(owner, method) => !self.classes[owner].methods[method].runs_untraced(),
            MethodTarget::Library => false,
        };
        self.implementations.get_or((interface, signature), || classes.iter().all(|&class| traced(class)))
    }
}
