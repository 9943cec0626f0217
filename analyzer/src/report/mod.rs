//! Assembly of the report from the results of the passes.

mod advised;
mod blind;
mod callees;
mod coverage;
mod gathered;
mod identity;
mod in_threads;
mod object_races;

pub(crate) use advised::OfProgram;
pub(crate) use gathered::{Gathered, ThreadResult};

use std::collections::BTreeMap;

use paratrace_replay::events::name_of_unnamed;
use paratrace_replay::program::{Index, RegionId};
use paratrace_replay::replay::ReplayStats;
use paratrace_traceformat::map::{MethodId, ProgramMap};

use crate::advice::{Followed, WithJdk};
use crate::communication::{MeasuredFlows, communication};
use crate::dependences::{DependenceSums, Points, constructs};
use crate::depths::{JoinedPath, Totals};
use crate::false_sharing::false_sharing;
use crate::handovers::{Handovers, pairs};
use crate::locks::{LockPass, locks};
use crate::model::{
    Call, CheckThenAct, CommunicationTotals, Completeness, Coverage, Part, Program, Report, RowsLeftOut, SCHEMA,
    Thread, ViaKind, WithSynchronization,
};
use crate::options::Options;
use crate::races::{Interrupted, Races};
use crate::ratios::ratio;
use advised::advised;
use blind::blind;
use callees::opaque_callee;
use coverage::coverage;
use in_threads::ThreadedMethods;
use object_races::object_races;

type Calls = BTreeMap<(String, String), u64>;

/// Assembles the report from what was gathered of all threads, without the parts that are left out. Communication is added by
/// [`add_flows`]. `program` is what the program did by itself, if the JDK was traced, too.
pub(crate) fn assemble(
    index: &Index<'_>,
    gathered: Gathered<'_>,
    program: Option<&OfProgram<'_>>,
    options: &Options<'_>,
    left_out: &[Part],
) -> Report {
    let Gathered { totals, mut completeness, levels, stats, dependences, threads, ran } = gathered;
    let mut sums = dependences.finish();
    if left_out.contains(&Part::Dependences) {
        // Some threads may have them.
        sums = DependenceSums::default();
    }
    completeness.unmeasured_regions = totals.counts.each().map(|(_, count)| count.unmeasured).sum();
    if completeness.unmeasured_regions > 0 {
        let count = completeness.unmeasured_regions;
        completeness.notes.push(format!("regions deeper than {levels} levels: not measured: {count}"));
    }
    completeness.identity = identity::identity(&stats.identities);
    completeness.notes.extend(identity::note(&stats.identities));
    let critical_path = threads.iter().map(|t| t.critical_path).max().unwrap_or(0);
    let free = threads.iter().map(|t| t.critical_path_without_induction).max().unwrap_or(0);
    let threaded = ThreadedMethods::of(index.map, &ran);
    let is_in_threads = |region: RegionId| threaded.contain(index.map, region);
    let (mut candidates, totals) = match program {
        None => (advised((&totals, &sums, &stats), &is_in_threads, threads.len(), None, options), totals),
        Some(program) => {
            let own = Totals { map: program.map, ..totals };
            let followed = Followed::new(index, &stats);
            // What is missing in the trace may be where calls of the JDK met.
            let with_jdk =
                completeness.complete.then_some(WithJdk { map: index.map, sums: &sums, followed: &followed });
            let of_program = (&own, &program.dependences, &program.stats);
            let threads = program.dependences.threads;
            let candidates = advised(of_program, &is_in_threads, threads, with_jdk, options);
            (candidates, Totals { map: index.map, ..own })
        }
    };
    let candidates_left_out = candidates.len().saturating_sub(totals.listed.candidates) as u64;
    candidates.truncate(totals.listed.candidates);
    // Only advice tells edges from initialisers apart.
    sums.edges.keep_apart(|_| false);
    let constructs = constructs(index.map, &sums, &candidates, options.edges);
    Report {
        schema: SCHEMA.to_owned(),
        program: Program::default(),
        opening: Vec::new(),
        coverage: Coverage { blind: blind(index, &stats), ..coverage(index.map, stats.counted) },
        nodes: totals.nodes,
        critical_path,
        critical_path_without_induction: free,
        across_threads: threads.len() <= 1,
        with_synchronization: None,
        parallelism: ratio(totals.nodes, critical_path),
        parallelism_without_induction: ratio(totals.nodes, free),
        threads,
        loops: totals.loops(),
        methods: totals.methods(),
        candidates,
        in_threads: threaded.listed(index.map, &ran, totals.nodes),
        constructs: constructs.constructs,
        edges_left_out: constructs.edges_left_out,
        left_out: RowsLeftOut { candidates: candidates_left_out, ..RowsLeftOut::default() },
        left_out_for_memory: left_out.to_vec(),
        edge_totals: constructs.totals,
        communication: Vec::new(),
        communication_totals: CommunicationTotals::default(),
        plans: Vec::new(),
        simulated: None,
        handovers: Vec::new(),
        races: None,
        object_races: None,
        lost_updates: None,
        checks_then_acts: None,
        handover_reads_left_out: 0,
        false_sharing: Vec::new(),
        false_sharing_lines_left_out: 0,
        locks: Vec::new(),
        locks_left_out: 0,
        calls: calls(index, &stats.calls),
        opaque_calls: opaque_calls(index, &stats),
        callbacks: calls(index, &stats.callbacks),
        completeness,
    }
}

