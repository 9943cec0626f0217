//! Arenas: one cell per memory location, in pages that are allocated at the first write.
//!
//! Large copies of arrays that nobody wrote (buffers that untraced code fills) give many consecutive locations the same
//! value. Whole pages of one value are kept as a range, until one of their cells is written alone.
//!
//! Pages that are no longer written can be packed ([`Arena::pack`]); reading them takes longer.

use std::collections::BTreeMap;

use paratrace_replay::base::frames::Cell;

use super::packed::{Packed, Words};

const PAGE_BITS: usize = 7;
pub(super) const PAGE: usize = 1 << PAGE_BITS;
/// Fills of fewer slots are written cell by cell.
const MIN_RANGE: usize = 1024;

/// Greatest number of spare pages that are kept for reuse once pages are packed, which means that memory is short.
const MAX_SPARE: usize = 1 << 12;

/// Returns the number of slots from `slot` to the end of its page. Backwards, the number of slots before `slot` in the
/// page of its predecessor.
pub(crate) fn rest_of_page(slot: u32, backwards: bool) -> u32 {
    let within = slot as usize & (PAGE - 1);
    let rest = if backwards && within > 0 { within } else { PAGE - within };
    rest as u32
}

type Page<V> = Box<[V; PAGE]>;

/// A page that takes less memory. Only its user knows how cells are packed.
pub(super) trait PackedPage<V>: Send {
    fn get(&self, cell: usize) -> V;
    fn unpack(&self, cells: &mut [V; PAGE]);
}

/// An arena with one cell per slot.
pub(crate) struct Arena<V> {
    pages: Vec<Option<Page<V>>>,
    /// Ranges of pages with one value, by first page: end and value. Ranges do not overlap; a page that exists hides
    /// them.
    filled: BTreeMap<usize, (usize, V)>,
    /// Packed pages by number; a packed page is not in `pages`.
    packed: Vec<Option<Box<dyn PackedPage<V>>>>,
    /// Number of pages that are not packed.
    plain: usize,
    /// True if cells not written since the last release are never read, so that their content does not matter.
    passing: bool,
    /// Pages in use of a passing arena, and pages for reuse.
    used: Vec<u32>,
    spare: Vec<Page<V>>,
}

impl<V: Cell> Arena<V> {
    /// Creates an arena whose cells are zero until they are written.
    pub(crate) const fn new() -> Self {
        Self::of_kind(false)
    }

    /// Creates a passing arena: its user knows which cells were written since the last [`Self::release`], and reads no
    /// others.
    pub(crate) const fn passing() -> Self {
        Self::of_kind(true)
    }

    const fn of_kind(passing: bool) -> Self {
        Self {
            pages: Vec::new(),
            filled: BTreeMap::new(),
            packed: Vec::new(),
            plain: 0,
            passing,
            used: Vec::new(),
            spare: Vec::new(),
        }
    }

    /// Forgets everything written to a passing arena, and keeps its pages for reuse.
    #[inline(always)]
    pub(crate) fn release(&mut self) {
        if !self.used.is_empty() || !self.filled.is_empty() {
            self.release_pages();
        }
    }

    #[inline(never)]
    fn release_pages(&mut self) {
        for page in self.used.drain(..) {
            self.spare.extend(self.pages[page as usize].take());
        }
        if !self.packed.is_empty() {
            self.spare.truncate(MAX_SPARE);
            self.packed.clear();
        }
        self.filled.clear();
        self.plain = 0;
    }

    /// Returns the cell of a slot; zero if it was never written.
    #[inline(always)]
    pub(crate) fn get(&self, slot: u32) -> V {
        match self.pages.get(slot as usize >> PAGE_BITS) {
            Some(Some(page)) => page[slot as usize & (PAGE - 1)],
            _ if self.filled.is_empty() && self.packed.is_empty() => V::ZERO,
            _ => self.elsewhere(slot),
        }
    }

    /// Returns the cell of a slot if it is one of those meant. Of others only what is looked at is loaded: cells are large.
    #[inline(always)]
    pub(crate) fn get_if(&self, slot: u32, is_meant: impl Fn(&V) -> bool) -> Option<V> {
        match self.pages.get(slot as usize >> PAGE_BITS) {
            Some(Some(page)) => Some(&page[slot as usize & (PAGE - 1)]).filter(|cell| is_meant(cell)).copied(),
            _ => Some(self.get(slot)).filter(is_meant),
        }
    }

    #[inline(never)]
    fn elsewhere(&self, slot: u32) -> V {
        let page = slot as usize >> PAGE_BITS;
        match self.packed.get(page) {
            Some(Some(packed)) => packed.get(slot as usize & (PAGE - 1)),
            _ => self.filled_at(page).unwrap_or(V::ZERO),
        }
    }

    #[cold]
    #[inline(never)]
    fn filled_at(&self, page: usize) -> Option<V> {
        match self.filled.range(..=page).next_back() {
            Some((_, &(end, value))) if page < end => Some(value),
            _ => None,
        }
    }

