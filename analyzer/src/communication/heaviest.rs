//! The heaviest edges of many.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::figures::Flow;

/// An edge between two activations. Among edges of equal weight, earlier ones are heavier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Heavy {
    pub(crate) flow: Flow,
    pub(crate) consumer: Reverse<u32>,
    pub(crate) producer: Reverse<u32>,
}

/// The heaviest edges up to a limit; the others are counted.
#[derive(Debug)]
pub(crate) struct Heaviest {
    limit: usize,
    heap: BinaryHeap<Reverse<Heavy>>,
    pub(crate) left_out: u64,
    pub(crate) left_out_flow: Flow,
}

impl Heaviest {
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, heap: BinaryHeap::new(), left_out: 0, left_out_flow: Flow::default() }
    }

    #[inline]
    pub(crate) fn offer(&mut self, producer: u32, consumer: u32, flow: Flow) {
        let heavy = Heavy { flow, consumer: Reverse(consumer), producer: Reverse(producer) };
        let lost = if self.heap.len() < self.limit {
            self.heap.push(Reverse(heavy));
            return;
        } else if let Some(mut least) = self.heap.peek_mut().filter(|least| least.0 < heavy) {
            std::mem::replace(&mut *least, Reverse(heavy)).0
        } else {
            heavy
        };
        self.left_out += 1;
        self.left_out_flow.add(lost.flow);
    }

    /// Visits the numbers of the activations for renumbering, which keeps their order.
    pub(crate) fn activations(&mut self, each: &mut dyn FnMut(&mut u32)) {
        let mut edges = std::mem::take(&mut self.heap).into_vec();
        for Reverse(edge) in &mut edges {
            each(&mut edge.consumer.0);
            each(&mut edge.producer.0);
        }
        self.heap = edges.into();
    }

    pub(crate) fn edges(&self) -> impl Iterator<Item = &Heavy> {
        self.heap.iter().map(|edge| &edge.0)
    }

    pub(crate) fn len(&self) -> usize {
        self.heap.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heaviest_stay_and_the_others_are_counted() {
        let mut heaviest = Heaviest::new(3);
        for (producer, bytes) in [5, 1, 9, 9, 2, 7].into_iter().enumerate() {
            heaviest.offer(producer as u32, 0, Flow::of(1, bytes));
        }
        let mut bytes: Vec<u64> = heaviest.edges().map(|edge| edge.flow.bytes).collect();
        bytes.sort_unstable();
        assert_eq!(bytes, [7, 9, 9]);
        assert_eq!((heaviest.left_out, heaviest.left_out_flow.bytes), (3, 5 + 1 + 2));
    }
}
