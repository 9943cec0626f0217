//! Successions: calls of untraced code that use the same object, one right after the other.
//!
//! An edge that leaves an iteration begins at the last change of an object, and ends at the first use in a later iteration. What
//! an iteration does with the object in between is in no such edge. Successions lead there.

use std::sync::OnceLock;

use paratrace_traceformat::map::InstructionId;
use rustc_hash::{FxHashMap, FxHashSet};

/// Pairs of calls: a change of an object and its next use, or a use and the next change.
#[derive(Debug, Clone, Default)]
pub(crate) struct Successions {
    pairs: FxHashSet<(InstructionId, InstructionId)>,
    /// The same by their calls, once one is asked for.
    neighbours: OnceLock<FxHashMap<InstructionId, Neighbours>>,
}

/// The calls that came right before and after a call with an object that it uses.
#[derive(Debug, Clone, Default)]
struct Neighbours {
    before: Vec<InstructionId>,
    after: Vec<InstructionId>,
}

impl Successions {
    /// Notes that one call comes right after another one.
    #[inline]
    pub(super) fn note(&mut self, head: InstructionId, tail: InstructionId) {
        if !head.is_none() && !tail.is_none() {
            self.neighbours.take();
            self.pairs.insert((head, tail));
        }
    }

    /// Adds those of another pass or thread.
    pub(super) fn add(&mut self, other: &Self) {
        self.pairs.extend(&other.pairs);
        self.neighbours.take();
    }

    /// Lists what came right before a call with an object that the call uses.
    pub(crate) fn before(&self, call: InstructionId) -> impl Iterator<Item = InstructionId> {
        self.neighbours(call).into_iter().flat_map(|known| &known.before).copied()
    }

    /// Lists what came right after a call with an object that the call uses.
    pub(crate) fn next_uses(&self, call: InstructionId) -> impl Iterator<Item = InstructionId> {
        self.neighbours(call).into_iter().flat_map(|known| &known.after).copied()
    }

    fn neighbours(&self, call: InstructionId) -> Option<&Neighbours> {
        let all = self.neighbours.get_or_init(|| {
            let mut all: FxHashMap<InstructionId, Neighbours> = FxHashMap::default();
            for &(head, tail) in &self.pairs {
                all.entry(head).or_default().after.push(tail);
                all.entry(tail).or_default().before.push(head);
            }
            all
        });
        all.get(&call)
    }

    /// Returns the calls that use the same objects as these, as far as successions lead over calls that `belongs` accepts.
    pub(crate) fn around(
        &self,
        calls: impl Iterator<Item = InstructionId>,
        belongs: impl Fn(InstructionId) -> bool,
    ) -> FxHashSet<InstructionId> {
        let mut found: FxHashSet<InstructionId> = calls.collect();
        let mut todo: Vec<InstructionId> = found.iter().copied().filter(|&call| belongs(call)).collect();
        while let Some(call) = todo.pop() {
            for next in self.before(call).chain(self.next_uses(call)) {
                if !found.contains(&next) && belongs(next) {
                    found.insert(next);
                    todo.push(next);
                }
            }
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
        assert_eq!(all.next_uses(at(3)).collect::<Vec<_>>(), [at(9)]);
        all.note(at(5), at(6));
        all.note(InstructionId::NONE, at(1));
        let mut found: Vec<_> = all.around([at(3)].into_iter(), |call| call != at(9)).into_iter().collect();
        found.sort_unstable();
        assert_eq!(found, [at(1), at(2), at(3)]);
    }
}
