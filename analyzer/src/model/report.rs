//! The report as data. Serialised, it is the JSON of docs/report.md; names here are names there.

use paratrace_replay::program::ConstructKind;
use serde::{Deserialize, Serialize};

use super::candidate::{Candidate, InThreads, is_zero};
use super::communication::{Communication, CommunicationTotals};
use super::dependence::{Edge, EdgeTotals};
use super::false_sharing::FalseSharing;
use super::handover::{CheckThenAct, Handover, ObjectRace};
use super::locks::Lock;
use super::simulations::{Plan, Simulations};

/// Schema of the report.
pub const SCHEMA: &str = "paratrace.report/1";

/// A report: all figures of one trace.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report {
    /// Name and version of the JSON form: [`SCHEMA`].
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: String,
    /// The program that ran.
    pub program: Program,
    /// Two sentences with which the text opens: what most of the run is, and what could run in parallel today. Empty if
    /// nothing was executed.
    #[serde(default)]
    pub opening: Vec<String>,
    /// Completeness of the trace.
    pub completeness: Completeness,
    /// Parts that were left out, because the analysis would have taken more memory than it may.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out_for_memory: Vec<Part>,
    /// Coverage: the methods that were traced, and those that were not.
    pub coverage: Coverage,
    /// Number of nodes of all threads.
    pub nodes: u64,
    /// Length of the critical path of all threads together.
    pub critical_path: u64,
    /// The same if induction chains (`i++` of loop counters) cost nothing.
    pub critical_path_without_induction: u64,
    /// Whether the critical path goes from thread to thread. If not, it is the longest of a single thread: that of the run may be longer,
    /// and its parallelism lower.
    #[serde(default)]
    pub across_threads: bool,
    /// Parallelism: nodes / critical path.
    pub parallelism: f64,
    /// Parallelism if induction chains cost nothing.
    pub parallelism_without_induction: f64,
    /// The same with what the program's threads synchronise on; absent if there is one thread, if `across_threads` is false, or if the
    /// trace does not tell of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with_synchronization: Option<WithSynchronization>,
    /// Threads in the order of the trace.
    pub threads: Vec<Thread>,
    /// Executed loops, by method and header.
    pub loops: Vec<Loop>,
    /// Executed methods, by name.
    pub methods: Vec<MethodFigures>,
    /// Loops and methods that could run in parallel, the most promising first; needs distances.
    #[serde(default)]
    pub candidates: Vec<Candidate>,
    /// Methods that several threads run already. They, and what runs inside them, are no candidates.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub in_threads: Vec<InThreads>,
    /// For each number of cores asked for, the best set of candidates of which none runs inside another; positions in
    /// `candidates`. Empty if nothing was simulated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plans: Vec<Plan>,
    /// Executed constructs, by method, head and kind; empty if distances were not asked for.
    #[serde(default)]
    pub constructs: Vec<Construct>,
    /// Number of edges that were not listed, because there are too many of them.
    #[serde(default)]
    pub edges_left_out: u64,
    /// Numbers of rows that other lists lack, because they would be too long. Figures are of the whole run all the same.
    #[serde(default, skip_serializing_if = "RowsLeftOut::is_none")]
    pub left_out: RowsLeftOut,
    /// Number of all edges, whether or not they leave a construct.
    #[serde(default)]
    pub edge_totals: EdgeTotals,
    /// Communication graphs, by granularity; empty if communication was not asked for.
    #[serde(default)]
    pub communication: Vec<Communication>,
    /// Heap accesses of the whole run.
    #[serde(default)]
    pub communication_totals: CommunicationTotals,
    /// Simulated gains of candidates, if they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub simulated: Option<Simulations>,
    /// What threads hand to each other, the most frequent first; empty if `across_threads` is false.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub handovers: Vec<Handover>,
    /// Number of reads that are in no row of kind WAR of `handovers`, whose counts are then too low: too many different sets of
    /// instructions have read a location.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub handover_reads_left_out: u64,
    /// Accesses of one location by two threads, one of them a write, that nothing orders, the most frequent first. Absent if that is not known:
    /// the JDK is not traced, methods of the program are not, or there are too many threads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub races: Option<Vec<Handover>>,
    /// Calls by which two threads use one object of the library that is for one thread at a time, as an `ArrayList`, and that nothing orders: a row
    /// for each class and pair of lines, the most frequent first. Also told if the JDK is not traced, but for objects only that the program has
    /// made; absent if events are lost, methods of the program are not traced, or there are too many threads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object_races: Option<Vec<ObjectRace>>,
    /// Updates of volatile fields, `x = x op e`, by two threads, that nothing but the field itself orders: one may overwrite the other unseen. The most
    /// frequent first; absent where `races` is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost_updates: Option<Vec<Handover>>,
    /// Pairs of calls that look at an entry of a `ConcurrentHashMap` and then change it, although another thread may change it in between, the most
    /// frequent first; absent where `races` is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checks_then_acts: Option<Vec<CheckThenAct>>,
    /// Lines of the cache that threads may pull from each other, the most often first; empty if `across_threads` is false.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub false_sharing: Vec<FalseSharing>,
    /// Number of lines that `false_sharing` lacks, because too many threads write there.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub false_sharing_lines_left_out: u64,
    /// Locks that the program's code enters, those that are held longest first; empty if only one thread runs code of the program,
    /// or `across_threads` is false.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub locks: Vec<Lock>,
    /// Number of locks that `locks` lacks, because it is not known who held them when: those that are tried, or shared by readers.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub locks_left_out: u64,
    /// Direct calls of traced code.
    pub calls: Vec<Call>,
    /// Calls of untraced code.
    pub opaque_calls: Vec<Call>,
    /// Calls of traced code by untraced code; the caller is the traced method that called the untraced code.
    pub callbacks: Vec<Call>,
}

