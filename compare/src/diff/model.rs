//! The comparison as data; serialised, it is `paratrace.diff/1`.

use paratrace_analyzer::Report;
use paratrace_analyzer::model::{
    Blocker, Candidate, Completeness, ConstructKind, EdgeKind, EdgeTotals, Loop, MethodFigures, Program, RowsLeftOut,
    Via,
};
use serde::{Deserialize, Serialize};

use crate::matching::MatchedBy;

/// Schema of a comparison.
pub const DIFF_SCHEMA: &str = "paratrace.diff/1";

/// Two reports compared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Diff {
    /// [`DIFF_SCHEMA`].
    #[cfg_attr(feature = "schema", schemars(extend("const" = DIFF_SCHEMA)))]
    pub schema: String,
    /// The first run.
    pub before: RunSummary,
    /// The second one.
    pub after: RunSummary,
    /// Both runs are of the same traced program: they have one program map.
    pub same_code: bool,
    /// Nodes of all threads.
    pub nodes: Change<u64>,
    /// The greatest of the threads' critical paths.
    pub critical_path: Change<u64>,
    /// Nodes / critical path.
    pub parallelism: Change<f64>,
    /// The same with free induction chains.
    pub parallelism_without_induction: Change<f64>,
    /// Dependences of each kind.
    pub edge_totals: Change<EdgeTotals>,
    /// Loops of either run, those with the largest share first.
    pub loops: Vec<Pair<Loop>>,
    /// Methods of either run, likewise.
    pub methods: Vec<Pair<MethodFigures>>,
    /// Candidates of either run; those with another verdict first, then those with the largest share.
    pub candidates: Vec<CandidatePair>,
    /// Dependences that only one of the runs has, or that violate in only one; the most frequent first.
    pub dependences: Vec<DependencePair>,
}

/// A run that is compared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunSummary {
    /// The program.
    pub program: Program,
    /// Everything that ran is in its figures.
    pub complete: bool,
    /// The parts of the run that its figures lack.
    #[serde(default)]
    pub completeness: Completeness,
    /// Its report has dependences.
    pub dependences: bool,
    /// It ran on a traced JDK: what the JDK executes is in its figures.
    #[serde(default)]
    pub jdk_traced: bool,
    /// Dependences that its report does not list. Where these may be among them, dependences of the other run alone are not told.
    pub edges_left_out: u64,
    /// Rows that other lists of its report lack. Where they may be among these, loops and methods of the other run alone are
    /// not told.
    #[serde(default, skip_serializing_if = "RowsLeftOut::is_none")]
    pub left_out: RowsLeftOut,
}

impl RunSummary {
    pub(super) fn of(report: &Report) -> Self {
        Self {
            program: report.program.clone(),
            complete: report.completeness.complete,
            completeness: report.completeness.clone(),
            dependences: !report.constructs.is_empty(),
            jdk_traced: report.coverage.jdk.traced,
            edges_left_out: report.edges_left_out,
            left_out: report.left_out,
        }
    }
}

/// A figure before and after.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Change_of_{T}"))]
pub struct Change<T> {
    /// In the first run.
    pub before: T,
    /// In the second one.
    pub after: T,
}

/// Something that one run has, or both.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Pair_of_{T}"))]
pub struct Pair<T> {
    /// How it is known that both are the same; `None` if only one run has it. (Methods: `offset`, by their names.)
    pub matched_by: Option<MatchedBy>,
    /// In the first run.
    pub before: Option<T>,
    /// In the second one.
    pub after: Option<T>,
}

impl<T> Pair<T> {
    /// The sides that have it, the first run's first.
    pub fn sides(&self) -> impl Iterator<Item = &T> {
        self.before.iter().chain(&self.after)
    }
}

/// A candidate before and after.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CandidatePair {
    /// Both sides.
    #[serde(flatten)]
    pub pair: Pair<Candidate>,
    /// Both runs have it, with different verdicts.
    pub verdict_changed: bool,
    /// Blockers of the first run that the second does not have (by what they run through, and their nature).
    pub blockers_gone: Vec<Blocker>,
    /// Blockers that only the second one has.
    pub blockers_new: Vec<Blocker>,
}

/// A method or loop whose instances dependences leave.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConstructPlace {
    /// Its method, as the second run calls it if it has it.
    pub method: String,
    /// Method or iteration; conditionals are not compared.
    pub kind: ConstructKind,
    /// Offset of its head, likewise.
    pub head_pc: u32,
    /// Line of its head, -1 if unknown, likewise.
    pub line: i32,
}

/// Dependences of one kind that leave a construct, from one method to one, through one location.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DependencePair {
    /// The construct that they leave.
    pub construct: ConstructPlace,
    /// Their kind.
    pub kind: EdgeKind,
    /// Method of what comes first.
    pub head: String,
    /// Method of what depends on it.
    pub tail: String,
    /// Their location; a local with a name counts by that, as its number may change.
    pub via: Via,
    /// In the first run; `null` also if it does not violate there and the report does not list it.
    pub before: Option<SeenDependence>,
    /// In the second one, likewise.
    pub after: Option<SeenDependence>,
}

/// How often a dependence was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeenDependence {
    /// Occurrences.
    pub count: u64,
    /// Occurrences that violate the order.
    pub violations: u64,
    /// Least distance in nodes.
    pub min_distance: u64,
    /// Line of the head of the nearest one, -1 if unknown: the head runs first.
    pub head_line: i32,
    /// Line of its tail, which depends on the head.
    pub tail_line: i32,
}
