//! Call sites: where the calls of a method start, and where they have to be waited for.
//!
//! What depends on what a call did waits for all calls that were started before and not waited for yet, whichever of them it is: who
//! follows the advice waits at one place for all tasks. A result is waited for by itself, where it is used.

use std::cell::Cell;

use paratrace_traceformat::map::InstructionId;
use rustc_hash::FxHashMap;

use super::nest::Reached;
use super::record::TaskId;
use crate::dependences::Points;
use crate::limits;
use crate::model::{CallSite, JoinPlace};
use crate::ratios::ratio;

/// Least share of the time of a site's calls during which they must be able to run beside what follows them.
const LEAST_BESIDE: f64 = 0.1;

/// Stands for the end of a call that still runs.
const RUNNING: u64 = u64::MAX;

/// Stands for what follows all calls.
pub(super) const REST: TaskId = 0;

/// Sums over the calls from one site. Times are costs of nodes, in serial order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct SiteSums {
    pub(crate) calls: u64,
    /// Time of all calls.
    pub(crate) duration: u64,
    /// Time during which calls can run beside what follows them: until they are waited for, and no longer than they last.
    pub(crate) beside: u64,
    /// How many calls were waited for at each place.
    pub(crate) joins: FxHashMap<Join, u64>,
}

/// A place where calls are waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Join {
    pub(crate) before: InstructionId,
    /// Whether the result of the call is needed, and nothing else that it did.
    pub(crate) for_result: bool,
}

/// Sums by the instruction that calls.
pub(crate) type BySite = FxHashMap<InstructionId, SiteSums>;

/// Adds the sums of another thread.
pub(super) fn add(sums: &mut BySite, more: &BySite) {
    for (&site, more) in more {
        let sum = sums.entry(site).or_default();
        sum.calls += more.calls;
        sum.duration += more.duration;
        sum.beside += more.beside;
        more.joins.iter().for_each(|(&join, &times)| *sum.joins.entry(join).or_insert(0) += times);
    }
}

/// Lists the sites for a report, those with the longest calls first.
pub(super) fn told(points: &Points<'_>, sums: &BySite) -> Vec<CallSite> {
    let mut all: Vec<_> = sums.iter().collect();
    all.sort_unstable_by_key(|&(&site, sum)| (std::cmp::Reverse(sum.duration), site));
    all.truncate(limits::LISTED_SITES);
    all.into_iter().map(|(&site, sum)| call_site(points, site, sum)).collect()
}

fn call_site(points: &Points<'_>, site: InstructionId, sum: &SiteSums) -> CallSite {
    let beside = ratio(sum.beside, sum.duration);
    let mut joins: Vec<_> = sum.joins.iter().collect();
    joins.sort_unstable_by_key(|&(&join, &calls)| (std::cmp::Reverse(calls), join));
    let place = |(join, &calls): (&Join, &u64)| JoinPlace {
        before: points.point(join.before),
        calls,
        for_result: join.for_result,
    };
    let joins: Vec<JoinPlace> = joins.into_iter().map(place).collect();
    CallSite {
        call: points.point(site),
        calls: sum.calls,
        beside,
        join: joins.first().map(|join| join.before.clone()),
        joins,
        fork: beside >= LEAST_BESIDE,
    }
}

/// The calls of a thread.
#[derive(Debug)]
pub(super) struct Sites {
    calls: Vec<Made>,
    /// The calls that run, the outermost one first.
    open: Vec<TaskId>,
    /// Of what follows all calls, and then of each open call: the calls that were made there, have ended, and may have to be waited for.
    pending: Vec<Vec<TaskId>>,
    sums: BySite,
}

/// A call that was made.
#[derive(Debug)]
struct Made {
    site: InstructionId,
    /// A call that it runs in. Once it has ended, that may be any of those up to the innermost one that still runs.
    around: Cell<TaskId>,
    /// The number of the level that it began, among all levels.
    level: u64,
    begin: u64,
    end: u64,
    is_awaited: bool,
}

impl Default for Sites {
    fn default() -> Self {
        Self { calls: Vec::new(), open: Vec::new(), pending: vec![Vec::new()], sums: BySite::default() }
    }
}