/// The critical path of the run if nodes also wait for what their threads have acquired.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WithSynchronization {
    /// Its length.
    pub critical_path: u64,
    /// Nodes / critical path.
    pub parallelism: f64,
}

/// Numbers of rows that the lists of a report lack: those with the fewest nodes, or calls. A list that is not named is whole.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct RowsLeftOut {
    /// Candidates: those that gain least.
    #[serde(skip_serializing_if = "is_zero")]
    pub candidates: u64,
    /// Loops; of each method, all loops are listed or none.
    #[serde(skip_serializing_if = "is_zero")]
    pub loops: u64,
    /// Methods.
    #[serde(skip_serializing_if = "is_zero")]
    pub methods: u64,
    /// Constructs without an edge in the list.
    #[serde(skip_serializing_if = "is_zero")]
    pub constructs: u64,
    /// Pairs of caller and callee in `calls`.
    #[serde(skip_serializing_if = "is_zero")]
    pub calls: u64,
    /// The same in `opaque_calls`.
    #[serde(skip_serializing_if = "is_zero")]
    pub opaque_calls: u64,
    /// The same in `callbacks`.
    #[serde(skip_serializing_if = "is_zero")]
    pub callbacks: u64,
    /// Rows of `handovers`.
    #[serde(skip_serializing_if = "is_zero")]
    pub handovers: u64,
    /// Rows of `false_sharing`.
    #[serde(skip_serializing_if = "is_zero")]
    pub false_sharing: u64,
    /// Rows of `locks`.
    #[serde(skip_serializing_if = "is_zero")]
    pub locks: u64,
    /// Methods in `coverage.untraced`, first those without code.
    #[serde(skip_serializing_if = "is_zero")]
    pub untraced: u64,
}

impl RowsLeftOut {
    /// Returns whether all lists are whole.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

/// The traced program.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Program {
    /// Main class or jar, if known.
    pub main: Option<String>,
    /// Arguments of the program.
    pub args: Vec<String>,
    /// SHA-256 of its program map, in hexadecimal: equal for runs of the same traced program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<String>,
}

