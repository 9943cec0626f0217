//! Assembly of the report from the results of the passes.

mod blind;
mod callees;
mod coverage;
mod identity;
mod in_threads;

use paratrace_traceformat::map::MethodId;
use std::collections::{BTreeMap, BTreeSet};

use paratrace_replay::program::{Index, RegionId};
use paratrace_replay::replay::{Identities, ReplayStats, Stop};

use crate::advice::{Callbacks, candidates, leaks};
use crate::communication::{MeasuredFlows, communication};
use crate::dependences::{DependenceSums, DependenceTotals, constructs};
use crate::depths::{Census, RegionCount, Sums, Totals};
use crate::input::judge;
use crate::model::{Call, Completeness, Coverage, Program, Report, RowsLeftOut, SCHEMA, Thread};
use crate::options::Options;
use crate::ratios::ratio;
use blind::blind;
use callees::opaque_callee;
use coverage::coverage;
use in_threads::ThreadedMethods;

/// The results for one thread.
pub(crate) struct ThreadResult {
    pub(crate) census: Census,
    pub(crate) sums: Sums,
    /// Constructs and edges, if they were asked for.
    pub(crate) distances: Option<DependenceTotals>,
    pub(crate) stats: ReplayStats,
    pub(crate) stop: Stop,
}

type Calls = BTreeMap<(String, String), u64>;

/// Assembles the report. `results` has id, name and results of each thread.
pub(crate) fn assemble(
    index: &Index<'_>,
    mut completeness: Completeness,
    mut results: Vec<(u64, String, ThreadResult)>,
    flows: Option<MeasuredFlows>,
    options: &Options<'_>,
) -> Report {
    let totals = totals(index, &results, options.cores());
    for (id, name, result) in &results {
        judge(&mut completeness, (*id, name), &result.stop, &result.stats, result.sums.saturated);
    }
    completeness.unmeasured_regions = totals.counts.iter().map(|count| count.unmeasured).sum();
    if completeness.unmeasured_regions > 0 {
        let levels = results.iter().map(|(_, _, result)| result.census.levels()).min().unwrap_or(0);
        let count = completeness.unmeasured_regions;
        completeness.notes.push(format!("regions deeper than {levels} levels: not measured: {count}"));
    }
    let identities = identities(&results);
    completeness.identity = identity::identity(&identities);
    completeness.notes.extend(identity::note(&identities));
    let calls_made: Vec<(MethodId, MethodId)> =
        results.iter().flat_map(|r| r.2.stats.calls.keys().chain(r.2.stats.callbacks.keys()).copied()).collect();
    let uncertain = identities.uncertain(&calls_made);
    let threads: Vec<Thread> = results.iter().map(|(id, name, result)| thread(*id, name, result)).collect();
    let critical_path = threads.iter().map(|t| t.critical_path).max().unwrap_or(0);
    let free = threads.iter().map(|t| t.critical_path_without_induction).max().unwrap_or(0);
    let sums = DependenceSums::of(results.iter_mut().filter_map(|(_, _, result)| result.distances.take()));
    let runs: Vec<&ThreadResult> = results.iter().map(|(_, _, result)| result).collect();
    let threaded = ThreadedMethods::of(index.map, &runs);
    let is_in_threads = |region: RegionId| threaded.contain(index.map, region, &runs);
    let leaks = results.len() > 1 || leaks(index.map, totals.own_nodes.keys().copied(), called_back(&runs));
    let back = callbacks(&runs);
    let candidates = candidates(&totals, &sums, &uncertain, &is_in_threads, leaks, back, options.threads);
    let constructs = constructs(index.map, &sums, &candidates, options.edges);
    let names: Vec<String> = results.iter().map(|(id, name, _)| format!("{name} ({id})")).collect();
    let lists = options.communication.unwrap_or_default();
    let (communication, communication_totals) =
        flows.map(|flows| communication(index.map, &flows, &names, &lists)).unzip();
    Report {
        schema: SCHEMA.to_owned(),
        program: Program::default(),
        opening: Vec::new(),
        coverage: Coverage { blind: blind(index, results.iter().map(|r| &r.2.stats)), ..coverage(index.map) },
        nodes: totals.nodes,
        critical_path,
        critical_path_without_induction: free,
        parallelism: ratio(totals.nodes, critical_path),
        parallelism_without_induction: ratio(totals.nodes, free),
        threads,
        loops: totals.loops(),
        methods: totals.methods(),
        candidates,
        in_threads: threaded.listed(index.map, &runs, totals.nodes),
        constructs: constructs.constructs,
        edges_left_out: constructs.edges_left_out,
        left_out: RowsLeftOut::default(),
        edge_totals: constructs.totals,
        communication: communication.unwrap_or_default(),
        communication_totals: communication_totals.unwrap_or_default(),
        plans: Vec::new(),
        simulated: None,
        calls: calls(index, results.iter().flat_map(|r| &r.2.stats.calls)),
        opaque_calls: opaque_calls(index, &results),
        callbacks: calls(index, results.iter().flat_map(|r| &r.2.stats.callbacks)),
        completeness,
    }
}

