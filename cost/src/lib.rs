//! The cost of communication between parallel tasks, after R. Stahl and others: *High-Level Data-Access Analysis for
//! Characterisation of (Sub)task-Level Parallelism in Java* (2004).
//!
//! Tasks share data that are in a memory of their own; every access to them takes time. How many accesses there are comes
//! from [`Statistics`] (the text format of the paper's figure 10, which profilers write) or from a trace; how long they take
//! is a [`Platform`]'s business. [`evaluate`] gives the figures of the paper's table 8, [`timeline()`] plays the tasks on a
//! machine that has a core for each, and [`trace_events`] shows that to people.
//!
//! ```
//! use paratrace_cost::{Platform, Run, Statistics, evaluate};
//!
//! let text = "\
//! ===== statistics =====
//! VM main [5] = 5207051
//! VM thd [8] = 4477709 type java.lang.Thread
//! VM drd [8,0] = 12495801
//! VM drd [8,7] = 12495400 array double[] length 50000
//! ";
//! let statistics: Statistics = text.parse()?;
//! let run = Run::of_statistics("4 threads", &statistics, Some(20_071_000));
//! let found = evaluate(&run, &Platform::default());
//! assert_eq!(found.modes[1].concurrent.communication_ms.round(), 200.0, "page mode");
//! # Ok::<(), paratrace_cost::StatisticsError>(())
//! ```

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::panic))]

mod events;
mod levels;
mod memory;
mod outcome;
mod platform;
mod statistics;
mod timeline;

pub use events::trace_events;
pub use levels::{Coherence, Level, MOST_LEVELS};
pub use memory::{Cache, Hit, Memory, MemoryFigures};
pub use outcome::{Accesses, Mode, ModeOutcome, Outcome, Run, Scenario, Worker, evaluate};
pub use platform::{Access, Buffer, Burst, Platform, PlatformError, Processor, Sdram, Task};
pub use statistics::{
    Counter, MethodTime, Problem, RunTimes, Statistics, StatisticsError, ThreadStatistics, WorkerStatistics,
};
pub use timeline::{Order, Slice, SliceKind, Strand, StrandTimes, Timeline, timeline};
