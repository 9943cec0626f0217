//! The instances of the backward pass, and what its edges leave.

use paratrace_replay::program::{ConstructId, ConstructKind, Lifetimes, kind_of};
use paratrace_traceformat::map::ProgramMap;

use super::Edge;
use super::contexts::{Contexts, ROOT};
use super::expand::expand;
use super::methods::Methods;
use super::rows::{Carried, Row, Rows, single};
use crate::dependences::edges::{Edges, Gathered};

/// An instance that is open at the position of the backward pass. An instance of a whole loop, and the thread, have the construct
/// `NONE`.
#[derive(Debug, Clone, Copy)]
pub(in crate::dependences) struct Around {
    pub(in crate::dependences) construct: ConstructId,
    pub(in crate::dependences) start: u64,
    pub(in crate::dependences) end: u64,
}

impl Around {
    fn duration(&self) -> u64 {
        self.end - self.start
    }
}

/// The chain of an open instance.
#[derive(Debug, Clone, Copy, Default)]
struct Chain {
    /// Number of its constructs.
    depth: u32,
    context: u32,
    /// Whether its instances do not enclose each other.
    is_odd: bool,
}

/// The instances around the position of the backward pass, and the sums of its edges.
pub(in crate::dependences) struct LeavingBackward<'m> {
    map: &'m ProgramMap,
    methods: Methods<'m>,
    lifetimes: &'m Lifetimes,
    contexts: Contexts<'m>,
    /// Outermost first.
    around: Vec<Around>,
    chains: Vec<Chain>,
    rows: Rows,
    /// The sums of rows that the table had no room for.
    expanded: Gathered,
}

impl<'m> LeavingBackward<'m> {
    /// Creates it at the end of the thread.
    pub(in crate::dependences) fn new((map, lifetimes): (&'m ProgramMap, &'m Lifetimes)) -> Self {
        let methods = Methods::new(map);
        Self {
            map,
            methods,
            lifetimes,
            contexts: Contexts::new(methods),
            around: Vec::new(),
            chains: Vec::new(),
            rows: Rows::new(),
            expanded: Gathered::default(),
        }
    }

    /// Returns the instances around the position, outermost first.
    #[inline]
    pub(in crate::dependences) fn around(&self) -> &[Around] {
        &self.around
    }

    /// Enters an instance at its end, inside all others.
    #[inline]
    pub(in crate::dependences) fn push(&mut self, around: Around) {
        if self.contexts.is_full() {
            self.forget_contexts();
        }
        let chain = self.chain(&around);
        self.around.push(around);
        self.chains.push(chain);
    }

    /// Enters an instance at its end; `at` is its position among the open ones.
    pub(in crate::dependences) fn insert(&mut self, at: usize, around: Around) {
        let inside = self.around.split_off(at);
        self.chains.truncate(at);
        self.push(around);
        inside.into_iter().for_each(|around| self.push(around));
    }

    /// Leaves an instance through its beginning.
    pub(in crate::dependences) fn remove(&mut self, at: usize) {
        let inside = self.around.split_off(at);
        self.chains.truncate(at);
        inside.into_iter().skip(1).for_each(|around| self.push(around));
    }

    /// Leaves all instances from a position on.
    #[inline]
    pub(in crate::dependences) fn truncate(&mut self, length: usize) {
        self.around.truncate(length);
        self.chains.truncate(length);
    }

    #[inline]
    fn chain(&mut self, around: &Around) -> Chain {
        let outer = self.chains.last().copied().unwrap_or_default();
        let encloses = |outer: &Around| outer.start <= around.start && around.end <= outer.end;
        let is_odd = outer.is_odd || !self.around.last().is_none_or(encloses);
        if around.construct.is_none() {
            return Chain { is_odd, ..outer };
        }
        Chain { depth: outer.depth + 1, context: self.contexts.inside(outer.context, around.construct), is_odd }
    }

