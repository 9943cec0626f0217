//! What threads executed, fetched and waited for, by stack: the machine with as many cores as threads, told as a profiler would tell it.

use std::collections::BTreeMap;

use fixedbitset::FixedBitSet;
use paratrace_cost::{MOST_LEVELS, Platform};
use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::events::ThreadInput;
use paratrace_replay::program::{ClassNames, Index};
use paratrace_traceformat::map::{InstructionId, MethodId, ProgramMap};
use rustc_hash::FxHashMap;

use super::counts::{Fetching, StackCounts};
use super::known::Known;
use super::machine::Blocked;
use super::movement::{Fetches, Move, Moved};
use super::observer::{By, Observer};
use super::program::Program;
use super::recorder::Recorder;
use super::runs::Simulated;
use super::steps::Recording;
use super::{Ends, ThreadOptions, assemble, record};
use crate::input::Progress;
use crate::limits;

/// What a thread did with one stack.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct CountedStack {
    /// Outermost first; [`MethodId::NONE`] stands for callers that are not told apart.
    pub(crate) methods: Vec<MethodId>,
    pub(crate) nodes: u64,
    /// Lines that it fetched.
    pub(crate) misses: u64,
    /// Of these, those that each further cache did not have.
    pub(crate) further: [u64; MOST_LEVELS],
    /// How long that took, in nodes.
    pub(crate) memory: u64,
    /// Times of waiting for monitors and locks, in nodes, by the instructions that enter them.
    pub(crate) waits: BTreeMap<InstructionId, u64>,
}

/// What a thread did.
pub(crate) type CountedThread = Vec<CountedStack>;

/// What all threads did.
pub(crate) struct Counted {
    /// In the order of the input.
    pub(crate) threads: Vec<CountedThread>,
    pub(crate) ends: Ends,
    /// Why nothing is known of the times at which threads did it, and so of what they fetched and waited for.
    pub(crate) not_timed: Option<String>,
}

/// Counts by stack. `threads` gives the threads of the trace, as often as it is called. Nothing if they do too much to be kept.
///
/// # Errors
/// If the trace cannot be read, or the count is cancelled.
pub(crate) fn count_stacks<'s>(
    map: &ProgramMap,
    class_name: &ClassNames<'_>,
    threads: &dyn Fn() -> Vec<ThreadInput<'s>>,
    platform: &Platform,
    progress: Option<&(dyn Fn(Progress) -> bool + Sync)>,
) -> Result<Option<Counted>, AnalyzeError> {
    let options = ThreadOptions { cores: &[], cost: &|_| 1, lock_cost: 0, platform: None, timeline: false, progress };
    let (index, known) = (Index::new(map, class_name), Known::new(map));
    let pass = |contended: FixedBitSet| {
        let threads = threads();
        let names: Vec<String> = threads.iter().map(|thread| thread.name.clone()).collect();
        let fetches = Fetches::new(platform, map.static_slots, contended);
        record(&index, threads, Recorder::new(&known, &names, &options).counting(fetches), progress)
    };
    let (mut recorder, mut ends) = pass(FixedBitSet::new())?;
    let contended = recorder.fetches.as_ref().and_then(|fetches| {
        let share = limits::NEGLIGIBLE_MOVEMENT;
        fetches.contended(recorder.cost_so_far, share)
    });
    if let Some(contended) = contended.filter(|_| !recorder.is_too_large()) {
        (recorder, ends) = pass(contended)?;
    }
    if recorder.is_too_large() {
        return Ok(None);
    }
    recorder.end_all();
    let counts = std::mem::take(&mut recorder.counted);
    let entered_at = std::mem::take(&mut recorder.entered_at);
    let recording = recorder.finish();
    let timed = timed(&recording, platform, &entered_at);
    let nothing = BTreeMap::new();
    let threads = (0..).zip(&counts).map(|(number, counts)| {
        let seen = timed.as_ref().map_or(&nothing, |seen| seen.get(&number).unwrap_or(&nothing));
        counts.as_deref().map_or_else(Vec::new, |counts| told(counts, seen))
    });
    let threads = threads.collect();
    Ok(Some(Counted { threads, ends, not_timed: timed.is_none().then(|| why(&recording)) }))
}

