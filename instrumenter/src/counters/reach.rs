//! The distance of the callers of a copy. Copies of static methods and constructors are no more accessible than their
//! callers need, so that programs which look at their accessible members by reflection do not find them.

use crate::access_flags::{ACC_INTERFACE, ACC_PRIVATE, ACC_PROTECTED, ACC_PUBLIC};
use crate::library::package;
use crate::source::Sources;
use crate::world::World;

/// The farthest caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reach {
    /// The class itself.
    Class,
    /// A class of the same package, which comes with it: one class loader has both.
    Package,
    Anywhere,
}

impl Reach {
    /// The reach of a call from the class that is so named.
    pub(super) fn of(world: &World, sources: &Sources<'_>, caller: &str, callee: usize) -> Reach {
        let called = world.name(callee);
        match world.find(caller) {
            Some(caller) if caller == callee => Reach::Class,
            Some(other) if package(caller) == package(called) && sources.input(other) == sources.input(callee) => {
                Reach::Package
            }
            _ => Reach::Anywhere,
        }
    }

    /// The access flags of a copy.
    pub(super) fn narrow(self, flags: u16, class: u16) -> u16 {
        const VISIBILITY: u16 = ACC_PUBLIC | ACC_PROTECTED | ACC_PRIVATE;
        match self {
            Reach::Class => flags & !VISIBILITY | ACC_PRIVATE,
            // Members of interfaces are public or private.
            Reach::Package if class & ACC_INTERFACE == 0 && flags & ACC_PRIVATE == 0 => flags & !VISIBILITY,
            _ => flags,
        }
    }
}
