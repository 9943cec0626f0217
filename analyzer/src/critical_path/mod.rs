//! The critical path itself: the nodes that it consists of (docs/metrics.md, “Critical path”).
//!
//! A forward pass over the operation streams of all threads, in one order that respects happens-before, computes the depth of every
//! node, path by path. It spools the streams,
//! compressed, with the depths of all values that paths load from outside. A backward pass over the spool looks for one
//! value at a time: the path that wrote what the next node read. There it computes the depths of that path's nodes
//! again, and follows the deepest inputs until one was loaded.
//!
//! So memory does not grow with the length of the trace. Nor does it with the length of the critical path, whose nodes
//! are summed up as they are found. Of several critical paths, this is one: of equally deep inputs, the first is
//! followed.

mod backward;
mod forward;
mod groups;
mod places;
mod repeats;
mod slack;
mod sums;

pub(crate) use places::Places;

use paratrace_traceformat::map::InstructionId;
use std::cmp::Reverse;
use std::sync::Arc;

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::base::spool::{Spool, spool};
use paratrace_replay::program::Index;
use paratrace_replay::replay::{ReplayStats, Stop};
use paratrace_replay::stream::{Chunk, Emitter};
use paratrace_replay::threads::{MergedSink, merge_chunks};
use paratrace_traceformat::trace::TraceDir;

use crate::input::{Input, Progress, judge};
use crate::model::{ChainThread, CriticalPath};
use backward::{Backward, ChainNode};
use forward::Forward;
use repeats::Repeats;
pub(crate) use repeats::{Body, Item};
pub(crate) use slack::Slack;
use slack::Slacks;
pub(crate) use sums::{EdgeCount, Sums};

/// The kind of location through which a value got from a node of a critical path to the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Through {
    /// Operand stack, local variable, parameter or returned value.
    Frame,
    /// Field of an object or class, array element, or state of an object in untraced code.
    Memory,
    /// The exception in flight.
    Exception,
}

/// Options of [`critical_path`].
#[derive(Clone, Copy, Default)]
pub struct ChainOptions<'a> {
    /// Progress callback of the forward pass, called from time to time; returning `false` cancels the analysis.
    pub progress: Option<&'a (dyn Fn(Progress) -> bool + Sync)>,
    /// Callback for each node of the critical path, the last one first: its thread, by its number in the trace, its time stamp there, and
    /// its instruction in the map.
    pub node: Option<&'a dyn Fn(usize, u64, InstructionId)>,
    /// Whether lines get their slack. The backward pass then looks at every node, instead of following one path.
    pub slack: bool,
}

/// The forward pass over all threads, with its spool.
struct Pass<'o> {
    forward: Forward,
    spool: Spool,
    /// The thread of each piece of the spool.
    threads: Vec<u32>,
    options: &'o ChainOptions<'o>,
}

impl MergedSink for Pass<'_> {
    type End = (ReplayStats, Stop);

    fn chunk(&mut self, thread: usize, chunk: Chunk) -> Result<(), AnalyzeError> {
        self.forward.take(thread, &chunk);
        self.spool.push(&chunk.words, &self.forward.log)?;
        self.threads.push(thread as u32);
        self.forward.log.clear();
        let progress = Progress { thread, nodes: self.forward.nodes };
        match self.options.progress {
            Some(report) if !report(progress) => Err(AnalyzeError::Cancelled),
            _ => Ok(()),
        }
    }

    fn end(&mut self, thread: usize, stats: ReplayStats, stop: Stop) -> (ReplayStats, Stop) {
        self.forward.ended(thread);
        (stats, stop)
    }
}

