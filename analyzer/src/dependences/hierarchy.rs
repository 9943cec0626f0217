//! Which classes are below which, and which method a virtual call runs if there is only one that it can run.

use paratrace_traceformat::map::{ClassId, Method, MethodId, ProgramMap, Site, Untraced};
use rustc_hash::FxHashSet;

/// The classes and methods of a map, in the order of their names.
pub(crate) struct Hierarchy {
    classes: Vec<ClassId>,
    /// Those that are not abstract, by name and descriptor.
    methods: Vec<MethodId>,
}

impl Hierarchy {
    pub(crate) fn new(map: &ProgramMap) -> Self {
        let mut classes: Vec<ClassId> = (0..map.classes.len() as u32).map(ClassId::new).collect();
        classes.sort_unstable_by_key(|&class| &*map.classes[class.index()].name);
        let has_code = |(method, _): &(&_, MethodId)| is_concrete(method);
        let mut methods: Vec<MethodId> =
            map.methods.iter().zip(MethodId::all()).filter(has_code).map(|(_, number)| number).collect();
        methods.sort_unstable_by_key(|&method| signature(map, method));
        Self { classes, methods }
    }

    /// Returns the method that a call runs, if classes of the map have only one: that of the class that the call names, of one above it,
    /// or of one below it.
    pub(crate) fn only_method(&self, map: &ProgramMap, site: &Site) -> Option<MethodId> {
        let wanted = (&*site.name, &*site.desc);
        let first = self.methods.partition_point(|&method| signature(map, method) < wanted);
        let alike = self.methods[first..].iter().take_while(|&&method| signature(map, method) == wanted);
        let mut related = alike.filter(|&&method| self.is_related(map, method, &site.class));
        let only = *related.next()?;
        if related.next().is_none() { Some(only) } else { None }
    }

    /// Returns whether the class of a method is, extends or implements another one, or is above it.
    pub(crate) fn is_related(&self, map: &ProgramMap, method: MethodId, other: &str) -> bool {
        let own = &*map.classes[map.methods[method.index()].class.index()].name;
        self.is_below(map, own, other) || self.is_below(map, other, own)
    }

    /// Returns whether a class is, extends or implements another one.
    fn is_below(&self, map: &ProgramMap, class: &str, other: &str) -> bool {
        let (mut todo, mut seen) = (vec![class], FxHashSet::default());
        while let Some(class) = todo.pop() {
            if class == other {
                return true;
            }
            if let Some(known) = self.class(map, class).filter(|_| seen.insert(class)) {
                let known = &map.classes[known.index()];
                todo.extend(known.super_name.as_deref());
                todo.extend(known.interfaces.iter().map(|interface| &**interface));
            }
        }
        false
    }

    fn class(&self, map: &ProgramMap, name: &str) -> Option<ClassId> {
        let found = self.classes.binary_search_by_key(&name, |&class| &*map.classes[class.index()].name);
        found.ok().map(|at| self.classes[at])
    }
}

fn is_concrete(method: &Method) -> bool {
    method.untraced != Some(Untraced::Abstract)
}

fn signature(map: &ProgramMap, method: MethodId) -> (&str, &str) {
    let method = &map.methods[method.index()];
    (&method.name, &method.desc)
}