    /// Writes the cell of a slot.
    #[inline(always)]
    pub(crate) fn set(&mut self, slot: u32, value: V) {
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
            // A zeroed vector takes no physical memory before it is touched.
            let old = std::mem::replace(&mut self.pages, vec![None; (page + 1).next_power_of_two()]);
            self.pages.iter_mut().zip(old).for_each(|(new, old)| *new = old);
        }
        let packed = self.packed.get_mut(page).and_then(Option::take);
        let filled = self.filled_at(page);
        let mut cells = match self.spare.pop() {
            Some(mut cells) => {
                if packed.is_none() && (!self.passing || filled.is_some()) {
                    cells.fill(filled.unwrap_or(V::ZERO));
                }
                cells
            }
            None => new_page(filled.unwrap_or(V::ZERO)),
        };
        if let Some(packed) = &packed {
            packed.unpack(&mut cells);
        } else if self.passing {
            self.used.push(page as u32);
        }
        cells[slot as usize & (PAGE - 1)] = value;
        self.pages[page] = Some(cells);
        self.plain += 1;
    }

    /// Returns the pages around a missing one that have its value: the range that it lies in, or the gap between two
    /// ranges.
    fn around(&self, page: usize) -> (usize, usize) {
        let before = self.filled.range(..=page).next_back().map(|(&from, &(end, _))| (from, end));
        match before {
            Some((from, end)) if page < end => (from, end),
            _ => {
                let next = self.filled.range(page + 1..).next().map_or(usize::MAX >> PAGE_BITS, |(&from, _)| from);
                (before.map_or(0, |(_, end)| end), next)
            }
        }
    }

    fn exists(&self, page: usize) -> bool {
        let packed = || self.packed.get(page).is_some_and(Option::is_some);
        self.pages.get(page).is_some_and(Option::is_some) || packed()
    }

    /// Returns how many of the `count` slots from `slot` on are known to have the same value.
    #[inline(never)]
    pub(crate) fn same_after(&self, slot: u32, count: u32) -> u32 {
        let page = slot as usize >> PAGE_BITS;
        if self.exists(page) {
            return 0;
        }
        let last = (slot as usize + count as usize).div_ceil(PAGE);
        let end = self.around(page).1.min(last);
        let end = (page + 1..end).find(|&page| self.exists(page)).unwrap_or(end);
        count.min(((end << PAGE_BITS) - slot as usize) as u32)
    }

    /// Returns how many of the `count` slots before `slot` are known to have the same value.
    #[inline(never)]
    pub(crate) fn same_before(&self, slot: u32, count: u32) -> u32 {
        let page = (slot as usize - 1) >> PAGE_BITS;
        if self.exists(page) {
            return 0;
        }
        let first = (slot - count) as usize >> PAGE_BITS;
        let start = self.around(page).0.max(first);
        let start = (start..page).rev().find(|&page| self.exists(page)).map_or(start, |page| page + 1);
        count.min((slot as usize - (start << PAGE_BITS)) as u32)
    }

    /// Writes one value to `count` slots.
    #[inline(never)]
    pub(crate) fn fill(&mut self, from: u32, count: u32, value: V) {
        let to = from.saturating_add(count);
        let (first, end) = ((from as usize).div_ceil(PAGE), to as usize >> PAGE_BITS);
        if end < first + MIN_RANGE / PAGE {
            (from..to).for_each(|slot| self.set(slot, value));
            return;
        }
        (from..(first << PAGE_BITS) as u32).for_each(|slot| self.set(slot, value));
        ((end << PAGE_BITS) as u32..to).for_each(|slot| self.set(slot, value));
        let known = self.pages.len();
        for page in &mut self.pages[first.min(known)..end.min(known)] {
            self.plain -= usize::from(page.is_some());
            self.spare.extend(page.take());
        }
        let known = self.packed.len();
        self.packed[first.min(known)..end.min(known)].fill_with(|| None);
        self.fill_pages(first, end, value);
    }

    /// Sets the range of pages `first..end`, and cuts the ranges that it overlaps.
    fn fill_pages(&mut self, first: usize, end: usize, value: V) {
        let touching = self.filled.range(..end).rev().take_while(|(_, (until, _))| *until > first);
        let old: Vec<(usize, (usize, V))> = touching.map(|(&from, &range)| (from, range)).collect();
        for (from, (until, value)) in old {
            self.filled.remove(&from);
            if from < first {
                self.filled.insert(from, (first, value));
            }
            if until > end {
                self.filled.insert(end, (until, value));
            }
        }
        self.filled.insert(first, (end, value));
    }

    /// Returns the bytes of the pages that are not packed.
    pub(crate) fn plain_bytes(&self) -> usize {
        self.plain * size_of::<[V; PAGE]>()
    }

    /// Number of cells that exist and are not packed.
    pub(crate) fn len(&self) -> usize {
        PAGE * self.plain + self.filled.len()
    }

    /// Lists all cells that exist and are not packed.
    pub(crate) fn cells(&mut self) -> impl Iterator<Item = &mut V> {
        let single = self.pages.iter_mut().flatten().flat_map(|page| page.iter_mut());
        single.chain(self.filled.values_mut().map(|(_, value)| value))
    }
}

