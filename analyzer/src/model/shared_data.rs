//! Shared data of tasks as data: the JSON of `paratrace shared`.

use serde::{Deserialize, Serialize};

use crate::model::Completeness;

/// Schema of [`SharedData`].
pub const SHARED_SCHEMA: &str = "paratrace.shared/1";

/// What tasks access that was created outside of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SharedData {
    /// [`SHARED_SCHEMA`].
    pub schema: String,
    /// What is missing.
    pub completeness: Completeness,
    /// Nodes of all threads.
    pub nodes: u64,
    /// All threads, in the order of the trace.
    pub threads: Vec<SharedThread>,
    /// Tasks, each in each thread that runs it, by thread and then in the order in which they began.
    pub tasks: Vec<TaskData>,
    /// Instances of tasks that are no strand of their own, because there are too many.
    #[serde(default)]
    pub merged_instances: u64,
    /// What a parallel execution consists of: threads and instances of task methods.
    #[serde(skip)]
    pub strands: Vec<Strand>,
}

/// A thread.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SharedThread {
    /// Java's id.
    pub id: u64,
    /// Its name.
    pub name: String,
    /// It is the thread that the program began with, and no worker.
    pub main: bool,
    /// Its nodes.
    pub nodes: u64,
}

/// A task in a thread.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TaskData {
    /// Name of the thread (id behind it) or the method.
    pub task: String,
    /// What it is.
    pub kind: TaskKind,
    /// Position of its thread in [`SharedData::threads`].
    pub thread: usize,
    /// How often it ran, instances within itself not counted.
    pub instances: u64,
    /// Nodes of all instances.
    pub nodes: u64,
    /// Shared fields and static fields of primitive types: counter 0.
    pub scalars: ScalarData,
    /// Shared arrays of primitive types, the most accessed first.
    pub arrays: Vec<ArrayData>,
    /// Shared arrays that are not listed.
    pub left_out: LeftOutArrays,
    /// Elements copied from and to shared arrays of which nothing tells whether they hold references.
    pub untyped: Accesses,
    /// Accesses while it ran within another task, which count there, too.
    pub nested: Accesses,
    /// Arrays, of any type, created inside.
    pub created_arrays: u64,
    /// Other objects that the trace speaks of for the first time inside.
    pub created_objects: u64,
    /// Accesses to primitive fields of objects created inside.
    pub own_scalars: Accesses,
    /// Accesses to elements of primitive arrays created inside.
    pub own_elements: Accesses,
}

/// What a task is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TaskKind {
    /// A thread.
    Thread,
    /// A method: each call is an instance.
    Method,
}

/// Values read and written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Accesses {
    /// Read.
    pub reads: u64,
    /// Written.
    pub writes: u64,
}

/// Counter 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScalarData {
    /// Values read.
    pub reads: u64,
    /// Values written.
    pub writes: u64,
    /// First access, in nodes of the task before it.
    pub first: Option<u64>,
    /// Last access.
    pub last: Option<u64>,
    /// Those while the task ran within no other one.
    #[serde(skip)]
    pub outermost: Accesses,
}

/// One shared array.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArrayData {
    /// Its number: the same for all tasks; from 1 on, in the order of creation.
    pub id: u64,
    /// Type as in Java; `byte|boolean[]` are not told apart.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its length, if the trace tells it.
    pub length: Option<u32>,
    /// Where it was created.
    pub created: ArrayOrigin,
    /// Elements read.
    pub reads: u64,
    /// Elements written.
    pub writes: u64,
    /// Which elements are read.
    pub read: Indices,
    /// Which are written.
    pub written: Indices,
    /// First access, in nodes of the task before it.
    pub first: u64,
    /// Last access.
    pub last: u64,
    /// Accesses while the task ran within no other one.
    #[serde(skip)]
    pub outermost: Accesses,
}

/// Where an array was created.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArrayOrigin {
    /// How.
    pub how: Creation,
    /// Position of the thread in [`SharedData::threads`].
    pub thread: usize,
    /// Method, if one is known.
    pub method: Option<String>,
    /// Source file, if known.
    pub file: Option<String>,
    /// Line; -1 if unknown.
    pub line: i32,
}

/// How an array was created.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Creation {
    /// By traced code: `new`.
    New,
    /// By traced code: `clone`.
    Clone,
    /// By untraced code, or as a part of an array of several dimensions: method and line are where it occurs first.
    Unseen,
}

/// A set of indices.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Indices {
    /// How many.
    pub elements: u64,
    /// First and last index of each range, ascending.
    pub ranges: Vec<(u32, u32)>,
    /// Ranges that are not listed.
    pub ranges_left_out: u64,
    /// The first and the last of all.
    #[serde(skip)]
    pub bounds: Option<(u32, u32)>,
}

/// Arrays that are not listed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOutArrays {
    /// How many.
    pub arrays: u64,
    /// Elements read.
    pub reads: u64,
    /// Elements written.
    pub writes: u64,
}

/// What runs one after the other in a parallel execution: a thread, or an instance of a task method.
#[derive(Debug, Clone, PartialEq)]
pub struct Strand {
    /// Position of its task in [`SharedData::tasks`], if it is one.
    pub task: Option<usize>,
    /// Position of its thread in [`SharedData::threads`].
    pub thread: usize,
    /// Its own nodes, without those of strands that it starts.
    pub nodes: u64,
    /// Accesses to shared scalars.
    pub scalars: u64,
    /// Accesses to elements of shared arrays.
    pub elements: u64,
    /// How long those take, ns, if a memory told it.
    pub access_time: f64,
    /// Own nodes before it starts a strand, and which: its position in [`SharedData::strands`].
    pub starts: Vec<(u64, usize)>,
    /// The same for those that it waits for.
    pub awaits: Vec<(u64, usize)>,
    /// Own nodes, and accesses until then, at a few points in between.
    pub samples: Vec<(u64, u64)>,
}

impl TaskData {
    /// Values read and written: scalars, and elements of all arrays.
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
    /// Lists at most so many arrays of each task.
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
