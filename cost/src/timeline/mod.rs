//! A parallel execution of tasks, played with a processor for each: creation of tasks, execution, communication, idleness.
//!
//! A strand executes its nodes and communicates between them, as its samples say. Where it starts another one, it is busy
//! creating it, and the other begins when that is done. Where it awaits one, it is idle until that has ended. Locks have one strand at a
//! time, and marks are waited for until they are reached.

mod orders;
mod stage;
#[cfg(test)]
mod tests;

use serde::Serialize;

use crate::platform::Platform;
use stage::Stage;

/// Instructions that run one after the other.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Strand {
    /// Its name.
    pub name: String,
    /// It is a task, and no main thread.
    pub worker: bool,
    /// Its own instructions.
    pub nodes: u64,
    /// Its accesses to shared data.
    pub accesses: u64,
    /// How long they take, ns.
    pub communication_ns: f64,
    /// Own instructions before it starts a strand, ascending, and which.
    pub starts: Vec<(u64, usize)>,
    /// The same for those that it awaits.
    pub awaits: Vec<(u64, usize)>,
    /// Own instructions, ascending, and accesses until then.
    pub samples: Vec<(u64, u64)>,
    /// Own instructions, ascending, and what it then does to others, or waits for.
    pub orders: Vec<(u64, Order)>,
}

/// What orders strands, beside their starts and ends. Locks and marks have numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// The strand enters a lock that one strand can have at a time. Those that wait get it in the order in which they came.
    Enters(u32),
    /// It leaves it.
    Leaves(u32),
    /// It reaches a mark.
    Reaches(u32),
    /// It waits for another strand to reach it.
    Awaits(u32),
}

/// The activity of a strand for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum SliceKind {
    /// It creates a strand.
    Creation,
    /// It executes instructions.
    Execution,
    /// It communicates.
    Communication,
    /// It waits for a strand.
    Idleness,
    /// It waits for a lock; this counts as idleness.
    Queueing,
}

/// A stretch of a strand's time, ns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slice {
    /// The activity of the strand.
    pub kind: SliceKind,
    /// From when.
    pub begin: f64,
    /// Until when.
    pub end: f64,
    /// The strand that it creates or waits for.
    pub other: Option<usize>,
    /// Accesses to shared data until its end.
    pub accesses: u64,
}

/// Times of one strand, ns.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StrandTimes {
    /// Its name.
    pub name: String,
    /// It is a task, and no main thread.
    pub worker: bool,
    /// When it begins.
    pub begin_ns: f64,
    /// When it ends.
    pub end_ns: f64,
    /// Creating others.
    pub creation_ns: f64,
    /// Executing.
    pub execution_ns: f64,
    /// Communicating.
    pub communication_ns: f64,
    /// Waiting.
    pub idleness_ns: f64,
    /// Its activities, in order.
    #[serde(skip)]
    pub slices: Vec<Slice>,
}

/// A parallel execution.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Timeline {
    /// When the last strand ends, ns.
    pub makespan_ns: f64,
    /// Strands in the order of the input.
    pub strands: Vec<StrandTimes>,
}

/// Plays strands on a platform, on which an instruction takes `ns_per_node`. The first strand, and those that nobody starts,
/// begin at time 0.
///
/// ```
/// use paratrace_cost::{Platform, Strand, timeline};
///
/// let main = Strand { nodes: 10, starts: vec![(5, 1)], awaits: vec![(10, 1)], ..Strand::default() };
/// let task = Strand { worker: true, nodes: 100, accesses: 4, communication_ns: 20.0, ..Strand::default() };
/// let platform = Platform::default();
/// let played = timeline(&[main, task], &platform, 2.0);
/// let created = platform.task.creation_us * 1e3;
/// assert_eq!(played.makespan_ns, 5.0 * 2.0 + created + 100.0 * 2.0 + 20.0);
/// ```
pub fn timeline(strands: &[Strand], platform: &Platform, ns_per_node: f64) -> Timeline {
    let times = Stage::new(strands, platform, ns_per_node).run();
    let makespan_ns = times.iter().map(|times| times.end_ns).fold(0.0, f64::max);
    Timeline { makespan_ns, strands: times }
}

/// Times are not negative, so their bits are in the same order.
pub(crate) fn bits(time: f64) -> u64 {
    time.max(0.0).to_bits()
}
