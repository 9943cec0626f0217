//! Packed pages: each different value of a page once, and of its words only what differs.
//!
//! Objects created together were mostly written together, so their locations have the same depths. Of the cells of a
//! page that is no longer written, one in six or seven differs from those before it (measured on one thread of
//! clojure). Most of their words are depths in regions that ended, and the others were written in a short time.

use paratrace_replay::base::frames::Cell;

use super::arena::{PAGE, PackedPage};
use super::lanes::{BLOCK, Block, Half, TAG};

/// A cell made of words.
pub(crate) trait Words: Cell + PartialEq + Send + 'static {
    fn words(&self) -> &[u32];
    fn words_mut(&mut self) -> &mut [u32];
}

impl Words for Half {
    fn words(&self) -> &[u32] {
        &self.0
    }

    fn words_mut(&mut self) -> &mut [u32] {
        &mut self.0
    }
}

#[cfg(test)]
impl Words for u32 {
    fn words(&self) -> &[u32] {
        std::slice::from_ref(self)
    }

    fn words_mut(&mut self) -> &mut [u32] {
        std::slice::from_mut(self)
    }
}

impl Words for Block {
    fn words(&self) -> &[u32] {
        &self.0
    }

    fn words_mut(&mut self) -> &mut [u32] {
        &mut self.0
    }
}

/// A packed page: its different values, and the index of each cell's value among them.
///
/// Of a value, each word is kept as what it adds to the word before: depths in nested regions often differ by the same.
pub(super) struct Packed<V> {
    which: [u8; PAGE],
    /// The least that each word adds to the one before.
    least: V,
    widths: Widths,
    /// What each word of each value adds beyond that, one value after the other, in bytes from low to high.
    more: Box<[u8]>,
}

/// Numbers of bytes that words take, from 0 to 4, in four bits each.
#[derive(Debug, Clone, Copy, Default)]
struct Widths(u64);

impl Widths {
    fn of(word: usize, greatest: u32) -> u64 {
        let bytes = u64::from(u32::BITS - greatest.leading_zeros()).div_ceil(8);
        bytes << (4 * word)
    }

    fn each(self) -> impl Iterator<Item = usize> {
        (0..BLOCK).map(move |word| (self.0 >> (4 * word) & 0xf) as usize)
    }

    /// Returns the number of bytes that a value takes.
    fn sum(self) -> usize {
        self.each().sum()
    }
}

impl<V: Words> Packed<V> {
    /// Packs a page, unless that saves less than half of it. `values` is a buffer to work in.
    pub(super) fn of(cells: &[V; PAGE], values: &mut Vec<V>) -> Option<Box<dyn PackedPage<V>>> {
        let which = different(cells, values);
        values.iter_mut().for_each(difference);
        let (least, widths) = least_words(values);
        let bytes = values.len() * widths.sum();
        if bytes > size_of::<[V; PAGE]>() / 2 {
            return None;
        }
        let mut more = Vec::with_capacity(bytes);
        for value in values.iter() {
            for ((&word, &least), bytes) in value.words().iter().zip(least.words()).zip(widths.each()) {
                more.extend_from_slice(&word.wrapping_sub(least).to_le_bytes()[..bytes]);
            }
        }
        Some(Box::new(Self { which, least, widths, more: more.into() }))
    }
}

impl<V: Words> PackedPage<V> for Packed<V> {
    fn get(&self, cell: usize) -> V {
        let mut more = &self.more[usize::from(self.which[cell]) * self.widths.sum()..];
        let (mut value, mut before) = (self.least, 0_u32);
        for (word, bytes) in value.words_mut().iter_mut().zip(self.widths.each()) {
            let (own, others) = more.split_at(bytes);
            let mut number = [0; 4];
            number[..bytes].copy_from_slice(own);
            before = before.wrapping_add(*word).wrapping_add(u32::from_le_bytes(number));
            (*word, more) = (before, others);
        }
        value
    }

    fn unpack(&self, cells: &mut [V; PAGE]) {
        cells.iter_mut().zip(0..).for_each(|(cell, at)| *cell = self.get(at));
    }
}

/// Replaces each word by what it adds to the one before.
fn difference<V: Words>(value: &mut V) {
    let words = value.words_mut();
    for word in (1..words.len()).rev() {
        words[word] = words[word].wrapping_sub(words[word - 1]);
    }
}

/// Collects the different values of a page. Returns the index of each cell's value among them.
fn different<V: Words>(cells: &[V; PAGE], values: &mut Vec<V>) -> [u8; PAGE] {
    values.clear();
    cells.map(|cell| {
        // The search goes backwards, because neighbours belong to the same object.
        let known = values.iter().rposition(|value| *value == cell);
        if known.is_none() {
            values.push(cell);
        }
        known.unwrap_or(values.len() - 1) as u8
    })
}

/// Finds the least of each word, as a number with a sign, and the bytes that the others need beyond it.
fn least_words<V: Words>(values: &[V]) -> (V, Widths) {
    let (mut least, mut widths) = (V::ZERO, Widths::default());
    for (word, least) in least.words_mut().iter_mut().enumerate() {
        let all = || values.iter().map(|value| value.words()[word].cast_signed());
        let (Some(lowest), Some(highest)) = (all().min(), all().max()) else { continue };
        *least = lowest.cast_unsigned();
        widths.0 |= Widths::of(word, highest.wrapping_sub(lowest).cast_unsigned());
    }
    (least, widths)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A page whose words repeat, grow slowly, or are anything.
    fn page(different: usize, anything: &[usize]) -> [Half; PAGE] {
        let mut state = 1_u32;
        std::array::from_fn(|cell| {
            let value = (cell % different) as u32;
            let mut words = [7, 0, 1_000_000_000 + 9 * value, 0, value, 0, 5, u32::MAX];
            for &word in anything {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                words[word] = state;
            }
            Half(words)
        })
    }

    #[test]
    fn packed_cells_are_the_same() {
        for (different, anything) in [(1, &[][..]), (20, &[]), (PAGE, &[]), (PAGE, &[1]), (PAGE, &[1, 2])] {
            let cells = page(different, anything);
            let packed = Packed::of(&cells, &mut Vec::new()).expect("most words are alike");
            let mut unpacked = [Half::ZERO; PAGE];
            packed.unpack(&mut unpacked);
            assert_eq!(unpacked, cells);
        }
    }

    #[test]
    fn cells_that_have_nothing_in_common_are_not_packed() {
        assert!(Packed::of(&page(PAGE, &[0, 1, 2, 3, 4]), &mut Vec::new()).is_none());
    }
}
