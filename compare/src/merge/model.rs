//! Merged runs as data; serialised, it is `paratrace.merged/1`. Runs are told by their position in `runs`, from 0.

use paratrace_analyzer::model::{
    Advice, CandidateKind, Completeness, ConstructKind, EdgeKind, EdgeTotals, Nature, Operation, Point, Program,
    RowsLeftOut, Verdict, Via,
};
use serde::{Deserialize, Serialize};

use super::Run;

/// Schema of merged runs.
pub const MERGED_SCHEMA: &str = "paratrace.merged/1";

/// Several runs of one traced program.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Merged {
    /// [`MERGED_SCHEMA`].
    #[cfg_attr(feature = "schema", schemars(extend("const" = MERGED_SCHEMA)))]
    pub schema: String,
    /// SHA-256 of the program map that they share.
    pub program_map: String,
    /// The runs.
    pub runs: Vec<MergedRun>,
    /// Nodes of all threads of a run.
    pub nodes: Range<u64>,
    /// The greatest of a run's critical paths.
    pub critical_path: Range<u64>,
    /// Nodes / critical path.
    pub parallelism: Range<f64>,
    /// The same with free induction chains.
    pub parallelism_without_induction: Range<f64>,
    /// Loops that ran in any run, those with the largest share first.
    pub loops: Vec<MergedRegion>,
    /// Methods, likewise.
    pub methods: Vec<MergedRegion>,
    /// Candidates of any run: first those that bring most in their worst run.
    pub candidates: Vec<MergedCandidate>,
    /// Dependences that leave constructs in any run: first those that violate in most runs.
    pub dependences: Vec<MergedDependence>,
}

/// A run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MergedRun {
    /// The name of its report.
    pub name: String,
    /// Program and arguments.
    pub program: Program,
    /// Everything that ran is in its figures.
    pub complete: bool,
    /// The parts of the run that its figures lack.
    #[serde(default)]
    pub completeness: Completeness,
    /// Its report has dependences: without them, it says nothing about candidates.
    pub dependences: bool,
    /// Dependences that its report does not list: here they seem to be missing.
    pub edges_left_out: u64,
    /// Rows that other lists of its report lack, likewise.
    #[serde(default, skip_serializing_if = "RowsLeftOut::is_none")]
    pub left_out: RowsLeftOut,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The greatest of its critical paths.
    pub critical_path: u64,
    /// Nodes / critical path.
    pub parallelism: f64,
}

impl MergedRun {
    pub(super) fn of(run: &Run<'_>) -> Self {
        let report = run.report;
        Self {
            name: run.name.to_owned(),
            program: report.program.clone(),
            complete: report.completeness.complete,
            completeness: report.completeness.clone(),
            dependences: !report.constructs.is_empty(),
            edges_left_out: report.edges_left_out,
            left_out: report.left_out,
            nodes: report.nodes,
            critical_path: report.critical_path,
            parallelism: report.parallelism,
        }
    }
}

/// The least and the greatest value of a figure.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Range_of_{T}"))]
pub struct Range<T> {
    /// The least.
    pub min: T,
    /// The greatest.
    pub max: T,
}

impl<T: Copy + PartialOrd + Default> Range<T> {
    /// Over some values; of none it is 0 to 0.
    pub(super) fn over(values: impl IntoIterator<Item = T>) -> Self {
        let mut values = values.into_iter();
        let Some(first) = values.next() else { return Self::default() };
        values.fold(Range { min: first, max: first }, |range, value| Range {
            min: if value < range.min { value } else { range.min },
            max: if value > range.max { value } else { range.max },
        })
    }
}

/// A loop or method. Its ranges are over the runs in which it ran.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MergedRegion {
    /// The method.
    pub method: String,
    /// Offset of the header of a loop.
    pub header_pc: Option<u32>,
    /// Source file, if known.
    pub file: Option<String>,
    /// Its line, -1 if unknown.
    pub line: i32,
    /// Runs in which it ran.
    pub runs: Vec<usize>,
    /// Nodes of its instances.
    pub nodes: Range<u64>,
    /// Executions of the header of a loop, or activations.
    pub iterations: Range<u64>,
    /// Its share of the run.
    pub influence: Range<f64>,
    /// Nodes / critical path.
    pub parallelism: Range<f64>,
    /// Parallelism of the region itself, without the regions inside.
    pub self_parallelism: Range<f64>,
}

/// A candidate: what holds whatever the input is, as far as the runs show. Ranges are over the runs that judge it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MergedCandidate {
    /// The kind of its tasks.
    pub kind: CandidateKind,
    /// Its method.
    pub method: String,
    /// Offset of the loop's header; 0 for a method.
    pub pc: u32,
    /// Source file, if known.
    pub file: Option<String>,
    /// Its line, -1 if unknown.
    pub line: i32,
    /// The worst verdict of all runs.
    pub verdict: Verdict,
    /// Runs with that verdict.
    pub worst_in: Vec<usize>,
    /// The verdict of each run; `null` if it is no candidate there.
    pub verdicts: Vec<Option<Verdict>>,
    /// Runs in which it ran without being a candidate, or may have, if their reports do not list all that ran: its part there was
    /// too small to be judged.
    pub not_judged_in: Vec<usize>,
    /// Share of the run inside it.
    pub coverage: Range<f64>,
    /// Nodes / critical path.
    pub parallelism: Range<f64>,
    /// Tasks.
    pub tasks: Range<u64>,
    /// Estimated speed-up of a whole run.
    pub speedup: Range<f64>,
    /// Cores of that estimate.
    pub cores: u32,
    /// The locations that keep tasks apart in any run, hardest first.
    pub blockers: Vec<MergedBlocker>,
}

/// A location that keeps tasks apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MergedBlocker {
    /// The location.
    pub via: Via,
    /// Its worst nature in any run.
    pub nature: Nature,
    /// The operation of a reduction.
    pub operation: Option<Operation>,
    /// The advice for it.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub advice: Advice,
    /// Runs that have it.
    pub runs: Vec<usize>,
    /// The nearest dependence: the instruction that runs first.
    pub head: Point,
    /// The instruction that depends on the head.
    pub tail: Point,
    /// Dependences between tasks, of all runs.
    pub edges: EdgeTotals,
    /// Calls of untraced code that meet at the object's state, of all runs.
    pub calls: u64,
    /// Least distance in nodes.
    pub min_distance: u64,
}

/// A static dependence that leaves a construct.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MergedDependence {
    /// Method of the construct.
    pub method: String,
    /// The kind of the construct.
    pub construct: ConstructKind,
    /// Offset of its head.
    pub head_pc: u32,
    /// Line of its head, -1 if unknown.
    pub line: i32,
    /// Kind of the dependence.
    pub kind: EdgeKind,
    /// The instruction that runs first.
    pub head: Point,
    /// The instruction that depends on it.
    pub tail: Point,
    /// The location.
    pub via: Via,
    /// Runs that have it.
    pub runs: Vec<usize>,
    /// Runs in which it violates.
    pub violating_in: Vec<usize>,
    /// Occurrences in all runs.
    pub count: u64,
    /// Occurrences that violate the order.
    pub violations: u64,
    /// Least distance in nodes.
    pub min_distance: u64,
}
