//! Groups of element copies, which follow a path's slots in the operation stream.
//!
//! A call that reads elements of arrays, or writes them, has groups of runs to nowhere, or from nowhere: slot 0. (A copy has runs from
//! slot 0, too, where elements were never written.)

/// First word of a group: copies whose runs may overlap go backwards.
pub const BACKWARDS: u32 = 1;
/// First word of a group whose elements are only read.
pub const READS: u32 = 2;
/// First word of a group whose elements are only written.
pub const WRITES: u32 = 3;

/// A stretch of consecutive elements that are copied.
#[derive(Debug, Clone, Copy)]
pub struct Run {
    /// Slot of the first element that is read.
    pub source: u32,
    /// Slot of the first element that is written.
    pub target: u32,
    /// Number of elements.
    pub length: u32,
}

/// Lists the runs of one group.
pub fn runs(group: &[u32]) -> impl Iterator<Item = Run> {
    group[2..].chunks_exact(3).map(|run| Run { source: run[0], target: run[1], length: run[2] })
}

/// Lists the first slots and the lengths of all that a group reads.
pub fn sources(group: &[u32]) -> impl Iterator<Item = (u32, u32)> {
    runs(group).filter(|run| run.source != 0).map(|run| (run.source, run.length))
}

/// Lists the first slots and the lengths of all that a group writes.
pub fn targets(group: &[u32]) -> impl Iterator<Item = (u32, u32)> {
    runs(group).filter(|run| run.target != 0).map(|run| (run.target, run.length))
}

/// Removes the first group from `copies` and returns it.
pub fn first<'c>(copies: &mut &'c [u32]) -> &'c [u32] {
    let (group, rest) = copies.split_at(2 + 3 * copies[1] as usize);
    *copies = rest;
    group
}

/// Splits what follows the slots of a path with `count` copies: its groups, and its meetings.
pub fn split(words: &[u32], count: u32) -> (&[u32], &[u32]) {
    let mut rest = words;
    for _ in 0..count {
        first(&mut rest);
    }
    words.split_at(words.len() - rest.len())
}

/// Lists the groups of a path, in order.
pub fn groups(mut copies: &[u32]) -> Vec<&[u32]> {
    let mut groups = Vec::new();
    while !copies.is_empty() {
        groups.push(first(&mut copies));
    }
    groups
}