/// Finds the critical path of a trace, which may go from thread to thread.
///
/// # Errors
/// If the trace cannot be read at all, a temporary file cannot be used, or the caller cancels. A thread whose events do
/// not fit the map is followed up to that place; the result's completeness says so.
///
/// ```
/// use paratrace_analyzer::{ChainOptions, critical_path};
/// use paratrace_traceformat::trace::TraceDir;
///
/// let trace = TraceDir::open("tests/versions/1.1")?;
/// let path = critical_path(&trace, &ChainOptions::default())?;
/// assert_eq!(path.lines.iter().map(|line| line.nodes).sum::<u64>(), 51);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn critical_path(dir: &TraceDir, options: &ChainOptions<'_>) -> Result<CriticalPath, AnalyzeError> {
    let class_name = |index: u32| dir.class_name(index).map(str::to_owned);
    critical_path_of(crate::input::input(dir, &class_name), options)
}

/// Finds the critical path of events from any source.
///
/// # Errors
/// As [`critical_path`].
pub fn critical_path_of(input: Input<'_>, options: &ChainOptions<'_>) -> Result<CriticalPath, AnalyzeError> {
    let index = Index::new(input.map, input.class_name);
    let mut completeness = input.completeness;
    let named: Vec<(u64, String)> = input.threads.iter().map(|thread| (thread.id, thread.name.clone())).collect();
    let (paths, threads) = (Arc::default(), Vec::new());
    let pass = Pass { forward: Forward::new(named.len()), spool: spool(), threads, options };
    let emitter = |to| Emitter::new(index.map, to).sharing(&paths).for_chain();
    let (pass, ends) = merge_chunks(&index, input.threads, pass, emitter)?;
    for ((id, name), (stats, stop)) in named.iter().zip(&ends) {
        judge(&mut completeness, (*id, name), stop, stats, false);
    }
    let (deepest, nodes) = (pass.forward.deepest, pass.forward.nodes);
    if deepest.depth > paratrace_replay::base::limits::SATURATED {
        return Err(AnalyzeError::TooLong { thread: named.get(deepest.thread).map_or(0, |thread| thread.0) });
    }
    let mut executed = vec![0u64; input.map.insns.pc.len()];
    pass.forward.executed(&mut executed);
    let places = Places::new(index.map);
    let mut sums = Sums::default();
    let insns = options.slack.then_some(input.map.insns.pc.len());
    let slacks = follow(&pass, insns, |found| {
        sums.add(places.of(found.insn), &found);
        if let Some(told) = options.node {
            told(found.thread, found.time, found.insn);
        }
    })?;
    sums.finish();
    let part = |thread: usize, critical_path| {
        let ((id, name), nodes) = (named[thread].clone(), pass.forward.threads[thread].nodes);
        ChainThread { id, name, nodes, critical_path }
    };
    let last = (!named.is_empty()).then(|| part(deepest.thread, deepest.depth.into()));
    let mut parts: Vec<ChainThread> = sums.threads.iter().map(|(&thread, &nodes)| part(thread, nodes)).collect();
    parts.sort_by_key(|part| Reverse(part.critical_path));
    Ok(places.critical_path(completeness, (last, parts), nodes, &sums, (&executed, &slacks)))
}

/// Follows a critical path backwards, and calls `told` for each node, the last one first. Returns the slack of each of
/// `insns` instructions, if that is asked for.
fn follow(pass: &Pass<'_>, insns: Option<usize>, told: impl FnMut(ChainNode)) -> Result<Vec<Slack>, AnalyzeError> {
    let Pass { forward, spool, threads, .. } = pass;
    let length = u64::from(forward.deepest.depth);
    let mut backward = Backward::new(&forward.threads, forward.deepest, told);
    let mut slacks = insns.map(|insns| Slacks::new(&forward.threads, forward.deepest.depth, insns));
    for (at, &thread) in threads.iter().enumerate().rev() {
        if backward.is_done() && slacks.is_none() {
            break;
        }
        let piece = spool.piece(at)?;
        if !backward.is_done() {
            backward.take(thread as usize, &piece.words, &piece.log);
        }
        if let Some(slacks) = &mut slacks {
            slacks.take(thread as usize, &piece.words, &piece.log);
        }
    }
    if backward.found == length {
        Ok(slacks.map(|slacks| slacks.least).unwrap_or_default())
    } else {
        Err(AnalyzeError::Broken { length, found: backward.found })
    }
}
