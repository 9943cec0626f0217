//! Streams as candidates: the elements of a pipeline are its tasks.
//!
//! A pipeline may run in parallel if the code shows all of it, if the library handles each element by itself and combines the
//! results by something associative (`library.txt`), and if no task needs what another one did. A task is what the last
//! call of the pipeline has called back for one element. The library alone sees what functions return, so those must not give out
//! objects that they change.

mod pipeline;

use std::cell::OnceCell;
use std::iter;

use paratrace_jvm::library::{self, Nature};
use paratrace_replay::program::{ConstructId, ConstructKind, RegionId, kind_of};
use paratrace_traceformat::map::{Effect, InstructionId, Method, MethodId, Op};
use rustc_hash::FxHashSet;

use super::blockers::{Blocked, blockers};
use super::candidates::{Maker, live_out, rests_on_identity, violating};
use super::chains::Chains;
use super::context::Context;
use super::if_run::IfRun;
use super::ranking::listed;
use super::steps::{self, Tasks};
use super::task_edge::{TaskEdge, task_edge};
use super::updates::Updates;
use crate::dependences::runs::Runs;
use crate::dependences::{Extent, Key, Kind, Stat};
use crate::limits::LEAST_SHARE;
use crate::model::{Candidate, CandidateKind, ObstacleKind, Verdict};
use crate::ratios::{amdahl, ratio};
use pipeline::Pipeline;

/// Access flag of methods that no source names.
const SYNTHETIC: u16 = 0x1000;

/// Natures of collections and maps, and of what goes through them.
const OF_COLLECTIONS: [Nature; 4] = [Nature::Collection, Nature::Map, Nature::Queue, Nature::Traversal];

/// A stream as a candidate.
pub(super) struct Stream {
    pub(super) candidate: Candidate,
    /// Methods that no source names, which it calls back: no candidates by themselves.
    pub(super) lambdas: Vec<MethodId>,
}

impl Maker<'_> {
    /// Lists the pipelines that are worth a change. `is_in_threads` tells what runs in several threads already.
    pub(super) fn streams(&self, is_in_threads: &dyn Fn(RegionId) -> bool) -> Vec<Stream> {
        let map = self.totals.map;
        let tasks = self.sums.extents.iter().filter(|(c, _)| kind_of(map, **c).0 == ConstructKind::Callback);
        let worthy = tasks.filter(|&(c, extent)| {
            let calls = self.sums.callbacks.calls.get(c).copied().unwrap_or(0);
            extent.instances >= 2 * calls && ratio(extent.duration, self.totals.nodes) >= LEAST_SHARE
        });
        worthy.filter_map(|(&construct, extent)| self.stream(construct, extent, is_in_threads)).collect()
    }

    fn stream(
        &self,
        construct: ConstructId,
        extent: &Extent,
        is_in_threads: &dyn Fn(RegionId) -> bool,
    ) -> Option<Stream> {
        let (points, map) = (&self.points, self.totals.map);
        let end = InstructionId::new(kind_of(map, construct).1);
        let pipeline = Pipeline::that_ends_with(points, end)?;
        let mut called: Vec<RegionId> = self.sums.callbacks.methods.get(&construct)?.iter().copied().collect();
        called.sort_unstable();
        if called.iter().any(|&region| is_in_threads(region)) {
            return None;
        }
        let methods: Vec<MethodId> = called.iter().map(|region| MethodId::new(region.number())).collect();
        let edges: Vec<(&Key, &Stat)> = self.sums.edges.iter().filter(|(key, _)| key.construct == construct).collect();
        let seen = Seen { maker: self, construct, methods, edges };
        let candidate = seen.candidate(pipeline, extent);
        let is_synthetic = |method: &MethodId| map.methods[method.index()].access & SYNTHETIC != 0;
        Some(Stream { candidate, lambdas: seen.methods.into_iter().filter(is_synthetic).collect() })
    }
}

/// A pipeline as it was executed.
struct Seen<'a> {
    maker: &'a Maker<'a>,
    construct: ConstructId,
    /// The methods that its last call has called back.
    methods: Vec<MethodId>,
    /// The edges that leave a task.
    edges: Vec<(&'a Key, &'a Stat)>,
}

