//! Constructs and their edges as report data.

use fixedbitset::FixedBitSet;
use paratrace_replay::program::{ConstructId, ConstructKind, kind_of};
use paratrace_traceformat::map::ProgramMap;
use rustc_hash::FxHashMap;

use crate::dependences::callbacks::Callbacks;
use crate::dependences::{
    DependenceTotals, Exceptions, Extent, Extents, Initializers, Key, Kind, Points, Stat, Successions,
};
use crate::model::{Construct, EdgeTotals};
use crate::ratios::ratio;

/// Constructs, edges and totals of all threads, as the report lists them.
#[derive(Debug, Default)]
pub(crate) struct Constructs {
    pub(crate) constructs: Vec<Construct>,
    pub(crate) totals: EdgeTotals,
    pub(crate) edges_left_out: u64,
}

/// Lists all constructs with at most `max_edges` of their edges, and counts the edges left out.
pub(crate) fn constructs(map: &ProgramMap, sums: &Sums, max_edges: usize) -> Constructs {
    let listed = sums.edges.iter().filter(|(key, _)| !key.kind.is_of_calls() && is_listed(map, key.construct));
    let edges: Vec<(Key, Stat)> = listed.map(|(key, stat)| (*key, *stat)).collect();
    let all = edges.len();
    let edges = most_telling(edges, max_edges);
    let edges_left_out = (all - edges.len()) as u64;
    let lister = Lister { points: Points::new(map), violating_raw: sums.violating_raw() };
    Constructs { constructs: lister.list(&sums.extents, edges), totals: sums.totals, edges_left_out }
}

/// Extents and edges, summed over all threads.
#[derive(Debug, Default)]
pub(crate) struct Sums {
    pub(crate) extents: Extents,
    pub(crate) edges: FxHashMap<Key, Stat>,
    pub(crate) exceptions: Exceptions,
    pub(crate) initializers: Initializers,
    pub(crate) callbacks: Callbacks,
    pub(crate) successions: Successions,
    /// Instructions that have read what no traced code of their thread has written.
    pub(crate) foreign: FixedBitSet,
    pub(crate) threads: usize,
    totals: EdgeTotals,
}

impl Sums {
    pub(crate) fn of<'f>(found: impl Iterator<Item = &'f DependenceTotals>) -> Self {
        let mut sums = Self::default();
        found.for_each(|thread| sums.add(thread));
        sums
    }

    fn add(&mut self, thread: &DependenceTotals) {
        for (&construct, extent) in &thread.extents {
            let sum = self.extents.entry(construct).or_default();
            sum.instances += extent.instances;
            sum.duration += extent.duration;
        }
        for (key, stat) in &thread.edges {
            self.edges.entry(*key).and_modify(|sum| sum.add(stat)).or_insert(*stat);
        }
        self.exceptions.add(&thread.exceptions);
        self.initializers.add(&thread.initializers);
        self.callbacks.add(&thread.callbacks);
        self.successions.add(&thread.successions);
        self.foreign.grow(thread.foreign.len());
        self.foreign.union_with(&thread.foreign);
        self.threads += 1;
        self.totals.raw += thread.totals[Kind::Raw as usize];
        self.totals.war += thread.totals[Kind::War as usize];
        self.totals.waw += thread.totals[Kind::Waw as usize];
    }

    /// Counts the violating occurrences of RAW edges per construct.
    fn violating_raw(&self) -> FxHashMap<ConstructId, u64> {
        let mut counts = FxHashMap::default();
        for (key, stat) in self.edges.iter().filter(|(key, stat)| key.kind == Kind::Raw && stat.violations > 0) {
            *counts.entry(key.construct).or_insert(0) += stat.violations;
        }
        counts
    }
}

/// Returns whether reports list a construct.
fn is_listed(map: &ProgramMap, construct: ConstructId) -> bool {
    kind_of(map, construct).0 != ConstructKind::Callback
}

/// Keeps at most `max` edges: violating ones first, RAW before the others, then those that occur most often.
fn most_telling(mut edges: Vec<(Key, Stat)>, max: usize) -> Vec<(Key, Stat)> {
    if edges.len() > max {
        let rank = |(key, stat): &(Key, Stat)| (stat.violations == 0, key.kind, u64::MAX - stat.count, *key);
        edges.select_nth_unstable_by_key(max, rank);
        edges.truncate(max);
    }
    edges
}

struct Lister<'m> {
    points: Points<'m>,
    violating_raw: FxHashMap<ConstructId, u64>,
}

impl Lister<'_> {
    /// Lists the constructs, sorted by method, head and kind.
    fn list(&self, extents: &Extents, edges: Vec<(Key, Stat)>) -> Vec<Construct> {
        let mut by_construct: FxHashMap<ConstructId, Vec<(Key, Stat)>> = FxHashMap::default();
        for (key, stat) in edges {
            by_construct.entry(key.construct).or_default().push((key, stat));
        }
        let listed = extents.iter().filter(|(number, _)| is_listed(self.points.map, **number));
        let all = listed.map(|(&number, extent)| {
            let edges = by_construct.remove(&number).unwrap_or_default();
            self.construct(number, extent, edges)
        });
        let mut constructs: Vec<Construct> = all.collect();
        constructs.sort_by(|a, b| (&a.method, a.head_pc, a.kind).cmp(&(&b.method, b.head_pc, b.kind)));
        constructs
    }

    fn construct(&self, number: ConstructId, extent: &Extent, mut edges: Vec<(Key, Stat)>) -> Construct {
        let map = self.points.map;
        let (kind, method, head_pc) = self.points.head(number);
        edges.sort_unstable_by_key(|(key, _)| (key.kind, key.head, key.tail));
        Construct {
            method: map.method_name(method),
            kind,
            head_pc: u32::from(head_pc),
            file: self.points.file(method),
            line: self.points.line(method, head_pc),
            instances: extent.instances,
            duration_total: extent.duration,
            duration_mean: ratio(extent.duration, extent.instances),
            violating_raw: self.violating_raw.get(&number).copied().unwrap_or(0),
            edges: edges.iter().map(|(key, stat)| self.points.edge(key, stat)).collect(),
        }
    }
}
