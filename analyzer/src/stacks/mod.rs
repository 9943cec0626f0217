//! Executed instructions by thread and stack: what a profiler that misses nothing would show.

mod simulated;

pub use simulated::{SimulatedStack, SimulatedStacks, SimulatedThread, simulated_stacks};

use std::collections::BTreeMap;

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::events::{Events, ThreadInput};
use paratrace_replay::paths::Program;
use paratrace_replay::program::{Index, RegionId};
use paratrace_replay::replay::Replay;
use paratrace_replay::stream::{Chunk, ChunkSink, Emitter, StreamPass, forward};
use paratrace_traceformat::map::{MethodId, ProgramMap};
use paratrace_traceformat::trace::TraceDir;

use crate::communication::{Contexts, ROOT};
use crate::input::{Progress, input, judge};
use crate::model::Completeness;

/// Executed instructions of a run, by thread and stack.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Stacks {
    /// Whether all that ran is in the counts.
    pub completeness: Completeness,
    /// Its threads, in the order of the trace.
    pub threads: Vec<ThreadStacks>,
}

/// Executed instructions of a thread, by stack.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ThreadStacks {
    /// Java's thread id.
    pub id: u64,
    /// Name of the thread.
    pub name: String,
    /// Each stack with the number of instructions that its innermost method executed itself. Methods are `pkg.Class.method`,
    /// the outermost call first; code that is not traced has none.
    pub stacks: Vec<(Vec<String>, u64)>,
}

/// Counts executed instructions by thread and stack. `progress` is called from time to time; returning `false` cancels.
///
/// # Errors
/// If the trace cannot be read, or the count is cancelled. A thread whose events do not fit the map counts up to that place.
///
/// ```
/// use paratrace_analyzer::{analyze, stacks, Options};
/// use paratrace_traceformat::trace::TraceDir;
///
/// let trace = TraceDir::open("tests/versions/1.1")?;
/// let counted = stacks(&trace, &|_| true)?;
/// let all: u64 = counted.threads.iter().flat_map(|thread| &thread.stacks).map(|(_, nodes)| nodes).sum();
/// assert_eq!(all, analyze(&trace, &Options::default())?.nodes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn stacks(dir: &TraceDir, progress: &dyn Fn(Progress) -> bool) -> Result<Stacks, AnalyzeError> {
    let class_name = |index: u32| dir.class_name(index).map(str::to_owned);
    let input = input(dir, &class_name);
    let index = Index::new(input.map, input.class_name);
    let mut found = Stacks { completeness: input.completeness, threads: Vec::new() };
    for (number, thread) in input.threads.into_iter().enumerate() {
        found.threads.push(of_thread(&index, (number, thread), progress, &mut found.completeness)?);
    }
    Ok(found)
}

fn of_thread(
    index: &Index<'_>,
    (number, thread): (usize, ThreadInput<'_>),
    progress: &dyn Fn(Progress) -> bool,
    completeness: &mut Completeness,
) -> Result<ThreadStacks, AnalyzeError> {
    let ThreadInput { id, name, ended, events, .. } = thread;
    let emitter = Emitter::new(index.map, Counter::new(number, progress));
    let (emitter, mut stats, mut stop) = Replay::new(index, Events::new(events), ended, emitter).run();
    stats.identities = emitter.locations.identities().clone();
    if let Some(error) = stop.stopped.take() {
        return Err(error);
    }
    let counter = emitter.finish()?;
    judge(completeness, (id, &name), &stop, &stats, false);
    Ok(ThreadStacks { id, name, stacks: counter.stacks(index.map) })
}

/// An open activation.
#[derive(Debug, Clone, Copy)]
struct Frame {
    context: u32,
    /// Number of region levels of its open loops.
    levels: u32,
}

/// The counts of one thread, while it is followed.
struct Counter<'p> {
    thread: usize,
    progress: &'p dyn Fn(Progress) -> bool,
    contexts: Contexts,
    /// Of each program its nodes, and how many levels it leaves.
    programs: Vec<(u32, u32)>,
    frames: Vec<Frame>,
    nodes: u64,
}

impl<'p> Counter<'p> {
    fn new(thread: usize, progress: &'p dyn Fn(Progress) -> bool) -> Self {
        Self { thread, progress, contexts: Contexts::new(), programs: Vec::new(), frames: Vec::new(), nodes: 0 }
    }
}

impl Counter<'_> {
    /// Stacks with their own instructions. Methods with the same name and other parameters are one, as in a profile.
    fn stacks(&self, map: &ProgramMap) -> Vec<(Vec<String>, u64)> {
        let mut stacks: BTreeMap<Vec<String>, u64> = BTreeMap::new();
        for context in 0..self.contexts.len() {
            let nodes = self.contexts.sums(context).nodes;
            if nodes > 0 {
                *stacks.entry(names(map, &self.contexts.methods(context))).or_default() += nodes;
            }
        }
        stacks.into_iter().collect()
    }

    fn leave(&mut self, mut levels: u32) {
        while levels > 0 {
            let Some(frame) = self.frames.last_mut() else { return };
            if levels <= frame.levels {
                frame.levels -= levels;
                return;
            }
            levels -= frame.levels + 1;
            self.frames.pop();
        }
    }
}

/// Names of the methods of a stack; callers that are not told apart have none.
fn names(map: &ProgramMap, methods: &[MethodId]) -> Vec<String> {
    methods.iter().filter(|method| !method.is_none()).map(|&method| name(map, method)).collect()
}

/// `pkg.Class.method`
fn name(map: &ProgramMap, id: MethodId) -> String {
    let method = map.methods.get(id.index());
    match method.and_then(|method| Some((map.classes.get(method.class.index())?, method))) {
        Some((class, method)) => format!("{}.{}", class.name.replace('/', "."), method.name),
        None => map.method_name(id),
    }
}

impl ChunkSink for Counter<'_> {
    fn chunk(&mut self, chunk: Chunk) -> Result<(), AnalyzeError> {
        let exits = |program: &Program| program.exits.iter().map(|exit| exit.levels).sum();
        self.programs.extend(chunk.programs.iter().map(|program| (program.nodes, exits(program))));
        forward(&chunk.words, self);
        match (self.progress)(Progress { thread: self.thread, nodes: self.nodes }) {
            true => Ok(()),
            false => Err(AnalyzeError::Cancelled),
        }
    }
}

impl StreamPass for Counter<'_> {
    #[inline]
    fn path(&mut self, _: usize, program: u32, _: u32, _: &[u32]) {
        let (nodes, exits) = self.programs[program as usize];
        let Some(frame) = self.frames.last_mut() else { return };
        self.nodes += u64::from(nodes);
        self.contexts.figures(frame.context).nodes += u64::from(nodes);
        frame.levels = frame.levels.saturating_sub(exits);
    }

    fn work(&mut self, nodes: u32) {
        let Some(frame) = self.frames.last() else { return };
        self.nodes += u64::from(nodes);
        self.contexts.figures(frame.context).nodes += u64::from(nodes);
    }

    fn enter(&mut self, region: RegionId, _: RegionId, _: u32) {
        let caller = self.frames.last().map_or(ROOT, |frame| frame.context);
        let context = self.contexts.callee(caller, region.activated());
        self.frames.push(Frame { context, levels: 0 });
    }

    fn open_loop(&mut self, _: RegionId, _: RegionId, _: u32, _: bool) {
        if let Some(frame) = self.frames.last_mut() {
            frame.levels += 2;
        }
    }

    fn exit(&mut self, levels: u32) {
        self.leave(levels);
    }
}
