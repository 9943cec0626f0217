//! Methods that the library may call of the objects that it is given.

use rustc_hash::FxHashSet;

use crate::shared_data::flow::MethodName;
use crate::shared_data::library::{called_through, is_closed, of_all};
use crate::shared_data::objects::MethodId;
use crate::shared_data::solver::ObjectNumber;
use crate::world::MethodTarget;

use super::Analysis;

impl Analysis<'_> {
    /// The library is given an object, and may call its methods.
    pub(super) fn give(&mut self, object: ObjectNumber) {
        let object = self.solver.object(object);
        if !self.given_types.insert((object.class(), object.is_created())) {
            return;
        }
        let name = self.solver.types.name(object.class()).to_owned();
        if is_closed(&name) {
            return;
        }
        match self.world.find(&name) {
            Some(class) if object.is_created() => self.give_class(class),
            Some(_) => {
                let program = self.program;
                let below = self.hierarchy.may_be(self.world, &name);
                below.iter().for_each(|position| self.give_class(program.instantiated[position as usize]));
                self.enter_lambdas(&name);
            }
            None if object.is_created() => {}
            None => self.give_all(),
        }
    }

    /// Gives all objects of the program to the library, since an object of the library may hold any of them. It calls
    /// of them the methods that it calls of all objects, and lambdas that it knows how to call.
    fn give_all(&mut self) {
        if !std::mem::replace(&mut self.all_given, true) {
            let program = self.program;
            program.instantiated.iter().for_each(|&class| self.enter_methods(class, &of_all));
            let library = program.lambdas.iter().filter(|(interface, _)| self.world.find(interface).is_none());
            let mut bodies: Vec<_> = library.flat_map(|(_, bodies)| bodies).collect();
            bodies.sort_unstable();
            bodies.into_iter().for_each(|body| self.enter_named(body));
        }
    }

    fn give_class(&mut self, class: usize) {
        if !self.given.insert(class) {
            return;
        }
        let (names, all) = self.called_by_library(class);
        self.enter_methods(class, &|name| all || names.contains(name));
    }

    fn enter_methods(&mut self, class: usize, wanted: &dyn Fn(&str) -> bool) {
        for above in self.world.supers(class).collect::<Vec<_>>() {
            for index in 0..self.world.classes[above].methods.len() {
                let declared = &self.world.classes[above].methods[index];
                let name = self.world.names.member(declared.signature).0;
                let wanted = declared.is_inheritable() && name != "<init>" && wanted(name);
                if let Some(id) = self.world.usable(above, MethodTarget::Declared(above, index)).filter(|_| wanted) {
                    self.enter(id);
                }
            }
        }
    }

    /// Names of the methods that the library calls through types of its own, or that it may call all.
    fn called_by_library(&self, class: usize) -> (FxHashSet<&'static str>, bool) {
        let (mut names, mut all) = (FxHashSet::default(), false);
        let (mut seen, mut todo) = (FxHashSet::default(), self.world.supers(class).collect::<Vec<_>>());
        while let Some(class) = todo.pop() {
            let described = &self.world.classes[class];
            for &parent in described.super_name.iter().chain(&described.interfaces) {
                match (self.world.named(parent), called_through(self.world.names.text(parent))) {
                    (Some(parent), _) => todo.extend(seen.insert(parent).then_some(parent)),
                    (None, Some(called)) => names.extend(called),
                    (None, None) => all = true,
                }
            }
        }
        (names, all)
    }

    pub(in crate::shared_data) fn enter_named(&mut self, method: &MethodName) {
        let target = self.world.method(&method.class, &method.name, &method.desc);
        let start = self.world.find(&method.class);
        if let Some(id) = start.and_then(|start| self.world.usable(start, target)) {
            self.enter(id);
        }
    }

    /// The library may call a method, with anything. A task that is called so is one of its own.
    fn enter(&mut self, id: MethodId) {
        if self.tasks.contains(&id) || self.methods.get(&id).is_some_and(|reached| reached.entered) {
            return;
        }
        let Some((base, parameters)) = self.reach(id) else { return };
        if let Some(reached) = self.methods.get_mut(&id) {
            reached.entered = true;
        }
        let classes = self.parameter_classes(id);
        for (parameter, class) in parameters.into_iter().zip(classes) {
            if let Some(class) = class {
                self.handed_out(base + parameter, &class);
            }
        }
    }
}
