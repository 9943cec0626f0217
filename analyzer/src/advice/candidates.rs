//! Candidates, ranked by their estimated speed-up.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::panic::resume_unwind;
use std::thread;

use paratrace_jvm::library::{self, Nature as Use};
use paratrace_replay::base::workers::spawn;
use paratrace_replay::program::{ConstructId, ConstructKind, RegionId, has_receiver, kind_of, outward};
use paratrace_traceformat::map::{BlockId, Effect, InstructionId, LoopId, MethodId, Site};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::algebra::Walks;
use super::between_calls::BetweenCalls;
use super::blockers::{Blocked, blockers};
use super::body::{self, Body};
use super::chains::Chains;
use super::checked_exceptions;
use super::context::Context;
use super::counters::{counters, counters_that_round};
use super::exits;
use super::held_locks::HeldLocks;
use super::if_run::IfRun;
use super::inside_jdk::{InsideJdk, WithJdk};
use super::leaks::{Leaks, leave_out};
use super::loop_edit;
use super::not_run::{Changes, NotRun};
use super::ranking::{listed, ranked};
use super::reach::{Calls, CallsMade, Reach};
use super::readers::Readers;
use super::results::{EdgesOf, Loops, feed_next, feeding};
use super::steps::{self, Tasks};
use super::task_edge::{TaskEdge, task_edge};
use super::types::Types;
use super::unmet;
use super::unseen_reads::UnseenReads;
use super::updates::Updates;
use crate::dependences::{DependenceSums, Extent, Key, Kind, Points, Stat, insides};
use crate::depths::Totals;
use crate::limits::{self, LEAST_SHARE};
use crate::model::{Candidate, CandidateKind, Nature, Verdict, ViaKind};
use crate::ratios::amdahl;

/// Least mean duration of a call, in nodes; shorter calls cost more to start as tasks than they bring.
const LEAST_CALL: f64 = 1_000.0;

/// A chain is short if an iteration has so many times as many nodes: apart from the others, it takes part of the gain.
const SHORT_CHAIN: u64 = 8;

/// Most methods that are looked at for loops around calls.
const MOST_CALLERS: usize = 64;

