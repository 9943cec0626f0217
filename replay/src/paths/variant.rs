//! Variants of a path.

use crate::replay::Outcome;

/// A variant of a path: what its calls do decides how it is compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Variant {
    /// Whether traced code answered the call before the path.
    pub direct: bool,
    /// The outcome of the call at its end.
    pub outcome: Outcome,
}

impl Variant {
    /// Number of variants that a path may have, but for those that enter a lambda's method.
    pub const COUNT: usize = 8;

    /// Returns the index of this variant, unless it enters a lambda's method: of those there is one for each method.
    #[inline]
    pub fn number(self) -> Option<usize> {
        let outcome = match self.outcome {
            Outcome::NoCall => 0,
            Outcome::Direct => 1,
            Outcome::Opaque => 2,
            Outcome::Failed => 3,
            Outcome::Lambda(_) => return None,
        };
        Some(4 * usize::from(self.direct) + outcome)
    }
}
