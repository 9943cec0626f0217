//! The end of the forward pass, and what both passes find.

use std::mem;

use paratrace_replay::base::pages::Pages;
use paratrace_replay::base::sparse_set::SparseSet;
use paratrace_replay::program::ConstructId;
use paratrace_traceformat::map::InstructionId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Forward;
use crate::dependences::callbacks::Callbacks;
use crate::dependences::edges::{Edges, Gathered, KINDS, Key, Stat};
use crate::dependences::exceptions::Exceptions;
use crate::dependences::held::Held;
use crate::dependences::initializers::{During, Spans};
use crate::dependences::leaving::Tables;
use crate::dependences::plan::{Planned, Plans};
use crate::dependences::successions::Successions;

/// Number of instances of a construct, and their total duration in nodes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) instances: u64,
    pub(crate) duration: u64,
}

/// Extents of all constructs that had an instance.
pub(crate) type Extents = FxHashMap<ConstructId, Extent>;

/// Results of a finished forward pass.
pub(in crate::dependences) struct Finished<'m> {
    pub(in crate::dependences) found: DependenceSums,
    /// Edges within paths, with their sums.
    pub(in crate::dependences) fixed: Vec<(Key, Stat)>,
    pub(in crate::dependences) plans: Plans,
    /// Number of nodes of the thread.
    pub(in crate::dependences) nodes: u64,
    /// The objects that untraced code may hold in the end.
    pub(in crate::dependences) held: Held,
    /// When class initialisers ran.
    pub(in crate::dependences) spans: Spans,
    pub(in crate::dependences) tables: Tables<'m>,
}

/// Sums of both passes, over one thread or several.
#[derive(Debug, Default)]
pub(crate) struct DependenceSums {
    pub(crate) extents: Extents,
    /// Number of edges of each kind, whether they leave a construct or not.
    pub(crate) totals: [u64; KINDS],
    /// Static edges that leave constructs.
    pub(crate) edges: Edges,
    pub(crate) exceptions: Exceptions,
    pub(crate) during: During,
    pub(crate) callbacks: Callbacks,
    pub(crate) successions: Successions,
    /// Instructions that have read what no traced code of their thread has written.
    pub(crate) foreign: SparseSet,
    /// Instructions that were executed.
    pub(crate) executed: SparseSet,
    /// Instructions behind which control has gone elsewhere than to the next one, or a path has ended.
    pub(crate) turned: SparseSet,
    /// Writer and reader of the RAW edges that leave no construct.
    pub(crate) within: FxHashSet<(InstructionId, InstructionId)>,
    pub(crate) threads: usize,
}

/// Sums over threads that come one after the other. There may be thousands, each with few edges.
#[derive(Debug, Default)]
pub(crate) struct SumsOfThreads {
    /// All but the edges.
    sums: DependenceSums,
    edges: Gathered,
}

impl SumsOfThreads {
    /// Adds those of the next thread.
    pub(crate) fn add(&mut self, mut next: DependenceSums) {
        let edges = mem::take(&mut next.edges);
        self.edges.add(|_| edges);
        self.sums.add(next);
    }

    /// Returns the sums of all threads.
    pub(crate) fn finish(self) -> DependenceSums {
        DependenceSums { edges: self.edges.finish(), ..self.sums }
    }
}

impl DependenceSums {
    /// Adds all but the edges of another thread.
    fn add(&mut self, next: Self) {
        for (&construct, extent) in &next.extents {
            let sum = self.extents.entry(construct).or_default();
            sum.instances += extent.instances;
            sum.duration += extent.duration;
        }
        self.totals.iter_mut().zip(next.totals).for_each(|(sum, more)| *sum += more);
        self.exceptions.add(&next.exceptions);
        self.during.extend(next.during);
        self.callbacks.add(&next.callbacks);
        self.successions.add(&next.successions);
        self.foreign.union_with(&next.foreign);
        self.executed.union_with(&next.executed);
        self.turned.union_with(&next.turned);
        self.within.extend(next.within);
        self.threads += next.threads;
    }
}

impl<'m> Forward<'m> {
    /// Ends the pass. Adds the fixed sums of all paths, multiplied by their executions.
    pub(in crate::dependences) fn finish(mut self) -> Finished<'m> {
        let (mut fixed, mut exceptions): (FxHashMap<Key, Stat>, _) = (FxHashMap::default(), Exceptions::default());
        let (mut ran, mut turned) = (SparseSet::default(), SparseSet::default());
        for Planned { plan, executed, .. } in self.plans.each().filter(|planned| planned.executed > 0) {
            let times = *executed;
            for (total, &once) in self.totals.iter_mut().zip(&plan.fixed.totals) {
                *total += times * once;
            }
            exceptions.add_paths(&plan.fixed, times);
            for insns in &plan.fixed.ran {
                ran.insert_range(insns.start as usize..insns.end as usize);
                turned.insert(insns.end as usize - 1);
            }
            for (key, stat) in &plan.fixed.edges {
                fixed.entry(*key).or_insert(Stat::NONE).add(&stat.times(times));
            }
            for &(construct, instances, nodes) in &plan.fixed.extents {
                let extent = self.extents.at(construct.number() as usize);
                extent.instances += times * instances;
                extent.duration += times * nodes;
            }
        }
        let (spans, during) = self.initializers.finish(self.time);
        let found = DependenceSums {
            extents: occurring(&self.extents),
            totals: self.totals,
            edges: Edges::default(),
            exceptions,
            during,
            callbacks: self.callbacks.found,
            successions: self.successions,
            foreign: self.foreign,
            executed: ran,
            turned,
            within: self.within.finish(),
            // A thread may have run nothing but code that is not looked at.
            threads: usize::from(self.time > 0),
        };
        Finished {
            found,
            fixed: fixed.into_iter().collect(),
            plans: self.plans,
            nodes: self.time,
            held: self.held,
            spans,
            tables: self.leaving.finish(),
        }
    }
}

/// Returns the extents of the constructs that had an instance.
fn occurring(extents: &Pages<Extent>) -> Extents {
    let occurring = extents.each().filter(|(_, extent)| extent.instances > 0);
    occurring.map(|(number, &extent)| (ConstructId::new(number as u32), extent)).collect()
}
