//! What threads hand to each other.

use serde::{Deserialize, Serialize};

use super::dependence::{EdgeKind, Point, Via};

/// Dependences between two instructions that different threads executed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Handover {
    /// Whether the later thread reads what the earlier one wrote (RAW), writes it again (WAW), or writes what the earlier one has read
    /// since it was written (WAR).
    pub kind: EdgeKind,
    /// The instruction that wrote, or, of WAR, that read.
    pub head: Point,
    /// The instruction of the other thread.
    pub tail: Point,
    /// The location that the dependence runs through.
    pub via: Via,
    /// Number of occurrences.
    pub count: u64,
    /// Name of the thread of `head`; missing if it is not always the same, or depends on the other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Name of the other thread; missing as `from` is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

/// A call that looks at an entry of a map for several threads, one behind it that changes the entry, and one by which another thread may
/// change it in between.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckThenAct {
    /// The call that looks.
    pub check: Point,
    /// The call that changes the entry by what was seen.
    pub act: Point,
    /// The call of the other thread.
    pub by: Point,
    /// How often the two threads did this to one entry, and nothing but the map itself ordered them.
    pub count: u64,
}

/// Two calls, in different threads, that use one object of the library which is for one thread at a time, one of them to change it. Nothing orders them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ObjectRace {
    /// The class of the object, as `java.util.ArrayList`.
    pub class: String,
    /// One of the calls.
    pub head: Point,
    /// The other one, which may be the same.
    pub tail: Point,
    /// Name of the method that `head` calls.
    pub head_calls: String,
    /// Name of the method that `tail` calls.
    pub tail_calls: String,
    /// Number of pairs of accesses inside of such calls.
    pub count: u64,
    /// Name of the thread of `head`; missing if it is not always the same, or depends on the other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Name of the thread of `tail`; missing as `from` is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}
