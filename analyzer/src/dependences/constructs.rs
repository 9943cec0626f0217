//! Constructs and their edges as report data.

use paratrace_replay::program::{ConstructId, ConstructKind, kind_of};
use paratrace_traceformat::map::ProgramMap;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::dependences::telling::{most_telling, rank};
use crate::dependences::{DependenceSums, Edges, Extent, Extents, Key, Kind, Points, Stat};
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
pub(crate) fn constructs(
    map: &ProgramMap,
    sums: &DependenceSums,
    candidates: &[Candidate],
    edges: Listed,
) -> Constructs {
    let listed = sums.edges.iter().filter(|(key, _)| !key.kind.is_of_calls() && is_listed(map, key.construct));
    let all: Vec<(&Key, &Stat)> = listed.collect();
    let lister = Lister { points: Points::new(map), violating_raw: violating_raw(&sums.edges) };
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
    let [raw, war, waw] = [Kind::Raw, Kind::War, Kind::Waw].map(|kind| sums.totals[kind as usize]);
    Constructs { constructs: lister.list(&sums.extents, own), totals: EdgeTotals { raw, war, waw }, edges_left_out }
}

/// Counts the violating occurrences of RAW edges per construct.
fn violating_raw(edges: &Edges) -> FxHashMap<ConstructId, u64> {
    let mut counts = FxHashMap::default();
    for (key, stat) in edges.iter().filter(|(key, stat)| key.kind == Kind::Raw && stat.violations > 0) {
        *counts.entry(key.construct).or_insert(0) += stat.violations;
    }
    counts
}

/// The edges of one construct.
#[derive(Debug, Default)]
struct Own {
    /// Number of all of them.
    all: u64,
    listed: Vec<(Key, Stat)>,
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
            file: self.points.file(method, head_pc),
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
