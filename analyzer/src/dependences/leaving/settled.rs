//! What edges from the same instance violated lately: longer ones violate the same, up to a distance.
//!
//! A call of untraced code may look at objects that were changed long ago, again and again. Such edges only get longer, so what they
//! violate need not be searched for each of them.

use super::instances::Lasting;

/// Number of instances that are remembered. A power of two.
const REMEMBERED: usize = 256;

/// What edges from an inner instance to the inside of a common one violate, if their distance is one of these.
#[derive(Debug, Clone, Copy)]
struct Found {
    inner: u32,
    common: u32,
    least: u64,
    most: u64,
    lasting: Lasting,
}

/// No instance has this number.
const NOTHING: Found = Found {
    inner: u32::MAX,
    common: u32::MAX,
    least: 0,
    most: 0,
    lasting: Lasting { number: 0, depth: 0, is_violated: false },
};

/// What was found lately.
#[derive(Debug)]
pub(super) struct Settled(Vec<Found>);

impl Settled {
    pub(super) fn new() -> Self {
        Self(vec![NOTHING; REMEMBERED])
    }

    /// Returns what an edge of a distance violates, if it is known.
    #[inline]
    pub(super) fn get(&self, (inner, common): (u32, u32), distance: u64) -> Option<Lasting> {
        let found = &self.0[inner as usize % REMEMBERED];
        let is_known = (found.inner, found.common) == (inner, common);
        (is_known && (found.least..=found.most).contains(&distance)).then_some(found.lasting)
    }

    /// Remembers what an edge of a distance violates; the instance found has this duration.
    #[inline]
    pub(super) fn note(&mut self, (inner, common): (u32, u32), distance: u64, lasting: Lasting, duration: u64) {
        let most = if lasting.is_violated { duration } else { u64::MAX };
        self.0[inner as usize % REMEMBERED] = Found { inner, common, least: distance, most, lasting };
    }

    /// Forgets everything: instances get other numbers.
    pub(super) fn forget(&mut self) {
        self.0.fill(NOTHING);
    }
}