/// Completeness: what is missing from the trace, or could not be understood.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Completeness {
    /// True if everything that ran is in the figures.
    pub complete: bool,
    /// Kinds of causes why something is missing.
    #[serde(default)]
    pub causes: Vec<Cause>,
    /// Number of events that the program recorded, as far as known: control and data values, including lost ones.
    #[serde(default)]
    pub events: u64,
    /// Number of events in no figure: lost, in missing or damaged chunks, or impossible to replay.
    #[serde(default)]
    pub missing_events: u64,
    /// Bytes of the trace that hold events, and those that cannot be read.
    #[serde(default)]
    pub bytes: u64,
    /// Bytes whose events are in no figure.
    #[serde(default)]
    pub missing_bytes: u64,
    /// Number of events that the traced program had to drop.
    pub lost_events: u64,
    /// Number of path ids that were read but could not be used.
    pub unread_events: u64,
    /// Number of data values that were read but could not be used.
    pub unread_data: u64,
    /// Number of entries into methods where the map expects none.
    pub unexpected_entries: u64,
    /// Number of activations whose end was not recorded.
    pub unrecorded_exits: u64,
    /// Number of instances of regions nested too deeply to be measured.
    pub unmeasured_regions: u64,
    /// How objects were identified.
    #[serde(default, skip_serializing_if = "Identity::is_unknown")]
    pub identity: Identity,
    /// Reasons why the trace is not complete, in words.
    pub reasons: Vec<String>,
    /// Remarks that do not make it incomplete.
    pub notes: Vec<String>,
}

impl Completeness {
    /// Returns the completeness of results that have no such field.
    pub(crate) fn whole() -> Self {
        Self { complete: true, ..Self::default() }
    }

    /// Adds a cause: something is missing.
    pub(crate) fn add(&mut self, cause: Cause, reason: String) {
        self.complete = false;
        if !self.causes.contains(&cause) {
            self.causes.push(cause);
        }
        self.reasons.push(reason);
    }
}

/// The cause why something is missing, which decides what to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// Events do not fit the program map, or are more or fewer than the code can have made.
    Unreplayable,
    /// A critical path is longer than the analysis can measure.
    TooLong,
    /// The analysis may take no more memory.
    Memory,
}

/// A part of an analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// Communication.
    Communication,
    /// Dependences, and what follows from them: candidates, advice, gains.
    Dependences,
}

/// Identification of arrays and objects, summed over threads.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Identity {
    /// Number of objects of traced classes, identified by a unique number.
    pub by_number: u64,
    /// Number of arrays and other objects, identified by their identity hash.
    pub by_hash: u64,
    /// Number of these whose creation was recorded.
    pub created: u64,
    /// Number of those created with a hash that another object already had; whether that one was still alive is not
    /// recorded.
    pub reused: u64,
    /// Upper bound of the expected number of objects taken for another one: those in `reused` that chance explains, and the
    /// expected coincidences among the others.
    pub expected_coincidences: f64,
}

impl Identity {
    /// Returns whether objects were not counted.
    fn is_unknown(&self) -> bool {
        *self == Identity::default()
    }
}

/// Coverage: the methods of the program that were traced, and those that were not.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Coverage {
    /// Number of the program's classes.
    pub classes: u64,
    /// Number of their methods.
    pub methods: u64,
    /// Number of traced methods.
    pub traced: u64,
    /// Methods that are not traced.
    pub untraced: Vec<Untraced>,
    /// Number of untraced methods by reason.
    pub untraced_by_reason: std::collections::BTreeMap<String, u64>,
    /// Values that calls pass to code whose effect is not known.
    #[serde(default)]
    pub blind: Blind,
    /// The JDK that the program ran on.
    #[serde(default)]
    pub jdk: JdkCoverage,
}

/// Whether what the program does in the JDK was traced, too. If not, values that pass through the JDK's collections count as one
/// state, and what the JDK executes does not count.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JdkCoverage {
    /// True if the program ran on a traced JDK.
    pub traced: bool,
    /// Number of methods of its `java.base`; 0 if it is not traced.
    pub methods: u64,
    /// Number of those that are traced.
    pub traced_methods: u64,
    /// Number of nodes that were only counted: those of calls by the program whose effects are known. They are in all other figures; what
    /// depends on what inside of these calls is not followed.
    #[serde(default, skip_serializing_if = "super::candidate::is_zero")]
    pub counted_nodes: u64,
    /// Reason why it is not traced, in words, if the run knew one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why_not: Option<String>,
}

/// Values that calls pass to untraced code of which the table of the library does not say what it does to state. A call
/// passes its arguments, the receiver included, and its result.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Blind {
    /// Number of values that all calls of traced code pass.
    pub passed: u64,
    /// Number of those passed to code whose effect is not known.
    pub values: u64,
    /// `values` / `passed`, from 0 to 1.
    pub share: f64,
    /// The methods that get most of them, at most 20.
    pub callees: Vec<BlindCallee>,
}

/// An untraced method whose effect is not known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BlindCallee {
    /// Name of the method.
    pub callee: String,
    /// Number of its calls.
    pub calls: u64,
    /// Number of values that they pass.
    pub values: u64,
}

