use super::*;
use crate::measurements::{MEASUREMENTS_SCHEMA, Machine, RegionPattern, Run, Sample, Stack, ThreadKind, ThreadProfile};
use crate::model::{Group, Note, Places};

const FRAMES: [&str; 9] = [
    "k.Main.main",
    "k.Main.tally",
    "java.util.HashMap.get",
    "k.Worker.assign",
    "java.lang.Thread.onSpinWait",
    "java.lang.Object_[i]",
    "k.Main.init",
    "GCTaskThread::run",
    "k.Main.join",
];
/// Tally, tally in the library, init, work, spinning, a lock, the collector, waiting for others.
const STACKS: [&[u32]; 8] = [&[0, 1], &[0, 1, 2], &[0, 6], &[3], &[3, 4], &[3, 5], &[7], &[0, 8]];
const TALLY: u32 = 0;
const GET: u32 = 1;
const INIT: u32 = 2;
const WORK: u32 = 3;
const SPIN: u32 = 4;
const LOCK: u32 = 5;
const GC: u32 = 6;
const JOIN: u32 = 7;

type Threads<'a> = &'a [(&'a str, &'a [(u32, f64)])];

fn run(version: Version, metric: Metric, elapsed_ns: u64, threads: Threads) -> Run {
    let profile = |&(name, samples): &(&str, &[(u32, f64)])| ThreadProfile {
        name: name.into(),
        id: 0,
        kind: if name == "GC" { ThreadKind::Collector } else { ThreadKind::Application },
        samples: samples.iter().map(|&(stack, value)| Sample { stack, value, time: None }).collect(),
    };
    let profiles = threads.iter().map(profile).collect();
    Run {
        version,
        threads: if version == Version::Parallel { 2 } else { 1 },
        iteration: 0,
        metric,
        elapsed_ns,
        profiles,
    }
}

/// 400 cycles of tallying and 600 of work become 400 and 500 + 150 on two threads, the second of which spins for 100 of them.
fn measured() -> Measurements {
    use Metric::{Cycles, Elapsed, LockTime, WallTime};
    use Version::{Parallel, Sequential};
    let main: &[(u32, f64)] = &[(TALLY, 100.0), (GET, 250.0), (INIT, 50.0)];
    Measurements {
        schema: MEASUREMENTS_SCHEMA.into(),
        machine: Machine { processors: 2, ..Machine::default() },
        regions: vec![RegionPattern {
            name: "assign".into(),
            sequential: r"\.assign$".into(),
            parallel: r"\.assign$".into(),
        }],
        frames: FRAMES.map(str::to_owned).into(),
        stacks: STACKS.map(|frames| Stack { frames: frames.to_vec() }).into(),
        runs: vec![
            run(Sequential, Elapsed, 1000, &[]),
            run(Sequential, Cycles, 1100, &[("main", &[(TALLY, 400.0), (WORK, 600.0)]), ("GC", &[(GC, 1000.0)])]),
            run(Parallel, Elapsed, 900, &[]),
            run(
                Parallel,
                Cycles,
                990,
                &[("main", main), ("w-1", &[(WORK, 500.0)]), ("w-2", &[(WORK, 50.0), (SPIN, 100.0)])],
            ),
            run(Parallel, WallTime, 1000, &[("w-1", &[(WORK, 500.0)]), ("w-2", &[(WORK, 500.0)])]),
            run(Parallel, LockTime, 2000, &[("w-1", &[(LOCK, 200.0)])]),
        ],
        ..Measurements::default()
    }
}

fn known(value: crate::Value) -> f64 {
    value.known().unwrap()
}

