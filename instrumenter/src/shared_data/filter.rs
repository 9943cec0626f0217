//! Filters of objects where a reference is known to be of a class. Each object is decided once.

use super::bits::Bits;
use super::objects::Object;
use super::solver::ObjectNumber;

/// The objects that were decided with respect to one class.
#[derive(Debug, Default)]
pub(super) struct Filter {
    known: Bits,
    /// Objects that are of the class, and created ones that may be.
    passes: Bits,
    /// Objects from outside that become objects of the class when they pass.
    narrowed: Bits,
    /// Those of them that are of a class of the library.
    of_library: Bits,
}

impl Filter {
    pub(super) fn unknown(&self, objects: &Bits) -> Bits {
        objects.without(&self.known)
    }

    /// `fits`: the object's class is a subclass of the filter's, as far as that is known.
    pub(super) fn tell(&mut self, number: ObjectNumber, object: Object, fits: Option<bool>, of_library: bool) {
        self.known.insert(number);
        match (object, fits) {
            (_, Some(true)) | (Object::Created { .. }, None) => self.passes.insert(number),
            (Object::Created { .. }, Some(false)) => {}
            _ => {
                self.narrowed.insert(number);
                if of_library {
                    self.of_library.insert(number);
                }
            }
        }
    }

    pub(super) fn passing(&self, objects: &Bits) -> Bits {
        objects.common(&self.passes)
    }

    pub(super) fn narrows(&self, objects: &Bits) -> bool {
        objects.meets(&self.narrowed)
    }

    pub(super) fn narrows_library(&self, objects: &Bits) -> bool {
        objects.meets(&self.of_library)
    }
}
