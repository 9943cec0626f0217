//! Resolution of fields and methods (JVMS §5.4.3.2 to §5.4.3.4) within the world.

use super::{ACC_PRIVATE, World};

/// Where a field reference leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FieldTarget {
    /// Declared by a class of the world: class and index of the field.
    Declared(usize, usize),
    /// Declared outside: the first class of the search that is not in the world.
    Library(String),
}

/// Where a method reference leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum MethodTarget {
    /// Declared by a class of the world: class and index of the method.
    Declared(usize, usize),
    /// Declared outside.
    Library,
}

impl World {
    /// Resolves a field: the class, its super interfaces, then the super class, and so on.
    pub(crate) fn field(&self, class: &str, name: &str, desc: &str) -> FieldTarget {
        let mut boundary = None;
        match self.field_in(class, name, desc, &mut boundary, 0) {
            Some((class, field)) => FieldTarget::Declared(class, field),
            None => FieldTarget::Library(boundary.unwrap_or_else(|| class.to_owned())),
        }
    }

    fn field_in(
        &self,
        class: &str,
        name: &str,
        desc: &str,
        boundary: &mut Option<String>,
        depth: usize,
    ) -> Option<(usize, usize)> {
        let Some(index) = self.find(class) else {
            boundary.get_or_insert_with(|| class.to_owned());
            return None;
        };
        if depth > 256 {
            return None;
        }
        let found = &self.classes[index];
        if let Some(field) = found.fields.iter().position(|f| f.name == name && f.desc == desc) {
            return Some((index, field));
        }
        // A library interface is no boundary as long as the super class may still declare the field.
        let mut ignored = None;
        let above = found.interfaces.iter().find_map(|i| self.field_in(i, name, desc, &mut ignored, depth + 1));
        above.or_else(|| {
            let parent = found.super_name.as_deref()?;
            self.field_in(parent, name, desc, boundary, depth + 1)
        })
    }

    /// Resolves a method along the super classes, then among the super interfaces.
    pub(crate) fn method(&self, class: &str, name: &str, desc: &str) -> MethodTarget {
        let Some(start) = self.find(class) else { return MethodTarget::Library };
        for class in self.supers(start) {
            if let Some(method) = self.declared(class, name, desc) {
                return MethodTarget::Declared(class, method);
            }
        }
        let leaves_world = |class: usize| self.classes[class].super_name.as_deref() != Some("java/lang/Object");
        let top = self.supers(start).last().unwrap_or(start);
        if !self.classes[start].is_interface() && leaves_world(top) {
            return MethodTarget::Library;
        }
        match self.supers(start).find_map(|class| self.interface_method(class, name, desc, 0)) {
            Some((class, method)) => MethodTarget::Declared(class, method),
            None => MethodTarget::Library,
        }
    }

    /// The method that `class` itself declares.
    pub(crate) fn declared(&self, class: usize, name: &str, desc: &str) -> Option<usize> {
        self.classes[class].methods.iter().position(|m| m.name == name && m.desc == desc)
    }

    fn interface_method(&self, class: usize, name: &str, desc: &str, depth: usize) -> Option<(usize, usize)> {
        if depth > 64 {
            return None;
        }
        let interfaces = self.classes[class].interfaces.iter().filter_map(|i| self.find(i));
        interfaces.into_iter().find_map(|interface| {
            let own = self.declared(interface, name, desc);
            let own = own.filter(|&m| {
                let method = &self.classes[interface].methods[m];
                !method.is_static() && method.access & ACC_PRIVATE == 0
            });
            own.map(|m| (interface, m)).or_else(|| self.interface_method(interface, name, desc, depth + 1))
        })
    }

    /// True if every class behind an interface has a traced method for this declaration.
    pub(crate) fn all_implementations_traced(&self, interface: usize, name: &str, desc: &str) -> bool {
        let Some(classes) = self.only_implementors(interface) else { return false };
        !classes.is_empty()
            && !classes.iter().any(|&class| self.is_unsettled(class))
            && classes.iter().all(|&class| match self.method(&self.classes[class].name, name, desc) {
                MethodTarget::Declared(owner, method) => {
                    let method = &self.classes[owner].methods[method];
                    method.untraced.is_none() || method.is_abstract()
                }
                MethodTarget::Library => false,
            })
    }

    /// True if every method that a virtual call of this declaration may select in subclasses is traced or abstract.
    pub(crate) fn all_overriders_traced(&self, class: usize, name: &str, desc: &str) -> bool {
        let mut todo = vec![class];
        let mut visited = 0;
        while let Some(class) = todo.pop() {
            visited += 1;
            if visited > self.classes.len() {
                return false;
            }
            if let Some(method) = self.declared(class, name, desc) {
                let method = &self.classes[class].methods[method];
                if method.untraced.is_some() && !method.is_abstract() {
                    return false;
                }
            }
            todo.extend_from_slice(self.subclasses(class));
        }
        true
    }
}
