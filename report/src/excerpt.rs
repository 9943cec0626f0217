//! The part of a report that its JSON has by default: the rows that matter, in the order of their lists, and how many there are
//! besides. Dependences, and edges between activations or call paths, are chosen when the report is made.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use paratrace_analyzer::Report;
use paratrace_analyzer::model::{
    Call, CandidateKind, Communication, Construct, ConstructKind, Coverage, FlowEdge, Granularity, LeftOut, Loop,
    MethodFigures, Partner, RowsLeftOut, Untraced,
};

use crate::limits::LISTED_ROWS;
use crate::names::NO_CODE;
use crate::numbers::plural;

/// Returns the rows of a report that matter.
#[must_use]
pub fn excerpt(report: &Report) -> Report {
    let advised = Advised::of(report);
    let mut left_out = report.left_out;
    let mut calls = |all: &[Call], left: fn(&mut RowsLeftOut) -> &mut u64| {
        counted(heaviest(all, |call| call.count, |_| false), left(&mut left_out))
    };
    let [calls, opaque_calls, callbacks] = [
        calls(&report.calls, |left| &mut left.calls),
        calls(&report.opaque_calls, |left| &mut left.opaque_calls),
        calls(&report.callbacks, |left| &mut left.callbacks),
    ];
    Report {
        loops: counted(loops(&report.loops, &advised), &mut left_out.loops),
        methods: counted(methods(&report.methods, &advised), &mut left_out.methods),
        constructs: counted(constructs(&report.constructs, &advised), &mut left_out.constructs),
        coverage: Coverage {
            untraced: counted(untraced(&report.coverage.untraced), &mut left_out.untraced),
            ..report.coverage.clone()
        },
        communication: report.communication.iter().map(communication).collect(),
        handovers: counted(heaviest(&report.handovers, |found| found.count, |_| false), &mut left_out.handovers),
        false_sharing: counted(
            heaviest(&report.false_sharing, |found| found.transfers, |_| false),
            &mut left_out.false_sharing,
        ),
        locks: counted(heaviest(&report.locks, |found| found.held_nodes, |_| false), &mut left_out.locks),
        calls,
        opaque_calls,
        callbacks,
        left_out,
        // Everything else is short.
        schema: report.schema.clone(),
        program: report.program.clone(),
        opening: report.opening.clone(),
        completeness: report.completeness.clone(),
        threads: report.threads.clone(),
        candidates: report.candidates.clone(),
        races: report.races.clone(),
        object_races: report.object_races.clone(),
        lost_updates: report.lost_updates.clone(),
        checks_then_acts: report.checks_then_acts.clone(),
        in_threads: report.in_threads.clone(),
        plans: report.plans.clone(),
        communication_totals: report.communication_totals.clone(),
        simulated: report.simulated.clone(),
        left_out_for_memory: report.left_out_for_memory.clone(),
        ..*report
    }
}

/// Says what the JSON of a report leaves out and an option adds; `None` if there is nothing.
#[must_use]
pub fn left_out(written: &Report) -> Option<String> {
    let left = written.left_out;
    let of_code = written.communication.iter().filter(|graph| !is_fine(graph.granularity));
    let flows = of_code.map(|graph| graph.left_out.edges).sum();
    let lists = [
        (written.edges_left_out, "dependence", "dependences"),
        (left.candidates, "candidate", "candidates"),
        (left.constructs, "construct", "constructs"),
        (left.loops, "loop", "loops"),
        (left.methods, "method", "methods"),
        (left.calls + left.opaque_calls + left.callbacks, "pair of caller and callee", "pairs of caller and callee"),
        (left.handovers, "dependence between threads", "dependences between threads"),
        (left.false_sharing, "row of false sharing", "rows of false sharing"),
        (left.locks, "lock", "locks"),
        (flows, "edge of communication", "edges of communication"),
        (left.untraced, "untraced method", "untraced methods"),
    ];
    let lists: Vec<String> =
        lists.iter().filter(|list| list.0 > 0).map(|&(n, one, many)| plural(n, one, many)).collect();
    (!lists.is_empty()).then(|| format!("the JSON leaves out {}: --full lists everything", lists.join(", ")))
}

/// A list that is cut, and the number of its rows that are left out.
type Part<T> = (Vec<T>, u64);

fn counted<T>((rows, more): Part<T>, left_out: &mut u64) -> Vec<T> {
    *left_out += more;
    rows
}

/// The rows for which `chosen` says so.
fn part<T: Clone>(all: &[T], chosen: impl Fn(usize, &T) -> bool) -> Part<T> {
    let rows: Vec<T> =
        all.iter().enumerate().filter(|(at, row)| chosen(*at, row)).map(|(_, row)| row.clone()).collect();
    let more = (all.len() - rows.len()) as u64;
    (rows, more)
}

