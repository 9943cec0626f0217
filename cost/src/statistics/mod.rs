//! Statistics of a run: execution times and accesses to shared data, as profilers write them.
//!
//! ```text
//! ===== statistics =====
//! VM main [5] = 5207051
//! VM thd [8] = 4477709 type java.lang.Thread name "worker 1"
//! VM cnt [8,1] = 4430072 method sparsematmult.SparseRunner.run
//! VM drd [8,0] = 12495801
//! VM dwr [8,7] = 12458800 array double[] length 50000 index 0..49999
//! VM run = 5210340 sequential 20071000
//! VM wrk [8,1] = 4477709 name "worker 1 (8)" scalars 12495801 elements 24951800
//! ```
//!
//! One item a line; empty lines and lines that begin with `#` say nothing. `main` and `thd`: execution time of the main thread,
//! of another thread, µs. `cnt`: time that a thread spent in a task method, µs. `drd` and `dwr`: values that a thread read and
//! wrote through a counter: counter 0 counts scalars of primitive types, every other one an array. What follows the number
//! is optional. Names with spaces, quotes or backslashes are in double quotes, with `\"` and `\\`.
//!
//! What follows a run of tasks by a trace says besides who its workers are: `run` how long it takes without communication, and the sequential
//! program, and `wrk` the time and the accesses of each worker, with the thread in which it ran. Then these count in place of threads.

mod parse;
mod write;

use crate::outcome::Accesses;

pub use parse::{Problem, StatisticsError};

/// The first line.
const HEADING: &str = "===== statistics =====";

/// Statistics of one run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Its threads.
    pub threads: Vec<ThreadStatistics>,
    /// Its times, if it is said who its workers are.
    pub run: Option<RunTimes>,
    /// The workers that are said to be some.
    pub workers: Vec<WorkerStatistics>,
}

/// How long a run takes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RunTimes {
    /// With a processor for each worker, without communication, µs.
    pub time_us: u64,
    /// The sequential program, µs, if known.
    pub sequential_us: Option<u64>,
}

/// A worker.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WorkerStatistics {
    /// The number of the thread in which it ran.
    pub thread: u64,
    /// Its own number.
    pub number: u64,
    /// Execution time, µs.
    pub time_us: u64,
    /// Its name.
    pub name: Option<String>,
    /// Its accesses to shared data.
    pub accesses: Accesses,
}

/// The statistics of one thread.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ThreadStatistics {
    /// Its number.
    pub id: u64,
    /// The main thread, which is no worker.
    pub main: bool,
    /// Execution time, µs.
    pub time_us: u64,
    /// Its class.
    pub class: Option<String>,
    /// Its name.
    pub name: Option<String>,
    /// Times of task methods.
    pub methods: Vec<MethodTime>,
    /// Its counters.
    pub counters: Vec<Counter>,
}

/// How long a thread was in a task method.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MethodTime {
    /// Number of the method.
    pub number: u64,
    /// µs.
    pub time_us: u64,
    /// Its name.
    pub method: Option<String>,
}

/// Values that a thread read and wrote.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counter {
    /// 0: scalars; else an array.
    pub id: u64,
    /// Values read.
    pub reads: u64,
    /// Values written.
    pub writes: u64,
    /// Type of the array.
    pub array: Option<String>,
    /// Its length.
    pub length: Option<u64>,
    /// Least and greatest index read.
    pub read: Option<(u64, u64)>,
    /// Least and greatest index written.
    pub written: Option<(u64, u64)>,
}

impl ThreadStatistics {
    /// All accesses that its counters have.
    pub fn accesses(&self) -> Accesses {
        self.counters.iter().fold(Accesses::default(), |sum, counter| {
            let values = counter.reads.saturating_add(counter.writes);
            match counter.id {
                0 => Accesses { scalars: sum.scalars.saturating_add(values), ..sum },
                _ => Accesses { elements: sum.elements.saturating_add(values), ..sum },
            }
        })
    }

    fn called(&self) -> String {
        match &self.name {
            Some(name) => format!("{name} ({})", self.id),
            None => format!("thread {}", self.id),
        }
    }
}

impl Statistics {
    /// The workers: those that are said to be some. If none is said to be or not to be, all threads but the main one, or, if there are
    /// task methods, those of them that ran one.
    pub fn workers(&self) -> Vec<WorkerStatistics> {
        if self.run.is_some() || !self.workers.is_empty() {
            return self.workers.clone();
        }
        let has_methods = self.threads.iter().any(|thread| !thread.methods.is_empty());
        let is_worker = |thread: &&ThreadStatistics| !thread.main && (!has_methods || !thread.methods.is_empty());
        let worker = |(thread, number): (&ThreadStatistics, u64)| WorkerStatistics {
            thread: thread.id,
            number,
            time_us: thread.time_us,
            name: Some(thread.called()),
            accesses: thread.accesses(),
        };
        self.threads.iter().filter(is_worker).zip(1..).map(worker).collect()
    }

    /// How long the run takes without communication, µs.
    pub fn run_time_us(&self) -> u64 {
        self.run.map_or_else(|| self.time_us(), |run| run.time_us)
    }

    /// Execution time of the run, µs: the main thread's, or else that of the thread that took longest.
    pub fn time_us(&self) -> u64 {
        let main = self.threads.iter().filter(|thread| thread.main).map(|thread| thread.time_us).max();
        main.or_else(|| self.threads.iter().map(|thread| thread.time_us).max()).unwrap_or(0)
    }
}
