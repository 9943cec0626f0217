//! Shared data of tasks, measured (docs/metrics.md, “Shared data”; Stahl et al. 2004): what a task accesses
//! that was created outside of it, exactly, by array and element; and what a parallel execution of the tasks would consist of.
//!
//! All threads are followed in one order that respects happens-before. An array is created by the instruction that makes it.
//! Objects, and arrays that untraced code makes, are created where the trace speaks of them first. What was created in
//! the thread of a task after an instance of it had begun is that instance's own; everything else that it accesses is shared.
//! Static fields are always shared. References are not counted, only what is of a primitive type.

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

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::events::ThreadInput;
use paratrace_replay::program::Index;
use paratrace_replay::replay::{ReplayStats, Stop};
use paratrace_replay::stream::Emitter;
use paratrace_replay::threads::merge_chunks;
use paratrace_traceformat::trace::TraceDir;

use crate::analysis::analyze;
use crate::input::{Input, Progress};
use crate::limits;
use crate::model::{Completeness, SharedData};
use crate::options::Options;
use assemble::assemble;
use memory::Layout;
use pass::{Found, Pass, Setting};
use tasks::Tasks;

/// Settings.
#[derive(Clone)]
pub struct SharedOptions<'a> {
    /// The tasks.
    pub tasks: TaskSelection,
    /// Shared arrays that the result lists of each task.
    pub arrays: usize,
    /// Told from time to time how far a pass is; `false` cancels it.
    pub progress: Option<&'a (dyn Fn(Progress) -> bool + Sync)>,
}

impl Default for SharedOptions<'_> {
    fn default() -> Self {
        Self { tasks: TaskSelection::Threads, arrays: limits::LISTED_ARRAYS, progress: None }
    }
}

/// What is to be a task where nobody says it: all threads if there are several; else the method that calls can best be
/// made in parallel, or that has the loop whose iterations can, as the analysis says.
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

/// Measures the shared data of tasks. With a memory, the trace is followed twice: once to learn where objects would be, and
/// once to ask how long accesses to them take.
///
/// # Errors
/// If the trace cannot be read, there is no such task, or the analysis is cancelled. A thread whose events do not fit the map
/// counts as far as they do.
pub fn shared(
    dir: &TraceDir,
    options: &SharedOptions<'_>,
    memory: Option<&mut dyn AccessTimes>,
) -> Result<SharedData, AnalyzeError> {
    let class_name = |index: u32| dir.class_name(index).map(str::to_owned);
    shared_input(&|| crate::input::input(dir, &class_name), options, memory)
}

/// The same for events from anywhere; `input` gives them anew for every pass.
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
    Ok(assemble(map, found, &tasks, &named, completeness, options.arrays))
}

type Ends = Vec<(ReplayStats, Stop)>;

fn pass(index: &Index<'_>, threads: Vec<ThreadInput<'_>>, setting: Setting<'_>) -> Result<(Found, Ends), AnalyzeError> {
    let (map, count) = (index.map, threads.len());
    let emitter = |to| Emitter::new(map, to).with_slots_for_copies();
    let (pass, ends) = merge_chunks(index, threads, Pass::new(setting), emitter)?;
    Ok((pass.finish(count), ends))
}

fn judged(mut completeness: Completeness, threads: &[(u64, String)], ends: &Ends) -> Completeness {
    for ((id, name), (stats, stop)) in threads.iter().zip(ends) {
        crate::input::judge(&mut completeness, (*id, name), stop, stats, false);
    }
    completeness
}
