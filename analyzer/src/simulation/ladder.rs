//! The unlock ladder: simulations of a candidate in which fewer and fewer dependences count.

use paratrace_replay::base::error::AnalyzeError;
use paratrace_traceformat::map::InstructionId;
use rustc_hash::FxHashMap;

use super::candidates::Candidate;
use super::gains::advised;
use super::pass::Wanted;
use super::plans::{self, Saving};
use super::rules::{Blocker, Pair, Rung, blocker, location};
use super::run::{Best, Simulator, Step, Sums, ratio};
use super::subject::Outcome;
use crate::dependences::{Kind, Points};
use crate::limits;
use crate::model::{
    self, Candidate as Advised, EdgeKind, Freed, LadderRung, Loop, Report, SIMULATIONS_SCHEMA, SimulatedKind,
    SimulatedRun, Simulation, Simulations, Stall, Via,
};

/// The inputs that all passes share.
pub(super) struct Climb<'a, 'i> {
    pub(super) simulator: Simulator<'a, 'i>,
    /// The analysis of the run.
    pub(super) report: &'a Report,
    /// Number of dependences to remove, the worst first.
    pub(super) steps: u32,
    /// Number of cores that candidates are ranked by.
    pub(super) ranking: u32,
}

/// A rung of the ladder that was simulated.
struct Climbed {
    frees: Freed,
    rung: Rung,
    step: Step,
}

/// A candidate with the rungs simulated so far.
struct Climber {
    candidate: Candidate,
    outcome: Outcome,
    steps: Vec<Climbed>,
}

impl Climb<'_, '_> {
    /// Simulates all candidates up to the end of their ladders.
    pub(super) fn run(&self, candidates: Vec<Candidate>) -> Result<Simulations, AnalyzeError> {
        let points = Points::new(self.simulator.map);
        let firsts: Vec<Vec<(Freed, Rung)>> = candidates.iter().map(|candidate| self.first_rungs(candidate)).collect();
        let wanted = candidates
            .iter()
            .zip(&firsts)
            .map(|(candidate, rungs)| self.wanted(candidate, rungs.iter().map(|(_, rung)| rung.clone()).collect()));
        let mut sums = self.simulator.run(&points, &wanted.collect::<Vec<_>>())?;
        let outcomes = std::mem::take(&mut sums.outcomes);
        let mut climbers: Vec<Climber> = Vec::new();
        for ((candidate, rungs), outcome) in candidates.into_iter().zip(firsts).zip(outcomes) {
            let climbed = |(at, (frees, rung))| self.climbed(&candidate, at, frees, rung, &outcome);
            let steps = rungs.into_iter().enumerate().map(climbed).collect();
            climbers.push(Climber { candidate, outcome, steps });
        }
        for _ in 0..self.steps.min(limits::LADDER_STEPS) {
            if !self.climb(&points, &mut climbers)? {
                break;
            }
        }
        Ok(self.simulations(&points, &climbers, &sums))
    }

    fn wanted(&self, candidate: &Candidate, rungs: Vec<Rung>) -> Wanted {
        candidate.wanted(rungs, &self.simulator)
    }

    /// Simulates one more rung for each candidate whose tasks still wait. Returns false if there is none.
    fn climb(&self, points: &Points<'_>, climbers: &mut [Climber]) -> Result<bool, AnalyzeError> {
        let next = climbers.iter().enumerate().filter_map(|(at, climber)| Some((at, next(points, climber)?)));
        let next: Vec<(usize, Rung)> = next.collect();
        if next.is_empty() {
            return Ok(false);
        }
        let wanted = next.iter().map(|(at, rung)| self.wanted(&climbers[*at].candidate, vec![rung.clone()]));
        let sums = self.simulator.run(points, &wanted.collect::<Vec<_>>())?;
        for ((at, rung), outcome) in next.into_iter().zip(&sums.outcomes) {
            let climbed = self.climbed(&climbers[at].candidate, 0, Freed::Dependence, rung, outcome);
            climbers[at].steps.push(climbed);
        }
        Ok(true)
    }

    fn climbed(&self, candidate: &Candidate, at: usize, frees: Freed, rung: Rung, outcome: &Outcome) -> Climbed {
        let step = Step::of(at, &rung, &candidate.divisions(&self.simulator), self.simulator.task_cost, outcome);
        Climbed { frees, rung, step }
    }

