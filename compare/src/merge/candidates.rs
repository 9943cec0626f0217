//! Candidates of several runs: the worst verdict wins.

use std::collections::{BTreeMap, BTreeSet};

use paratrace_analyzer::Report;
use paratrace_analyzer::model::{Blocker, Candidate, CandidateKind, Holders, Nature, RowsLeftOut, Via};

use super::{MergedBlocker, MergedCandidate, Range};

type Key<'r> = (&'r str, u32, CandidateKind);

pub(super) fn merged(reports: &[&Report]) -> Vec<MergedCandidate> {
    let mut all: BTreeMap<Key<'_>, Vec<(usize, &Candidate)>> = BTreeMap::new();
    for (run, report) in reports.iter().enumerate() {
        for found in &report.candidates {
            all.entry((&found.method, found.pc, found.kind)).or_default().push((run, found));
        }
    }
    let executed: Vec<Executed<'_>> = reports.iter().map(|report| Executed::of(report)).collect();
    let mut candidates: Vec<MergedCandidate> =
        all.into_iter().map(|(key, seen)| candidate(key, &seen, &executed)).collect();
    candidates.sort_by(|a, b| {
        (b.speedup.min.total_cmp(&a.speedup.min)).then_with(|| b.speedup.max.total_cmp(&a.speedup.max))
    });
    candidates
}

/// Loops and methods that ran.
struct Executed<'r> {
    listed: BTreeSet<Key<'r>>,
    left_out: RowsLeftOut,
}

impl<'r> Executed<'r> {
    fn of(report: &'r Report) -> Self {
        let loops = report.loops.iter().map(|found| (found.method.as_str(), found.header_pc, CandidateKind::Loop));
        // A method as a candidate has the offset 0.
        let methods = report.methods.iter().map(|found| (found.method.as_str(), 0, CandidateKind::Call));
        Self { listed: loops.chain(methods).collect(), left_out: report.left_out }
    }

    /// Did it run, as far as the report tells? What is not listed may have run where rows are left out.
    fn may_have(&self, key: &Key<'_>) -> bool {
        let left_out = match key.2 {
            CandidateKind::Loop => self.left_out.loops,
            CandidateKind::Call => self.left_out.methods,
            CandidateKind::Stream => 0,
        };
        left_out > 0 || self.listed.contains(key)
    }
}

fn candidate(key: Key<'_>, seen: &[(usize, &Candidate)], executed: &[Executed<'_>]) -> MergedCandidate {
    let first = seen[0].1;
    let verdict = seen.iter().map(|(_, found)| found.verdict).max().unwrap_or(first.verdict);
    let of = |run: usize| seen.iter().find(|&&(other, _)| other == run).map(|(_, found)| found.verdict);
    MergedCandidate {
        kind: first.kind,
        method: first.method.clone(),
        pc: first.pc,
        file: first.file.clone(),
        line: first.line,
        verdict,
        worst_in: seen.iter().filter(|(_, found)| found.verdict == verdict).map(|&(run, _)| run).collect(),
        verdicts: (0..executed.len()).map(of).collect(),
        not_judged_in: (0..executed.len()).filter(|&run| of(run).is_none() && executed[run].may_have(&key)).collect(),
        coverage: Range::over(seen.iter().map(|(_, found)| found.coverage)),
        parallelism: Range::over(seen.iter().map(|(_, found)| found.parallelism)),
        tasks: Range::over(seen.iter().map(|(_, found)| found.tasks)),
        speedup: Range::over(seen.iter().map(|(_, found)| found.speedup)),
        cores: first.cores,
        blockers: blockers(seen),
    }
}

fn blockers(seen: &[(usize, &Candidate)]) -> Vec<MergedBlocker> {
    let mut all: BTreeMap<&Via, Vec<(usize, &Blocker)>> = BTreeMap::new();
    for &(run, found) in seen {
        for blocker in &found.blockers {
            all.entry(&blocker.via).or_default().push((run, blocker));
        }
    }
    let mut blockers: Vec<MergedBlocker> = all.into_iter().map(|(via, seen)| blocker(via, &seen)).collect();
    blockers.sort_by_key(|blocker| {
        let edges = blocker.edges.raw + blocker.edges.war + blocker.edges.waw + blocker.calls;
        std::cmp::Reverse((hardness(blocker.nature), edges))
    });
    blockers
}

/// Orders blockers by hardness: a forced order is worse than everything that can be dealt with.
fn hardness(nature: Nature) -> (bool, Nature) {
    (nature.is_serial(), nature)
}

fn blocker(via: &Via, seen: &[(usize, &Blocker)]) -> MergedBlocker {
    let all = || seen.iter().map(|&(_, blocker)| blocker);
    let worst = all().max_by_key(|blocker| hardness(blocker.nature)).unwrap_or(seen[0].1);
    let nearest = all().min_by_key(|blocker| blocker.min_distance).unwrap_or(worst);
    let mut merged = MergedBlocker {
        via: Via { arrays: Holders::joined(all().map(|blocker| &blocker.via.arrays)), ..via.clone() },
        nature: worst.nature,
        operation: worst.operation,
        advice: worst.advice.clone(),
        runs: seen.iter().map(|&(run, _)| run).collect(),
        head: nearest.head.clone(),
        tail: nearest.tail.clone(),
        edges: Default::default(),
        calls: all().map(|blocker| blocker.calls).sum(),
        min_distance: nearest.min_distance,
    };
    for blocker in all() {
        merged.edges.raw += blocker.edges.raw;
        merged.edges.war += blocker.edges.war;
        merged.edges.waw += blocker.edges.waw;
    }
    merged
}
