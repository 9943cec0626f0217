//! From whom one activation has read so far.

use rustc_hash::FxHashMap;

use super::figures::Flow;

/// Lists longer than this are looked up by hash.
const SHORT: usize = 12;

/// Sums by producing activation.
#[derive(Debug, Default)]
pub(crate) struct Producers {
    list: Vec<(u32, Flow)>,
    numbers: FxHashMap<u32, u32>,
    last: usize,
}

impl Producers {
    /// The sum of an activation.
    #[inline]
    pub(crate) fn at(&mut self, activation: u32) -> &mut Flow {
        if self.list.get(self.last).is_none_or(|(known, _)| *known != activation) {
            self.last = self.find(activation);
        }
        &mut self.list[self.last].1
    }

    fn find(&mut self, activation: u32) -> usize {
        let known = match self.list.len() {
            ..=SHORT => self.list.iter().position(|(known, _)| *known == activation),
            _ => self.numbers.get(&activation).map(|&number| number as usize),
        };
        known.unwrap_or_else(|| {
            self.list.push((activation, Flow::default()));
            self.number();
            self.list.len() - 1
        })
    }

    /// Keeps the numbers of a long list up to date: one came, or it has just become long.
    fn number(&mut self) {
        let first = if self.list.len() == SHORT + 1 { 0 } else { self.list.len() - 1 };
        if self.list.len() > SHORT {
            self.numbers.extend(self.list[first..].iter().zip(first as u32..).map(|((key, _), at)| (*key, at)));
        }
    }

    /// All of them, in the order in which they occurred first; the list is empty then.
    pub(crate) fn drain(&mut self) -> impl Iterator<Item = (u32, Flow)> {
        self.numbers.clear();
        self.last = 0;
        self.list.drain(..)
    }

    /// The activations by themselves: they may be renumbered, and [`Self::renumbered`] follows.
    pub(crate) fn activations(&mut self) -> impl Iterator<Item = &mut u32> {
        self.list.iter_mut().map(|(activation, _)| activation)
    }

    pub(crate) fn renumbered(&mut self) {
        if self.list.len() > SHORT {
            self.numbers.clear();
            self.numbers.extend(self.list.iter().zip(0..).map(|((key, _), at)| (*key, at)));
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_a_map() {
        let mut producers = Producers::default();
        for round in 1..3 {
            let mut plain = std::collections::BTreeMap::new();
            for k in 0..500u32 {
                let activation = 1 + k * k % (29 * round);
                producers.at(activation).add(Flow::of(1, 4));
                *plain.entry(activation).or_insert(0) += 1;
                if k == 250 {
                    producers.activations().for_each(|activation| *activation += 0);
                    producers.renumbered();
                }
            }
            assert!(plain.len() > SHORT);
            let mut found: Vec<(u32, u64)> = producers.drain().map(|(key, flow)| (key, flow.values)).collect();
            found.sort_unstable();
            assert_eq!(found, plain.into_iter().collect::<Vec<_>>());
        }
    }
}