/// Lists the methods that untraced code called, for each method that had called it.
fn callbacks(runs: &[&ThreadResult]) -> Callbacks {
    let mut all = Callbacks::default();
    let calls: BTreeSet<_> = runs.iter().flat_map(|run| run.stats.callbacks.keys().copied()).collect();
    calls.into_iter().for_each(|(caller, callee)| all.entry(caller).or_default().push(callee));
    all
}

/// Lists the methods that untraced code called.
fn called_back<'r>(runs: &'r [&ThreadResult]) -> impl Iterator<Item = MethodId> + 'r {
    runs.iter().flat_map(|run| run.stats.callbacks.keys().map(|&(_, callee)| callee))
}

fn identities(results: &[(u64, String, ThreadResult)]) -> Identities {
    let mut all = Identities::default();
    results.iter().for_each(|(_, _, result)| all.add(&result.stats.identities));
    all
}

fn totals<'a>(index: &Index<'a>, results: &[(u64, String, ThreadResult)], cores: u32) -> Totals<'a> {
    let regions = index.map.methods.len() + index.map.loops.len();
    let mut totals = Totals {
        map: index.map,
        counts: vec![RegionCount::default(); regions],
        sums: Sums { regions: vec![Default::default(); regions], ..Sums::default() },
        own_nodes: BTreeMap::new(),
        nodes: 0,
        cores,
    };
    for (_, _, result) in results {
        for (total, count) in totals.counts.iter_mut().zip(&result.census.regions) {
            total.add(count);
        }
        totals.sums.add(&result.sums);
        totals.nodes += result.stats.nodes;
        for (&method, &nodes) in &result.stats.own_nodes {
            *totals.own_nodes.entry(method).or_insert(0) += nodes;
        }
    }
    totals
}

fn thread(id: u64, name: &str, result: &ThreadResult) -> Thread {
    let critical_path = u64::from(result.sums.critical_path.unwrap_or(0));
    Thread {
        id,
        name: name.to_owned(),
        nodes: result.stats.nodes,
        critical_path,
        critical_path_without_induction: u64::from(result.sums.free_induction.unwrap_or(0)),
        parallelism: ratio(result.stats.nodes, critical_path),
    }
}

fn calls<'r>(index: &Index<'_>, counts: impl Iterator<Item = (&'r (MethodId, MethodId), &'r u64)>) -> Vec<Call> {
    let mut calls = Calls::new();
    for (&(caller, callee), &count) in counts {
        let key = (index.map.method_name(caller), index.map.method_name(callee));
        *calls.entry(key).or_insert(0) += count;
    }
    listed(calls)
}

fn opaque_calls(index: &Index<'_>, results: &[(u64, String, ThreadResult)]) -> Vec<Call> {
    let mut calls = Calls::new();
    for (&(caller, site, class), &count) in results.iter().flat_map(|r| &r.2.stats.opaque) {
        let callee = opaque_callee(index, &index.map.sites[site as usize], class);
        *calls.entry((index.map.method_name(caller), callee)).or_insert(0) += count;
    }
    listed(calls)
}

fn listed(calls: Calls) -> Vec<Call> {
    calls.into_iter().map(|((caller, callee), count)| Call { caller, callee, count }).collect()
}
