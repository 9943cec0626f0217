//! Equations 3 to 11 (section 3.3), and what follows from them.
//!
//! Multiplied out, equation 11 is `CC_S / (CC_Ps + CC_PpM / E_LC)`: instructions, cycles per instruction and balance cancel.
//! So each part is kept as what it takes now, with the factors that its time shrinks by when a limitation is gone
//! ([`terms`]). Nothing is divided by an efficiency that may be 0, a part without work simply takes no time, and each
//! region can have efficiencies of its own:
//! `speed-up = CC_S / (CC_Ps + Σ_r CC_rM / E_LC,r)`.

mod groups;
mod parts;
mod stack;
mod terms;
#[cfg(test)]
mod tests;

use crate::model::{Evaluation, Group, Possible, RegionEfficiencies, VersionCounts};
use crate::{NotKnown, Undefined, Value};
use groups::GroupSet;
pub(crate) use parts::Spinning;
use parts::{PartFigures, RegionFigures, part, region};
use terms::Terms;

/// Efficiencies and speed-ups of the parallel version with a number of threads.
pub(crate) fn evaluate(
    sequential: &VersionCounts,
    parallel: &VersionCounts,
    threads: u32,
    spinning: Spinning,
) -> Evaluation {
    let threads = f64::from(threads);
    let outside = part(&sequential.sequential, &parallel.sequential, spinning);
    let regions: Vec<_> = sequential
        .regions
        .iter()
        .zip(&parallel.regions)
        .map(|(before, after)| region(before, after, threads, spinning))
        .collect();
    let mut terms = Terms::of(&outside, &regions);
    let idle = idle(&mut terms, sequential, parallel, spinning);
    let spins = spinning == Spinning::Apart && parallel.spins();
    let mut groups = groups_of(&outside, &regions, spins);
    groups.extend(idle.known().map(|_| Group::Idle));
    let unknown = Value::NotKnown(NotKnown::Cycles);
    let speedup = |without: GroupSet| terms.as_ref().map_or(unknown, |terms| terms.speedup(without));
    let fraction = |terms: &Terms| Value::ratio(terms.parallel(), terms.total(), Undefined::NoWork);
    Evaluation {
        parallel_fraction: terms.as_ref().map_or(unknown, fraction),
        sequential: outside.efficiencies,
        regions: regions.into_iter().map(|figures| figures.efficiencies).collect(),
        idle,
        speedup: speedup(GroupSet::default()),
        equation_11: speedup(GroupSet::default().with(Group::Idle)),
        possible: possible(&groups, speedup),
        stack: stack::stack(&groups, |without| speedup(without).known()),
        intervals: None,
    }
}

/// How much of the time is not idle. The dissertation, to which spinning is work, does not have that.
fn idle(terms: &mut Option<Terms>, sequential: &VersionCounts, parallel: &VersionCounts, spinning: Spinning) -> Value {
    let lifetimes = sequential.lifetime.zip(parallel.lifetime).filter(|_| spinning == Spinning::Apart);
    match (terms, lifetimes) {
        (None, _) => Value::NotKnown(NotKnown::Cycles),
        (_, None) => Value::NotKnown(NotKnown::WallTime),
        (Some(terms), Some((before, after))) => terms.idles(before.mean, after.mean),
    }
}

/// Speed-ups without each group, without every two, and without all.
fn possible(groups: &[Group], speedup: impl Fn(GroupSet) -> Value) -> Vec<Possible> {
    let single = groups.iter().map(|&group| vec![group]);
    let pairs = groups
        .iter()
        .enumerate()
        .flat_map(|(index, &first)| groups[index + 1..].iter().map(move |&second| vec![first, second]));
    let all = (groups.len() > 2).then(|| groups.to_vec());
    let of = |without: Vec<Group>| {
        let speedup = speedup(without.iter().copied().collect());
        Possible { without, speedup }
    };
    single.chain(pairs).chain(all).map(of).collect()
}

/// The groups of which something is known, in the order of [`Group`].
fn groups_of(outside: &PartFigures, regions: &[RegionFigures], spins: bool) -> Vec<Group> {
    let parts = || std::iter::once(&outside.efficiencies).chain(regions.iter().map(|of| &of.efficiencies.part));
    let counted = parts().all(|part| !matches!(part.instructions, Value::NotKnown(_)));
    let locks = |of: &RegionEfficiencies| !matches!(of.lock_contention, Value::NotKnown(_));
    let balance = |of: &RegionEfficiencies| of.load_balance != Value::NotKnown(NotKnown::Workers);
    let conditions = [
        (Group::SequentialFraction, true),
        (Group::Instructions, counted),
        (Group::Cpi, counted),
        (Group::Work, !counted),
        (Group::LoadImbalance, regions.iter().any(|of| balance(&of.efficiencies))),
        (Group::LockContention, regions.iter().any(|of| locks(&of.efficiencies))),
        (Group::Spinning, spins),
    ];
    conditions.into_iter().filter_map(|(group, present)| present.then_some(group)).collect()
}
