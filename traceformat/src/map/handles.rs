//! The handles of a program map's rows.

use crate::handle;
use wincode::{SchemaRead, SchemaWrite};

handle! {
    /// Number of a basic block: its row in `blocks`.
    pub struct BlockId;
}

handle! {
    /// Number of a class: its row in `classes`. Classes that a trace names have numbers of their own.
    #[derive(SchemaRead, SchemaWrite)]
    pub struct ClassId;
}

handle! {
    /// Number of an instruction: its row in `insns`.
    pub struct InstructionId;
}

impl InstructionId {
    /// Returns the instruction that stands so many rows further down. Behind a method's last one stands the next method's
    /// first.
    #[inline]
    pub const fn plus(self, rows: u32) -> Self {
        Self::new(self.number() + rows)
    }

    /// Returns the instruction that stands so many rows further up; `None` above the first row.
    #[inline]
    pub fn minus(self, rows: u32) -> Option<Self> {
        self.number().checked_sub(rows).map(Self::new)
    }

    /// Returns the number of rows from another instruction down to this one; `None` if this one stands above it.
    #[inline]
    pub fn rows_since(self, other: Self) -> Option<u32> {
        self.number().checked_sub(other.number())
    }

    /// Lists the instructions from this one up to `end`, which is not listed.
    #[inline]
    pub fn up_to(self, end: Self) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone + use<> {
        (self.number()..end.number()).map(Self::new)
    }
}

handle! {
    /// Number of a path, as an event gives it: an id of the start that has it.
    pub struct PathId;
}

handle! {
    /// Number of a loop: its row in `loops`.
    pub struct LoopId;
}

handle! {
    /// Number of a method: its row in `methods`.
    #[derive(SchemaRead, SchemaWrite)]
    pub struct MethodId;
}
