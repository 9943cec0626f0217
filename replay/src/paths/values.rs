//! Symbolic values of a path: identities.

use paratrace_traceformat::map::NONE;

use super::program::{Depth, Space, Step};
use crate::paths::accesses::Origin;

/// Where an identity is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// Nowhere.
    Unknown,
    /// In the frame, if this cell's value was known when the path began.
    Cell(u32),
    /// In a register of the recipe.
    Register(u32),
    /// An `int` constant.
    Constant(i32),
    /// The value of another identity plus a constant.
    Added(u32, i32),
    /// Computed from the values of two others (twice the same, if it takes one).
    Computed(u8, u32, u32),
}

/// A value: what it depends on, and which object it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Value {
    pub depth: Deep,
    /// Number of its identity; copies share it.
    pub identity: u32,
    /// Which operand-stack entry it is.
    pub origin: Origin,
}

impl Value {
    /// A value that the path made itself.
    pub(super) fn new(depth: Deep, identity: u32) -> Self {
        Self { depth, identity, origin: Origin::Plain }
    }
}

/// A depth that may not have been loaded yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deep {
    /// What the frame cell held when the path began.
    Cell(u32),
    Known(Depth),
}

/// Identities of a path's values.
#[derive(Debug, Default)]
pub(super) struct Identities {
    sources: Vec<[Source; 3]>,
    pub registers: u32,
}

impl Identities {
    pub(super) fn unknown(&mut self) -> u32 {
        self.add([Source::Unknown; 3])
    }

    pub(super) fn of_cell(&mut self, cell: u32) -> u32 {
        self.add([Source::Cell(cell); 3])
    }

    /// An `int` that is computed where it is needed.
    pub(super) fn int(&mut self, source: Source) -> u32 {
        self.add([Source::Unknown, Source::Unknown, source])
    }

    fn add(&mut self, sources: [Source; 3]) -> u32 {
        self.sources.push(sources);
        self.sources.len() as u32 - 1
    }

    pub(super) fn register(&mut self) -> u32 {
        self.registers += 1;
        self.registers - 1
    }

    /// The `int` that a value is, if the path itself says it.
    pub(super) fn constant(&self, identity: u32) -> Option<u32> {
        match self.source(identity, Space::Int) {
            Source::Constant(value) => Some(value.cast_unsigned()),
            Source::Added(other, by) => self.constant(other).map(|value| value.wrapping_add_signed(by)),
            _ => None,
        }
    }

    /// The value is recorded: all its copies are known from now on.
    pub(super) fn record(&mut self, identity: u32, space: Space) -> u32 {
        let register = self.register();
        self.sources[identity as usize][space as usize] = Source::Register(register);
        register
    }

    /// A value is what a register knows.
    pub(super) fn set(&mut self, identity: u32, space: Space, register: u32) {
        self.sources[identity as usize][space as usize] = Source::Register(register);
    }

    pub(super) fn source(&self, identity: u32, space: Space) -> Source {
        self.sources[identity as usize][space as usize]
    }

    /// The register that knows a value, filled from the frame if need be.
    pub(super) fn find(&mut self, identity: u32, space: Space, insn: u32, steps: &mut Vec<Step>) -> Option<u32> {
        match self.source(identity, space) {
            Source::Unknown => None,
            Source::Register(register) => Some(register),
            Source::Cell(cell) => {
                let to = self.record(identity, space);
                let insn = if space == Space::Int { NONE } else { insn };
                steps.push(Step::Known { cell, space, to, insn });
                Some(to)
            }
            Source::Constant(value) => {
                let to = self.record(identity, space);
                steps.push(Step::Constant { value, to });
                Some(to)
            }
            Source::Added(other, by) => {
                let from = self.find(other, space, insn, steps)?;
                let to = self.record(identity, space);
                steps.push(Step::Add { from, by, to });
                Some(to)
            }
            Source::Computed(opcode, a, b) => {
                let a = self.find(a, space, insn, steps)?;
                let b = self.find(b, space, insn, steps)?;
                let to = self.record(identity, space);
                steps.push(Step::Arithmetic { opcode, a, b, to });
                Some(to)
            }
        }
    }
}