impl Sites {
    /// Begins the next call; `site` is none if no instruction of the program calls it.
    pub(super) fn begin(&mut self, site: InstructionId, around: TaskId, (begin, level): (u64, u64)) {
        let around = Cell::new(around);
        self.calls.push(Made { site, around, level, begin, end: RUNNING, is_awaited: false });
        self.open.push(self.calls.len() as TaskId);
        self.pending.push(Vec::new());
    }

    /// Ends the innermost call. The calls that it has made and not waited for still run.
    pub(super) fn end(&mut self, end: u64) {
        let Some(call) = self.open.pop() else { return };
        let Some(mut left) = self.pending.pop() else { return };
        if let Some(made) = self.made_mut(call) {
            made.end = end;
        }
        if let Some(around) = self.pending.last_mut() {
            if left.len() > around.len() {
                std::mem::swap(&mut left, around);
            }
            around.append(&mut left);
            around.push(call);
        }
    }

    /// Returns whether a call has ended, and nothing has waited for it.
    #[inline]
    pub(super) fn is_pending(&self, call: TaskId) -> bool {
        self.made(call).is_some_and(|made| made.end != RUNNING && !made.is_awaited)
    }

    /// Returns the innermost open call that a call was made in; [`REST`] if there is none.
    pub(super) fn scope(&self, call: TaskId) -> TaskId {
        let ended = |call| self.made(call).filter(|made| made.end != RUNNING);
        let mut scope = call;
        while let Some(made) = ended(scope) {
            scope = made.around.get();
        }
        // The way is shorter next time.
        let mut next = call;
        while let Some(made) = ended(next) {
            next = made.around.replace(scope);
        }
        scope
    }

    /// Returns the last call that was made where control is, has ended, and was not waited for.
    pub(super) fn last_pending(&self) -> Option<TaskId> {
        self.pending.last()?.iter().rev().copied().find(|&call| self.is_pending(call))
    }

    /// Returns the number of open calls around what follows the calls of a scope, that one included.
    pub(super) fn depth(&self, scope: TaskId) -> usize {
        self.open.iter().rposition(|&open| open == scope).map_or(0, |at| at + 1)
    }

    /// Returns the number of the level that a call began.
    pub(super) fn level(&self, call: TaskId) -> u64 {
        self.made(call).map_or(0, |made| made.level)
    }

    /// Waits for a call because of its result.
    pub(super) fn await_result(&mut self, call: TaskId, by: InstructionId, now: u64) {
        self.join(call, now, Some(Join { before: by, for_result: true }));
    }

    /// Waits for all calls of a scope that began before a place was reached. Returns those that were not waited for before.
    pub(super) fn await_all(&mut self, scope: TaskId, place: Reached) -> Vec<TaskId> {
        let depth = self.depth(scope);
        let pending = std::mem::take(&mut self.pending[depth]);
        let (due, later): (Vec<_>, Vec<_>) = pending.into_iter().partition(|&call| self.level(call) < place.number);
        self.pending[depth] = later;
        let due: Vec<TaskId> = due.into_iter().filter(|&call| self.is_pending(call)).collect();
        let join = Join { before: place.insn, for_result: false };
        due.iter().for_each(|&call| self.join(call, place.serial, Some(join)));
        due
    }

    /// Ends a call's time beside what follows it.
    fn join(&mut self, call: TaskId, until: u64, join: Option<Join>) {
        let Some(made) = self.made_mut(call) else { return };
        made.is_awaited = true;
        let (site, begin, end) = (made.site, made.begin, made.end.min(until));
        if site.is_none() {
            return;
        }
        let sum = self.sums.entry(site).or_default();
        sum.calls += 1;
        sum.duration += end - begin;
        sum.beside += (until - end).min(end - begin);
        join.into_iter().for_each(|join| *sum.joins.entry(join).or_insert(0) += 1);
    }

    /// Returns the sums. The thread has ended, which waits for all calls that nothing else has waited for.
    pub(super) fn finish(mut self, now: u64) -> BySite {
        let left =
            (1..=self.calls.len() as TaskId).filter(|&call| self.made(call).is_some_and(|made| !made.is_awaited));
        left.collect::<Vec<_>>().into_iter().for_each(|call| self.join(call, now, None));
        self.sums
    }

