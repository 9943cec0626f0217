//! Equation 11, multiplied out: what each part takes, and what it would take without some limitations.

use super::groups::GroupSet;
use super::parts::{PartFigures, RegionFigures};
use crate::model::{Group, PartEfficiencies};
use crate::{Undefined, Value};

/// A part of the parallel version.
#[derive(Debug, Clone)]
struct Term {
    /// Cycles that it takes: of the sequential part all, of a region those of its busiest thread.
    now: f64,
    /// What it shrinks by when all groups of a set are gone.
    factors: Vec<(GroupSet, f64)>,
    /// E_LC.
    locks: Locks,
}

#[derive(Debug, Clone, Copy)]
enum Locks {
    /// Not measured, or no time at all.
    LeftOut,
    Efficiency(f64),
    /// There are waits, and no time that they could be part of.
    WithoutTime,
}

/// All parts.
#[derive(Debug, Clone)]
pub(super) struct Terms {
    outside: Term,
    regions: Vec<Term>,
    /// Cycles of the sequential version that are work of no region: CC_Ss.
    sequential: f64,
    /// Those that are: CC_Sp.
    parallel: f64,
    /// Cycles in which nobody works who counts, that the sequential version does not have. 0 if that is not known.
    idle: f64,
}

impl Terms {
    /// `None`: cycles are not known.
    pub(super) fn of(outside: &PartFigures, regions: &[RegionFigures]) -> Option<Self> {
        let before = regions.iter().map(|region| region.before);
        Some(Self {
            outside: Term {
                now: outside.after?,
                factors: factors(&outside.efficiencies).collect(),
                locks: Locks::LeftOut,
            },
            regions: regions.iter().map(Term::of_region).collect::<Option<_>>()?,
            sequential: outside.before?,
            parallel: before.sum::<Option<f64>>()?,
            idle: 0.0,
        })
    }

    /// Finds out how long the parallel version idles, from the lifetimes of both versions in cycles. What the sequential version waits for, as
    /// input, the parallel one does, too. Returns the efficiency: the cycles that are not idle / all.
    pub(super) fn idles(&mut self, before: f64, after: f64) -> Value {
        let Some(working) = self.working(GroupSet::default()) else {
            return Value::Undefined(Undefined::WaitsExceedTime);
        };
        let waits_anyway = (before - self.total()).max(0.0);
        self.idle = (after - waits_anyway - working).max(0.0);
        Value::ratio(working, working + self.idle, Undefined::NoWork)
    }

    /// CC_S.
    pub(super) fn total(&self) -> f64 {
        self.sequential + self.parallel
    }

    /// CC_Sp.
    pub(super) fn parallel(&self) -> f64 {
        self.parallel
    }

    /// The speed-up without some groups.
    pub(super) fn speedup(&self, without: GroupSet) -> Value {
        let (Some(working), total) = (self.working(without), self.total()) else {
            return Value::Undefined(Undefined::WaitsExceedTime);
        };
        if total == 0.0 {
            return Value::Undefined(Undefined::NoWork);
        }
        let idle = if without.has(Group::Idle) { 0.0 } else { self.idle };
        if !without.has(Group::SequentialFraction) {
            return Value::ratio(total, working + idle, Undefined::NoWork);
        }
        // Work is handed out as often as before: idle time does not grow with it.
        Value::ratio(self.parallel, working + idle * self.parallel / total, Undefined::NothingParallel)
    }

    /// Cycles of the sequential part and of the busiest threads, with what these wait for locks. E_PF = 1: what is sequential becomes work of
    /// the regions, and as efficient as they are. `None`: waits take longer than a region.
    fn working(&self, without: GroupSet) -> Option<f64> {
        let regions: f64 = self.regions.iter().map(|term| term.cycles(without)).sum::<Option<f64>>()?;
        let is_gone = without.has(Group::SequentialFraction);
        let outside = if is_gone { 0.0 } else { self.outside.cycles(without).unwrap_or_default() };
        Some(outside + regions)
    }
}

impl Term {
    fn of_region(region: &RegionFigures) -> Option<Self> {
        let efficiencies = &region.efficiencies;
        let balance = efficiencies.load_balance.known();
        let balance = balance.map(|efficiency| (GroupSet::default().with(Group::LoadImbalance), efficiency));
        let locks = match efficiencies.lock_contention {
            Value::Known(efficiency) => Locks::Efficiency(efficiency),
            Value::Undefined(Undefined::WaitsExceedTime) => Locks::WithoutTime,
            _ => Locks::LeftOut,
        };
        Some(Self { now: region.busiest?, factors: factors(&efficiencies.part).chain(balance).collect(), locks })
    }

    /// `None`: waits take longer than the part.
    fn cycles(&self, without: GroupSet) -> Option<f64> {
        let gone = self.factors.iter().filter(|(groups, _)| without.has_all(*groups));
        let cycles = gone.fold(self.now, |cycles, (_, efficiency)| cycles * efficiency);
        match self.locks {
            _ if cycles == 0.0 || without.has(Group::LockContention) => Some(cycles),
            Locks::LeftOut => Some(cycles),
            Locks::Efficiency(efficiency) => (efficiency > 0.0).then(|| cycles / efficiency),
            Locks::WithoutTime => None,
        }
    }
}

/// What a part shrinks by. Where instructions were counted and still cannot be told from cycles per instruction (one
/// version has none in the part), only both together are known.
fn factors(part: &PartEfficiencies) -> impl Iterator<Item = (GroupSet, f64)> {
    let of = |groups: &[Group]| groups.iter().copied().collect::<GroupSet>();
    let both = [Group::Instructions, Group::Cpi];
    let work = match (part.instructions, part.cpi) {
        (Value::Known(instructions), Value::Known(cpi)) if instructions > 0.0 && cpi > 0.0 => {
            vec![(of(&both[..1]), instructions), (of(&both[1..]), cpi)]
        }
        (instructions, _) => {
            let counted = !matches!(instructions, Value::NotKnown(_));
            let groups = if counted { of(&both) } else { of(&[Group::Work]) };
            part.work.known().map(|efficiency| (groups, efficiency)).into_iter().collect()
        }
    };
    let spinning = part.spinning.known().map(|efficiency| (of(&[Group::Spinning]), efficiency));
    work.into_iter().chain(spinning)
}
