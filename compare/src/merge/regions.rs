//! Loops and methods of several runs.

use std::collections::BTreeMap;

use paratrace_analyzer::Report;

use super::{MergedRegion, Range};

/// A region in one run.
struct Seen<'r> {
    run: usize,
    file: Option<&'r str>,
    line: i32,
    nodes: u64,
    iterations: u64,
    influence: f64,
    parallelism: f64,
    self_parallelism: f64,
}

/// The regions of all runs, by method and, for a loop, its header.
type Regions<'r> = BTreeMap<(&'r str, Option<u32>), Vec<Seen<'r>>>;

pub(super) fn loops(reports: &[&Report]) -> Vec<MergedRegion> {
    let mut all = Regions::new();
    for (run, report) in reports.iter().enumerate() {
        for found in &report.loops {
            all.entry((&found.method, Some(found.header_pc))).or_default().push(Seen {
                run,
                file: found.file.as_deref(),
                line: found.line,
                nodes: found.nodes,
                iterations: found.iterations,
                influence: found.influence,
                parallelism: found.parallelism,
                self_parallelism: found.self_parallelism,
            });
        }
    }
    merged(all)
}

pub(super) fn methods(reports: &[&Report]) -> Vec<MergedRegion> {
    let mut all = Regions::new();
    for (run, report) in reports.iter().enumerate() {
        for found in &report.methods {
            all.entry((&found.method, None)).or_default().push(Seen {
                run,
                file: found.file.as_deref(),
                line: found.line,
                nodes: found.nodes,
                iterations: found.activations,
                influence: found.influence,
                parallelism: found.parallelism,
                self_parallelism: found.self_parallelism,
            });
        }
    }
    merged(all)
}

fn merged(all: Regions<'_>) -> Vec<MergedRegion> {
    let region = |((method, header_pc), seen): ((&str, Option<u32>), Vec<Seen<'_>>)| MergedRegion {
        method: method.to_owned(),
        header_pc,
        file: seen[0].file.map(str::to_owned),
        line: seen[0].line,
        runs: seen.iter().map(|s| s.run).collect(),
        nodes: Range::over(seen.iter().map(|s| s.nodes)),
        iterations: Range::over(seen.iter().map(|s| s.iterations)),
        influence: Range::over(seen.iter().map(|s| s.influence)),
        parallelism: Range::over(seen.iter().map(|s| s.parallelism)),
        self_parallelism: Range::over(seen.iter().map(|s| s.self_parallelism)),
    };
    let mut regions: Vec<MergedRegion> = all.into_iter().map(region).collect();
    // Equal ones stay in the order of their methods.
    regions.sort_by(|a, b| b.influence.max.total_cmp(&a.influence.max));
    regions
}
