//! The JSON of `paratrace estimate`. Its fields are in the order of the alphabet.

use paratrace_instrumenter::{Estimate, EstimatedAccess, EstimatedMethod};
use serde::Serialize;

/// Schema of [`Document`].
const SCHEMA: &str = "paratrace.estimate/1";

/// Estimate: the instructions of tasks that may access shared data, from class files.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(in crate::commands) struct Document<'e> {
    /// Arrays that may be shared; their numbers count from 1.
    arrays: &'e [String],
    /// Number of counters that tasks need.
    counters: Counters,
    /// All methods that the tasks may reach, in the order in which they were found.
    methods: Vec<Method<'e>>,
    /// Name and version of the JSON form.
    #[cfg_attr(test, schemars(extend("const" = SCHEMA)))]
    schema: &'static str,
    /// Tasks: `pkg.Class.method`.
    tasks: &'e [String],
}

/// Numbers of counters: instructions that may access shared scalars or array elements.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Counters {
    /// Number of instructions that read.
    reads: usize,
    /// Number of instructions that write.
    writes: usize,
}

/// A method that a task may reach.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Method<'e> {
    /// Accesses that may be to shared data, in the order of the code.
    accesses: Vec<Access<'e>>,
    /// True if the Java library may call it.
    called_back: bool,
    /// Name and descriptor: `pkg/Class.name(desc)ret`.
    method: &'e str,
    /// Number of accesses that surely are to the task's own data.
    own: usize,
}

/// An access that may be to shared data.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Access<'e> {
    /// Numbers of the arrays that it may be an element of, from 1.
    arrays: &'e [usize],
    /// True if it depends on the run whether it is to shared data.
    depends: bool,
    /// Field, of a scalar.
    field: Option<&'e str>,
    /// Kind of the data: `scalar`, `element`, `reference` or `copy`.
    #[cfg_attr(test, schemars(extend("enum" = ["scalar", "element", "reference", "copy"])))]
    kind: &'static str,
    /// Source line, if known.
    line: Option<u16>,
    /// Bytecode offset of the instruction.
    pc: u32,
    /// True if it writes.
    write: bool,
}

impl<'e> Document<'e> {
    pub(super) fn new(found: &'e Estimate) -> Self {
        let (reads, writes) = found.counters();
        Self {
            arrays: &found.arrays,
            counters: Counters { reads, writes },
            methods: found.methods.iter().map(Method::new).collect(),
            schema: SCHEMA,
            tasks: &found.tasks,
        }
    }
}

impl<'e> Method<'e> {
    fn new(found: &'e EstimatedMethod) -> Self {
        Self {
            accesses: found.accesses.iter().map(Access::new).collect(),
            called_back: found.called_back,
            method: &found.method,
            own: found.own,
        }
    }
}

impl<'e> Access<'e> {
    fn new(found: &'e EstimatedAccess) -> Self {
        Self {
            arrays: &found.arrays,
            depends: found.depends,
            field: found.field.as_deref(),
            kind: found.kind,
            line: found.line,
            pc: found.pc,
            write: found.write,
        }
    }
}
