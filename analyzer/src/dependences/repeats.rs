//! Dependences that come again: the same instruction reads, in calls of the same methods, what one node has written.
//!
//! An edge counts for every construct instance that it leaves; in a deep recursion those are many. When it comes again, it
//! leaves the same instances as long as none of those that were open around its head has ended. Then it is enough to count how
//! often it comes.

use paratrace_replay::program::ConstructId;

use super::edges::Edge;
use super::table::{Key, Table};

/// Number of edges that are remembered; they fit into the second-level cache of a core.
const PLACES: usize = 1 << 13;

/// Edges that leave fewer constructs than this are not remembered: they are counted as fast as they are found here.
const FEW: usize = 4;

/// Most open instances around a head that are asked whether they have ended. Those beyond are rare: nested conditionals.
const OPEN: usize = 4;

/// An edge, and where its ends are.
#[derive(Debug, Clone, Copy)]
pub(super) struct Occurrence {
    pub(super) edge: Edge,
    /// The innermost instance around the head.
    pub(super) innermost: u32,
    /// The methods of the calls that are open at the tail; see [`super::open_calls::OpenCalls::context`].
    pub(super) context: u64,
}

impl Occurrence {
    fn is_again(&self, first: &Self) -> bool {
        let ends = |edge: &Edge| (edge.from, edge.head, edge.tail, edge.kind);
        (ends(&self.edge), self.innermost, self.context) == (ends(&first.edge), first.innermost, first.context)
    }

    #[inline]
    fn place(&self) -> usize {
        let ends = u64::from(self.edge.tail.number()) << 32 | u64::from(self.innermost);
        let mixed = (self.edge.from ^ self.context).wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ ends.wrapping_mul(0xD6E8_FEB8_6659_FD93)
            ^ self.edge.kind as u64;
        (mixed >> 40) as usize % PLACES
    }
}

/// A construct that an edge leaves.
#[derive(Debug, Clone, Copy)]
struct Left {
    construct: ConstructId,
    violates: bool,
    carried: bool,
}

/// An edge that came, and how often it came again without having been counted.
#[derive(Debug)]
pub(super) struct Repeated {
    first: Option<Occurrence>,
    left: Vec<Left>,
    /// Instances around the head that were open.
    open: [u32; OPEN],
    opened: usize,
    /// The time up to which the edge violates the constructs that it violated first.
    until: u64,
    more: u64,
}

impl Repeated {
    const NONE: Self = Self { first: None, left: Vec::new(), open: [0; OPEN], opened: 0, until: 0, more: 0 };

    /// Notes an instance around the head that is open.
    #[inline]
    pub(super) fn is_inside(&mut self, instance: u32) {
        match self.open.get_mut(self.opened) {
            Some(open) => *open = instance,
            None => self.first = None,
        }
        self.opened += 1;
    }

    /// Notes a construct that the edge leaves; it violates it up to a time.
    #[inline]
    pub(super) fn leaves(&mut self, construct: ConstructId, violates_until: u64, carried: bool) {
        let violates = self.first.is_some_and(|first| first.edge.to <= violates_until);
        if violates {
            self.until = self.until.min(violates_until);
        }
        self.left.push(Left { construct, violates, carried });
    }

    /// Counts the occurrences that are not counted yet.
    fn count(&mut self, table: &mut Table) {
        let more = std::mem::take(&mut self.more);
        let Some(Occurrence { edge, .. }) = self.first.filter(|_| more > 0) else { return };
        for left in &self.left {
            let Edge { kind, head, tail, .. } = edge;
            let stat = table.add(Key { construct: left.construct, kind, head, tail }, u64::MAX, left.violates, more);
            stat.carried += if left.carried { more } else { 0 };
        }
    }
}

/// The edges that came last.
#[derive(Debug)]
pub(super) struct Repeats {
    edges: Vec<Repeated>,
    /// An edge of which is noted what it leaves.
    new: Repeated,
}

impl Repeats {
    pub(super) fn new() -> Self {
        Self { edges: std::iter::repeat_with(|| Repeated::NONE).take(PLACES).collect(), new: Repeated::NONE }
    }

    /// Counts an edge that has come before, and leaves the same constructs again; returns whether it is one. `end` returns when
    /// an instance ends.
    #[inline]
    pub(super) fn takes(&mut self, occurrence: &Occurrence, count: u64, end: impl Fn(u32) -> u64) -> bool {
        let repeated = &mut self.edges[occurrence.place()];
        let to = occurrence.edge.to;
        let is_again = repeated.first.as_ref().is_some_and(|first| occurrence.is_again(first))
            && to <= repeated.until
            && repeated.open[..repeated.opened].iter().all(|&open| end(open) > to);
        repeated.more += if is_again { count } else { 0 };
        is_again
    }

    /// Returns a record in which the caller notes what an edge leaves.
    #[inline]
    pub(super) fn note(&mut self, occurrence: Occurrence) -> &mut Repeated {
        self.new.left.clear();
        (self.new.first, self.new.opened, self.new.until) = (Some(occurrence), 0, u64::MAX);
        &mut self.new
    }

    /// Remembers the edge that was noted, in the place of another one, if it leaves enough.
    #[inline]
    pub(super) fn remember(&mut self, table: &mut Table) {
        let Some(first) = self.new.first.filter(|_| self.new.left.len() >= FEW) else { return };
        let place = &mut self.edges[first.place()];
        place.count(table);
        std::mem::swap(place, &mut self.new);
    }

    /// Counts all that has come again, and forgets it.
    pub(super) fn count_all(&mut self, table: &mut Table) {
        for repeated in &mut self.edges {
            repeated.count(table);
            repeated.first = None;
        }
    }
}
