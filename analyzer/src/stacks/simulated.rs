//! The same with what a memory and locks would cost on a platform: what a profiler of another machine would show.

use std::collections::BTreeMap;

use paratrace_cost::{MOST_LEVELS, Platform};
use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::events::thread_inputs;
use paratrace_replay::program::line;
use paratrace_traceformat::map::{InstructionId, ProgramMap};
use paratrace_traceformat::trace::TraceDir;

use super::{name, names};
use crate::dependences::Points;
use crate::input::{Progress, completeness_of, judge};
use crate::model::Completeness;
use crate::thread_replay::{CountedStack, count_stacks};

/// Executed instructions of a run by thread and stack, and what each thread would fetch and wait for on a platform with a core for each.
///
/// Times are in nodes: the time that a platform takes for one instruction.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SimulatedStacks {
    /// Whether all that ran is in the counts.
    pub completeness: Completeness,
    /// Its threads, in the order of the trace.
    pub threads: Vec<SimulatedThread>,
    /// Why only `nodes` count: what threads wait for is not known.
    pub not_simulated: Option<String>,
}

/// What a thread did, by stack.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SimulatedThread {
    /// Java's thread id.
    pub id: u64,
    /// Name of the thread.
    pub name: String,
    /// Its stacks, each with what its innermost method did itself.
    pub stacks: Vec<SimulatedStack>,
}

/// What a thread did with one stack.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SimulatedStack {
    /// Methods, `pkg.Class.method`, the outermost call first; code that is not traced has none.
    pub methods: Vec<String>,
    /// Executed instructions.
    pub nodes: u64,
    /// Lines of memory that its simulated cache did not have, or had lost to another thread.
    pub misses: u64,
    /// Of these, those that each further cache of the platform did not have, the second one first.
    pub further_misses: [u64; MOST_LEVELS],
    /// How long it took to get them, in nodes.
    pub memory: u64,
    /// How long it waited for locks, in nodes, by what they are called: a class of the library, or where the monitor is entered.
    pub waits: BTreeMap<String, u64>,
}

impl SimulatedStack {
    fn add(&mut self, other: &CountedStack, locks: &dyn Fn(InstructionId) -> String) {
        self.nodes += other.nodes;
        self.misses += other.misses;
        self.further_misses.iter_mut().zip(other.further).for_each(|(further, more)| *further += more);
        self.memory += other.memory;
        for (&at, time) in &other.waits {
            *self.waits.entry(locks(at)).or_default() += time;
        }
    }
}

/// Counts executed instructions by thread and stack, and simulates memory and locks of a platform. `progress` is called from time to
/// time; returning `false` cancels. Nothing if the threads do too much to be kept in memory: [`stacks`](super::stacks) still counts.
///
/// # Errors
/// If the trace cannot be read, or the count is cancelled.
///
/// ```
/// use paratrace_analyzer::{simulated_stacks, stacks};
/// use paratrace_traceformat::trace::TraceDir;
///
/// let trace = TraceDir::open("tests/versions/1.1")?;
/// let counted = stacks(&trace, &|_| true)?;
/// let simulated = simulated_stacks(&trace, &paratrace_cost::Platform::default(), &|_| true)?.unwrap_or_default();
/// for (thread, other) in counted.threads.iter().zip(&simulated.threads) {
///     let all: u64 = thread.stacks.iter().map(|(_, nodes)| nodes).sum();
///     assert_eq!(other.stacks.iter().map(|stack| stack.nodes).sum::<u64>(), all);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn simulated_stacks(
    dir: &TraceDir,
    platform: &Platform,
    progress: &(dyn Fn(Progress) -> bool + Sync),
) -> Result<Option<SimulatedStacks>, AnalyzeError> {
    let class_name = |index: u32| dir.class_name(index).map(str::to_owned);
    let threads = || thread_inputs(dir);
    let map = dir.map();
    let Some(counted) = count_stacks(map, &class_name, &threads, platform, Some(progress))? else { return Ok(None) };
    let points = Points::new(map);
    let locks = |at: InstructionId| lock(&points, at);
    let mut completeness = completeness_of(dir.completeness());
    let mut found = Vec::new();
    for ((input, (stats, stop)), stacks) in threads().into_iter().zip(&counted.ends).zip(&counted.threads) {
        judge(&mut completeness, (input.id, &input.name), stop, stats, false);
        found.push(SimulatedThread { id: input.id, name: input.name, stacks: told(map, stacks, &locks) });
    }
    Ok(Some(SimulatedStacks { completeness, threads: found, not_simulated: counted.not_timed }))
}

/// Stacks by names: methods with the same name and other parameters are one, as in a profile.
fn told(map: &ProgramMap, stacks: &[CountedStack], locks: &dyn Fn(InstructionId) -> String) -> Vec<SimulatedStack> {
    let mut found: BTreeMap<Vec<String>, SimulatedStack> = BTreeMap::new();
    for stack in stacks {
        found.entry(names(map, &stack.methods)).or_default().add(stack, locks);
    }
    found.into_iter().map(|(methods, stack)| SimulatedStack { methods, ..stack }).collect()
}

/// What a lock is called: its class, or the method and line that enter the monitor.
fn lock(points: &Points<'_>, at: InstructionId) -> String {
    let map = points.map;
    let Some(&pc) = map.insns.pc.get(at.index()).filter(|_| !at.is_none()) else { return "a monitor".to_owned() };
    if let Some(site) = map.call_at(at).filter(|site| site.class.starts_with("java/util/concurrent/locks/")) {
        return site.class.replace('/', ".");
    }
    let method = points.method_of(at);
    format!("the monitor at {}:{}", name(map, method), line(map, method, pc))
}
