//! Sets of numbers, of which few occur: what one of thousands of short threads has executed of a large program.

use std::ops::Range;

use super::pages::Pages;

const WORD: usize = u64::BITS as usize;

/// A set of numbers. It takes room and time for the numbers that are in it, however high they are.
#[derive(Debug, Clone, Default)]
pub struct SparseSet {
    /// The bits of each [`WORD`] numbers that follow each other.
    words: Pages<u64>,
}

impl SparseSet {
    /// Adds a number.
    #[inline]
    pub fn insert(&mut self, number: usize) {
        *self.words.at(number / WORD) |= 1 << (number % WORD);
    }

    /// Adds all numbers of a range.
    pub fn insert_range(&mut self, numbers: Range<usize>) {
        let mut next = numbers.start;
        while next < numbers.end {
            let word = next / WORD;
            let end = numbers.end.min((word + 1) * WORD);
            let ones = u64::MAX >> (WORD - (end - next));
            *self.words.at(word) |= ones << (next % WORD);
            next = end;
        }
    }

    /// Returns whether a number is in the set.
    #[inline]
    pub fn contains(&self, number: usize) -> bool {
        self.words.get(number / WORD) >> (number % WORD) & 1 != 0
    }

    /// Adds the numbers of another set.
    pub fn union_with(&mut self, other: &Self) {
        for (word, &bits) in other.words.each().filter(|(_, bits)| **bits != 0) {
            *self.words.at(word) |= bits;
        }
    }

    /// Lists the numbers of the set, ascending.
    pub fn ones(&self) -> impl Iterator<Item = usize> {
        self.words.each().flat_map(|(word, &bits)| {
            let is_set = move |bit: &usize| bits >> bit & 1 != 0;
            (0..WORD).filter(is_set).map(move |bit| word * WORD + bit)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::SparseSet;

    proptest! {
        #[test]
        fn sets_are_those_of_a_tree(ranges in prop::collection::vec((0usize..5000, 0usize..300), 0..20), asked in 0usize..6000) {
            let (mut set, mut other, mut tree) = (SparseSet::default(), SparseSet::default(), BTreeSet::new());
            for (at, &(first, length)) in ranges.iter().enumerate() {
                match at % 3 {
                    0 => set.insert_range(first..first + length),
                    1 => other.insert_range(first..first + length),
                    _ => (first..first + length).for_each(|number| set.insert(number)),
                }
                tree.extend(first..first + length);
            }
            set.union_with(&other);
            prop_assert!(set.ones().eq(tree.iter().copied()));
            prop_assert_eq!(set.contains(asked), tree.contains(&asked));
        }
    }
}