#[test]
fn a_program_with_everything() {
    let found = analyze(&measured(), &Settings::default()).unwrap();
    let point = &found.points[0];
    assert_eq!((found.work_metric, found.instruction_metric), (Some(Metric::Cycles), None));
    // The lock runs took twice as long as those of wall time: half of 200 of 1000.
    assert_eq!(point.lock_scale, Some(0.5));
    assert!((known(point.evaluation.regions[0].lock_contention) - 0.9).abs() < 1e-9);
    assert!((known(point.calculated()) - 1000.0 / (400.0 + 500.0 / 0.9)).abs() < 1e-9);
    assert!((point.real.unwrap().mean - 1000.0 / 900.0).abs() < 1e-9);
    assert_eq!(found.baseline.general.shares.unwrap().collector, 0.5);
    assert_eq!(point.overheads[0].factor, Some(1.1));
    assert_eq!(point.threads_work[0].names, ["w-1"]);
    assert!(known(point.spinning_as_work.as_ref().unwrap().regions[0].load_balance) > 0.6);
    assert!(found.notes.contains(&Note::LocksScaled { threads: 2, factor: 0.5 }));
    assert!(found.notes.contains(&Note::SingleRuns));
}

#[test]
fn limits_say_where_to_look() {
    let found = analyze(&measured(), &Settings::default()).unwrap();
    let limit = |group| found.limits.iter().find(|limit| limit.group == group).unwrap();
    let Places::Methods { first, innermost, .. } = &limit(Group::SequentialFraction).places else { panic!() };
    let first = first.as_ref().unwrap();
    assert_eq!((first.method.as_str(), first.within.as_deref()), ("java.util.HashMap.get", Some("k.Main.tally")));
    assert_eq!((first.share, innermost.len()), (250.0 / 400.0, 3));
    let Places::Threads { busiest, idlest, .. } = &limit(Group::LoadImbalance).places else { panic!() };
    assert_eq!((busiest.names[0].as_str(), idlest.names[0].as_str()), ("w-1", "w-2"));
    assert_eq!((busiest.cycles, idlest.cycles), (500.0, 50.0), "spinning is no work");
    let Places::Locks { locks } = &limit(Group::LockContention).places else { panic!() };
    assert_eq!((locks[0].lock.as_str(), locks[0].method.as_str()), ("java.lang.Object", "k.Worker.assign"));
    assert_eq!((locks[0].wait_ns, locks[0].share), (100.0, 1.0));
    let Places::Methods { innermost, .. } = &limit(Group::Spinning).places else { panic!() };
    assert_eq!(innermost[0].within.as_deref(), Some("k.Worker.assign"));
    assert!(found.limits.is_sorted_by_key(|limit| std::cmp::Reverse((known(limit.possible) * 1e6) as i64)));
    assert!(limit(Group::LoadImbalance).matters);
}

/// The sequential version works in `init`, the parallel one in `assign`: both are what the region is named by.
#[test]
fn a_method_with_another_name_is_compared_with_what_it_was() {
    let mut measured = measured();
    measured.regions[0].sequential = r"\.(assign|init)$".into();
    let cycles = &mut measured.runs[1];
    assert_eq!((cycles.version, cycles.metric), (Version::Sequential, Metric::Cycles));
    cycles.profiles[0].samples = vec![Sample { stack: TALLY, value: 400.0, time: None }];
    cycles.profiles[0].samples.push(Sample { stack: INIT, value: 300.0, time: None });
    let grown = |measured: &Measurements| {
        let found = analyze(measured, &Settings::default()).unwrap();
        let limit = found.limits.iter().find(|limit| limit.group == Group::Work).unwrap();
        let Places::Growth { innermost, .. } = &limit.places else { panic!() };
        let assign = innermost.iter().find(|of| of.method == "k.Worker.assign").unwrap();
        (assign.before, assign.after, assign.before_method.clone())
    };
    // Here the parallel version has `init`, too.
    assert_eq!(grown(&measured), (0.0, 550.0, None));
    measured.runs[3].profiles[0].samples.retain(|sample| sample.stack != INIT);
    assert_eq!(grown(&measured), (300.0, 550.0, Some("k.Main.init".into())));
    // Of two it could have been either.
    measured.runs[1].profiles[0].samples.push(Sample { stack: JOIN, value: 10.0, time: None });
    measured.regions[0].sequential = r"\.(assign|init|join)$".into();
    assert_eq!(grown(&measured), (0.0, 550.0, None));
}

