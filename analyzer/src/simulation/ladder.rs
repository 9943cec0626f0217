//! The unlock ladder: simulations of a candidate in which fewer and fewer dependences count.

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::events::Events;
use paratrace_replay::program::Index;
use paratrace_replay::replay::Replay;
use paratrace_replay::stream::Emitter;
use rustc_hash::FxHashMap;

use super::candidates::Candidate;
use super::pass::{Pass, Setting, ThreadOutcome, Wanted};
use super::rules::{Blocker, Pair, Rung, blocker, location};
use super::subject::{LaneSums, Outcome, UNLIMITED};
use super::{SimulationOptions, plans};
use crate::dependences::{Kind, Points};
use crate::input::Input;
use crate::limits;
use crate::model::{
    Blocker as Advised, CandidateKind, EdgeKind, Freed, LadderRung, Loop, Plan, Report, SIMULATIONS_SCHEMA,
    SimulatedKind, SimulatedRun, Simulation, Simulations, Stall, Via,
};

/// The inputs that all passes share.
pub(super) struct Climb<'a, 'i> {
    pub(super) input: &'a dyn Fn() -> Input<'i>,
    /// The analysis of the run.
    pub(super) report: &'a Report,
    /// Numbers of cores, ascending.
    pub(super) cores: &'a [u32],
    pub(super) task_cost: u64,
    pub(super) options: &'a SimulationOptions<'a>,
}

/// A rung that was simulated.
struct Step {
    frees: Freed,
    rung: Rung,
    lanes: Vec<LaneSums>,
    /// Waiting times per static dependence on the most cores, worst first.
    stalls: Vec<(Pair, u64)>,
}

/// A candidate with the rungs simulated so far.
struct Climber {
    candidate: Candidate,
    outcome: Outcome,
    steps: Vec<Step>,
}

/// Sums over the threads of a pass.
struct Sums {
    outcomes: Vec<Outcome>,
    nested: Vec<bool>,
    serial: u64,
}

impl Climb<'_, '_> {
    /// Simulates all candidates up to the end of their ladders.
    pub(super) fn run(&self, candidates: Vec<Candidate>) -> Result<Simulations, AnalyzeError> {
        let map = (self.input)().map;
        let points = Points::new(map);
        let firsts: Vec<Vec<(Freed, Rung)>> = candidates.iter().map(|candidate| first_rungs(candidate.kind)).collect();
        let wanted = candidates
            .iter()
            .zip(&firsts)
            .map(|(candidate, rungs)| candidate.wanted(rungs.iter().map(|(_, rung)| rung.clone()).collect()));
        let sums = self.pass(&points, &wanted.collect::<Vec<_>>())?;
        let mut climbers: Vec<Climber> = Vec::new();
        for ((candidate, rungs), outcome) in candidates.into_iter().zip(firsts).zip(sums.outcomes) {
            let steps = rungs.into_iter().enumerate().map(|(at, rung)| self.step(at, rung, &outcome)).collect();
            climbers.push(Climber { candidate, outcome, steps });
        }
        for _ in 0..self.options.ladder.min(limits::LADDER_STEPS) {
            if !self.climb(&points, &mut climbers)? {
                break;
            }
        }
        Ok(self.simulations(&points, &climbers, sums.serial, &sums.nested))
    }

    /// Simulates one more rung for each candidate whose tasks still wait. Returns false if there is none.
    fn climb(&self, points: &Points<'_>, climbers: &mut [Climber]) -> Result<bool, AnalyzeError> {
        let next = climbers.iter().enumerate().filter_map(|(at, climber)| Some((at, self.next(points, climber)?)));
        let next: Vec<(usize, Rung)> = next.collect();
        if next.is_empty() {
            return Ok(false);
        }
        let wanted = next.iter().map(|(at, rung)| climbers[*at].candidate.wanted(vec![rung.clone()]));
        let sums = self.pass(points, &wanted.collect::<Vec<_>>())?;
        for ((at, rung), outcome) in next.into_iter().zip(sums.outcomes) {
            let step = self.step(0, (Freed::Dependence, rung), &outcome);
            climbers[at].steps.push(step);
        }
        Ok(true)
    }

