//! The threads of a program as they are, replayed on a number of cores (docs/simulation.md, “Threads”).
//!
//! One pass over all threads, in one order that respects happens-before, condenses each to steps: work, monitors, and what it waits for.
//! The recorded order of threads is that of a traced program on a busy machine, so only what the program itself orders counts: starts and ends
//! of threads, and what one thread reads that another one has written. A simulation of discrete events executes the steps.

mod accesses;
mod advice;
mod assemble;
mod calls;
mod cores;
mod counted;
mod counts;
mod known;
mod locations;
mod machine;
mod movement;
mod observer;
mod orders;
mod plan;
mod program;
mod recorder;
mod regions;
mod runs;
mod scopes;
mod steps;
mod strands;
mod tasks;
#[cfg(test)]
mod tests;
mod threads;
mod timeline;
mod touches;
mod tracks;
mod virtual_threads;

use std::sync::Arc;

use paratrace_cost::Platform;
use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::events::ThreadInput;
use paratrace_replay::program::{ClassNames, Index};
use paratrace_replay::replay::{ReplayStats, Stop};
use paratrace_replay::stream::{Chunk, Emitter};
use paratrace_replay::threads::{MergedSink, merge_chunks};
use paratrace_traceformat::map::ProgramMap;

use crate::input::{Input, Progress};
use crate::model::ThreadReplay;
pub(crate) use counted::{CountedStack, count_stacks};
use known::Known;
pub(crate) use orders::ThreadOrders;
use recorder::Recorder;
use steps::Recording;

/// What an instruction costs, by its opcode.
pub(crate) type CostOf<'a> = &'a dyn Fn(u8) -> u64;

/// Options of a replay.
#[derive(Clone, Copy)]
pub(crate) struct ThreadOptions<'a> {
    /// Numbers of cores, beside one and as many as there are threads.
    pub(crate) cores: &'a [u32],
    pub(crate) cost: CostOf<'a>,
    /// What it costs to enter a monitor.
    pub(crate) lock_cost: u64,
    /// What it costs to move data between cores, and to create threads; nothing if it costs nothing.
    pub(crate) platform: Option<&'a Platform>,
    /// Whether a timeline of the run on the most cores is wanted.
    pub(crate) timeline: bool,
    /// Called from time to time; returning `false` cancels the replay.
    pub(crate) progress: Option<&'a (dyn Fn(Progress) -> bool + Sync)>,
}

/// Replays the threads of a trace. Nothing if fewer than two of them worked, or if nothing is known of what they share.
///
/// # Errors
/// If the trace cannot be read, or the replay is cancelled.
pub(crate) fn replay_threads(
    input: Input<'_>,
    options: &ThreadOptions<'_>,
) -> Result<Option<ThreadReplay>, AnalyzeError> {
    if input.again.len() < 2 {
        return Ok(None);
    }
    let map = input.map;
    let Some(recording) = recorded(input.map, input.class_name, input.again, options)? else {
        return Ok(Some(ThreadReplay { too_large: true, ..ThreadReplay::default() }));
    };
    Ok(assemble::replayed(map, &recording, options))
}

/// Finds what orders the threads of a trace; nothing if that is not known, or too much.
///
/// # Errors
/// If the trace cannot be read, or the replay is cancelled.
pub(crate) fn thread_orders(
    input: Input<'_>,
    progress: Option<&(dyn Fn(Progress) -> bool + Sync)>,
) -> Result<Option<Vec<ThreadOrders>>, AnalyzeError> {
    let options = ThreadOptions { cores: &[], cost: &|_| 1, lock_cost: 0, platform: None, timeline: false, progress };
    let threads = input.threads.len();
    let recording = recorded(input.map, input.class_name, input.threads, &options)?;
    let known = recording.filter(|recording| recording.not_known.is_empty());
    Ok(known.map(|recording| orders::of_threads(&recording, threads)))
}

/// Condenses the threads to steps; nothing if they are too many.
fn recorded(
    map: &ProgramMap,
    class_name: &ClassNames<'_>,
    threads: Vec<ThreadInput<'_>>,
    options: &ThreadOptions<'_>,
) -> Result<Option<Recording>, AnalyzeError> {
    let index = Index::new(map, class_name);
    let known = Known::new(map);
    let names: Vec<String> = threads.iter().map(|thread| thread.name.clone()).collect();
    let (recorder, _) = record(&index, threads, Recorder::new(&known, &names, options), options.progress)?;
    Ok((!recorder.is_too_large()).then(|| recorder.finish()))
}

/// What a pass reports of each thread at its end.
type Ends = Vec<(ReplayStats, Stop)>;

/// Follows all threads with a recorder.
fn record<'a, 'm>(
    index: &Index<'_>,
    threads: Vec<ThreadInput<'_>>,
    recorder: Recorder<'a, 'm>,
    progress: Option<&'a (dyn Fn(Progress) -> bool + Sync)>,
) -> Result<(Recorder<'a, 'm>, Ends), AnalyzeError> {
    let paths = Arc::default();
    let (pass, ends) = merge_chunks(index, threads, Pass { recorder, progress }, |to| {
        Emitter::new(index.map, to).sharing(&paths).with_slots_for_copies().for_synchronization()
    })?;
    Ok((pass.recorder, ends))
}

/// The pass at work.
struct Pass<'a, 'm> {
    recorder: Recorder<'a, 'm>,
    progress: Option<&'a (dyn Fn(Progress) -> bool + Sync)>,
}

impl MergedSink for Pass<'_, '_> {
    const NOTES: bool = true;
    type End = (ReplayStats, Stop);

    fn chunk(&mut self, thread: usize, chunk: Chunk) -> Result<(), AnalyzeError> {
        self.recorder.take(thread, &chunk);
        match self.progress {
            Some(report) if !report(Progress { thread, nodes: self.recorder.cost_so_far }) => {
                Err(AnalyzeError::Cancelled)
            }
            _ => Ok(()),
        }
    }

    fn end(&mut self, thread: usize, stats: ReplayStats, stop: Stop) -> Self::End {
        self.recorder.ended(thread);
        (stats, stop)
    }
}
