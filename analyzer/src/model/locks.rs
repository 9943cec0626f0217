//! What locks protect, and what they serialise.

use serde::{Deserialize, Serialize};

use super::dependence::{Point, Via};

/// Locks that the program's code enters at the same places.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lock {
    /// Kind of the locks.
    pub kind: LockKind,
    /// Where the program's code enters them, in the order of the map.
    pub places: Vec<LockPlace>,
    /// Number of objects that were entered.
    pub objects: u64,
    /// Number of those that more than one thread entered.
    pub shared_objects: u64,
    /// Number of acquisitions: sections from entering an object to leaving it as often; what a thread enters again is none.
    pub acquisitions: u64,
    /// Number of threads that entered one.
    pub threads: u64,
    /// Number of nodes that threads executed in these sections.
    pub held_nodes: u64,
    /// `held_nodes` / all nodes. Sections of several objects may run at the same time.
    pub share: f64,
    /// Number of acquisitions of what another thread had held last.
    pub handed_over: u64,
    /// Number of those sections that were compared with what other threads did while they held the object, since this thread held it.
    pub compared: u64,
    /// Number of compared sections that depend on none of those by what they read and write.
    pub independent: u64,
    /// What the others depend by: of each, what shows it first; the most frequent first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conflicts: Vec<LockConflict>,
    /// Whether it is certain that only one thread ever entered each object, and that what was written in sections is not shared: in this
    /// run, the locks had no effect.
    pub unneeded: bool,
    /// What is shared, and only accessed while one of the locks is held, the same for each location. Empty if it is not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub protects: Vec<Protected>,
    /// Fields that are shared, not protected by any lock, and accessed while one of the locks is held, but not always. Empty if it is not
    /// known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub partly: Vec<PartlyLocked>,
}

/// The kind of a lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum LockKind {
    /// A monitor: `synchronized`.
    Monitor,
    /// A lock of `java.util.concurrent.locks`.
    Lock,
}

/// Where code enters a lock.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LockPlace {
    /// Name of the method.
    pub method: String,
    /// Source file, if known.
    pub file: Option<String>,
    /// Line; that of the method's first instruction if the method is `synchronized`, -1 if unknown.
    pub line: i32,
}

/// What makes sections depend on each other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LockConflict {
    /// The location.
    pub via: Via,
    /// Number of sections.
    pub sections: u64,
}

/// What a lock protects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Protected {
    /// The field, or elements of arrays.
    pub via: Via,
    /// The instruction that created the arrays; missing for fields.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created: Option<Point>,
    /// Number of locations.
    pub locations: u64,
}

/// A field that a lock does not always protect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PartlyLocked {
    /// The field.
    pub via: Via,
    /// Number of its accesses that count while one of the locks was held.
    pub locked: u64,
    /// Number of its accesses that count.
    pub accesses: u64,
    /// Instructions that accessed it without.
    pub unlocked: Vec<Point>,
}
