//! Symbolic values of a path, and their identities.

use paratrace_traceformat::map::InstructionId;

use super::program::{Depth, Space, Step};
use crate::paths::accesses::Origin;

/// The source of an identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// The identity is unknown.
    Unknown,
    /// The frame, if this cell's value was known when the path began.
    Cell(u32),
    /// A register of the recipe.
    Register(u32),
    /// An `int` constant.
    Constant(i32),
    /// Another identity plus a constant.
    Added(u32, i32),
    /// An instruction over two other identities (twice the same, if it takes one).
    Computed(u8, u32, u32),
}

/// A value: its depth, and the object or `int` that it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Value {
    pub depth: Deep,
    /// Number of its identity, which copies share.
    pub identity: u32,
    /// The origin of the operand-stack entry.
    pub origin: Origin,
}

impl Value {
    /// Creates a value that the path itself computes.
    pub(super) fn new(depth: Deep, identity: u32) -> Self {
        Self { depth, identity, origin: Origin::Plain }
    }
}

/// A depth that may not have been loaded yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deep {
    /// The depth that the frame cell held when the path began.
    Cell(u32),
    Known(Depth),
}

/// Number of name spaces of identities.
const SPACES: usize = Space::ALL.len();

/// The identities of a path's values.
#[derive(Debug, Default)]
pub(super) struct Identities {
    sources: Vec<[Source; SPACES]>,
    pub registers: u32,
}

impl Identities {
    pub(super) fn unknown(&mut self) -> u32 {
        self.add([Source::Unknown; SPACES])
    }

    pub(super) fn of_cell(&mut self, cell: u32) -> u32 {
        self.add([Source::Cell(cell); SPACES])
    }

    /// Adds an `int` that is computed where it is needed.
    pub(super) fn int(&mut self, source: Source) -> u32 {
        let mut sources = [Source::Unknown; SPACES];
        sources[Space::Int as usize] = source;
        self.add(sources)
    }

    fn add(&mut self, sources: [Source; SPACES]) -> u32 {
        self.sources.push(sources);
        self.sources.len() as u32 - 1
    }

    pub(super) fn register(&mut self) -> u32 {
        self.registers += 1;
        self.registers - 1
    }

    /// Returns the `int` that a value is, if the path itself determines it.
    pub(super) fn constant(&self, identity: u32) -> Option<u32> {
        match self.source(identity, Space::Int) {
            Source::Constant(value) => Some(value.cast_unsigned()),
            Source::Added(other, by) => self.constant(other).map(|value| value.wrapping_add_signed(by)),
            _ => None,
        }
    }

    /// Records a value into a new register, so that all its copies are known from now on.
    pub(super) fn record(&mut self, identity: u32, space: Space) -> u32 {
        let register = self.register();
        self.sources[identity as usize][space as usize] = Source::Register(register);
        register
    }

    /// Sets the register of a value.
    pub(super) fn set(&mut self, identity: u32, space: Space, register: u32) {
        self.sources[identity as usize][space as usize] = Source::Register(register);
    }

    pub(super) fn source(&self, identity: u32, space: Space) -> Source {
        self.sources[identity as usize][space as usize]
    }

    /// Returns the register of a value, filled by new steps if need be.
    pub(super) fn find(
        &mut self,
        identity: u32,
        space: Space,
        insn: InstructionId,
        steps: &mut Vec<Step>,
    ) -> Option<u32> {
        match self.source(identity, space) {
            Source::Unknown => None,
            Source::Register(register) => Some(register),
            Source::Cell(cell) => {
                let to = self.record(identity, space);
                let insn = if space == Space::Int { InstructionId::NONE } else { insn };
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
