//! One pass over all threads of a trace, which simulates a number of candidates.

use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::base::workers::{lost, spawn};
use paratrace_replay::events::{Events, ThreadInput};
use paratrace_replay::paths::SharedPaths;
use paratrace_replay::program::Index;
use paratrace_replay::replay::{Machine, Replay, Stop};
use paratrace_replay::stream::{Chunk, ChunkSink, Emitter, TracedJdk, WithoutJdk};
use paratrace_traceformat::map::ProgramMap;

use super::costs::Costs;
use super::divisions::{Division, UNLIMITED};
use super::pass::{Pass, Setting, Share, ThreadOutcome, Wanted};
use super::rules::{Pair, Rung};
use super::subject::{LaneSums, Outcome};
use crate::analysis::Keep;
use crate::dependences::Points;
use crate::input::{Input, Progress};
use crate::limits;
use crate::model::WORTHWHILE;
use crate::units::KeptStream;

/// Simulates candidates of one trace.
#[derive(Clone, Copy)]
pub(super) struct Simulator<'a, 'i> {
    pub(super) input: &'a dyn Fn() -> Input<'i>,
    /// The operations of threads that need not be replayed.
    pub(super) kept: &'a Keep,
    /// The map of what is simulated: without the JDK if `alone` says so.
    pub(super) map: &'a ProgramMap,
    /// Whether the JDK was traced, too: of that, only how much it executes counts.
    pub(super) alone: bool,
    /// Numbers of cores, ascending.
    pub(super) cores: &'a [u32],
    pub(super) task_cost: u64,
    pub(super) costs: &'a Costs,
    pub(super) progress: Option<&'a (dyn Fn(Progress) -> bool + Sync)>,
    /// Number of threads, of which one replays; the others simulate beside it.
    pub(super) threads: usize,
}

/// Sums over the threads of a pass.
pub(super) struct Sums {
    pub(super) outcomes: Vec<Outcome>,
    /// Whether one candidate occurred inside another: a row for each one.
    nested: Vec<bool>,
    candidates: usize,
    /// Cost of all nodes.
    pub(super) serial: u64,
}

/// A rung that was simulated.
pub(super) struct Step {
    /// The best division for each number of cores.
    pub(super) best: Vec<Best>,
    /// Waiting times per static dependence on the most cores, worst first.
    pub(super) stalls: Vec<(Pair, u64)>,
}

/// A division, and its sums.
#[derive(Debug, Clone, Copy)]
pub(super) struct Best {
    pub(super) division: Division,
    pub(super) sums: LaneSums,
}

impl Simulator<'_, '_> {
    /// Runs the pass.
    pub(super) fn run(&self, points: &Points<'_>, wanted: &[Wanted]) -> Result<Sums, AnalyzeError> {
        let input = (self.input)();
        let index = Index::new(input.map, input.class_name);
        let (jdk, paths) = (self.alone.then(|| TracedJdk::new(input.map)), Arc::default());
        let program = Program { index: &index, map: self.map, jdk: jdk.as_ref(), paths: &paths };
        let outcomes = vec![Outcome::default(); wanted.len()];
        let mut sums =
            Sums { outcomes, nested: vec![false; wanted.len() * wanted.len()], candidates: wanted.len(), serial: 0 };
        for (thread, events) in input.threads.into_iter().enumerate() {
            let setting = Setting {
                map: self.map,
                points,
                task_cost: self.task_cost,
                costs: self.costs,
                progress: self.progress,
                thread,
            };
            let is_short = events.events.recorded().is_some_and(|all| all.events() <= limits::EVENTS_WITHOUT_WORKERS);
            // One thread replays.
            let workers = self.threads.saturating_sub(1).min(wanted.len()).min(limits::THREADS);
            let operations = match self.kept.get(thread) {
                Some(stream) => Operations::Kept(stream),
                None => Operations::Replayed(program, events),
            };
            let outcome = match workers > 0 && !is_short {
                true => simulate_beside(operations, setting, (wanted, workers))?,
                false => operations.read(Pass::new(setting, wanted, Share::ALL))?.finish(),
            };
            sums.add(&outcome);
        }
        Ok(sums)
    }
}

