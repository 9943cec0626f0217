//! Producers: the activations from which one activation has read so far.

use rustc_hash::FxHashMap;

use super::figures::Flow;

/// Length up to which a list is searched; longer ones are looked up by hash.
const SHORT: usize = 12;

/// Sums by producing activation.
#[derive(Debug, Default)]
pub(crate) struct Producers {
    list: Vec<(u32, Flow)>,
    numbers: FxHashMap<u32, u32>,
    last: usize,
}

impl Producers {
    /// Returns the sum of an activation, a new one if need be.
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

    /// Keeps the hash table of a long list up to date, after an item was added.
    fn number(&mut self) {
        let first = if self.list.len() == SHORT + 1 { 0 } else { self.list.len() - 1 };
        if self.list.len() > SHORT {
            self.numbers.extend(self.list[first..].iter().zip(first as u32..).map(|((key, _), at)| (*key, at)));
        }
    }

    /// Empties the list, and returns its sums in the order in which their keys occurred first.
    pub(crate) fn drain(&mut self) -> impl Iterator<Item = (u32, Flow)> {
        self.numbers.clear();
        self.last = 0;
        self.list.drain(..)
    }

    /// Lists the activations for renumbering; [`Self::renumbered`] must follow.
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