/// A method that is not traced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Untraced {
    /// Name of the method.
    pub method: String,
    /// Reason why it is not traced.
    pub reason: String,
}

/// Figures of a thread.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Thread {
    /// Java's thread id.
    pub id: u64,
    /// Name of the thread; “virtual thread” with its number for one without.
    pub name: String,
    /// Number of nodes.
    pub nodes: u64,
    /// Number of nodes in methods of the program: all but those of a traced JDK. The JVM's own threads have none.
    #[serde(default)]
    pub own_nodes: u64,
    /// Length of the critical path.
    pub critical_path: u64,
    /// Length of the critical path if induction chains cost nothing.
    pub critical_path_without_induction: u64,
    /// Parallelism: nodes / critical path.
    pub parallelism: f64,
}

/// Figures of a loop (docs/metrics.md, “Loops and methods”).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Loop {
    /// Name of its method.
    pub method: String,
    /// Bytecode offset of its header.
    pub header_pc: u32,
    /// Source file, if known.
    pub file: Option<String>,
    /// Line of the header, -1 if unknown.
    pub line: i32,
    /// Nesting depth; 0 for an outermost loop of its method.
    pub depth: u32,
    /// True if control enters the loop only at its header.
    pub reducible: bool,
    /// Number of instances.
    pub instances: u64,
    /// Number of iterations: executions of the header.
    pub iterations: u64,
    /// Number of iterations as the source counts them: without those that ended the loop at the test at its top.
    #[serde(default)]
    pub rounds: Option<u64>,
    /// Sum of the nodes of the instances.
    pub nodes: u64,
    /// Sum of the critical paths of the instances.
    pub critical_path: u64,
    /// Parallelism: nodes / critical path.
    pub parallelism: f64,
    /// Influence: share of outermost instances in all nodes, 0 to 1.
    pub influence: f64,
    /// Gain: influence² · parallelism.
    pub gain: f64,
    /// Amdahl bound of the whole program's speed-up.
    pub amdahl: f64,
    /// Self-parallelism: sum of the critical paths of the iterations / critical path.
    pub self_parallelism: f64,
}

/// Figures of a method (docs/metrics.md, “Loops and methods”).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MethodFigures {
    /// Name of the method.
    pub method: String,
    /// Source file, if known.
    pub file: Option<String>,
    /// First line of the method, -1 if unknown.
    pub line: i32,
    /// Jar that its class came from; missing for a class in a directory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jar: Option<String>,
    /// Number of activations.
    pub activations: u64,
    /// Sum of the nodes of the activations, callees included.
    pub nodes: u64,
    /// Number of nodes of the method itself.
    pub own_nodes: u64,
    /// Sum of the critical paths of the activations.
    pub critical_path: u64,
    /// Parallelism: nodes / critical path.
    pub parallelism: f64,
    /// Influence: share of outermost activations in all nodes, 0 to 1.
    pub influence: f64,
    /// Gain: influence² · parallelism.
    pub gain: f64,
    /// Amdahl bound of the whole program's speed-up.
    pub amdahl: f64,
    /// Self-parallelism: (sum of the critical paths of children + other nodes) / critical path.
    pub self_parallelism: f64,
}

/// A construct (docs/metrics.md, “Dependence distances”).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Construct {
    /// Name of its method.
    pub method: String,
    /// Kind of the construct.
    pub kind: ConstructKind,
    /// Bytecode offset of the method's first instruction, the loop's header, or the predicate.
    pub head_pc: u32,
    /// Source file, if known.
    pub file: Option<String>,
    /// Line of the head, -1 if unknown.
    pub line: i32,
    /// Number of instances.
    pub instances: u64,
    /// Sum of the nodes of the instances.
    pub duration_total: u64,
    /// Mean number of nodes of an instance (Tdur).
    pub duration_mean: f64,
    /// Number of violating occurrences of RAW edges.
    pub violating_raw: u64,
    /// Dependences that leave its instances, by kind, head and tail.
    pub edges: Vec<Edge>,
    /// Number of its edges that were not listed, because the program has too many of them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub edges_left_out: u64,
}

/// Calls from one method to another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Call {
    /// Name of the calling method.
    pub caller: String,
    /// Name of the called method.
    pub callee: String,
    /// Number of calls.
    pub count: u64,
}
