//! The replay of threads as data.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use paratrace_replay::program::{first_pc, line};
use paratrace_traceformat::map::{InstructionId, LoopId, MethodId, ProgramMap};

use super::machine::{Machine, Outcome};
use super::observer::{Tally, Times};
use super::program::Program;
use super::regions::{Handing, Handings};
use super::scopes::Construct;
use super::steps::{Recording, Why};
use crate::dependences::Points;
use crate::limits;
use crate::model::{
    HandingKind, HandingRegion, HandingRun, Imbalance, Point, ReplayedRun, ReplayedThread, ReplayedWait, ThreadAdvice,
    ThreadAdviceKind, ThreadReplay, WaitKind,
};

/// One simulated run, and what was seen of it.
struct Run<'p> {
    cores: Option<u32>,
    time: u64,
    tally: Tally<'p>,
    is_ordered: bool,
}

/// Simulates a program on so many cores. If strands would wait for one another for ever, those that enter the monitors that they wait
/// for do so in the recorded order, and then pools get workers more. Nothing if that does not help.
fn simulate<'p>(program: &'p Program, cores: Option<u32>, work: u64, ranked: &[u32]) -> Option<Run<'p>> {
    let (mut ordered, mut lends) = (BTreeSet::new(), false);
    for _ in 0..limits::ATTEMPTS {
        let mut tally = Tally::new(program, ranked);
        let machine = Machine::new(program, cores, work / limits::SLICES, &ordered);
        let machine = if lends { machine.lending() } else { machine };
        match machine.run(&mut tally) {
            Outcome::Done(time) => return Some(Run { cores, time, tally, is_ordered: !ordered.is_empty() }),
            Outcome::Stuck(monitors) => {
                let before = ordered.len();
                ordered.extend(monitors);
                if ordered.len() == before {
                    ordered.extend(0..program.monitors as u32);
                }
                if ordered.len() == before {
                    if lends {
                        return None;
                    }
                    lends = true;
                }
            }
        }
    }
    None
}

/// Replays recorded threads on each number of cores, and on as many as there are strands. Nothing if fewer than two threads worked, or if
/// they cannot be replayed.
pub(super) fn replayed(map: &ProgramMap, recording: &Recording, cores: &[u32], lock_cost: u64) -> Option<ThreadReplay> {
    if !recording.not_known.is_empty() {
        let not_known = recording.not_known.iter().map(|name| name.replace('/', ".")).collect();
        return Some(ThreadReplay { not_known, ..ThreadReplay::default() });
    }
    let program = Program::of(recording, lock_cost);
    let mut works = vec![0; recording.actors.len()];
    for strand in &recording.strands {
        works[strand.actor as usize] += strand.work();
    }
    if works.iter().filter(|&&work| work > 0).count() < 2 {
        return None;
    }
    let total = program.work();
    let mut ranked: Vec<u32> = (0..works.len() as u32).collect();
    ranked.sort_by_key(|&actor| Reverse(works[actor as usize]));
    let machines = [1].into_iter().chain(cores.iter().copied().filter(|&cores| cores > 1)).map(Some);
    let runs: Option<Vec<Run<'_>>> =
        machines.chain([None]).map(|cores| simulate(&program, cores, total, &ranked)).collect();
    let runs = runs?;
    let unlimited = runs.last()?;
    let with_workers = freed_times(&program, total, &ranked);
    let assembler = Assembler { map, points: Points::new(map), recording, works: &works, ranked: &ranked, total };
    let apart = assembler.never_overlap(unlimited);
    let mut found = ThreadReplay {
        work: total,
        serial: share(unlimited.tally.alone, unlimited.time),
        runs: runs.iter().map(|run| assembler.run(run)).collect(),
        threads: assembler.threads(unlimited),
        waits: assembler.waits(unlimited),
        never_overlap: apart.iter().map(|apart| apart.threads.clone()).collect(),
        imbalance: assembler.imbalance(),
        regions: assembler.regions(&runs, with_workers.as_ref()),
        unattributed: recording.unattributed,
        advice: Vec::new(),
        recorded_order: runs.iter().any(|run| run.is_ordered),
        not_known: Vec::new(),
        too_large: false,
    };
    found.advice = advice(&found, &apart, unlimited.time);
    Some(found)
}