impl<V: Words> Arena<V> {
    /// Number of entries in the page table, including pages that do not exist.
    pub(super) const fn pages(&self) -> usize {
        self.pages.len()
    }

    /// Returns the cells of a page that exists and is not packed.
    pub(super) fn page(&mut self, page: usize) -> Option<&mut [V; PAGE]> {
        self.pages.get_mut(page)?.as_deref_mut()
    }

    /// Changes all cells that exist; packed ones are packed anew.
    pub(super) fn change(&mut self, mut change: impl FnMut(&mut V)) {
        self.cells().for_each(&mut change);
        let mut room = Vec::new();
        for page in 0..self.packed.len() {
            let Some(packed) = self.packed[page].take() else { continue };
            let mut cells = new_page(V::ZERO);
            packed.unpack(&mut cells);
            cells.iter_mut().for_each(&mut change);
            self.pages[page] = Some(cells);
            self.plain += 1;
            self.pack(page, &mut room);
        }
    }

    /// Packs a page, unless that saves little. `room` is a buffer to work in.
    pub(super) fn pack(&mut self, page: usize, room: &mut Vec<V>) {
        let Some(cells) = self.page(page) else { return };
        let Some(packed) = Packed::of(cells, room) else { return };
        if self.packed.len() <= page {
            self.packed.resize_with(self.pages.len(), || None);
        }
        self.packed[page] = Some(packed);
        self.plain -= 1;
        let cells = self.pages[page].take();
        self.spare.extend(cells.filter(|_| self.spare.len() < MAX_SPARE));
    }
}

fn new_page<V: Cell>(value: V) -> Page<V> {
    let cells = vec![value; PAGE].into_boxed_slice();
    match cells.try_into() {
        Ok(page) => page,
        Err(_) => unreachable!("a page has {PAGE} cells"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pack_all(arena: &mut Arena<u32>) {
        (0..arena.pages()).for_each(|page| arena.pack(page, &mut Vec::new()));
    }

    #[test]
    fn packed_pages_keep_their_cells() {
        let (mut arena, mut plain) = (Arena::<u32>::new(), vec![0; 64 * PAGE]);
        let mut state = 1u32;
        for round in 1..20_000u32 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            // Some pages have few different values, others as many as cells.
            let slot = (state >> 8) as usize % plain.len();
            let value = if slot < 32 * PAGE { round % 3 } else { round * 100_003 };
            arena.set(slot as u32, value);
            plain[slot] = value;
            if round % 999 == 0 {
                pack_all(&mut arena);
                let packed = arena.packed.iter().flatten().count();
                assert!(packed >= 32 && arena.plain + packed == 64, "{packed} of 64 pages are packed");
                assert!(plain.iter().zip(0..).all(|(&value, slot)| arena.get(slot) == value));
            }
        }
        arena.change(|cell| *cell *= 2);
        assert!(plain.iter().zip(0..).all(|(&value, slot)| arena.get(slot) == 2 * value));
    }

    #[test]
    fn released_pages_are_not_found_packed() {
        let mut arena = Arena::<u32>::passing();
        arena.set(5, 1);
        pack_all(&mut arena);
        assert_eq!(arena.get(5), 1);
        arena.release();
        arena.set(5 + PAGE as u32, 2);
        assert_eq!((arena.get(5), arena.get(5 + PAGE as u32)), (0, 2));
    }

    #[test]
    fn fills_are_like_writing_every_cell() {
        let (mut arena, mut plain) = (Arena::<u32>::new(), vec![0; 90 * PAGE]);
        let mut state = 1u32;
        for round in 1..400u32 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let from = 1 + state % (50 * PAGE as u32);
            let count = if round % 3 == 0 { 1 } else { (state >> 8) % (30 * PAGE as u32) };
            arena.fill(from, count, round);
            plain[from as usize..(from + count) as usize].fill(round);
            if round % 5 == 0 {
                arena.set(from, 7);
                plain[from as usize] = 7;
            }
            if round % 7 == 0 {
                pack_all(&mut arena);
            }
            for slot in (1..plain.len()).step_by(61) {
                assert_eq!(arena.get(slot as u32), plain[slot], "round {round}, slot {slot}");
                let after = arena.same_after(slot as u32, (plain.len() - slot) as u32) as usize;
                assert!(plain[slot..slot + after].iter().all(|cell| *cell == plain[slot]));
                let before = arena.same_before(slot as u32, slot as u32 - 1) as usize;
                assert!(plain[slot - before..slot].iter().all(|cell| *cell == plain[slot - 1]));
            }
        }
    }
}