/// What a trace has counted, and no profiler.
#[test]
fn bytecode_stands_for_work_where_nothing_else_does() {
    let mut measured = measured();
    measured.runs.retain(|run| matches!(run.metric, Metric::Elapsed | Metric::Cycles));
    measured.runs.iter_mut().filter(|run| run.metric == Metric::Cycles).for_each(|run| run.metric = Metric::Bytecodes);
    let found = analyze(&measured, &Settings::default()).unwrap();
    assert_eq!((found.work_metric, found.instruction_metric), (Some(Metric::Bytecodes), None));
    let evaluation = &found.points[0].evaluation;
    assert!((known(evaluation.speedup) - 1000.0 / (400.0 + 500.0)).abs() < 1e-9);
    assert!((known(evaluation.regions[0].load_balance) - 550.0 / (2.0 * 500.0)).abs() < 1e-9);
    // How fast instructions are is not known.
    assert!(matches!(evaluation.regions[0].part.cpi, crate::Value::NotKnown(_)));
    assert!(found.limits.iter().all(|limit| limit.group != Group::Cpi));
}

/// 400 of tallying and 600 of work, which needs 300 more on two threads as it misses a cache, and waits for a lock.
fn simulated() -> Vec<Run> {
    use Metric::{Bytecodes, SimulatedLockTime, SimulatedMisses, SimulatedTime, SimulatedWallTime};
    use Version::{Parallel, Sequential};
    let parallel = |metric, main: f64, each: f64, lock: f64| {
        let worker: &[(u32, f64)] = &[(WORK, each), (LOCK, lock)];
        run(Parallel, metric, 1, &[("main", &[(TALLY, main)]), ("w-1", worker), ("w-2", worker)])
    };
    vec![
        run(Sequential, Bytecodes, 1, &[("main", &[(TALLY, 400.0), (WORK, 600.0)])]),
        run(Sequential, SimulatedTime, 1, &[("main", &[(TALLY, 400.0), (WORK, 600.0)])]),
        run(Sequential, SimulatedMisses, 1, &[("main", &[])]),
        parallel(Bytecodes, 400.0, 300.0, 0.0),
        parallel(SimulatedTime, 400.0, 450.0, 0.0),
        parallel(SimulatedMisses, 0.0, 15.0, 0.0),
        parallel(SimulatedLockTime, 0.0, 0.0, 50.0),
        parallel(SimulatedWallTime, 400.0, 450.0, 50.0),
    ]
}

#[test]
fn what_is_simulated_stands_for_what_was_not_measured() {
    let mut measured = measured();
    measured.runs.retain(|run| run.metric == Metric::Elapsed);
    measured.runs.extend(simulated());
    let found = analyze(&measured, &Settings::default()).unwrap();
    assert_eq!((found.work_metric, found.instruction_metric), (Some(Metric::SimulatedTime), Some(Metric::Bytecodes)));
    let region = &found.points[0].evaluation.regions[0];
    let of = |value| known(value);
    assert!((of(region.part.instructions) - 1.0).abs() < 1e-9);
    assert!((of(region.part.cpi) - 600.0 / 900.0).abs() < 1e-9);
    assert!((of(region.lock_contention) - 0.9).abs() < 1e-9);
    assert!((of(found.points[0].calculated()) - 1000.0 / (400.0 + 450.0 / 0.9)).abs() < 1e-9);
    let slower = found.limits.iter().find(|limit| limit.group == Group::Cpi).unwrap();
    let Places::Growth { metric, innermost, .. } = &slower.places else { panic!() };
    assert_eq!((*metric, innermost[0].after), (Metric::SimulatedMisses, 30.0));
    assert_eq!(found.from_traces, None, "there is nothing else");
    assert!(found.points[0].overheads.iter().all(|overhead| !overhead.metric.is_simulated()));
}

