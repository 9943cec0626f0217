//! The report as data. Serialised, it is the JSON of docs/report.md; names here are names there.

use paratrace_replay::program::ConstructKind;
use serde::{Deserialize, Serialize};

use super::candidate::Candidate;
use super::simulations::Simulations;

/// Schema of the report.
pub const SCHEMA: &str = "paratrace.report/1";

/// All figures of one trace.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: String,
    /// The program that ran.
    pub program: Program,
    /// What is missing.
    pub completeness: Completeness,
    /// What was traced.
    pub coverage: Coverage,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The greatest of the threads' critical paths.
    pub critical_path: u64,
    /// The same with free induction chains.
    pub critical_path_without_induction: u64,
    /// Nodes / critical path.
    pub parallelism: f64,
    /// The same with free induction chains.
    pub parallelism_without_induction: f64,
    /// Threads in the order of the trace.
    pub threads: Vec<Thread>,
    /// Executed loops, by method and header.
    pub loops: Vec<Loop>,
    /// Executed methods, by name.
    pub methods: Vec<MethodFigures>,
    /// What could run in parallel, the most promising first; needs distances.
    #[serde(default)]
    pub candidates: Vec<Candidate>,
    /// Executed constructs, by method, head and kind; empty if distances were not asked for.
    #[serde(default)]
    pub constructs: Vec<Construct>,
    /// Edges that were not listed, because there are too many of them.
    #[serde(default)]
    pub edges_left_out: u64,
    /// All edges, whether or not they leave a construct.
    #[serde(default)]
    pub edge_totals: EdgeTotals,
    /// Who sends what to whom, by granularity; empty if communication was not asked for.
    #[serde(default)]
    pub communication: Vec<Communication>,
    /// What all partners read and write.
    #[serde(default)]
    pub communication_totals: CommunicationTotals,
    /// What candidates would bring, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub simulated: Option<Simulations>,
    /// Direct calls of traced code.
    pub calls: Vec<Call>,
    /// Calls of untraced code.
    pub opaque_calls: Vec<Call>,
    /// Traced code that untraced code called; the caller is the traced method that called the untraced code.
    pub callbacks: Vec<Call>,
}

/// The traced program.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// Main class or jar, if known.
    pub main: Option<String>,
    /// Its arguments.
    pub args: Vec<String>,
    /// SHA-256 of its program map, in hexadecimal: runs with the same one are runs of one traced program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<String>,
}

/// What is missing from the trace, or could not be understood.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Completeness {
    /// Everything that ran is in the figures.
    pub complete: bool,
    /// What kinds of causes it has that something is missing.
    #[serde(default)]
    pub causes: Vec<Cause>,
    /// Events that the program recorded, as far as known: control and data values, and those that were lost.
    #[serde(default)]
    pub events: u64,
    /// Those of them that are in no figure: lost, in missing or damaged chunks, or not to be replayed.
    #[serde(default)]
    pub missing_events: u64,
    /// Bytes of the trace that hold events, and those that cannot be read.
    #[serde(default)]
    pub bytes: u64,
    /// Those of them whose events are in no figure.
    #[serde(default)]
    pub missing_bytes: u64,
    /// Events that the traced program had to drop.
    pub lost_events: u64,
    /// Path ids that were read but could not be used.
    pub unread_events: u64,
    /// Data values that were read but could not be used.
    pub unread_data: u64,
    /// Methods entered where the map expects no entry.
    pub unexpected_entries: u64,
    /// Activations whose end was not recorded.
    pub unrecorded_exits: u64,
    /// Regions too deeply nested to be measured.
    pub unmeasured_regions: u64,
    /// How objects were known.
    #[serde(default, skip_serializing_if = "Identity::is_unknown")]
    pub identity: Identity,
    /// Why the trace is not complete, in words.
    pub reasons: Vec<String>,
    /// Remarks that do not make it incomplete.
    pub notes: Vec<String>,
}

impl Completeness {
    /// What nothing is said about.
    pub(crate) fn whole() -> Self {
        Self { complete: true, ..Self::default() }
    }

    /// Something is missing.
    pub(crate) fn add(&mut self, cause: Cause, reason: String) {
        self.complete = false;
        if !self.causes.contains(&cause) {
            self.causes.push(cause);
        }
        self.reasons.push(reason);
    }
}

/// Why something is missing: it decides what to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// The trace has no end: the program was killed, or still runs.
    Killed,
    /// The program recorded events that it could not write.
    Lost,
    /// The trace has reached its size limit.
    Limit,
    /// Chunks are missing, damaged, or contradict each other.
    Damaged,
    /// Events do not fit the program map, or are more or less than the code can have made.
    Unreplayable,
    /// A critical path is longer than the analysis can measure.
    TooLong,
}

