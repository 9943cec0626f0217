//! Gains: what the run's candidates bring if their advice is followed, and what would unblock those that are stopped.

use paratrace_replay::base::error::AnalyzeError;

use super::candidates::{self, Candidate};
use super::plans::{self, Saving};
use super::rules::{FreedVia, Overwriting, Rung};
use super::run::{Best, Simulator, Step, Sums};
use super::sites;
use super::subject::Outcome;
use crate::dependences::Points;
use crate::limits;
use crate::model::{
    self, Advice, Blocker, CandidateKind, Gain, JoinPlace, Nature, Plan, Remedy, Report, Unblocked, Verdict, ViaKind,
    WORTHWHILE,
};
use crate::ratios::amdahl;

/// Share of the gain with copies from which on to wait is better: it changes less.
const ABOUT_AS_MUCH: f64 = 0.5;

/// A candidate of the report that is simulated.
struct Subject {
    candidate: Candidate,
    rungs: Vec<Rung>,
    /// What it saves, for each number of cores.
    saved: Vec<Saving>,
}

/// Simulates the candidates of a report, ranks them by their gains, and plans which of them to take.
pub(crate) fn add_gains(simulator: &Simulator<'_, '_>, report: &mut Report) -> Result<(), AnalyzeError> {
    let mut subjects = subjects(simulator, report);
    if subjects.is_empty() {
        rank(&mut report.candidates, &|_| false);
        return Ok(());
    }
    let wanted = subjects.iter().map(|subject| subject.candidate.wanted(subject.rungs.clone(), simulator));
    let points = Points::new(simulator.map);
    let sums = simulator.run(&points, &wanted.collect::<Vec<_>>())?;
    for (subject, outcome) in subjects.iter_mut().zip(&sums.outcomes).filter(|(_, outcome)| !outcome.too_large) {
        if let Some(at) = subject.place(report) {
            take(&mut report.candidates[at], subject, outcome, (simulator, &points, sums.serial));
        }
    }
    plan(simulator, report, &subjects, &sums);
    Ok(())
}

impl Subject {
    /// Returns its place in the report.
    fn place(&self, report: &Report) -> Option<usize> {
        report.candidates.iter().position(|known| self.candidate.is(known))
    }
}

/// Lists the candidates that are worth a simulation: those that may gain, and of those that are stopped the largest.
fn subjects(simulator: &Simulator<'_, '_>, report: &Report) -> Vec<Subject> {
    let most = simulator.cores.last().copied().unwrap_or(1);
    let mut worthy: Vec<_> = report.candidates.iter().filter(|known| bound(known, most) >= WORTHWHILE).collect();
    if worthy.is_empty() {
        return Vec::new();
    }
    worthy.sort_by(|a, b| b.coverage.total_cmp(&a.coverage));
    let (stopped, gaining): (Vec<_>, Vec<_>) = worthy.into_iter().partition(|known| known.verdict.is_stopped());
    let gaining = gaining.into_iter().take(limits::GAINING_CANDIDATES);
    let all = candidates::all(simulator.map, report);
    let subject = |known: &model::Candidate| {
        let candidate = all.iter().find(|candidate| candidate.is(known))?.clone();
        let rungs = advised(known).map_or_else(|| unblocking(known), |rung| ways(known, rung));
        (!rungs.is_empty()).then_some(Subject { candidate, rungs, saved: Vec::new() })
    };
    gaining.chain(stopped.into_iter().take(limits::UNBLOCKED_CANDIDATES)).filter_map(subject).collect()
}

/// Bounds the speed-up of the run by Amdahl's law.
fn bound(known: &model::Candidate, cores: u32) -> f64 {
    let at_once = match known.kind {
        CandidateKind::Loop | CandidateKind::Stream => known.tasks as f64 / known.instances.max(1) as f64,
        // Calls run beside what follows them, which may be all the rest.
        CandidateKind::Call => return if known.coverage >= limits::LEAST_SHARE { f64::from(cores) } else { 1.0 },
    };
    amdahl(known.coverage, at_once.min(f64::from(cores)))
}