/// The rows with the greatest weight, and those that are needed besides.
fn heaviest<T: Clone, W: Ord>(all: &[T], weight: impl Fn(&T) -> W, is_needed: impl Fn(&T) -> bool) -> Part<T> {
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by_key(|&at| Reverse(weight(&all[at])));
    let heavy: BTreeSet<usize> = order.into_iter().take(LISTED_ROWS.of(all.len())).collect();
    part(all, |at, row| heavy.contains(&at) || is_needed(row))
}

/// What candidates, and methods that run in several threads, are about.
struct Advised<'r> {
    methods: BTreeSet<&'r str>,
    constructs: BTreeSet<(&'r str, u32, ConstructKind)>,
}

impl<'r> Advised<'r> {
    fn of(report: &'r Report) -> Self {
        let candidates = report.candidates.iter().map(|found| found.method.as_str());
        let in_threads = report.in_threads.iter().map(|found| found.method.as_str());
        let kind = |kind| match kind {
            CandidateKind::Loop => ConstructKind::Iteration,
            CandidateKind::Call | CandidateKind::Stream => ConstructKind::Method,
        };
        Self {
            methods: candidates.chain(in_threads).collect(),
            constructs: report.candidates.iter().map(|c| (c.method.as_str(), c.pc, kind(c.kind))).collect(),
        }
    }
}

/// All loops of a method or none: readers tell the loops of a changed method by their order.
fn loops(all: &[Loop], advised: &Advised<'_>) -> Part<Loop> {
    let mut methods: BTreeMap<&str, (u64, usize)> = BTreeMap::new();
    for found in all {
        let (nodes, loops) = methods.entry(&found.method).or_default();
        *nodes = (*nodes).max(found.nodes);
        *loops += 1;
    }
    let mut order: Vec<(&str, u64, usize)> =
        methods.into_iter().map(|(name, (nodes, loops))| (name, nodes, loops)).collect();
    order.sort_by_key(|&(_, nodes, _)| Reverse(nodes));
    let mut room = LISTED_ROWS.of(all.len());
    let mut listed = BTreeSet::new();
    for (name, _, loops) in order {
        if loops > room {
            break;
        }
        room -= loops;
        listed.insert(name);
    }
    part(all, |_, found| listed.contains(found.method.as_str()) || advised.methods.contains(found.method.as_str()))
}

fn methods(all: &[MethodFigures], advised: &Advised<'_>) -> Part<MethodFigures> {
    heaviest(all, |found| found.nodes, |found| advised.methods.contains(found.method.as_str()))
}

/// Constructs with edges stay: these were chosen before.
fn constructs(all: &[Construct], advised: &Advised<'_>) -> Part<Construct> {
    let is_advised = |c: &Construct| advised.constructs.contains(&(c.method.as_str(), c.head_pc, c.kind));
    heaviest(all, |c| c.duration_total, |c| !c.edges.is_empty() || is_advised(c))
}

/// Methods that have code come first: of the others, nobody misses that they are traced.
fn untraced(all: &[Untraced]) -> Part<Untraced> {
    heaviest(all, |method| !NO_CODE.contains(&method.reason.as_str()), |_| false)
}

/// True if the graph has been cut when it was made.
fn is_fine(granularity: Granularity) -> bool {
    matches!(granularity, Granularity::Activation | Granularity::CallPath)
}

fn communication(whole: &Communication) -> Communication {
    if is_fine(whole.granularity) {
        return whole.clone();
    }
    let (edges, lighter) = whole.edges.split_at(LISTED_ROWS.of(whole.edges.len()));
    let ends: BTreeSet<&str> = edges.iter().flat_map(|edge| [edge.producer.as_str(), edge.consumer.as_str()]).collect();
    let is_end = |partner: &Partner| ends.contains(partner.name.as_str());
    let (partners, more) = heaviest(&whole.partners, |partner| partner.nodes, is_end);
    let sum = |of: fn(&FlowEdge) -> u64| lighter.iter().map(of).sum::<u64>();
    let left_out = LeftOut {
        edges: whole.left_out.edges + lighter.len() as u64,
        values: whole.left_out.values + sum(|edge| edge.values),
        bytes: whole.left_out.bytes + sum(|edge| edge.bytes),
        partners: whole.left_out.partners + more,
    };
    Communication { granularity: whole.granularity, partners, edges: edges.to_vec(), left_out }
}

#[cfg(test)]
mod tests;
