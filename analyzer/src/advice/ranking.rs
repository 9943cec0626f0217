//! The order of candidates, and which of them and of their blockers a report lists.

use super::blockers::Blocked;
use crate::model::{Blocker, Candidate};

/// Sorts candidates: the greatest speed-up comes first, of equal ones the greatest share of the run. All candidates that are stopped have
/// the same speed-up, and no large one of them may give way to a small one.
pub(super) fn ranked(mut all: Vec<Candidate>) -> Vec<Candidate> {
    all.sort_by(|a, b| {
        let by_gain = b.speedup.total_cmp(&a.speedup).then_with(|| b.coverage.total_cmp(&a.coverage));
        by_gain.then_with(|| (&a.method, a.pc, a.kind).cmp(&(&b.method, b.pc, b.kind)))
    });
    all
}

/// The blockers that a candidate lists.
pub(super) struct ListedBlockers {
    pub(super) blockers: Vec<Blocker>,
    /// Number of those that are not listed.
    pub(super) left_out: u64,
}

/// Lists the blockers of a candidate of a method, in their order. If there are too many, those of the method's own code come before
/// those inside of what it calls, which its programmer can do least about.
pub(super) fn listed(blocked: Vec<Blocked>, method: &str, max: usize) -> ListedBlockers {
    let all: Vec<Blocker> = blocked.into_iter().map(|blocked| blocked.blocker).collect();
    let left_out = all.len().saturating_sub(max) as u64;
    ListedBlockers { blockers: of_method_first(all, method, max), left_out }
}

fn of_method_first(mut all: Vec<Blocker>, method: &str, max: usize) -> Vec<Blocker> {
    let is_own = |blocker: &Blocker| blocker.head.method == method || blocker.tail.method == method;
    while all.len() > max {
        let last = all.iter().rposition(|blocker| !is_own(blocker)).unwrap_or(max);
        all.remove(last);
    }
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
        ranked(all).into_iter().map(|one| one.method).take(max).collect()
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

    fn blocker(location: &str, method: &str) -> Blocker {
        let point = json!({ "method": method, "pc": 0, "line": 1 });
        serde_json::from_value(json!({
            "via": { "kind": "field", "name": location }, "nature": "flow", "operation": null, "advice": "", "head": point, "tail": point,
            "edges": { "RAW": 1, "WAR": 0, "WAW": 0 }, "calls": 0, "min_distance": 1, "iterations": 1, "example": [0, 1]
        }))
        .unwrap()
    }

    #[test]
    fn no_blocker_of_the_method_gives_way_to_those_inside_of_calls() {
        let all = || ["a", "b", "c"].map(|name| blocker(name, "inside")).into_iter().chain([blocker("x", "own")]);
        let names = |max| {
            let listed = of_method_first(all().collect(), "own", max);
            listed.into_iter().map(|blocker| blocker.via.name).collect::<Vec<_>>()
        };
        assert_eq!(names(3), ["a", "b", "x"]);
        assert_eq!(names(1), ["x"]);
        assert_eq!(names(9), ["a", "b", "c", "x"]);
    }

    #[test]
    fn names_decide_only_between_equal_shares() {
        let all = vec![candidate("b", "serial", 1.0, 0.5), candidate("a", "serial", 1.0, 0.5)];
        assert_eq!(names(all, 1), ["a"]);
    }
}
