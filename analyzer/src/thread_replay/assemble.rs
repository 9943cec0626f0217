//! The replay of threads as data.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use paratrace_cost::Platform;
use paratrace_replay::program::first_pc;
use paratrace_traceformat::map::{InstructionId, LoopId, MethodId, ProgramMap};

use super::ThreadOptions;
use super::advice::{Apart, advice};
use super::movement::Moved;
use super::observer::Times;
use super::program::{Costs, Program};
use super::regions::{Handing, Handings};
use super::runs::{Run, Simulated};
use super::scopes::Construct;
use super::steps::{Recording, Why};
use super::timeline::Notes;
use crate::dependences::Points;
use crate::limits;
use crate::model::{
    HandingKind, HandingRegion, HandingRun, Imbalance, MovedData, Movement, Point, ReplayTimeline, ReplayedRun,
    ReplayedThread, ReplayedWait, ThreadReplay, WaitKind,
};

/// Replays recorded threads on each number of cores, and on as many as there are strands. Nothing if fewer than two threads worked, or if
/// they cannot be replayed.
pub(super) fn replayed(map: &ProgramMap, recording: &Recording, options: &ThreadOptions<'_>) -> Option<ThreadReplay> {
    if !recording.not_known.is_empty() {
        let not_known = recording.not_known.iter().map(|name| name.replace('/', ".")).collect();
        return Some(ThreadReplay { not_known, ..ThreadReplay::default() });
    }
    let program = Program::of(recording, costs(options.lock_cost, options.platform));
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
    let movement = options.platform.map(|platform| (platform, &recording.moves));
    let simulated = Simulated { program: &program, work: total, ranked: &ranked, movement };
    let machines = [1].into_iter().chain(options.cores.iter().copied().filter(|&cores| cores > 1)).map(Some);
    let runs: Option<Vec<Run<'_>>> = machines.chain([None]).map(|cores| simulated.on(cores)).collect();
    let runs = runs?;
    let unlimited = runs.last()?;
    let with_workers = simulated.times_with_workers();
    let assembler = Assembler { map, points: Points::new(map), recording, works: &works, ranked: &ranked, total };
    let apart = assembler.never_overlap(unlimited);
    let mut found = ThreadReplay {
        work: total,
        serial: share(unlimited.tally.alone, unlimited.time),
        runs: assembler.runs(&runs, &simulated),
        threads: assembler.threads(unlimited),
        waits: assembler.waits(unlimited),
        moved: runs.iter().rev().find(|run| run.cores.is_some()).map_or_else(Vec::new, |run| assembler.moved(run)),
        never_overlap: apart.iter().map(|apart| apart.threads.clone()).collect(),
        imbalance: assembler.imbalance(),
        regions: assembler.regions(&runs, with_workers.as_ref()),
        unattributed: recording.unattributed,
        advice: Vec::new(),
        recorded_order: runs.iter().any(|run| run.is_ordered),
        not_known: Vec::new(),
        too_large: false,
        timeline: options.timeline.then(|| timeline(&assembler, &runs, &simulated)).flatten(),
    };
    found.advice = advice(&found, &apart, unlimited.time);
    Some(found)
}

/// Returns what things cost that are no instructions.
pub(super) fn costs(lock: u64, platform: Option<&Platform>) -> Costs {
    let creation = |platform: &Platform| platform.task.creation_us * 1e3 / platform.processor.ns_per_node;
    let thread = platform.map_or(0, |platform| creation(platform).round() as u64);
    Costs { lock, thread: thread.min(limits::TASK_COST) }
}

/// Returns the run on the most cores, moment by moment.
fn timeline(names: &Assembler<'_>, runs: &[Run<'_>], simulated: &Simulated<'_>) -> Option<ReplayTimeline> {
    let run = runs.iter().rev().find(|run| run.cores.is_some())?;
    let notes = || Notes::new(simulated.program, names.recording.activations.len(), run.time);
    let (time, notes, _) = simulated.seen_by(run.cores, notes)?;
    Some(notes.timeline(names, run.cores?, time))
}

