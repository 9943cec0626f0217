//! Compiled paths: a recipe that takes the recorded data, and micro-operations over depths.

use super::flow::Flow;
use crate::paths::accesses::Script;
use paratrace_traceformat::map::{ClassId, InstructionId, Ranges};

/// The cost of nodes under both cost models at once, because they differ in numbers only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cost {
    /// Cost when every node costs 1.
    pub unit: u32,
    /// Cost when an `iinc` of its loop's own counter costs nothing.
    pub free: u32,
}

impl Cost {
    /// No cost.
    pub const ZERO: Cost = Cost { unit: 0, free: 0 };
    /// The cost of an ordinary node.
    pub const NODE: Cost = Cost { unit: 1, free: 1 };
    /// The cost of an `iinc` of its loop's own counter.
    pub const INDUCTION: Cost = Cost { unit: 1, free: 0 };

    /// Returns the sum under each model.
    pub fn plus(self, other: Cost) -> Cost {
        Cost { unit: self.unit + other.unit, free: self.free + other.free }
    }

    /// Returns the greater cost under each model.
    pub fn max(self, other: Cost) -> Cost {
        Cost { unit: self.unit.max(other.unit), free: self.free.max(other.free) }
    }

    /// Returns whether the cost is at most the other one, under both models.
    pub fn within(self, other: Cost) -> bool {
        self.unit <= other.unit && self.free <= other.free
    }
}

/// A depth as micro-operations compute it: `max(temp + add, floor)`. Temp 0 is always 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Depth {
    /// The temp that it is computed from.
    pub temp: u32,
    /// The addend.
    pub add: Cost,
    /// The least value.
    pub floor: Cost,
    /// The value of the path's data flow that has this depth; micro-operations ignore it.
    pub value: u32,
}

/// A memory location of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// A cell of the activation's frame; cell 0 takes the returned value.
    Frame(u32),
    /// The n-th slot that the replay resolved for this path.
    Resolved(u32),
    /// A static field: a slot known when the path is compiled.
    Static(u32),
    /// The exception in flight.
    Exception,
}

/// One operation over depths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the sentence of a variant names its fields")]
pub enum Micro {
    /// `temp = frame cell`
    LoadFrame { temp: u32, cell: u32 },
    /// `temp = resolved slot`
    LoadSlot { temp: u32, slot: u32 },
    /// `temp = slot`
    LoadStatic { temp: u32, slot: u32 },
    /// `temp = exception`
    LoadException { temp: u32 },
    /// `temp = max(a + add_a, b + add_b, floor)`
    Join { temp: u32, a: u32, add_a: Cost, b: u32, add_b: Cost, floor: Cost },
    /// `frame cell = value`
    StoreFrame { cell: u32, value: Depth },
    /// `resolved slot = value`
    StoreSlot { slot: u32, value: Depth },
    /// `slot = value`
    StoreStatic { slot: u32, value: Depth },
    /// `exception = value`
    StoreException { value: Depth },
    /// Raises the greatest depth so far to at least this value.
    Max { value: Depth },
    /// Leaves region levels.
    Exit { levels: u32 },
    /// Releases the next thing that the script releases: what was raised so far comes before it.
    Release,
    /// Copies elements: each gets `cost + max(value, source)`; `temp` becomes the maximum of `value` and all sources.
    Copy { temp: u32, value: Depth, cost: Cost },
}

/// The micro-operations of one variant of a path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Micros {
    /// The operations, in the order of execution.
    pub ops: Vec<Micro>,
    /// Number of temps in use, temp 0 included.
    pub temps: u32,
}

impl Micro {
    /// Returns one more than the greatest frame cell, and than the greatest temp, that the operation touches. The
    /// engine's memory safety rests on these bounds.
    fn bounds(&self) -> (u32, u32) {
        match *self {
            Micro::LoadFrame { temp, cell } => (cell + 1, temp + 1),
            Micro::LoadSlot { temp, .. } | Micro::LoadStatic { temp, .. } | Micro::LoadException { temp } => {
                (0, temp + 1)
            }
            Micro::Join { temp, a, b, .. } => (0, temp.max(a).max(b) + 1),
            Micro::StoreFrame { cell, value } => (cell + 1, value.temp + 1),
            Micro::StoreSlot { value, .. } | Micro::StoreStatic { value, .. } => (0, value.temp + 1),
            Micro::StoreException { value } | Micro::Max { value } => (0, value.temp + 1),
            Micro::Exit { .. } | Micro::Release => (0, 0),
            Micro::Copy { temp, value, .. } => (0, temp.max(value.temp) + 1),
        }
    }
}

impl Micros {
    /// Corrects the number of temps, and returns one more than the greatest frame cell in use.
    pub fn bound(&mut self) -> u32 {
        let (cells, temps) = self
            .ops
            .iter()
            .map(Micro::bounds)
            .fold((0, self.temps), |(cells, temps), (c, t)| (cells.max(c), temps.max(t)));
        self.temps = temps;
        cells
    }
}

/// A place where a path leaves loops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exit {
    /// Number of levels left; a loop has two.
    pub levels: u32,
    /// Number of nodes of the path before it.
    pub before: u32,
    /// Whether the innermost of the loops is left at its test.
    pub tested: bool,
}

/// A compiled path, as the analyses get it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Program {
    /// Number of instructions executed.
    pub nodes: u32,
    /// Number of frame cells that it may touch.
    pub reach: u32,
    /// Number of slots that the replay resolves; element copies follow them.
    pub slots: u32,
    /// The places where the path leaves loops.
    pub exits: Vec<Exit>,
    /// Whether the edge at its end leaves a loop at its test.
    pub tested: bool,
    /// Its effect on depths.
    pub micros: Micros,
    /// Its reads and writes.
    pub script: Script,
    /// Its data flow node by node; empty unless the compiler was asked for it.
    pub flow: Flow,
}

