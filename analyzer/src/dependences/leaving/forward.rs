//! The instances of the forward pass, and what its edges leave.

use std::sync::mpsc::SyncSender;

use paratrace_replay::program::{ConstructId, Lifetimes};
use paratrace_traceformat::map::ProgramMap;

use super::contexts::{Chains, Contexts, ROOT};
use super::expand::expand;
use super::instances::{Instance, Instances, WHOLE_LOOP};
use super::methods::Methods;
use super::nest::{Nest, Open};
use super::odd::Odd;
use super::rows::{Carried, Row, Rows, single};
use super::{Edge, OPEN};
use crate::dependences::edges::{Edges, Gathered, Key, Stat};

/// The instances of one thread that edges may still leave, and the sums of the edges.
pub(in crate::dependences) struct LeavingForward<'m> {
    methods: Methods<'m>,
    lifetimes: Lifetimes,
    contexts: Contexts<'m>,
    /// Chains of methods only.
    calls: Contexts<'m>,
    instances: Instances,
    nest: Nest,
    odd: Odd,
    /// Open calls inside of the innermost open instance: methods, and when they began.
    inside: Vec<(ConstructId, u64)>,
    /// Number of edges so far.
    edges: u64,
    rows: Rows,
    tables: Tables<'m>,
}

impl<'m> LeavingForward<'m> {
    /// Creates it at the beginning of the thread. Full tables are added up by `tables`.
    pub(in crate::dependences) fn new(map: &'m ProgramMap, tables: Tables<'m>) -> Self {
        let methods = Methods::new(map);
        Self {
            methods,
            lifetimes: Lifetimes::new(map),
            contexts: Contexts::new(methods),
            calls: Contexts::new(methods),
            instances: Instances::new(),
            nest: Nest::new(),
            odd: Odd::default(),
            inside: Vec::new(),
            edges: 0,
            rows: Rows::new(),
            tables,
        }
    }

    /// Returns the innermost open instance.
    #[inline]
    pub(in crate::dependences) fn innermost(&self) -> u32 {
        self.nest.top().instance
    }

    /// Sets the calls around the next edges' tails that are inside of the innermost open instance, the outermost one first.
    #[inline]
    pub(in crate::dependences) fn set_calls(&mut self, calls: impl Iterator<Item = (ConstructId, u64)>) {
        self.inside.clear();
        self.inside.extend(calls);
    }

    /// An instance of a construct begins inside the innermost one. Returns its number.
    #[inline]
    pub(in crate::dependences) fn open(&mut self, construct: ConstructId, start: u64) -> u32 {
        self.open_indexed(construct, start, 0)
    }

    /// A whole loop begins, which is no construct.
    pub(in crate::dependences) fn open_loop(&mut self, start: u64) -> u32 {
        let around = self.nest.top();
        self.push(Open { start, iterations: 0, is_whole_loop: true, ..around }, WHOLE_LOOP)
    }

    /// The next iteration begins of the loop that is the innermost open instance.
    pub(in crate::dependences) fn next_iteration(&mut self, construct: ConstructId, start: u64) -> u32 {
        let Some(around) = self.nest.open.last_mut() else { return 0 };
        around.iterations = around.iterations.saturating_add(1).min(WHOLE_LOOP - 1);
        let index = around.iterations;
        self.open_indexed(construct, start, index)
    }

    #[inline]
    fn open_indexed(&mut self, construct: ConstructId, start: u64, index: u32) -> u32 {
        let around = self.nest.top();
        let context = self.contexts.inside(around.context, construct);
        let is_method = self.methods.contain(construct);
        let calls = if is_method { self.calls.inside(around.calls, construct) } else { around.calls };
        let (depth, instance) = (around.depth + 1, 0);
        self.push(Open { start, instance, depth, context, calls, iterations: 0, is_whole_loop: false }, index)
    }

    #[inline]
    fn push(&mut self, open: Open, index: u32) -> u32 {
        let Open { start, context, depth, .. } = open;
        let (parent, jump) = (self.innermost(), self.nest.jump());
        let instance = self.instances.open(Instance { parent, jump, context, start, end: OPEN, depth, index });
        self.nest.open.push(Open { instance, ..open });
        instance
    }

