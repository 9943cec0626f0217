//! How threads of a team use what they share.

use std::collections::BTreeMap;

/// A way of using something that all threads may go at the same time, and whose outcome does not depend on their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// Nobody writes it.
    Read,
    /// Everybody changes it by one operator, which is commutative and associative; nobody looks at it.
    Updated,
    /// Each thread reads and writes elements of its own, divided in this way.
    Sliced(u32),
    /// One after another, in the order of turns of this number.
    Ordered(u32),
    /// By one thread.
    Only(u32),
}

/// The ways taken since all threads met.
#[derive(Debug, Default)]
pub(super) struct Ways(BTreeMap<String, Way>);

impl Ways {
    /// Takes a way. False if another one was taken before, so that the threads have to meet first.
    #[must_use]
    pub(super) fn take(&mut self, name: &str, way: Way) -> bool {
        *self.0.entry(name.to_owned()).or_insert(way) == way
    }

    /// All threads have met.
    pub(super) fn met(&mut self) {
        self.0.clear();
    }
}
