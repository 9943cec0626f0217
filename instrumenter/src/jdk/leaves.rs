//! Leaves of a traced JDK: methods that cannot call back, and what they call.

use rustc_hash::FxHashSet;

/// A method: class, name and descriptor.
pub(crate) type Member = (String, String, String);

/// What becomes of leaves in a traced JDK.
#[derive(Debug, Default)]
pub(crate) struct Leaves {
    /// Methods that are no leaves, though they are known as such.
    pub(crate) open: FxHashSet<Member>,
    /// Methods of the world that leaves call: class and index.
    pub(crate) within: FxHashSet<(usize, usize)>,
    /// Initialisers of the world's classes that may run inside of leaves.
    pub(crate) initializers: FxHashSet<(usize, usize)>,
}
