//! Speed-up stacks: what of the ideal speed-up each group takes.
//!
//! What the removal of a group brings depends on which others are gone already, so that such gains do not add up. Shapley
//! values do: the mean of what a group brings over all orders of removal. With at most six groups, all 64 sets of groups are
//! looked at, and the result is exact.

use super::groups::GroupSet;
use crate::model::{Group, SpeedupStack, StackLoss};

/// `None`: some speed-up has no value.
pub(super) fn stack(groups: &[Group], speedup: impl Fn(GroupSet) -> Option<f64>) -> Option<SpeedupStack> {
    let set = |bits: usize| groups.iter().enumerate().filter(move |(index, _)| bits >> index & 1 == 1);
    let speedups: Vec<f64> = (0..1_usize << groups.len())
        .map(|bits| speedup(set(bits).map(|(_, &group)| group).collect()))
        .collect::<Option<_>>()?;
    let loss = |index: usize| {
        let without = (0..speedups.len()).filter(|bits| bits >> index & 1 == 0);
        without
            .map(|bits| {
                let weight = weight(groups.len(), bits.count_ones() as usize);
                weight * (speedups[bits | 1 << index] - speedups[bits])
            })
            .sum()
    };
    let losses = groups.iter().enumerate().map(|(index, &group)| StackLoss { group, loss: loss(index) }).collect();
    Some(SpeedupStack { speedup: *speedups.first()?, ideal: *speedups.last()?, losses })
}

/// The share of orders of `groups` groups in which a given group comes after exactly a given set of `before` others.
fn weight(groups: usize, before: usize) -> f64 {
    let factorial = |n: usize| (1..=n).map(|n| n as f64).product::<f64>();
    factorial(before) * factorial(groups - before - 1) / factorial(groups)
}