pub(super) fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// Returns method and line of a point.
fn line_of(point: &Option<Point>) -> Option<(String, i32)> {
    point.as_ref().map(|point| (point.method.clone(), point.line))
}

/// A kind of waiting, by the methods and lines of who waits and of what ends that.
type Waiting = (WaitKind, Option<(String, i32)>, Option<(String, i32)>);

/// What makes data of runs.
pub(super) struct Assembler<'a> {
    map: &'a ProgramMap,
    points: Points<'a>,
    pub(super) recording: &'a Recording,
    works: &'a [u64],
    ranked: &'a [u32],
    total: u64,
}

impl Assembler<'_> {
    /// The figures of all runs, the one on one core first.
    fn runs(&self, runs: &[Run<'_>], simulated: &Simulated<'_>) -> Vec<ReplayedRun> {
        let alone = runs.first().map_or(0, |run| run.time);
        let row = |run: &Run<'_>| {
            let busy = run.cores.map(|cores| share(self.total, run.time.saturating_mul(cores.into())));
            ReplayedRun {
                cores: run.cores,
                time: run.time,
                speedup: if run.time == 0 { 1.0 } else { share(alone, run.time) },
                utilisation: busy,
                waited: run.tally.waited.iter().sum(),
                ready: run.tally.ready.iter().sum(),
                movement: simulated.movement.map(|_| self.movement(run, simulated)),
            }
        };
        runs.iter().map(row).collect()
    }

    fn movement(&self, run: &Run<'_>, simulated: &Simulated<'_>) -> Movement {
        let mut all = Moved::default();
        run.tally.moves.values().for_each(|&moved| all.add(moved));
        let without = simulated.without_movement().on(run.cores).map_or(0, |run| run.time);
        Movement {
            lines: all.lines,
            time: all.time,
            queued: all.queued,
            speedup_without: if without == 0 { 1.0 } else { share(self.total, without) },
        }
    }

    /// Which data move, by line of the program.
    fn moved(&self, run: &Run<'_>) -> Vec<MovedData> {
        let mut found: BTreeMap<_, MovedData> = BTreeMap::new();
        for (&(at, from), moved) in &run.tally.moves {
            let (at, from) = (self.point(at), self.point(from));
            let data = found.entry((line_of(&at), line_of(&from))).or_insert_with(|| MovedData {
                at,
                from,
                lines: 0,
                time: 0,
            });
            data.lines += moved.lines;
            data.time += moved.time;
        }
        let mut moved: Vec<MovedData> = found.into_values().collect();
        moved.sort_by_key(|data| Reverse(data.time));
        moved.truncate(limits::REPLAYED_WAITS);
        moved
    }

    pub(super) fn name(&self, actor: u32) -> String {
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

    pub(super) fn point(&self, insn: InstructionId) -> Option<Point> {
        (!insn.is_none() && insn.index() < self.map.insns.pc.len()).then(|| self.points.point(insn))
    }

    /// What is waited for, by line.
    fn waits(&self, run: &Run<'_>) -> Vec<ReplayedWait> {
        let mut found: BTreeMap<Waiting, ReplayedWait> = BTreeMap::new();
        for (&(why, at, until), &(count, time)) in &run.tally.places {
            let Some(kind) = kind(why) else { continue };
            let (at, until) = (self.point(at), self.point(until));
            let key = (kind, line_of(&at), line_of(&until));
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

    pub(super) fn named(&self, construct: Construct) -> Option<(HandingKind, Point, Option<String>)> {
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
        Some((kind, self.points.place(method, pc), None))
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
pub(super) fn kind(why: Why) -> Option<WaitKind> {
    Some(match why {
        Why::Start => return None,
        Why::End => WaitKind::End,
        Why::Data => WaitKind::Data,
        Why::Signal => WaitKind::Signal,
        Why::Lock => WaitKind::Lock,
    })
}
