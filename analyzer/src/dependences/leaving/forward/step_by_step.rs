//! Edges whose heads lie in instances that need not enclose each other: each instance around the head is looked at for itself.

use paratrace_replay::program::ConstructId;

use super::LeavingForward;
use crate::dependences::leaving::Edge;
use crate::dependences::leaving::contexts::ROOT;
use crate::dependences::leaving::nest::Open;
use crate::dependences::leaving::rows::{Carried, single};
use crate::dependences::leaving::sites::Place;

/// An instance that an edge leaves, seen for itself.
struct Left {
    /// The chain of constructs that ends with its own.
    context: u32,
    duration: u64,
    end: u64,
    index: u32,
    /// Number of the iteration that runs at the tail, if it is one of a loop that is open there.
    iterations: Option<u32>,
}

impl LeavingForward<'_> {
    /// Visits all instances from those around the head outwards: they need not enclose each other.
    #[inline(never)]
    pub(super) fn step_by_step(&mut self, inner: u32, place: Option<Place>, edge: &Edge) -> bool {
        let (mut leaves, mut next) = (false, place.map(|place| place.inside));
        let unit = place.map_or(0, |place| place.unit);
        while let Some(inside) = next.map(|at| *self.sites.get(at)) {
            let end = unit + u64::from(inside.end);
            let construct = self.contexts.get(inside.context).construct;
            if end > edge.to {
                if !inside.is_whole_loop && !self.lifetimes.may_outlive(construct) {
                    return leaves;
                }
            } else if !inside.is_whole_loop && edge.from < end {
                let around = inside.parent.map(|parent| *self.sites.get(parent));
                let looped = around.filter(|around| around.is_whole_loop && unit + u64::from(around.end) > edge.to);
                let iterations = looped.map(|_| self.sites.iteration_at(&inside, edge.to - unit));
                let (duration, index) = (inside.duration(), inside.index);
                // Class initialisers are no part of units: what lies within one is around none.
                let context = inside.context;
                self.leave_one(Left { context, duration, end, index, iterations }, ROOT, edge);
                leaves = true;
            }
            next = inside.parent;
        }
        leaves | self.step_from(inner, edge)
    }

    /// Visits all opened instances from one outwards.
    fn step_from(&mut self, inner: u32, edge: &Edge) -> bool {
        let (mut at, mut leaves, head) = (inner, false, self.instances.get(inner).context);
        while at != 0 {
            let instance = self.instances.get(at);
            let construct = self.contexts.get(instance.context).construct;
            if instance.end > edge.to {
                if !instance.is_whole_loop() && !self.lifetimes.may_outlive(construct) {
                    break;
                }
            } else if !instance.is_whole_loop() && edge.from < instance.end {
                let around = &self.nest.open[self.nest.position(instance.parent)];
                let iterations = around.is_whole_loop.then_some(around.iterations);
                let (duration, end, index) = (instance.duration(), instance.end, instance.index);
                let context = instance.context;
                self.leave_one(Left { context, duration, end, index, iterations }, head, edge);
                leaves = true;
            }
            at = instance.parent;
        }
        if self.rows.is_full() {
            self.empty();
        }
        leaves
    }

    /// `head` is the chain of opened instances around the head; the root, if the one left lies within the head's unit.
    fn leave_one(&mut self, Left { context, duration, end, index, iterations }: Left, head: u32, edge: &Edge) {
        let sibling = self.is_sibling(self.contexts.get(context).construct, end);
        let chain = self.contexts.single(context, head);
        let violates = edge.distance() <= duration;
        let carried = match iterations {
            Some(_) => Carried::Counted,
            None if sibling => Carried::Yes,
            None => Carried::No,
        };
        let sums = self.rows.add(single(edge, chain, violates, carried), edge);
        if let Some(iterations) = iterations {
            sums.carry(iterations - index, index, self.edges);
        }
    }

    /// Returns whether a call of this method is open that began when a call that ended at `end` was over. A call around the
    /// latter is none: it waits for its result.
    fn is_sibling(&self, method: ConstructId, end: u64) -> bool {
        if let Some(&(_, start)) = self.inside.iter().rev().find(|(inside, _)| *inside == method) {
            return start >= end;
        }
        let of_method = |open: &&Open| !open.is_whole_loop && self.contexts.get(open.context).construct == method;
        let innermost = self.nest.open.iter().rev().find(of_method).filter(|_| self.methods.contain(method));
        innermost.is_some_and(|open| open.start >= end)
    }
}
