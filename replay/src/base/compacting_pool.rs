//! A pool of items that are kept as long as something refers to them.
//!
//! Unused items are found by marking, from time to time. The others are moved together, in order.

use fixedbitset::{Block, FixedBitSet};

/// Number of items per piece. A single vector would be copied whenever it grows, and need twice the memory meanwhile.
const PIECE: usize = 1 << PIECE_BITS;
const PIECE_BITS: usize = if cfg!(test) { 1 } else { 16 };

/// Number of items at which the first collection happens.
const FIRST_COLLECTION: usize = 1 << 18;

/// An item of a pool.
pub trait Item: Copy {
    /// Returns the number of an earlier item that must be kept with this one. Item 0 is always kept.
    fn parent(&mut self) -> Option<&mut u32>;

    /// Returns the number of a further item that is kept whenever the parent is, and may be given a new number.
    #[inline]
    fn ancestor(&mut self) -> Option<&mut u32> {
        None
    }
}

/// Items by number, parents before children. Item 0 is always kept.
#[derive(Debug, Clone)]
pub struct CompactingPool<T> {
    pieces: Vec<Vec<T>>,
    len: usize,
    collect_at: usize,
}

impl<T: Item> CompactingPool<T> {
    /// Creates a pool whose item 0 is `first`.
    pub fn new(first: T) -> Self {
        Self { pieces: vec![vec![first]], len: 1, collect_at: FIRST_COLLECTION }
    }

    /// Adds an item, and returns its number, which stays valid until the next collection.
    #[inline]
    pub fn push(&mut self, item: T) -> u32 {
        match self.pieces.last_mut() {
            Some(piece) if piece.len() < PIECE => piece.push(item),
            _ => self.push_piece(item),
        }
        self.len += 1;
        (self.len - 1) as u32
    }

    #[cold]
    #[inline(never)]
    fn push_piece(&mut self, item: T) {
        let mut piece = Vec::with_capacity(PIECE);
        piece.push(item);
        self.pieces.push(piece);
    }

    /// Returns the item with a number.
    #[inline]
    pub fn get(&self, number: u32) -> T {
        *self.at(number)
    }

    /// Returns the item with a number, where it is.
    #[inline]
    pub fn at(&self, number: u32) -> &T {
        &self.pieces[number as usize >> PIECE_BITS][number as usize & (PIECE - 1)]
    }

    /// Returns the item with a number, to be changed.
    #[inline]
    pub fn get_mut(&mut self, number: u32) -> &mut T {
        &mut self.pieces[number as usize >> PIECE_BITS][number as usize & (PIECE - 1)]
    }

    /// Returns whether there are enough items to make a collection worthwhile.
    pub fn is_full(&self) -> bool {
        self.len >= self.collect_at
    }

    /// Keeps the items that `refer` visits, with their parents. `refer` is called twice: to read the numbers and to
    /// write the new ones. `records` is the number of references that it visits.
    pub fn collect(&mut self, records: usize, mut refer: impl FnMut(&mut dyn FnMut(&mut u32))) {
        // Bits, as there are tens of millions of items, and they are looked up in any order.
        let mut kept = FixedBitSet::with_capacity(self.len);
        refer(&mut |number| kept.insert(*number as usize));
        let ranks = self.retain(kept, records);
        refer(&mut |number| *number = ranks.of(*number));
    }

    /// Keeps the marked items, with their parents. `records` is the number of references to them. Returns their new numbers.
    fn retain(&mut self, mut kept: FixedBitSet, records: usize) -> Ranks {
        kept.insert(0);
        for at in (1..self.len).rev() {
            if kept.contains(at)
                && let Some(parent) = self.get_mut(at as u32).parent()
            {
                kept.insert(*parent as usize);
            }
        }
        let ranks = Ranks::new(kept);
        let mut count = 0;
        for at in ranks.marks.ones() {
            let mut item = self.get(at as u32);
            if let Some(parent) = item.parent() {
                *parent = ranks.of(*parent);
            }
            if let Some(ancestor) = item.ancestor() {
                *ancestor = ranks.of(*ancestor);
            }
            *self.get_mut(count) = item;
            count += 1;
        }
        self.truncate(count as usize);
        self.collect_at = FIRST_COLLECTION.max(self.len + self.len / 2).max(self.len + records / 8);
        ranks
    }

    fn truncate(&mut self, len: usize) {
        self.len = len;
        self.pieces.truncate(len.div_ceil(PIECE));
        if let Some(last) = self.pieces.last_mut() {
            last.truncate((len - 1) % PIECE + 1);
        }
    }

    /// Lists all items.
    pub fn each(&mut self) -> impl Iterator<Item = &mut T> {
        self.pieces.iter_mut().flatten()
    }

    /// Returns the number of items.
    #[allow(clippy::len_without_is_empty, reason = "item 0 is always there")]
    pub fn len(&self) -> usize {
        self.len
    }
}

/// The numbers of marked items if only those are counted.
struct Ranks {
    marks: FixedBitSet,
    /// Number of marks before each block of them.
    before: Vec<u32>,
}

impl Ranks {
    fn new(marks: FixedBitSet) -> Self {
        let mut count = 0;
        let before = |block: &Block| {
            count += block.count_ones();
            count - block.count_ones()
        };
        Self { before: marks.as_slice().iter().map(before).collect(), marks }
    }

    /// Returns the number of marks before a number.
    #[inline]
    fn of(&self, number: u32) -> u32 {
        let at = number as usize / Block::BITS as usize;
        self.before[at] + (self.marks.as_slice()[at] & ((1 << (number % Block::BITS)) - 1)).count_ones()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Its name, its parent.
    impl Item for (char, u32) {
        fn parent(&mut self) -> Option<&mut u32> {
            Some(&mut self.1)
        }
    }

    #[test]
    fn collecting_keeps_parents_and_renumbers() {
        let mut kept = CompactingPool::new(('.', 0));
        let a = kept.push(('a', 0));
        kept.push(('b', a));
        let c = kept.push(('c', a));
        kept.push(('d', c));
        let mut held = [c];
        kept.collect(1, |each| held.iter_mut().for_each(each));
        assert_eq!(kept.get(held[0]), ('c', 1));
        assert_eq!(kept.get(1), ('a', 0));
        assert_eq!(kept.len(), 3);
    }
}
