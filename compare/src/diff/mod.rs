//! Two reports compared.

mod candidates;
mod dependences;
mod model;
mod silence;

pub use model::{
    CandidatePair, Change, ConstructPlace, DIFF_SCHEMA, DependencePair, Diff, Pair, RunSummary, SeenDependence,
};

use std::collections::HashMap;

use paratrace_analyzer::Report;
use paratrace_analyzer::model::{Loop, MethodFigures};

use crate::matching::{MatchedBy, Matching, is_same_program};

/// The differences of `after` from `before`.
#[must_use]
pub fn diff(before: &Report, after: &Report) -> Diff {
    let matching = Matching::new(before, after);
    Diff {
        schema: DIFF_SCHEMA.to_owned(),
        before: RunSummary::of(before),
        after: RunSummary::of(after),
        same_code: is_same_program(before, after),
        nodes: Change { before: before.nodes, after: after.nodes },
        critical_path: Change { before: before.critical_path, after: after.critical_path },
        parallelism: Change { before: before.parallelism, after: after.parallelism },
        parallelism_without_induction: Change {
            before: before.parallelism_without_induction,
            after: after.parallelism_without_induction,
        },
        edge_totals: Change { before: before.edge_totals, after: after.edge_totals },
        loops: loops(before, after, &matching),
        methods: methods(before, after, &matching),
        candidates: candidates::pairs(before, after, &matching),
        dependences: dependences::pairs(before, after, &matching),
    }
}

fn loops(before: &Report, after: &Report, matching: &Matching<'_>) -> Vec<Pair<Loop>> {
    let mut pairs = pairs(
        &before.loops,
        &after.loops,
        |old| matching.looped(&old.method, old.header_pc),
        |new| (new.method.as_str(), new.header_pc),
    );
    // A report lists all loops of a method or none.
    let lists = |report: &Report, method: &str| {
        report.left_out.loops == 0 || report.loops.iter().any(|found| found.method == method)
    };
    pairs.retain(|pair| match (&pair.before, &pair.after) {
        (Some(old), None) => lists(after, matching.method(&old.method).unwrap_or(&old.method)),
        (None, Some(new)) => lists(before, matching.method_before(&new.method).unwrap_or(&new.method)),
        _ => true,
    });
    by_weight(pairs, |found| found.influence, |found| (found.method.clone(), found.header_pc))
}

fn methods(before: &Report, after: &Report, matching: &Matching<'_>) -> Vec<Pair<MethodFigures>> {
    let how = if is_same_program(before, after) { MatchedBy::Map } else { MatchedBy::Offset };
    let mut pairs = pairs(
        &before.methods,
        &after.methods,
        |old| matching.method(&old.method).map(|method| (method, how)),
        |new| new.method.as_str(),
    );
    pairs.retain(|pair| match (&pair.before, &pair.after) {
        (Some(_), None) => after.left_out.methods == 0,
        (None, Some(_)) => before.left_out.methods == 0,
        _ => true,
    });
    by_weight(pairs, |found| found.influence, |found| (found.method.clone(), 0))
}

/// Pairs of what matches, then what has no counterpart.
fn pairs<'r, T: Clone, K: std::hash::Hash + Eq>(
    before: &'r [T],
    after: &'r [T],
    counterpart: impl Fn(&'r T) -> Option<(K, MatchedBy)>,
    key: impl Fn(&'r T) -> K,
) -> Vec<Pair<T>> {
    let mut left: HashMap<K, &T> = after.iter().map(|new| (key(new), new)).collect();
    let mut pairs: Vec<Pair<T>> = Vec::with_capacity(before.len());
    for old in before {
        let found = counterpart(old).and_then(|(place, how)| Some((left.remove(&place)?, how)));
        let (after, matched_by) = found.map(|(new, how)| (new.clone(), how)).unzip();
        pairs.push(Pair { matched_by, before: Some(old.clone()), after });
    }
    let alone = after.iter().filter(|&new| left.contains_key(&key(new)));
    pairs.extend(alone.map(|new| Pair { matched_by: None, before: None, after: Some(new.clone()) }));
    pairs
}

/// The heaviest of both runs first.
fn by_weight<T, K: Ord>(mut pairs: Vec<Pair<T>>, weight: impl Fn(&T) -> f64, key: impl Fn(&T) -> K) -> Vec<Pair<T>> {
    let heaviest = |pair: &Pair<T>| pair.sides().map(&weight).fold(0.0, f64::max);
    pairs.sort_by(|a, b| {
        heaviest(b).total_cmp(&heaviest(a)).then_with(|| a.sides().map(&key).next().cmp(&b.sides().map(&key).next()))
    });
    pairs
}
