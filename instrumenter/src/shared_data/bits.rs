//! Sets of small numbers, as large ones are united again and again: by words of 64, without those that are empty.

use std::cmp::Ordering;

/// A set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Bits(Vec<(u32, u64)>);

impl Bits {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Words that it takes.
    pub(super) fn words(&self) -> usize {
        self.0.len()
    }

    pub(super) fn insert(&mut self, number: u32) {
        let (key, bit) = place(number);
        match self.0.binary_search_by_key(&key, |word| word.0) {
            Ok(at) => self.0[at].1 |= bit,
            Err(at) => self.0.insert(at, (key, bit)),
        }
    }

    /// In ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().flat_map(|&(key, word)| {
            let next = |&rest: &u64| Some(rest & rest.wrapping_sub(1)).filter(|&rest| rest != 0);
            std::iter::successors(Some(word), next).map(move |rest| key * 64 + rest.trailing_zeros())
        })
    }

    /// Adds all of another set.
    pub(super) fn unite(&mut self, other: &Bits) {
        if self.0.is_empty() {
            self.0.clone_from(&other.0);
            return;
        }
        let mut at = 0;
        let mut missing = Vec::new();
        for &(key, word) in &other.0 {
            at += skipped(&self.0[at..], key);
            match self.0.get_mut(at) {
                Some(known) if known.0 == key => known.1 |= word,
                _ => missing.push((key, word)),
            }
        }
        if !missing.is_empty() {
            self.0 = merged(&self.0, &missing);
        }
    }

    /// The members of this set that are not in the other.
    pub(super) fn without(&self, other: &Bits) -> Bits {
        self.words_with(other, |word, other| word & !other)
    }

    /// The intersection of both sets.
    pub(super) fn common(&self, other: &Bits) -> Bits {
        self.words_with(other, |word, other| word & other)
    }

    /// True if the intersection is not empty.
    pub(super) fn meets(&self, other: &Bits) -> bool {
        let mut rest = &other.0[..];
        self.0.iter().any(|&(key, word)| {
            rest = &rest[skipped(rest, key)..];
            rest.first().is_some_and(|&(other_key, other)| other_key == key && word & other != 0)
        })
    }

    fn words_with(&self, other: &Bits, combine: impl Fn(u64, u64) -> u64) -> Bits {
        let mut rest = &other.0[..];
        let combined = self.0.iter().map(|&(key, word)| {
            rest = &rest[skipped(rest, key)..];
            let other = rest.first().filter(|other| other.0 == key).map_or(0, |other| other.1);
            (key, combine(word, other))
        });
        Bits(combined.filter(|&(_, word)| word != 0).collect())
    }
}

impl FromIterator<u32> for Bits {
    fn from_iter<I: IntoIterator<Item = u32>>(numbers: I) -> Bits {
        let mut bits = Bits::default();
        numbers.into_iter().for_each(|number| bits.insert(number));
        bits
    }
}

fn place(number: u32) -> (u32, u64) {
    (number / 64, 1 << (number % 64))
}

/// Words before this one: as a rule it is one of the next, so the step doubles.
fn skipped(words: &[(u32, u64)], key: u32) -> usize {
    let mut end = 1;
    while words.get(end - 1).is_some_and(|word| word.0 < key) {
        end *= 2;
    }
    let (begin, end) = (end / 2, end.min(words.len()));
    begin + words[begin..end].partition_point(|word| word.0 < key)
}

/// Both, which have no word in common.
fn merged(left: &[(u32, u64)], right: &[(u32, u64)]) -> Vec<(u32, u64)> {
    let mut all = Vec::with_capacity(left.len() + right.len());
    let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
    while let (Some(first), Some(second)) = (left.peek(), right.peek()) {
        match first.0.cmp(&second.0) {
            Ordering::Less => all.extend(left.next()),
            _ => all.extend(right.next()),
        }
    }
    all.extend(left);
    all.extend(right);
    all
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::Bits;

    fn numbers(mut seed: u64, count: usize, spread: u64) -> BTreeSet<u32> {
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % spread
        };
        (0..count).map(|_| u32::try_from(next()).unwrap_or(0)).collect()
    }

    /// Everything is as with the sets of the library, dense and sparse, small and large.
    #[test]
    fn sets() {
        for (seed, (left, right, spread)) in (1..).zip([
            (0, 5, 100),
            (7, 0, 100),
            (3, 900, 5000),
            (900, 3, 5000),
            (500, 500, 600),
            (400, 400, 4_000_000_000),
        ]) {
            let (left, right) = (numbers(seed, left, spread), numbers(seed + 100, right, spread));
            let (a, b): (Bits, Bits) = (left.iter().copied().collect(), right.iter().copied().collect());
            let same = |bits: &Bits, set: &mut dyn Iterator<Item = &u32>| {
                assert_eq!(bits.iter().collect::<Vec<_>>(), set.copied().collect::<Vec<_>>(), "{seed}");
            };
            same(&a, &mut left.iter());
            same(&a.without(&b), &mut left.difference(&right));
            same(&a.common(&b), &mut left.intersection(&right));
            assert_eq!(a.meets(&b), !left.is_disjoint(&right));
            let mut both = a.clone();
            both.unite(&b);
            same(&both, &mut left.union(&right));
            assert_eq!(both.is_empty(), both.words() == 0);
        }
    }
}
