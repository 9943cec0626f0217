//! Cells of memory locations, in pages that exist once something was written to them.

use super::lanes::Lanes;

const PAGE_BITS: usize = 8;
const PAGE: usize = 1 << PAGE_BITS;

/// One cell per slot.
pub(crate) struct Arena<V> {
    pages: Vec<Option<Box<[V]>>>,
}

impl<V: Lanes> Arena<V> {
    pub(crate) fn new() -> Self {
        Self { pages: Vec::new() }
    }

    /// The cell of a slot; zero if nothing was written nearby.
    #[inline(always)]
    pub(crate) fn get(&self, slot: u32) -> V {
        match self.pages.get(slot as usize >> PAGE_BITS) {
            Some(Some(page)) => page[slot as usize & (PAGE - 1)],
            _ => V::ZERO,
        }
    }

    /// Writes a cell. Slot 0 belongs to no object.
    #[inline(always)]
    pub(crate) fn set(&mut self, slot: u32, value: V) {
        if slot == 0 {
            return;
        }
        match self.pages.get_mut(slot as usize >> PAGE_BITS) {
            Some(Some(page)) => page[slot as usize & (PAGE - 1)] = value,
            _ => self.add(slot, value),
        }
    }

    #[cold]
    #[inline(never)]
    fn add(&mut self, slot: u32, value: V) {
        let page = slot as usize >> PAGE_BITS;
        if page >= self.pages.len() {
            self.pages.resize_with(page + 1, || None);
        }
        let mut cells = vec![V::ZERO; PAGE].into_boxed_slice();
        cells[slot as usize & (PAGE - 1)] = value;
        self.pages[page] = Some(cells);
    }

    /// All cells that exist.
    pub(crate) fn cells(&mut self) -> impl Iterator<Item = &mut V> {
        self.pages.iter_mut().flatten().flat_map(|page| page.iter_mut())
    }
}
