//! Constructs and their edges as report data.

use fixedbitset::FixedBitSet;
use paratrace_replay::program::{ConstructId, ConstructKind, kind_of};
use paratrace_traceformat::map::{InstructionId, ProgramMap};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::dependences::callbacks::Callbacks;
use crate::dependences::telling::{most_telling, rank};
use crate::dependences::{
    DependenceTotals, During, Edges, Exceptions, Extent, Extents, Key, Kind, Points, Stat, Successions,
};
use crate::limits::Listed;
use crate::model::{Candidate, CandidateKind, Construct, EdgeTotals};
use crate::ratios::ratio;

/// Constructs, edges and totals of all threads, as the report lists them.
#[derive(Debug, Default)]
pub(crate) struct Constructs {
    pub(crate) constructs: Vec<Construct>,
    pub(crate) totals: EdgeTotals,
    pub(crate) edges_left_out: u64,
}

/// Lists all constructs with so many of their edges, and counts the edges left out. Edges of `candidates` come first.
pub(crate) fn constructs(map: &ProgramMap, sums: &Sums, candidates: &[Candidate], edges: Listed) -> Constructs {
    let listed = sums.edges.iter().filter(|(key, _)| !key.kind.is_of_calls() && is_listed(map, key.construct));
    let all: Vec<(&Key, &Stat)> = listed.collect();
    let lister = Lister { points: Points::new(map), violating_raw: sums.violating_raw() };
    let listed = edges.of(all.len());
    let keys = if all.len() > listed {
        let candidates = lister.of_candidates(&sums.extents, candidates);
        most_telling(&all, |construct| rank(map, &candidates, construct), listed)
    } else {
        all.iter().map(|(key, _)| **key).collect()
    };
    let edges_left_out = (all.len() - keys.len()) as u64;
    let mut own: FxHashMap<ConstructId, Own> = FxHashMap::default();
    all.iter().for_each(|(key, _)| own.entry(key.construct).or_default().all += 1);
    for key in keys {
        own.entry(key.construct).or_default().listed.push((key, sums.edges.get(&key)));
    }
    Constructs { constructs: lister.list(&sums.extents, own), totals: sums.totals, edges_left_out }
}

/// The edges of one construct.
#[derive(Debug, Default)]
struct Own {
    /// Number of all of them.
    all: u64,
    listed: Vec<(Key, Stat)>,
}

/// Extents and edges, summed over all threads.
#[derive(Debug, Default)]
pub(crate) struct Sums {
    pub(crate) extents: Extents,
    pub(crate) edges: Edges,
    pub(crate) exceptions: Exceptions,
    pub(crate) during: During,
    pub(crate) callbacks: Callbacks,
    pub(crate) successions: Successions,
    /// Instructions that have read what no traced code of their thread has written.
    pub(crate) foreign: FixedBitSet,
    /// Writer and reader of the RAW edges that leave no construct.
    pub(crate) within: FxHashSet<(InstructionId, InstructionId)>,
    pub(crate) threads: usize,
    totals: EdgeTotals,
}

impl Sums {
    /// Adds those of the next thread.
    pub(crate) fn add(&mut self, thread: DependenceTotals) {
        for (&construct, extent) in &thread.extents {
            let sum = self.extents.entry(construct).or_default();
            sum.instances += extent.instances;
            sum.duration += extent.duration;
        }
        self.edges.add(thread.edges);
        self.exceptions.add(&thread.exceptions);
        self.during.extend(thread.during);
        self.callbacks.add(&thread.callbacks);
        self.successions.add(&thread.successions);
        self.foreign.grow(thread.foreign.len());
        self.foreign.union_with(&thread.foreign);
        self.within.extend(thread.within);
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

struct Lister<'m> {
    points: Points<'m>,
    violating_raw: FxHashMap<ConstructId, u64>,
}

impl Lister<'_> {
    /// Finds the constructs of candidates.
    fn of_candidates(&self, extents: &Extents, candidates: &[Candidate]) -> FxHashSet<ConstructId> {
        let named: FxHashSet<_> =
            candidates.iter().map(|found| (found.kind, found.method.as_str(), found.pc)).collect();
        let is_of_one = |construct: &ConstructId| {
            let (kind, method, pc) = self.points.head(*construct);
            let kind = match kind {
                ConstructKind::Iteration => CandidateKind::Loop,
                ConstructKind::Method => CandidateKind::Call,
                _ => return false,
            };
            named.contains(&(kind, self.points.map.method_name(method).as_str(), u32::from(pc)))
        };
        extents.keys().copied().filter(is_of_one).collect()
    }

    /// Lists the constructs, sorted by method, head and kind.
    fn list(&self, extents: &Extents, mut own: FxHashMap<ConstructId, Own>) -> Vec<Construct> {
        let listed = extents.iter().filter(|(number, _)| is_listed(self.points.map, **number));
        let all =
            listed.map(|(&number, extent)| self.construct(number, extent, own.remove(&number).unwrap_or_default()));
        let mut constructs: Vec<Construct> = all.collect();
        constructs.sort_by(|a, b| (&a.method, a.head_pc, a.kind).cmp(&(&b.method, b.head_pc, b.kind)));
        constructs
    }

    fn construct(&self, number: ConstructId, extent: &Extent, own: Own) -> Construct {
        let Own { all, listed: mut edges } = own;
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
            edges_left_out: all - edges.len() as u64,
        }
    }
}