#[test]
fn what_traces_say_stands_beside_what_was_measured() {
    let mut measured = measured();
    let alone = analyze(&measured, &Settings::default()).unwrap();
    assert_eq!(alone.from_traces, None);
    measured.runs.extend(simulated());
    let found = analyze(&measured, &Settings::default()).unwrap();
    assert_eq!(found.work_metric, Some(Metric::Cycles));
    assert_eq!(found.points[0].counts.regions[0].lock_ns, alone.points[0].counts.regions[0].lock_ns);
    let traces = found.from_traces.unwrap();
    assert!((known(traces.speedup) - 1000.0 / 900.0).abs() < 1e-9);
    assert_eq!(traces.limits[0].group, Group::Cpi);
}

#[test]
fn methods_that_grew() {
    let mut measured = measured();
    measured.runs[3].profiles[0].samples[0].value = 500.0;
    let found = analyze(&measured, &Settings::default()).unwrap();
    let limit = found.limits.iter().find(|limit| limit.group == Group::Work).unwrap();
    let Places::Growth { metric, innermost, .. } = &limit.places else { panic!() };
    assert_eq!(*metric, Metric::Cycles);
    let told: Vec<_> = innermost.iter().map(|m| (m.method.as_str(), m.before, m.after)).collect();
    let expected = [("java.util.HashMap.get", 0.0, 250.0), ("k.Main.tally", 400.0, 500.0), ("k.Main.init", 0.0, 50.0)];
    assert_eq!(told, expected);
}

#[test]
fn the_flat_profile_has_the_busiest_thread() {
    let flat = analyze(&measured(), &Settings::default()).unwrap().flat_profile;
    assert_eq!(flat.threads, [0, 2]);
    let work = flat.methods.iter().find(|method| method.method == "k.Worker.assign").unwrap();
    assert_eq!((&work.sequential[..], &work.parallel[..]), (&[0.0, 0.0][..], &[600.0, 500.0][..]));
    let tally = flat.methods.iter().find(|method| method.method == "k.Main.tally").unwrap();
    assert_eq!(tally.sequential, [400.0, 100.0]);
}

#[test]
fn imbalance_is_of_instructions_or_of_their_speed() {
    let mut measured = measured();
    let counted = [("main", &[][..]), ("w-1", &[(WORK, 300.0)][..]), ("w-2", &[(WORK, 100.0), (SPIN, 50.0)][..])];
    measured.runs.push(run(Version::Sequential, Metric::Instructions, 1000, &[("main", &[(WORK, 400.0)])]));
    measured.runs.push(run(Version::Parallel, Metric::Instructions, 1000, &counted));
    let found = analyze(&measured, &Settings::default()).unwrap();
    let region = &found.points[0].evaluation.regions[0];
    let split = region.imbalance.unwrap();
    assert!((split.instructions - 200.0 / 300.0).abs() < 1e-9);
    assert!((split.instructions * split.cpi - known(region.load_balance)).abs() < 1e-9);
    // Another thread of the same name: whose instructions they are is not known.
    measured.runs.last_mut().unwrap().profiles[0].name = "w-1".into();
    let found = analyze(&measured, &Settings::default()).unwrap();
    assert_eq!(found.points[0].evaluation.regions[0].imbalance, None);
}

#[test]
fn wrong_runs_are_told() {
    let told = |change: fn(&mut Measurements)| {
        let mut measured = measured();
        change(&mut measured);
        analyze(&measured, &Settings::default()).unwrap_err().to_string()
    };
    assert_eq!(told(|m| m.runs.truncate(2)), "no run of the parallel version");
    assert_eq!(told(|m| m.runs[2].threads = 0), "run 2: a run with 0 threads");
    assert_eq!(told(|m| m.runs[1].profiles[0].samples[0].value = -1.0), "run 1: a sample of -1");
    assert_eq!(told(|m| m.runs[1].profiles[0].samples[0].stack = 70), "stack 70 does not exist");
}

