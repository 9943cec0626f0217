//! What the resolving of locations can tell, beside slots, to who wants to know which object a slot belongs to and where the
//! object was created.

/// How an entity came to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Made {
    /// The number of an object of a traced class occurs for the first time.
    Numbered,
    /// The hash of an object that the trace saw nobody create occurs for the first time.
    Hashed,
    /// A constructor in untraced code initialises it.
    Initialised,
    /// An instruction of traced code creates an array.
    Array {
        /// The instruction.
        insn: u32,
        /// Its length, or `NONE` if the trace does not say.
        length: u32,
    },
}

/// A new entity. Entities are numbered from 1 in the order of their births.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Birth {
    /// Word of the chunk at which the path begins that it occurs in.
    pub at: u32,
    /// How it came to be.
    pub made: Made,
}

/// New slots of an entity; slots are numbered in the order of the pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// The entity whose locations they are.
    pub entity: u32,
    /// Index of the first location.
    pub first: u32,
    /// A multiple of [`PAGE_UNIT`].
    pub size: u32,
}

/// Pages have a multiple of so many slots.
pub const PAGE_UNIT: u32 = 4;

/// What was noted while a chunk was written.
#[derive(Debug, Default)]
pub struct Notes {
    /// Somebody reads the notes; otherwise nothing is noted.
    pub wanted: bool,
    /// Word of the chunk at which the present path begins.
    pub at: u32,
    /// Entities that occur for the first time, in order.
    pub births: Vec<Birth>,
    /// Pages that got slots, in order.
    pub pages: Vec<Page>,
}

impl Notes {
    /// What there is; taking notes goes on.
    pub fn take(&mut self) -> Notes {
        let rest = Notes { wanted: self.wanted, ..Notes::default() };
        std::mem::replace(self, rest)
    }

    /// Was nothing noted?
    pub fn is_empty(&self) -> bool {
        self.births.is_empty() && self.pages.is_empty()
    }
}
