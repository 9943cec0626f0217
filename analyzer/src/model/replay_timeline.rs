//! What threads do in a replay, moment by moment: for viewers of timelines.

use super::{HandingKind, Point, WaitKind};

/// The threads of a program on a number of cores. Times are those of the replay.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReplayTimeline {
    /// Number of cores.
    pub cores: u32,
    /// When the last thread ends.
    pub time: u64,
    /// Names of threads, and of the workers of pools.
    pub tracks: Vec<String>,
    /// What goes on for a while, by track and beginning, what is around first.
    pub slices: Vec<TimelineSlice>,
    /// What happens at once, by track and time.
    pub instants: Vec<TimelineInstant>,
    /// What ends the waiting of another thread.
    pub flows: Vec<TimelineFlow>,
    /// When threads run on cores.
    pub runs: Vec<TimelineRun>,
    /// Slices and instants that are left out: the shortest, as there are too many.
    pub left_out: u64,
}

/// What a thread does for a while.
#[derive(Debug, Clone, PartialEq)]
pub struct TimelineSlice {
    /// Position in [`ReplayTimeline::tracks`].
    pub track: usize,
    /// Beginning.
    pub from: u64,
    /// End.
    pub to: u64,
    /// What it does.
    pub does: TimelineDoes,
    /// Instruction of the program.
    pub at: Option<Point>,
}

/// What a thread does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TimelineDoes {
    /// It lives; of a pool, it executes a task.
    Lives,
    /// It executes a method, a loop, or a call of the JDK: which method that is.
    Executes(HandingKind, Option<String>),
    /// It waits for another thread, or for a lock.
    Waits(WaitKind),
    /// It could go on, but there is no core.
    NoCore,
    /// It gets data from the memory that the cores share.
    Moves(TimelineMove),
}

/// Data that a thread gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimelineMove {
    /// Lines that come or go.
    pub lines: u64,
    /// The address of the one that is accessed.
    pub address: u64,
    /// Whether it is written.
    pub write: bool,
}

/// What a thread does at a moment.
#[derive(Debug, Clone, PartialEq)]
pub struct TimelineInstant {
    /// Position in [`ReplayTimeline::tracks`].
    pub track: usize,
    /// When.
    pub time: u64,
    /// What.
    pub does: TimelineDone,
    /// Instruction of the program.
    pub at: Option<Point>,
}

/// What a thread does at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimelineDone {
    /// It enters a monitor or a lock: its number.
    Enters(u32),
    /// It leaves it.
    Leaves(u32),
}

/// What one thread does ends the waiting of another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimelineFlow {
    /// Track and time of what ends it.
    pub from: (usize, u64),
    /// Track and time of who goes on.
    pub to: (usize, u64),
    /// What was waited for; nothing for the start of a thread or task.
    pub kind: Option<WaitKind>,
}

/// A thread runs on a core.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimelineRun {
    /// The core.
    pub core: u32,
    /// Position in [`ReplayTimeline::tracks`].
    pub track: usize,
    /// Beginning.
    pub from: u64,
    /// End.
    pub to: u64,
}