#[test]
fn nothing_but_times_is_no_error() {
    let mut measured = measured();
    measured.runs.retain(|run| run.metric == Metric::Elapsed);
    let found = analyze(&measured, &Settings::default()).unwrap();
    assert!(found.points[0].real.is_some());
    assert!(found.limits.iter().all(|limit| !limit.matters && limit.places == Places::NotKnown));
}

/// A program that starts two threads for each of three sections.
fn sections(names: [&str; 6]) -> Scaling {
    let mut measured = measured();
    let work: [&[(u32, f64)]; 6] =
        [&[(WORK, 90.0)], &[(WORK, 110.0)], &[(WORK, 90.0)], &[(WORK, 110.0)], &[(WORK, 90.0)], &[(WORK, 110.0)]];
    let threads: Vec<_> = names.into_iter().zip(work).collect();
    measured.runs[3] = run(Version::Parallel, Metric::Cycles, 990, &threads);
    analyze(&measured, &Settings::default()).unwrap()
}

#[test]
fn threads_that_follow_one_another_are_one_worker() {
    let found = sections(["w-0", "w-1", "w-0", "w-1", "w-0", "w-1"]);
    let point = &found.points[0];
    assert_eq!(point.counts.regions[0].busiest.unwrap().mean, 330.0);
    assert_eq!(point.threads_work.len(), 2);
    let row = found.flat_profile.methods.iter().find(|method| method.method == "k.Worker.assign").unwrap();
    assert_eq!(row.parallel[1], 330.0);
}

#[test]
fn without_names_balance_is_not_known() {
    let found = sections(["t-0", "t-1", "t-2", "t-3", "t-4", "t-5"]);
    let point = &found.points[0];
    let region = &point.evaluation.regions[0];
    assert_eq!(region.load_balance, crate::Value::NotKnown(crate::NotKnown::Workers));
    assert!((known(point.calculated()) - 1000.0 / (300.0 / 0.9)).abs() < 1e-9);
    assert!(found.limits.iter().all(|limit| limit.group != Group::LoadImbalance));
    assert!(found.notes.contains(&Note::BalanceNotKnown { threads: 2, region: "assign".into() }));
    assert!((point.evaluation.stack.as_ref().unwrap().ideal - 2.0).abs() < 1e-9);
}

#[test]
fn far_from_real_is_told_unless_the_real_one_is_uncertain() {
    let notes_on = |processors, times: [u64; 2]| {
        let mut measured = measured();
        measured.machine.processors = processors;
        let plain = |version, elapsed| run(version, Metric::Elapsed, elapsed, &[]);
        measured.runs.retain(|run| run.metric != Metric::Elapsed);
        measured.runs.extend([plain(Version::Sequential, 3000), plain(Version::Sequential, 3000)]);
        measured.runs.extend(times.map(|elapsed| plain(Version::Parallel, elapsed)));
        analyze(&measured, &Settings::default()).unwrap().notes
    };
    let notes = |times| notes_on(2, times);
    let far = |notes: &[Note]| notes.iter().any(|note| matches!(note, Note::FarFromReal { .. }));
    let uncertain = |notes: &[Note]| notes.iter().any(|note| matches!(note, Note::Uncertain { .. }));
    let (certain, spread) = (notes([1000, 1001]), notes([500, 1500]));
    assert!(far(&certain) && !uncertain(&certain));
    assert!(!far(&spread) && uncertain(&spread));
    // What two threads reach on one processor says nothing of two.
    let crowded = notes_on(1, [1000, 1001]);
    assert!(!far(&crowded) && crowded.contains(&Note::MoreThreadsThanProcessors { threads: 2, processors: 1 }));
}

