//! The critical path with what threads synchronise on, as data: part of `paratrace.critical-path/1` and `paratrace.why/1`.

use serde::{Deserialize, Serialize};

use super::chain::{ChainEdge, ChainInstruction, ChainLine, ChainMethod, ChainPlace, ChainThread, MeetingKind, Way};

/// A critical path with what threads synchronise on: a longest chain of nodes, each of which waits for the one before, for its value or
/// because its thread does not go on before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OrderedPath {
    /// Number of its nodes.
    pub critical_path: u64,
    /// Parallelism: number of nodes of all threads / `critical_path`.
    pub parallelism: f64,
    /// The thread that it ends in.
    pub thread: Option<ChainThread>,
    /// The threads that it goes through, those with most of its nodes first.
    pub threads: Vec<ChainThread>,
    /// Where threads meet on it, what most of its nodes lead to first.
    pub meetings: Vec<ChainMeeting>,
    /// Where the monitors were entered that were held while its nodes ran, those with most nodes first.
    pub monitors: Vec<ChainMonitor>,
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
    /// Executed lines that it does not touch; not part of the JSON.
    #[serde(skip)]
    pub others: Vec<ChainLine>,
}

/// The line at which a thread releases or acquires something.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeetingEnd {
    /// The line of the program; of a traced JDK only if no code of the program has called that.
    #[serde(flatten)]
    pub place: ChainPlace,
    /// The method that is called there, which meets the other thread itself or within the JDK.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<String>,
}

/// A meeting of threads on a critical path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChainMeeting {
    /// Kind of what they meet at.
    pub kind: MeetingKind,
    /// Name of it: the field of [`MeetingKind::Volatile`], the class of [`MeetingKind::Class`], that of the object of
    /// [`MeetingKind::Object`]; empty if there is none.
    pub name: String,
    /// Where it was released; of a monitor where the thread had entered it. Missing where a thread or a task ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub released: Option<MeetingEnd>,
    /// Where it was acquired; of a monitor where it was entered. Missing where a thread begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acquired: Option<MeetingEnd>,
    /// Number of times that the critical path goes through it.
    pub count: u64,
    /// Number of those between two threads; the others are between two sections of one thread under one monitor.
    pub between_threads: u64,
    /// Number of nodes of the critical path that lead to it, since the meeting before.
    pub nodes: u64,
}

/// A monitor that was held while nodes of a critical path ran.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChainMonitor {
    /// Where it was entered.
    #[serde(flatten)]
    pub entered: MeetingEnd,
    /// Number of nodes of the critical path meanwhile.
    pub nodes: u64,
    /// Share of these in the critical path, 0 to 1.
    pub share: f64,
}

/// The part that a line plays in the critical path with what threads synchronise on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OrderedWhy {
    /// Number of nodes of the critical path.
    pub critical_path: u64,
    /// The lines that are meant.
    pub lines: Vec<ChainLine>,
    /// Lines that they wait for, most frequent first. A line may wait for itself.
    pub waits_for: Vec<ChainEdge>,
    /// Lines that wait for them, most frequent first.
    pub waited_for_by: Vec<ChainEdge>,
    /// Meetings that are released or acquired there.
    pub meetings: Vec<ChainMeeting>,
    /// Monitors that are entered there.
    pub monitors: Vec<ChainMonitor>,
}
