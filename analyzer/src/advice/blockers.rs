//! Blockers: the dependences between the tasks of a candidate, grouped by location.

use std::collections::BTreeMap;
use std::rc::Rc;

use paratrace_traceformat::map::{InstructionId, MethodId, Op, Site};
use rustc_hash::FxHashSet;

use super::arrays_apart::{by_array, by_name};
use super::context::Context;
use super::even_steps::EvenSteps;
use super::idioms;
use super::kept::{Keeping, Overwritten};
use super::reached::Reached;
use super::results::is_result;
use super::rounds::{Iteration, may_pass_again};
use super::swaps::swapping_stores;
use super::task_edge::{TaskEdge, Unexecuted};
use super::updates::Updates;
use super::whole;
use crate::dependences::definitions::source;
use crate::dependences::{Key, Kind, Points};
use crate::model::{
    Advice, Blocker, CandidateKind, EdgeTotals, Holders, Nature, Operation, Point, Remedy, Via, ViaKind,
};

/// What needs the value on the way, or overwrites it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Later {
    /// Another task.
    Sibling,
    /// The next call, through a loop of the caller: this instruction takes the result for it.
    NextCall(InstructionId),
    /// What follows a call.
    Rest,
    /// Another task, if code runs that did not.
    IfRun,
}

/// A blocker, with the distance that the estimate needs.
pub(super) struct Blocked {
    pub(super) blocker: Blocker,
    /// Least distance of its RAW edges, in nodes; of those that keep tasks in order, of WAR edges in memory, too.
    pub(super) flow_distance: u64,
    /// Whether it lies between siblings: iterations, or calls of which neither is inside the other.
    pub(super) between_siblings: bool,
    /// Whether an iteration updates the value at most once, if it is a scan.
    pub(super) is_updated_once: bool,
}

/// Groups edges between tasks by the location that they run through; the hardest blockers come first.
pub(super) fn blockers(context: &Context<'_>, edges: &[TaskEdge<'_>]) -> Vec<Blocked> {
    let mut groups: BTreeMap<(Via, Later), Vec<&TaskEdge<'_>>> = BTreeMap::new();
    for edge in edges.iter().filter(|edge| matters(context, edge.key)) {
        let group = (context.points.location(edge.key), context.later(edge));
        groups.entry(group).or_default().push(edge);
    }
    let mut all: Vec<Blocked> = Vec::new();
    for ((via, later), edges) in &groups {
        let awaited = groups.get(&(via.clone(), Later::Rest)).map_or(&[][..], Vec::as_slice);
        let whole = blocker(context, via.clone(), *later, edges, awaited);
        let apart = arrays_apart(context, &whole, *later, edges);
        match apart.or_else(|| objects_apart(context, &whole, *later, edges)) {
            Some(apart) => all.extend(apart),
            None => all.push(whole),
        }
    }
    all.sort_by(|a, b| rank(&b.blocker).cmp(&rank(&a.blocker)).then_with(|| a.blocker.via.cmp(&b.blocker.via)));
    all
}

/// Judges arrays of one type by themselves if iterations must wait for all of them together, and for none of them alone.
fn arrays_apart(context: &Context<'_>, whole: &Blocked, later: Later, edges: &[&TaskEdge<'_>]) -> Option<Vec<Blocked>> {
    let via = &whole.blocker.via;
    let is_stopping = |blocked: &Blocked| blocked.blocker.nature.is_stopping();
    // What follows calls may wait for any of their arrays.
    if via.kind != ViaKind::Element || context.kind == CandidateKind::Call || !is_stopping(whole) {
        return None;
    }
    let arrays = by_array(context.points, edges);
    let apart: Vec<Blocked> = arrays
        .iter()
        .map(|edges| blocker(context, Via { arrays: Holders::default(), ..via.clone() }, later, edges, &[]))
        .collect();
    (apart.len() > 1 && !apart.iter().any(is_stopping)).then_some(apart)
}

