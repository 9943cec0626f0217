//! Which constructs are methods.

use paratrace_replay::program::ConstructId;
use paratrace_traceformat::map::{Method, ProgramMap};

use crate::dependences::initializers::is_initializer;

/// The methods of the program. Their constructs have the numbers that they have themselves, below those of all others.
#[derive(Debug, Clone, Copy)]
pub(super) struct Methods<'m>(&'m [Method]);

impl<'m> Methods<'m> {
    pub(super) fn new(map: &'m ProgramMap) -> Self {
        Self(&map.methods)
    }

    #[inline]
    pub(super) fn contain(self, construct: ConstructId) -> bool {
        (construct.number() as usize) < self.0.len()
    }

    /// Returns whether a construct is a class initialiser.
    pub(super) fn is_initializer(self, construct: ConstructId) -> bool {
        self.0.get(construct.number() as usize).is_some_and(is_initializer)
    }
}
