//! The instances of the forward pass, and what its edges leave.

mod step_by_step;

use std::sync::mpsc::SyncSender;

use paratrace_replay::program::{ConstructId, Lifetimes};
use paratrace_traceformat::map::{InstructionId, ProgramMap};

use super::contexts::{Chains, Contexts, ROOT};
use super::expand::expand;
use super::instances::{Instance, Instances, Lasting, WHOLE_LOOP};
use super::methods::Methods;
use super::nest::{Nest, Open};
use super::odd::Odd;
use super::rows::{Carried, Row, Rows};
use super::settled::Settled;
use super::sites::{Inside, Place, Site, Sites};
use super::{Edge, OPEN};
use crate::dependences::edges::{Edges, Gathered, Key, Stat};
use crate::dependences::plan;

/// Where an edge begins: its site, and the innermost opened instance around it.
#[derive(Debug, Clone, Copy)]
pub(in crate::dependences) struct Head {
    pub(in crate::dependences) site: Site,
    pub(in crate::dependences) instance: u32,
}

/// Constructs within a head's unit that an edge leaves.
#[derive(Debug, Clone, Copy)]
struct Within {
    context: u32,
    left: u32,
    /// Number of those, from the inner end, that it does not violate.
    kept: u32,
}

/// The instances of one thread that edges may still leave, and the sums of the edges.
pub(in crate::dependences) struct LeavingForward<'m> {
    methods: Methods<'m>,
    lifetimes: &'m Lifetimes,
    contexts: Contexts<'m>,
    /// Chains of methods only.
    calls: Contexts<'m>,
    instances: Instances,
    settled: Settled,
    sites: Sites,
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
    pub(in crate::dependences) fn new((map, lifetimes): (&'m ProgramMap, &'m Lifetimes), tables: Tables<'m>) -> Self {
        let methods = Methods::new(map);
        Self {
            methods,
            lifetimes,
            contexts: Contexts::new(methods),
            calls: Contexts::new(methods),
            instances: Instances::new(),
            settled: Settled::new(),
            sites: Sites::new(map.insns.op.len() as u32),
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

    /// Adds the sites of a unit or path; returns the number of the first one.
    pub(in crate::dependences) fn add_sites(&mut self, sites: &plan::Sites) -> u32 {
        self.sites.add(sites, &mut self.contexts)
    }

    /// Returns the instruction of a site, which is not [`Site::NONE`].
    #[inline]
    pub(in crate::dependences) fn insn(&self, site: Site) -> InstructionId {
        self.sites.insn(site)
    }

    /// Counts edges for every construct that they leave, and returns whether they leave any.
    #[inline]
    pub(in crate::dependences) fn leave(&mut self, head: Head, edge: &Edge) -> bool {
        self.edges += 1;
        let place = self.sites.place(head.site, edge.from);
        if self.odd.contains(edge.from) {
            return self.step_by_step(head.instance, place, edge);
        }
        let mut within = Within { context: ROOT, left: 0, kept: 0 };
        if let Some(place) = place {
            let outermost = self.sites.get(self.sites.get(place.inside).outermost);
            if place.unit + u64::from(outermost.end) > edge.to {
                return self.leave_within(place, edge);
            }
            within = self.within(place.inside, edge.distance());
        }
        let common = *self.nest.begun_by(edge.from);
        let (mut context, mut around, mut kept, mut last) = (common.context, 0, 0, head.instance);
        if head.instance != common.instance {
            let instance = self.instances.get(head.instance);
            // The node that gives a call its parameters comes before the call.
            if instance.end <= edge.from {
                return self.step_by_step(head.instance, place, edge);
            }
            (context, around) = (instance.context, instance.depth - common.depth);
            kept = around;
            if around > 0 && within.kept == within.left {
                let lasting = self.lasting(head.instance, common.instance, edge);
                last = lasting.number;
                kept = if lasting.is_violated { instance.depth - lasting.depth } else { around };
            }
        }
        let left = within.left + around;
        if left == 0 {
            return false;
        }
        let kept = if within.kept < within.left { within.kept } else { within.left + kept };
        let calls = self.calls_at_tail((within.context, within.left), (context, around), common.calls);
        let looped = common.is_whole_loop && around > 0;
        let carried = if looped { Carried::Counted } else { Carried::No };
        let Edge { kind, head: from, tail, .. } = *edge;
        let row = Row {
            head: from,
            tail,
            inner: within.context,
            context,
            left,
            kept,
            calls,
            kind,
            carried,
            is_single: false,
        };
        let sums = self.rows.add(row, edge);
        // One iteration is the least distance: once found, no edge of the row changes it.
        if looped && sums.iterations > 1 {
            let earlier = self.instances.outermost_ended(last, edge.to).index;
            sums.carry(common.iterations - earlier, earlier, self.edges);
        }
        if self.rows.is_full() {
            self.empty();
        }
        true
    }

    /// Returns the innermost instance that an edge violates, of those from an inner one up to one that is open at the tail.
    #[inline]
    fn lasting(&mut self, inner: u32, common: u32, edge: &Edge) -> Lasting {
        if let Some(lasting) = self.settled.get((inner, common), edge.distance()) {
            return lasting;
        }
        let lasting = self.instances.lasting(inner, edge.to, edge.distance());
        let duration = self.instances.get(lasting.number).duration();
        self.settled.note((inner, common), edge.distance(), lasting, duration);
        lasting
    }

    /// Returns the constructs of a head's unit, all of which an edge leaves.
    #[inline]
    fn within(&self, inside: u32, distance: u64) -> Within {
        let innermost = self.sites.get(inside);
        let (context, left) = (innermost.context, innermost.depth);
        if self.sites.get(innermost.outermost).duration() < distance {
            return Within { context, left, kept: left };
        }
        let lasting = self.sites.outwards(inside).find(|inside| inside.duration() >= distance);
        Within { context, left, kept: lasting.map_or(left, |lasting| left - lasting.depth) }
    }

    /// The same as [`Self::leave`] of an edge within a known instance.
    fn leave_within(&mut self, Place { inside, unit }: Place, edge: &Edge) -> bool {
        let innermost = *self.sites.get(inside);
        let ended = |inside: &&Inside| unit + u64::from(inside.end) <= edge.to;
        let (mut last, mut lasting) = (innermost, None);
        for left in self.sites.outwards(inside).take_while(ended) {
            last = *left;
            lasting = lasting.or_else(|| Some(left.depth).filter(|_| left.duration() >= edge.distance()));
        }
        let common = last.parent.filter(|_| ended(&&last)).map(|parent| *self.sites.get(parent));
        let Some(common) = common.filter(|common| common.depth < innermost.depth) else { return false };
        let left = innermost.depth - common.depth;
        let kept = lasting.map_or(left, |depth| innermost.depth - depth);
        let around = self.nest.top();
        let calls = self.calls_at_tail((innermost.context, left), (around.context, 0), ROOT);
        let carried = if common.is_whole_loop { Carried::Counted } else { Carried::No };
        let Edge { kind, head, tail, .. } = *edge;
        let context = around.context;
        let row =
            Row { head, tail, inner: innermost.context, context, left, kept, calls, kind, carried, is_single: false };
        let iteration = self.sites.iteration_at(&last, edge.to - unit);
        let sums = self.rows.add(row, edge);
        if common.is_whole_loop {
            sums.carry(iteration - last.index, last.index, self.edges);
        }
        if self.rows.is_full() {
            self.empty();
        }
        true
    }

    /// Returns the methods of the open calls, if one of them may be a sibling of a call that is left: if both the head and the tail
    /// are inside of calls that are not around the other. Edges leave constructs of two chains, so many of each.
    #[inline]
    fn calls_at_tail(&mut self, inner: (u32, u32), outer: (u32, u32), common: u32) -> u32 {
        let mut calls = self.nest.top().calls;
        if calls == common && self.inside.is_empty() {
            return ROOT;
        }
        let Self { contexts, methods, .. } = self;
        let has_call = |(chain, left)| {
            contexts.outwards(chain).take(left as usize).any(|context| methods.contain(context.construct))
        };
        if !has_call(inner) && !has_call(outer) {
            return ROOT;
        }
        for &(method, _) in &self.inside {
            calls = self.calls.inside(calls, method);
        }
        calls
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
        let Self { instances, settled, nest, odd, .. } = self;
        settled.forget();
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
        let Self { contexts, calls, instances, sites, nest, .. } = self;
        contexts.collect(instances.all.len() + sites.len(), |each| {
            sites.contexts().for_each(&mut *each);
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
