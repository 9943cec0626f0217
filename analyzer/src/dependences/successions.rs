//! Successions: calls of untraced code that use the same object, one right after the other.
//!
//! An edge that leaves an iteration begins at the last change of an object, and ends at the first use in a later iteration. What
//! an iteration does with the object in between is in no such edge. Successions lead there.

use paratrace_traceformat::map::InstructionId;
use rustc_hash::{FxHashMap, FxHashSet};

/// Pairs of calls: a change of an object and its next use, or a use and the next change.
#[derive(Debug, Clone, Default)]
pub(crate) struct Successions(FxHashSet<(InstructionId, InstructionId)>);

impl Successions {
    /// Notes that one call comes right after another one.
    #[inline]
    pub(super) fn note(&mut self, head: InstructionId, tail: InstructionId) {
        if !head.is_none() && !tail.is_none() {
            self.0.insert((head, tail));
        }
    }

    /// Adds those of another pass or thread.
    pub(super) fn add(&mut self, other: &Self) {
        self.0.extend(&other.0);
    }

    /// Lists what came right before a call with an object that the call uses.
    pub(crate) fn before(&self, call: InstructionId) -> impl Iterator<Item = InstructionId> {
        self.0.iter().filter(move |&&(_, tail)| tail == call).map(|&(head, _)| head)
    }

    /// Lists what came right after a call with an object that the call uses.
    pub(crate) fn next_uses(&self, call: InstructionId) -> impl Iterator<Item = InstructionId> {
        self.0.iter().filter(move |&&(head, _)| head == call).map(|&(_, tail)| tail)
    }

    /// Returns the calls that use the same objects as these, as far as successions lead over calls that `belongs` accepts.
    pub(crate) fn around(
        &self,
        calls: impl Iterator<Item = InstructionId>,
        belongs: impl Fn(InstructionId) -> bool,
    ) -> FxHashSet<InstructionId> {
        let mut beside: FxHashMap<InstructionId, Vec<InstructionId>> = FxHashMap::default();
        for &(head, tail) in self.0.iter().filter(|(head, tail)| belongs(*head) && belongs(*tail)) {
            beside.entry(head).or_default().push(tail);
            beside.entry(tail).or_default().push(head);
        }
        let mut found: FxHashSet<InstructionId> = calls.collect();
        let mut todo: Vec<InstructionId> = found.iter().copied().collect();
        while let Some(call) = todo.pop() {
            let next = beside.get(&call).into_iter().flatten();
            todo.extend(next.filter(|&&next| found.insert(next)));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_in_between_are_found() {
        let mut all = Successions::default();
        let at = InstructionId::new;
        for (head, tail) in [(1, 2), (2, 3), (4, 5), (3, 9), (9, 4)] {
            all.note(at(head), at(tail));
        }
        all.note(InstructionId::NONE, at(1));
        let mut found: Vec<_> = all.around([at(3)].into_iter(), |call| call != at(9)).into_iter().collect();
        found.sort_unstable();
        assert_eq!(found, [at(1), at(2), at(3)]);
    }
}
