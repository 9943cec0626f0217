//! The order of candidates, and which of them a report lists.

use crate::model::Candidate;

/// Returns the first `max` candidates: the greatest speed-up comes first, of equal ones the greatest share of the run. All
/// candidates that are stopped have the same speed-up, and no large one of them may give way to a small one.
pub(super) fn best(mut all: Vec<Candidate>, max: usize) -> Vec<Candidate> {
    all.sort_by(|a, b| {
        let by_gain = b.speedup.total_cmp(&a.speedup).then_with(|| b.coverage.total_cmp(&a.coverage));
        by_gain.then_with(|| (&a.method, a.pc, a.kind).cmp(&(&b.method, b.pc, b.kind)))
    });
    all.truncate(max);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn candidate(method: &str, verdict: &str, speedup: f64, coverage: f64) -> Candidate {
        serde_json::from_value(json!({
            "kind": "loop", "method": method, "pc": 0, "file": null, "line": -1, "coverage": coverage, "instances": 1,
            "tasks": 9, "duration_mean": 1.0, "parallelism": 1.0, "self_parallelism": 1.0, "violating_raw": 0,
            "verdict": verdict, "speedup": speedup, "cores": 2, "blockers": []
        }))
        .unwrap()
    }

    fn names(all: Vec<Candidate>, max: usize) -> Vec<String> {
        best(all, max).into_iter().map(|one| one.method).collect()
    }

    #[test]
    fn of_equal_speedups_the_larger_share_is_kept() {
        let all = vec![
            candidate("a", "serial", 1.0, 0.02),
            candidate("b", "not-known", 1.0, 0.9),
            candidate("c", "independent", 1.9, 0.05),
            candidate("d", "independent", 1.9, 0.5),
            candidate("e", "search", 1.0, 0.3),
        ];
        assert_eq!(names(all, 4), ["d", "c", "b", "e"]);
    }

    #[test]
    fn names_decide_only_between_equal_shares() {
        let all = vec![candidate("b", "serial", 1.0, 0.5), candidate("a", "serial", 1.0, 0.5)];
        assert_eq!(names(all, 1), ["a"]);
    }
}
