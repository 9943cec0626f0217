//! What a path is compiled to: a recipe for its data, and micro-operations over depths.

use super::flow::Flow;
use crate::paths::accesses::Script;

/// What nodes cost under both cost models at once: they differ in numbers only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cost {
    /// Every node costs 1.
    pub unit: u32,
    /// The same, but an `iinc` of its loop's own counter costs nothing.
    pub free: u32,
}

impl Cost {
    /// Nothing.
    pub const ZERO: Cost = Cost { unit: 0, free: 0 };
    /// An ordinary node.
    pub const NODE: Cost = Cost { unit: 1, free: 1 };
    /// An `iinc` of its loop's own counter.
    pub const INDUCTION: Cost = Cost { unit: 1, free: 0 };

    /// The sum under each model.
    pub fn plus(self, other: Cost) -> Cost {
        Cost { unit: self.unit + other.unit, free: self.free + other.free }
    }

    /// The greater one under each model.
    pub fn max(self, other: Cost) -> Cost {
        Cost { unit: self.unit.max(other.unit), free: self.free.max(other.free) }
    }

    /// At most the other one under both models.
    pub fn within(self, other: Cost) -> bool {
        self.unit <= other.unit && self.free <= other.free
    }
}

/// A depth as the micro-operations see it: `max(temp + add, floor)`. Temp 0 is always 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Depth {
    /// The temp that it is computed from.
    pub temp: u32,
    /// What comes on top.
    pub add: Cost,
    /// The least value.
    pub floor: Cost,
    /// Which value of the path's data flow has it; micro-operations do not look at it.
    pub value: u32,
}

/// A memory location of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Cell of the activation's frame; 0 takes the returned value.
    Frame(u32),
    /// The n-th slot that the replay resolved for this path.
    Resolved(u32),
    /// A static field: a slot known when the path is compiled.
    Static(u32),
    /// The exception in flight.
    Exception,
}

/// One step over depths.
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
    /// The greatest depth so far is at least this.
    Max { value: Depth },
    /// Loops are left.
    Exit { levels: u32 },
    /// Elements are copied: each gets `cost + max(value, source)`; `temp` becomes the maximum of `value` and all sources.
    Copy { temp: u32, value: Depth, cost: Cost },
}

/// Micro-operations of one variant of a path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Micros {
    /// In the order of execution.
    pub ops: Vec<Micro>,
    /// Temps in use, temp 0 included.
    pub temps: u32,
}

impl Micro {
    /// One more than the greatest frame cell, and than the greatest temp, that it touches. The engine's memory safety
    /// rests on these bounds.
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
            Micro::Exit { .. } => (0, 0),
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

/// Where a path leaves loops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exit {
    /// Levels left: a loop has two.
    pub levels: u32,
    /// Nodes of the path before it.
    pub before: u32,
    /// The innermost of the loops is left at its test.
    pub tested: bool,
}

/// A compiled path, as the engines get it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Program {
    /// Instructions executed.
    pub nodes: u32,
    /// Frame cells that it may touch.
    pub reach: u32,
    /// Number of slots that the replay resolves; element copies follow them.
    pub slots: u32,
    /// Loops left inside the path.
    pub exits: Vec<Exit>,
    /// The edge at its end leaves a loop at its test.
    pub tested: bool,
    /// What it does to depths.
    pub micros: Micros,
    /// What it reads and writes.
    pub script: Script,
    /// Its data flow node by node, if somebody wants to know it.
    pub flow: Flow,
}

/// Name space of an identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Space {
    /// Object numbers.
    Number = 0,
    /// Identity hashes.
    Hash = 1,
    /// Values of `int`s, for array indices. Any value is possible, so "unknown" cannot be told from a value here; the map says
    /// what is known.
    Int = 2,
}

impl Space {
    /// All name spaces.
    pub const ALL: [Space; 3] = [Space::Number, Space::Hash, Space::Int];
}

/// One step of a path's recipe: takes data, finds locations. Registers hold entities and indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the sentence of a variant names its fields")]
pub enum Step {
    /// Takes an identity.
    Identity { space: Space, to: u32 },
    /// Takes an array index.
    Index { to: u32 },
    /// An `int` constant.
    Constant { value: i32, to: u32 },
    /// An `int` plus a constant.
    Add { from: u32, by: i32, to: u32 },
    /// An `int` computed by an instruction.
    Arithmetic { opcode: u8, a: u32, b: u32, to: u32 },
    /// What a frame cell's value is known to be.
    Known { cell: u32, space: Space, to: u32, insn: u32 },
    /// Resolves a field of an object.
    Field { object: u32, index: u32 },
    /// Resolves an array element.
    Element { array: u32, index: u32 },
    /// Takes the hash of an object and resolves its opaque state.
    State { to: u32 },
    /// Takes the class of a call's receiver.
    Class { site: u32, last: bool },
    /// Takes and performs an `arraycopy`.
    Copy { from: u32, to: u32 },
    /// Takes the data of an `arraycopy` that threw.
    SkipCopy { from: u32, to: u32 },
    /// Takes the clone's hash and length.
    Clone { from: u32, to: u32, insn: u32 },
    /// Takes the hash of a created array, whose length is `NONE` if it is no constant.
    Created { to: u32, insn: u32, length: u32 },
    /// An object that a constructor call initialises; its hash comes after the call.
    Fresh { to: u32 },
    /// Takes the hash of the object that a call inside this path initialised, resolves its state.
    Initialised { object: u32 },
    /// The same for the call before this path.
    InitialisedBefore,
    /// A frame cell's value has this identity from now on.
    Save { cell: u32, space: Space, from: u32 },
    /// A frame cell's value has no known identity from now on.
    Forget { cell: u32, space: Space },
    /// The map has an access whose object was never recorded.
    Unknown { insn: u32 },
}

/// A path's recipe.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recipe {
    /// Up to the end of the path, but for `saves`.
    pub steps: Vec<Step>,
    /// What the frame knows afterwards.
    pub saves: Vec<Step>,
    /// Registers in use.
    pub registers: u32,
}