/// When everything began and ended if each task had a worker of its own. Nothing if that changes nothing, or nobody asks for it.
fn freed_times(program: &Program, work: u64, ranked: &[u32]) -> Option<Times> {
    if program.pools.is_empty() || program.instances == 0 {
        return None;
    }
    let freed = program.with_workers();
    simulate(&freed, None, work, ranked).map(|run| run.tally.times)
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// A kind of waiting, by the methods and lines of who waits and of what ends that.
type Waiting = (WaitKind, Option<(String, i32)>, Option<(String, i32)>);

/// Two threads that never work at once, and which share of all work the one does that works less.
struct Apart {
    threads: [String; 2],
    share: f64,
}

struct Assembler<'a> {
    map: &'a ProgramMap,
    points: Points<'a>,
    recording: &'a Recording,
    works: &'a [u64],
    ranked: &'a [u32],
    total: u64,
}

impl Assembler<'_> {
    fn run(&self, run: &Run<'_>) -> ReplayedRun {
        let cores = run.cores.map_or(0.0, |cores| self.total as f64 / (run.time as f64 * f64::from(cores)));
        ReplayedRun {
            cores: run.cores,
            time: run.time,
            speedup: if run.time == 0 { 1.0 } else { self.total as f64 / run.time as f64 },
            utilisation: run.cores.map(|_| cores),
            waited: run.tally.waited.iter().sum(),
            ready: run.tally.ready.iter().sum(),
        }
    }

    fn name(&self, actor: u32) -> String {
        self.recording.actors[actor as usize].name.clone()
    }

    fn threads(&self, run: &Run<'_>) -> Vec<ReplayedThread> {
        let working = self.ranked.iter().filter(|&&actor| self.works[actor as usize] > 0);
        let thread = |&actor: &u32| {
            let known = &self.recording.actors[actor as usize];
            ReplayedThread {
                name: known.name.clone(),
                work: self.works[actor as usize],
                waited: run.tally.waited[actor as usize],
                workers: known.workers,
                tasks: known.tasks,
            }
        };
        working.map(thread).collect()
    }

    fn point(&self, insn: InstructionId) -> Option<Point> {
        (!insn.is_none() && insn.index() < self.map.insns.pc.len()).then(|| self.points.point(insn))
    }

    /// What is waited for, by line.
    fn waits(&self, run: &Run<'_>) -> Vec<ReplayedWait> {
        let mut found: BTreeMap<Waiting, ReplayedWait> = BTreeMap::new();
        let line = |point: &Option<Point>| point.as_ref().map(|point| (point.method.clone(), point.line));
        for (&(why, at, until), &(count, time)) in &run.tally.places {
            let Some(kind) = kind(why) else { continue };
            let (at, until) = (self.point(at), self.point(until));
            let key = (kind, line(&at), line(&until));
            let wait = found.entry(key).or_insert_with(|| ReplayedWait { kind, at, until, count: 0, time: 0 });
            wait.count += count;
            wait.time += time;
        }
        let mut waits: Vec<ReplayedWait> = found.into_values().collect();
        waits.sort_by_key(|wait| Reverse(wait.time));
        waits.truncate(limits::REPLAYED_WAITS);
        waits
    }

    /// Pairs that both do a part of the work that counts, and never at once.
    fn never_overlap(&self, run: &Run<'_>) -> Vec<Apart> {
        let work = |actor: u32| share(self.works[actor as usize], self.total);
        let counts = |&&actor: &&u32| work(actor) >= limits::WORK_THAT_COUNTS;
        let actors: Vec<u32> = self.ranked.iter().filter(counts).copied().collect();
        let pairs =
            actors.iter().enumerate().flat_map(|(at, &one)| actors[at + 1..].iter().map(move |&other| (one, other)));
        let apart = pairs.filter(|&(one, other)| run.tally.overlap(one, other) == Some(false));
        let row = |(one, other)| Apart {
            threads: [self.name(one), self.name(other)],
            share: f64::min(work(one), work(other)),
        };
        apart.map(row).collect()
    }

    /// Loops, methods and calls that hand out work.
    fn regions(&self, runs: &[Run<'_>], with_workers: Option<&Times>) -> Vec<HandingRegion> {
        let Some(unlimited) = runs.last() else { return Vec::new() };
        let handings = Handings::of(self.recording, &unlimited.tally.times);
        let times: Vec<Vec<u64>> = runs.iter().map(|run| handings.times(&run.tally.times)).collect();
        let with_workers = with_workers.map(|times| handings.times(times));
        let row = |(at, handing): (usize, &Handing)| {
            let (kind, point, calls) = self.named(handing.construct)?;
            let parallelism = |time: u64| share(handing.work, time);
            let run = |(run, times): (&Run<'_>, &Vec<u64>)| HandingRun {
                cores: run.cores,
                time: times[at],
                parallelism: parallelism(times[at]),
            };
            let least = times.last().map_or(0, |times| times[at]);
            let freely = with_workers.as_ref().map_or(least, |times| times[at].min(least));
            Some(HandingRegion {
                kind,
                at: point,
                calls,
                instances: handing.instances.len() as u64,
                tasks: handing.strands,
                work: handing.work,
                runs: runs.iter().zip(&times).map(run).collect(),
                with_workers: parallelism(freely),
            })
        };
        handings.rows.iter().enumerate().filter_map(row).collect()
    }

    fn named(&self, construct: Construct) -> Option<(HandingKind, Point, Option<String>)> {
        let region = match construct {
            Construct::Call(insn) => {
                let site = self.map.call_at(insn)?;
                let calls = format!("{}.{}", site.class.replace('/', "."), site.name);
                return Some((HandingKind::Call, self.point(insn)?, Some(calls)));
            }
            Construct::Region(region) => region,
        };
        let (kind, method, pc) = match region.looped(self.map) {
            None => (HandingKind::Method, region.activated(), 0),
            Some(looped) => {
                let mut methods = self.map.methods.iter().zip(MethodId::all());
                let (_, method) = methods.find(|(method, _)| method.loops.contains(&looped.number()))?;
                (HandingKind::Loop, method, first_pc(self.map, self.map.loops[LoopId::index(looped)].header))
            }
        };
        let (name, line) = (self.map.method_name(method), line(self.map, method, pc));
        Some((kind, Point { method: name, pc: pc.into(), line }, None))
    }

    /// Threads that begin alike, with different work.
    fn imbalance(&self) -> Vec<Imbalance> {
        let mut roles: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (actor, known) in (0..).zip(&self.recording.actors) {
            let role = known.role.filter(|_| known.workers == 0 && self.works[actor as usize] > 0);
            roles.entry(role.unwrap_or(u32::MAX)).or_default().push(actor);
        }
        roles.remove(&u32::MAX);
        let row = |(role, actors): (u32, Vec<u32>)| {
            let works = actors.iter().map(|&actor| self.works[actor as usize]);
            let (sum, most) = (works.clone().sum::<u64>(), works.max()?);
            (actors.len() > 1).then(|| Imbalance {
                at: self.point(InstructionId::new(role)),
                threads: actors.iter().map(|&actor| self.name(actor)).collect(),
                work: sum,
                ratio: most as f64 * actors.len() as f64 / sum as f64,
            })
        };
        let mut rows: Vec<Imbalance> = roles.into_iter().filter_map(row).collect();
        rows.sort_by_key(|row| Reverse(row.work));
        rows
    }
}

