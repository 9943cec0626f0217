//! The units of one thread: where its stamps cut its control column (docs/format.md section 3.1).

use paratrace_traceformat::trace::Stamp;

/// Stamps read and not yet come to.
#[derive(Debug, Default)]
pub(super) struct Units {
    /// Ascending.
    pub(super) stamps: Vec<Stamp>,
    /// Stamp of the present unit.
    stamp: u64,
}

impl Units {
    /// Where the next unit begins; `u64::MAX` if that has not been read.
    pub(super) fn boundary(&self) -> u64 {
        self.stamps.first().map_or(u64::MAX, |next| next.position)
    }

    /// The stamp of the unit that a position belongs to, and all later ones up to the next stamp. Of several stamps at one
    /// position the last counts.
    pub(super) fn enter(&mut self, position: u64) -> u64 {
        let reached = self.stamps.partition_point(|at| at.position <= position);
        if let Some(last) = self.stamps.drain(..reached).next_back() {
            self.stamp = last.stamp;
        }
        self.stamp
    }
}
