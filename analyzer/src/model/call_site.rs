//! Call sites: where a method's calls start, and where they are waited for.

use serde::{Deserialize, Serialize};

use crate::model::Point;

/// An instruction that calls a method whose calls could run in parallel.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CallSite {
    /// The instruction.
    pub call: Point,
    /// Number of its calls; in a recursion without the outermost ones, which are no tasks.
    pub calls: u64,
    /// Share of the time of its calls during which they can run beside what follows them, 0 to 1: until something needs what they
    /// did, and at most as long as they last.
    pub beside: f64,
    /// The instruction that most often needs a call first, so that the call is joined there; `None` if none does before the
    /// thread ends.
    pub join: Option<Point>,
    /// Whether to start its calls as tasks. Calls that are needed at once stay as they are: the caller has nothing else to do.
    pub fork: bool,
}