    /// Returns the next rung: it removes what tasks wait for most, if they wait for more than a hundredth of the time.
    fn next(&self, points: &Points<'_>, climber: &Climber) -> Option<Rung> {
        let last = climber.steps.last().filter(|_| !climber.outcome.too_large)?;
        let most = last.lanes.last()?;
        let mut times: FxHashMap<Blocker, u64> = FxHashMap::default();
        for &(pair, time) in last.stalls.iter().filter(|(pair, _)| matches!(pair.0, Kind::Raw | Kind::State)) {
            *times.entry(blocker(points, pair)).or_insert(0) += time;
        }
        let (worst, time) = times.into_iter().max_by(|a, b| (a.1, &b.0).cmp(&(b.1, &a.0)))?;
        let mut rung = last.rung.clone();
        rung.removed.push(worst);
        (time > most.time / 100).then_some(rung)
    }

    fn step(&self, at: usize, (frees, rung): (Freed, Rung), outcome: &Outcome) -> Step {
        let machines = self.cores.len();
        let lanes = outcome.lanes.get(at * machines..(at + 1) * machines).map_or_else(Vec::new, <[_]>::to_vec);
        let own = outcome.stalls.iter().filter(|((rung, _), _)| usize::from(*rung) == at);
        let mut stalls: Vec<(Pair, u64)> = own.map(|(&(_, pair), &time)| (pair, time)).collect();
        stalls.sort_unstable_by_key(|&(pair, time)| (std::cmp::Reverse(time), pair));
        Step { frees, rung, lanes, stalls }
    }

    /// Runs one pass over all threads.
    fn pass(&self, points: &Points<'_>, wanted: &[Wanted]) -> Result<Sums, AnalyzeError> {
        let input = (self.input)();
        let index = Index::new(input.map, input.class_name);
        let outcomes = vec![Outcome::default(); wanted.len()];
        let mut sums = Sums { outcomes, nested: vec![false; wanted.len() * wanted.len()], serial: 0 };
        for (thread, events) in input.threads.into_iter().enumerate() {
            let setting = Setting {
                map: input.map,
                points,
                cores: self.cores,
                task_cost: self.task_cost,
                costs: &self.options.costs,
                progress: self.options.progress,
                thread,
            };
            let emitter = Emitter::new(input.map, Pass::new(setting, wanted)).for_dependences();
            let replay = Replay::new(&index, Events::new(events.events), events.ended, emitter);
            let (emitter, _, stop) = replay.run();
            if let Some(error) = stop.stopped {
                return Err(error);
            }
            sums.add(&emitter.finish()?.finish());
        }
        Ok(sums)
    }