    /// Tells when an open instance will end.
    pub(in crate::dependences) fn will_end(&mut self, instance: u32, end: u64) {
        self.instances.close(instance, end);
    }

    /// An instance of which that was told has ended.
    pub(in crate::dependences) fn has_ended(&mut self, instance: u32) {
        let at = self.nest.position(instance);
        self.remove(at, self.instances.get(instance).end);
    }

    /// An open instance ends, though one inside it may go on.
    pub(in crate::dependences) fn close(&mut self, instance: u32, end: u64) {
        self.instances.close(instance, end);
        self.remove(self.nest.position(instance), end);
    }

    fn remove(&mut self, at: usize, end: u64) {
        if at == 0 {
            return;
        }
        if let Some(inside) = self.nest.open.get(at + 1) {
            self.odd.outlives(inside.instance, inside.start);
        }
        let ended = self.nest.open.remove(at);
        self.odd.close(ended.instance, end);
    }

    /// An open instance ends with all that are open inside it.
    #[inline]
    pub(in crate::dependences) fn close_all(&mut self, instance: u32, end: u64) {
        let at = self.nest.position(instance).max(1);
        for ended in self.nest.open.drain(at..) {
            self.instances.close(ended.instance, end);
            self.odd.close(ended.instance, end);
        }
    }

    /// Counts edges for every construct that they leave, and returns whether they leave any. `inner` is the innermost instance
    /// around the head.
    #[inline]
    pub(in crate::dependences) fn leave(&mut self, inner: u32, edge: &Edge) -> bool {
        self.edges += 1;
        if self.odd.contains(edge.from) {
            return self.step_by_step(inner, edge);
        }
        let common = *self.nest.begun_by(edge.from);
        if inner == common.instance {
            return false;
        }
        let head = self.instances.get(inner);
        // The node that gives a call its parameters comes before the call.
        if head.end <= edge.from {
            return self.step_by_step(inner, edge);
        }
        let left = head.depth - common.depth;
        if left == 0 {
            return false;
        }
        let lasting = self.instances.lasting(inner, edge.to, edge.distance());
        let kept = if lasting.is_violated { head.depth - lasting.depth } else { left };
        let calls = self.calls_at_tail(&head, common.calls, left);
        let (looped, iterations) = (common.is_whole_loop, common.iterations);
        let carried = if looped { Carried::Counted } else { Carried::No };
        let Edge { kind, head: from, tail, .. } = *edge;
        let row = Row { head: from, tail, context: head.context, left, kept, calls, kind, carried };
        let sums = self.rows.add(row, edge);
        // One iteration is the least distance: once found, no edge of the row changes it.
        if looped && sums.iterations > 1 {
            let earlier = self.instances.outermost_ended(lasting.number, edge.to).index;
            sums.carry(iterations - earlier, earlier, self.edges);
        }
        if self.rows.is_full() {
            self.empty();
        }
        true
    }

    /// Returns the methods of the open calls, if one of them may be a sibling of a call that is left: if both the head and the tail
    /// are inside of calls that are not around the other.
    #[inline]
    fn calls_at_tail(&mut self, head: &Instance, common: u32, left: u32) -> u32 {
        let mut calls = self.nest.top().calls;
        if calls == common && self.inside.is_empty() {
            return ROOT;
        }
        let mut constructs = self.contexts.outwards(head.context).take(left as usize);
        if !constructs.any(|context| self.methods.contain(context.construct)) {
            return ROOT;
        }
        for &(method, _) in &self.inside {
            calls = self.calls.inside(calls, method);
        }
        calls
    }

    /// Visits all instances from that around the head outwards: they need not enclose each other.
    #[inline(never)]
    fn step_by_step(&mut self, inner: u32, edge: &Edge) -> bool {
        let (mut at, mut leaves) = (inner, false);
        while at != 0 {
            let instance = self.instances.get(at);
            let construct = self.contexts.get(instance.context).construct;
            if instance.end > edge.to {
                if !instance.is_whole_loop() && !self.lifetimes.may_outlive(construct) {
                    break;
                }
            } else if !instance.is_whole_loop() && edge.from < instance.end {
                self.leave_one(&instance, construct, edge);
                leaves = true;
            }
            at = instance.parent;
        }
        if self.rows.is_full() {
            self.empty();
        }
        leaves
    }

