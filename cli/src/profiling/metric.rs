//! Metrics: what they are called, and how async-profiler measures them.

use paratrace_scaling::measurements::Metric;

/// Time between two samples of wall time.
pub(super) const WALL_MS: u64 = 5;
/// Cache misses between two samples, as async-profiler has it.
pub(super) const MISSES: u64 = 1000;

/// Metrics of the runs, in the order in which an iteration measures them.
pub(super) const ALL: [Metric; 7] = [
    Metric::Elapsed,
    Metric::CpuTime,
    Metric::WallTime,
    Metric::LockTime,
    Metric::Cycles,
    Metric::Instructions,
    Metric::CacheMisses,
];

/// What people call it.
pub(crate) fn name(metric: Metric) -> &'static str {
    match metric {
        Metric::Elapsed => "elapsed time",
        Metric::Cycles => "cycles",
        Metric::Instructions => "instructions",
        Metric::CacheMisses => "cache misses",
        Metric::CpuTime => "CPU time",
        Metric::WallTime => "wall time",
        Metric::LockTime => "lock time",
        Metric::Bytecodes => "bytecodes",
        Metric::SimulatedMisses => "simulated misses",
        Metric::SimulatedSecondMisses => "simulated misses of the second cache",
        Metric::SimulatedThirdMisses => "simulated misses of the third cache",
        Metric::SimulatedFourthMisses => "simulated misses of the fourth cache",
        Metric::SimulatedTime => "simulated time",
        Metric::SimulatedLockTime => "simulated lock time",
        Metric::SimulatedWallTime => "simulated wall time",
    }
}

/// The event of async-profiler, with its interval. The intervals of events that are counted are its own. Programs of a second
/// need more samples of time than one every 10 ms. None: no run of the profiler measures it.
pub(super) fn event(metric: Metric) -> Option<&'static str> {
    match metric {
        Metric::Cycles => Some("event=cycles"),
        Metric::Instructions => Some("event=instructions"),
        Metric::CacheMisses => Some("event=cache-misses"),
        Metric::CpuTime => Some("event=ctimer,interval=1ms"),
        Metric::WallTime => Some("event=wall,interval=5ms"),
        Metric::LockTime => Some("event=lock"),
        Metric::Elapsed
        | Metric::Bytecodes
        | Metric::SimulatedMisses
        | Metric::SimulatedSecondMisses
        | Metric::SimulatedThirdMisses
        | Metric::SimulatedFourthMisses
        | Metric::SimulatedTime
        | Metric::SimulatedLockTime
        | Metric::SimulatedWallTime => None,
    }
}
