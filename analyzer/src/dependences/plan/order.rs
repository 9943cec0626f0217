//! The steps of a pass in order, with the beginnings and ends of the instances that they need.

use super::Op;
use super::context::Context;
use super::nest::{Kind, Nest};
use super::sites::{Finder, Sites};

/// Orders the steps of the forward pass. If instances enclose each other, sites take the place of those that are known.
pub(super) fn forward(mut ops: Vec<(usize, Op)>, nest: &Nest, contexts: &mut Vec<Context>) -> (Vec<Op>, Sites) {
    let mut sites = Finder::new(nest);
    if nest.is_proper {
        ops.iter_mut().for_each(|(at, op)| sites.place(*at, op));
    }
    let is_head = |op: &Op| !nest.is_proper && op.clone().as_head().is_some();
    (Order::of(ops, nest, is_head).finish(nest, contexts, true), sites.finish())
}

/// Orders the steps of the backward pass, which executes them from the last to the first.
pub(super) fn backward(mut ops: Vec<(usize, Op)>, nest: &Nest, contexts: &mut Vec<Context>) -> Vec<Op> {
    use Op::{Change, Copy, Look, Pair, Read};
    ops.sort_by_key(|&(at, _)| at);
    let is_head = |op: &Op| matches!(op, Read { .. } | Look { .. } | Change { .. } | Copy { .. } | Pair { .. });
    Order::of(ops, nest, is_head).finish(nest, contexts, false)
}

/// The place of a step: its event, its rank there, and its order among those of that rank.
type Place = (usize, u8, usize);

/// Ends come before the event, and so do beginnings: a predicate is inside its conditional.
const END: u8 = 0;
const BEGINNING: u8 = 1;
const EVENT: u8 = 2;

struct Order {
    ops: Vec<(Place, Op)>,
    /// Which instances the pass keeps.
    is_kept: Vec<bool>,
}

impl Order {
    /// Takes steps in the order of their events. An instance is kept if an edge may begin in it.
    fn of(ops: Vec<(usize, Op)>, nest: &Nest, is_head: impl Fn(&Op) -> bool) -> Self {
        let heads = Events::of(ops.iter().filter(|(_, op)| is_head(op)).map(|&(at, _)| at));
        let mut is_kept: Vec<bool> = Vec::with_capacity(nest.instances.len());
        for instance in &nest.instances {
            let of_loop = || match (instance.kind, instance.parent) {
                (Kind::Iteration { .. }, Some(parent)) => is_kept[parent],
                _ => false,
            };
            let kept = instance.to.is_some_and(|(to, _)| heads.are_in(instance.from, to)) || of_loop();
            is_kept.push(kept && instance.is_known);
        }
        let ops = ops.into_iter().enumerate().map(|(n, (at, op))| ((at, EVENT, n), op)).collect();
        Self { ops, is_kept }
    }

    fn finish(mut self, nest: &Nest, contexts: &mut Vec<Context>, is_forward: bool) -> Vec<Op> {
        self.add_instances(nest);
        self.add_left(nest, contexts, is_forward);
        self.ops.sort_unstable_by_key(|&(place, _)| place);
        let mut all = Vec::with_capacity(self.ops.len());
        let mut current = Context::default();
        let told: Vec<(Place, Op)> = match is_forward {
            true => self.ops,
            false => self.ops.into_iter().rev().collect(),
        };
        for ((at, rank, _), op) in told {
            if rank == EVENT && needs_context(&op) {
                let context = Context::inside(nest, nest.points[at].inside, &self.is_kept);
                if context != current {
                    all.push(Op::Within { context: number(contexts, &context) });
                    current = context;
                }
            }
            all.push(op);
        }
        if !is_forward {
            all.reverse();
        }
        all
    }

    /// Adds the beginnings and ends of the instances that are kept.
    fn add_instances(&mut self, nest: &Nest) {
        for (n, instance) in nest.instances.iter().enumerate().filter(|(n, _)| self.is_kept[*n]) {
            let (construct, node) = (instance.construct, instance.node);
            let Some((to, end)) = instance.to else { continue };
            let begin = match instance.kind {
                Kind::Loop => Op::BeginLoop { node, end },
                Kind::Iteration { number } if number > 0 => Op::BeginNext { construct, node, end },
                _ => Op::Begin { construct, node, end },
            };
            self.ops.push(((instance.from, BEGINNING, 2 * n), begin));
            self.ops.push(((to, END, usize::MAX - 1 - 2 * n), Op::End { construct, node, end }));
        }
    }

    /// Adds the ends of levels (backward: their beginnings) in which objects may have been changed.
    fn add_left(&mut self, nest: &Nest, contexts: &mut Vec<Context>, is_forward: bool) {
        let may_change = |op: &Op| match op {
            Op::Change { .. } => true,
            Op::Write { place, .. } => place.resolved().is_some(),
            _ => false,
        };
        let changes = Events::of(self.ops.iter().filter(|(_, op)| may_change(op)).map(|&((at, ..), _)| at));
        for (n, instance) in nest.instances.iter().enumerate() {
            let Some((to, _)) = instance.to else { continue };
            if !instance.is_known || !instance.kind.is_level() || !changes.are_in(instance.from, to) {
                continue;
            }
            let outer = Context { calls: Box::default(), ..Context::inside(nest, instance.parent, &self.is_kept) };
            let left = Op::Left { context: number(contexts, &outer) };
            let place = match is_forward {
                true => (to, END, usize::MAX - 2 * n),
                false => (instance.from, BEGINNING, 2 * n + 1),
            };
            self.ops.push((place, left));
        }
    }
}

/// Positions of some events, ascending.
struct Events(Vec<usize>);

impl Events {
    fn of(events: impl Iterator<Item = usize>) -> Self {
        let mut all: Vec<usize> = events.collect();
        all.sort_unstable();
        Self(all)
    }

    /// Returns whether one of them lies in `from..to`.
    fn are_in(&self, from: usize, to: usize) -> bool {
        let first = self.0.partition_point(|&at| at < from);
        self.0.get(first).is_some_and(|&at| at < to)
    }
}

/// Returns the number of a context, which it gets if it has none.
fn number(contexts: &mut Vec<Context>, context: &Context) -> u32 {
    let known = contexts.iter().position(|known| known == context);
    known.unwrap_or_else(|| {
        contexts.push(context.clone());
        contexts.len() - 1
    }) as u32
}

/// Returns whether what a step does depends on the instances around it.
fn needs_context(op: &Op) -> bool {
    use Op::{Change, Copy, Given, Look, Overwrite, Pair, Read, Write};
    matches!(
        op,
        Read { .. }
            | Write { .. }
            | Overwrite { .. }
            | Given { .. }
            | Look { .. }
            | Change { .. }
            | Copy { .. }
            | Pair { .. }
    )
}
