//! The critical path as data: `paratrace.critical-path/1` and `paratrace.why/1`.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::chain::{ChainEdge, ChainInstruction, ChainLine, ChainMethod, ChainPlace, ChainThread, Way};
use super::ordered_path::{MeetingEnd, OrderedPath, OrderedWhy};
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
