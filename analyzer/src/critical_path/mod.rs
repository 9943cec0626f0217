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
//!
//! If there are several threads, the same is done once more with what these synchronise on: a thread has a floor, below which none of its
//! nodes is. It is logged with the node that it comes from, the deepest that another thread had done before it released what the thread
//! acquired. Where no input of a node has the depth that is missing, the floor has it, and the search goes on from that node.

mod backward;
mod forward;
mod groups;
mod meetings;
mod order;
mod places;
mod record;
mod repeats;
mod sites;
mod slack;
mod sums;

pub(crate) use places::Places;

use paratrace_traceformat::map::{InstructionId, ProgramMap};
use std::cmp::Reverse;
use std::sync::Arc;

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::base::spool::{Spool, spool};
use paratrace_replay::program::Index;
use paratrace_replay::replay::{ReplayStats, Stop};
use paratrace_replay::stream::{Chunk, Emitter};
use paratrace_replay::threads::{MergedSink, merge_chunks};
use paratrace_traceformat::trace::TraceDir;

use crate::depths::LONGEST;
use crate::input::{Input, Progress, judge};
use crate::model::{ChainThread, CriticalPath};
use backward::{Backward, ChainNode};
use forward::{Deepest, Forward};
use meetings::Met;
use order::Order;
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
    /// No value: one thread comes behind what another one did. The numbers of the sites at which they meet.
    Meeting { from: u32, to: u32 },
}

/// Options of [`critical_path`].
#[derive(Clone, Copy, Default)]
pub struct ChainOptions<'a> {
    /// Progress callback of the forward pass, called from time to time; returning `false` cancels the analysis.
    pub progress: Option<&'a (dyn Fn(Progress) -> bool + Sync)>,
    /// Callback for each node of the critical path, the last one first: its thread, by its number in the trace, its time stamp there, and
    /// its instruction in the map.
    pub node: Option<&'a dyn Fn(usize, u64, InstructionId)>,
    /// The same for the path with what the threads synchronise on.
    pub ordered_node: Option<&'a dyn Fn(usize, u64, InstructionId)>,
    /// Whether lines get their slack. The backward pass then looks at every node, instead of following one path.
    pub slack: bool,
}

/// The forward pass over all threads, with its spool.
struct Pass<'o, 'm> {
    forward: Forward<'m>,
    /// The same with what the threads synchronise on, if there are several, and the path is not too long for 31 bits.
    ordered: Option<Forward<'m>>,
    spool: Spool,
    /// The thread of each piece of the spool, and the number of words that `forward` logged.
    pieces: Vec<(u32, usize)>,
    options: &'o ChainOptions<'o>,
}

impl<'o, 'm> Pass<'o, 'm> {
    fn new(map: &'m ProgramMap, threads: usize, options: &'o ChainOptions<'o>) -> Self {
        let ordered = (threads > 1).then(|| Forward::new(threads, Some(Order::new(map, threads))));
        Self { forward: Forward::new(threads, None), ordered, spool: spool(), pieces: Vec::new(), options }
    }
}

impl MergedSink for Pass<'_, '_> {
    type End = (ReplayStats, Stop);

    fn chunk(&mut self, thread: usize, chunk: Chunk) -> Result<(), AnalyzeError> {
        self.forward.take(thread, &chunk);
        let mut log = std::mem::take(&mut self.forward.log);
        self.pieces.push((thread as u32, log.len()));
        if let Some(ordered) = &mut self.ordered {
            ordered.take(thread, &chunk);
            log.append(&mut ordered.log);
        }
        self.ordered.take_if(|ordered| ordered.deepest.depth > LONGEST);
        self.spool.push(&chunk.words, &log)?;
        log.clear();
        self.forward.log = log;
        let progress = Progress { thread, nodes: self.forward.nodes };
        match self.options.progress {
            Some(report) if !report(progress) => Err(AnalyzeError::Cancelled),
            _ => Ok(()),
        }
    }

