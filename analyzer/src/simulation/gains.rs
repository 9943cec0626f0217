//! Gains: what the run's candidates bring if their advice is followed, and what would unblock those that are stopped.

use paratrace_replay::base::error::AnalyzeError;

use super::candidates::{self, Candidate};
use super::plans;
use super::rules::Rung;
use super::run::{Best, Simulator, Step, Sums};
use super::subject::Outcome;
use crate::dependences::Points;
use crate::limits;
use crate::model::{self, Blocker, CandidateKind, Gain, Nature, Report, Unblocked, Verdict, Via, WORTHWHILE};
use crate::ratios::amdahl;

/// A candidate of the report that is simulated.
struct Subject {
    /// Its place in the report.
    place: usize,
    candidate: Candidate,
    rungs: Vec<Rung>,
}

/// Simulates the candidates of a report, ranks them by their gains, and plans which of them to take.
pub(crate) fn add_gains(simulator: &Simulator<'_, '_>, report: &mut Report) -> Result<(), AnalyzeError> {
    let points = Points::new(simulator.map());
    let subjects = subjects(simulator, report);
    if !subjects.is_empty() {
        let wanted = subjects.iter().map(|subject| subject.candidate.wanted(subject.rungs.clone(), simulator));
        let sums = simulator.run(&points, &wanted.collect::<Vec<_>>())?;
        for (subject, outcome) in subjects.iter().zip(&sums.outcomes).filter(|(_, outcome)| !outcome.too_large) {
            let known = &mut report.candidates[subject.place];
            take(known, subject, outcome, (simulator, sums.serial));
        }
        plan(simulator, report, &subjects, &sums);
    }
    rank(report);
    Ok(())
}

/// Lists the candidates that are worth a simulation: those that may gain, and of those that are stopped the largest.
fn subjects(simulator: &Simulator<'_, '_>, report: &Report) -> Vec<Subject> {
    let all = candidates::all(simulator.map(), report);
    let most = simulator.cores.last().copied().unwrap_or(1);
    let mut places: Vec<usize> = (0..report.candidates.len()).collect();
    places.retain(|&place| bound(&report.candidates[place], most) >= WORTHWHILE);
    places.sort_by(|&a, &b| {
        let key = |place: usize| (report.candidates[place].verdict.is_stopped(), -report.candidates[place].coverage);
        key(a).0.cmp(&key(b).0).then(key(a).1.total_cmp(&key(b).1)).then(a.cmp(&b))
    });
    let stopped = |place: &usize| report.candidates[*place].verdict.is_stopped();
    let of_each = [
        places.iter().filter(|place| !stopped(place)).take(limits::GAINING_CANDIDATES).collect::<Vec<_>>(),
        places.iter().filter(|place| stopped(place)).take(limits::UNBLOCKED_CANDIDATES).collect(),
    ];
    let subject = |&&place: &&usize| {
        let known = &report.candidates[place];
        let candidate = all.iter().find(|candidate| candidate.is(known))?.clone();
        let rungs = advised(known).map_or_else(|| unblocking(known), |rung| vec![rung]);
        (!rungs.is_empty()).then_some(Subject { place, candidate, rungs })
    };
    of_each.iter().flatten().filter_map(subject).collect()
}

/// Bounds the speed-up of the run by Amdahl's law.
fn bound(known: &model::Candidate, cores: u32) -> f64 {
    let at_once = match known.kind {
        CandidateKind::Loop => known.tasks as f64 / known.instances.max(1) as f64,
        // Calls run beside what follows them, which may be all the rest.
        CandidateKind::Call => return if known.coverage >= limits::LEAST_SHARE { f64::from(cores) } else { 1.0 },
    };
    amdahl(known.coverage, at_once.min(f64::from(cores)))
}

/// Returns the dependences that do not count once the advice about a candidate is followed; `None` if there is no way to run
/// it in parallel.
pub(super) fn advised(known: &model::Candidate) -> Option<Rung> {
    let is_freed = |blocker: &&Blocker| !blocker.nature.is_serial() && blocker.nature != Nature::Join;
    (!known.verdict.is_stopped()).then(|| Rung {
        freed: known.blockers.iter().filter(is_freed).map(|blocker| blocker.via.clone()).collect(),
        stage: known.stage,
        twice: known.verdict == Verdict::Scan,
        ..freed(known)
    })
}