/// A name space of identities.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Space {
    /// Object numbers.
    Number = 0,
    /// Identity hashes.
    Hash = 1,
    /// Values of `int`s, for array indices. Any value is possible, so "unknown" cannot be told from a value here; the
    /// map says which are known.
    Int = 2,
    /// Identity hashes of objects whose monitors are entered and left, as they are recorded: they are resolved only for who asks
    /// ([`Step::Enter`]).
    Monitor = 3,
}

impl Space {
    /// All name spaces.
    pub const ALL: [Space; 4] = [Space::Number, Space::Hash, Space::Int, Space::Monitor];
}

/// One step of a path's recipe: it takes recorded data or resolves locations. Registers hold entities and indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the sentence of a variant names its fields")]
pub enum Step {
    /// Takes an identity.
    Identity { space: Space, to: u32 },
    /// Takes an array index.
    Index { to: u32 },
    /// Sets a register to an `int` constant.
    Constant { value: i32, to: u32 },
    /// Adds a constant to an `int`.
    Add { from: u32, by: i32, to: u32 },
    /// Computes an `int` as an instruction does.
    Arithmetic { opcode: u8, a: u32, b: u32, to: u32 },
    /// Loads the known identity or index of a frame cell's value.
    Known { cell: u32, space: Space, to: u32, insn: InstructionId },
    /// Resolves the monitor of the object whose hash is in a register; the activation holds it from now on.
    Enter { from: u32 },
    /// The same of a class whose hash is not recorded: its monitor is another one than that which blocks enter by its hash.
    EnterClass { class: ClassId },
    /// Resolves the monitor of the object whose hash is in a register, as the activation has entered it; it holds it no longer.
    Leave { from: u32 },
    /// Resolves the monitor of an object.
    Monitor { object: u32 },
    /// Resolves a field of an object.
    Field { object: u32, index: u32 },
    /// Resolves an array element.
    Element { array: u32, index: u32 },
    /// Resolves a field of an object for a call that accesses it, if there is an object.
    FieldOfCall { object: u32, index: u32 },
    /// Resolves an element for a call that accesses it, if there is an array.
    ElementOfCall { array: u32, index: u32 },
    /// Resolves the state of an object, then so many elements of it, as far as the call accesses them. The object, the first and the last
    /// index are in registers that follow each other.
    MemoryOfCall { object: u32, bytes: u8 },
    /// Resolves a field that is accessed by reflection, if there is one. Its number, and the number and the hash of the object, are in
    /// registers that follow each other.
    Reflected { field: u32 },
    /// Takes the hash of an object and resolves its opaque state.
    State { to: u32 },
    /// Notes an array of references that the call at the end of the path is given.
    Given { array: u32 },
    /// Notes an object that the result of the call at the end of the path may share state with.
    Source { from: u32 },
    /// Takes the hash of the object that a call inside this path returned, which may share state with another one.
    Returned { source: u32 },
    /// Takes the hash of the object that the call before this path returned.
    ReturnedBefore,
    /// Notes that an object that was initialised may share state with another one.
    Shares { object: u32, source: u32 },
    /// Notes the same of the object that the call before this path initialised.
    SharesBefore,
    /// Takes the class of a call's receiver.
    Class { site: u32, last: bool },
    /// Takes and performs an `arraycopy`.
    Copy { from: u32, to: u32 },
    /// Takes the data of an `arraycopy` that threw.
    SkipCopy { from: u32, to: u32 },
    /// Takes the clone's hash and length.
    Clone { from: u32, to: u32, insn: InstructionId },
    /// Takes the ranges of elements that a call reads and writes, and performs that. The last call of a path may turn out to enter traced
    /// code, which tells what it does.
    Elements { ranges: Ranges, throws: bool, last: bool },
    /// Takes the hash and length of the array that a call returned, and writes all its elements.
    Filled { is_new: bool, insn: InstructionId },
    /// Takes the hash of a created array, whose length is `NONE` if it is no constant.
    Created { to: u32, insn: InstructionId, length: u32 },
    /// Notes an object that a constructor call initialises; its hash comes after the call.
    Fresh { to: u32 },
    /// Takes the hash of the object that a call inside this path initialised, and resolves its state.
    Initialised { object: u32 },
    /// Takes the hash of the object that the call before this path initialised, and resolves its state.
    InitialisedBefore,
    /// Saves the identity or index of a frame cell's value.
    Save { cell: u32, space: Space, from: u32 },
    /// Forgets the identity of a frame cell's value.
    Forget { cell: u32, space: Space },
    /// Fails: the map has an access whose object was never recorded.
    Unknown { insn: InstructionId },
}

impl Step {
    /// Returns the number of recorded values that the step takes.
    pub fn values(self) -> u64 {
        match self {
            Self::Copy { .. } | Self::SkipCopy { .. } => 5,
            Self::Clone { .. } | Self::Filled { .. } => 2,
            Self::Elements { ranges, .. } => 3 * ranges.count() as u64,
            Self::Identity { .. } | Self::Index { .. } | Self::State { .. } | Self::Class { .. } => 1,
            Self::Returned { .. } | Self::ReturnedBefore | Self::Created { .. } => 1,
            Self::Initialised { .. } | Self::InitialisedBefore => 1,
            _ => 0,
        }
    }
}

/// The recipe of a path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recipe {
    /// Steps up to the end of the path, without `saves`.
    pub steps: Vec<Step>,
    /// Steps that save identities in the frame behind the path.
    pub saves: Vec<Step>,
    /// Number of registers in use.
    pub registers: u32,
}