/// Who has not been started does not wait.
fn kind(why: Why) -> Option<WaitKind> {
    Some(match why {
        Why::Start => return None,
        Why::End => WaitKind::End,
        Why::Data => WaitKind::Data,
        Why::Signal => WaitKind::Signal,
        Why::Lock => WaitKind::Lock,
    })
}

/// What is worth to be changed: each has a share of the time, or of the work, that it costs.
fn advice(found: &ThreadReplay, apart: &[Apart], time: u64) -> Vec<ThreadAdvice> {
    let none = || ThreadAdvice { kind: ThreadAdviceKind::Serial, share: 0.0, at: None, threads: Vec::new() };
    let mut advice = Vec::new();
    if found.serial >= limits::SERIAL_THAT_COUNTS {
        advice.push(ThreadAdvice { share: found.serial, ..none() });
    }
    let mut locks: BTreeMap<Option<Point>, u64> = BTreeMap::new();
    for wait in found.waits.iter().filter(|wait| wait.kind == WaitKind::Lock) {
        *locks.entry(wait.at.clone()).or_insert(0) += wait.time;
    }
    for (at, waited) in locks {
        let share = share(waited, time);
        if share >= limits::WAITING_THAT_COUNTS {
            advice.push(ThreadAdvice { kind: ThreadAdviceKind::Lock, share, at, ..none() });
        }
    }
    for one in &found.imbalance {
        // All wait for the longest: together (most - mean) * threads, of a work of mean * threads.
        let lost = share(one.work, found.work) * (one.ratio - 1.0);
        if lost >= limits::IMBALANCE_THAT_COUNTS {
            let (at, threads) = (one.at.clone(), one.threads.clone());
            advice.push(ThreadAdvice { kind: ThreadAdviceKind::Imbalance, share: lost, at, threads });
        }
    }
    for pair in apart {
        let (share, threads) = (pair.share, pair.threads.to_vec());
        advice.push(ThreadAdvice { kind: ThreadAdviceKind::NeverOverlap, share, at: None, threads });
    }
    advice.sort_by(|one, other| (one.kind).cmp(&other.kind).then(other.share.total_cmp(&one.share)));
    advice
}
