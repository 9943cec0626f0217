//! Blockers: the dependences between the tasks of a candidate, grouped by location.

use std::collections::BTreeMap;

use paratrace_traceformat::map::{INDUCTION, LoopId, Op};
use rustc_hash::FxHashSet;

use super::idioms;
use super::purity::Readers;
use super::reduction::reduction;
use crate::dependences::{Key, Kind, Points, Stat};
use crate::model::{Blocker, EdgeTotals, Nature, Operation, Via, ViaKind};

/// A static edge between tasks.
pub(super) struct Between<'e> {
    pub(super) key: &'e Key,
    pub(super) stat: &'e Stat,
    /// Number of occurrences between tasks.
    pub(super) count: u64,
}

/// A blocker, with the distance that the estimate needs.
pub(super) struct Blocked {
    pub(super) blocker: Blocker,
    /// Least distance of its RAW edges, in nodes.
    pub(super) flow_distance: u64,
}

/// The facts by which the blockers of one candidate are judged.
pub(super) struct Context<'a> {
    pub(super) points: &'a Points<'a>,
    pub(super) readers: &'a Readers,
    /// The loop; `None` if the candidate is a method.
    pub(super) looped: Option<LoopId>,
    /// Writer and reader of every RAW edge that leaves a task.
    pub(super) leaving: FxHashSet<(u32, u32)>,
    /// Number of instances of the loop.
    pub(super) instances: u64,
    /// Number of tasks: iterations of the loop, or calls.
    pub(super) tasks: u64,
}

/// Groups edges between tasks by the location that they run through; the hardest blockers come first.
pub(super) fn blockers(context: &Context<'_>, edges: &[Between<'_>]) -> Vec<Blocked> {
    let mut groups: BTreeMap<Via, Vec<&Between<'_>>> = BTreeMap::new();
    for edge in edges.iter().filter(|edge| matters(context.points, edge.key)) {
        groups.entry(context.points.location(edge.key)).or_default().push(edge);
    }
    let mut all: Vec<Blocked> = groups.into_iter().map(|(via, edges)| blocker(context, via, &edges)).collect();
    all.sort_by(|a, b| rank(&b.blocker).cmp(&rank(&a.blocker)).then_with(|| a.blocker.via.cmp(&b.blocker.via)));
    all
}

/// Returns the sort key: serial blockers rank higher, then those with more occurrences.
fn rank(blocker: &Blocker) -> (bool, u64) {
    (blocker.nature.is_serial(), blocker.edges.raw + blocker.edges.war + blocker.edges.waw + blocker.calls)
}

/// Returns whether an edge orders tasks. Tasks have their own locals, so only values that one takes over from another
/// count there. Two calls that only look at an object do not exclude one another.
fn matters(points: &Points<'_>, key: &Key) -> bool {
    match key.kind {
        Kind::War | Kind::Waw => !matches!(points.op(key.tail), Op::Store | Op::Iinc),
        Kind::State => ![key.head, key.tail].iter().all(|&call| points.call(call).is_some_and(idioms::looks_only)),
        Kind::Raw => true,
    }
}

fn blocker(context: &Context<'_>, via: Via, edges: &[&Between<'_>]) -> Blocked {
    let points = context.points;
    let mut totals = EdgeTotals::default();
    let mut calls = 0;
    for edge in edges {
        match edge.key.kind {
            Kind::Raw => totals.raw += edge.count,
            Kind::War => totals.war += edge.count,
            Kind::Waw => totals.waw += edge.count,
            Kind::State => calls += edge.count,
        }
    }
    let (nature, operation) = nature(context, &via, edges);
    let flows = edges.iter().filter(|edge| matches!(edge.key.kind, Kind::Raw | Kind::State));
    let nearest = flows.clone().min_by_key(|edge| (edge.stat.min, edge.key)).or(edges.first());
    let flow_distance = nearest.map_or(0, |edge| edge.stat.min);
    let (head, tail) = nearest.map_or((0, 0), |edge| (edge.key.head, edge.key.tail));
    let iterations = edges.iter().map(|edge| edge.stat.iterations).min().unwrap_or(u32::MAX);
    let example = edges.iter().find(|edge| edge.stat.iterations == iterations).map_or(0, |edge| edge.stat.example);
    let known = iterations != u32::MAX;
    let blocker = Blocker {
        nature,
        operation,
        advice: advice(context, nature, operation, tail).to_owned(),
        head: points.point(head),
        tail: points.point(tail),
        edges: totals,
        calls,
        min_distance: flow_distance,
        iterations: known.then_some(iterations),
        example: known.then(|| [example, example.saturating_add(iterations)]),
        object: (via.kind == ViaKind::Object).then(|| object(context, edges)).flatten(),
        via,
    };
    Blocked { blocker, flow_distance }
}

