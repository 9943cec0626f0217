//! Shared data of tasks (docs/metrics.md, “Shared data”; Stahl et al. 2004).
//!
//! Data are shared if they were created outside of a task and are accessed inside it. They are counted exactly, by
//! array and element, together with the strands that a parallel execution of the tasks would consist of.
//!
//! All threads are followed in one order that respects happens-before. An array is created by the instruction that
//! makes it. Objects, and arrays that untraced code makes, count as created where they first occur in the trace. An
//! instance of a task owns what its thread created after the instance began; everything else that it accesses is
//! shared. Static fields are always shared. Only values of primitive types are counted, no references.

mod assemble;
mod bits;
mod entities;
mod memory;
mod pass;
mod plan;
mod row;
mod strands;
mod tasks;

pub use memory::{AccessTimes, Touch};
pub use tasks::TaskSelection;

use std::sync::Arc;

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::events::ThreadInput;
use paratrace_replay::program::Index;
use paratrace_replay::replay::{ReplayStats, Stop};
use paratrace_replay::stream::Emitter;
use paratrace_replay::threads::merge_chunks;
use paratrace_traceformat::trace::TraceDir;

use crate::directory::analyze;
use crate::input::{Input, Progress};
use crate::limits;
use crate::model::{Completeness, SharedData, TaskKind};
use crate::options::Options;
use crate::thread_replay::{ThreadOrders, thread_orders};
use assemble::assemble;
use memory::Layout;
use pass::{Pass, Setting, SharedTotals};
use tasks::Tasks;

/// Options of [`shared`].
#[derive(Clone)]
pub struct SharedOptions<'a> {
    /// The tasks.
    pub tasks: TaskSelection,
    /// Number of shared arrays that the result lists for each task.
    pub arrays: usize,
    /// Whether to find what orders threads that are tasks, in another pass over the trace.
    pub orders: bool,
    /// Progress callback, called from time to time; returning `false` cancels the analysis.
    pub progress: Option<&'a (dyn Fn(Progress) -> bool + Sync)>,
}

impl Default for SharedOptions<'_> {
    fn default() -> Self {
        Self { tasks: TaskSelection::Threads, arrays: limits::LISTED_ARRAYS, orders: false, progress: None }
    }
}

/// Chooses the tasks if the user names none.
///
/// With several threads, each is a task. With one thread, it is the method of the first candidate of [`analyze`]: its
/// calls, or the iterations of one of its loops, can best run in parallel. Without a candidate, it is the thread.
///
/// # Errors
/// As [`analyze`].
pub fn default_tasks(dir: &TraceDir, options: &Options<'_>) -> Result<TaskSelection, AnalyzeError> {
    if dir.threads().len() > 1 {
        return Ok(TaskSelection::Threads);
    }
    let report = analyze(dir, options)?;
    let best = report.candidates.first().map(|candidate| candidate.method.clone());
    Ok(best.map_or(TaskSelection::Threads, |method| TaskSelection::Named(vec![method])))
}

/// Measures the shared data of tasks. With a memory model the trace is followed twice: first to learn the addresses of
/// objects, then to time the accesses.
///
/// # Errors
/// If the trace cannot be read, a named task does not exist, or the analysis is cancelled. A thread whose
/// events do not fit the map counts up to that place.
///
/// ```
/// use paratrace_analyzer::shared_data::{SharedOptions, shared};
/// use paratrace_traceformat::trace::TraceDir;
///
/// let trace = TraceDir::open("tests/versions/1.1")?;
/// let data = shared(&trace, &SharedOptions::default(), None)?;
/// assert_eq!(data.tasks.len(), 7, "each thread is a task");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn shared(
    dir: &TraceDir,
    options: &SharedOptions<'_>,
    memory: Option<&mut dyn AccessTimes>,
) -> Result<SharedData, AnalyzeError> {
    let class_name = |index: u32| dir.class_name(index).map(str::to_owned);
    shared_input(&|| crate::input::input(dir, &class_name), options, memory)
}

/// Measures like [`shared`], with events from any source. `input` supplies them anew for each pass.
///
/// # Errors
/// As [`shared`].
pub fn shared_input<'i>(
    input: &dyn Fn() -> Input<'i>,
    options: &SharedOptions<'_>,
    memory: Option<&mut dyn AccessTimes>,
) -> Result<SharedData, AnalyzeError> {
    let Input { map, class_name, threads, completeness, .. } = input();
    let index = Index::new(map, class_name);
    let named: Vec<(u64, String)> = threads.iter().map(|thread| (thread.id, thread.name.clone())).collect();
    let tasks = Tasks::new(map, &named, &options.tasks)?;
    let setting = Setting { map, tasks: &tasks, progress: options.progress, memory: None };
    let (mut found, mut ends) = pass(&index, threads, setting)?;
    if let Some(memory) = memory {
        let layout = Layout::new(&found.entities);
        let setting = Setting { map, tasks: &tasks, progress: options.progress, memory: Some((&layout, memory)) };
        (found, ends) = pass(&index, input().threads, setting)?;
    }
    let completeness = judged(completeness, &named, &ends);
    let mut data = assemble(map, found, &tasks, &named, completeness, options.arrays);
    if options.orders && named.len() > 1 && data.tasks.iter().all(|task| task.kind == TaskKind::Thread) {
        order(&mut data, thread_orders(input(), options.progress)?);
    }
    Ok(data)
}

/// Takes over what orders threads, in place of the calls of `Thread.join`.
fn order(data: &mut SharedData, known: Option<Vec<ThreadOrders>>) {
    let Some(known) = known else { return };
    data.is_ordered = true;
    let mut strand_of = vec![None; known.len()];
    for (number, strand) in data.strands.iter().enumerate() {
        strand_of[strand.thread].get_or_insert(number);
    }
    for strand in &mut data.strands {
        let ThreadOrders { orders, ends } = &known[strand.thread];
        strand.orders.clone_from(orders);
        strand.awaits = ends.iter().filter_map(|&(at, thread)| Some((at, strand_of[thread]?))).collect();
    }
}

type Ends = Vec<(ReplayStats, Stop)>;

fn pass(
    index: &Index<'_>,
    threads: Vec<ThreadInput<'_>>,
    setting: Setting<'_>,
) -> Result<(SharedTotals, Ends), AnalyzeError> {
    let (map, count) = (index.map, threads.len());
    let paths = Arc::default();
    let emitter = |to| Emitter::new(map, to).sharing(&paths).with_slots_for_copies();
    let (pass, ends) = merge_chunks(index, threads, Pass::new(setting), emitter)?;
    Ok((pass.finish(count), ends))
}

fn judged(mut completeness: Completeness, threads: &[(u64, String)], ends: &Ends) -> Completeness {
    for ((id, name), (stats, stop)) in threads.iter().zip(ends) {
        crate::input::judge(&mut completeness, (*id, name), stop, stats, false);
    }
    completeness
}
