//! The nodes of a critical path, gathered by thread, line, method and instruction, as data.

use paratrace_replay::program::names::{class_of, package_of};
use serde::{Deserialize, Serialize};

/// A thread and its part of the critical path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChainThread {
    /// Java's thread id.
    pub id: u64,
    /// Name of the thread.
    pub name: String,
    /// Number of its nodes.
    pub nodes: u64,
    /// Number of its nodes on the critical path; in `CriticalPath::thread`, that of all threads.
    pub critical_path: u64,
}

/// A line of source code.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChainPlace {
    /// Name of its method.
    pub method: String,
    /// Source file, if known.
    pub file: Option<String>,
    /// Line number, -1 if unknown.
    pub line: i32,
}

/// A line and its part of the critical path.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChainLine {
    /// The line.
    #[serde(flatten)]
    pub place: ChainPlace,
    /// Number of its nodes on the critical path.
    pub nodes: u64,
    /// Share of these in the critical path, 0 to 1.
    pub share: f64,
    /// Number of nodes executed, in all threads.
    pub executed: u64,
    /// Slack: the number of nodes by which all its nodes could come later without making the critical path longer; the
    /// least of all. `None` if slack was not asked for, or if the line copies array elements.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slack: Option<u64>,
}

/// A method and its part of the critical path, without callees.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChainMethod {
    /// Name of the method.
    pub method: String,
    /// Number of its nodes on the critical path.
    pub nodes: u64,
    /// Share of these in the critical path, 0 to 1.
    pub share: f64,
}

/// A kind of instruction and its part of the critical path.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChainInstruction {
    /// Mnemonic of the instruction.
    pub instruction: String,
    /// Number of its nodes on the critical path.
    pub nodes: u64,
    /// Share of these in the critical path, 0 to 1.
    pub share: f64,
}

/// A line that waits for another one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChainEdge {
    /// The line that computes the value.
    pub head: ChainPlace,
    /// The line that waits for the value.
    pub tail: ChainPlace,
    /// The location that the value goes through.
    pub through: ChainLink,
    /// Number of occurrences on the critical path.
    pub count: u64,
    /// Number of those in which one thread waits for a value of another.
    #[serde(default)]
    pub between_threads: u64,
}

/// The sequence of lines that the critical path takes. If it is too long and does not repeat itself, only its beginning
/// and its end are listed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Way {
    /// Its beginning, or all of it.
    pub first: Vec<Stretch>,
    /// Number of nodes left out behind the beginning.
    pub left_out: u64,
    /// Its end.
    pub last: Vec<Stretch>,
}

impl ChainPlace {
    /// Returns whether this line is in a file of that name, or in one whose path ends so.
    pub fn is_in(&self, file: &str) -> bool {
        let Some(own) = self.file.as_deref() else { return false };
        let package = package_of(class_of(&self.method));
        let path = if package.is_empty() { own.to_owned() } else { format!("{package}/{own}") };
        let file = file.trim_start_matches("./");
        path == file || path.ends_with(&format!("/{file}")) || file.ends_with(&format!("/{path}"))
    }
}

/// What threads meet at: one of them releases it, and another one acquires it and comes behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum MeetingKind {
    /// A monitor (`synchronized`, `Object.wait`), also between sections of one thread.
    Monitor,
    /// A volatile field, or a location that is accessed like one.
    Volatile,
    /// The start of a thread.
    Start,
    /// Waking or interrupting a thread.
    Wake,
    /// The end of a thread, for who waits for it.
    End,
    /// The initialisation of a class.
    Class,
    /// An object of code that is not traced, as a lock or queue of `java.util.concurrent`.
    Object,
    /// Tasks that code that is not traced runs in other threads.
    Task,
    /// The results of such tasks.
    Result,
    /// Memory fences.
    Fence,
    /// What is not known, as the memory of some handles.
    Unknown,
}

/// A location through which a value goes from one node to the next.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChainLink {
    /// Kind of the location.
    pub kind: LinkKind,
    /// Name of the location: `local N`, `class.field`, element type, or method that returns; empty for other kinds.
    pub name: String,
    /// Name of a local or parameter in the source, as in [`crate::model::Via`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variable: Option<String>,
    /// What threads meet at, if the kind is [`LinkKind::Meeting`]; `name` is its name then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meeting: Option<MeetingKind>,
}

/// A stretch of the way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Stretch {
    /// Nodes in one line.
    Line {
        /// The line.
        #[serde(flatten)]
        place: ChainPlace,
        /// Number of nodes, summed over the repetitions around.
        nodes: u64,
    },
    /// A repetition of stretches.
    Repeat {
        /// Number of rounds, summed over the repetitions around.
        times: u64,
        /// Number of nodes, summed over the repetitions around.
        nodes: u64,
        /// The repeated stretches.
        stretches: Vec<Stretch>,
    },
}

/// The kind of a location between two nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum LinkKind {
    /// An entry of the operand stack.
    Stack,
    /// A local variable.
    Local,
    /// A parameter.
    Parameter,
    /// The value that a call returns.
    Return,
    /// A field of an object.
    Field,
    /// A static field.
    Static,
    /// An array element.
    Element,
    /// The state of an object in code that is not traced.
    State,
    /// An exception.
    Exception,
    /// No value: one node comes behind another one because threads synchronise.
    Meeting,
}
