//! The open instances of the forward pass.

use super::contexts::ROOT;

/// An open instance.
#[derive(Debug, Clone, Copy)]
pub(super) struct Open {
    pub(super) start: u64,
    pub(super) instance: u32,
    /// Number of constructs in its chain.
    pub(super) depth: u32,
    /// The chain of constructs that ends with this one.
    pub(super) context: u32,
    /// The same of methods only.
    pub(super) calls: u32,
    /// Number of the last iteration of a whole loop.
    pub(super) iterations: u32,
    pub(super) is_whole_loop: bool,
}

/// The thread.
const THREAD: Open =
    Open { start: 0, instance: 0, depth: 0, context: ROOT, calls: ROOT, iterations: 0, is_whole_loop: false };

/// All open instances, outermost first. The first one is the thread, which stays.
#[derive(Debug)]
pub(super) struct Nest {
    pub(super) open: Vec<Open>,
}

impl Nest {
    pub(super) fn new() -> Self {
        Self { open: vec![THREAD] }
    }

    #[inline]
    pub(super) fn top(&self) -> Open {
        self.open.last().copied().unwrap_or(THREAD)
    }

    /// Returns an ancestor of the next instance to be opened: with them, each ancestor is found in a logarithmic number of steps.
    #[inline]
    pub(super) fn jump(&self) -> u32 {
        let next = self.open.len();
        self.open[next & (next - 1)].instance
    }

    /// Returns the innermost open instance that began by a time.
    #[inline]
    pub(super) fn begun_by(&self, time: u64) -> &Open {
        let mut at = self.open.len() - 1;
        let near = at.saturating_sub(6);
        while at > near && self.open[at].start > time {
            at -= 1;
        }
        if self.open[at].start > time {
            at = self.open[..at].partition_point(|open| open.start <= time).max(1) - 1;
        }
        &self.open[at]
    }

    /// Returns the position of an open instance; 0 if it is not open.
    #[inline]
    pub(super) fn position(&self, instance: u32) -> usize {
        self.open.iter().rposition(|open| open.instance == instance).unwrap_or(0)
    }
}
