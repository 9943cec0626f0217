//! Edges that leave the same constructs, summed up together.
//!
//! An edge counts for all constructs that it leaves, which may be dozens; in deep recursions most of the work are those
//! few edges. But nearly all of them repeat one that came shortly before: the same instructions, the same constructs around
//! the first. So their sums are kept per edge and list of constructs for a while, and reach the table of static edges once
//! for many. Edges that leave few constructs go there directly.

use super::constructs::Construct;
use super::edges::Edge;
use super::table::{Key, Stat, Table};

/// Constructs that are worth it.
const MIN_LEFT: usize = 6;

/// Lists that are told apart at a time: with half as many, one edge in twenty does not find its own, with twice as many one
/// in forty (measured on a compiler).
const PLACES: usize = 1 << 13;

/// Constructs that an edge leaves, from the innermost to the outermost.
#[derive(Debug, Default)]
pub(super) struct Left {
    constructs: Vec<Construct>,
    /// How many the edge does not violate, as it is longer: the innermost.
    kept: usize,
    /// The outermost is an iteration of a loop that goes on: over how many iterations the edge reaches, and the number of the
    /// earlier one.
    carried: Option<(u32, u32)>,
    irregular: bool,
}

impl Left {
    #[inline]
    pub(super) fn clear(&mut self) {
        self.constructs.clear();
        (self.kept, self.carried, self.irregular) = (0, None, false);
    }

    /// Adds a construct around the others.
    #[inline]
    pub(super) fn push(&mut self, construct: Construct, violates: bool) {
        self.irregular |= self.carried.is_some() || (!violates && self.kept < self.constructs.len());
        self.kept += usize::from(!violates);
        self.constructs.push(construct);
    }

    /// The last one is an iteration of a loop that goes on.
    #[inline]
    pub(super) fn carry(&mut self, iterations: u32, example: u32) {
        self.carried = Some((iterations, example));
    }

    /// Are instances not each at least as long as those within, or is one that a loop carries not the outermost? Only
    /// conditionals that outlive what is around them can bring that about.
    #[inline]
    pub(super) fn is_irregular(&self) -> bool {
        self.irregular
    }

    /// The sums of each construct for `count` edges.
    fn each(&self, edge: Edge, count: u64) -> impl Iterator<Item = (Construct, Stat)> {
        let last = self.constructs.len().wrapping_sub(1);
        self.constructs.iter().enumerate().map(move |(at, &construct)| {
            let carried = if at == last { self.carried } else { None };
            (construct, sums(edge, at >= self.kept, carried, count))
        })
    }
}

/// What so many edges add to a construct.
#[inline]
pub(super) fn sums(edge: Edge, violates: bool, carried: Option<(u32, u32)>, count: u64) -> Stat {
    let (iterations, example) = carried.unwrap_or((u32::MAX, 0));
    Stat {
        min: edge.to - edge.from,
        count,
        violations: if violates { count } else { 0 },
        carried: if carried.is_some() { count } else { 0 },
        iterations,
        example,
    }
}

#[inline]
fn mix(hash: u64, word: u32) -> u64 {
    (hash.rotate_left(5) ^ u64::from(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// One list of constructs and the edges that left them.
#[derive(Debug, Default, Clone)]
struct Bundle {
    constructs: Vec<Construct>,
    /// How many constructs the edges do not violate.
    kept: usize,
    /// Kind and instructions; the construct is that of none.
    key: Option<Key>,
    /// Sums of the outermost construct but for what violates. Those of others differ in what is carried.
    outermost: Stat,
    /// When the example was seen.
    when: u64,
}

/// Sums that have not reached the table.
#[derive(Debug)]
pub(super) struct Bundles {
    places: Vec<Bundle>,
}

impl Bundles {
    pub(super) fn new() -> Self {
        Self { places: vec![Bundle::default(); PLACES] }
    }

    /// So many edges that leave these constructs, seen at `when`.
    #[inline]
    pub(super) fn add(&mut self, edge: Edge, left: &Left, count: u64, when: u64, table: &mut Table) {
        if left.constructs.len() < MIN_LEFT {
            left.each(edge, count).for_each(|(construct, sums)| table.add(edge.key(construct), &sums, when));
        } else {
            self.add_bundled(edge, left, count, when, table);
        }
    }

    fn add_bundled(&mut self, edge: Edge, left: &Left, count: u64, when: u64, table: &mut Table) {
        let key = edge.key(0);
        let hash =
            left.constructs.iter().fold(mix(u64::from(edge.head), edge.tail), |hash, &construct| mix(hash, construct));
        let bundle = &mut self.places[(hash >> 40) as usize % PLACES];
        let same = bundle.key == Some(key) && bundle.kept == left.kept && bundle.constructs == left.constructs;
        if !same {
            bundle.flush(table);
            bundle.constructs.clone_from(&left.constructs);
            (bundle.key, bundle.kept) = (Some(key), left.kept);
        }
        if left.carried.is_some_and(|(iterations, _)| iterations < bundle.outermost.iterations) {
            bundle.when = when;
        }
        bundle.outermost.add(&sums(edge, false, left.carried, count));
    }

    /// Hands everything over.
    pub(super) fn flush(&mut self, table: &mut Table) {
        self.places.iter_mut().for_each(|bundle| bundle.flush(table));
    }
}

impl Bundle {
    fn flush(&mut self, table: &mut Table) {
        let (outermost, Some(key)) = (std::mem::take(&mut self.outermost), self.key.take()) else { return };
        let inner = Stat { carried: 0, iterations: u32::MAX, example: 0, ..outermost };
        for (at, &construct) in self.constructs.iter().enumerate() {
            let sums = if at + 1 == self.constructs.len() { outermost } else { inner };
            let violations = if at < self.kept { 0 } else { sums.count };
            table.add(Key { construct, ..key }, &Stat { violations, ..sums }, self.when);
        }
    }
}