fn why(recording: &Recording) -> String {
    match recording.not_known.as_slice() {
        [] => "its threads wait for one another in a way that is not understood".to_owned(),
        names => format!("it is not known how {} orders threads", names.join(", ").replace('/', ".")),
    }
}

/// What was seen of a thread while the machine ran, by context.
type Seen = BTreeMap<u32, SeenStack>;

#[derive(Debug, Default)]
struct SeenStack {
    fetched: Fetching,
    /// By the instruction that enters the monitor.
    waits: BTreeMap<InstructionId, u64>,
}

/// Lets the machine run, and returns what was seen of each thread. Nothing if it is not known how threads wait for each other.
fn timed(
    recording: &Recording,
    platform: &Platform,
    entered_at: &FxHashMap<u32, Vec<u32>>,
) -> Option<BTreeMap<u32, Seen>> {
    if !recording.not_known.is_empty() {
        return None;
    }
    let program = Program::of(recording, assemble::costs(0, Some(platform)));
    let movement = Some((platform, &recording.moves));
    let simulated = Simulated { program: &program, work: program.work(), ranked: &[], movement };
    let observer = || Watch { recording, entered_at, entered: FxHashMap::default(), threads: BTreeMap::new() };
    simulated.seen_by(None, observer).map(|(_, watch, _)| watch.threads)
}

/// Sees what threads fetch and wait for.
struct Watch<'r> {
    recording: &'r Recording,
    entered_at: &'r FxHashMap<u32, Vec<u32>>,
    /// How many monitors each strand has entered.
    entered: FxHashMap<u32, usize>,
    threads: BTreeMap<u32, Seen>,
}

impl Watch<'_> {
    fn stack(&mut self, strand: u32, context: u32) -> &mut SeenStack {
        let thread = self.recording.strands[strand as usize].thread;
        self.threads.entry(thread).or_default().entry(context).or_default()
    }
}

impl Observer for Watch<'_> {
    fn moved(&mut self, by: By, to: &Move, moved: Moved, _: u64) {
        self.stack(by.strand, to.context).fetched.add(moved.misses, moved.time);
    }

    fn entered(&mut self, strand: u32, _: u32, _: InstructionId, _: u64) {
        *self.entered.entry(strand).or_default() += 1;
    }

    fn waited(&mut self, by: By, blocked: Blocked, since: u64, at: u64) {
        let Blocked::Monitor(_, insn) = blocked else { return };
        let next = self.entered.get(&by.strand).copied().unwrap_or_default();
        let context = self.entered_at.get(&by.strand).and_then(|entered| entered.get(next)).copied();
        if let Some(context) = context.filter(|_| at > since) {
            *self.stack(by.strand, context).waits.entry(insn).or_default() += at - since;
        }
    }
}

/// What a thread did, by stack.
fn told(counts: &StackCounts, seen: &Seen) -> CountedThread {
    let stack = |context: u32| {
        let counted = counts.fetched.get(context as usize).copied().unwrap_or_default();
        let run = seen.get(&context);
        let moved = run.map(|run| run.fetched).unwrap_or_default();
        CountedStack {
            methods: counts.contexts.methods(context),
            nodes: counts.contexts.sums(context).nodes,
            misses: counted.misses + moved.misses,
            further: std::array::from_fn(|level| counted.further[level] + moved.further[level]),
            memory: counted.time + moved.time,
            waits: run.map(|run| run.waits.clone()).unwrap_or_default(),
        }
    };
    let is_empty = |stack: &CountedStack| stack.nodes == 0 && stack.memory == 0 && stack.waits.is_empty();
    (0..counts.contexts.len()).map(stack).filter(|stack| !is_empty(stack)).collect()
}
