//! Candidates for parallel execution as data.

use paratrace_traceformat::map::InstructionId;
use serde::{Deserialize, Serialize};

use crate::model::{Advice, CallSite, EdgeTotals, Pipeline, Point, Remedy, Via};

/// A loop or method that could run in parallel, or nearly could.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Candidate {
    /// Kind of its tasks.
    pub kind: CandidateKind,
    /// Name of the method, or of the loop's method.
    pub method: String,
    /// Bytecode offset of the loop's header, or of the call that runs a stream; 0 for a method.
    pub pc: u32,
    /// Source file, if known.
    pub file: Option<String>,
    /// Source line, of a stream that of its first call; -1 if unknown.
    pub line: i32,
    /// Share of the run inside it, 0 to 1.
    pub coverage: f64,
    /// Number of instances of the loop, of runs of the stream, or of calls.
    pub instances: u64,
    /// Number of tasks: iterations, elements, or calls.
    pub tasks: u64,
    /// Mean number of nodes of a task.
    pub duration_mean: f64,
    /// Parallelism: nodes / critical path (docs/metrics.md, “Loops and methods”); of a stream, the mean number of elements.
    pub parallelism: f64,
    /// Self-parallelism: that of the region itself, without the regions inside it (Kremlin); of a stream as above.
    pub self_parallelism: f64,
    /// Number of occurrences of RAW dependences that leave a task and violate its duration (Alchemist).
    pub violating_raw: u64,
    /// The way in which it can run.
    pub verdict: Verdict,
    /// True if the verdict may be wrong because objects were taken for others: see `completeness.identity`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub identity_uncertain: bool,
    /// Speed-up of the whole run on `cores` cores, if the advice is followed: simulated if there are `gains`, else a bound by
    /// Amdahl's law; 1 if it cannot run in parallel.
    pub speedup: f64,
    /// Number of cores of that speed-up.
    pub cores: u32,
    /// Number of nodes of each task that run in order, while the rest can run in parallel: those of short chains, or those that add up
    /// what the tasks add.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub stage: u64,
    /// Simulated speed-ups, one for each number of cores asked for; empty if it was not simulated, or cannot run in parallel.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gains: Vec<Gain>,
    /// Position in the list of candidates of the one to take instead: one runs inside the other, and that one gains more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead_of: Option<usize>,
    /// What would let it run in parallel, if it cannot, and what that would bring.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unblocked: Option<Unblocked>,
    /// The change of the source that makes it parallel, if one line is enough: what to write there instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edit: Option<String>,
    /// Where calls that could run in parallel start, those with the longest calls first; empty if they were not simulated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sites: Vec<CallSite>,
    /// The calls of a stream.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pipeline: Option<Pipeline>,
    /// What did not run and would make tasks depend on one another, by the places that it uses; empty if all such code ran, or is known not
    /// to do so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<Condition>,
    /// Dependences between tasks, hardest first.
    pub blockers: Vec<Blocker>,
    /// Number of those that are not listed, because there are too many.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub blockers_left_out: u64,
    /// Calls by which tasks could meet inside of a traced JDK and did not: pairs of an earlier and a later one. What they do orders no tasks.
    #[serde(skip)]
    pub apart: Vec<(InstructionId, InstructionId)>,
}

/// Code that did not run, or the way at a branch that no task took: if it ran, tasks would depend on one another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Condition {
    /// Its method.
    pub method: String,
    /// Source file; none without debug information.
    pub file: Option<String>,
    /// Line; 0 without debug information.
    pub line: i32,
    /// The location that is written: a field as `Class.name`, a local by its number, elements by the type of their array, an object by its class.
    pub writes: String,
    /// What would read there what another task wrote.
    pub readers: Vec<ConditionReader>,
}

/// An instruction that would read what another task wrote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConditionReader {
    /// Its method.
    pub method: String,
    /// Line; 0 without debug information.
    pub line: i32,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the form that serde asks for")]
pub(super) fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Less is not worth a change: a speed-up of the whole run.
pub const WORTHWHILE: f64 = 1.02;