    fn end(&mut self, thread: usize, stats: ReplayStats, stop: Stop) -> (ReplayStats, Stop) {
        self.forward.ended(thread);
        if let Some(ordered) = &mut self.ordered {
            ordered.ended(thread);
        }
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
    let (paths, is_one) = (Arc::default(), named.len() <= 1);
    let pass = Pass::new(index.map, named.len(), options);
    let emitter = |to| {
        let emitter = Emitter::new(index.map, to).sharing(&paths).for_chain();
        if is_one { emitter } else { emitter.for_synchronization() }
    };
    let (mut pass, ends) = merge_chunks(&index, input.threads, pass, emitter)?;
    for ((id, name), (stats, stop)) in named.iter().zip(&ends) {
        judge(&mut completeness, (*id, name), stop, stats, false);
    }
    let (deepest, nodes) = (pass.forward.deepest, pass.forward.nodes);
    if deepest.depth > paratrace_replay::base::limits::SATURATED {
        return Err(AnalyzeError::TooLong { thread: named.get(deepest.thread).map_or(0, |thread| thread.0) });
    }
    // Traces from before version 1.4 do not tell what threads synchronise on.
    pass.ordered.take_if(|ordered| !ordered.order.as_ref().is_some_and(Order::knows_threads));
    let mut executed = vec![0u64; input.map.insns.pc.len()];
    pass.forward.executed(&mut executed);
    let (places, ordered) = (Places::new(index.map), pass.ordered.as_ref().map(|ordered| ordered.deepest));
    let mut sums = [Sums::default(), Sums::default()];
    let insns = options.slack.then_some(input.map.insns.pc.len());
    let [of_data, of_order] = &mut sums;
    let slacks = follow(
        &pass,
        insns,
        |found| of_data.tell(&places, &found, options.node),
        |found| of_order.tell(&places, &found, options.ordered_node),
    )?;
    sums.iter_mut().for_each(Sums::finish);
    let of_threads = |sums: &Sums, deepest: Deepest| {
        let part = |thread: usize, critical_path| {
            let ((id, name), nodes) = (named[thread].clone(), pass.forward.threads[thread].nodes);
            ChainThread { id, name, nodes, critical_path }
        };
        let last = (!named.is_empty()).then(|| part(deepest.thread, deepest.depth.into()));
        let mut parts: Vec<ChainThread> = sums.threads.iter().map(|(&thread, &nodes)| part(thread, nodes)).collect();
        parts.sort_by_key(|part| Reverse(part.critical_path));
        (last, parts)
    };
    let [of_data, of_order] = &sums;
    let path = |sums, deepest, met: Option<&Met>, slacks: &[Slack]| {
        let threads = of_threads(sums, deepest);
        places.critical_path((completeness.clone(), nodes), threads, (sums, met), (&executed, slacks))
    };
    let mut found = path(of_data, deepest, None, &slacks);
    let met = pass.ordered.take().and_then(|ordered| ordered.order).map(Order::finish);
    if let (Some(deepest), Some(met)) = (ordered, met) {
        let with = path(of_order, deepest, Some(&met), &[]);
        found.with_synchronization = Some(Box::new(places.ordered(with, of_order, &met)));
    }
    Ok(found)
}

/// Follows the critical paths backwards, that by data and that with synchronisation, and calls `told` and `told_ordered` for each node,
/// the last one first. Returns the slack of each of `insns` instructions, if that is asked for.
fn follow(
    pass: &Pass<'_, '_>,
    insns: Option<usize>,
    told: impl FnMut(ChainNode),
    told_ordered: impl FnMut(ChainNode),
) -> Result<Vec<Slack>, AnalyzeError> {
    let Pass { forward, ordered, spool, pieces, .. } = pass;
    let mut backward = Backward::new(&forward.threads, forward.deepest, false, told);
    let mut slacks = insns.map(|insns| Slacks::new(&forward.threads, forward.deepest.depth, insns));
    let mut ordered =
        ordered.as_ref().map(|ordered| Backward::new(&ordered.threads, ordered.deepest, true, told_ordered));
    for (at, &(thread, logged)) in pieces.iter().enumerate().rev() {
        if backward.is_done() && slacks.is_none() && ordered.as_ref().is_none_or(Backward::is_done) {
            break;
        }
        let piece = spool.piece(at)?;
        let (log, log_of_order) = piece.log.split_at(logged);
        if !backward.is_done() {
            backward.take(thread as usize, &piece.words, log);
        }
        if let Some(slacks) = &mut slacks {
            slacks.take(thread as usize, &piece.words, log);
        }
        if let Some(ordered) = ordered.as_mut().filter(|ordered| !ordered.is_done()) {
            ordered.take(thread as usize, &piece.words, log_of_order);
        }
    }
    backward.check()?;
    ordered.map_or(Ok(()), |ordered| ordered.check())?;
    Ok(slacks.map(|slacks| slacks.least).unwrap_or_default())
}
