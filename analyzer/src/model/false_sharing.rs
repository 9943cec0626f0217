//! Lines of the cache that threads may pull from each other.

use serde::{Deserialize, Serialize};

use super::dependence::{Point, Via};

/// Elements of arrays, or fields of objects, that different threads write and that may lie in one line of the cache.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FalseSharing {
    /// What is written: elements of an array, or one or two fields.
    pub locations: Vec<Via>,
    /// The instruction that created the arrays; missing if that is not known, and of objects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created: Option<Point>,
    /// An instruction that writes in one thread.
    pub head: Point,
    /// An instruction that writes in another thread, which may be the same one.
    pub tail: Point,
    /// Number of threads that write so.
    pub threads: u64,
    /// Number of lines.
    pub lines: u64,
    /// Number of times that a line can go from one thread to another at most: how the threads took turns is not recorded.
    pub transfers: u64,
    /// The same for each thousand nodes of the run.
    pub per_1000_nodes: f64,
}
