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

/// Where the meetings of a path begin, by slot.
///
/// A path may have thousands of slots and as many meetings.
#[derive(Debug, Default)]
pub struct Index(Vec<(u32, usize)>);

impl Index {
    /// Reads the meetings of a path, in the place of those of another one.
    pub fn read(&mut self, words: &[u32]) {
        self.0.clear();
        each(words, |at, _| self.0.push((words[at], at)));
        // They are written in the order of their slots: this costs one look at each.
        self.0.sort_unstable();
    }

    /// Returns the meeting of the n-th slot of the path whose meetings were read from `words`.
    pub fn find<'w>(&self, words: &'w [u32], n: u32) -> Option<Meeting<'w>> {
        let found = self.0.binary_search_by_key(&n, |&(slot, _)| slot).ok()?;
        let [_, whole, runs, rest @ ..] = &words[self.0[found].1..] else { return None };
        Some(Meeting { whole: *whole, runs: &rest[..length(*runs)], is_unknown: *runs == UNKNOWN })
    }
}

/// Copies the meetings of a path, for slots that come behind `first` others.
pub fn move_to(words: &[u32], first: u32, to: &mut Vec<u32>) {
    let start = to.len();
    to.extend_from_slice(words);
    each(words, |at, _| to[start + at] += first);
}

/// Removes the first meetings from `words`, those of slots before `end`, and copies them as those of a path whose slots come
/// behind `first` others. It undoes [`move_to`].
pub fn take_from(words: &mut &[u32], (first, end): (u32, u32), to: &mut Vec<u32>) {
    while let Some(&[slot, _, runs]) = words.get(..3)
        && slot < end
    {
        let (meeting, rest) = words.split_at(3 + length(runs));
        let start = to.len();
        to.extend_from_slice(meeting);
        to[start] -= first;
        *words = rest;
    }
}

/// Returns whether one of the meetings has parts that are not listed.
pub fn has_unknown(words: &[u32]) -> bool {
    let mut found = false;
    each(words, |_, runs| found |= runs == UNKNOWN);
    found
}

/// Visits the position and the number of runs of each meeting.
fn each(words: &[u32], mut visit: impl FnMut(usize, u32)) {
    let mut at = 0;
    while let Some(&[_, _, runs]) = words.get(at..at + 3) {
        visit(at, runs);
        at += 3 + length(runs);
    }
}

/// Returns how many words so many runs take.
fn length(runs: u32) -> usize {
    if runs == UNKNOWN { 0 } else { 2 * runs as usize }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meetings_are_found_by_their_slots() {
        let words = [2, 70, 1, 100, 5, 4, 80, UNKNOWN, 9, 90, 0];
        let mut index = Index::default();
        index.read(&words);
        let found = |n| index.find(&words, n).map(|one| (one.whole, one.parts().collect::<Vec<_>>(), one.is_unknown));
        assert_eq!(found(2), Some((70, vec![(100, 5)], false)));
        assert_eq!(found(4), Some((80, vec![], true)));
        assert_eq!(found(9), Some((90, vec![], false)));
        assert_eq!(found(3), None);
        index.read(&[]);
        assert!(index.find(&[], 2).is_none());
    }
}
