//! Shared data of tasks as data: the JSON of `paratrace shared`.

use serde::{Deserialize, Serialize};

use crate::model::Completeness;

/// Schema of [`SharedData`].
pub const SHARED_SCHEMA: &str = "paratrace.shared/1";

/// Shared data: data that tasks access and that were created outside of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SharedData {
    /// Name and version of the JSON form: [`SHARED_SCHEMA`].
    #[cfg_attr(feature = "schema", schemars(extend("const" = SHARED_SCHEMA)))]
    pub schema: String,
    /// Completeness of the trace.
    pub completeness: Completeness,
    /// Number of nodes of all threads.
    pub nodes: u64,
    /// All threads, in the order of the trace.
    pub threads: Vec<SharedThread>,
    /// Tasks in each thread that runs them, by thread and then in the order in which they began.
    pub tasks: Vec<TaskData>,
    /// Number of task instances without a strand of their own, because there are too many.
    #[serde(default)]
    pub merged_instances: u64,
    /// The strands of a parallel execution: threads and instances of task methods.
    #[serde(skip)]
    pub strands: Vec<Strand>,
    /// Whether it is known what orders the strands, beyond their starts and joins.
    #[serde(skip)]
    pub is_ordered: bool,
}

/// A thread.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SharedThread {
    /// Java's thread id.
    pub id: u64,
    /// Name of the thread.
    pub name: String,
    /// True for the thread that the program began with, which is no worker.
    pub main: bool,
    /// Number of its nodes.
    pub nodes: u64,
}

/// A task in a thread.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TaskData {
    /// Name of the thread (followed by its id) or of the method.
    pub task: String,
    /// Kind of the task.
    pub kind: TaskKind,
    /// Position of its thread in [`SharedData::threads`].
    pub thread: usize,
    /// Number of instances; those inside another instance of the task do not count.
    pub instances: u64,
    /// Number of nodes of all instances.
    pub nodes: u64,
    /// Accesses to shared fields and static fields of primitive types: counter 0.
    pub scalars: ScalarData,
    /// Shared arrays of primitive types, the most accessed first.
    pub arrays: Vec<ArrayData>,
    /// Shared arrays that are not listed.
    pub left_out: LeftOutArrays,
    /// Elements copied from and to shared arrays of which it is not known whether they hold references.
    pub untyped: Accesses,
    /// Accesses while the task ran inside another task, which counts them, too.
    pub nested: Accesses,
    /// Number of arrays, of any type, created inside.
    pub created_arrays: u64,
    /// Number of other objects that occur in the trace for the first time inside.
    pub created_objects: u64,
    /// Accesses to primitive fields of objects created inside.
    pub own_scalars: Accesses,
    /// Accesses to elements of primitive arrays created inside.
    pub own_elements: Accesses,
}

/// The kind of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum TaskKind {
    /// A thread.
    Thread,
    /// A method; each call is an instance.
    Method,
}

/// Numbers of values read and written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Accesses {
    /// Number of values read.
    pub reads: u64,
    /// Number of values written.
    pub writes: u64,
}

/// Accesses to shared scalars: counter 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScalarData {
    /// Number of values read.
    pub reads: u64,
    /// Number of values written.
    pub writes: u64,
    /// Time of the first access, in nodes of the task before it.
    pub first: Option<u64>,
    /// Time of the last access, in nodes of the task before it.
    pub last: Option<u64>,
    /// Accesses while the task ran inside no other one.
    #[serde(skip)]
    pub outermost: Accesses,
}

/// One shared array.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArrayData {
    /// Number of the array: the same for all tasks; from 1 on, in the order of creation.
    pub id: u64,
    /// Type as in Java; `byte|boolean[]` are not told apart.
    #[serde(rename = "type")]
    pub kind: String,
    /// Length of the array, if it is known.
    pub length: Option<u32>,
    /// Place of its creation.
    pub created: ArrayOrigin,
    /// Number of elements read.
    pub reads: u64,
    /// Number of elements written.
    pub writes: u64,
    /// Indices of the elements that are read.
    pub read: Indices,
    /// Indices of the elements that are written.
    pub written: Indices,
    /// Time of the first access, in nodes of the task before it.
    pub first: u64,
    /// Time of the last access, in nodes of the task before it.
    pub last: u64,
    /// Accesses while the task ran inside no other one.
    #[serde(skip)]
    pub outermost: Accesses,
}

