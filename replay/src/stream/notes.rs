//! Notes: which object each slot belongs to, and where objects were created.
//!
//! They are taken while locations are resolved, for consumers that want more than slots.

use paratrace_traceformat::map::InstructionId;

/// The first occurrence of an entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Made {
    /// The number of an object of a traced class occurs for the first time.
    Numbered,
    /// A hash occurs for the first time, and the creation of its object was not recorded.
    Hashed,
    /// A constructor in untraced code initialises the object.
    Initialised,
    /// An instruction of traced code creates an array.
    Array {
        /// The creating instruction.
        insn: InstructionId,
        /// Length of the array, or `NONE` if it is not known.
        length: u32,
    },
}

/// A new entity. Entities are numbered from 1 in the order of their births.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Birth {
    /// Word of the chunk at which the path begins in which the entity occurs first.
    pub at: u32,
    /// The kind of its first occurrence.
    pub made: Made,
}

/// New slots of an entity. Slots are numbered in the order of the pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// The entity that the slots belong to.
    pub entity: u32,
    /// Index of the first location.
    pub first: u32,
    /// Number of slots, a multiple of [`PAGE_UNIT`].
    pub size: u32,
}

/// The size of every page is a multiple of this number of slots.
pub const PAGE_UNIT: u32 = 4;

/// The notes taken while a chunk was written.
#[derive(Debug, Default)]
pub struct Notes {
    /// Whether a consumer reads the notes; otherwise none are taken.
    pub wanted: bool,
    /// Word of the chunk at which the current path begins.
    pub at: u32,
    /// Entities that occur for the first time, in order.
    pub births: Vec<Birth>,
    /// Pages that got slots, in order.
    pub pages: Vec<Page>,
}

impl Notes {
    /// Takes the notes out, and goes on with empty ones.
    pub fn take(&mut self) -> Notes {
        let rest = Notes { wanted: self.wanted, ..Notes::default() };
        std::mem::replace(self, rest)
    }

    /// Returns whether there are no notes.
    pub fn is_empty(&self) -> bool {
        self.births.is_empty() && self.pages.is_empty()
    }
}