/// The same of objects, if each of them has a name of its own. What was one object in this run under two names is judged as a whole.
fn objects_apart(
    context: &Context<'_>,
    whole: &Blocked,
    later: Later,
    edges: &[&TaskEdge<'_>],
) -> Option<Vec<Blocked>> {
    let via = &whole.blocker.via;
    let is_stopping = |blocked: &Blocked| blocked.blocker.nature.is_stopping();
    if via.kind != ViaKind::Object || context.kind == CandidateKind::Call || !is_stopping(whole) {
        return None;
    }
    let objects = by_name(edges, |call| context.points.origin(call, context.looped));
    if objects.len() < 2 || objects.iter().any(|edges| context.object(edges).is_none()) {
        return None;
    }
    let apart: Vec<Blocked> = objects.iter().map(|edges| blocker(context, via.clone(), later, edges, &[])).collect();
    if apart.iter().any(is_stopping) { None } else { Some(apart) }
}

/// Returns the sort key: serial blockers rank higher, then conditions, then what is no matter of the first use of a class, then those with more
/// occurrences.
fn rank(blocker: &Blocker) -> (bool, bool, bool, u64) {
    let occurrences = blocker.edges.raw + blocker.edges.war + blocker.edges.waw + blocker.calls;
    let is_condition = blocker.nature == Nature::NotRun;
    (blocker.nature.is_serial(), is_condition, !is_of_initializer(&blocker.head), occurrences)
}

/// Returns whether a point is in the initialiser of a class.
fn is_of_initializer(point: &Point) -> bool {
    point.method.contains(".<clinit>()")
}

/// Returns whether an edge orders tasks. Tasks have their own locals, so only values count there that one takes over from
/// another, or that are read after all of them.
fn matters(context: &Context<'_>, key: &Key) -> bool {
    let points = context.points;
    match key.kind {
        Kind::War | Kind::Waw if matches!(points.op(key.tail), Op::Store | Op::Iinc) => {
            key.kind == Kind::Waw && context.overwrites_live(key)
        }
        Kind::Raw if context.measures_object(key) || context.only_ends_loop(key) || context.hands_on_next(key) => false,
        _ => !context.are_apart(key),
    }
}

/// Returns the call that gives the generator of the running thread, if another call is one of that generator.
fn generator_of_thread(points: &Points<'_>, call: InstructionId) -> Option<InstructionId> {
    const CLASS: &str = "java/util/concurrent/ThreadLocalRandom";
    let is_of_class = |insn| points.call(insn).is_some_and(|site: &Site| &*site.class == CLASS);
    let above = u32::from(points.call(call).filter(|_| is_of_class(call))?.args).checked_sub(1)?;
    source(points, call, above).filter(|&made| is_of_class(made))
}

/// Judges the dependences through a location. `rest` are those through it that end in what follows calls.
fn blocker(context: &Context<'_>, via: Via, later: Later, edges: &[&TaskEdge<'_>], rest: &[&TaskEdge<'_>]) -> Blocked {
    let points = context.points;
    // What class initialisers did is there before all tasks, if they run before them.
    let others: Vec<&TaskEdge<'_>> = edges.iter().copied().filter(|edge| edge.key.initializer.is_none()).collect();
    let edges = if others.is_empty() { edges } else { &others[..] };
    let mut totals = EdgeTotals::default();
    let mut calls = 0;
    for edge in edges {
        match edge.key.kind {
            Kind::Raw => totals.raw += edge.count,
            Kind::War => totals.war += edge.count,
            Kind::Waw => totals.waw += edge.count,
            Kind::State | Kind::Passed | Kind::Unseen => calls += edge.count,
        }
    }
    let (nature, operation) = match later {
        _ if others.is_empty() => (Nature::Initialization, None),
        Later::IfRun => (Nature::NotRun, None),
        Later::NextCall(_) => (Nature::Flow, None),
        Later::Rest if edges.iter().any(|edge| edge.key.kind.is_flow()) => (Nature::Join, None),
        Later::Sibling | Later::Rest => nature(context, &via, edges, rest),
    };
    let is_copied = match nature {
        Nature::PrivateCopy => !context.only_reads_ahead(&totals),
        // A value can be kept by itself; elements are copied with their array, and what an object holds with the object.
        Nature::LastValue => {
            context.kind == CandidateKind::Call || matches!(via.kind, ViaKind::Element | ViaKind::Object)
        }
        _ => false,
    };
    let is_kept = is_copied && context.may_keep(&via, edges, nature);
    let nature = if is_kept { Nature::Kept } else { nature };
    let handed = context.handed_on(&via, nature, edges);
    let nature = if handed.is_some() { Nature::Flow } else { nature };
    let flows = edges.iter().filter(|edge| edge.key.kind.is_flow());
    let by_distance = |edge: &&&TaskEdge<'_>| (edge.stat.min, *edge.key);
    let takes = |edge: &&&TaskEdge<'_>| handed.is_some() && context.takes(edge.key.tail);
    let taking = flows.clone().filter(takes).min_by_key(by_distance);
    let nearest = taking.or_else(|| flows.clone().min_by_key(by_distance));
    let nearest = nearest.or_else(|| edges.iter().min_by_key(by_distance));
    let flow_distance = nearest.map_or(0, |edge| edge.stat.min);
    let (head, tail) =
        nearest.map_or((InstructionId::new(0), InstructionId::new(0)), |edge| (edge.key.head, edge.key.tail));
    let are_whole = edges.iter().all(|edge| !edge.key.kind.is_flow() || whole::is_stored(points, edge.key.head));
    let (iterations, example) =
        handed.map_or_else(|| nearest_iterations(edges), |(_, stat, _)| (stat.iterations, stat.example));
    let known = iterations != u32::MAX;
    totals.raw += handed.map_or(0, |(_, _, count)| count);
    let blocker = Blocker {
        nature,
        operation,
        advice: Advice::Remedy(match later {
            Later::NextCall(_) => Remedy::NoneForNextCall,
            Later::IfRun if edges.iter().all(|edge| matches!(edge.left, Some(Unexecuted::Way(_)))) => {
                Remedy::OnlyIfNotTaken
            }
            Later::IfRun => Remedy::OnlyIfNotRun,
            _ if nature == Nature::Flow && handed.is_none() && edges.iter().all(|edge| edge.count == 0) => {
                Remedy::NoneInOtherRuns
            }
            _ if nature == Nature::LastValue && context.go_along(edges) => Remedy::KeepTogether,
            _ if nature == Nature::PrivateCopy && context.only_reads_ahead(&totals) => Remedy::CopyBefore,
            _ if nature == Nature::PrivateCopy && context.are_stamped(edges) => Remedy::MarksPerTask,
            _ if nature == Nature::Untraced && context.shares_bookkeeping(&via, edges) => Remedy::OnlyBookkeeping,
            _ if nature == Nature::Counter && context.rounding.contains(&head) => Remedy::RoundedProduct,
            _ if nature == Nature::Scan && context.moves_evenly(edges) => Remedy::StartPlusSteps,
            _ if nature == Nature::Collect && context.only_remember(edges) => Remedy::RememberedOnce,
            _ if nature == Nature::Collect && context.take_one_level(&context.calls_beside(edges)) => {
                Remedy::QueueByLevel
            }
            _ if nature == Nature::Collect && context.groups(tail) => Remedy::GroupedMaps,
            _ => remedy(context, &via, nature, operation, tail, are_whole),
        }),
        handed_on: handed.map(|(what, _, _)| what),
        head: points.point(head),
        tail: points.point(tail),
        edges: totals,
        calls,
        min_distance: flow_distance,
        iterations: known.then_some(iterations),
        example: known.then(|| [example, example.saturating_add(iterations)]),
        follows: later == Later::Rest,
        not_run: edges.iter().find_map(|edge| edge.left).map(|left| points.point(left.insn())),
        object: (via.kind == ViaKind::Object).then(|| context.object(edges)).flatten(),
        via: points.with_arrays(via, edges.iter().map(|edge| (edge.key.head, edge.key.tail))),
    };
    let is_updated_once = nature == Nature::Scan && context.are_updated_once(edges);
    let flow_distance = if nature.is_serial() { least_wait(&blocker.via, edges, flow_distance) } else { flow_distance };
    Blocked { blocker, flow_distance, between_siblings: later == Later::Sibling, is_updated_once }
}

/// Returns the least distance, in nodes, by which tasks that overlap have to wait for each other at a location. All tasks share what is in memory,
/// so that a later one must not write it before an earlier one has read it.
fn least_wait(via: &Via, edges: &[&TaskEdge<'_>], flow_distance: u64) -> u64 {
    if via.kind == ViaKind::Local {
        return flow_distance;
    }
    let reads = edges.iter().filter(|edge| edge.key.kind == Kind::War && edge.count > 0);
    reads.map(|edge| edge.stat.min).min().map_or(flow_distance, |least| least.min(flow_distance))
}

/// Returns the least distance in iterations, and the number of the earlier one of two with that distance.
fn nearest_iterations(edges: &[&TaskEdge<'_>]) -> (u32, u32) {
    let iterations = edges.iter().map(|edge| edge.stat.iterations).min().unwrap_or(u32::MAX);
    let nearest_ones = edges.iter().filter(|edge| edge.stat.iterations == iterations);
    (iterations, nearest_ones.map(|edge| edge.stat.example).min().unwrap_or(0))
}

fn nature(
    context: &Context<'_>,
    via: &Via,
    edges: &[&TaskEdge<'_>],
    rest: &[&TaskEdge<'_>],
) -> (Nature, Option<Operation>) {
    let mut flows = edges.iter().filter(|edge| edge.key.kind == Kind::Raw).peekable();
    if via.kind == ViaKind::Object {
        return context.of_object(edges);
    }
    if flows.peek().is_none() {
        let is_read = edges.iter().any(|edge| edge.key.kind == Kind::Waw && context.overwrites_live(edge.key));
        return match is_read {
            // What belongs to an extremum in one place and not in another depends on all values before.
            true if context.go_partly_along(edges) => (Nature::Flow, None),
            true => (Nature::LastValue, None),
            false => (Nature::PrivateCopy, None),
        };
    }
    if flows.clone().all(|edge| context.is_counted(edge.key.head)) {
        return (Nature::Counter, None);
    }
    if flows.clone().all(|edge| context.swapping().contains(&edge.key.head)) {
        return (Nature::PrivateCopy, None);
    }
    if context.are_stamped(edges) {
        return (Nature::PrivateCopy, None);
    }
    if context.are_atomic(edges) {
        return (Nature::Atomic, None);
    }
    let rounds = flows.clone().all(|edge| context.rounding.contains(&edge.key.head));
    if via.kind == ViaKind::Return {
        return (Nature::Join, None);
    }
    // A reduction requires that every read of the old value takes part in computing the new one. The other readers of a local see what
    // iterations have computed so far.
    let is_local = matches!(via.kind, ViaKind::Local | ViaKind::Parameter);
    let mut operations = flows.map(|edge| match context.updates.operation(edge.key.head, edge.key.tail) {
        None if is_local => context.updates.operation_of(edge.key.head),
        operation => operation,
    });
    let first = operations.next().flatten();
    match first {
        Some(operation) if operations.all(|other| other == Some(operation)) => {
            let observers = context.observers(via, edges, operation);
            match observers.is_empty() {
                true if context.is_left_to(edges, rest, operation) => (Nature::Reduction, Some(operation)),
                false if rounds => (Nature::Counter, None),
                false if context.kind != CandidateKind::Call && context.follow_updates(&observers, edges) => {
                    (Nature::Scan, Some(operation))
                }
                _ => (context.flow(edges), None),
            }
        }
        _ if rounds => (Nature::Counter, None),
        _ => (context.flow(edges), None),
    }
}

impl<'a> Context<'a> {
    /// Returns whether a dependence is between tasks that have nothing to do with each other: each uses what is its own, or what an object
    /// brings along.
    pub(super) fn are_apart(&self, key: &Key) -> bool {
        self.are_of_own_generators(key) || self.are_of_own_elements(key) || self.comes_with_key(key)
    }

    /// Returns whether both ends of a dependence are calls of the generator of the thread that runs them, which the tasks have asked for.
    fn are_of_own_generators(&self, key: &Key) -> bool {
        let is_own = |call| {
            let made = generator_of_thread(self.points, call);
            made.is_some_and(|made| self.reached().contains(self.points, made))
        };
        key.kind == Kind::State && is_own(key.head) && is_own(key.tail)
    }

    /// Returns whether a dependence only shows what an order or an operation looks at of the object so far: its constructor wrote that before anybody
    /// had the object, so it comes with the object.
    fn measures_object(&self, key: &Key) -> bool {
        let points = self.points;
        let is_constant = |field: u32| points.is_constant_field(field);
        points.op(key.head) == Op::PutField
            && points.op(key.tail) == Op::GetField
            && is_constant(points.map.insns.arg[key.tail.index()])
            && self.measuring().contains(&key.tail)
    }

    /// Returns the loads that look at the best object so far or combine its parts, in methods that do so for it, too.
    fn measuring(&self) -> &FxHashSet<InstructionId> {
        let with_called = |insn| std::iter::once(insn).chain(self.reach.reached(std::iter::once(insn)));
        self.measuring.get_or_init(|| {
            let own = self.reach.merging().iter().filter(|(call, _)| self.reached().contains(self.points, *call));
            let code = |function: MethodId| self.points.map.methods[function.index()].instructions();
            let merging = self.reach.reached(own.flat_map(|&(_, function)| code(function)));
            self.updates.measuring().flat_map(with_called).chain(merging).collect()
        })
    }

    /// Returns the stores by which arrays of tasks change places.
    fn swapping(&self) -> &Rc<FxHashSet<InstructionId>> {
        self.swapping.get_or_init(|| Rc::new(swapping_stores(self.points, self.reach.swaps(), self.reached())))
    }

    /// Returns whether an instruction moves a counter of the loop, which nothing reads unseen.
    fn is_counted(&self, store: InstructionId) -> bool {
        self.counters.contains(&store) && !self.unseen_reads.may_read(store)
    }

    /// Returns what needs the value of a dependence.
    fn later(&self, edge: &TaskEdge<'_>) -> Later {
        match self.kind {
            _ if edge.left.is_some() => Later::IfRun,
            CandidateKind::Call if is_result(self.points, edge.key) && self.feeding.contains(&edge.key.tail) => {
                Later::NextCall(edge.key.tail)
            }
            CandidateKind::Call if edge.stat.carried == 0 => Later::Rest,
            _ => Later::Sibling,
        }
    }

    /// Returns whether calls can put together at the end what they update by an operation. What follows them must not write the
    /// location otherwise, nor wait for most of them.
    fn is_left_to(&self, edges: &[&TaskEdge<'_>], rest: &[&TaskEdge<'_>], operation: Operation) -> bool {
        let count = |edges: &[&TaskEdge<'_>]| {
            let flows = edges.iter().filter(|edge| edge.key.kind == Kind::Raw);
            flows.map(|edge| edge.count).sum::<u64>()
        };
        let heads: FxHashSet<InstructionId> =
            edges.iter().filter(|edge| edge.key.kind == Kind::Raw).map(|edge| edge.key.head).collect();
        let mut overwritten = self.overwritten.iter().filter(|(head, _)| heads.contains(head));
        self.kind != CandidateKind::Call
            || 2 * count(rest) <= count(edges)
                && overwritten.all(|(_, by)| self.updates.stores_by(*by, operation))
                && !self.is_seen_between_calls(&heads)
    }

    /// Returns whether what some calls have stored is read before all of them have run: by what would see what all have stored.
    fn is_seen_between_calls(&self, stores: &FxHashSet<InstructionId>) -> bool {
        let leaving = self.leaving.iter().filter(|(head, _)| stores.contains(head));
        let readers: FxHashSet<InstructionId> = leaving.map(|&(_, tail)| tail).collect();
        !readers.is_empty() && self.between_calls.as_ref().is_some_and(|between| between.runs_any(&readers))
    }

    /// Returns whether what is read after all tasks may be what either end of a WAW edge wrote. A task that writes a location twice
    /// is overwritten by the first write of another one, and leaves what the second one wrote.
    fn overwrites_live(&self, key: &Key) -> bool {
        [key.head, key.tail].iter().any(|&end| self.live_out.contains(&end) || self.unseen_reads.may_read(end))
    }

    /// Returns whether iterations only read what later ones overwrite, and no two write the same.
    fn only_reads_ahead(&self, totals: &EdgeTotals) -> bool {
        self.kind != CandidateKind::Call && totals.war > 0 && totals.waw == 0
    }

    /// Returns whether tasks may keep the object that they overwrite parts of. Arrays that change places belong to the tasks' own copies, unless
    /// somebody reads later what is in them.
    fn may_keep(&self, via: &Via, edges: &[&TaskEdge<'_>], nature: Nature) -> bool {
        let facts = (self.points, self.reach, self.types);
        let are_calls = self.kind == CandidateKind::Call;
        let keeping =
            || Keeping::new(facts, Rc::clone(self.reached()), are_calls, self.carried(), Rc::clone(self.swapping()));
        let keeping = self.keeping.get_or_init(keeping);
        let ends = edges.iter().flat_map(|edge| [edge.key.head, edge.key.tail]);
        let is_copy = nature == Nature::PrivateCopy;
        match via.kind {
            ViaKind::Object => keeping.is_any([Overwritten::Object(via.name.clone())].into_iter(), is_copy),
            _ => keeping.is_any(ends.filter_map(|end| Overwritten::by(self.points, end)), is_copy),
        }
    }

    /// Returns the stores to variables that another task reads, or what follows all tasks.
    fn carried(&self) -> FxHashSet<InstructionId> {
        self.leaving.iter().map(|&(head, _)| head).filter(|&head| self.points.op(head) == Op::Store).collect()
    }

    /// Returns whether every iteration moves the value by the same number.
    fn moves_evenly(&self, edges: &[&TaskEdge<'_>]) -> bool {
        let Some(body) = &self.body else { return false };
        let steps = EvenSteps { points: self.points, reach: self.reach, body };
        let mut flows = edges.iter().filter(|edge| edge.key.kind == Kind::Raw);
        flows.all(|edge| steps.is_even(edge.key.head))
    }

    /// Returns whether all that is written belongs to what a reduction finds.
    fn go_along(&self, edges: &[&TaskEdge<'_>]) -> bool {
        let mut ends = edges.iter().flat_map(|edge| [edge.key.head, edge.key.tail]);
        ends.all(|end| self.updates.goes_along(end))
    }

    /// Returns whether that is true of some of it.
    fn go_partly_along(&self, edges: &[&TaskEdge<'_>]) -> bool {
        let mut ends = edges.iter().flat_map(|edge| [edge.key.head, edge.key.tail]);
        ends.any(|end| self.updates.goes_along(end)) && !self.go_along(edges)
    }

    /// Returns whether tasks change a field only by calls that let threads share it, and nobody sees on the way what it is.
    fn are_atomic(&self, edges: &[&TaskEdge<'_>]) -> bool {
        let points = self.points;
        let updates = |insn: InstructionId| {
            points.call(insn).is_some_and(idioms::updates_field) && points.is_result_dropped(insn)
        };
        let mut ends = edges.iter().flat_map(|edge| [edge.key.head, edge.key.tail]);
        let mut heads = edges.iter().map(|edge| edge.key.head);
        ends.all(updates) && heads.all(|head| self.readers_inside(head).into_iter().all(updates))
    }

    /// Returns whether each iteration executes an instruction once.
    pub(super) fn is_once(&self, insn: InstructionId) -> bool {
        self.body.as_ref().is_some_and(|body| body.has_once(insn))
    }

    /// Returns the nature of values that tasks need of one another: is only a short chain in order?
    fn flow(&self, edges: &[&TaskEdge<'_>]) -> Nature {
        let is_link = |head: InstructionId| match self.points.op(head) {
            Op::Store => self.chains.locals.contains(&self.points.map.insns.arg[head.index()]),
            _ => self.chains.stores.contains(&head),
        };
        let mut flows = edges.iter().filter(|edge| edge.key.kind == Kind::Raw);
        let method = self.body.as_ref().map(|body| body.method);
        let is_own = |head: InstructionId| Some(self.points.method_of(head)) == method;
        if flows.all(|edge| is_link(edge.key.head) && is_own(edge.key.head)) { Nature::Chain } else { Nature::Flow }
    }

    pub(super) fn reached(&self) -> &Rc<Reached<'a>> {
        self.reached.get_or_init(|| Rc::new(self.reach.all_reached(self.code.clone())))
    }

    /// Returns the instructions that read the value on the way, other than the updates themselves: between the iterations, in
    /// the iteration that wrote it, or in the loop's own code.
    fn observers(&self, via: &Via, edges: &[&TaskEdge<'_>], operation: Operation) -> FxHashSet<InstructionId> {
        let has_copies = matches!(via.kind, ViaKind::Local | ViaKind::Parameter);
        let mut found = FxHashSet::default();
        for Key { kind, head, tail, .. } in edges.iter().map(|edge| *edge.key) {
            match kind {
                Kind::War if !has_copies => drop(found.insert(head)),
                Kind::Raw => {
                    found.extend(self.readers_inside(head));
                    found.extend(self.updates.other_reads(self.points, tail, operation));
                    found.extend(self.updates.seen_by(head));
                    found.extend(Updates::reads_of_field(self.points, tail, self.reached()));
                    found.insert(tail);
                }
                _ => {}
            }
        }
        found.retain(|&reader| !self.updates.only_updates(reader, operation));
        found
    }

    /// Returns the instructions by which tasks read what this store has stored, or updates that follow it: also by another name,
    /// as an element of an array that two variables hold.
    fn readers_inside(&self, store: InstructionId) -> FxHashSet<InstructionId> {
        let (mut found, mut todo, mut stores) = (FxHashSet::default(), vec![store], FxHashSet::default());
        while let Some(store) = todo.pop() {
            if stores.insert(store) {
                let readers = || self.readers.of(store);
                todo.extend(readers().flat_map(|reader| self.updates.made_of(reader)));
                found.extend(readers().filter(|&reader| self.reads_inside(store, reader)));
            }
        }
        found
    }

    /// Returns whether tasks read what one of them wrote: for calls, any code that they may run.
    fn reads_inside(&self, head: InstructionId, reader: InstructionId) -> bool {
        match &self.body {
            _ if self.kind == CandidateKind::Call => self.reached().contains(self.points, reader),
            body => {
                let is_around = body.as_ref().is_some_and(|body| body.is_around(reader));
                !self.leaving.contains(&(head, reader)) && !is_around && self.reached().contains(self.points, reader)
            }
        }
    }

    /// Returns whether no update depends on what an iteration makes of the value: it reads the value only after it has updated it for
    /// the last time, or keeps it where nothing behind reads it. Then the values on the way can be computed first.
    fn follow_updates(&self, observers: &FxHashSet<InstructionId>, edges: &[&TaskEdge<'_>]) -> bool {
        let stores: Vec<_> = edges.iter().filter(|edge| edge.key.kind == Kind::Raw).map(|edge| edge.key.head).collect();
        let mut used = observers.iter().map(|&reader| self.updates.use_of(reader));
        used.all(|used| stores.iter().all(|&store| self.comes_after(used, store)) || self.is_only_kept(used))
    }

    /// Returns whether an iteration runs an instruction only after another one, for the last time.
    fn comes_after(&self, used: InstructionId, store: InstructionId) -> bool {
        used > store
            && self.points.method_of(used) == self.points.method_of(store)
            && !self.iteration().is_some_and(|iteration| iteration.may_repeat(store, used))
    }

    /// Returns whether the loop's own code stores a value once in each iteration, where nothing that comes later in the iteration reads it.
    fn is_only_kept(&self, store: InstructionId) -> bool {
        let Some(body) = &self.body else { return false };
        let points = self.points;
        let arg = |insn: InstructionId| points.map.insns.arg[insn.index()];
        let loads = match points.op(store) {
            Op::ArrayStore => Op::ArrayLoad,
            Op::PutField => Op::GetField,
            Op::PutStatic => Op::GetStatic,
            _ => return false,
        };
        let may_read = |insn: InstructionId| match points.op(insn) {
            Op::Invoke => !points.calls_pure(insn),
            op => op == loads && arg(insn) == arg(store),
        };
        let reading: Vec<_> = body.instructions().filter(|&insn| insn != store && may_read(insn)).collect();
        points.innermost_loop(store) == Some(body.looped) && !may_pass_again(points, body.looped, store, &reading)
    }

    fn iteration(&self) -> Option<Iteration<'_, 'a>> {
        self.body.as_ref().map(|body| Iteration { points: self.points, reach: self.reach, body })
    }

    /// Returns whether an iteration updates the value at most once.
    fn are_updated_once(&self, edges: &[&TaskEdge<'_>]) -> bool {
        let mut stores = edges.iter().filter(|edge| edge.key.kind == Kind::Raw).map(|edge| edge.key.head);
        self.iteration().is_some_and(|iteration| stores.all(|store| !iteration.may_repeat(store, store)))
    }
}

fn remedy(
    context: &Context<'_>,
    via: &Via,
    nature: Nature,
    operation: Option<Operation>,
    tail: InstructionId,
    are_whole: bool,
) -> Remedy {
    let is_loop = context.kind != CandidateKind::Call;
    let call = context.points.call(tail);
    match nature {
        Nature::Counter if matches!(via.kind, ViaKind::Field | ViaKind::Static) => Remedy::CountedInLocal,
        Nature::Counter => Remedy::IterationNumber,
        Nature::PrivateCopy if idioms::idiom(call).remedy == Remedy::CopyOfHeldObject => Remedy::CopyOfHeldObject,
        Nature::PrivateCopy if is_loop && via.kind == ViaKind::Object => Remedy::ObjectPerTask,
        Nature::PrivateCopy if is_loop => Remedy::CopyPerTask,
        Nature::PrivateCopy => Remedy::CopyForCall,
        Nature::LastValue if !is_loop => Remedy::KeepLastCall,
        Nature::LastValue => Remedy::KeepLast,
        Nature::Scan if operation.is_some_and(Operation::is_extremum) => Remedy::PrefixExtremum,
        Nature::Scan if are_whole => Remedy::PrefixSum,
        Nature::Scan => Remedy::PrefixRoundedSum,
        Nature::Chain => Remedy::Fission,
        Nature::Initialization => Remedy::InitializeBefore,
        Nature::Atomic if via.kind != ViaKind::Object => Remedy::AlreadySafe,
        Nature::Traversal if call.is_some_and(idioms::reads_input) => Remedy::ReadFirst,
        Nature::Traversal if call.is_some_and(idioms::holds_elements) => Remedy::TakeAllFirst,
        Nature::Untraced => Remedy::Unseen,
        Nature::Kept => Remedy::KeepOneObject,
        Nature::Reduction => match operation {
            _ if via.kind == ViaKind::Object && are_whole => Remedy::MergedMaps,
            _ if via.kind == ViaKind::Object => Remedy::MergedRoundedMaps,
            Some(found) if found.is_extremum() && are_whole => Remedy::ExtremumPerTask,
            Some(found) if found.is_extremum() => Remedy::ExtremumByComparison,
            _ if are_whole => Remedy::PartialResults,
            _ => Remedy::PartialRoundedResults,
        },
        Nature::Join if via.kind == ViaKind::Return => Remedy::AwaitResult,
        Nature::Join => Remedy::AwaitEffect,
        Nature::Traversal if context.reach.has_own_iterators() => Remedy::TakeElementsFirst,
        Nature::Flow if context.kind == CandidateKind::Stream => Remedy::NoneForStream,
        Nature::Flow if is_loop => Remedy::NoneForLoop,
        Nature::Flow => Remedy::NoneForCall,
        _ => idioms::idiom(call).remedy,
    }
}
