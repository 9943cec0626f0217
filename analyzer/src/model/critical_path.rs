//! The critical path as data: `paratrace.critical-path/1` and `paratrace.why/1`.

use std::collections::BTreeSet;

use paratrace_replay::program::names::{class_of, package_of};
use serde::{Deserialize, Serialize};

use super::report::Completeness;

/// Schema of a critical path.
pub const CRITICAL_PATH_SCHEMA: &str = "paratrace.critical-path/1";

/// A critical path: the nodes of which each waits for the one before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CriticalPath {
    /// [`CRITICAL_PATH_SCHEMA`].
    pub schema: String,
    /// What is missing.
    pub completeness: Completeness,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The thread that it belongs to: the one with the longest; `None` if nothing was executed.
    pub thread: Option<ChainThread>,
    /// Its lines, those with most of its nodes first.
    pub lines: Vec<ChainLine>,
    /// Its methods, likewise.
    pub methods: Vec<ChainMethod>,
    /// Its instructions, likewise.
    pub instructions: Vec<ChainInstruction>,
    /// Which line waits for which, most frequent first.
    pub edges: Vec<ChainEdge>,
    /// The way it takes, from its first node to its last.
    pub way: Way,
    /// Executed lines that it does not touch; not part of the JSON.
    #[serde(skip)]
    pub others: Vec<ChainLine>,
}

/// A thread and its critical path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChainThread {
    /// Java's thread id.
    pub id: u64,
    /// Its name.
    pub name: String,
    /// Its nodes.
    pub nodes: u64,
    /// How many of them are on its critical path.
    pub critical_path: u64,
}

/// A line of source code.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ChainPlace {
    /// Its method.
    pub method: String,
    /// Source file, if known.
    pub file: Option<String>,
    /// The line, -1 if unknown.
    pub line: i32,
}

/// A line and its part of the critical path.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChainLine {
    /// The line.
    #[serde(flatten)]
    pub place: ChainPlace,
    /// Nodes on the critical path.
    pub nodes: u64,
    /// Their share of the critical path.
    pub share: f64,
    /// Nodes executed, of all threads.
    pub executed: u64,
    /// How many nodes later all of them could come without making the critical path longer: the least of all (of the thread
    /// that has it). `None` if that was not asked for, if that thread did not execute the line, or if the line copies
    /// array elements.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slack: Option<u64>,
}

/// A method and its part of the critical path, callees not counted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChainMethod {
    /// Its name.
    pub method: String,
    /// Nodes on the critical path.
    pub nodes: u64,
    /// Their share of the critical path.
    pub share: f64,
}

/// A kind of instruction and its part of the critical path.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChainInstruction {
    /// Its mnemonic.
    pub instruction: String,
    /// Nodes on the critical path.
    pub nodes: u64,
    /// Their share of the critical path.
    pub share: f64,
}

/// A line that waits for another one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChainEdge {
    /// What is waited for.
    pub head: ChainPlace,
    /// What waits.
    pub tail: ChainPlace,
    /// What the value goes through.
    pub through: ChainLink,
    /// How often.
    pub count: u64,
}

/// What a value goes through from one node to the next.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ChainLink {
    /// Kind of the location.
    pub kind: LinkKind,
    /// Its name: `local N`, `class.field`, element type, or method that returns; empty for others.
    pub name: String,
    /// What the source calls a local or parameter, as in [`crate::model::Via`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variable: Option<String>,
}

/// Kind of a location between two nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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
}

/// The way of the critical path through the program. Where it does not repeat itself and is too long to be told, its
/// beginning and its end are.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Way {
    /// Its beginning, or all of it.
    pub first: Vec<Stretch>,
    /// Nodes left out behind that.
    pub left_out: u64,
    /// Its end.
    pub last: Vec<Stretch>,
}

/// A stretch of the way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stretch {
    /// Nodes in one line.
    Line {
        /// The line.
        #[serde(flatten)]
        place: ChainPlace,
        /// Nodes, of all repetitions around.
        nodes: u64,
    },
    /// The same lines again and again.
    Repeat {
        /// How often, in all repetitions around.
        times: u64,
        /// Nodes, of all repetitions around.
        nodes: u64,
        /// What is repeated.
        stretches: Vec<Stretch>,
    },
}

/// Schema of the answer to why a line takes part in the critical path.
pub const WHY_SCHEMA: &str = "paratrace.why/1";

/// What the critical path does at a line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Why {
    /// [`WHY_SCHEMA`].
    pub schema: String,
    /// What is missing from the trace.
    pub completeness: Completeness,
    /// Nodes of the critical path.
    pub critical_path: u64,
    /// The executed lines that are meant: one, unless several files have the name, or several methods the line.
    pub lines: Vec<ChainLine>,
    /// What they wait for, most frequent first. A line may wait for itself.
    pub waits_for: Vec<ChainEdge>,
    /// What waits for them, most frequent first.
    pub waited_for_by: Vec<ChainEdge>,
}

impl CriticalPath {
    /// What it does at a line; `None` if nothing was executed there. `file` is the name of the source file, or the end of
    /// its path (`demo/Main.java`).
    pub fn why(&self, file: &str, line: i32) -> Option<Why> {
        let is_meant = |place: &ChainPlace| place.line == line && place.is_in(file);
        let all = self.lines.iter().chain(&self.others);
        let lines: Vec<ChainLine> = all.filter(|line| is_meant(&line.place)).cloned().collect();
        let edges = |end: fn(&ChainEdge) -> &ChainPlace| {
            self.edges.iter().filter(|edge| is_meant(end(edge))).cloned().collect()
        };
        (!lines.is_empty()).then(|| Why {
            schema: WHY_SCHEMA.to_owned(),
            completeness: self.completeness.clone(),
            critical_path: self.thread.as_ref().map_or(0, |thread| thread.critical_path),
            waits_for: edges(|edge| &edge.tail),
            waited_for_by: edges(|edge| &edge.head),
            lines,
        })
    }

    /// Executed lines of a file, ascending; empty if nothing of it was executed.
    pub fn lines_of(&self, file: &str) -> BTreeSet<i32> {
        let all = self.lines.iter().chain(&self.others).map(|line| &line.place);
        all.filter(|place| place.is_in(file)).map(|place| place.line).collect()
    }
}

impl ChainPlace {
    /// Is this line in a file of that name, or whose path ends so?
    pub fn is_in(&self, file: &str) -> bool {
        let Some(own) = self.file.as_deref() else { return false };
        let package = package_of(class_of(&self.method));
        let path = if package.is_empty() { own.to_owned() } else { format!("{package}/{own}") };
        let file = file.trim_start_matches("./");
        path == file || path.ends_with(&format!("/{file}")) || file.ends_with(&format!("/{path}"))
    }
}
