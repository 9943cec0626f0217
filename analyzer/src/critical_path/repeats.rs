//! A long sequence of places as nested repetitions, in bounded memory.
//!
//! Places come one by one. The last items are compared with those just before them: `a b c a b c` becomes `2 × (a b
//! c)`, and a repetition that comes again becomes one that is itself repeated. Repetitions of the same places count as
//! equal, whatever their numbers of rounds: a triangular loop nest is one item. A sequence without repetitions would
//! need unlimited memory, so only its first and last items are kept, and the nodes between are counted.

/// Greatest number of items of one repetition.
const LONGEST: usize = 24;
/// Number of items kept at the beginning of a sequence, and at least at its end.
const KEPT: usize = 512;

/// An item of the sequence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Item {
    /// Hash that is equal for items with the same places.
    shape: u64,
    pub(crate) body: Body,
    /// Number of nodes in all.
    pub(crate) nodes: u64,
}

/// The content of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Body {
    /// Nodes at one place.
    Place(u32),
    /// A repetition of items, with the total number of rounds.
    Repeat(Vec<Item>, u64),
}

/// The sequence so far.
#[derive(Debug, Default)]
pub(crate) struct Repeats {
    first: Vec<Item>,
    last: Vec<Item>,
    /// Number of nodes between the first and the last items.
    left_out: u64,
}

fn mix(shape: u64, with: u64) -> u64 {
    (shape.rotate_left(23) ^ with).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

fn shape_of(items: &[Item]) -> u64 {
    items.iter().fold(items.len() as u64, |shape, item| mix(shape, item.shape))
}

fn nodes_of(items: &[Item]) -> u64 {
    items.iter().map(|item| item.nodes).sum()
}

fn alike(a: &[Item], b: &[Item]) -> bool {
    a.len() == b.len() && a.iter().rev().zip(b.iter().rev()).all(|(a, b)| a.shape == b.shape)
}

/// Adds the figures of items to others of the same shape.
fn merge(into: &mut [Item], from: Vec<Item>) {
    for (into, from) in into.iter_mut().zip(from) {
        into.nodes += from.nodes;
        if let (Body::Repeat(into, times), Body::Repeat(from, more)) = (&mut into.body, from.body) {
            *times += more;
            merge(into, from);
        }
    }
}

impl Repeats {
    /// Adds a node at a place.
    pub(crate) fn push(&mut self, place: u32) {
        if let Some(Item { body: Body::Place(same), nodes, .. }) = self.last.last_mut()
            && *same == place
        {
            *nodes += 1;
            return;
        }
        // The items before are complete only now.
        self.fold(Some(place));
        self.last.push(Item { shape: mix(1, u64::from(place)), body: Body::Place(place), nodes: 1 });
    }

    /// Ends the sequence.
    pub(crate) fn finish(&mut self) {
        self.fold(None);
    }

    /// Returns whether the repetition at the end may go on with this place. Then it is too early to compare it with an
    /// earlier one.
    fn goes_on(&self, next: Option<u32>) -> bool {
        let Some(Item { body: Body::Repeat(items, _), .. }) = self.last.last() else { return false };
        let mut first = items.first();
        while let Some(Item { body: Body::Repeat(items, _), .. }) = first {
            first = items.first();
        }
        next.is_some_and(|next| first.is_some_and(|first| first.body == Body::Place(next)))
    }

    fn fold(&mut self, next: Option<u32>) {
        while !self.goes_on(next) && self.fold_once() {}
        if self.last.len() > 2 * KEPT {
            let old = self.last.drain(..KEPT);
            if self.first.is_empty() {
                self.first.extend(old);
            } else {
                self.left_out += nodes_of(old.as_slice());
            }
        }
    }

    fn fold_once(&mut self) -> bool {
        let all = self.last.len();
        for length in 1..=LONGEST.min(all - all.min(1)) {
            let (before, tail) = self.last.split_at_mut(all - length);
            if let Some(Item { body: Body::Repeat(items, _), .. }) = before.last()
                && alike(items, tail)
            {
                let tail = self.last.split_off(all - length);
                if let Some(repeat) = self.last.last_mut()
                    && let Body::Repeat(items, times) = &mut repeat.body
                {
                    *times += 1;
                    repeat.nodes += nodes_of(&tail);
                    merge(items, tail);
                }
                return true;
            }
            // Consecutive nodes at one place are one item already. Two adjacent repetitions of one shape become one,
            // going on.
            if before.len() >= length && alike(&before[before.len() - length..], tail) {
                let tail = self.last.split_off(all - length);
                if length == 1 {
                    let at = self.last.len() - 1;
                    merge(&mut self.last[at..], tail);
                } else {
                    self.repeat(tail);
                }
                return true;
            }
        }
        false
    }

    /// Starts a repetition: the last items come a second time.
    fn repeat(&mut self, again: Vec<Item>) {
        let mut items = self.last.split_off(self.last.len() - again.len());
        merge(&mut items, again);
        let (shape, nodes) = (mix(2, shape_of(&items)), nodes_of(&items));
        self.last.push(Item { shape, body: Body::Repeat(items, 2), nodes });
    }

    /// Returns the first items, the number of nodes left out behind them, and the last items.
    pub(crate) fn items(&self) -> (&[Item], u64, &[Item]) {
        (&self.first, self.left_out, &self.last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(items: &[Item]) -> String {
        let one = |item: &Item| match &item.body {
            Body::Place(place) => format!("{place}:{}", item.nodes),
            Body::Repeat(items, times) => format!("{times}x{}({})", item.nodes, told(items)),
        };
        items.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    fn of(places: impl IntoIterator<Item = u32>) -> String {
        let mut repeats = Repeats::default();
        places.into_iter().for_each(|place| repeats.push(place));
        repeats.finish();
        assert_eq!(repeats.left_out, 0);
        told(&repeats.last)
    }

    #[test]
    fn sequences_become_repetitions() {
        assert_eq!(of([1, 1, 1, 2]), "1:3 2:1");
        assert_eq!(of([9, 1, 2, 3, 1, 2, 3, 1, 2, 3, 8]), "9:1 3x9(1:3 2:3 3:3) 8:1");
        // An inner loop of 2, 3, 4 ... rounds within an outer one.
        let nest = (2..6).flat_map(|rounds| [7].into_iter().chain((0..rounds).flat_map(|_| [1, 2])));
        assert_eq!(of(nest), "4x32(7:4 14x28(1:14 2:14))");
    }

    #[test]
    fn what_does_not_repeat_is_cut_in_the_middle() {
        let mut repeats = Repeats::default();
        (0..5000).for_each(|place| repeats.push(place));
        repeats.finish();
        let (first, left_out, last) = repeats.items();
        assert_eq!(first.len(), KEPT);
        assert!(last.len() >= KEPT && last.len() <= 2 * KEPT);
        assert_eq!(nodes_of(first) + left_out + nodes_of(last), 5000);
    }
}