impl Seen<'_> {
    fn candidate(&self, mut pipeline: Pipeline<'_>, extent: &Extent) -> Candidate {
        let (maker, points) = (self.maker, &self.maker.points);
        let generators = maker.through_generators(self.construct, self.code());
        let seen = self.edges.iter().filter_map(|&(key, stat)| task_edge(true, key, stat));
        let if_run = maker.if_run_by_statics(self.construct, self.code());
        let unseen = generators.iter().map(TaskEdge::unmet).chain(if_run.iter().map(IfRun::task_edge));
        let between: Vec<TaskEdge<'_>> = seen.chain(unseen).collect();
        let context = self.context();
        let mut blocked = blockers(&context, &between);
        let end = pipeline.end_call();
        maker.add_initializing(&mut blocked, &self.methods, &context.code, points.point(end));
        let method = points.method_of(end);
        maker.add_held_lock(&mut blocked, method, Some(end), &context.code, iter::empty(), points.point(end));
        self.look(&mut pipeline, &blocked);
        let duration = ratio(extent.duration, extent.instances);
        let tasks = Tasks {
            duration,
            is_needed: !context.leaving.is_empty(),
            may_end_early: maker.throw(self.methods.iter().copied()),
            feed_next: false,
            throw: false,
            is_blind: maker.may_meet(self.construct, self.code(), &blocked),
        };
        let (verdict, at_once) = steps::of_loop(&blocked, &tasks);
        let verdict = of_pipeline(verdict, &pipeline);
        if tasks.is_blind {
            maker.add_unknown_call(&mut blocked, self.construct, &context.code);
        }
        let calls = maker.sums.callbacks.calls.get(&self.construct).copied().unwrap_or(1);
        let share = ratio(extent.duration, maker.totals.nodes).min(1.0);
        let most = ratio(extent.instances, calls);
        let at_once = at_once.min(most).min(f64::from(maker.totals.cores));
        let (source, end) = (pipeline.source(), pipeline.end_call());
        let method = points.method_of(end);
        let uncertain = self.methods.iter().any(|method| maker.uncertain.contains(method));
        let is_safe = matches!(verdict, Verdict::Independent | Verdict::Reduction) && blocked.is_empty();
        let identity_uncertain = uncertain && rests_on_identity(verdict, &blocked);
        let listed = listed(blocked, &points.map.method_name(method), maker.totals.listed.blockers);
        Candidate {
            kind: CandidateKind::Stream,
            method: points.map.method_name(method),
            pc: points.point(end).pc,
            file: points.file_at(source),
            line: points.point(source).line,
            coverage: share,
            instances: calls,
            tasks: extent.instances,
            duration_mean: duration,
            parallelism: most,
            self_parallelism: most,
            violating_raw: violating(&self.edges),
            verdict,
            identity_uncertain,
            speedup: if verdict.is_stopped() { 1.0 } else { amdahl(share, at_once) },
            cores: maker.totals.cores,
            stage: 0,
            gains: Vec::new(),
            instead_of: None,
            unblocked: None,
            conditions: if_run.iter().map(|one| one.condition(points)).collect(),
            edit: pipeline.edit(points).filter(|_| is_safe),
            sites: Vec::new(),
            pipeline: Some(pipeline.told(points)),
            blockers: listed.blockers,
            blockers_left_out: listed.left_out,
            apart: Vec::new(),
        }
    }

    /// Gathers the facts by which blockers are judged.
    fn context(&self) -> Context<'_> {
        let raw = || self.edges.iter().filter(|(key, _)| key.kind == Kind::Raw);
        let extent = &self.maker.sums.extents[&self.construct];
        Context {
            inside: None,
            points: &self.maker.points,
            readers: &self.maker.readers,
            kind: CandidateKind::Stream,
            looped: None,
            code: self.code().collect(),
            types: &self.maker.types,
            reached: OnceCell::new(),
            keeping: OnceCell::new(),
            measuring: OnceCell::new(),
            only_compare: OnceCell::new(),
            swapping: OnceCell::new(),
            reach: &self.maker.reach,
            successions: &self.maker.sums.successions,
            body: None,
            duration: ratio(extent.duration, extent.instances),
            overwritten: Vec::new(),
            between_calls: None,
            feeding: FxHashSet::default(),
            leaving: raw().map(|(key, _)| (key.head, key.tail)).collect(),
            live_out: live_out(&self.maker.points, &self.edges),
            unseen_reads: &self.maker.unseen_reads,
            updates: Updates::of_methods(&self.maker.points, &self.maker.walks, &self.methods, &self.edges),
            counters: FxHashSet::default(),
            rounding: FxHashSet::default(),
            chains: Chains::default(),
        }
    }

    /// Looks for what the dependences between tasks do not show.
    fn look(&self, pipeline: &mut Pipeline<'_>, blocked: &[Blocked]) {
        let points = &self.maker.points;
        let end = pipeline.end_call();
        let entering = self.maker.sums.callbacks.entering.iter().filter(|key| key.construct == self.construct);
        if let Some(used) = entering.map(|key| key.head).find(|head| pipeline.calls.contains(head)) {
            pipeline.stopped(points, ObstacleKind::SourceUsed, used);
        }
        if pipeline.changes_source(points) && self.may_look_at_collections() {
            pipeline.stopped(points, ObstacleKind::SourceUsed, end);
        }
        if !self.runs_only(&pipeline.functions) {
            pipeline.stopped(points, ObstacleKind::Function, end);
        }
        let collects = points.call(end).is_some_and(|site| site.desc.starts_with("(Ljava/util/stream/Collector;)"));
        let may_share = !blocked.is_empty() || collects && self.changes_objects();
        if may_share && self.methods().any(gives_out_objects) {
            pipeline.stopped(points, ObstacleKind::Results, end);
        }
    }

    /// Returns whether each method called back is what one of these functions runs, and no function runs several of them.
    ///
    /// A function that runs different methods for different elements would make one task of several elements.
    fn runs_only(&self, functions: &[Runs<'_>]) -> bool {
        let called: FxHashSet<(&str, &str)> = self.methods().map(|method| (&*method.name, &*method.desc)).collect();
        called.len() == self.methods.len()
            && called.iter().all(|&called| functions.iter().any(|runs| (runs.name, runs.desc) == called))
    }

    fn methods(&self) -> impl Iterator<Item = &Method> {
        self.methods.iter().map(|method| &self.maker.totals.map.methods[method.index()])
    }

    fn code(&self) -> impl Iterator<Item = InstructionId> {
        self.methods().flat_map(Method::instructions)
    }

    /// Returns whether a task may look at a collection or a map of the library, which may be the one that its pipeline changes.
    fn may_look_at_collections(&self) -> bool {
        let points = &self.maker.points;
        self.maker.reach.reached(self.code()).any(|insn| {
            points.call(insn).filter(|_| points.op(insn) == Op::Invoke).is_some_and(|site| {
                let nature = library::nature(&site.class, &site.name, &site.desc);
                site.name != "<init>" && nature.is_some_and(|nature| OF_COLLECTIONS.contains(&nature))
            })
        })
    }

    /// Returns whether a task may change an object whose code is not traced.
    fn changes_objects(&self) -> bool {
        let points = &self.maker.points;
        self.maker.reach.reached(self.code()).any(|insn| {
            points.op(insn) == Op::Invoke
                && !points.only_looks(insn)
                && points.call(insn).is_some_and(|site| site.effect == Effect::State && !site.state_args.is_empty())
        })
    }
}

/// Returns whether a method returns an object that may be changed.
fn gives_out_objects(method: &Method) -> bool {
    method.desc.rsplit_once(')').is_none_or(|(_, result)| !library::is_value_type(result))
}

/// Returns the verdict about a pipeline, given that about its tasks.
fn of_pipeline(verdict: Verdict, pipeline: &Pipeline<'_>) -> Verdict {
    match (verdict, pipeline.obstacle()) {
        _ if pipeline.only_iterates() => Verdict::Serial,
        // Elements of a stream cannot wait for one another.
        (Verdict::Serial | Verdict::Overlapping | Verdict::Scan, _) => Verdict::Serial,
        (Verdict::NotKnown, _) => Verdict::NotKnown,
        (_, Some(kind)) if kind != ObstacleKind::StopsEarly => Verdict::NotKnown,
        (_, Some(_)) => Verdict::Search,
        (Verdict::Independent, None) if pipeline.rounds() => Verdict::Reduction,
        (other, None) => other,
    }
}