    /// Counts edges for every construct that they leave.
    #[inline]
    pub(in crate::dependences) fn leave(&mut self, edge: &Edge) {
        let (Some(&head), Some(innermost)) = (self.chains.last(), self.around.last()) else { return };
        if head.is_odd {
            return self.step_by_step(head, edge);
        }
        if innermost.end > edge.to {
            return;
        }
        let common = self.common(edge.to);
        let outside = common.checked_sub(1);
        let left = head.depth - outside.map_or(0, |at| self.chains[at].depth);
        if left == 0 {
            return;
        }
        let kept = left.min(self.kept(common, edge.distance()));
        let is_carried = outside.is_some_and(|at| self.around[at].construct.is_none()) && self.is_task(common);
        let Edge { kind, head: from, tail, .. } = *edge;
        let carried = if is_carried { Carried::Yes } else { Carried::No };
        let context = head.context;
        let (inner, calls, is_single) = (ROOT, ROOT, false);
        let row = Row { head: from, tail, inner, context, left, kept, calls, kind, carried, is_single };
        self.rows.add(row, edge);
        if self.rows.is_full() {
            self.empty();
        }
    }

    /// Returns the number of instances that end after a time; at least one does not.
    #[inline]
    fn common(&self, time: u64) -> usize {
        let last = self.around.len() - 1;
        let near = last.saturating_sub(6);
        match (near..last).rev().find(|&at| self.around[at].end > time) {
            Some(at) => at + 1,
            None => self.around[..near].partition_point(|around| around.end > time),
        }
    }

    /// Returns how many constructs, from the innermost outwards, last less than a distance; those from `common` on are looked at.
    #[inline]
    fn kept(&self, common: usize, distance: u64) -> u32 {
        let violated = self.around[common..].partition_point(|around| around.duration() >= distance);
        let depth = |at: usize| self.chains[at].depth;
        let last = self.around.len() - 1;
        if violated == 0 { u32::MAX } else { depth(last) - depth(common + violated - 1) }
    }

    /// Returns whether an instance is an iteration, or a task of a call. What is directly around it is then the loop, or the call.
    fn is_task(&self, at: usize) -> bool {
        let kind = |construct| kind_of(self.map, construct).0;
        let construct = self.around[at].construct;
        at > 0 && !construct.is_none() && matches!(kind(construct), ConstructKind::Iteration | ConstructKind::Callback)
    }

    /// Visits all open instances, innermost first: they need not enclose each other.
    #[inline(never)]
    fn step_by_step(&mut self, head: Chain, edge: &Edge) {
        for at in (0..self.around.len()).rev() {
            let instance = self.around[at];
            if instance.construct.is_none() {
                continue;
            }
            if instance.end <= edge.to {
                let is_carried = self.is_task(at) && self.around[at - 1].end > edge.to;
                let carried = if is_carried { Carried::Yes } else { Carried::No };
                let chain = self.contexts.single(self.chains[at].context, head.context);
                self.rows.add(single(edge, chain, edge.distance() <= instance.duration(), carried), edge);
            } else if !self.lifetimes.may_outlive(instance.construct) {
                break;
            }
        }
        if self.rows.is_full() {
            self.empty();
        }
    }

    /// Forgets the chains of constructs in which nothing is open any longer.
    #[cold]
    #[inline(never)]
    pub(super) fn forget_contexts(&mut self) {
        self.empty();
        let Self { contexts, chains, .. } = self;
        contexts.collect(chains.len(), |each| chains.iter_mut().for_each(|chain| each(&mut chain.context)));
    }

    #[inline(never)]
    fn empty(&mut self) {
        let Self { expanded, rows, contexts, methods, .. } = self;
        let chains = &contexts.all;
        expanded.add(|room| expand(rows, chains, (chains, *methods), room));
        self.rows.clear();
    }

    /// Returns the sums of all edges.
    pub(in crate::dependences) fn finish(mut self) -> Edges {
        self.empty();
        self.expanded.finish()
    }
}
