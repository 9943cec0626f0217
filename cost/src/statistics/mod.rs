//! Statistics of a run: execution times and accesses to shared data, as profilers write them.
//!
//! ```text
//! ===== statistics =====
//! VM main [5] = 5207051
//! VM thd [8] = 4477709 type java.lang.Thread name "worker 1"
//! VM cnt [8,1] = 4430072 method sparsematmult.SparseRunner.run
//! VM drd [8,0] = 12495801
//! VM dwr [8,7] = 12458800 array double[] length 50000 index 0..49999
//! ```
//!
//! One item a line; empty lines and lines that begin with `#` say nothing. `main` and `thd`: execution time of the main thread,
//! of another thread, µs. `cnt`: time that a thread spent in a task method, µs. `drd` and `dwr`: values that a thread read and
//! wrote through a counter: counter 0 counts scalars of primitive types, every other one an array. What follows the number
//! is optional. Names with spaces, quotes or backslashes are in double quotes, with `\"` and `\\`.

mod parse;
mod write;

pub use parse::{Problem, StatisticsError};

/// The first line.
const HEADING: &str = "===== statistics =====";

/// Statistics of one run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Its threads.
    pub threads: Vec<ThreadStatistics>,
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

impl Statistics {
    /// Execution time of the run, µs: the main thread's, or else that of the thread that took longest.
    pub fn time_us(&self) -> u64 {
        let main = self.threads.iter().filter(|thread| thread.main).map(|thread| thread.time_us).max();
        main.or_else(|| self.threads.iter().map(|thread| thread.time_us).max()).unwrap_or(0)
    }
}
