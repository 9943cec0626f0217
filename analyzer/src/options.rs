//! Options of an analysis: what it computes, and with what.

use std::time::Duration;

use crate::communication::CommunicationOptions;
use crate::depths::Room;
use crate::input::Progress;
use crate::limits::{self, Listed, ListedAdvice};

/// The memory that an analysis may take.
#[derive(Clone, Copy)]
pub struct Memory<'a> {
    /// Number of bytes.
    pub most: u64,
    /// Returns the number of bytes in use.
    pub in_use: &'a (dyn Fn() -> u64 + Sync),
    /// How long it takes at most until memory that is given up is no longer in use.
    pub patience: Duration,
}

/// Options of an analysis.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Number of threads that the analysis may use. The result does not depend on it.
    pub threads: usize,
    /// Whether distances of dependences are computed (docs/metrics.md, “Dependence distances”).
    pub distances: bool,
    /// Whether the critical path of the run goes from thread to thread. With several threads, that takes a pass of its own.
    pub across_threads: bool,
    /// Options for measuring communication (docs/metrics.md, “Communication”); `None` leaves it out.
    pub communication: Option<CommunicationOptions>,
    /// How many static edges the report lists: violating ones first, some of each construct before the rest.
    pub edges: Listed,
    /// How many candidates the report lists, and how many blockers of each.
    pub advice: ListedAdvice,
    /// Numbers of cores that speed-ups are for. Bounds are for the first one, and candidates are ranked by it.
    pub cores: &'a [u32],
    /// Cost of creating a task in simulated gains, in nodes.
    pub task_cost: u64,
    /// The memory that the analysis may take; without it, as much as there is. If it would take more, it leaves parts out, and says so.
    pub memory: Option<Memory<'a>>,
    /// Progress callback, called from time to time; returning `false` cancels the analysis.
    pub progress: Option<&'a (dyn Fn(Progress) -> bool + Sync)>,
    /// Whether loops and methods are measured. Without them, only threads are, in less time and memory.
    pub regions: bool,
    /// Number of windows of [`limits::LEVELS_PER_WINDOW`] levels; see [`limits::MAX_WINDOWS`].
    pub max_windows: u32,
    /// Bytes of frame cells of all windows; see [`limits::FRAME_BYTES`]. Smaller values are for tests.
    pub frame_bytes: u64,
    /// How often two sequences of paths must follow each other to become one; see [`limits::TIMES_OF_UNIT`]. Smaller values are for
    /// tests.
    pub unit_times: u32,
    /// Number of recorded values from which on the operations of a thread are kept; see [`limits::EVENTS_TO_KEEP`]. Smaller values
    /// are for tests.
    pub events_to_keep: u64,
    /// Ordinal at which tags are renumbered; see [`limits::RENUMBER_AT`]. Smaller values are for tests.
    pub renumber_at: u32,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            threads: 1,
            distances: true,
            across_threads: true,
            communication: Some(CommunicationOptions::default()),
            edges: limits::LISTED_EDGES,
            advice: limits::LISTED_ADVICE,
            cores: &[8],
            task_cost: limits::DEFAULT_TASK_COST,
            memory: None,
            progress: None,
            regions: true,
            max_windows: limits::MAX_WINDOWS,
            frame_bytes: limits::FRAME_BYTES,
            unit_times: limits::TIMES_OF_UNIT,
            events_to_keep: limits::EVENTS_TO_KEEP,
            renumber_at: limits::RENUMBER_AT,
        }
    }
}

impl Options<'_> {
    /// Returns the room for windows.
    pub(crate) fn room(&self) -> Room {
        Room { max_windows: self.max_windows, frame_bytes: self.frame_bytes }
    }

    /// Returns the number of cores that bounds are for.
    pub(crate) fn cores(&self) -> u32 {
        self.cores.first().copied().unwrap_or(1)
    }
}
