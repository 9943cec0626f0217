//! Methods that run in several threads already, and what runs inside them: no candidates.

use std::collections::{BTreeMap, BTreeSet};

use paratrace_replay::program::{RegionId, line, source_file};
use paratrace_replay::replay::ReplayStats;
use paratrace_traceformat::map::{MethodId, ProgramMap};
use rustc_hash::FxHashMap;

use crate::depths::{ByRegion, RegionCount};
use crate::model::InThreads;
use crate::ratios::ratio;

/// Share of a region's nodes in other threads that makes it one of them. The thread that waits for the others often helps.
const MUCH: f64 = 0.25;

/// Least share of a method's nodes in other threads than the one that runs most of it. With less the method runs in one thread: the
/// others add hardly anything to what it could gain.
const LEAST_IN_OTHERS: f64 = 0.05;

/// Number of times that a method begins in each thread, on average, from which on it is a task of a pool: how many of them a thread
/// gets is chance.
const TASKS_OF_POOL: u64 = 3;

/// What one thread ran.
pub(super) struct Ran {
    nodes: u64,
    /// Methods of the program that no traced code of the thread called, ascending; nor code of the program, if that of a traced JDK
    /// begins the thread.
    roots: Box<[MethodId]>,
    /// Methods of the program that untraced code called, or code of the JDK, ascending.
    called_back: Box<[MethodId]>,
    /// How often each of both began, ascending.
    begun: Box<[(MethodId, u64)]>,
    /// The nodes of each region that it ran, ascending.
    regions: Box<[(RegionId, u64)]>,
}

impl Ran {
    /// Takes what is kept of the counts of a thread.
    pub(super) fn of(map: &ProgramMap, regions: &ByRegion<RegionCount>, stats: &ReplayStats) -> Self {
        let of_jdk = |method: MethodId| map.is_of_jdk(&map.methods[method.index()]);
        let by_jdk = stats.calls.keys().filter(|&&(caller, _)| of_jdk(caller));
        let called_back = stats.callbacks.keys().chain(by_jdk).map(|&(_, callee)| callee);
        let mut times: BTreeMap<MethodId, u64> = stats.roots.iter().map(|(&method, &times)| (method, times)).collect();
        let counted = stats.calls.iter().filter(|&(&(caller, _), _)| of_jdk(caller)).chain(&stats.callbacks);
        counted.for_each(|(&(_, callee), &number)| *times.entry(callee).or_insert(0) += number);
        let called_back: BTreeSet<MethodId> = called_back.filter(|&method| !of_jdk(method)).collect();
        let (begun, mut roots): (BTreeSet<_>, BTreeSet<_>) = stats.roots.keys().partition(|&&method| of_jdk(method));
        if !begun.is_empty() {
            // `Thread.run`, or the worker of a pool. Which of the program's methods it calls first is not known here.
            roots.extend(&called_back);
        }
        let with_nodes = regions.each().filter(|(_, count)| count.outermost > 0);
        Self {
            nodes: stats.nodes,
            roots: roots.into_iter().collect(),
            called_back: called_back.into_iter().collect(),
            begun: times.into_iter().collect(),
            regions: with_nodes.map(|(region, count)| (region, count.outermost)).collect(),
        }
    }

    /// Lists the methods that the thread runs as roots or as callbacks, each once.
    fn started(&self) -> impl Iterator<Item = MethodId> {
        let others = self.called_back.iter().filter(|method| self.roots.binary_search(method).is_err());
        self.roots.iter().chain(others).copied()
    }

    fn times(&self, method: MethodId) -> u64 {
        let at = self.begun.binary_search_by_key(&method, |&(begun, _)| begun);
        at.map_or(0, |at| self.begun[at].1)
    }

    fn nodes_of(&self, method: MethodId) -> u64 {
        let at = self.regions.binary_search_by_key(&RegionId::of_method(method), |&(region, _)| region);
        at.map_or(0, |at| self.regions[at].1)
    }

