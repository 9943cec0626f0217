//! Made-up runs of a k-means program that assigns points in parallel, and tallies them sequentially.

use paratrace_scaling::measurements::{
    MEASUREMENTS_SCHEMA, Machine, Measurements, Metric, Missing, RegionPattern, Run, Sample, Stack, ThreadKind,
    ThreadProfile, Version,
};

const FRAMES: [&str; 13] = [
    "demo.KMeans.main",
    "demo.KMeans.run",
    "demo.KMeans.tally",
    "java.util.ArrayList.get",
    "demo.KMeans.assign",
    "demo.Point.distance",
    "java.lang.Thread.run",
    "demo.Worker.run",
    "demo.Worker.assign",
    "demo.Progress_[i]",
    "demo.Progress.step",
    "GCTaskThread::run",
    "java.lang.Thread.join",
];
/// Tally, the list in it, the sequential version's assignment and distance, the parallel one's, progress, its lock, collector, waiting for
/// workers.
const STACKS: [&[u32]; 9] = [
    &[0, 1, 2],
    &[0, 1, 2, 3],
    &[0, 1, 4],
    &[0, 1, 4, 5],
    &[6, 7, 8, 5],
    &[6, 7, 8, 10],
    &[6, 7, 8, 10, 9],
    &[11],
    &[0, 1, 12],
];

fn thread(name: &str, kind: ThreadKind, samples: &[(u32, f64)]) -> ThreadProfile {
    let samples = samples.iter().map(|&(stack, value)| Sample { stack, value, time: None }).collect();
    ThreadProfile { name: name.into(), id: 0, kind, samples }
}

/// Tallying takes 2, assigning 6, in units.
fn sequential(metric: Metric, unit: f64) -> Vec<ThreadProfile> {
    match metric {
        Metric::Elapsed | Metric::LockTime => Vec::new(),
        _ => {
            let main = [(0, 1.2), (1, 0.8), (2, 0.5), (3, 5.5)].map(|(stack, value)| (stack, value * unit));
            vec![thread("main", ThreadKind::Application, &main), thread("GC", ThreadKind::Collector, &[(7, unit)])]
        }
    }
}

/// The first worker has a fifth more than the others; more threads need more cycles per instruction and wait longer. Each takes a while to
/// begin.
fn parallel(metric: Metric, unit: f64, threads: u32) -> Vec<ThreadProfile> {
    let waits = metric == Metric::LockTime;
    let mut profiles = vec![thread("main", ThreadKind::Application, &[(0, 1.2 * unit), (1, 0.9 * unit)])];
    let slower = if metric == Metric::Instructions { 1.0 } else { 1.0 + 0.02 * f64::from(threads) };
    for worker in 0..threads {
        let mine = unit * 6.0 / f64::from(threads) * slower * if worker == 0 { 1.2 } else { 1.0 };
        let samples: &[(u32, f64)] = match metric {
            Metric::LockTime => &[(6, mine * 0.02 * f64::from(threads))],
            _ => &[(4, mine * 0.95), (5, mine * 0.05)],
        };
        profiles.push(thread(&format!("worker-{worker}"), ThreadKind::Application, samples));
    }
    if metric == Metric::WallTime {
        let busiest = unit * 6.0 / f64::from(threads) * slower * 1.2;
        let begins = unit * 0.03 * f64::from(threads);
        profiles[0].samples.push(Sample { stack: 8, value: busiest * 1.02 + begins, time: None });
    }
    if waits {
        profiles.remove(0);
    }
    profiles.push(thread("GC", ThreadKind::Collector, &[(7, unit * 0.5)]));
    profiles
}

/// All runs: two of each metric for 1, 2, 4 and 8 threads.
pub(crate) fn measured() -> Measurements {
    let mut runs = Vec::new();
    let metrics = [
        (Metric::Elapsed, 0.0, 1.0),
        (Metric::Cycles, 3e9, 1.02),
        (Metric::Instructions, 4.5e9, 1.02),
        (Metric::CacheMisses, 2e6, 1.03),
        (Metric::WallTime, 1e9, 1.05),
        (Metric::LockTime, 1e9, 1.4),
    ];
    for (metric, unit, cost) in metrics {
        for iteration in 0..2 {
            let unit = unit * (1.0 + 0.01 * f64::from(iteration));
            let run = |version, threads, seconds: f64, profiles| Run {
                version,
                threads,
                iteration,
                metric,
                elapsed_ns: (seconds * cost * (1.0 + 0.02 * f64::from(iteration)) * 1e9) as u64,
                profiles,
            };
            runs.push(run(Version::Sequential, 1, 8.1, sequential(metric, unit)));
            for threads in [1, 2, 4, 8] {
                let seconds = 2.3 + 7.8 / f64::from(threads);
                runs.push(run(Version::Parallel, threads, seconds, parallel(metric, unit, threads)));
            }
        }
    }
    Measurements {
        schema: MEASUREMENTS_SCHEMA.into(),
        machine: Machine {
            processors: 8,
            processor: "A processor".into(),
            jvm: "A JVM".into(),
            profiler: "A profiler".into(),
            platform: String::new(),
        },
        sequential: "java demo.KMeans".into(),
        parallel: "java demo.ParallelKMeans {threads}".into(),
        regions: vec![RegionPattern {
            name: "assign".into(),
            sequential: r"KMeans\.assign$".into(),
            parallel: r"Worker\.assign$".into(),
        }],
        missing: vec![Missing { metric: Metric::Bytecodes, reason: "no trace was asked for".into() }],
        frames: FRAMES.map(str::to_owned).into(),
        stacks: STACKS.map(|frames| Stack { frames: frames.to_vec() }).into(),
        runs,
    }
}
