//! The units of one thread, into which its stamps cut the control column (docs/format.md section 3.1).

use paratrace_traceformat::trace::Stamp;

/// Stamps that were read and not yet reached.
#[derive(Debug, Default)]
pub(super) struct Units {
    /// The stamps, ascending.
    pub(super) stamps: Vec<Stamp>,
    /// Stamp of the current unit.
    stamp: u64,
}

impl Units {
    /// Returns the position at which the next unit begins; `u64::MAX` if that has not been read.
    pub(super) fn boundary(&self) -> u64 {
        self.stamps.first().map_or(u64::MAX, |next| next.position)
    }

    /// Returns the stamp of the unit that a position belongs to, and drops the stamps up to there. Of several stamps at
    /// one position, the last counts.
    pub(super) fn enter(&mut self, position: u64) -> u64 {
        let reached = self.stamps.partition_point(|at| at.position <= position);
        if let Some(last) = self.stamps.drain(..reached).next_back() {
            self.stamp = last.stamp;
        }
        self.stamp
    }
}