/// Lists loops and methods worth a change, the best first; so many threads judge them. In the methods of `uncertain`, objects may have been
/// taken for others. Regions that run in several threads already are left out. `leaks` are the objects that may have got into
/// untraced code unseen. `with_jdk` is the same run as far as a traced JDK shows more of it.
pub(crate) fn candidates(
    (totals, sums): (&Totals<'_>, &DependenceSums),
    uncertain: &FxHashSet<MethodId>,
    is_in_threads: &dyn Fn(RegionId) -> bool,
    leaks: &Leaks,
    calls: CallsMade<'_>,
    with_jdk: Option<WithJdk<'_>>,
    threads: usize,
) -> Vec<Candidate> {
    let points = Points::new(totals.map);
    let is_candidate = |&construct: &ConstructId| {
        is_worthy(totals, sums, construct) && !construct.region(totals.map).is_some_and(is_in_threads)
    };
    let worthy: Vec<ConstructId> = sums.extents.keys().copied().filter(is_candidate).collect();
    let mut edges: EdgesOf<'_> = worthy.iter().map(|&c| (c, Vec::new())).collect();
    let inside = with_jdk.map(|run| InsideJdk::of(run, worthy.iter().copied()));
    let apart: Vec<(Key, Stat)> = inside.iter().flat_map(|inside| told_apart(&points, sums, inside, &edges)).collect();
    let is_apart: FxHashSet<&Key> = apart.iter().map(|(key, _)| key).collect();
    let mut pairs: FxHashMap<ConstructId, Vec<_>> = FxHashMap::default();
    apart.iter().for_each(|(key, _)| pairs.entry(key.construct).or_default().push((key.head, key.tail)));
    let left = sums.edges.iter().filter(|(key, _)| !is_apart.contains(key));
    let behind = apart.iter().filter(|(_, stat)| stat.count > 0).map(|(key, stat)| (key, stat));
    for (key, stat) in left.chain(behind) {
        if let Some(own) = edges.get_mut(&key.construct) {
            own.push((key, stat));
        }
    }
    let is_executed = |method: MethodId| totals.counts.get(RegionId::of_method(method)).instances > 0;
    let called_back: FxHashSet<MethodId> = calls.back.values().flatten().copied().collect();
    let callers = calls.all;
    let reach = Reach::new(totals.map, is_executed, calls);
    for (construct, own) in &mut edges {
        let looped = construct.region(totals.map).and_then(|region| region.looped(totals.map));
        leave_out(&points, &reach, leaks, looped, own);
    }
    let locks = HeldLocks::new(&points, &reach, callers);
    let readers = Readers::new(sums);
    let executed = || MethodId::all().take(totals.map.methods.len()).filter(|&method| is_executed(method));
    let mut unseen_reads = UnseenReads::new(totals.map, executed());
    let code = executed().flat_map(|method| totals.map.methods[method.index()].instructions());
    let generators = unmet::generators(&points, code);
    if sums.threads > 1 {
        unseen_reads.add_foreign(sums.foreign.ones().map(|insn| InstructionId::new(insn as u32)));
    }
    let walks = Walks::new(totals.map);
    let types = Types::new(totals.map);
    let not_run = NotRun::new(&points, &sums.executed, is_executed);
    let maker = Maker {
        points,
        inside,
        apart: pairs,
        totals,
        sums,
        uncertain,
        readers,
        reach,
        types,
        locks,
        unseen_reads,
        generators,
        called_back,
        callers,
        not_run,
        walks,
    };
    let streams = maker.streams(is_in_threads);
    let lambdas: FxHashSet<ConstructId> = streams.iter().flat_map(|stream| &stream.lambdas).map(of_calls).collect();
    let loops = Loops::new(totals.map, edges, &maker.walks, &maker.reach);
    let others: Vec<_> = loops.edges.iter().filter(|(construct, _)| !lambdas.contains(construct)).collect();
    let candidate = |&(&construct, own): &(&ConstructId, &Vec<_>)| maker.candidate(construct, own, &loops);
    let mut all = in_threads(threads, || others.par_iter().filter_map(candidate).collect::<Vec<_>>())
        .unwrap_or_else(|| others.iter().filter_map(candidate).collect());
    all.extend(streams.into_iter().map(|stream| stream.candidate));
    ranked(all)
}

/// Lists the edges between calls of a traced JDK that did not meet inside of it from one task to another, with what is left of their
/// sums: dependences of what follows a loop.
fn told_apart(
    points: &Points<'_>,
    sums: &DependenceSums,
    inside: &InsideJdk<'_>,
    edges: &EdgesOf<'_>,
) -> Vec<(Key, Stat)> {
    let of_candidates = sums.edges.iter().filter(|(key, _)| edges.contains_key(&key.construct));
    // What a call looks at inside of its arguments may be of any kind.
    let class = |key: &Key| if key.kind == Kind::State { points.location(key).name } else { String::new() };
    let apart = of_candidates.filter(|(key, _)| inside.parts(key, &class(key)));
    let behind = |stat: &Stat| Stat { count: stat.count - stat.carried, carried: 0, ..*stat };
    let is_loop = |key: &Key| kind_of(points.map, key.construct).0 != ConstructKind::Method;
    apart.map(|(key, stat)| (*key, if is_loop(key) { behind(stat) } else { Stat::NONE })).collect()
}

/// Does work that may be split with so many threads; nothing if they are less than two or cannot be started. A thread of its own
/// waits for them: a worker of the caller's pool would do other jobs of the caller meanwhile, on top of its stack.
fn in_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> Option<R> {
    let pool = ThreadPoolBuilder::new().num_threads(threads.min(limits::THREADS)).build();
    let pool = pool.ok().filter(|_| threads > 1)?;
    thread::scope(|scope| {
        let judging = spawn(scope, "advice", || pool.install(work)).ok()?;
        Some(judging.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

fn of_calls(method: &MethodId) -> ConstructId {
    ConstructId::of_region(RegionId::of_method(*method))
}

fn is_worthy(totals: &Totals<'_>, sums: &DependenceSums, construct: ConstructId) -> bool {
    let Some(region) = construct.region(totals.map) else { return false };
    let (count, extent) = (&totals.counts.get(region), &sums.extents[&construct]);
    let several = match kind_of(totals.map, construct).0 {
        ConstructKind::Iteration => extent.instances > 2 * count.instances,
        // A call that never returns has no continuation to overlap with.
        _ => extent.instances > 1 && extent.duration as f64 > LEAST_CALL * extent.instances as f64,
    };
    several && totals.share(region) >= LEAST_SHARE
}

pub(super) struct Maker<'a> {
    pub(super) points: Points<'a>,
    /// What calls of a traced JDK really share.
    pub(super) inside: Option<InsideJdk<'a>>,
    /// The calls that it shows not to meet from one task to another: pairs of an earlier and a later one, by the tasks' construct.
    apart: FxHashMap<ConstructId, Vec<(InstructionId, InstructionId)>>,
    pub(super) totals: &'a Totals<'a>,
    pub(super) sums: &'a DependenceSums,
    pub(super) uncertain: &'a FxHashSet<MethodId>,
    pub(super) readers: Readers,
    pub(super) reach: Reach<'a>,
    pub(super) types: Types<'a>,
    pub(super) locks: HeldLocks,
    pub(super) unseen_reads: UnseenReads<'a>,
    /// Calls that give another value each time, by one generator for all.
    generators: FxHashSet<InstructionId>,
    /// Methods that untraced code called.
    pub(super) called_back: FxHashSet<MethodId>,
    /// Which methods have called which.
    callers: &'a [(MethodId, MethodId)],
    pub(super) not_run: NotRun<'a>,
    pub(super) walks: Walks,
}

impl Maker<'_> {
    fn candidate(&self, construct: ConstructId, edges: &[(&Key, &Stat)], loops: &Loops<'_>) -> Option<Candidate> {
        let (kind, method, pc) = self.points.head(construct);
        let region = construct.region(self.totals.map)?;
        let (share, parallelism) = (self.totals.share(region), self.totals.parallelism(region));
        let extent = &self.sums.extents[&construct];
        let duration = extent.duration as f64 / extent.instances.max(1) as f64;
        let is_loop = kind == ConstructKind::Iteration;
        let instances = self.totals.counts.get(region).instances;
        let looped = region.looped(self.totals.map);
        let unmet = self.unmet(construct, method, looped, edges);
        let mut between: Vec<TaskEdge<'_>> =
            edges.iter().filter_map(|&(key, stat)| task_edge(is_loop, key, stat)).collect();
        between.extend(unmet.iter().filter(|(_, stat)| stat.carried > 0).map(TaskEdge::unmet));
        let known: Vec<_> = edges.iter().copied().chain(unmet.iter().map(|(key, stat)| (key, stat))).collect();
        let context = Context {
            feeding: if is_loop { FxHashSet::default() } else { feeding(&self.points, edges, loops) },
            ..self.context(method, looped, &known, extent)
        };
        let beside = unmet::beside_extrema(construct, &context, edges);
        between.extend(beside.iter().map(TaskEdge::unmet));
        let if_run = match &context.body {
            Some(body) => {
                self.if_run(construct, body).into_iter().chain(self.if_turned(construct, body, edges)).collect()
            }
            None => self.if_run_by_statics(construct, context.code.iter().copied()),
        };
        between.extend(if_run.iter().map(IfRun::task_edge));
        let mut blocked = blockers(&context, &between);
        let mut apart = self.apart.get(&construct).cloned().unwrap_or_default();
        let keys = between.iter().map(|one| one.key);
        apart.extend(keys.filter(|key| context.are_apart(key)).map(|key| (key.head, key.tail)));
        self.add_initializing(&mut blocked, &[method], &context.code, self.points.start(construct));
        let begin = looped.map(|looped| self.points.first_of(self.totals.map.loops[looped.index()].header));
        let awaiting = context.leaving.iter().filter(|_| !is_loop).map(|&(_, tail)| tail);
        self.add_held_lock(&mut blocked, method, begin, &context.code, awaiting, self.points.start(construct));
        if !is_loop {
            self.add_unseen_result(&mut blocked, method, self.points.start(construct));
        }
        if let Some(body) = &context.body {
            self.add_common_lock(&mut blocked, body, self.points.start(construct));
        }
        let tasks = Tasks {
            duration,
            is_needed: !context.leaving.is_empty(),
            may_end_early: exits::may_end_early(&context, &known, &self.sums.exceptions, &self.not_run),
            feed_next: feed_next(&context.feeding, edges, extent.instances),
            throw: !is_loop && self.throw([method].into_iter()),
            is_blind: self.may_meet(construct, context.code.iter().copied(), &blocked)
                || !is_loop && self.is_read_unseen(&context.code),
        };
        let (verdict, at_once) = match is_loop {
            true => steps::of_loop(&blocked, &tasks),
            // Two tasks at once: a call, and the code that follows it.
            false => (steps::of_calls(&blocked, &tasks), 2.0),
        };
        if verdict == Verdict::NotKnown {
            self.add_unknown_call(&mut blocked, construct, &context.code);
        }
        let most = if is_loop { extent.instances as f64 / instances.max(1) as f64 } else { f64::INFINITY };
        let at_once = at_once.min(most).min(f64::from(self.totals.cores));
        let stage = match verdict {
            Verdict::Overlapping => context.chains.length,
            Verdict::Scan => steps::length_of_sums(&blocked, duration, at_once),
            _ => 0,
        };
        let at_once = match verdict {
            Verdict::Scan => steps::scanned_at_once(&blocked, stage, duration, at_once),
            _ => at_once,
        };
        let speedup = speedup(share, verdict, at_once, parallelism);
        let identity_uncertain = self.uncertain.contains(&method) && rests_on_identity(verdict, &blocked);
        let edit = context.body.as_ref().filter(|_| !identity_uncertain);
        let edit = edit.and_then(|body| self.edit(body, verdict, &blocked));
        let listed = listed(blocked, &self.points.map.method_name(method), self.totals.listed.blockers);
        Some(Candidate {
            kind: if is_loop { CandidateKind::Loop } else { CandidateKind::Call },
            method: self.points.map.method_name(method),
            pc: u32::from(pc),
            file: self.points.file(method, pc),
            line: self.points.line(method, pc),
            coverage: share,
            instances,
            tasks: extent.instances,
            duration_mean: duration,
            parallelism,
            self_parallelism: self.totals.self_parallelism(region),
            violating_raw: violating(edges),
            verdict,
            identity_uncertain,
            speedup,
            cores: self.totals.cores,
            stage,
            gains: Vec::new(),
            instead_of: None,
            unblocked: None,
            conditions: if_run.iter().map(|one| one.condition(&self.points)).collect(),
            edit,
            sites: Vec::new(),
            pipeline: None,
            blockers: listed.blockers,
            blockers_left_out: listed.left_out,
            apart,
        })
    }

    /// Lists the edges between tasks that the code has and the run did not show.
    fn unmet(
        &self,
        construct: ConstructId,
        method: MethodId,
        looped: Option<LoopId>,
        edges: &[(&Key, &Stat)],
    ) -> Vec<(Key, Stat)> {
        let body = looped.map(|looped| Body::new(&self.points, looped, &self.counters(looped)));
        let locals = body.map(|body| unmet::through_locals(&self.points, construct, &body, edges)).unwrap_or_default();
        let code = self.code(method, looped);
        let generators = self.through_generators(construct, code.iter().copied());
        let unseen = self.through_unseen(construct, code.iter().copied(), edges);
        let exits = if looped.is_none() { self.through_exits(construct, method, code) } else { Vec::new() };
        locals.into_iter().chain(generators).chain(unseen).chain(exits).collect()
    }

    /// Lists the edges from code of a call that did not run to what ends a loop around calls: whether the next call is made at all
    /// would be up to it.
    fn through_exits(&self, construct: ConstructId, method: MethodId, code: Vec<InstructionId>) -> Vec<(Key, Stat)> {
        let changes = self.not_run.changes(&self.points, self.reach.reached(code.into_iter()));
        let changes = Changes::gather(&self.points, &changes);
        if changes.is_empty() {
            return Vec::new();
        }
        let deciding = self.loops_around_calls(method).into_iter().flat_map(|looped| {
            let body = Body::new(&self.points, looped, &counters(&self.points, looped, Some(&self.reach)));
            exits::deciding(&self.points, &self.reach, &body)
        });
        let deciding: BTreeSet<InstructionId> = deciding.collect();
        let edges = deciding.into_iter().filter_map(|read| {
            let change = changes.one_read_by(&self.points, read)?;
            let kind = if self.points.call(read).is_some() { Kind::State } else { Kind::Raw };
            Some((Key::new(construct, kind, change, read), unmet::CARRIED))
        });
        edges.collect()
    }

    /// Lists the loops around the calls of a method, in its callers and in theirs.
    fn loops_around_calls(&self, method: MethodId) -> BTreeSet<LoopId> {
        let (mut found, mut todo, mut seen) = (BTreeSet::new(), vec![method], FxHashSet::default());
        while let Some(callee) = todo.pop().filter(|_| seen.len() < MOST_CALLERS) {
            for &(caller, _) in self.callers.iter().filter(|&&(_, called)| called == callee) {
                let code = self.totals.map.methods.get(caller.index()).map(|caller| caller.instructions());
                let calls = code.into_iter().flatten().filter(|&call| self.reach.may_call(call, callee));
                let loops = calls.filter_map(|call| self.points.innermost_loop(call));
                found.extend(loops.flat_map(|looped| outward(self.totals.map, looped)));
                todo.extend(seen.insert(caller).then_some(caller));
            }
        }
        found
    }

    /// Lists the edges between tasks through state of the JDK that no object shows, if a traced JDK has shown such.
    fn through_unseen(
        &self,
        construct: ConstructId,
        code: impl Iterator<Item = InstructionId>,
        edges: &[(&Key, &Stat)],
    ) -> Vec<(Key, Stat)> {
        let of_calls = edges.iter().filter(|(key, _)| key.kind.is_of_calls());
        let classes: Vec<String> = of_calls.map(|(key, _)| self.points.location(key).name).collect();
        let is_unseen = |inside: &&InsideJdk<'_>| inside.hands_on_unseen(construct, classes.iter().map(String::as_str));
        let Some(inside) = self.inside.as_ref().filter(is_unseen) else { return Vec::new() };
        let calls = self.reach.calls(code);
        unmet::through_calls(construct, calls.without_objects().filter(|&insn| inside.follows([insn].into_iter())))
    }

    /// Lists the edges between tasks that run this code, through generators that no object shows.
    pub(super) fn through_generators(
        &self,
        construct: ConstructId,
        code: impl Iterator<Item = InstructionId>,
    ) -> Vec<(Key, Stat)> {
        if self.generators.is_empty() {
            return Vec::new();
        }
        let calls = self.reach.reached(code).filter(|insn| self.generators.contains(insn));
        unmet::through_calls(construct, calls)
    }

    /// Gathers the facts by which blockers are judged. `edges` are those that leave a task; `tasks` are all of them.
    fn context(
        &self,
        method: MethodId,
        looped: Option<LoopId>,
        edges: &[(&Key, &Stat)],
        tasks: &Extent,
    ) -> Context<'_> {
        let raw = || edges.iter().filter(|(key, _)| key.kind == Kind::Raw);
        let counters = looped.map(|looped| self.counters(looped)).unwrap_or_default();
        let body = looped.map(|looped| Body::new(&self.points, looped, &counters));
        let is_short = |chains: &Chains| chains.length * SHORT_CHAIN * tasks.instances <= tasks.duration;
        let chains = body.as_ref().map(|body| Chains::find(&self.points, body, edges, &self.reach));
        let chains = chains.filter(is_short).unwrap_or_default();
        let rounding = looped.map(|looped| counters_that_round(&self.points, looped, Some(&self.reach), &chains));
        Context {
            points: &self.points,
            inside: self.inside.as_ref(),
            readers: &self.readers,
            kind: if looped.is_some() { CandidateKind::Loop } else { CandidateKind::Call },
            looped,
            code: self.code(method, looped),
            reach: &self.reach,
            types: &self.types,
            reached: OnceCell::new(),
            keeping: OnceCell::new(),
            measuring: OnceCell::new(),
            only_compare: OnceCell::new(),
            swapping: OnceCell::new(),
            successions: &self.sums.successions,
            body,
            duration: tasks.duration as f64 / tasks.instances.max(1) as f64,
            leaving: raw().map(|(key, _)| (key.head, key.tail)).collect(),
            live_out: live_out(&self.points, edges),
            unseen_reads: &self.unseen_reads,
            updates: match looped {
                Some(looped) => Updates::of(&self.points, &self.walks, looped, edges),
                None => Updates::of_methods(&self.points, &self.walks, &[method], edges),
            },
            overwritten: edges
                .iter()
                .filter(|(key, _)| key.kind == Kind::Waw)
                .map(|(key, _)| (key.head, key.tail))
                .collect(),
            between_calls: looped.is_none().then_some(BetweenCalls {
                points: &self.points,
                reach: &self.reach,
                callers: self.callers,
                method,
            }),
            feeding: FxHashSet::default(),
            counters,
            rounding: rounding.unwrap_or_default(),
            chains,
        }
    }

    fn counters(&self, looped: LoopId) -> FxHashSet<InstructionId> {
        counters(&self.points, looped, Some(&self.reach))
    }

    /// Returns whether tasks that run this code may meet in state that nobody knows.
    pub(super) fn may_meet(
        &self,
        construct: ConstructId,
        code: impl Iterator<Item = InstructionId>,
        blocked: &[Blocked],
    ) -> bool {
        let calls = self.reach.calls(code);
        let changes_objects = blocked.iter().any(|one| one.blocker.via.kind == ViaKind::Object);
        blocked.iter().any(|one| matches!(one.blocker.nature, Nature::Untraced | Nature::Kept))
            || self.unknown_call(construct, &calls).is_some()
            || changes_objects && calls.look_into_arrays(&self.points)
    }

    /// Returns a call that may use state which nobody knows.
    pub(super) fn unknown_call(&self, construct: ConstructId, calls: &Calls<'_>) -> Option<InstructionId> {
        let is_known = |insn| self.inside.as_ref().is_some_and(|inside| inside.meets_nothing(construct, insn));
        calls.that_meets_the_unknown(is_known)
    }

    /// Returns whether calls that run this code write what others may read unseen, or read what others may change unseen: nobody
    /// knows who would have to wait for them.
    fn is_read_unseen(&self, code: &[InstructionId]) -> bool {
        let mut reached = self.reach.reached(code.iter().copied());
        self.unseen_reads.is_any() && reached.any(|insn| self.unseen_reads.may_read(insn)) || {
            let calls = self.reach.calls(code.iter().copied());
            calls.read_entries || calls.read_settings()
        }
    }

    /// Returns whether an exception has left an activation of these methods.
    pub(super) fn throw(&self, methods: impl Iterator<Item = MethodId>) -> bool {
        let map = self.totals.map;
        let blocks = methods.flat_map(|method| map.methods[method.index()].blocks.clone()).map(BlockId::new);
        self.sums.exceptions.left(map, &blocks.collect())
    }

    /// Returns the one line that makes a loop parallel whose iterations share nothing but what hands them out: a counter, or the
    /// only iterator that they use.
    fn edit(&self, body: &Body<'_>, verdict: Verdict, blocked: &[Blocked]) -> Option<String> {
        let mut shared = blocked.iter().map(|one| one.blocker.nature).filter(|&nature| nature != Nature::Counter);
        let is_step = |insn| {
            let call = self.points.call(insn);
            call.and_then(|call| library::nature(&call.class, &call.name, &call.desc)) == Some(Use::Traversal)
        };
        let as_lambda = match (verdict, shared.next(), shared.next()) {
            (Verdict::Independent, None, None) => loop_edit::over_values(&self.points, body),
            (Verdict::WithChanges, Some(Nature::Traversal), None) if !self.reach.has_own_iterators() => {
                // Is there more, and the next one.
                let steps = self.reach.reached(body.instructions()).filter(|&insn| is_step(insn)).count();
                loop_edit::over_collection(&self.points, body).filter(|_| steps == 2)
            }
            _ => None,
        };
        let throws = as_lambda.is_some() && checked_exceptions::may_leave(&self.points, &self.reach, body);
        if throws { None } else { as_lambda }
    }

    /// Returns the instructions of the loop, or of the method.
    fn code(&self, method: MethodId, looped: Option<LoopId>) -> Vec<InstructionId> {
        match looped {
            Some(looped) => body::instructions(&self.points, looped).collect(),
            None => self.totals.map.methods[method.index()].instructions().collect(),
        }
    }
}

/// Returns the speed-up of the run if so many tasks run at once.
fn speedup(share: f64, verdict: Verdict, at_once: f64, parallelism: f64) -> f64 {
    match verdict {
        Verdict::Serial | Verdict::Search | Verdict::NotKnown => 1.0,
        // Data flow bounds tasks that run unchanged. The advice changes the data flow, so the figure does not bound
        // other verdicts.
        Verdict::Independent => amdahl(share, at_once.min(parallelism.max(1.0))),
        _ => amdahl(share, at_once),
    }
}

/// Returns whether the verdict may be wrong if objects were taken for others. Locals and fields of traced objects are
/// never confused.
pub(super) fn rests_on_identity(verdict: Verdict, blocked: &[Blocked]) -> bool {
    let by_hash = |one: &Blocked| matches!(one.blocker.via.kind, ViaKind::Element | ViaKind::Object);
    !matches!(verdict, Verdict::Serial | Verdict::Overlapping) || blocked.iter().any(by_hash)
}

/// Returns what wrote values that are read after all tasks, also by code that is not traced. `edges` are those that leave a task.
pub(super) fn live_out(points: &Points<'_>, edges: &[(&Key, &Stat)]) -> FxHashSet<InstructionId> {
    let may_flow = |key: &Key| key.kind.is_flow() && !only_overwrites_unseen(points, key);
    let after = edges.iter().filter(|(key, stat)| may_flow(key) && stat.count > stat.carried);
    after.map(|(key, _)| key.head).collect()
}

/// Returns whether a call only changes what another one may have looked at inside of an object: it is given no object but its own, and looks
/// inside nothing.
fn only_overwrites_unseen(points: &Points<'_>, key: &Key) -> bool {
    let is_of_others = matches!(key.kind, Kind::Passed | Kind::Unseen);
    let only_changes = |call: &Site| has_receiver(call) && call.state_args == [0] && !insides::looks_inside(call, 0);
    is_of_others
        && points.call(key.head).is_some_and(|call| call.effect == Effect::State)
        && points.call(key.tail).is_some_and(only_changes)
}

pub(super) fn violating(edges: &[(&Key, &Stat)]) -> u64 {
    edges.iter().filter(|(key, _)| key.kind == Kind::Raw).map(|(_, stat)| stat.violations).sum()
}
