//! The best plan: a set of candidates of which none runs inside another, with the greatest sum of savings.
//!
//! Savings add up if candidates do not nest. So the best plan is an independent set of greatest weight in the graph of
//! nesting candidates. Where nests are trees, this is the usual dynamic programming from the leaves up. Methods that
//! several loops call make other graphs, so the search branches, component by component. That is exact, and fast enough
//! as candidates are few.

use super::divisions::UNLIMITED;
use super::run::{Sums, ratio};
use crate::model::{Plan, Verdict};

/// What a candidate saves.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Saving {
    pub(super) time: u64,
    /// What it counts for where another one can be taken instead.
    weight: u64,
}

impl Saving {
    /// Returns a saving of time by this kind of change. To overlap tasks, every value that one hands to another must be waited for:
    /// that takes more time than is simulated, and more work to write than to run tasks that need nothing of one another.
    pub(super) fn new(time: u64, verdict: Option<Verdict>) -> Self {
        let weight = if verdict == Some(Verdict::Overlapping) { time / 4 * 3 } else { time };
        Self { time, weight }
    }
}

/// Returns the best plan for a number of cores. Candidates are numbered by their places in `order`; `saved` is what one of them
/// saves.
pub(super) fn plan(order: &[usize], cores: u32, sums: &Sums, saved: impl Fn(usize) -> Saving) -> Plan {
    let savings: Vec<Saving> = order.iter().map(|&at| saved(at)).collect();
    let weights: Vec<u64> = savings.iter().map(|saving| saving.weight).collect();
    let nesting = |a: usize| (0..order.len()).filter(move |&b| order[b] != a && sums.nest(a, order[b]));
    let conflicts: Vec<u64> = order.iter().map(|&a| nesting(a).fold(0, |set, at| set | 1 << at)).collect();
    let chosen = best(&weights, &conflicts);
    // Calls overlap with whatever comes after them, so the sum may promise too much; all cores at work are the limit.
    let least = sums.serial.div_ceil(u64::from(cores));
    let time = sums.serial.saturating_sub(bits(chosen).map(|at| savings[at].time).sum()).max(least);
    Plan {
        cores: (cores != UNLIMITED).then_some(cores),
        speedup: ratio(sums.serial, time),
        candidates: bits(chosen).collect(),
    }
}

/// Returns the set of greatest total weight without conflicts, as bits. There are at most 64 candidates.
pub(super) fn best(weights: &[u64], conflicts: &[u64]) -> u64 {
    let useful = (0..weights.len().min(64)).filter(|&at| weights[at] > 0);
    solve(useful.fold(0, |bits, at| bits | 1 << at), weights, conflicts)
}

fn solve(left: u64, weights: &[u64], conflicts: &[u64]) -> u64 {
    if left == 0 {
        return 0;
    }
    let part = component(left, conflicts);
    if part != left {
        return solve(part, weights, conflicts) | solve(left & !part, weights, conflicts);
    }
    let Some(pivot) = bits(left).max_by_key(|&at| (conflicts[at] & left).count_ones()) else { return 0 };
    let with = 1 << pivot | solve(left & !(1 << pivot | conflicts[pivot]), weights, conflicts);
    let without = solve(left & !(1 << pivot), weights, conflicts);
    if weight(with, weights) >= weight(without, weights) { with } else { without }
}

/// Returns the connected component of the first remaining candidate.
fn component(left: u64, conflicts: &[u64]) -> u64 {
    let mut part = left & left.wrapping_neg();
    loop {
        let more = bits(part).fold(part, |all, at| all | conflicts[at]) & left;
        if more == part {
            return part;
        }
        part = more;
    }
}

/// Returns the sum of a set's weights.
fn weight(set: u64, weights: &[u64]) -> u64 {
    bits(set).map(|at| weights[at]).sum()
}

/// Lists the members of a set.
pub(super) fn bits(set: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |at| set >> at & 1 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outer_or_inner() {
        // 0 is around 1 and 2; 3 stands alone.
        let conflicts = [0b0110, 0b0001, 0b0001, 0];
        assert_eq!(best(&[10, 4, 5, 1], &conflicts), 0b1001);
        assert_eq!(best(&[10, 6, 5, 0], &conflicts), 0b0110);
    }

    #[test]
    fn as_good_as_trying_all_sets() {
        let mut state = 7u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        for round in 0..300 {
            let count = 1 + random(9) as usize;
            let weights: Vec<u64> = (0..count).map(|_| random(20)).collect();
            let mut conflicts = vec![0u64; count];
            for a in 0..count {
                for b in 0..a {
                    if random(10) >= 3 {
                        continue;
                    }
                    conflicts[a] |= 1 << b;
                    conflicts[b] |= 1 << a;
                }
            }
            let is_plan = |set: u64| bits(set).all(|at| conflicts[at] & set == 0);
            let greatest = (0..1u64 << count).filter(|&set| is_plan(set)).map(|set| weight(set, &weights)).max();
            let found = best(&weights, &conflicts);
            assert!(is_plan(found), "round {round}");
            assert_eq!(Some(weight(found, &weights)), greatest, "round {round}");
        }
    }
}
