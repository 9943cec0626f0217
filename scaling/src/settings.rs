//! What a user may choose.

use serde::{Deserialize, Serialize};

/// What a user may choose.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Times of waiting for locks are scaled down when runs that measure them take longer than those that measure wall
    /// time by more than this factor (section 3.5). A very large one: never.
    pub lock_scale_threshold: f64,
    /// Frames, as regular expressions, of which a stack of the parallel version has one if it spins, beside
    /// `Thread.onSpinWait` and `Thread.yield`.
    pub spinning: Vec<String>,
    /// A limitation matters if the program were faster by this share without it; 0.05 is 5 %.
    pub least_gain: f64,
    /// Entries of each list of methods, threads and locks.
    pub listed: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { lock_scale_threshold: 1.05, spinning: Vec::new(), least_gain: 0.05, listed: 10 }
    }
}
