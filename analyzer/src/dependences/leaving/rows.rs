//! Sums of edges that leave the same constructs.

use paratrace_traceformat::map::InstructionId;

use super::contexts::ROOT;
use super::{Edge, Kind};

/// Whether edges run between siblings of the outermost instance that they leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Carried {
    No,
    /// Between siblings.
    Yes,
    /// Between iterations of a loop, whose distance is known.
    Counted,
}

/// Edges between the same instructions that leave the same constructs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) head: InstructionId,
    pub(super) tail: InstructionId,
    /// The chain of constructs around the head that lie within its unit, and that of those around the unit.
    pub(super) inner: u32,
    pub(super) context: u32,
    /// Number of constructs of both chains, from the inner end, that the edges leave.
    pub(super) left: u32,
    /// Number of those, from the inner end, that they do not violate.
    pub(super) kept: u32,
    /// The methods of the calls around the tail; [`ROOT`] if none of them can be a sibling of one that is left.
    pub(super) calls: u32,
    pub(super) kind: Kind,
    pub(super) carried: Carried,
    /// Whether only the outermost of the constructs that are left is meant.
    pub(super) is_single: bool,
}

impl Row {
    /// The instructions that the edges run between, and their kind.
    #[inline]
    pub(super) fn edge(&self) -> (InstructionId, InstructionId, Kind) {
        (self.head, self.tail, self.kind)
    }
}

/// Sums over the edges of a row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sums {
    pub(super) count: u64,
    /// Least distance, in nodes.
    pub(super) min: u64,
    /// Least distance in iterations.
    pub(super) iterations: u32,
    /// Number of the earlier iteration of the first edge with that distance.
    pub(super) example: u32,
    /// Which one of all edges that is.
    pub(super) order: u64,
}

impl Sums {
    const NONE: Self = Self { count: 0, min: u64::MAX, iterations: u32::MAX, example: 0, order: 0 };

    /// Notes a distance in iterations.
    #[inline]
    pub(super) fn carry(&mut self, iterations: u32, example: u32, order: u64) {
        if iterations < self.iterations {
            (self.iterations, self.example, self.order) = (iterations, example, order);
        }
    }
}

/// A row and its sums, in one cache line. A slot with count 0 is empty.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(super) struct Slot {
    pub(super) row: Row,
    pub(super) sums: Sums,
}

const EMPTY: Slot = Slot {
    row: Row {
        head: InstructionId::new(0),
        tail: InstructionId::new(0),
        inner: ROOT,
        context: ROOT,
        left: 0,
        kept: 0,
        calls: ROOT,
        kind: Kind::Raw,
        carried: Carried::No,
        is_single: false,
    },
    sums: Sums::NONE,
};

/// Number of slots of an empty table. There may be many threads with few edges.
const FIRST_SLOTS: usize = 1 << 6;

/// Most slots, 32 MB of them: two tables are in use at a time. A table that would need more is emptied: its rows are added up for
/// each construct early.
const MOST_SLOTS: usize = if cfg!(test) { 1 << 12 } else { 1 << 19 };

/// A hash table of rows with open addressing and linear probing, at most half full. A general hash map reads control bytes besides;
/// here finding a row touches one cache line.
#[derive(Debug)]
pub(super) struct Rows {
    slots: Vec<Slot>,
    used: usize,
}

impl Rows {
    pub(super) fn new() -> Self {
        Self { slots: vec![EMPTY; FIRST_SLOTS], used: 0 }
    }

    /// Creates an empty table with as many slots as another one.
    pub(super) fn as_large_as(other: &Self) -> Self {
        Self { slots: vec![EMPTY; other.slots.len()], used: 0 }
    }

    /// Adds edges to a row; returns its sums.
    #[inline]
    pub(super) fn add(&mut self, row: Row, edge: &Edge) -> &mut Sums {
        let mut at = self.find(&row);
        if self.slots[at].sums.count == 0 {
            at = self.insert(row, at);
        }
        let sums = &mut self.slots[at].sums;
        sums.count += edge.count;
        sums.min = sums.min.min(edge.distance());
        sums
    }

