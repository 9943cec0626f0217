//! The critical path itself: the nodes that it consists of (docs/metrics.md, “Critical path”).
//!
//! A forward pass over the operation stream computes the depth of every node, path by path. It spools the stream,
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
use std::sync::Arc;

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::base::spool::{Spool, spool};
use paratrace_replay::events::Events;
use paratrace_replay::paths::Program;
use paratrace_replay::program::Index;
use paratrace_replay::replay::Replay;
use paratrace_replay::stream::{Chunk, ChunkSink, Emitter};
use paratrace_traceformat::trace::TraceDir;

use crate::input::{Input, Progress, judge};
use crate::model::{ChainThread, CriticalPath};
use backward::{Backward, ChainNode};
use forward::Forward;
use repeats::Repeats;
pub(crate) use repeats::{Body, Item};
pub(crate) use slack::Slack;
use slack::Slacks;
pub(crate) use sums::Sums;

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
    /// Callback for each node of the critical path, the last one first, with its time stamp and its instruction in the
    /// map.
    pub node: Option<&'a dyn Fn(u64, InstructionId)>,
    /// Whether lines get their slack. The backward pass then looks at every node, instead of following one path.
    pub slack: bool,
}

/// The forward pass over one thread, with its spool.
struct Pass<'o> {
    forward: Forward,
    spool: Spool,
    thread: usize,
    options: &'o ChainOptions<'o>,
}

impl ChunkSink for Pass<'_> {
    fn chunk(&mut self, chunk: Chunk) -> Result<(), AnalyzeError> {
        self.forward.take(&chunk);
        self.spool.push(&chunk.words, &self.forward.log)?;
        self.forward.log.clear();
        let progress = Progress { thread: self.thread, nodes: self.forward.nodes };
        match self.options.progress {
            Some(report) if !report(progress) => Err(AnalyzeError::Cancelled),
            _ => Ok(()),
        }
    }
}

/// The thread with the longest critical path so far.
struct Longest {
    id: u64,
    name: String,
    forward: Forward,
    spool: Spool,
}

/// Finds the critical path of a trace: that of the thread with the longest one.
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
/// assert_eq!(path.lines.iter().map(|line| line.nodes).sum::<u64>(), 47);
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
    let mut executed = vec![0u64; input.map.insns.pc.len()];
    let (mut longest, mut nodes) = (None::<Longest>, 0);
    for (thread, input) in input.threads.into_iter().enumerate() {
        let pass = Pass { forward: Forward::new(), spool: spool(), thread, options };
        let emitter = Emitter::new(index.map, pass).for_chain();
        let events = Events::new(input.events);
        let (emitter, stats, mut stop) = Replay::new(&index, events, input.ended, emitter).run();
        if let Some(error) = stop.stopped.take() {
            return Err(error);
        }
        judge(&mut completeness, (input.id, &input.name), &stop, &stats, false);
        let Pass { forward, spool, .. } = emitter.finish()?;
        if forward.deepest.depth > paratrace_replay::base::limits::SATURATED {
            return Err(AnalyzeError::TooLong { thread: input.id });
        }
        nodes += forward.nodes;
        forward.executed(&mut executed);
        if longest.as_ref().is_none_or(|longest| forward.deepest.depth > longest.forward.deepest.depth) {
            longest = Some(Longest { id: input.id, name: input.name, forward, spool });
        }
    }
    let places = Places::new(index.map);
    let mut sums = Sums::default();
    let (mut thread, mut slacks) = (None, Vec::new());
    if let Some(longest) = longest {
        thread = Some(ChainThread {
            id: longest.id,
            name: longest.name.clone(),
            nodes: longest.forward.nodes,
            critical_path: u64::from(longest.forward.deepest.depth),
        });
        let insns = options.slack.then_some(input.map.insns.pc.len());
        slacks = follow(longest, insns, |found| {
            sums.add(places.of(found.insn), &found);
            if let Some(told) = options.node {
                told(found.time, found.insn);
            }
        })?;
        sums.finish();
    }
    Ok(places.critical_path(completeness, thread, nodes, &sums, (&executed, &slacks)))
}

/// Follows a critical path backwards, and calls `told` for each node, the last one first. Returns the slack of each of
/// `insns` instructions, if that is asked for.
fn follow(longest: Longest, insns: Option<usize>, told: impl FnMut(ChainNode)) -> Result<Vec<Slack>, AnalyzeError> {
    let Longest { forward, spool, .. } = longest;
    let length = u64::from(forward.deepest.depth);
    let programs: Vec<Arc<Program>> = forward.programs;
    let mut backward = Backward::new(&programs, forward.deepest, forward.paths, forward.nodes, told);
    let mut slacks = insns.map(|insns| Slacks::new(&programs, forward.deepest.depth, insns));
    for at in (0..spool.len()).rev() {
        if backward.is_done() && slacks.is_none() {
            break;
        }
        let piece = spool.piece(at)?;
        if !backward.is_done() {
            backward.take(&piece.words, &piece.log);
        }
        if let Some(slacks) = &mut slacks {
            slacks.take(&piece.words, &piece.log);
        }
    }
    if backward.found == length {
        Ok(slacks.map(|slacks| slacks.least).unwrap_or_default())
    } else {
        Err(AnalyzeError::Broken { length, found: backward.found })
    }
}
