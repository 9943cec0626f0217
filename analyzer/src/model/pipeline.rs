//! Pipelines as data: streams from their source to the operation that runs them.

use serde::{Deserialize, Serialize};

/// A stream, or a call that goes through a collection: the elements are its tasks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pipeline {
    /// Names of its calls in order, as far as the code shows them in one expression: `stream`, `map`, `forEach`.
    pub calls: Vec<String>,
    /// Why nobody knows whether it can run in parallel, or why it ends early, if that is so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub obstacle: Option<Obstacle>,
    /// True if its result is a floating point number that is rounded otherwise in parallel.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rounds: bool,
    /// True if its result holds a `HashSet` or a `HashMap`, which may list the same elements in another order in parallel.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reorders: bool,
}

/// What about a pipeline is in the way of running it in parallel, besides dependences between its elements.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Obstacle {
    /// Its kind.
    pub kind: ObstacleKind,
    /// Name of the call that it is about: `limit`, `reduce`.
    pub call: String,
}

/// The kind of an obstacle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ObstacleKind {
    /// The stream comes from elsewhere: the code does not show its source in the same expression.
    Source,
    /// The call makes each element from the one before.
    Iterates,
    /// The functions use what the stream runs over.
    SourceUsed,
    /// The call handles elements together, in their order, or in a way that is not known.
    Call,
    /// A function that the call gets is not traced, or not known.
    Function,
    /// The call combines elements by a function that is not proved associative, or begins with a value that is not proved
    /// neutral.
    Operator,
    /// The functions give out objects that they may change.
    Results,
    /// The call may end before the last element.
    StopsEarly,
}
