//! What is known of each location that tasks can share.

use paratrace_replay::base::frames::{Cell, Stack};

use super::writes::copy;
use crate::depths::Arena;

/// A location that tasks can share.
#[derive(Debug, Clone, Copy)]
pub(super) enum Location {
    /// A slot of the memory.
    Slot(u32),
    /// An address in the frames.
    Frame(u32),
}

/// A cell for each location.
pub(super) struct Cells<C> {
    memory: Arena<C>,
    frames: Stack<C>,
}

impl<C: Cell> Cells<C> {
    pub(super) fn new() -> Self {
        Self { memory: Arena::new(), frames: Stack::default() }
    }

    /// Returns the cell of a location if it is one of those meant.
    #[inline]
    pub(super) fn get_if(&self, at: Location, is_meant: impl Fn(&C) -> bool) -> Option<C> {
        match at {
            Location::Slot(slot) => self.memory.get_if(slot, is_meant),
            Location::Frame(address) => Some(self.frames.get(address)).filter(is_meant),
        }
    }

    #[inline]
    pub(super) fn set(&mut self, at: Location, cell: C) {
        match at {
            Location::Slot(slot) => self.memory.set(slot, cell),
            Location::Frame(address) => self.frames.set(address, cell),
        }
    }

    /// Copies the cell of one frame address to another one.
    pub(super) fn copy(&mut self, from: u32, to: u32) {
        copy(&mut self.frames, from, to);
    }

    /// Visits all cells.
    pub(super) fn each(&mut self) -> impl Iterator<Item = &mut C> {
        self.memory.cells().chain(self.frames.values())
    }

    /// Returns the number of cells of the memory.
    pub(super) fn len(&self) -> usize {
        self.memory.len()
    }

    /// Forgets the memory.
    pub(super) fn clear(&mut self) {
        self.memory = Arena::new();
    }
}
