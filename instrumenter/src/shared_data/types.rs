//! Names of classes and arrays, and which of them are subtypes of which, as far as the world tells.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::world::World;

/// A class or array, by its internal name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct TypeId(u32);

/// All types that occur in the program.
#[derive(Debug, Default)]
pub(super) struct Types(IndexSet<Box<str>, FxBuildHasher>);

impl Types {
    pub(super) fn id(&mut self, name: &str) -> TypeId {
        let index = self.0.get_index_of(name).unwrap_or_else(|| self.0.insert_full(name.into()).0);
        TypeId(u32::try_from(index).unwrap_or(u32::MAX))
    }

    pub(super) fn name(&self, id: TypeId) -> &str {
        self.0.get_index(id.0 as usize).map_or("", |name| name)
    }
}

/// True if every object of class `name` is of class `above`; `None` if that depends on the library.
pub(super) fn is_subtype(world: &World, name: &str, above: &str) -> Option<bool> {
    if name == above || above == "java/lang/Object" {
        return Some(true);
    }
    match (name.strip_prefix('['), above.strip_prefix('[')) {
        (Some(element), Some(wanted)) => elements_fit(world, element, wanted),
        (Some(_), None) if world.find(above).is_none() => None,
        (Some(_), None) | (None, Some(_)) => Some(false),
        (None, None) => class_fits(world, name, above),
    }
}

fn elements_fit(world: &World, element: &str, wanted: &str) -> Option<bool> {
    let class = |text: &'_ str| text.strip_prefix('L').and_then(|text| text.strip_suffix(';')).map(str::to_owned);
    let reference = |text: &str| text.starts_with('[').then(|| text.to_owned()).or_else(|| class(text));
    match (reference(element), reference(wanted)) {
        (Some(element), Some(wanted)) => is_subtype(world, &element, &wanted),
        _ => Some(element == wanted),
    }
}

fn class_fits(world: &World, name: &str, above: &str) -> Option<bool> {
    let Some(start) = world.find(name) else {
        // No library class extends one of the program.
        return if world.find(above).is_some() { Some(false) } else { None };
    };
    let (mut seen, mut todo, mut leaves) = (FxHashSet::default(), vec![start], false);
    while let Some(class) = todo.pop() {
        if world.name(class) == above {
            return Some(true);
        }
        if !seen.insert(class) {
            continue;
        }
        let described = &world.classes[class];
        for &parent in described.super_name.iter().chain(&described.interfaces) {
            match world.named(parent) {
                Some(parent) => todo.push(parent),
                None if world.names.text(parent) == above => return Some(true),
                None => leaves |= world.names.text(parent) != "java/lang/Object",
            }
        }
    }
    if leaves && world.find(above).is_none() { None } else { Some(false) }
}

/// The element type of an array of references.
pub(super) fn element_of(array: &str) -> Option<&str> {
    let element = array.strip_prefix('[')?;
    match element.strip_prefix('L').and_then(|class| class.strip_suffix(';')) {
        Some(class) => Some(class),
        None if element.starts_with('[') => Some(element),
        None => None,
    }
}
