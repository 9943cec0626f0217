//! Classes with instances, by everything that their objects are or may be: the other direction of
//! [`is_subtype`](super::types::is_subtype).

use rustc_hash::{FxHashMap, FxHashSet};

use super::bits::Bits;
use crate::world::World;

/// Positions in a list of classes, by the classes and interfaces that these have above them.
#[derive(Debug, Default)]
pub(crate) struct Hierarchy {
    below: FxHashMap<String, Bits>,
    /// They have something of the library above them, which may have more.
    leaving: Bits,
    all: Bits,
}

impl Hierarchy {
    pub(crate) fn new(world: &World, classes: &[usize]) -> Hierarchy {
        let mut hierarchy = Hierarchy::default();
        for (position, &class) in (0..).zip(classes) {
            hierarchy.all.insert(position);
            let (mut seen, mut todo) = (FxHashSet::default(), vec![class]);
            while let Some(class) = todo.pop() {
                if !seen.insert(class) {
                    continue;
                }
                hierarchy.add(world.name(class), position);
                let described = &world.classes[class];
                for &parent in described.super_name.iter().chain(&described.interfaces) {
                    match (world.named(parent), world.names.text(parent)) {
                        (Some(parent), _) => todo.push(parent),
                        (None, "java/lang/Object") => {}
                        (None, parent) => {
                            hierarchy.add(parent, position);
                            hierarchy.leaving.insert(position);
                        }
                    }
                }
            }
        }
        hierarchy
    }

    fn add(&mut self, above: &str, position: u32) {
        match self.below.get_mut(above) {
            Some(below) => below.insert(position),
            None => drop(self.below.insert(above.to_owned(), Bits::from_iter([position]))),
        }
    }

    /// The positions of the types whose objects are or may be of this class.
    pub(crate) fn may_be(&self, world: &World, class: &str) -> Bits {
        if class == "java/lang/Object" {
            return self.all.clone();
        }
        let mut found = self.below.get(class).cloned().unwrap_or_default();
        if !class.starts_with('[') && world.find(class).is_none() {
            found.unite(&self.leaving);
        }
        found
    }
}
