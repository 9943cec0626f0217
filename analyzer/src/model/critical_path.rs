//! The critical path as data: `paratrace.critical-path/1` and `paratrace.why/1`.

use std::collections::BTreeSet;

use paratrace_replay::program::names::{class_of, package_of};
use serde::{Deserialize, Serialize};

use super::ordered_path::{MeetingEnd, MeetingKind, OrderedPath, OrderedWhy};
use super::report::Completeness;

/// Schema of a critical path.
pub const CRITICAL_PATH_SCHEMA: &str = "paratrace.critical-path/1";

/// A critical path: a longest chain of nodes, each of which waits for the one before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CriticalPath {
    /// Name and version of the JSON form: [`CRITICAL_PATH_SCHEMA`].
    #[cfg_attr(feature = "schema", schemars(extend("const" = CRITICAL_PATH_SCHEMA)))]
    pub schema: String,
    /// Completeness of the trace.
    pub completeness: Completeness,
    /// Number of nodes of all threads.
    pub nodes: u64,
    /// The thread that it ends in; `None` if nothing was executed.
    pub thread: Option<ChainThread>,
    /// The threads that it goes through, those with most of its nodes first.
    #[serde(default)]
    pub threads: Vec<ChainThread>,
    /// Its lines, those with most of its nodes first.
    pub lines: Vec<ChainLine>,
    /// Its methods, those with most of its nodes first.
    pub methods: Vec<ChainMethod>,
    /// Its kinds of instructions, those with most of its nodes first.
    pub instructions: Vec<ChainInstruction>,
    /// Pairs of lines of which one waits for the other, most frequent first.
    pub edges: Vec<ChainEdge>,
    /// The sequence of lines that it takes, from its first node to its last.
    pub way: Way,
    /// The critical path with what the threads synchronise on: locks, joins and the like. `None` if there is one thread, if the trace
    /// does not tell of it (before version 1.4), or if it is longer than 2³¹ nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with_synchronization: Option<Box<OrderedPath>>,
    /// Executed lines that it does not touch; not part of the JSON.
    #[serde(skip)]
    pub others: Vec<ChainLine>,
}

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
    /// Number of its nodes on the critical path; in [`CriticalPath::thread`], that of all threads.
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

/// Schema of the answer to why a line takes part in the critical path.
pub const WHY_SCHEMA: &str = "paratrace.why/1";

/// The part that a line plays in the critical path.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Why {
    /// Name and version of the JSON form: [`WHY_SCHEMA`].
    #[cfg_attr(feature = "schema", schemars(extend("const" = WHY_SCHEMA)))]
    pub schema: String,
    /// Completeness of the trace.
    pub completeness: Completeness,
    /// Number of nodes of the critical path.
    pub critical_path: u64,
    /// The executed lines that are meant: one, unless several files have the name, or several methods the line.
    pub lines: Vec<ChainLine>,
    /// Lines that they wait for, most frequent first. A line may wait for itself.
    pub waits_for: Vec<ChainEdge>,
    /// Lines that wait for them, most frequent first.
    pub waited_for_by: Vec<ChainEdge>,
    /// The part that they play in the critical path with what the threads synchronise on, as [`CriticalPath::with_synchronization`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with_synchronization: Option<OrderedWhy>,
}

impl CriticalPath {
    /// Returns the part that a line plays; `None` if no instruction of it was executed. `file` is the name of the
    /// source file, or the end of its path (`demo/Main.java`).
    pub fn why(&self, file: &str, line: i32) -> Option<Why> {
        let is_meant = |place: &ChainPlace| place.line == line && place.is_in(file);
        let meant = |on: &[ChainLine], off: &[ChainLine]| -> Vec<ChainLine> {
            on.iter().chain(off).filter(|line| is_meant(&line.place)).cloned().collect()
        };
        let ends = |edges: &[ChainEdge], end: fn(&ChainEdge) -> &ChainPlace| {
            edges.iter().filter(|edge| is_meant(end(edge))).cloned().collect()
        };
        let lines = meant(&self.lines, &self.others);
        let edges = |end: fn(&ChainEdge) -> &ChainPlace| ends(&self.edges, end);
        let with_synchronization = self.with_synchronization.as_ref().map(|path| {
            let met = |end: &Option<MeetingEnd>| end.as_ref().is_some_and(|end| is_meant(&end.place));
            let meetings = path.meetings.iter().filter(|meeting| met(&meeting.released) || met(&meeting.acquired));
            OrderedWhy {
                critical_path: path.critical_path,
                lines: meant(&path.lines, &path.others),
                waits_for: ends(&path.edges, |edge| &edge.tail),
                waited_for_by: ends(&path.edges, |edge| &edge.head),
                meetings: meetings.cloned().collect(),
                monitors: path.monitors.iter().filter(|monitor| is_meant(&monitor.entered.place)).cloned().collect(),
            }
        });
        (!lines.is_empty()).then(|| Why {
            schema: WHY_SCHEMA.to_owned(),
            completeness: self.completeness.clone(),
            critical_path: self.thread.as_ref().map_or(0, |thread| thread.critical_path),
            waits_for: edges(|edge| &edge.tail),
            waited_for_by: edges(|edge| &edge.head),
            with_synchronization,
            lines,
        })
    }

    /// Returns the executed lines of a file, ascending; empty if nothing of it was executed.
    pub fn lines_of(&self, file: &str) -> BTreeSet<i32> {
        let all = self.lines.iter().chain(&self.others).map(|line| &line.place);
        all.filter(|place| place.is_in(file)).map(|place| place.line).collect()
    }
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