    fn leave_one(&mut self, instance: &Instance, construct: ConstructId, edge: &Edge) {
        let sibling = self.is_sibling(construct, instance.end);
        let around = &self.nest.open[self.nest.position(instance.parent)];
        let iterations = around.is_whole_loop.then_some(around.iterations);
        let context = self.contexts.inside(ROOT, construct);
        let violates = edge.distance() <= instance.duration();
        let carried = match iterations {
            Some(_) => Carried::Counted,
            None if sibling => Carried::Yes,
            None => Carried::No,
        };
        let sums = self.rows.add(single(edge, context, violates, carried), edge);
        if let Some(iterations) = iterations {
            sums.carry(iterations - instance.index, instance.index, self.edges);
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

    /// Returns whether there are so many instances that forgetting the unused ones is worthwhile.
    pub(in crate::dependences) fn is_full(&self) -> bool {
        self.instances.all.is_full()
    }

    /// Drops the instances that neither a reference nor a descendant with a reference keeps alive.
    ///
    /// `refer` visits all references, twice: first to read their numbers, then to write the new ones. `references` is their
    /// number; it decides when it is worthwhile again.
    pub(in crate::dependences) fn collect(
        &mut self,
        references: usize,
        mut refer: impl FnMut(&mut dyn FnMut(&mut u32)),
    ) {
        let Self { instances, nest, odd, .. } = self;
        instances.all.collect(references, |each| {
            refer(each);
            nest.open.iter_mut().for_each(|open| each(&mut open.instance));
            odd.each().for_each(each);
        });
        if self.contexts.is_full() || self.calls.is_full() {
            self.forget_contexts();
        }
    }

    /// Forgets the chains of constructs that no instance belongs to.
    pub(super) fn forget_contexts(&mut self) {
        self.empty();
        let Self { contexts, calls, instances, nest, .. } = self;
        contexts.collect(instances.all.len(), |each| {
            instances.all.each().for_each(|instance| each(&mut instance.context));
            nest.open.iter_mut().for_each(|open| each(&mut open.context));
        });
        calls.collect(nest.open.len(), |each| nest.open.iter_mut().for_each(|open| each(&mut open.calls)));
    }

    #[inline(never)]
    fn empty(&mut self) {
        let rows = Rows::as_large_as(&self.rows);
        self.tables.add(Table {
            methods: self.methods,
            contexts: self.contexts.all.clone(),
            calls: self.calls.all.clone(),
            rows: std::mem::replace(&mut self.rows, rows),
        });
    }

    /// Ends the pass. Only what the sums of edges need is kept.
    pub(in crate::dependences) fn finish(self) -> Tables<'m> {
        let Self { methods, contexts, calls, rows, mut tables, .. } = self;
        tables.add(Table { methods, contexts: contexts.all, calls: calls.all, rows });
        tables
    }
}

/// Rows to be added up for each construct that their edges leave.
pub(in crate::dependences) struct Table<'m> {
    methods: Methods<'m>,
    contexts: Chains,
    calls: Chains,
    rows: Rows,
}

impl Table<'_> {
    /// Returns the sums of all edges, in the memory of an empty vector.
    pub(in crate::dependences) fn edges(mut self, room: Vec<(Key, Stat)>) -> Edges {
        expand(&mut self.rows, &self.contexts, (&self.calls, self.methods), room)
    }
}

/// Where tables are added up.
pub(in crate::dependences) enum Tables<'m> {
    Here(Gathered),
    /// In a thread of its own, which takes one after the other.
    Beside(SyncSender<Table<'m>>),
}

impl<'m> Tables<'m> {
    /// Adds a table, after all that came before.
    fn add(&mut self, table: Table<'m>) {
        match self {
            Self::Here(edges) => edges.add(|room| table.edges(room)),
            // If nobody takes it, the thread is lost, and whoever waits for it is told.
            Self::Beside(tables) => drop(tables.send(table)),
        }
    }

    /// Returns the sums of all tables that were added up here.
    pub(in crate::dependences) fn finish(self) -> Edges {
        match self {
            Self::Here(edges) => edges.finish(),
            Self::Beside(_) => Edges::default(),
        }
    }
}