    fn made(&self, call: TaskId) -> Option<&Made> {
        self.calls.get((call as usize).wrapping_sub(1))
    }

    fn made_mut(&mut self, call: TaskId) -> Option<&mut Made> {
        self.calls.get_mut((call as usize).wrapping_sub(1))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use proptest::prelude::*;

    const SITES: u32 = 3;

    /// What happens in a thread, one node after the other.
    #[derive(Debug, Clone, Copy)]
    enum Step {
        Begin(u32),
        End,
        /// An instruction reads what the n-th call has written, if there is one.
        Read(u32),
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![2 => (0..SITES).prop_map(Step::Begin), 2 => Just(Step::End), 3 => (1..20_u32).prop_map(Step::Read)]
    }

    /// A call by the definition: its site, its time, the calls that it runs in, and when it is waited for.
    #[derive(Default)]
    struct Plain {
        site: u32,
        begin: u64,
        end: Option<u64>,
        around: Vec<usize>,
        awaited: Option<u64>,
    }

    fn scope(all: &[Plain], call: usize) -> Option<usize> {
        all[call].around.iter().copied().rfind(|&around| all[around].end.is_none())
    }

    fn is_pending(call: &Plain) -> bool {
        call.end.is_some() && call.awaited.is_none()
    }

    fn plainly(steps: &[Step]) -> BySite {
        let (mut all, mut open): (Vec<Plain>, Vec<usize>) = (Vec::new(), Vec::new());
        for (now, step) in (0..).zip(steps) {
            match *step {
                Step::Begin(site) => {
                    all.push(Plain { site, begin: now, around: open.clone(), ..Plain::default() });
                    open.push(all.len() - 1);
                }
                Step::End => drop(open.pop().map(|call| all[call].end = Some(now))),
                Step::Read(call) if (call as usize) <= all.len() && is_pending(&all[call as usize - 1]) => {
                    let meant = scope(&all, call as usize - 1);
                    let due = (0..all.len()).filter(|&other| is_pending(&all[other]) && scope(&all, other) == meant);
                    due.collect::<Vec<_>>().into_iter().for_each(|other| all[other].awaited = Some(now));
                }
                Step::Read(_) => {}
            }
        }
        let last = steps.len() as u64;
        let mut sums = BySite::default();
        for call in all {
            let (end, awaited) = (call.end.unwrap_or(last), call.awaited);
            let sum = sums.entry(InstructionId::new(call.site)).or_default();
            sum.calls += 1;
            sum.duration += end - call.begin;
            sum.beside += (awaited.unwrap_or(last) - end).min(end - call.begin);
            let join = |now| Join { before: InstructionId::new(now as u32), for_result: false };
            awaited.into_iter().for_each(|now| *sum.joins.entry(join(now)).or_insert(0) += 1);
        }
        sums
    }

    fn at_once(steps: &[Step]) -> BySite {
        let mut sites = Sites::default();
        for (now, step) in (0..).zip(steps) {
            match *step {
                Step::Begin(site) => {
                    let around = sites.open.last().copied().unwrap_or(REST);
                    sites.begin(InstructionId::new(site), around, (now, now));
                }
                Step::End => sites.end(now),
                Step::Read(call) if sites.is_pending(call) => {
                    let place = Reached { insn: InstructionId::new(now as u32), serial: now, number: now };
                    sites.await_all(sites.scope(call), place);
                }
                Step::Read(_) => {}
            }
        }
        sites.finish(steps.len() as u64)
    }

    proptest! {
        #[test]
        fn sums_are_those_of_the_definition(steps in prop::collection::vec(step(), 0..60)) {
            prop_assert_eq!(at_once(&steps), plainly(&steps));
        }
    }

    #[test]
    fn a_result_is_waited_for_by_itself() {
        let mut sites = Sites::default();
        for now in [0, 10] {
            sites.begin(InstructionId::new(0), REST, (now, now));
            sites.end(now + 10);
        }
        sites.await_result(1, InstructionId::new(7), 25);
        assert!(!sites.is_pending(1) && sites.is_pending(2));
        let sums = &sites.finish(40)[&InstructionId::new(0)];
        assert_eq!((sums.beside, sums.joins.len()), (20, 1));
    }
}