/// How arrays and objects are told apart, summed over threads.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Identity {
    /// Objects of traced classes: by a number of their own.
    pub by_number: u64,
    /// Arrays and other objects: by their identity hash.
    pub by_hash: u64,
    /// Those of them that the trace saw created.
    pub created: u64,
    /// Those of these whose hash something had before: dead, or taken for them from then on.
    pub reused: u64,
    /// How many of those known by hash may have been taken for another one: those above and what is expected of the others, at
    /// most.
    pub expected_coincidences: f64,
}

impl Identity {
    /// Nobody counted.
    fn is_unknown(&self) -> bool {
        *self == Identity::default()
    }
}

/// What was traced.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coverage {
    /// Classes of the map.
    pub classes: u64,
    /// Their methods.
    pub methods: u64,
    /// Methods that are traced.
    pub traced: u64,
    /// The others.
    pub untraced: Vec<Untraced>,
    /// How many for which reason.
    pub untraced_by_reason: std::collections::BTreeMap<String, u64>,
}

/// A method left as it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Untraced {
    /// Its name.
    pub method: String,
    /// Why.
    pub reason: String,
}

/// A thread.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Thread {
    /// Java's thread id.
    pub id: u64,
    /// Its name.
    pub name: String,
    /// Nodes.
    pub nodes: u64,
    /// Critical path.
    pub critical_path: u64,
    /// The same with free induction chains.
    pub critical_path_without_induction: u64,
    /// Nodes / critical path.
    pub parallelism: f64,
}

/// A loop.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Loop {
    /// Its method.
    pub method: String,
    /// Offset of its header.
    pub header_pc: u32,
    /// Source file, if known.
    pub file: Option<String>,
    /// Line of the header, -1 if unknown.
    pub line: i32,
    /// 0 = outermost in its method.
    pub depth: u32,
    /// Entered only at its header.
    pub reducible: bool,
    /// Instances.
    pub instances: u64,
    /// Executions of the header.
    pub iterations: u64,
    /// Of these, those that did not end the loop at the test at its top: what the source calls iterations.
    #[serde(default)]
    pub rounds: Option<u64>,
    /// Σ nodes of the instances.
    pub nodes: u64,
    /// Σ critical paths of the instances.
    pub critical_path: u64,
    /// Nodes / critical path.
    pub parallelism: f64,
    /// Share of outermost instances in all nodes.
    pub influence: f64,
    /// Influence² · parallelism.
    pub gain: f64,
    /// Bound of the whole program's speed-up.
    pub amdahl: f64,
    /// Σ critical paths of the iterations / critical path.
    pub self_parallelism: f64,
}

/// A method.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MethodFigures {
    /// Its name.
    pub method: String,
    /// Source file, if known.
    pub file: Option<String>,
    /// Its first line, -1 if unknown.
    pub line: i32,
    /// Activations.
    pub activations: u64,
    /// Σ nodes of the activations, callees included.
    pub nodes: u64,
    /// Nodes of the method itself.
    pub own_nodes: u64,
    /// Σ critical paths of the activations.
    pub critical_path: u64,
    /// Nodes / critical path.
    pub parallelism: f64,
    /// Share of outermost activations in all nodes.
    pub influence: f64,
    /// Influence² · parallelism.
    pub gain: f64,
    /// Bound of the whole program's speed-up.
    pub amdahl: f64,
    /// (Σ critical paths of children + other nodes) / critical path.
    pub self_parallelism: f64,
}

/// A construct (docs/metrics.md, “Dependence distances”).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Construct {
    /// Its method.
    pub method: String,
    /// What its instances are.
    pub kind: ConstructKind,
    /// Offset of the method's first instruction, the loop's header, or the predicate.
    pub head_pc: u32,
    /// Source file, if known.
    pub file: Option<String>,
    /// Line of the head, -1 if unknown.
    pub line: i32,
    /// Instances.
    pub instances: u64,
    /// Σ nodes of the instances.
    pub duration_total: u64,
    /// Nodes of an instance, on average (Tdur).
    pub duration_mean: f64,
    /// Violating occurrences of RAW edges.
    pub violating_raw: u64,
    /// Dependences that leave its instances, by kind, head and tail.
    pub edges: Vec<Edge>,
}

/// Kind of a dependence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum EdgeKind {
    /// Read after write.
    Raw,
    /// Write after read.
    War,
    /// Write after write.
    Waw,
}

