//! Sums of dependence edges per construct, kind and pair of instructions.

use std::cmp::Ordering;
use std::mem;

use paratrace_replay::program::ConstructId;
use paratrace_traceformat::map::InstructionId;

/// Kind of a dependence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Kind {
    /// Read after write.
    Raw,
    /// Write after read.
    War,
    /// Write after write.
    Waw,
    /// Two calls of untraced code on the same object, of which at least one may change its state. This is no dependence
    /// of docs/metrics.md, but it shows what orders iterations through untraced code.
    State,
    /// The same, but the later call, or one that only looks, is given the object as an argument: what it is used for is not known.
    Passed,
    /// A call changes an object, and another one may look inside what it is given: they meet only if that holds the object, and
    /// nobody has seen it getting there.
    Unseen,
}

/// Number of kinds.
pub(crate) const KINDS: usize = 6;

impl Kind {
    /// Returns whether the two ends are calls of untraced code.
    pub(crate) fn is_of_calls(self) -> bool {
        matches!(self, Kind::State | Kind::Passed | Kind::Unseen)
    }

    /// Returns whether something may flow from the first end to the second one, other than that it is overwritten.
    pub(crate) fn is_flow(self) -> bool {
        self == Kind::Raw || self.is_of_calls()
    }
}

/// A static edge that leaves a construct.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Key {
    pub(crate) construct: ConstructId,
    pub(crate) kind: Kind,
    /// The instruction that comes first.
    pub(crate) head: InstructionId,
    /// The instruction that depends on it.
    pub(crate) tail: InstructionId,
    /// The innermost class initialiser that the edge comes from, as a construct, if the construct is around it and all others
    /// that run; else `NONE`.
    pub(crate) initializer: ConstructId,
}

impl Key {
    /// Returns the edge that comes from no class initialiser.
    pub(crate) fn new(construct: ConstructId, kind: Kind, head: InstructionId, tail: InstructionId) -> Self {
        Self { construct, kind, head, tail, initializer: ConstructId::NONE }
    }

    /// The order of [`Edges`].
    #[inline]
    fn order(&self) -> (InstructionId, InstructionId, Kind, ConstructId, ConstructId) {
        (self.head, self.tail, self.kind, self.construct, self.initializer)
    }
}

/// Sums over the occurrences of a static edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stat {
    /// Least distance, in nodes.
    pub(crate) min: u64,
    pub(crate) count: u64,
    /// Occurrences whose distance is at most the duration of the instance that they leave.
    pub(crate) violations: u64,
    /// Occurrences between siblings: iterations of one instance of a loop, or calls of a method of which neither is inside
    /// the other.
    pub(crate) carried: u64,
    /// Least distance of the carried occurrences, in iterations.
    pub(crate) iterations: u32,
    /// Number of the earlier iteration, counted from 0, of an occurrence with that distance.
    pub(crate) example: u32,
}

impl Stat {
    pub(crate) const NONE: Self =
        Self { min: u64::MAX, count: 0, violations: 0, carried: 0, iterations: u32::MAX, example: 0 };

    pub(crate) fn add(&mut self, other: &Stat) {
        self.min = self.min.min(other.min);
        self.count += other.count;
        self.violations += other.violations;
        self.carry(other.carried, other.iterations, other.example);
    }

    /// Adds `count` occurrences that a loop carries, over `iterations` iterations.
    #[inline]
    pub(crate) fn carry(&mut self, count: u64, iterations: u32, example: u32) {
        self.carried += count;
        if iterations < self.iterations {
            (self.iterations, self.example) = (iterations, example);
        }
    }

    /// Returns the sums multiplied by `times`, for a path that was executed so often.
    pub(crate) fn times(&self, times: u64) -> Self {
        Self { count: self.count * times, violations: self.violations * times, carried: self.carried * times, ..*self }
    }
}

/// Static edges that leave constructs, each once, with their sums: ordered by ends and kind, then by construct.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Edges(Vec<(Key, Stat)>);

impl Edges {
    /// Adds up the sums of each static edge; of two with the same least distance in iterations, the first one counts.
    pub(crate) fn of(mut all: Vec<(Key, Stat)>) -> Self {
        all.sort_by_key(|(key, _)| key.order());
        all.dedup_by(add_same);
        Self(all)
    }

    /// Keeps edges from class initialisers apart from others only where `is_apart` tells so.
    pub(crate) fn keep_apart(&mut self, is_apart: impl Fn(ConstructId) -> bool) {
        let is_told = |key: &Key| !key.initializer.is_none() && !is_apart(key.initializer);
        let mut told = self.0.iter_mut().map(|(key, _)| key).filter(|key| is_told(key)).peekable();
        if told.peek().is_some() {
            told.for_each(|key| key.initializer = ConstructId::NONE);
            // A list of which few are out of order is sorted fast.
            self.0.sort_by_key(|(key, _)| key.order());
            self.0.dedup_by(add_same);
        }
    }