/// Returns the dependences that do not count once the advice about a candidate is followed; `None` if there is no way to run
/// it in parallel.
pub(super) fn advised(known: &model::Candidate) -> Option<Rung> {
    // What follows calls waits for what they did, but for what class initialisers did, which run before.
    let waits = |blocker: &Blocker| blocker.follows && blocker.nature != Nature::Initialization;
    let is_freed =
        |blocker: &&Blocker| !blocker.nature.is_serial() && blocker.nature != Nature::Join && !waits(blocker);
    (!known.verdict.is_stopped()).then(|| Rung {
        freed: known.blockers.iter().filter(is_freed).map(|blocker| freed_by_advice(known, blocker)).collect(),
        stage: known.stage,
        twice: known.verdict == Verdict::Scan
            && known.stage == 0
            && known.blockers.iter().any(Blocker::needs_first_pass),
        waits_for_all: (known.kind == CandidateKind::Call).then(|| overwriting(known)),
        ..freed(known)
    })
}

/// Returns what waits for calls by overwriting what they use: all that does, unless they get copies of it.
fn overwriting(known: &model::Candidate) -> Overwriting {
    let any = |is: &dyn Fn(&Blocker) -> bool| known.blockers.iter().any(is);
    match () {
        () if any(&is_awaited_to_overwrite) => Overwriting::All,
        () if any(&is_copied_for_what_follows) => Overwriting::OfObjects,
        () if any(&|blocker| blocker.via.kind == ViaKind::Object) => Overwriting::OfObjects,
        () => Overwriting::Nothing,
    }
}

/// Returns whether a call needs a copy of its own only because what follows it overwrites what it uses.
fn is_copied_for_what_follows(blocker: &Blocker) -> bool {
    blocker.follows && matches!(blocker.nature, Nature::PrivateCopy | Nature::LastValue)
}

/// Returns whether what follows a call waits for it, also to overwrite what it uses.
fn is_awaited_to_overwrite(blocker: &Blocker) -> bool {
    blocker.follows && blocker.nature == Nature::Join && blocker.edges.war + blocker.edges.waw > 0
}

/// Lists what to simulate of a candidate that can run in parallel. What follows calls may wait for them before it overwrites what they
/// use, or they get copies of it.
fn ways(known: &model::Candidate, advised: Rung) -> Vec<Rung> {
    let waiting = Rung { waits_for_all: Some(Overwriting::All), ..advised.clone() };
    let has_copies = advised.waits_for_all == Some(Overwriting::OfObjects);
    let may_wait = has_copies && known.blockers.iter().any(is_copied_for_what_follows);
    if may_wait { vec![advised, waiting] } else { vec![advised] }
}

fn freed_by_advice(known: &model::Candidate, blocker: &Blocker) -> FreedVia {
    let between_calls = known.kind == CandidateKind::Call && blocker.nature != Nature::Initialization;
    FreedVia { via: blocker.via.clone(), method: between_calls.then(|| blocker.tail.method.clone()) }
}

/// Lists rungs that free what stops a candidate: the hardest blocker, then that and the next one …
fn unblocking(known: &model::Candidate) -> Vec<Rung> {
    if known.verdict == Verdict::Search {
        return Vec::new();
    }
    let (stopping, others): (Vec<_>, Vec<_>) = known.blockers.iter().partition(|blocker| blocker.nature.is_stopping());
    let others = others.into_iter().filter(|blocker| blocker.nature != Nature::Join);
    let others: Vec<FreedVia> = others.map(|blocker| FreedVia::anywhere(&blocker.via)).collect();
    (1..=stopping.len().min(limits::UNBLOCKING_STEPS))
        .map(|count| Rung {
            freed: stopping[..count]
                .iter()
                .map(|blocker| FreedVia::anywhere(&blocker.via))
                .chain(others.clone())
                .collect(),
            ..freed(known)
        })
        .collect()
}

