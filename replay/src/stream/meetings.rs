//! Meetings: where a path uses parts of an object (elements, fields) that untraced code knows, or the object as a whole.
//!
//! Untraced code that is given an array may read and write any of its elements, and one that is given a list over the array
//! as well. So such an object is a *whole*, with the slot of its own state, and its elements are *parts*. Meetings follow the
//! element copies of a path in the operation stream, if the stream is for dependences. A meeting is the number of a slot of the path, the
//! slot of the whole, the number of runs of parts, and the runs: first slot and length. A slot that belongs to a part has no runs.

/// Stands for the number of runs if there are too many to be listed.
pub const UNKNOWN: u32 = u32::MAX;

/// A slot of a path that belongs to an object which untraced code knows.
#[derive(Debug, Clone, Copy)]
pub struct Meeting<'w> {
    /// Slot of the state of the whole.
    pub whole: u32,
    runs: &'w [u32],
    /// Whether parts are missing.
    pub is_unknown: bool,
}

impl<'w> Meeting<'w> {
    /// Lists the parts that exist, as runs of slots: the first, and their number.
    pub fn parts(self) -> impl Iterator<Item = (u32, u32)> + 'w {
        self.runs.chunks_exact(2).map(|run| (run[0], run[1]))
    }
}

/// Returns the meeting of the n-th slot of the path.
pub fn find(mut words: &[u32], n: u32) -> Option<Meeting<'_>> {
    while let [slot, whole, runs, rest @ ..] = words {
        let is_unknown = *runs == UNKNOWN;
        let (runs, rest) = rest.split_at(if is_unknown { 0 } else { 2 * *runs as usize });
        if *slot == n {
            return Some(Meeting { whole: *whole, runs, is_unknown });
        }
        words = rest;
    }
    None
}