    /// Adds the edges of another list, which come later. There may be millions: those of the first list are moved within its memory.
    pub(crate) fn add(&mut self, other: Self) {
        match self.0.is_empty() {
            true => *self = other,
            false => self.merge(&other.0),
        }
    }

    fn merge(&mut self, later: &[(Key, Stat)]) {
        let all = &mut self.0;
        let Some(&filling) = later.first() else { return };
        let (mut own, mut others) = (all.len(), later.len());
        let mut end = own + others - in_both(all, later);
        all.resize(end, filling);
        // From the end on, so that nothing is overwritten before it has moved.
        while others > 0 {
            let next = &later[others - 1];
            end -= 1;
            match own.checked_sub(1).map(|last| all[last].0.order().cmp(&next.0.order())) {
                Some(Ordering::Greater) => {
                    own -= 1;
                    all[end] = all[own];
                }
                Some(Ordering::Equal) => {
                    (own, others) = (own - 1, others - 1);
                    all[end] = all[own];
                    all[end].1.add(&next.1);
                }
                Some(Ordering::Less) | None => {
                    others -= 1;
                    all[end] = *next;
                }
            }
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Key, &Stat)> {
        self.0.iter().map(|(key, stat)| (key, stat))
    }

    /// Returns the sums of an edge that is there; no sums for others.
    pub(crate) fn get(&self, key: &Key) -> Stat {
        let found = self.0.binary_search_by_key(&key.order(), |(key, _)| key.order());
        found.map_or(Stat::NONE, |at| self.0[at].1)
    }
}

/// Lists of edges that come one after the other.
///
/// Lists of like lengths are added up, so that few edges are moved often.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    lists: Vec<Edges>,
    /// The memory of a list that was added to another one: the next list may use it, as fresh memory must be cleared.
    room: Vec<(Key, Stat)>,
}

impl Gathered {
    /// Adds a list, which comes after all others. `edges` makes it of an empty vector.
    pub(crate) fn add(&mut self, edges: impl FnOnce(Vec<(Key, Stat)>) -> Edges) {
        let mut last = edges(mem::take(&mut self.room));
        while let Some(mut before) = self.lists.pop_if(|before| before.0.len() <= 2 * last.0.len()) {
            before.merge(&last.0);
            let mut merged = mem::replace(&mut last, before).0;
            if self.room.capacity() < merged.capacity() {
                merged.clear();
                self.room = merged;
            }
        }
        self.lists.push(last);
    }

    /// Returns the sums of all lists.
    pub(crate) fn finish(self) -> Edges {
        let add = |later: Edges, mut before: Edges| {
            before.add(later);
            before
        };
        self.lists.into_iter().rev().reduce(add).unwrap_or_default()
    }
}

/// Returns how many edges two lists have in common.
fn in_both(a: &[(Key, Stat)], b: &[(Key, Stat)]) -> usize {
    let (mut at, mut count) = (0, 0);
    for (key, _) in b {
        while a.get(at).is_some_and(|(before, _)| before.order() < key.order()) {
            at += 1;
        }
        count += usize::from(a.get(at).is_some_and(|(same, _)| same == key));
    }
    count
}

/// Adds an edge to the one before it if both are the same; returns whether they are.
fn add_same(next: &mut (Key, Stat), sum: &mut (Key, Stat)) -> bool {
    let is_same = next.0 == sum.0;
    if is_same {
        sum.1.add(&next.1);
    }
    is_same
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustc_hash::FxHashMap;

    #[test]
    fn sums_are_those_of_a_map() {
        let (mut lists, mut plain) = (vec![Vec::new(); 5], FxHashMap::<Key, Stat>::default());
        for n in 0..40_000u32 {
            let (construct, kind) = (ConstructId::new(n % 7), if n % 5 == 0 { Kind::War } else { Kind::Raw });
            let [head, tail] = [n.wrapping_mul(2_654_435_761) >> 22, n % 3].map(InstructionId::new);
            let key = Key::new(construct, kind, head, tail);
            let mut one = Stat { min: n.into(), count: 2, violations: u64::from(n % 2), ..Stat::NONE };
            one.carry(1, n % 13, n);
            let at = n as usize * lists.len() / 40_000;
            lists[at].push((key, one));
            plain.entry(key).and_modify(|sum| sum.add(&one)).or_insert(one);
        }
        let mut edges = Edges::default();
        let mut gathered = Gathered::default();
        lists.iter().for_each(|list| gathered.add(|_| Edges::of(list.clone())));
        lists.into_iter().for_each(|list| edges.add(Edges::of(list)));
        assert_eq!(gathered.finish(), edges);
        assert!(edges.0.is_sorted_by_key(|(key, _)| key.order()));
        assert!(plain.iter().all(|(key, stat)| edges.get(key) == *stat));
        assert_eq!(edges.iter().map(|(key, stat)| (*key, *stat)).collect::<FxHashMap<_, _>>(), plain);
        assert_eq!(edges.get(&Key { kind: Kind::State, ..edges.0[0].0 }), Stat::NONE);
    }
}
