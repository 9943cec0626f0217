//! Candidates of two reports.

use paratrace_analyzer::Report;
use paratrace_analyzer::model::{Blocker, Candidate, CandidateKind, Nature, Via};

use super::{CandidatePair, Pair, by_weight, pairs as paired};
use crate::diff::dependences::comparable;
use crate::matching::{MatchedBy, Matching, is_same_program};

pub(super) fn pairs(before: &Report, after: &Report, matching: &Matching<'_>) -> Vec<CandidatePair> {
    let by_name = if is_same_program(before, after) { MatchedBy::Map } else { MatchedBy::Offset };
    let pairs = paired(
        &before.candidates,
        &after.candidates,
        |old| match old.kind {
            CandidateKind::Call => matching.method(&old.method).map(|method| ((old.kind, method, 0), by_name)),
            CandidateKind::Stream => matching.method(&old.method).map(|method| ((old.kind, method, old.pc), by_name)),
            CandidateKind::Loop => {
                matching.looped(&old.method, old.pc).map(|((method, pc), how)| ((old.kind, method, pc), how))
            }
        },
        |new| (new.kind, new.method.as_str(), if new.kind == CandidateKind::Call { 0 } else { new.pc }),
    );
    let pairs = by_weight(pairs, |found| found.coverage, |found| (found.method.clone(), found.pc, found.kind));
    let mut all: Vec<CandidatePair> = pairs.into_iter().map(judged).collect();
    all.sort_by_key(|pair| !pair.verdict_changed);
    all
}

fn judged(pair: Pair<Candidate>) -> CandidatePair {
    let (verdict_changed, blockers_gone, blockers_new) = match (&pair.before, &pair.after) {
        (Some(a), Some(b)) => (a.verdict != b.verdict, only(&a.blockers, &b.blockers), only(&b.blockers, &a.blockers)),
        _ => (false, Vec::new(), Vec::new()),
    };
    CandidatePair { pair, verdict_changed, blockers_gone, blockers_new }
}

/// The blockers that the others do not have.
fn only(own: &[Blocker], others: &[Blocker]) -> Vec<Blocker> {
    let key = |blocker: &Blocker| -> (Nature, Via) { (blocker.nature, comparable(&blocker.via)) };
    let others: Vec<_> = others.iter().map(key).collect();
    own.iter().filter(|blocker| !others.contains(&key(blocker))).cloned().collect()
}
