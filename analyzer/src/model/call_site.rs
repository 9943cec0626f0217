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
    /// The place where most of its calls have to be waited for: the first one of `joins`; `None` if nothing depends on them before the
    /// thread ends.
    pub join: Option<Point>,
    /// All places where its calls have to be waited for, those of most calls first.
    #[serde(default)]
    pub joins: Vec<JoinPlace>,
    /// Whether to start its calls as tasks. Calls that are needed at once stay as they are: the caller has nothing else to do.
    pub fork: bool,
}

/// A place where calls have to be waited for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JoinPlace {
    /// The calls are waited for before this instruction: of a loop, before it begins.
    pub before: Point,
    /// Number of calls that were waited for there.
    pub calls: u64,
    /// Whether the result of the call is used there, which is waited for by itself. Else all calls that were started before and not waited
    /// for yet are.
    pub for_result: bool,
}