    /// Returns the rungs of the first pass. A method has no counters of its own.
    fn first_rungs(&self, candidate: &Candidate) -> Vec<(Freed, Rung)> {
        let mut rungs = vec![(Freed::AsIs, Rung::default())];
        let counters = candidate.kind == SimulatedKind::Loop;
        if counters {
            rungs.push((Freed::Counters, Rung { counters, ..Rung::default() }));
        }
        rungs.push((Freed::PrivateCopies, Rung { counters, copies: true, ..Rung::default() }));
        let advised = self.known(candidate).and_then(advised);
        rungs.extend(advised.map(|rung| (Freed::Advised, rung)));
        rungs
    }

    /// Returns the advice of the report about a candidate.
    fn known(&self, candidate: &Candidate) -> Option<&Advised> {
        self.place(candidate).map(|place| &self.report.candidates[place])
    }

    /// Returns its place in the advice.
    fn place(&self, candidate: &Candidate) -> Option<usize> {
        self.report.candidates.iter().position(|known| candidate.is(known))
    }

    fn simulations(&self, points: &Points<'_>, climbers: &[Climber], sums: &Sums) -> Simulations {
        let saved = |at: usize, machine: usize| {
            let verdict = self.known(&climbers[at].candidate).map(|known| known.verdict);
            let best = self.plannable(&climbers[at]).and_then(|climbed| climbed.step.best.get(machine));
            let time = best.map_or(0, |best| best.saved(sums.serial, climbers[at].outcome.serial));
            Saving::new(time, verdict)
        };
        let ranking = self.simulator.cores.iter().position(|&cores| cores == self.ranking).unwrap_or(0);
        let mut order: Vec<usize> = (0..climbers.len()).collect();
        let place = |at: usize| self.place(&climbers[at].candidate).unwrap_or(usize::MAX);
        order.sort_by_key(|&at| (place(at), std::cmp::Reverse(saved(at, ranking).time), at));
        let plan = |machine: usize, cores: u32| plans::plan(&order, cores, sums, |at| saved(at, machine));
        Simulations {
            schema: SIMULATIONS_SCHEMA.to_owned(),
            completeness: self.report.completeness.clone(),
            task_cost: self.simulator.task_cost,
            serial: sums.serial,
            simulations: order.iter().map(|&at| self.simulation(points, &climbers[at], sums.serial)).collect(),
            plans: self.simulator.cores.iter().enumerate().map(|(machine, &cores)| plan(machine, cores)).collect(),
            threads: None,
        }
    }

    /// Returns the rung that a plan can count on: what the advice says. Of what the report does not judge, it is private copies.
    fn plannable<'c>(&self, climber: &'c Climber) -> Option<&'c Climbed> {
        let frees = match self.known(&climber.candidate) {
            Some(_) => Freed::Advised,
            None => Freed::PrivateCopies,
        };
        climber.steps.iter().find(|climbed| climbed.frees == frees).filter(|_| !climber.outcome.too_large)
    }

    fn simulation(&self, points: &Points<'_>, climber: &Climber, serial: u64) -> Simulation {
        let Climber { candidate, outcome, steps } = climber;
        let mut ladder = Vec::new();
        for (at, step) in steps.iter().enumerate() {
            let before = at.checked_sub(1).map(|before| &steps[before]);
            let mut rung = rung(points, step, before, outcome.serial, serial);
            if let (Freed::Dependence, Some(advised)) = (step.frees, self.advised_blocker(candidate, &rung.through)) {
                (rung.nature, rung.operation) = (Some(advised.nature), advised.operation);
            }
            ladder.push(rung);
        }
        Simulation {
            kind: candidate.kind,
            method: candidate.method.clone(),
            header_pc: candidate.header_pc,
            file: candidate.file.clone(),
            line: candidate.line,
            instances: outcome.instances,
            tasks: outcome.tasks,
            rounds: self.rounds(candidate),
            serial: outcome.serial,
            ladder,
            too_large: outcome.too_large,
        }
    }

    /// Returns the rounds of a loop, as the report has them.
    fn rounds(&self, candidate: &Candidate) -> Option<u64> {
        let is_it = |l: &&Loop| l.method == candidate.method && l.header_pc == candidate.header_pc;
        let loops = || self.report.loops.iter();
        (candidate.kind == SimulatedKind::Loop).then(|| loops().find(is_it)?.rounds)?
    }

    /// Returns the blocker that the report knows at a location that a candidate's tasks share.
    fn advised_blocker(&self, candidate: &Candidate, through: &[Via]) -> Option<&model::Blocker> {
        self.known(candidate)?.blockers.iter().find(|blocker| through.contains(&blocker.via))
    }
}