/// The same program by time on a processor, and its main thread by wall time: 300 of initialisation that the sequential version waits for as
/// long, and 1000 of assignments, for which it waits.
fn with_lifetimes(cpu: Metric) -> Measurements {
    use Metric::{Cycles, WallTime};
    use Version::{Parallel, Sequential};
    let mut measured = measured();
    measured.runs.retain(|run| run.metric != WallTime);
    measured.runs.iter_mut().filter(|run| run.metric == Cycles).for_each(|run| run.metric = cpu);
    let main: &[(u32, f64)] = &[(TALLY, 100.0), (GET, 250.0), (INIT, 350.0), (JOIN, 1000.0)];
    measured.runs.extend([
        run(Sequential, WallTime, 1300, &[("main", &[(TALLY, 400.0), (INIT, 300.0), (WORK, 600.0)])]),
        run(Parallel, WallTime, 1700, &[("main", main), ("w-1", &[(WORK, 1000.0)]), ("w-2", &[(WORK, 1000.0)])]),
    ]);
    measured
}

#[test]
fn idle_time_is_where_the_longest_thread_waits() {
    let found = analyze(&with_lifetimes(Metric::CpuTime), &Settings::default()).unwrap();
    let evaluation = &found.points[0].evaluation;
    // Lock runs took 2000 and those of wall time 1700: 200 of waits become 170, of 2000 in the region.
    let busiest = 500.0 / (1.0 - 170.0 / 2000.0);
    assert!((known(evaluation.equation_11) - 1000.0 / (400.0 + busiest)).abs() < 1e-9);
    assert!((known(evaluation.speedup) - 1000.0 / (1700.0 - 300.0)).abs() < 1e-9);
    let limit = found.limits.iter().find(|limit| limit.group == Group::Idle).unwrap();
    let Places::Waits { thread, methods, working } = &limit.places else { panic!() };
    assert_eq!(*working, 0.0);
    let told: Vec<_> = methods.iter().map(|method| (method.method.as_str(), method.share)).collect();
    assert_eq!(
        (thread.as_str(), &told[..]),
        ("main", &[("k.Main.join", 1000.0 / 1300.0), ("k.Main.init", 300.0 / 1300.0)][..])
    );
}

#[test]
fn idle_time_needs_processors_for_all_threads_and_the_length_of_a_cycle() {
    let idle = |measured: &Measurements| analyze(measured, &Settings::default()).unwrap().points[0].evaluation.idle;
    let not_known = crate::Value::NotKnown(crate::NotKnown::WallTime);
    let mut measured = with_lifetimes(Metric::Cycles);
    assert_eq!(idle(&measured), not_known);
    // With three cycles each ns, the lifetimes are three times as many.
    let cpu = |run: &Run| {
        let mut run = Run { metric: Metric::CpuTime, ..run.clone() };
        run.profiles.iter_mut().flat_map(|thread| &mut thread.samples).for_each(|sample| sample.value /= 3.0);
        run
    };
    let times: Vec<Run> = measured.runs.iter().filter(|run| run.metric == Metric::Cycles).map(cpu).collect();
    measured.runs.extend(times);
    let busiest = 500.0 / (1.0 - 170.0 / 2000.0);
    let waits_anyway = 3.0 * 1300.0 - 1000.0;
    assert!((known(idle(&measured)) - (400.0 + busiest) / (3.0 * 1700.0 - waits_anyway)).abs() < 1e-9);
    let mut crowded = with_lifetimes(Metric::CpuTime);
    crowded.machine.processors = 1;
    assert_eq!(idle(&crowded), not_known);
}

#[test]
fn a_limitation_with_a_cause_comes_before_idle_time_that_brings_as_much() {
    let first = |lifetime: f64| {
        let mut measured = with_lifetimes(Metric::CpuTime);
        let waits =
            measured.runs.iter_mut().filter(|run| run.metric == Metric::WallTime && run.version == Version::Parallel);
        waits.for_each(|run| run.profiles[0].samples[3].value = lifetime - 700.0);
        let found = analyze(&measured, &Settings::default()).unwrap();
        found.limits.iter().map(|limit| (limit.group, known(limit.possible))).collect::<Vec<_>>()
    };
    let long = first(1900.0);
    assert_eq!(long[0].0, Group::Idle);
    let short = first(1517.0);
    assert!(short[1].0 == Group::Idle && short[1].1 > short[0].1, "{short:?}");
}
