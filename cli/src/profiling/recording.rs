//! Recordings of async-profiler in the format of the flight recorder: they tell when each sample was taken.

use super::{flight, metric};
use crate::failure::Failure;
use paratrace_scaling::measurements::{Metric, ThreadProfile};
use paratrace_scaling::profiles::{Flight, Tables};
use std::path::{Path, PathBuf};

/// What files of recordings end with.
pub(super) const ENDING: &str = "jfr";
const EVENTS: [&str; 4] = ["jdk.ExecutionSample", "profiler.WallClockSample", "jdk.JavaMonitorEnter", "jdk.ThreadPark"];

/// The event of async-profiler. Recordings do not say how many ticks of the kernel's clock, mostly of 4 ms, a sample of CPU time stands for,
/// so there is none at each of them. Between waits for locks, samples tell what the program does.
pub(super) fn event(metric: Metric) -> Option<&'static str> {
    match metric {
        Metric::CpuTime => Some("event=ctimer,interval=10ms"),
        Metric::LockTime => Some("event=ctimer,interval=10ms,lock"),
        metric => metric::event(metric),
    }
}

/// What an event stands for.
fn taken(metric: Metric) -> Flight {
    match metric {
        Metric::LockTime => Flight::Locks,
        Metric::CpuTime => Flight::Samples(10_000_000),
        Metric::WallTime => Flight::Wall(metric::WALL_MS * 1_000_000),
        Metric::CacheMisses => Flight::Samples(metric::MISSES),
        // Of cycles and instructions, async-profiler takes one each million.
        _ => Flight::Samples(1_000_000),
    }
}

/// Reads the recordings of all JVMs of a run.
pub(super) fn read(
    metric: Metric,
    jfr: &Path,
    files: &[PathBuf],
    tables: &mut Tables,
) -> Result<Vec<ThreadProfile>, Failure> {
    let mut threads = Vec::new();
    for file in files {
        threads.extend(flight::printed((jfr, file), &EVENTS, (taken(metric), true), tables)?);
    }
    Ok(threads)
}