    /// Returns the share of the thread's nodes inside the methods, 0 to 1; 0 if none of them is its root. They hardly run inside
    /// one another, and of callbacks nobody knows here what is around them.
    fn share(&self, methods: &BTreeSet<MethodId>) -> f64 {
        let roots = self.roots.iter().filter(|method| methods.contains(method));
        let inside: u64 = roots.map(|&method| self.nodes_of(method)).sum();
        ratio(inside, self.nodes).min(1.0)
    }
}

/// The methods that several threads run, as roots or as callbacks, one of them as its root.
pub(crate) struct ThreadedMethods {
    methods: BTreeSet<MethodId>,
    /// The nodes of each region inside these methods, and of all.
    inside: FxHashMap<RegionId, (f64, f64)>,
}

impl ThreadedMethods {
    pub(super) fn of(map: &ProgramMap, threads: &[Ran]) -> Self {
        // The first thread runs `main`.
        let mut number: BTreeMap<MethodId, usize> = BTreeMap::new();
        threads.iter().flat_map(Ran::started).for_each(|method| *number.entry(method).or_insert(0) += 1);
        let beside: BTreeSet<MethodId> =
            threads.iter().skip(1).flat_map(|thread| thread.roots.iter().copied()).collect();
        let is_code = |method: &MethodId| map.methods[method.index()].name != "<clinit>";
        let methods: BTreeSet<MethodId> =
            beside.into_iter().filter(|method| number[method] > 1).filter(is_code).collect();
        let methods: BTreeSet<MethodId> = methods.into_iter().filter(|&method| is_shared(threads, method)).collect();
        let mut inside: FxHashMap<RegionId, (f64, f64)> = FxHashMap::default();
        for thread in threads.iter().filter(|_| !methods.is_empty()) {
            let share = thread.share(&methods);
            for &(region, nodes) in &thread.regions {
                let sums = inside.entry(region).or_default();
                *sums = (sums.0 + nodes as f64 * share, sums.1 + nodes as f64);
            }
        }
        Self { methods, inside }
    }

    /// Returns whether tasks of a region run in several threads already: it is one of the methods, or much of it runs inside them.
    pub(crate) fn contain(&self, map: &ProgramMap, region: RegionId) -> bool {
        if self.methods.iter().any(|&method| RegionId::of_method(method) == region && region.is_method(map)) {
            return true;
        }
        self.inside.get(&region).is_some_and(|&(inside, all)| inside > all * MUCH)
    }

    /// Lists the methods for the report, those with most nodes first.
    pub(super) fn listed(&self, map: &ProgramMap, threads: &[Ran], all: u64) -> Vec<InThreads> {
        let mut listed: Vec<InThreads> =
            self.methods.iter().map(|&method| in_threads(map, method, threads, all)).collect();
        listed.sort_by(|a, b| b.nodes.cmp(&a.nodes).then_with(|| a.method.cmp(&b.method)));
        listed
    }
}

/// Returns whether more than one thread does a part of a method's work.
fn is_shared(threads: &[Ran], method: MethodId) -> bool {
    let own = || threads.iter().map(|thread| thread.nodes_of(method));
    let (all, most) = (own().sum::<u64>(), own().max().unwrap_or(0));
    let number = own().filter(|&nodes| nodes > 0).count() as u64;
    let are_tasks = threads.iter().map(|thread| thread.times(method)).sum::<u64>() >= TASKS_OF_POOL * number;
    are_tasks || ratio(all - most, all) >= LEAST_IN_OTHERS
}

fn in_threads(map: &ProgramMap, method: MethodId, threads: &[Ran], all: u64) -> InThreads {
    let own: Vec<u64> = threads.iter().map(|thread| thread.nodes_of(method)).filter(|&nodes| nodes > 0).collect();
    let sum: u64 = own.iter().sum();
    let most = own.iter().copied().max().unwrap_or(0);
    InThreads {
        method: map.method_name(method),
        file: source_file(map, method, 0),
        line: line(map, method, 0),
        threads: own.len() as u64,
        nodes: sum,
        share: ratio(sum, all),
        balance: ratio(sum, most * own.len() as u64),
    }
}
