//! What an analysis is to compute, and with what.

use crate::communication::CommunicationOptions;
use crate::input::Progress;
use crate::limits;

/// Settings of an analysis.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Threads that the analysis may use. The result does not depend on it.
    pub threads: usize,
    /// Whether distances of dependences are wanted (docs/metrics.md, “Dependence distances”).
    pub distances: bool,
    /// Whether and how communication is measured (docs/metrics.md, “Communication”).
    pub communication: Option<CommunicationOptions>,
    /// Static edges that the report lists at most; violating ones come first.
    pub max_edges: usize,
    /// Processors for the Amdahl bound.
    pub cores: u32,
    /// Told from time to time how far the analysis is; `false` cancels it.
    pub progress: Option<&'a (dyn Fn(Progress) -> bool + Sync)>,
    /// Loops and methods are measured; without them only the threads are, in less time and memory.
    pub regions: bool,
    /// Windows of [`limits::LEVELS_PER_WINDOW`] levels; see [`limits::MAX_WINDOWS`].
    pub max_windows: u32,
    /// See [`limits::RENUMBER_AT`]; smaller values are for tests.
    pub renumber_at: u32,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            threads: 1,
            distances: true,
            communication: Some(CommunicationOptions::default()),
            max_edges: limits::LISTED_EDGES,
            cores: 8,
            progress: None,
            regions: true,
            max_windows: limits::MAX_WINDOWS,
            renumber_at: limits::RENUMBER_AT,
        }
    }
}