/// Dependences of one instruction on another that leave a construct.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edge {
    /// Kind.
    pub kind: EdgeKind,
    /// What comes first.
    pub head: Point,
    /// What depends on it.
    pub tail: Point,
    /// Least distance in nodes.
    pub min_distance: u64,
    /// Occurrences.
    pub count: u64,
    /// Occurrences whose distance is at most the duration of the instance they leave.
    pub violations: u64,
    /// What it runs through.
    pub via: Via,
}

/// An instruction.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Point {
    /// Its method.
    pub method: String,
    /// Its offset.
    pub pc: u32,
    /// Its line, -1 if unknown.
    pub line: i32,
}

/// What a dependence runs through.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Via {
    /// Kind of the location.
    pub kind: ViaKind,
    /// Its name: `local N`, `class.field`, element type, or method that returns.
    pub name: String,
    /// What the source calls a local or parameter; `this` and `parameter N` (from 1) need no table of names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variable: Option<String>,
}

impl Via {
    /// Of a location that is no variable.
    pub fn new(kind: ViaKind, name: impl Into<String>) -> Via {
        Via { kind, name: name.into(), variable: None }
    }
}

/// Kind of a location.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ViaKind {
    /// A local variable.
    Local,
    /// A parameter, written by the call.
    Parameter,
    /// The value that a call returns.
    Return,
    /// A field of an object.
    Field,
    /// A static field.
    Static,
    /// An array element.
    Element,
    /// The state of an object in code that is not traced (only of blockers).
    Object,
}

/// Numbers of all edges.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub struct EdgeTotals {
    /// Read after write.
    pub raw: u64,
    /// Write after read.
    pub war: u64,
    /// Write after write.
    pub waw: u64,
}

/// What communicates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Granularity {
    /// One activation of a method.
    Activation,
    /// Activations with the same methods on the stack.
    CallPath,
    /// The innermost loop of an instruction, else its method.
    Loop,
    /// Methods.
    Method,
    /// Classes.
    Class,
    /// Packages.
    Package,
    /// Threads.
    Thread,
}

/// The communication graph at one granularity (docs/metrics.md, “Communication”).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Communication {
    /// What its partners are.
    pub granularity: Granularity,
    /// All partners, by name; of activations and call paths those with an edge in the list.
    pub partners: Vec<Partner>,
    /// Edges, the heaviest first.
    pub edges: Vec<FlowEdge>,
    /// Edges that are not in the list, because they are lighter than all that are.
    pub left_out: LeftOut,
}

/// A producer or consumer of values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Partner {
    /// Its name.
    pub name: String,
    /// Its computation: nodes, without those of what it calls.
    pub nodes: u64,
    /// Heap values that it read.
    pub reads: u64,
    /// Their bytes.
    pub read_bytes: u64,
    /// Those that no traced code wrote.
    pub unwritten_reads: u64,
    /// Their bytes.
    pub unwritten_bytes: u64,
    /// Heap values that it wrote.
    pub writes: u64,
}

/// Values that one partner wrote and another, or the same, read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FlowEdge {
    /// Who wrote them last.
    pub producer: String,
    /// Who read them.
    pub consumer: String,
    /// How many; with a sample an estimate.
    pub values: u64,
    /// Their bytes; with a sample an estimate.
    pub bytes: u64,
    /// With a sample: the share in all values that have a producer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<Estimate>,
}

/// A share estimated from a sample.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// Values of the sample.
    pub sampled: u64,
    /// Their share in it.
    pub estimate: f64,
    /// Lower end of the confidence interval, at least 0.
    pub low: f64,
    /// Upper end, at most 1.
    pub high: f64,
}

/// What a list of edges leaves out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// Edges.
    pub edges: u64,
    /// Their values.
    pub values: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// Heap accesses of the whole run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct CommunicationTotals {
    /// Values read.
    pub reads: u64,
    /// Their bytes.
    pub read_bytes: u64,
    /// Those that no traced code wrote: default values, and what untraced code wrote.
    pub unwritten_reads: u64,
    /// Their bytes.
    pub unwritten_bytes: u64,
    /// Values read by element copies whose type the trace does not tell; they have 0 bytes.
    pub unsized_reads: u64,
    /// Values written.
    pub writes: u64,
    /// The sample, if edges and unwritten values were estimated from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<Sample>,
}

/// A sample of the values read.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Values in it.
    pub size: u64,
    /// Those that have a producer: what shares are shares of.
    pub produced: u64,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Probability of the intervals.
    pub confidence: f64,
}

/// Calls from one method to another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Call {
    /// The calling method.
    pub caller: String,
    /// The called method.
    pub callee: String,
    /// How often.
    pub count: u64,
}
