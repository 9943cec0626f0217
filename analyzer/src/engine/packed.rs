//! Pages with few different values.
//!
//! Objects that come into being together were mostly written together, so their locations have the same depths: of the
//! cells of a page that nobody writes any more, one in six or seven differs from those before it (measured on one thread of clojure).

use super::arena::{Cell, PAGE};

/// Different values that are worth packing.
const MOST: usize = PAGE / 2;

/// A page as its different values, and which of them each cell has.
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
    /// Packs a page, unless its cells differ too much. `values` is room to work in.
    pub(super) fn of(cells: &[V; PAGE], values: &mut Vec<V>) -> Option<Box<Self>> {
        values.clear();
        let mut all = [0; PAGE];
        for (cell, which) in cells.iter().zip(&mut all) {
            // The last ones first: neighbours belong to the same object.
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