/// Lists rungs that free what stops a candidate: the hardest blocker, then that and the next one …
fn unblocking(known: &model::Candidate) -> Vec<Rung> {
    if known.verdict == Verdict::Search {
        return Vec::new();
    }
    let (stopping, others): (Vec<_>, Vec<_>) = known.blockers.iter().partition(|blocker| blocker.nature.is_stopping());
    let others = others.into_iter().filter(|blocker| blocker.nature != Nature::Join);
    let others: Vec<Via> = others.map(|blocker| blocker.via.clone()).collect();
    (1..=stopping.len().min(limits::UNBLOCKING_STEPS))
        .map(|count| Rung {
            freed: stopping[..count].iter().map(|blocker| blocker.via.clone()).chain(others.clone()).collect(),
            ..freed(known)
        })
        .collect()
}

/// Each task has its own locals and copies, and counts by itself.
fn freed(known: &model::Candidate) -> Rung {
    Rung { counters: known.kind == CandidateKind::Loop, copies: true, ..Rung::default() }
}

/// Gives a candidate the results of its simulation.
fn take(
    known: &mut model::Candidate,
    subject: &Subject,
    outcome: &Outcome,
    (simulator, serial): (&Simulator<'_, '_>, u64),
) {
    let divisions = subject.candidate.divisions(simulator);
    let steps = subject.rungs.iter().enumerate().map(|(number, rung)| Step::of(number, rung, &divisions, outcome));
    let steps: Vec<Step> = steps.collect();
    let gains = |step: &Step| step.best.iter().map(|best| gain(best, serial, outcome)).collect::<Vec<Gain>>();
    if known.verdict.is_stopped() {
        known.unblocked = unblocked(known, &steps.iter().map(gains).collect::<Vec<_>>());
        return;
    }
    known.gains = gains(&steps[0]);
    let own = known.gains.iter().find(|gain| gain.cores == known.cores);
    known.speedup = own.map_or(known.speedup, |gain| gain.speedup);
    // Tasks that wait for one another all the time run one after the other.
    let overlaps = |best: &Best| best.sums.time as f64 * WORTHWHILE <= outcome.serial as f64;
    if known.verdict == Verdict::Overlapping && !steps[0].best.iter().any(overlaps) {
        (known.verdict, known.speedup, known.gains) = (Verdict::Serial, 1.0, Vec::new());
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

/// Plans which candidates to take: of those that run inside one another, the best for the cores that rank them.
fn plan(simulator: &Simulator<'_, '_>, report: &mut Report, subjects: &[Subject], sums: &Sums) {
    let order: Vec<usize> = (0..subjects.len()).collect();
    report.plans = (0..simulator.cores.len())
        .map(|machine| {
            let saved = |at: usize| {
                let gain = report.candidates[subjects[at].place].gains.get(machine).filter(|gain| gain.is_worthwhile());
                gain.map_or(0, |gain| sums.serial - (sums.serial as f64 / gain.speedup).round() as u64)
            };
            let mut plan = plans::plan(&order, simulator.cores[machine], sums, saved);
            plan.candidates.iter_mut().for_each(|at| *at = subjects[*at].place);
            plan
        })
        .collect();
    let ranking = report.candidates.first().map(|candidate| candidate.cores);
    let Some(plan) = report.plans.iter().find(|plan| plan.cores == ranking) else { return };
    let first = plan.candidates.clone();
    let left = |&(_, subject): &(usize, &Subject)| {
        !first.contains(&subject.place) && !report.candidates[subject.place].verdict.is_stopped()
    };
    for (at, subject) in subjects.iter().enumerate().filter(left).collect::<Vec<_>>() {
        let taken = |&other: &usize| first.contains(&subjects[other].place) && sums.nest(at, other);
        report.candidates[subject.place].instead_of =
            order.iter().copied().find(taken).map(|other| subjects[other].place);
    }
}

/// Puts those that gain most first, and behind them the others by their share of the run.
fn rank(report: &mut Report) {
    let mut order: Vec<usize> = (0..report.candidates.len()).collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (&report.candidates[a], &report.candidates[b]);
        let gain = |one: &model::Candidate| if one.speedup >= WORTHWHILE { one.speedup } else { 1.0 };
        gain(b).total_cmp(&gain(a)).then(b.coverage.total_cmp(&a.coverage))
    });
    let mut places = vec![0; order.len()];
    order.iter().enumerate().for_each(|(new, &old)| places[old] = new);
    let mut all: Vec<Option<model::Candidate>> = std::mem::take(&mut report.candidates).into_iter().map(Some).collect();
    report.candidates = order.iter().filter_map(|&old| all[old].take()).collect();
    for candidate in &mut report.candidates {
        candidate.instead_of = candidate.instead_of.map(|old| places[old]);
    }
    for plan in &mut report.plans {
        plan.candidates.iter_mut().for_each(|old| *old = places[*old]);
        plan.candidates.sort_unstable();
    }
}