/// The place at which an array was created.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArrayOrigin {
    /// Kind of the creation.
    pub how: Creation,
    /// Position of the thread in [`SharedData::threads`].
    pub thread: usize,
    /// Name of the method, if it is known.
    pub method: Option<String>,
    /// Source file, if known.
    pub file: Option<String>,
    /// Source line, -1 if unknown.
    pub line: i32,
}

/// The kind of an array's creation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Creation {
    /// Traced code created it by `new`.
    New,
    /// Traced code created it by `clone`.
    Clone,
    /// Untraced code created it, or it is part of an array of several dimensions. Method and line are those of its
    /// first occurrence.
    Unseen,
}

/// A set of indices.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Indices {
    /// Number of indices.
    pub elements: u64,
    /// First and last index of each range, ascending.
    pub ranges: Vec<(u32, u32)>,
    /// Number of ranges that are not listed.
    pub ranges_left_out: u64,
    /// The least and the greatest index.
    #[serde(skip)]
    pub bounds: Option<(u32, u32)>,
}

/// Arrays that are not listed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeftOutArrays {
    /// Number of arrays.
    pub arrays: u64,
    /// Number of elements read.
    pub reads: u64,
    /// Number of elements written.
    pub writes: u64,
}

/// A sequential piece of a parallel execution: a thread, or an instance of a task method.
#[derive(Debug, Clone, PartialEq)]
pub struct Strand {
    /// Position of its task in [`SharedData::tasks`], if it is one.
    pub task: Option<usize>,
    /// Position of its thread in [`SharedData::threads`].
    pub thread: usize,
    /// Number of its own nodes, without those of strands that it starts.
    pub nodes: u64,
    /// Number of accesses to shared scalars.
    pub scalars: u64,
    /// Number of accesses to elements of shared arrays.
    pub elements: u64,
    /// Time of these accesses in ns; 0 without a memory model.
    pub access_time: f64,
    /// Starts of strands: own nodes before it, and position of the started strand in [`SharedData::strands`].
    pub starts: Vec<(u64, usize)>,
    /// Waits for strands: own nodes before it, and position of the awaited strand.
    pub awaits: Vec<(u64, usize)>,
    /// Samples in between: own nodes, and number of accesses until then.
    pub samples: Vec<(u64, u64)>,
    /// What else orders it and other threads: own nodes before it.
    pub orders: Vec<(u64, Order)>,
}

/// What a thread does to others, or waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Order {
    /// It enters a monitor or lock with this number, which one thread can have at a time.
    Enters(u32),
    /// It leaves it.
    Leaves(u32),
    /// It reaches the mark with this number.
    Reaches(u32),
    /// It waits for another thread to reach it.
    Awaits(u32),
}

impl TaskData {
    /// Returns the values read and written: scalars, and elements of all arrays.
    pub fn shared(&self) -> Accesses {
        let arrays = self.arrays.iter().map(|array| (array.reads, array.writes));
        let all =
            arrays.chain([(self.scalars.reads, self.scalars.writes), (self.left_out.reads, self.left_out.writes)]);
        all.fold(Accesses::default(), |sum, (reads, writes)| Accesses {
            reads: sum.reads + reads,
            writes: sum.writes + writes,
        })
    }
}

impl SharedData {
    /// Limits the list of arrays of each task; the others are counted as left out.
    pub fn limit_arrays(&mut self, arrays: usize) {
        for task in &mut self.tasks {
            for array in task.arrays.drain(arrays.min(task.arrays.len())..) {
                task.left_out.arrays += 1;
                task.left_out.reads += array.reads;
                task.left_out.writes += array.writes;
            }
        }
    }
}
