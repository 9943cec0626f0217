//! Methods that run in several threads already, and what runs inside them: no candidates.

use std::collections::{BTreeMap, BTreeSet};

use paratrace_replay::program::{RegionId, line, source_file};
use paratrace_traceformat::map::{MethodId, ProgramMap};

use super::ThreadResult;
use crate::model::InThreads;
use crate::ratios::ratio;

/// Share of a region's nodes in other threads that makes it one of them. The thread that waits for the others often helps.
const MUCH: f64 = 0.25;

/// The methods that several threads run, as roots or as callbacks, one of them as its root.
pub(crate) struct ThreadedMethods {
    methods: BTreeSet<MethodId>,
    /// For each thread, the share of its nodes inside these methods, 0 to 1; 0 if none of them is its root. Of callbacks nobody knows
    /// here what is around them.
    shares: Vec<f64>,
}

impl ThreadedMethods {
    pub(crate) fn of(map: &ProgramMap, threads: &[&ThreadResult]) -> Self {
        // The first thread runs `main`.
        let roots = |thread: &ThreadResult| thread.stats.roots.keys().copied().collect::<BTreeSet<_>>();
        let started = |thread: &ThreadResult| {
            let callbacks = thread.stats.callbacks.keys().map(|&(_, callee)| callee);
            callbacks.chain(roots(thread)).collect::<BTreeSet<_>>()
        };
        let mut number: BTreeMap<MethodId, usize> = BTreeMap::new();
        threads.iter().flat_map(|thread| started(thread)).for_each(|method| *number.entry(method).or_insert(0) += 1);
        let beside: BTreeSet<MethodId> = threads.iter().skip(1).flat_map(|thread| roots(thread)).collect();
        let is_code = |method: &MethodId| map.methods[method.index()].name != "<clinit>";
        let methods: BTreeSet<MethodId> =
            beside.into_iter().filter(|method| number[method] > 1).filter(is_code).collect();
        let shares = threads.iter().map(|thread| share(thread, &methods)).collect();
        Self { methods, shares }
    }

    /// Returns whether tasks of a region run in several threads already: it is one of the methods, or much of it runs inside them.
    pub(crate) fn contain(&self, map: &ProgramMap, region: RegionId, threads: &[&ThreadResult]) -> bool {
        if self.methods.is_empty() {
            return false;
        }
        if self.methods.iter().any(|&method| RegionId::of_method(method) == region && region.is_method(map)) {
            return true;
        }
        let nodes = |thread: &ThreadResult| thread.census.regions[region.index()].outermost as f64;
        let inside: f64 = threads.iter().zip(&self.shares).map(|(thread, share)| nodes(thread) * share).sum();
        let all: f64 = threads.iter().map(|thread| nodes(thread)).sum();
        inside > all * MUCH
    }

    /// Lists the methods for the report, those with most nodes first.
    pub(crate) fn listed(&self, map: &ProgramMap, threads: &[&ThreadResult], all: u64) -> Vec<InThreads> {
        let mut listed: Vec<InThreads> =
            self.methods.iter().map(|&method| in_threads(map, method, threads, all)).collect();
        listed.sort_by(|a, b| b.nodes.cmp(&a.nodes).then_with(|| a.method.cmp(&b.method)));
        listed
    }
}

/// Returns the share of a thread's nodes inside the methods. They hardly run inside one another.
fn share(thread: &ThreadResult, methods: &BTreeSet<MethodId>) -> f64 {
    let roots = methods.iter().filter(|method| thread.stats.roots.contains_key(method));
    let inside: u64 = roots.map(|&method| nodes(thread, method)).sum();
    ratio(inside, thread.stats.nodes).min(1.0)
}

fn nodes(thread: &ThreadResult, method: MethodId) -> u64 {
    thread.census.regions[RegionId::of_method(method).index()].outermost
}

fn in_threads(map: &ProgramMap, method: MethodId, threads: &[&ThreadResult], all: u64) -> InThreads {
    let own: Vec<u64> = threads.iter().map(|thread| nodes(thread, method)).filter(|&nodes| nodes > 0).collect();
    let sum: u64 = own.iter().sum();
    let most = own.iter().copied().max().unwrap_or(0);
    InThreads {
        method: map.method_name(method),
        file: source_file(map, method),
        line: line(map, method, 0),
        threads: own.len() as u64,
        nodes: sum,
        share: ratio(sum, all),
        balance: ratio(sum, most * own.len() as u64),
    }
}