/// A simulated speed-up (docs/simulation.md).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Gain {
    /// Number of cores.
    pub cores: u32,
    /// Speed-up of the whole run, the cost of creating tasks included; below 1 it loses.
    pub speedup: f64,
    /// Size of tasks, the best of several: iterations of a task; of a recursion, the depth down to which calls are tasks.
    pub grain: u64,
}

impl Gain {
    /// Returns whether it is worth a change.
    #[must_use]
    pub fn is_worthwhile(&self) -> bool {
        self.speedup >= WORTHWHILE
    }
}

/// The gain of a candidate once some dependences between its tasks are removed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Unblocked {
    /// The locations through which tasks must no longer wait for one another.
    pub without: Vec<Via>,
    /// Simulated speed-ups, one for each number of cores asked for.
    pub gains: Vec<Gain>,
}

/// A method that several threads run: what they begin with, or a task of a pool or of a parallel stream.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InThreads {
    /// Name of the method.
    pub method: String,
    /// Source file, if known.
    pub file: Option<String>,
    /// Source line, -1 if unknown.
    pub line: i32,
    /// Number of threads that run it.
    pub threads: u64,
    /// Number of its nodes in all threads, callees included.
    pub nodes: u64,
    /// Share of these in the run, 0 to 1.
    pub share: f64,
    /// Mean nodes of these threads / most nodes of one of them: 1 if all do the same amount of work.
    pub balance: f64,
}

/// The kind of tasks of a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CandidateKind {
    /// Iterations of a loop.
    Loop,
    /// Calls of a method, each beside the code that follows it.
    Call,
    /// Elements of a stream, or of a collection that the library goes through: what it calls back for each of them.
    Stream,
}

/// The way in which a candidate can run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// As it is: a parallel stream, an executor.
    Independent,
    /// With private copies of what tasks overwrite.
    PrivateCopies,
    /// With partial results that are combined at the end.
    Reduction,
    /// With the changes that the blockers name.
    WithChanges,
    /// In order, overlapping: a pipeline, DOACROSS.
    Overlapping,
    /// As a future, joined where its effect is first needed; only for calls.
    Future,
    /// Every task needs what the one before it gathered: a parallel prefix sum.
    Scan,
    /// A task decides whether the next one runs, so tasks can only run speculatively.
    Search,
    /// One task after the other.
    Serial,
    /// Tasks meet in state of which nothing is known.
    NotKnown,
}

impl Verdict {
    /// Returns whether there is no way to run the tasks in parallel, as far as is known.
    #[must_use]
    pub fn is_stopped(self) -> bool {
        matches!(self, Verdict::Serial | Verdict::Search | Verdict::NotKnown)
    }
}

/// The nature of a dependence between tasks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Nature {
    /// The loop's own counter.
    Counter,
    /// Elements are taken one by one from an iterator.
    Traversal,
    /// The location is only overwritten: WAR and WAW.
    PrivateCopy,
    /// The location is only overwritten, but what follows the loop reads the value written last.
    LastValue,
    /// `x = x op e`, where nothing else sees `x`.
    Reduction,
    /// `x = x op e`, where the loop reads `x` on the way.
    Scan,
    /// A value that each iteration computes from the last one by a few instructions, whatever the rest of it does.
    Chain,
    /// A collection or map is filled.
    Collect,
    /// Text is appended.
    Append,
    /// A shared generator of random numbers.
    Random,
    /// Text or data is written out.
    Output,
    /// Text or data is read in.
    Input,
    /// An atomic variable.
    Atomic,
    /// A lock, which keeps tasks apart, but in no order.
    Lock,
    /// What the initialiser of a class writes, which the first task that needs the class runs.
    Initialization,
    /// The initialiser of a class that tasks use runs them: tasks in other threads wait until it ends.
    Initializing,
    /// The code around may hold a lock that tasks take: tasks in other threads wait for it.
    HeldLock,
    /// The value that the call returns.
    Join,
    /// The state of an object in code that is not traced, of which too little is known.
    Untraced,
    /// A dependence of code that did not run: tasks are apart as long as it does not.
    NotRun,
    /// The location is only overwritten, but in an object that tasks may keep: a copy for each task may be wrong.
    Kept,
    /// A value flows from task to task.
    Flow,
}