/// Each task has its own locals and copies, and counts by itself.
fn freed(known: &model::Candidate) -> Rung {
    Rung { counters: known.kind == CandidateKind::Loop, copies: true, apart: known.apart.clone(), ..Rung::default() }
}

/// Gives a candidate the results of its simulation.
fn take(
    known: &mut model::Candidate,
    subject: &mut Subject,
    outcome: &Outcome,
    (simulator, points, serial): (&Simulator<'_, '_>, &Points<'_>, u64),
) {
    let divisions = subject.candidate.divisions(simulator);
    let step = |(number, rung)| Step::of(number, rung, &divisions, simulator.task_cost, outcome);
    let steps: Vec<Step> = subject.rungs.iter().enumerate().map(step).collect();
    let gains = |step: &Step| step.best.iter().map(|best| gain(best, serial, outcome)).collect::<Vec<Gain>>();
    if known.verdict.is_stopped() {
        known.unblocked = unblocked(known, &steps.iter().map(gains).collect::<Vec<_>>());
        return;
    }
    let Some(with_copies) = steps.first() else { return };
    let waiting = steps.get(1).filter(|step| gains_as_much(&gains(step), &gains(with_copies)));
    let (rung, step) = waiting.map_or((0, with_copies), |waiting| (1, waiting));
    if waiting.is_some() {
        wait_instead_of_copying(known);
    }
    // Tasks that wait for one another all the time run one after the other.
    let overlaps = |best: &Best| best.sums.time as f64 * WORTHWHILE <= outcome.serial as f64;
    if known.verdict == Verdict::Overlapping && !step.best.iter().any(overlaps) {
        (known.verdict, known.speedup) = (Verdict::Serial, 1.0);
        return;
    }
    let saving = |best: &Best| Saving::new(best.saved(serial, outcome.serial), Some(known.verdict));
    subject.saved = step.best.iter().map(saving).collect();
    known.gains = gains(step);
    known.sites = outcome.sites.get(&rung).map(|sites| sites::told(points, sites)).unwrap_or_default();
    add_unseen_joins(known);
    let own = known.gains.iter().find(|gain| gain.cores == known.cores);
    known.speedup = own.map_or(known.speedup, |gain| gain.speedup);
}

/// Adds where calls have to be waited for that nothing in the simulation has waited for, as code that is not traced needs them.
fn add_unseen_joins(known: &mut model::Candidate) {
    let needs =
        |blocker: &&Blocker| blocker.follows && blocker.nature == Nature::Join && blocker.edges.raw + blocker.calls > 0;
    let places = known.blockers.iter().filter(needs).map(|blocker| JoinPlace {
        before: blocker.tail.clone(),
        calls: 0,
        for_result: blocker.via.kind == ViaKind::Return,
    });
    let places: Vec<JoinPlace> = places.collect();
    for site in known.sites.iter_mut().filter(|site| site.joins.is_empty()) {
        site.join = places.first().map(|place| place.before.clone());
        site.joins.clone_from(&places);
    }
}

/// Returns whether waiting for calls gains about as much as giving them copies does, on all numbers of cores.
fn gains_as_much(waiting: &[Gain], with_copies: &[Gain]) -> bool {
    let mut both = waiting.iter().zip(with_copies);
    both.all(|(waiting, copying)| waiting.speedup - 1.0 >= ABOUT_AS_MUCH * (copying.speedup - 1.0))
}

/// What follows the calls waits for them before it overwrites what they use: they need no copies of it.
fn wait_instead_of_copying(known: &mut model::Candidate) {
    for blocker in known.blockers.iter_mut().filter(|blocker| is_copied_for_what_follows(blocker)) {
        blocker.nature = Nature::Join;
        blocker.advice = Advice::Remedy(Remedy::AwaitOverwriting);
    }
    let any = |is: fn(Nature) -> bool| known.blockers.iter().any(|blocker| is(blocker.nature));
    let is_listed = known.blockers.len() < limits::TOLD_BLOCKERS;
    if matches!(known.verdict, Verdict::PrivateCopies | Verdict::WithChanges) && is_listed {
        known.verdict = match () {
            () if any(Nature::needs_changes) => Verdict::WithChanges,
            () if any(|nature| nature == Nature::PrivateCopy) => Verdict::PrivateCopies,
            () => Verdict::Future,
        };
    }
}

fn gain(best: &Best, serial: u64, outcome: &Outcome) -> Gain {
    Gain { cores: best.division.cores, speedup: best.speedup(serial, outcome.serial), grain: best.division.grain }
}

/// Returns what unblocks a candidate: the fewest blockers without which it gains about as much as without more of them.
fn unblocked(known: &model::Candidate, found: &[Vec<Gain>]) -> Option<Unblocked> {
    let most = |gains: &Vec<Gain>| gains.iter().map(|gain| gain.speedup).fold(1.0, f64::max);
    let all = most(found.last()?);
    let (count, gains) = (1..).zip(found).find(|(_, gains)| most(gains) - 1.0 >= 0.9 * (all - 1.0))?;
    let stopping = known.blockers.iter().filter(|blocker| blocker.nature.is_stopping());
    let without = stopping.take(count).map(|blocker| blocker.via.clone()).collect();
    gains.iter().any(Gain::is_worthwhile).then(|| Unblocked { without, gains: gains.clone() })
}

/// Plans which candidates to take, of those that run inside one another, and puts them first.
fn plan(simulator: &Simulator<'_, '_>, report: &mut Report, subjects: &[Subject], sums: &Sums) {
    let order: Vec<usize> = (0..subjects.len()).collect();
    let plan = |(machine, &cores): (usize, &u32)| {
        plans::plan(&order, cores, sums, |at| subjects[at].saved.get(machine).copied().unwrap_or_default())
    };
    let mut plans: Vec<Plan> = simulator.cores.iter().enumerate().map(plan).collect();
    let ranking = report.candidates.first().map(|candidate| candidate.cores);
    let first = plans.iter().find(|plan| plan.cores == ranking).map(|plan| plan.candidates.clone()).unwrap_or_default();
    let others = others(report, subjects, &first, sums);
    rank(&mut report.candidates, &|known| others.iter().any(|&(other, _)| subjects[other].candidate.is(known)));
    for (other, taken) in others {
        if let Some(place) = subjects[other].place(report) {
            report.candidates[place].instead_of = subjects[taken].place(report);
        }
    }
    for plan in &mut plans {
        plan.candidates = plan.candidates.iter().filter_map(|&at| subjects[at].place(report)).collect();
        plan.candidates.sort_unstable();
    }
    report.plans = plans;
}

/// Lists the candidates that can be taken instead of one that the plan takes, because one runs inside the other.
fn others(report: &Report, subjects: &[Subject], first: &[usize], sums: &Sums) -> Vec<(usize, usize)> {
    let is_stopped = |at: usize| subjects[at].place(report).is_none_or(|at| report.candidates[at].verdict.is_stopped());
    let left = (0..subjects.len()).filter(|&at| !first.contains(&at) && !is_stopped(at));
    left.filter_map(|at| Some((at, first.iter().copied().find(|&taken| sums.nest(at, taken))?))).collect()
}

/// Puts those that gain most first, behind them those that can be taken instead of others, and then the rest by their share of the run.
fn rank(candidates: &mut [model::Candidate], is_other: &dyn Fn(&model::Candidate) -> bool) {
    let gain = |one: &model::Candidate| if one.speedup >= WORTHWHILE { one.speedup } else { 1.0 };
    let place = |one: &model::Candidate| if one.speedup < WORTHWHILE { 2 } else { u8::from(is_other(one)) };
    candidates.sort_by(|a, b| {
        let by_gain = gain(b).total_cmp(&gain(a)).then(b.coverage.total_cmp(&a.coverage));
        place(a).cmp(&place(b)).then(by_gain)
    });
}