fn rung(points: &Points<'_>, climbed: &Climbed, before: Option<&Climbed>, inside: u64, serial: u64) -> LadderRung {
    let stall = |&(pair, time): &(Pair, u64)| Stall {
        kind: edge_kind(pair.0),
        head: points.point(pair.1),
        tail: points.point(pair.2),
        via: points.with_arrays(location(points, pair), std::iter::once((pair.1, pair.2))),
        time,
    };
    let removed = climbed.rung.removed.last();
    let through = match (climbed.frees, before) {
        (Freed::PrivateCopies, Some(before)) => copied(points, &before.step),
        (Freed::Advised, _) => climbed.rung.freed.iter().map(|freed| freed.via.clone()).collect(),
        _ => removed
            .map(|blocker| points.with_arrays(blocker.via.clone(), blocker.ends.into_iter()))
            .into_iter()
            .collect(),
    };
    LadderRung {
        frees: climbed.frees,
        through,
        nature: None,
        operation: None,
        stage: climbed.rung.stage,
        passes: climbed.rung.passes(),
        ends: removed.and_then(|blocker| blocker.ends).map(|(head, tail)| (points.point(head), points.point(tail))),
        runs: climbed.step.best.iter().map(|best| simulated(best, inside, serial)).collect(),
        stalls: climbed.step.stalls.iter().take(limits::LISTED_STALLS).map(stall).collect(),
    }
}

fn simulated(best: &Best, inside: u64, serial: u64) -> SimulatedRun {
    let local_speedup = ratio(inside, best.sums.time);
    SimulatedRun {
        cores: best.cores(),
        grain: best.division.grain,
        time: best.sums.time,
        speedup: best.speedup(serial, inside),
        local_speedup,
        utilisation: best.cores().map_or(0.0, |cores| local_speedup / f64::from(cores)),
        stalled: best.sums.stalled,
    }
}

/// Returns the next rung: it removes what tasks wait for most, if they wait for more than a hundredth of the time.
fn next(points: &Points<'_>, climber: &Climber) -> Option<Rung> {
    let last = climber.steps.last().filter(|_| !climber.outcome.too_large)?;
    let most = last.step.best.last()?;
    let mut times: FxHashMap<Blocker, u64> = FxHashMap::default();
    for &(pair, time) in last.step.stalls.iter().filter(|(pair, _)| pair.0.is_flow()) {
        *times.entry(blocker(points, pair)).or_insert(0) += time;
    }
    let (worst, time) = times.into_iter().max_by(|a, b| (a.1, &b.0).cmp(&(b.1, &a.0)))?;
    let mut rung = last.rung.clone();
    rung.removed.push(worst);
    (time > most.sums.time / 100).then_some(rung)
}

/// Lists the locations that tasks waited for because they had no private copies.
fn copied(points: &Points<'_>, before: &Step) -> Vec<Via> {
    let mut through: Vec<(Via, Vec<(InstructionId, InstructionId)>)> = Vec::new();
    for &(pair, _) in before.stalls.iter().filter(|(pair, _)| matches!(pair.0, Kind::War | Kind::Waw)) {
        let (via, ends) = (location(points, pair), (pair.1, pair.2));
        match through.iter_mut().find(|(known, _)| *known == via) {
            Some((_, all)) => all.push(ends),
            None => through.push((via, vec![ends])),
        }
    }
    through.truncate(limits::LISTED_STALLS);
    through.into_iter().map(|(via, ends)| points.with_arrays(via, ends.into_iter())).collect()
}

fn edge_kind(kind: Kind) -> EdgeKind {
    match kind {
        flow if flow.is_flow() => EdgeKind::Raw,
        Kind::War => EdgeKind::War,
        _ => EdgeKind::Waw,
    }
}
