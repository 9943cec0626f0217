//! Edges within a unit: what they leave is known, unless an older construct may end between their ends.

use paratrace_replay::program::ConstructId;
use rustc_hash::FxHashMap;

use super::super::edges::{Key, Kind, Stat};
use super::accesses::Pair;
use super::nest::{Instance, Kind as InstanceKind, Nest};
use super::{Fixed, NO_SITE, Op};

/// Adds up the edges that leave only what lies within the unit, and lets the passes count the others.
pub(super) fn sums(
    nest: &Nest,
    pairs: &[Pair],
    forward: &mut Vec<(usize, Op)>,
    backward: &mut Vec<(usize, Op)>,
) -> Fixed {
    let mut fixed = Fixed::default();
    let mut sums: FxHashMap<Key, Stat> = FxHashMap::default();
    let mut registers = 0;
    for pair in pairs {
        if nest.points[pair.head.at].epoch == nest.points[pair.tail.at].epoch {
            fixed.totals[pair.kind as usize] += 1;
            leave(nest, pair, &mut sums);
            continue;
        }
        let (head, tail) = ((pair.head.node, pair.head.insn), (pair.tail.node, pair.tail.insn));
        let op = Op::Pair { register: registers, kind: pair.kind, head, tail };
        if pair.kind == Kind::War {
            backward.push((pair.head.at, op));
        } else {
            let (node, insn) = head;
            forward.push((pair.head.at, Op::Mark { register: registers, node, insn, site: NO_SITE }));
            forward.push((pair.tail.at, op));
            registers += 1;
        }
    }
    let mut edges: Vec<(Key, Stat)> = sums.into_iter().collect();
    edges.sort_unstable_by_key(|edge| edge.0);
    fixed.edges = edges.into();
    fixed
}

/// Counts an edge for the constructs that it leaves.
fn leave(nest: &Nest, pair: &Pair, sums: &mut FxHashMap<Key, Stat>) {
    let (from, to) = (pair.head.at, pair.tail.at);
    let distance = u64::from(pair.tail.node - pair.head.node);
    let ended = |instance: &Instance| instance.to.is_some_and(|(end, _)| from < end && end <= to);
    // The innermost instance around the head that is open at the tail.
    let common = nest.around(from).find(|&at| nest.instances[at].to.is_none_or(|(end, _)| end > to));
    let mut calls: Option<Vec<ConstructId>> = None;
    let left: Vec<Instance> = nest
        .around(from)
        .map(|at| nest.instances[at])
        .filter(|instance| instance.kind != InstanceKind::Loop && ended(instance))
        .collect();
    for (n, instance) in left.iter().enumerate() {
        let Some((_, end)) = instance.to else { continue };
        let violations = u64::from(distance <= u64::from(end - instance.node));
        let mut one = Stat { min: distance, count: 1, violations, ..Stat::NONE };
        if pair.kind != Kind::War && matches!(instance.kind, InstanceKind::Method { .. }) {
            let calls = calls.get_or_insert_with(|| calls_at(nest, to, common));
            one.carried = u64::from(calls.contains(&instance.construct));
        }
        if n + 1 == left.len() {
            carry(nest, pair, (instance, common), &mut one);
        }
        let key = Key::new(instance.construct, pair.kind, pair.head.insn, pair.tail.insn);
        sums.entry(key).and_modify(|sum| sum.add(&one)).or_insert(one);
    }
}

/// Lists the calls around the tail that are not around the head.
fn calls_at(nest: &Nest, to: usize, common: Option<usize>) -> Vec<ConstructId> {
    let inside = nest.around(to).take_while(|&at| Some(at) != common).map(|at| nest.instances[at]);
    inside.filter(|one| matches!(one.kind, InstanceKind::Method { .. })).map(|one| one.construct).collect()
}

/// Notes an edge from an iteration to a later one of the same loop; `outermost` is the outermost construct that the edge leaves.
fn carry(nest: &Nest, pair: &Pair, (outermost, common): (&Instance, Option<usize>), stat: &mut Stat) {
    let is_loop = common.is_some_and(|common| nest.instances[common].kind == InstanceKind::Loop);
    let InstanceKind::Iteration { number: earlier } = outermost.kind else { return };
    if !is_loop || outermost.parent != common {
        return;
    }
    if pair.kind == Kind::War {
        // The pass that goes backward does not tell how many iterations are in between.
        stat.carried += 1;
        return;
    }
    let later = nest.around(pair.tail.at).find(|&at| nest.instances[at].parent == common);
    if let Some(InstanceKind::Iteration { number }) = later.map(|later| nest.instances[later].kind) {
        stat.carry(1, number - earlier, earlier);
    }
}
