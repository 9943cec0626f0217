//! Static dependences of several runs: seen in how many of them?

use std::collections::BTreeMap;

use paratrace_analyzer::Report;
use paratrace_analyzer::model::{ConstructKind, Edge, EdgeKind};

use super::MergedDependence;

/// Construct (method, head, kind) and dependence (kind, head, tail) by their offsets.
type Key<'r> = (&'r str, u32, ConstructKind, EdgeKind, (&'r str, u32), (&'r str, u32));

pub(super) fn merged(reports: &[&Report]) -> Vec<MergedDependence> {
    let mut all: BTreeMap<Key<'_>, MergedDependence> = BTreeMap::new();
    for (run, report) in reports.iter().enumerate() {
        for construct in &report.constructs {
            for edge in &construct.edges {
                let ends = [&edge.head, &edge.tail].map(|point| (point.method.as_str(), point.pc));
                let key = (construct.method.as_str(), construct.head_pc, construct.kind, edge.kind, ends[0], ends[1]);
                let sum = all.entry(key).or_insert_with(|| MergedDependence {
                    method: construct.method.clone(),
                    construct: construct.kind,
                    head_pc: construct.head_pc,
                    line: construct.line,
                    kind: edge.kind,
                    head: edge.head.clone(),
                    tail: edge.tail.clone(),
                    via: edge.via.clone(),
                    runs: Vec::new(),
                    violating_in: Vec::new(),
                    count: 0,
                    violations: 0,
                    min_distance: u64::MAX,
                });
                add(sum, run, edge);
            }
        }
    }
    let mut all: Vec<MergedDependence> = all.into_values().collect();
    all.sort_by_key(|sum| std::cmp::Reverse((sum.violating_in.len(), sum.violations, sum.runs.len(), sum.count)));
    all
}

fn add(sum: &mut MergedDependence, run: usize, edge: &Edge) {
    sum.runs.push(run);
    if edge.violations > 0 {
        sum.violating_in.push(run);
    }
    sum.count += edge.count;
    sum.violations += edge.violations;
    sum.min_distance = sum.min_distance.min(edge.min_distance);
}
