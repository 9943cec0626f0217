//! Packed pages: each different value of a page once.
//!
//! Objects created together were mostly written together, so their locations have the same depths. Of the cells of a
//! page that is no longer written, one in six or seven differs from those before it (measured on one thread of
//! clojure).

use paratrace_replay::base::frames::Cell;

use super::arena::PAGE;
use super::lanes::{BLOCK, Block, Half, TAG};

/// Greatest number of different values that is worth packing.
const MOST: usize = PAGE / 2;

/// A packed page: its different values, and the index of each cell's value among them.
#[derive(Debug)]
pub(super) struct Packed<V> {
    which: [u8; PAGE],
    pub(super) values: Box<[V]>,
}

impl<V: Cell> Packed<V> {
    #[inline]
    pub(super) fn get(&self, cell: usize) -> V {
        self.values[usize::from(self.which[cell])]
    }

    pub(super) fn unpack(&self, cells: &mut [V; PAGE]) {
        for (cell, &which) in cells.iter_mut().zip(&self.which) {
            *cell = self.values[usize::from(which)];
        }
    }
}

impl<V: Cell + PartialEq> Packed<V> {
    /// Packs a page, unless it has too many different values. `values` is a buffer to work in.
    pub(super) fn of(cells: &[V; PAGE], values: &mut Vec<V>) -> Option<Box<Self>> {
        values.clear();
        let mut all = [0; PAGE];
        for (cell, which) in cells.iter().zip(&mut all) {
            // The search goes backwards, because neighbours belong to the same object.
            let known = values.iter().rposition(|value| value == cell);
            if known.is_none() {
                if values.len() == MOST {
                    return None;
                }
                values.push(*cell);
            }
            *which = known.unwrap_or(values.len() - 1) as u8;
        }
        Some(Box::new(Self { which: all, values: values.as_slice().into() }))
    }
}

/// The ordinals at which the open regions were entered: all that the tag of a cell is compared with.
pub(super) struct Entered<'c> {
    first: &'c Block,
    ascending: Vec<u32>,
}

impl<'c> Entered<'c> {
    pub(super) fn new(lanes: &'c [Block]) -> Self {
        let mut ascending: Vec<u32> = lanes.iter().flat_map(|block| block.0).collect();
        ascending.sort_unstable();
        ascending.dedup();
        Self { first: &lanes[0], ascending }
    }

    /// Makes cells of the first tier equal if they read alike from now on. Depths of regions that ended become 0. Of
    /// all tags within the same regions, the least is taken.
    pub(super) fn simplify_first(&self, cell: &mut Half) {
        let tag = cell.0[TAG];
        simplify(cell, tag, &self.first.0[..BLOCK / 2]);
        let later = self.ascending.partition_point(|&entered| entered <= tag);
        cell.0[TAG] = if later == 0 { 0 } else { self.ascending[later - 1] };
    }

    /// Simplifies a cell of the second tier, whose tag is in the first one.
    pub(super) fn simplify_second(&self, cell: &mut Half, tag: u32) {
        simplify(cell, tag, &self.first.0[BLOCK / 2..]);
    }
}

fn simplify(cell: &mut Half, tag: u32, entered: &[u32]) {
    for (depth, &entered) in cell.0.iter_mut().zip(entered) {
        *depth = if tag >= entered { *depth } else { 0 };
    }
}