/// The operations of a thread.
enum Operations<'t, 'm> {
    Kept(&'t KeptStream),
    Replayed(Program<'t, 'm>, ThreadInput<'t>),
}

/// What threads are replayed with.
#[derive(Clone, Copy)]
struct Program<'t, 'm> {
    index: &'t Index<'m>,
    /// The map of what is simulated.
    map: &'t ProgramMap,
    /// The JDK, if threads are replayed as if it were not traced.
    jdk: Option<&'t TracedJdk<'t>>,
    paths: &'t Arc<SharedPaths>,
}

impl Operations<'_, '_> {
    /// Hands them to a sink, chunk by chunk.
    fn read<S: ChunkSink>(self, mut sink: S) -> Result<S, AnalyzeError> {
        let (emitter, stop) = match self {
            Self::Kept(stream) => return stream.read(&mut sink).map(|()| sink),
            Self::Replayed(Program { index, map, jdk, paths }, thread) => {
                let emitter = Emitter::new(map, sink).sharing(paths).for_dependences();
                match jdk {
                    None => replayed(index, thread, emitter),
                    Some(jdk) => {
                        let (machine, stop) = replayed(index, thread, WithoutJdk::new(jdk, emitter));
                        (machine.finish().0, stop)
                    }
                }
            }
        };
        match stop.stopped {
            Some(error) => Err(error),
            None => emitter.finish(),
        }
    }
}

/// Drives a machine by the events of a thread.
fn replayed<M: Machine>(index: &Index<'_>, thread: ThreadInput<'_>, machine: M) -> (M, Stop) {
    let (machine, _, stop) = Replay::new(index, Events::new(thread.events), thread.ended, machine).run();
    (machine, stop)
}

/// Simulates a thread on workers, each its share of the candidates, while this one reads its operations.
fn simulate_beside(
    operations: Operations<'_, '_>,
    setting: Setting<'_>,
    (wanted, workers): (&[Wanted], usize),
) -> Result<ThreadOutcome, AnalyzeError> {
    thread::scope(|scope| {
        let (mut senders, mut simulating) = (Vec::new(), Vec::new());
        for first in 0..workers {
            let (sender, chunks) = sync_channel::<Arc<Chunk>>(limits::CHUNKS_IN_FLIGHT);
            senders.push(sender);
            simulating.push(spawn(scope, "simulation", move || {
                let mut pass = Pass::new(setting, wanted, Share { first, step: workers });
                chunks.into_iter().try_for_each(|chunk| pass.take(&chunk)).map(|()| pass.finish())
            })?);
        }
        let replayed = operations.read(Chunks(senders)).map(drop);
        let mut outcomes = Vec::new();
        for worker in simulating {
            // If a simulation fails, that is why the replay could not go on.
            outcomes.push(worker.join().map_err(|_| lost())??);
        }
        let of_all = outcomes.into_iter().reduce(ThreadOutcome::with).ok_or_else(lost)?;
        replayed.map(|()| of_all)
    })
}

/// Sends each chunk to all workers.
struct Chunks(Vec<SyncSender<Arc<Chunk>>>);

impl ChunkSink for Chunks {
    fn chunk(&mut self, chunk: Chunk) -> Result<(), AnalyzeError> {
        let chunk = Arc::new(chunk);
        self.0.iter().try_for_each(|worker| worker.send(Arc::clone(&chunk)).map_err(|_| lost()))
    }
}

impl Sums {
    fn add(&mut self, found: &ThreadOutcome) {
        self.serial += found.serial;
        self.nested.iter_mut().zip(&found.nested).for_each(|(all, more)| *all |= more);
        self.outcomes.iter_mut().zip(found.outcomes.iter().flatten()).for_each(|(all, more)| all.add(more));
    }

    /// Returns whether one of two candidates occurred inside the other.
    pub(super) fn nest(&self, a: usize, b: usize) -> bool {
        self.nested[a * self.candidates + b] || self.nested[b * self.candidates + a]
    }
}

impl Step {
    /// Gathers the results of the rung that has this number in its pass. Nothing is best if the simulation was given up.
    pub(super) fn of(number: usize, rung: &Rung, divisions: &[Division], task_cost: u64, outcome: &Outcome) -> Step {
        let first = number * divisions.len();
        let lanes = outcome.lanes.get(first..first + divisions.len()).unwrap_or_default();
        let mut best: Vec<(usize, Best)> = Vec::new();
        for (lane, (&division, &sums)) in (first..).zip(divisions.iter().zip(lanes)) {
            let time = sums.time + outcome.vector_cost(division, task_cost);
            let sums = LaneSums { time: time * rung.passes(), ..sums };
            match best.last_mut().filter(|(_, before)| before.division.cores == division.cores) {
                Some((_, before)) if before.sums.time <= sums.time => {}
                Some(before) => *before = (lane, Best { division, sums }),
                None => best.push((lane, Best { division, sums })),
            }
        }
        let most = best.last().map(|&(lane, _)| lane);
        let own = outcome.stalls.iter().filter(|((lane, _), _)| Some(usize::from(*lane)) == most);
        let mut stalls: Vec<(Pair, u64)> = own.map(|(&(_, pair), &time)| (pair, time)).collect();
        stalls.sort_unstable_by_key(|&(pair, time)| (std::cmp::Reverse(time), pair));
        Step { best: best.into_iter().map(|(_, best)| best).collect(), stalls }
    }
}

impl Best {
    /// Returns the number of cores; `None` for one for every task.
    pub(super) fn cores(&self) -> Option<u32> {
        (self.division.cores != UNLIMITED).then_some(self.division.cores)
    }

    /// Returns the speed-up of a run whose nodes cost `serial`, `inside` of it in the instances of the candidate.
    pub(super) fn speedup(&self, serial: u64, inside: u64) -> f64 {
        ratio(serial, serial - inside + self.sums.time)
    }

    /// Returns the time that such a run saves; 0 if that is not worth a change.
    pub(super) fn saved(&self, serial: u64, inside: u64) -> u64 {
        let is_worthwhile = self.speedup(serial, inside) >= WORTHWHILE;
        if is_worthwhile { inside.saturating_sub(self.sums.time) } else { 0 }
    }
}

pub(super) fn ratio(a: u64, b: u64) -> f64 {
    if b == 0 { 1.0 } else { a as f64 / b as f64 }
}
