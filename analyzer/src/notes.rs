//! What the resolving of locations can tell, beside slots, to who wants to know which object a slot belongs to and where the
//! object was created.

/// How an entity came to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Made {
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
pub(crate) struct Birth {
    /// Word of the chunk at which the path begins that it occurs in.
    pub(crate) at: u32,
    pub(crate) made: Made,
}

/// New slots of an entity; slots are numbered in the order of the pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Page {
    pub(crate) entity: u32,
    /// Index of the first location.
    pub(crate) first: u32,
    /// A multiple of [`PAGE_UNIT`].
    pub(crate) size: u32,
}

/// Pages have a multiple of so many slots.
pub(crate) const PAGE_UNIT: u32 = 4;

/// What was noted while a chunk was written.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    pub(crate) wanted: bool,
    pub(crate) at: u32,
    pub(crate) births: Vec<Birth>,
    pub(crate) pages: Vec<Page>,
}

impl Notes {
    /// What there is; taking notes goes on.
    pub(crate) fn take(&mut self) -> Notes {
        let rest = Notes { wanted: self.wanted, ..Notes::default() };
        std::mem::replace(self, rest)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.births.is_empty() && self.pages.is_empty()
    }
}
