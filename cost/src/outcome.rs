//! The cost of communication in a run: the figures of table 8.

use serde::Serialize;

use crate::platform::Platform;
use crate::statistics::{Statistics, WorkerStatistics};

/// Values that a worker reads and writes in the shared memory.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Accesses {
    /// Scalars: single accesses in any mode.
    pub scalars: u64,
    /// Elements of arrays: in bursts where there are bursts.
    pub elements: u64,
}

/// A task that runs beside others.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Worker {
    /// Its name.
    pub name: String,
    /// Execution time without communication, ms.
    pub time_ms: f64,
    /// Its accesses to shared data.
    pub accesses: Accesses,
    /// Communication times that are known otherwise, ms: they count in place of accesses.
    #[serde(skip)]
    pub known: Vec<(Mode, f64)>,
}

/// A run with its workers.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Run {
    /// Its name.
    pub name: String,
    /// Execution time of the sequential program, ms, if known.
    pub sequential_ms: Option<f64>,
    /// Execution time of the parallel one without communication, ms.
    pub time_ms: f64,
    /// Its workers. The main thread is none.
    pub workers: Vec<Worker>,
}

/// How accesses meet the shared memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Each opens a row.
    Random,
    /// Each finds its row open.
    Page,
    /// Elements come in full bursts, scalars open rows.
    Burst,
    /// Each access finds its row open or not by its actual address.
    Trace,
}

/// Communication by one mode, and what comes of it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ModeOutcome {
    /// The mode.
    pub mode: Mode,
    /// Accesses overlap: communication takes as long as that of the slowest worker (`ca`).
    pub concurrent: Scenario,
    /// Accesses come one after the other: it takes the sum over workers (`sa`).
    pub sequential: Scenario,
}

/// Times with communication.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scenario {
    /// Communication time, ms: T_C.
    pub communication_ms: f64,
    /// Execution and communication, ms: T_T.
    pub total_ms: f64,
    /// Sequential time / total time: S_pg, S_rnd.
    pub speedup: Option<f64>,
}

/// All figures of a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outcome {
    /// The run.
    pub run: Run,
    /// Speed-up without communication: S_0.
    pub speedup: Option<f64>,
    /// Outcomes by mode: random, page, then the other modes of the platform.
    pub modes: Vec<ModeOutcome>,
}

impl Run {
    /// The run that statistics describe; `sequential_us` is the time of the sequential program, µs, if it is not as they say.
    pub fn of_statistics(name: &str, statistics: &Statistics, sequential_us: Option<u64>) -> Self {
        let worker = |worker: WorkerStatistics| Worker {
            name: worker.name.unwrap_or_else(|| format!("worker {}", worker.number)),
            time_ms: ms(worker.time_us),
            accesses: worker.accesses,
            known: Vec::new(),
        };
        let told = || statistics.run.and_then(|run| run.sequential_us);
        Self {
            name: name.to_owned(),
            sequential_ms: sequential_us.or_else(told).map(ms),
            time_ms: ms(statistics.run_time_us()),
            workers: statistics.workers().into_iter().map(worker).collect(),
        }
    }
}

fn ms(us: u64) -> f64 {
    us as f64 / 1e3
}

impl Mode {
    /// How long accesses take on a platform, ns; `None` if that is not known from their number.
    pub fn time_ns(self, accesses: Accesses, platform: &Platform) -> Option<f64> {
        let (random, page) = (platform.access.random_ns, platform.access.page_ns);
        let (scalars, elements) = (accesses.scalars as f64, accesses.elements as f64);
        match self {
            Mode::Random => Some((scalars + elements) * random),
            Mode::Page => Some((scalars + elements) * page),
            Mode::Burst => platform.burst.map(|burst| {
                let firsts = accesses.elements.div_ceil(burst.length.into()) as f64;
                scalars * random + firsts * burst.first_ns + (elements - firsts) * burst.next_ns
            }),
            Mode::Trace => None,
        }
    }
}

impl Worker {
    /// How long its communication takes by a mode, ms.
    fn communication_ms(&self, mode: Mode, platform: &Platform) -> Option<f64> {
        let known = self.known.iter().find(|(known, _)| *known == mode).map(|(_, time)| *time);
        known.or_else(|| mode.time_ns(self.accesses, platform).map(|time| time / 1e6))
    }
}

/// The figures of a run on a platform.
pub fn evaluate(run: &Run, platform: &Platform) -> Outcome {
    let modes = [Mode::Random, Mode::Page, Mode::Burst, Mode::Trace];
    let speedup = |total: f64| run.sequential_ms.filter(|_| total > 0.0).map(|time| time / total);
    let outcome = |mode: Mode| {
        let times: Option<Vec<f64>> =
            run.workers.iter().map(|worker| worker.communication_ms(mode, platform)).collect();
        let times = times.filter(|_| mode != Mode::Trace || !run.workers.is_empty())?;
        let scenario = |communication_ms: f64| {
            let total_ms = run.time_ms + communication_ms;
            Scenario { communication_ms, total_ms, speedup: speedup(total_ms) }
        };
        Some(ModeOutcome {
            mode,
            concurrent: scenario(times.iter().copied().fold(0.0, f64::max)),
            sequential: scenario(times.iter().sum()),
        })
    };
    let possible = modes.into_iter().filter(|mode| *mode != Mode::Burst || platform.burst.is_some());
    Outcome { modes: possible.filter_map(outcome).collect(), speedup: speedup(run.time_ms), run: run.clone() }
}
