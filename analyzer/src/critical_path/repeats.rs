//! A long sequence of places as nested repetitions, in bounded memory.
//!
//! Places come one by one. What came last is compared with what came just before it: `a b c a b c` becomes `2 × (a b c)`,
//! and a repetition that comes again becomes one that is repeated itself. Repetitions of the same places are the same,
//! however often: a triangular loop nest is one thing. What does not repeat would grow with the sequence, so only its
//! first and last items are kept, and the rest is counted.

/// Items that one repetition has at most.
const LONGEST: usize = 24;
/// Items kept at the beginning of a sequence, and at its end.
const KEPT: usize = 512;

/// A piece of the sequence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Item {
    /// The same for items with the same places.
    shape: u64,
    pub(crate) body: Body,
    /// Nodes in all.
    pub(crate) nodes: u64,
}

/// What a piece is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Body {
    /// Nodes at one place.
    Place(u32),
    /// The same pieces again and again; so many times in all.
    Repeat(Vec<Item>, u64),
}

/// The sequence so far.
#[derive(Debug, Default)]
pub(crate) struct Repeats {
    first: Vec<Item>,
    last: Vec<Item>,
    /// Nodes between them.
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
    /// The next node is at this place.
    pub(crate) fn push(&mut self, place: u32) {
        if let Some(Item { body: Body::Place(same), nodes, .. }) = self.last.last_mut()
            && *same == place
        {
            *nodes += 1;
            return;
        }
        // What came before is complete only now.
        self.fold(Some(place));
        self.last.push(Item { shape: mix(1, u64::from(place)), body: Body::Place(place), nodes: 1 });
    }

    /// No more places come.
    pub(crate) fn finish(&mut self) {
        self.fold(None);
    }

    /// Might the repetition at the end go on with this place? Then it is too early to call it the same as an earlier one.
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
            // One place is one item already; one repetition beside another of its shape is the same, going on.
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

    /// The last items come a second time.
    fn repeat(&mut self, again: Vec<Item>) {
        let mut items = self.last.split_off(self.last.len() - again.len());
        merge(&mut items, again);
        let (shape, nodes) = (mix(2, shape_of(&items)), nodes_of(&items));
        self.last.push(Item { shape, body: Body::Repeat(items, 2), nodes });
    }

    /// Its first items, nodes left out behind them, its last items.
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