    #[inline]
    fn find(&self, row: &Row) -> usize {
        let last = self.slots.len() - 1;
        let mut at = hash(row) & last;
        while self.slots[at].sums.count > 0 && self.slots[at].row != *row {
            at = (at + 1) & last;
        }
        at
    }

    #[cold]
    #[inline(never)]
    fn insert(&mut self, row: Row, mut at: usize) -> usize {
        self.used += 1;
        if 2 * self.used > self.slots.len() {
            let larger = vec![EMPTY; 2 * self.slots.len()];
            for slot in std::mem::replace(&mut self.slots, larger).into_iter().filter(|slot| slot.sums.count > 0) {
                let at = self.find(&slot.row);
                self.slots[at] = slot;
            }
            at = self.find(&row);
        }
        self.slots[at].row = row;
        at
    }

    /// Returns whether the table must be emptied before more is added.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.used >= MOST_SLOTS / 2
    }

    /// Returns all rows: those of edges between the same instructions together, in the order of their examples. The table must be
    /// cleared then.
    pub(super) fn sorted(&mut self) -> &[Slot] {
        let mut used = 0;
        for at in 0..self.slots.len() {
            if self.slots[at].sums.count > 0 {
                self.slots[used] = self.slots[at];
                used += 1;
            }
        }
        let rows = &mut self.slots[..used];
        rows.sort_unstable_by_key(|slot| (slot.row.edge(), slot.sums.order));
        rows
    }

    /// Forgets all rows; their memory is kept for others.
    pub(super) fn clear(&mut self) {
        self.slots.fill(EMPTY);
        self.used = 0;
    }
}

#[inline]
fn hash(row: &Row) -> usize {
    let pair = |high: u32, low: u32| u64::from(high) << 32 | u64::from(low);
    let ends = pair(row.head.number(), row.tail.number());
    let stretch = pair(row.context ^ row.inner.rotate_left(16), row.left << 8 ^ row.kept);
    let mixed = ends.wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ (stretch ^ pair(row.calls, row.kind as u32 + 8 * row.carried as u32) << 16)
            .wrapping_mul(0xD6E8_FEB8_6659_FD93);
    (mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize
}

/// Returns the row of edges that are attributed to one instance only. Its construct is a chain of its own: [`Contexts::single`].
///
/// [`Contexts::single`]: super::contexts::Contexts::single
pub(super) fn single(edge: &Edge, (context, left): (u32, u32), violates: bool, carried: Carried) -> Row {
    let (Edge { kind, head, tail, .. }, kept) = (*edge, left - u32::from(violates));
    Row { head, tail, inner: ROOT, context, left, kept, calls: ROOT, kind, carried, is_single: true }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustc_hash::FxHashMap;

    #[test]
    fn sums_are_those_of_a_map() {
        let (mut rows, mut plain) = (Rows::new(), FxHashMap::<(u32, u32), (u64, u64)>::default());
        for n in 0..40_000u32 {
            let (context, left) = (n.wrapping_mul(2_654_435_761) >> 18, 1 + n % 3);
            let [head, tail] = [1, 2].map(InstructionId::new);
            let edge = Edge { kind: Kind::Waw, head, tail, from: 5, to: 5 + u64::from(n), count: 2 };
            let row = Row { left, ..single(&edge, (context, 1), true, Carried::No) };
            rows.add(row, &edge);
            let sums = plain.entry((context, left)).or_insert((0, u64::MAX));
            *sums = (sums.0 + 2, sums.1.min(u64::from(n)));
        }
        let found = rows.sorted().iter().map(|Slot { row, sums }| ((row.context, row.left), (sums.count, sums.min)));
        assert_eq!(found.collect::<FxHashMap<_, _>>(), plain);
        rows.clear();
        assert!(plain.len() > FIRST_SLOTS && rows.sorted().is_empty());
    }
}
