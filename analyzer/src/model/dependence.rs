//! Dependences of instructions on others, and the locations that they run through, as data.

use serde::{Deserialize, Serialize};

use super::holders::Holders;

/// The kind of a dependence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "UPPERCASE")]
pub enum EdgeKind {
    /// Read after write.
    Raw,
    /// Write after read.
    War,
    /// Write after write.
    Waw,
}

/// Dependences of one instruction on another that leave a construct.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Edge {
    /// Kind of the dependence.
    pub kind: EdgeKind,
    /// The instruction that comes first.
    pub head: Point,
    /// The instruction that depends on it.
    pub tail: Point,
    /// Least distance, in nodes.
    pub min_distance: u64,
    /// Number of occurrences.
    pub count: u64,
    /// Number of occurrences whose distance is at most the duration of the instance that they leave.
    pub violations: u64,
    /// The location that the dependence runs through.
    pub via: Via,
}

/// An instruction.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Point {
    /// Name of its method.
    pub method: String,
    /// Bytecode offset.
    pub pc: u32,
    /// Source line, -1 if unknown.
    pub line: i32,
    /// Source file that the line lies in, if that is not the file of the method's class: code that was inlined from there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// The location that a dependence runs through.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Via {
    /// Kind of the location.
    pub kind: ViaKind,
    /// Name of the location: `local N`, `class.field`, element type, or method that returns.
    pub name: String,
    /// Name of a local or parameter in the source; `this` and `parameter N` (from 1) where the class file has no name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variable: Option<String>,
    /// Variables and fields that hold the array, if the location is an array element. There are several if the ends of a
    /// dependence have the array by different names, or if the dependences run through several arrays. Empty if the code
    /// does not show a name for each of the dependences.
    #[serde(default, skip_serializing_if = "Holders::is_empty")]
    pub arrays: Holders,
}

impl Via {
    /// Creates a location that is no variable.
    pub fn new(kind: ViaKind, name: impl Into<String>) -> Via {
        Via { kind, name: name.into(), variable: None, arrays: Holders::default() }
    }
}

/// The kind of a location.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ViaKind {
    /// A local variable.
    Local,
    /// A parameter, written by the call.
    Parameter,
    /// The value that a call returns.
    Return,
    /// A field of an object.
    Field,
    /// A static field.
    Static,
    /// An array element.
    Element,
    /// The state of an object in untraced code; only in blockers.
    Object,
    /// A class that is being initialised, or whose lock is taken; only in blockers.
    Class,
}

/// Number of edges of each kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "UPPERCASE")]
pub struct EdgeTotals {
    /// Read after write.
    pub raw: u64,
    /// Write after read.
    pub war: u64,
    /// Write after write.
    pub waw: u64,
}
