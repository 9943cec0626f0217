//! Call sites: where the calls of a method start, and what needs them first.

use paratrace_traceformat::map::InstructionId;
use rustc_hash::FxHashMap;

use super::record::TaskId;
use crate::dependences::Points;
use crate::limits;
use crate::model::CallSite;
use crate::ratios::ratio;

/// Least share of the time of a site's calls during which they must be able to run beside what follows them.
const LEAST_BESIDE: f64 = 0.1;

/// Stands for the end of a call that still runs.
const RUNNING: u64 = u64::MAX;

/// Sums over the calls from one site. Times are costs of nodes, in serial order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct SiteSums {
    pub(crate) calls: u64,
    /// Time of all calls.
    pub(crate) duration: u64,
    /// Time during which calls can run beside what follows them: until something needs them, and no longer than they last.
    pub(crate) beside: u64,
    /// How often each instruction was the first one that needed a call.
    pub(crate) joins: FxHashMap<InstructionId, u64>,
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
        more.joins.iter().for_each(|(&by, &times)| *sum.joins.entry(by).or_insert(0) += times);
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
    let join = sum.joins.iter().max_by_key(|&(&by, &times)| (times, std::cmp::Reverse(by)));
    CallSite {
        call: points.point(site),
        calls: sum.calls,
        beside,
        join: join.map(|(&by, _)| points.point(by)),
        fork: beside >= LEAST_BESIDE,
    }
}

/// The calls of a thread.
#[derive(Debug, Default)]
pub(super) struct Sites {
    calls: Vec<Made>,
    sums: BySite,
}

/// A call that was made.
#[derive(Debug)]
struct Made {
    site: InstructionId,
    /// The call that it runs in; once it is needed, the innermost one around it that was not needed then.
    around: TaskId,
    begin: u64,
    end: u64,
    is_needed: bool,
}

impl Sites {
    /// Begins the next call; `site` is none if no instruction of the program calls it.
    pub(super) fn begin(&mut self, site: InstructionId, around: TaskId, begin: u64) {
        self.calls.push(Made { site, around, begin, end: RUNNING, is_needed: false });
    }

    /// Ends a call.
    pub(super) fn end(&mut self, call: TaskId, end: u64) {
        if let Some(made) = self.get(call) {
            made.end = end;
        }
    }

    /// An instruction may need what a call has written. `is_needed` tells whether it does.
    #[inline]
    pub(super) fn reached(&mut self, call: TaskId, by: InstructionId, now: u64, is_needed: impl FnOnce() -> bool) {
        let Some(made) = self.get(call) else { return };
        let next = if made.is_needed { made.around } else { call };
        let has_ended = self.get(next).is_some_and(|made| made.end != RUNNING);
        if has_ended && is_needed() {
            self.needs(call, by, now);
        }
    }

    /// Ends the wait for a call, and for those around it that have ended, too.
    fn needs(&mut self, call: TaskId, by: InstructionId, now: u64) {
        let (mut at, mut passed) = (call, Vec::new());
        while let Some(made) = self.calls.get_mut((at as usize).wrapping_sub(1)).filter(|made| made.end != RUNNING) {
            passed.push(at);
            if !made.is_needed {
                made.is_needed = true;
                let (site, begin, end) = (made.site, made.begin, made.end);
                self.sum(site, begin, end, now, Some(by));
            }
            at = self.calls[at as usize - 1].around;
        }
        passed.into_iter().for_each(|call| self.calls[call as usize - 1].around = at);
    }

    fn sum(&mut self, site: InstructionId, begin: u64, end: u64, until: u64, by: Option<InstructionId>) {
        if site.is_none() {
            return;
        }
        let sum = self.sums.entry(site).or_default();
        sum.calls += 1;
        sum.duration += end - begin;
        sum.beside += (until - end).min(end - begin);
        by.into_iter().for_each(|by| *sum.joins.entry(by).or_insert(0) += 1);
    }

    /// Returns the sums. The thread has ended, which waits for all calls that nothing needed.
    pub(super) fn finish(mut self, now: u64) -> BySite {
        for made in std::mem::take(&mut self.calls).into_iter().filter(|made| !made.is_needed) {
            self.sum(made.site, made.begin, made.end.min(now), now, None);
        }
        self.sums
    }

    fn get(&mut self, call: TaskId) -> Option<&mut Made> {
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

    /// A call by the definition: its site, its time, the calls that it runs in, and the reads of what it or a call inside it
    /// has written.
    #[derive(Default)]
    struct Plain {
        site: u32,
        begin: u64,
        end: Option<u64>,
        around: Vec<usize>,
        reads: Vec<u64>,
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
                Step::Read(call) if (call as usize) <= all.len() => {
                    let call = call as usize - 1;
                    let inside_out = all[call].around.clone().into_iter().chain([call]);
                    inside_out
                        .filter(|&call| all[call].end.is_some())
                        .collect::<Vec<_>>()
                        .into_iter()
                        .for_each(|call| all[call].reads.push(now));
                }
                Step::Read(_) => {}
            }
        }
        let last = steps.len() as u64;
        let mut sums = BySite::default();
        for call in all {
            let (end, read) = (call.end.unwrap_or(last), call.reads.first().copied());
            let sum = sums.entry(InstructionId::new(call.site)).or_default();
            sum.calls += 1;
            sum.duration += end - call.begin;
            sum.beside += (read.unwrap_or(last) - end).min(end - call.begin);
            read.into_iter().for_each(|read| *sum.joins.entry(InstructionId::new(read as u32)).or_insert(0) += 1);
        }
        sums
    }

    fn at_once(steps: &[Step]) -> BySite {
        let (mut sites, mut open, mut count) = (Sites::default(), Vec::new(), 0);
        for (now, step) in (0..).zip(steps) {
            match *step {
                Step::Begin(site) => {
                    sites.begin(InstructionId::new(site), open.last().copied().unwrap_or(0), now);
                    count += 1;
                    open.push(count);
                }
                Step::End => open.pop().into_iter().for_each(|call| sites.end(call, now)),
                Step::Read(call) => sites.reached(call, InstructionId::new(now as u32), now, || true),
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
}
