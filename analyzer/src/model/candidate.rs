//! Candidates for parallel execution as data.

use serde::{Deserialize, Serialize};

use crate::model::{EdgeTotals, Point, Via};

/// A loop or method that could run in parallel, or nearly could.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// What its tasks are.
    pub kind: CandidateKind,
    /// Its method.
    pub method: String,
    /// Offset of the loop's header; 0 for a method.
    pub pc: u32,
    /// Source file, if known.
    pub file: Option<String>,
    /// Its line, -1 if unknown.
    pub line: i32,
    /// Share of the run inside it, 0 to 1.
    pub coverage: f64,
    /// Instances of the loop, or calls.
    pub instances: u64,
    /// Tasks: iterations, or calls.
    pub tasks: u64,
    /// Nodes of a task, on average.
    pub duration_mean: f64,
    /// Nodes / critical path (docs/metrics.md, “Loops and methods”).
    pub parallelism: f64,
    /// Of the region itself, without what is inside (Kremlin).
    pub self_parallelism: f64,
    /// RAW dependences that leave a task and violate its duration (Alchemist): occurrences.
    pub violating_raw: u64,
    /// How it can run.
    pub verdict: Verdict,
    /// The verdict may rest on objects that were taken for others: see `completeness.identity`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub identity_uncertain: bool,
    /// Estimated speed-up of the whole run on `cores` cores if the advice is followed.
    pub speedup: f64,
    /// Cores of the estimate.
    pub cores: u32,
    /// What keeps tasks apart, hardest first.
    pub blockers: Vec<Blocker>,
}

/// What the tasks of a candidate are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CandidateKind {
    /// Iterations of a loop.
    Loop,
    /// Calls of a method, each beside what follows it.
    Call,
}

/// How a candidate can run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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
    /// A call: as a future, joined where its effect is first needed.
    Future,
    /// One after the other.
    Serial,
}

/// What kind of dependence between tasks it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Nature {
    /// The loop's own counter.
    Counter,
    /// Elements are taken one by one from an iterator.
    Traversal,
    /// Only overwritten: WAR and WAW.
    PrivateCopy,
    /// `x = x op e`, and nothing else sees `x`.
    Reduction,
    /// A collection or map is filled.
    Collect,
    /// Text is appended.
    Append,
    /// A shared generator of random numbers.
    Random,
    /// Something is written out.
    Output,
    /// Something is read in.
    Input,
    /// An atomic variable.
    Atomic,
    /// The value that the call returns.
    Join,
    /// The state of an object in code that is not traced.
    Untraced,
    /// A value flows from task to task.
    Flow,
}

impl Nature {
    /// Does it force an order on whole tasks, as far as is known?
    #[must_use]
    pub fn is_serial(self) -> bool {
        matches!(self, Nature::Flow | Nature::Untraced | Nature::Input)
    }

    /// Is it something that tasks gather, each for itself, and that is put together at the end?
    #[must_use]
    pub fn is_gathered(self) -> bool {
        matches!(self, Nature::Reduction | Nature::Collect | Nature::Append | Nature::Output)
    }
}

/// The operation of a reduction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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
}

/// Dependences between tasks through one location, or one kind of location.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blocker {
    /// What it runs through.
    pub via: Via,
    /// Its kind.
    pub nature: Nature,
    /// Of a reduction.
    pub operation: Option<Operation>,
    /// What to do about it.
    pub advice: String,
    /// The nearest dependence: what comes first.
    pub head: Point,
    /// What depends on it.
    pub tail: Point,
    /// Dependences between tasks.
    pub edges: EdgeTotals,
    /// Calls of untraced code that meet at the object's state.
    pub calls: u64,
    /// Where the object comes from: `field Cache.map`, `variable map`, `this`; if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<String>,
    /// Least distance in nodes.
    pub min_distance: u64,
    /// Least distance in iterations, of a loop.
    pub iterations: Option<u32>,
    /// Numbers of two such iterations, counted from 0.
    pub example: Option<[u32; 2]>,
}