    fn simulations(&self, points: &Points<'_>, climbers: &[Climber], serial: u64, nested: &[bool]) -> Simulations {
        let count = climbers.len();
        let best = |climber: &Climber| plannable(climber).and_then(|step| step.lanes.last()).map_or(0, |sum| sum.time);
        let saved = |climber: &Climber| i128::from(climber.outcome.serial) - i128::from(best(climber));
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|&at| (std::cmp::Reverse(saved(&climbers[at])), at));
        let list = order.iter().map(|&at| self.simulation(points, &climbers[at], serial)).collect();
        let conflict = |a: usize, b: usize| nested[a * count + b] || nested[b * count + a];
        let conflicts: Vec<u64> = order
            .iter()
            .map(|&a| {
                (0..count).filter(|&at| order[at] != a && conflict(a, order[at])).fold(0, |set, at| set | 1 << at)
            })
            .collect();
        let plan = |machine: usize| {
            let saved = |&at: &usize| {
                let climber: &Climber = &climbers[at];
                let time = plannable(climber).map_or(u64::MAX, |step| step.lanes[machine].time);
                climber.outcome.serial.saturating_sub(time)
            };
            let weights: Vec<u64> = order.iter().map(saved).collect();
            let chosen = plans::best(&weights, &conflicts);
            // Calls overlap with whatever comes after them, so the sum may promise too much; all cores at work are the
            // limit.
            let least = serial.div_ceil(u64::from(self.cores[machine]));
            let time = serial.saturating_sub(plans::weight(chosen, &weights)).max(least);
            Plan {
                cores: limited(self.cores[machine]),
                speedup: ratio(serial, time),
                candidates: plans::bits(chosen).collect(),
            }
        };
        let plans = (0..self.cores.len()).map(plan).collect();
        let schema = SIMULATIONS_SCHEMA.to_owned();
        let completeness = self.report.completeness.clone();
        Simulations { schema, completeness, task_cost: self.task_cost, serial, simulations: list, plans }
    }

    fn simulation(&self, points: &Points<'_>, climber: &Climber, serial: u64) -> Simulation {
        let Climber { candidate, outcome, steps } = climber;
        let mut ladder = Vec::new();
        for (at, step) in steps.iter().enumerate() {
            let before = at.checked_sub(1).map(|before| &steps[before]);
            let mut rung = self.rung(points, step, before, outcome, serial);
            if let (Freed::Dependence, Some(advised)) = (step.frees, self.advised(candidate, &rung.through)) {
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

    /// Returns the report's advice about the locations that a candidate's tasks share.
    fn advised(&self, candidate: &Candidate, through: &[Via]) -> Option<&Advised> {
        let kind = match candidate.kind {
            SimulatedKind::Loop => CandidateKind::Loop,
            SimulatedKind::Method => CandidateKind::Call,
        };
        let known =
            self.report.candidates.iter().find(|known| {
                known.kind == kind && known.method == candidate.method && known.pc == candidate.header_pc
            })?;
        known.blockers.iter().find(|blocker| through.contains(&blocker.via))
    }

    fn rung(
        &self,
        points: &Points<'_>,
        step: &Step,
        before: Option<&Step>,
        outcome: &Outcome,
        serial: u64,
    ) -> LadderRung {
        let inside = outcome.serial;
        let run = |(sum, &cores): (&LaneSums, &u32)| SimulatedRun {
            cores: limited(cores),
            time: sum.time,
            speedup: ratio(serial, serial - inside + sum.time),
            local_speedup: ratio(inside, sum.time),
            utilisation: if cores == UNLIMITED { 0.0 } else { ratio(inside, sum.time) / f64::from(cores) },
            stalled: sum.stalled,
        };
        let stall = |&(pair, time): &(Pair, u64)| Stall {
            kind: edge_kind(pair.0),
            head: points.point(pair.1),
            tail: points.point(pair.2),
            via: location(points, pair),
            time,
        };
        let removed = step.rung.removed.last();
        let through = match (step.frees, before) {
            (Freed::PrivateCopies, Some(before)) => copied(points, before),
            _ => removed.map(|blocker| blocker.via.clone()).into_iter().collect(),
        };
        LadderRung {
            frees: step.frees,
            through,
            nature: None,
            operation: None,
            ends: removed.and_then(|blocker| blocker.ends).map(|(head, tail)| (points.point(head), points.point(tail))),
            runs: step.lanes.iter().zip(self.cores).map(run).collect(),
            stalls: step.stalls.iter().take(limits::LISTED_STALLS).map(stall).collect(),
        }
    }
}

impl Sums {
    fn add(&mut self, found: &ThreadOutcome) {
        self.serial += found.serial;
        self.nested.iter_mut().zip(&found.nested).for_each(|(all, more)| *all |= more);
        self.outcomes.iter_mut().zip(&found.outcomes).for_each(|(all, more)| all.add(more));
    }
}

/// Returns the rungs of the first pass. A method has no counters of its own.
fn first_rungs(kind: SimulatedKind) -> Vec<(Freed, Rung)> {
    let mut rungs = vec![(Freed::AsIs, Rung::default())];
    let counters = kind == SimulatedKind::Loop;
    if counters {
        rungs.push((Freed::Counters, Rung { counters, ..Rung::default() }));
    }
    rungs.push((Freed::PrivateCopies, Rung { counters, copies: true, ..Rung::default() }));
    rungs
}

/// Returns the rung that a plan can count on: private copies, with all RAW dependences but those of counters.
fn plannable(climber: &Climber) -> Option<&Step> {
    let usable = |step: &&Step| step.frees == Freed::PrivateCopies && !step.lanes.is_empty();
    climber.steps.iter().find(usable).filter(|_| !climber.outcome.too_large)
}

/// Lists the locations that tasks waited for because they had no private copies.
fn copied(points: &Points<'_>, before: &Step) -> Vec<Via> {
    let mut through: Vec<Via> = Vec::new();
    for &(pair, _) in before.stalls.iter().filter(|(pair, _)| matches!(pair.0, Kind::War | Kind::Waw)) {
        let via = location(points, pair);
        if !through.contains(&via) {
            through.push(via);
        }
    }
    through.truncate(limits::LISTED_STALLS);
    through
}

fn edge_kind(kind: Kind) -> EdgeKind {
    match kind {
        Kind::Raw | Kind::State => EdgeKind::Raw,
        Kind::War => EdgeKind::War,
        Kind::Waw => EdgeKind::Waw,
    }
}

fn limited(cores: u32) -> Option<u32> {
    (cores != UNLIMITED).then_some(cores)
}

fn ratio(a: u64, b: u64) -> f64 {
    if b == 0 { 1.0 } else { a as f64 / b as f64 }
}
