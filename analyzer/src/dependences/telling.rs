//! The edges that a report lists where there are too many of them.
//!
//! Ranked by their counts alone, the edges of a few hot loops would fill the list, each once more for every conditional around
//! it. So the first ones of each construct come before the rest, those of candidates before others, and those of conditionals
//! last: nobody runs conditionals in parallel.

use std::collections::BinaryHeap;

use paratrace_replay::program::{ConstructId, ConstructKind, kind_of};
use paratrace_traceformat::map::ProgramMap;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::dependences::{Key, Kind, Stat};
use crate::limits::FIRST_EDGES;

/// Order of the edges of one construct: violating ones, then RAW before the others, then those that occur most often.
type Own = (bool, Kind, u64, Key);

fn own(key: &Key, stat: &Stat) -> Own {
    (stat.violations == 0, key.kind, u64::MAX - stat.count, *key)
}

/// The least values of many.
struct Least<T> {
    heap: BinaryHeap<T>,
    limit: usize,
}

impl<T: Ord> Least<T> {
    fn new(limit: usize) -> Self {
        Self { heap: BinaryHeap::new(), limit }
    }

    fn offer(&mut self, value: T) {
        if self.heap.len() < self.limit {
            self.heap.push(value);
        } else if let Some(mut greatest) = self.heap.peek_mut().filter(|greatest| value < **greatest) {
            *greatest = value;
        }
    }

    /// Returns whether a value is among those kept, once all were offered.
    fn keeps(&self, value: &T) -> bool {
        self.heap.peek().is_some_and(|greatest| value <= greatest)
    }
}

/// Rank of a construct whose edges are listed: those of lower ones come first.
pub(super) type Rank = u8;

/// Returns the rank of a construct; `candidates` are those of candidates for parallel execution.
pub(super) fn rank(map: &ProgramMap, candidates: &FxHashSet<ConstructId>, construct: ConstructId) -> Rank {
    match kind_of(map, construct).0 {
        _ if candidates.contains(&construct) => 0,
        ConstructKind::Conditional => 2,
        _ => 1,
    }
}

/// Chooses at most `max` edges.
pub(super) fn most_telling(edges: &[(&Key, &Stat)], rank: impl Fn(ConstructId) -> Rank, max: usize) -> Vec<Key> {
    let mut first: FxHashMap<ConstructId, Least<Own>> = FxHashMap::default();
    for (key, stat) in edges {
        first.entry(key.construct).or_insert_with(|| Least::new(FIRST_EDGES)).offer(own(key, stat));
    }
    let mut listed = Least::new(max);
    for (key, stat) in edges {
        let own = own(key, stat);
        let is_first = first.get(&key.construct).is_some_and(|first| first.keeps(&own));
        listed.offer((stat.violations == 0, !is_first, rank(key.construct), own));
    }
    listed.heap.into_iter().map(|(_, _, _, (_, _, _, key))| key).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use paratrace_traceformat::map::InstructionId;
    use std::collections::BTreeSet;

    fn key(construct: u32, kind: Kind, head: u32) -> Key {
        let construct = ConstructId::new(construct);
        Key::new(construct, kind, InstructionId::new(head), InstructionId::new(0))
    }

    fn stat(count: u64, violations: u64) -> Stat {
        Stat { min: 1, count, violations, ..Stat::NONE }
    }

    #[test]
    fn hot_constructs_leave_room_for_others() {
        let first = FIRST_EDGES as u32;
        let hot = (0..100).map(|head| (key(0, Kind::Raw, head), stat(1000 + u64::from(head), 7)));
        let others = (1..4).map(|construct| (key(construct, Kind::Waw, 0), stat(1, 1)));
        let far = (0..9).map(|head| (key(3, Kind::Raw, 200 + head), stat(1_000_000, 0)));
        let edges: Vec<(Key, Stat)> = hot.chain(others).chain(far).collect();
        let edges: Vec<(&Key, &Stat)> = edges.iter().map(|(key, stat)| (key, stat)).collect();
        // The first construct is a conditional, the last one that of a candidate.
        let chosen = |max| -> BTreeSet<(u32, u32)> {
            let rank = |construct: ConstructId| 2 - construct.number().min(2) as Rank;
            let keys = most_telling(&edges, rank, max);
            keys.iter().map(|key| (key.construct.number(), key.head.number())).collect()
        };
        assert_eq!(chosen(2), BTreeSet::from([(2, 0), (3, 0)]));
        let hottest = |n: u32| (100 - n..100).map(|head| (0, head));
        let all_first: BTreeSet<_> = hottest(first).chain([(1, 0), (2, 0), (3, 0)]).collect();
        assert_eq!(chosen(3 + FIRST_EDGES), all_first);
        // Then all that violates, before what occurs more often.
        assert_eq!(chosen(103), hottest(100).chain([(1, 0), (2, 0), (3, 0)]).collect());
    }

    #[test]
    fn the_least_are_kept() {
        let mut least = Least::new(3);
        [5, 1, 9, 4, 2, 7].into_iter().for_each(|value| least.offer(value));
        assert!([1, 2, 4].iter().all(|value| least.keeps(value)));
        assert!(!least.keeps(&5));
        assert_eq!(least.heap.into_sorted_vec(), [1, 2, 4]);
        assert!(!Least::new(0).keeps(&0));
    }
}