/// Returns the origin of the object, if all calls have it from the same field or variable.
fn object(context: &Context<'_>, edges: &[&Between<'_>]) -> Option<String> {
    let points = context.points;
    let calls = edges.iter().flat_map(|edge| [edge.key.tail, edge.key.head]);
    // The object of a constructor call comes from no variable yet.
    let calls = calls.filter(|&call| points.call(call).is_none_or(|site| site.name != "<init>"));
    let mut origins = calls.map(|call| points.origin(call, context.looped));
    let first = origins.next()??;
    origins.all(|other| other.as_ref() == Some(&first)).then_some(first)
}

fn nature(context: &Context<'_>, via: &Via, edges: &[&Between<'_>]) -> (Nature, Option<Operation>) {
    let points = context.points;
    let mut flows = edges.iter().filter(|edge| edge.key.kind == Kind::Raw).peekable();
    if via.kind == ViaKind::Object {
        return (idioms::idiom(points.call(edges[0].key.tail)).nature, None);
    }
    if flows.peek().is_none() {
        return (Nature::PrivateCopy, None);
    }
    if flows.clone().all(|edge| context.is_counter(edge.key)) && context.counts_all(edges) {
        return (Nature::Counter, None);
    }
    if via.kind == ViaKind::Return {
        return (Nature::Join, None);
    }
    // A reduction requires that every read of the old value takes part in computing the new one.
    let mut operations = flows.map(|edge| context.reduction(edge.key));
    let first = operations.next().flatten();
    match first {
        Some(operation) if operations.all(|other| other == Some(operation)) => (Nature::Reduction, Some(operation)),
        _ => (Nature::Flow, None),
    }
}

impl Context<'_> {
    /// Returns the operation, if a RAW edge is that of a reduction.
    fn reduction(&self, key: &Key) -> Option<Operation> {
        let (points, looped) = (self.points, self.looped?);
        if points.method_of(key.head) != points.method_of(key.tail) {
            return None;
        }
        let operation = reduction(points.map, key.tail, key.head)?;
        let seen = self.readers.sees(points, looped, key.tail, key.head, &self.leaving);
        (!seen).then_some(operation)
    }

    /// Returns whether a counter of this loop writes the value.
    fn is_counter(&self, key: &Key) -> bool {
        let map = self.points.map;
        let is_own = |looped| self.points.innermost_loop(key.head) == Some(looped);
        map.insns.flags[key.head as usize] & INDUCTION != 0 && self.looped.is_some_and(is_own)
    }

    /// Returns whether every iteration counts, except the last, which may only be a test. Then the counter follows from
    /// the number of the iteration.
    fn counts_all(&self, edges: &[&Between<'_>]) -> bool {
        let own = edges.iter().filter(|edge| edge.key.kind == Kind::Raw && edge.key.head == edge.key.tail);
        let steps: u64 = own.filter(|edge| edge.stat.iterations == 1).map(|edge| edge.count).sum();
        steps + 2 * self.instances >= self.tasks
    }
}

fn advice(context: &Context<'_>, nature: Nature, operation: Option<Operation>, tail: u32) -> &'static str {
    let is_loop = context.looped.is_some();
    match nature {
        Nature::Counter => "follows from the number of the iteration",
        Nature::PrivateCopy if is_loop => "one copy per task: no iteration needs what another one wrote",
        Nature::PrivateCopy => "a copy for the call: what follows only overwrites it",
        Nature::Reduction => match operation {
            Some(Operation::Minimum | Operation::Maximum | Operation::Extremum) => {
                "one value per task, the least or greatest of them at the end (min, max)"
            }
            _ => "one partial result per task, combined at the end (sum, reduce); floating point rounds differently",
        },
        Nature::Join => "start the call early and wait where its result is used (CompletableFuture.join)",
        Nature::Flow if is_loop => "each iteration needs what an earlier one computed",
        Nature::Flow => "what follows the call needs what it computed",
        _ => idioms::idiom(context.points.call(tail)).advice,
    }
}