/// Sets the critical path of the run to that of all threads together.
pub(crate) fn set_joined(report: &mut Report, path: JoinedPath) {
    report.across_threads = true;
    report.critical_path = path.critical_path;
    report.critical_path_without_induction = path.free_induction;
    report.parallelism = ratio(report.nodes, path.critical_path);
    report.parallelism_without_induction = ratio(report.nodes, path.free_induction);
    let ordered = path.ordered.filter(|_| report.threads.len() > 1);
    report.with_synchronization = ordered.map(|critical_path| {
        let parallelism = ratio(report.nodes, critical_path);
        WithSynchronization { critical_path, parallelism }
    });
}

/// Adds what threads hand to each other, and what they may pull from each other.
pub(crate) fn add_handovers(report: &mut Report, index: &Index<'_>, found: &Handovers) {
    report.handovers = pairs(index.map, &found.pairs, &names(report));
    report.handover_reads_left_out = found.reads_left_out;
    (report.false_sharing, report.false_sharing_lines_left_out) =
        false_sharing(index.map, &found.transfers, report.nodes);
}

/// Adds races, if all that orders threads is known: nothing is lacking, and each object is known for itself. Without a traced JDK, only calls of
/// objects of the library are told of.
pub(crate) fn add_races(report: &mut Report, index: &Index<'_>, found: &Races<'_>) {
    let Completeness { complete, identity, .. } = &report.completeness;
    if !*complete {
        return;
    }
    let (map, names, knows_arrays) = (index.map, names(report), identity.reused == 0);
    report.object_races = Some(object_races(map, &found.calls, &names, knows_arrays));
    if map.has_jdk() {
        let mut races = pairs(map, &found.accesses, &names);
        // An array may have the hash of another one.
        races.retain(|race| race.via.kind != ViaKind::Element || knows_arrays);
        report.races = Some(races);
        report.lost_updates = Some(pairs(map, &found.updates, &names));
        report.checks_then_acts = Some(checks_then_acts(map, &found.acts));
    }
}

/// Lists pairs of calls of a map that another thread may come between.
fn checks_then_acts(map: &ProgramMap, found: &[(Interrupted, u64)]) -> Vec<CheckThenAct> {
    let points = Points::new(map);
    let row = |&(Interrupted { pair, by }, count): &(Interrupted, u64)| CheckThenAct {
        check: points.point(pair.check),
        act: points.point(pair.act),
        by: points.point(by),
        count,
    };
    found.iter().map(row).collect()
}

/// Adds the locks, if several threads run code of the program. What they protect is told if nothing is lacking.
pub(crate) fn add_locks(report: &mut Report, found: LockPass<'_>) {
    if report.threads.iter().filter(|thread| thread.own_nodes > 0).count() > 1 {
        let Completeness { complete, identity, .. } = &report.completeness;
        (report.locks, report.locks_left_out) = locks(found, report.nodes, *complete);
        if identity.reused > 0 {
            // An array may have the hash of another one.
            report.locks.iter_mut().for_each(|lock| lock.protects.retain(|one| one.created.is_none()));
        }
    }
}

/// Returns the names of the threads, with their numbers.
fn names(report: &Report) -> Vec<String> {
    let name = |thread: &Thread| match name_of_unnamed(thread.id) {
        unnamed if unnamed == thread.name => unnamed,
        _ => format!("{} ({})", thread.name, thread.id),
    };
    report.threads.iter().map(name).collect()
}

/// Adds the communication graphs.
pub(crate) fn add_flows(report: &mut Report, index: &Index<'_>, flows: &MeasuredFlows, options: &Options<'_>) {
    let names = names(report);
    let lists = options.communication.unwrap_or_default();
    (report.communication, report.communication_totals) = communication(index.map, flows, &names, &lists);
}

fn calls<'s>(index: &Index<'_>, counts: impl IntoIterator<Item = (&'s (MethodId, MethodId), &'s u64)>) -> Vec<Call> {
    let mut calls = Calls::new();
    for (&(caller, callee), &count) in counts {
        let key = (index.map.method_name(caller), index.map.method_name(callee));
        *calls.entry(key).or_insert(0) += count;
    }
    listed(calls)
}

fn opaque_calls(index: &Index<'_>, stats: &ReplayStats) -> Vec<Call> {
    let mut calls = Calls::new();
    for (&(caller, site, class), &count) in &stats.opaque {
        let callee = opaque_callee(index, &index.map.sites[site as usize], class);
        *calls.entry((index.map.method_name(caller), callee)).or_insert(0) += count;
    }
    listed(calls)
}

fn listed(calls: Calls) -> Vec<Call> {
    calls.into_iter().map(|((caller, callee), count)| Call { caller, callee, count }).collect()
}