impl Nature {
    /// Returns whether it forces an order on whole tasks, as far as is known.
    #[must_use]
    pub fn is_serial(self) -> bool {
        matches!(self, Nature::Flow | Nature::Input)
    }

    /// Returns whether tasks in other threads would wait for the code around them, and that for them.
    #[must_use]
    pub fn is_awaited(self) -> bool {
        matches!(self, Nature::Initializing | Nature::HeldLock)
    }

    /// Returns whether it keeps tasks from running in parallel, or may do so.
    #[must_use]
    pub fn is_stopping(self) -> bool {
        self.is_serial() || matches!(self, Nature::Untraced | Nature::Kept)
    }

    /// Returns whether calls that meet at it can only run in parallel once it is changed. What is made for being shared needs no change.
    #[must_use]
    pub fn needs_changes(self) -> bool {
        let is_shared = matches!(self, Nature::Traversal | Nature::Random | Nature::Lock);
        let is_gathered = self.is_gathered() && self != Nature::Atomic;
        is_shared || is_gathered || matches!(self, Nature::LastValue | Nature::NotRun) || self.is_awaited()
    }

    /// Returns whether each task can gather its own part, and the parts are put together at the end.
    #[must_use]
    pub fn is_gathered(self) -> bool {
        matches!(self, Nature::Reduction | Nature::Collect | Nature::Append | Nature::Output | Nature::Atomic)
    }
}

/// The operation of a reduction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Operation {
    /// `+`, `-=`.
    Sum,
    /// `*`.
    Product,
    /// `&`.
    And,
    /// `|`.
    Or,
    /// `^`.
    Xor,
    /// `Math.min`.
    Minimum,
    /// `Math.max`.
    Maximum,
    /// `if (e < x) x = e`, or with `>`.
    Extremum,
    /// A method of the program that combines two objects part by part, by different operations.
    Combined,
}

impl Operation {
    /// Returns whether it finds the least or greatest of values, or what an order looks at of them.
    #[must_use]
    pub fn is_extremum(self) -> bool {
        matches!(self, Self::Minimum | Self::Maximum | Self::Extremum)
    }
}

/// What one task puts into an object of the library, and another one takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum HandedOn {
    /// An element of a collection.
    Element,
    /// The value of a key.
    Value,
    /// What another object holds.
    Content,
    /// What static methods of the class keep.
    Hidden,
}

/// Dependences between tasks through one location, or one kind of location.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Blocker {
    /// The location that they run through.
    pub via: Via,
    /// Their nature.
    pub nature: Nature,
    /// The operation, if it is a reduction.
    pub operation: Option<Operation>,
    /// The recommended change.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub advice: Advice,
    /// Instruction that comes first in the nearest dependence.
    pub head: Point,
    /// Instruction that depends on it.
    pub tail: Point,
    /// Number of dependences between tasks.
    pub edges: EdgeTotals,
    /// Number of calls of untraced code that meet at the object's state.
    pub calls: u64,
    /// Origin of the object, if it is known: `field Cache.map`, `variable map` or `this`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<String>,
    /// Whether not another call depends on the calls, but what follows them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub follows: bool,
    /// The instruction that did not run, and would make this dependence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_run: Option<Point>,
    /// What goes from task to task through the object, if a traced JDK shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handed_on: Option<HandedOn>,
    /// Least distance, in nodes.
    pub min_distance: u64,
    /// Least distance in iterations, for a loop.
    pub iterations: Option<u32>,
    /// Numbers of two iterations with that distance, counted from 0.
    pub example: Option<[u32; 2]>,
}

impl Blocker {
    /// Returns whether tasks must run once before they run for their results: only so they learn what each of them starts with.
    pub(crate) fn needs_first_pass(&self) -> bool {
        self.nature == Nature::Scan && self.advice != Advice::Remedy(Remedy::StartPlusSteps)
    }
}
