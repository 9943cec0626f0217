//! Who wrote each location, as far as others must wait for it.
//!
//! What one strand writes and another one reads orders them. Updates do not: they may come in any order, each behind the last plain
//! write. Who only reads comes behind all updates that it has seen.

use paratrace_replay::base::frames::Cell as Zero;

use super::steps::Mark;
use crate::depths::Arena;
use crate::limits;

/// Marks, in place of a strand, that several strands have updated the location.
const SEVERAL: u32 = u32::MAX;

/// The last write of a location.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cell {
    /// One more than the strand; 0 if nobody wrote; [`SEVERAL`].
    strand: u32,
    /// Its epoch; of several the number of the updates.
    epoch: u32,
}

impl Zero for Cell {
    const ZERO: Self = Self { strand: 0, epoch: 0 };
}

impl Cell {
    fn of(mark: Mark) -> Self {
        Self { strand: mark.strand + 1, epoch: mark.epoch }
    }

    fn mark(self) -> Option<Mark> {
        (self.strand != 0 && self.strand != SEVERAL).then(|| Mark { strand: self.strand - 1, epoch: self.epoch })
    }

    /// Returns whether the strand wrote it last, alone.
    pub(super) fn is_of(self, strand: u32) -> bool {
        self.mark().is_some_and(|mark| mark.strand == strand)
    }
}

/// The updates of one location.
#[derive(Debug, Default)]
struct Updates {
    /// The last plain write before.
    base: Option<Mark>,
    /// The last update of each strand.
    updates: Vec<Mark>,
    /// Whether later updates come behind these all the same: who updated has waited then.
    is_ordered: bool,
}

/// What a strand waits for if it reads a location.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Written {
    /// The last plain write, and updates that order all later ones.
    pub(super) base: Vec<Mark>,
    pub(super) updates: Vec<Mark>,
}

impl Written {
    pub(super) fn is_empty(&self) -> bool {
        self.base.is_empty() && self.updates.is_empty()
    }

    pub(super) fn marks(&self) -> impl Iterator<Item = Mark> {
        self.base.iter().chain(&self.updates).copied()
    }
}

/// All locations.
pub(super) struct Locations {
    cells: Arena<Cell>,
    several: Vec<Updates>,
    free: Vec<u32>,
}

impl Locations {
    pub(super) fn new() -> Self {
        Self { cells: Arena::new(), several: Vec::new(), free: Vec::new() }
    }

    #[inline]
    pub(super) fn get(&self, slot: u32) -> Cell {
        self.cells.get(slot)
    }

    /// Returns who wrote a location last, other than by updates.
    pub(super) fn last_write(&self, slot: u32) -> Option<Mark> {
        let cell = self.cells.get(slot);
        let several = (cell.strand == SEVERAL).then(|| self.several.get(cell.epoch as usize)).flatten();
        several.map_or(cell.mark(), |several| several.base)
    }

    /// Returns how many of `count` locations were written alike: at least 1.
    pub(super) fn same_after(&self, slot: u32, count: u32) -> u32 {
        if self.cells.get(slot).strand == SEVERAL { 1 } else { self.cells.same_after(slot, count).max(1) }
    }

    /// Returns what of a location others than the strand have written, as far as `is_new`.
    pub(super) fn written(&self, cell: Cell, strand: u32, is_new: impl Fn(Mark) -> bool) -> Written {
        let foreign = |mark: &Mark| mark.strand != strand && is_new(*mark);
        let Some(several) = (cell.strand == SEVERAL).then(|| self.several.get(cell.epoch as usize)).flatten() else {
            return Written { base: cell.mark().into_iter().filter(foreign).collect(), updates: Vec::new() };
        };
        let (base, updates) = (several.base.iter(), several.updates.iter().copied().filter(foreign));
        let mut written = Written { base: base.copied().filter(foreign).collect(), updates: Vec::new() };
        if several.is_ordered {
            written.base.extend(updates)
        } else {
            written.updates.extend(updates)
        }
        written
    }

    /// A strand writes locations.
    pub(super) fn write(&mut self, slot: u32, count: u32, by: Mark) {
        if count == 1 {
            self.forget(slot);
            self.cells.set(slot, Cell::of(by));
            return;
        }
        let mut done = 0;
        while done < count {
            let same = self.same_after(slot + done, count - done);
            self.forget(slot + done);
            done += same;
        }
        self.cells.fill(slot, count, Cell::of(by));
    }

    fn forget(&mut self, slot: u32) {
        let cell = self.cells.get(slot);
        if cell.strand == SEVERAL {
            self.several[cell.epoch as usize] = Updates::default();
            self.free.push(cell.epoch);
        }
    }

    /// A strand updates a location. Returns updates of many strands, if there are so many that one is to stand for them.
    pub(super) fn update(&mut self, slot: u32, by: Mark) -> Option<Vec<Mark>> {
        let cell = self.cells.get(slot);
        let has_room = !self.free.is_empty() || self.several.len() < limits::UPDATED_LOCATIONS;
        if cell.strand != SEVERAL {
            if cell.is_of(by.strand) || !has_room {
                self.cells.set(slot, Cell::of(by));
                return None;
            }
            let updates = Updates { base: cell.mark(), updates: vec![by], is_ordered: false };
            let number = self.free.pop().unwrap_or(self.several.len() as u32);
            match self.several.get_mut(number as usize) {
                Some(free) => *free = updates,
                None => self.several.push(updates),
            }
            self.cells.set(slot, Cell { strand: SEVERAL, epoch: number });
            return None;
        }
        let updates = &mut self.several.get_mut(cell.epoch as usize)?.updates;
        match updates.iter_mut().find(|mark| mark.strand == by.strand) {
            Some(own) => *own = by,
            None => updates.push(by),
        }
        (updates.len() > limits::UPDATING_STRANDS).then(|| std::mem::take(updates))
    }

    /// One strand stands for the updates that were returned.
    pub(super) fn updated_by(&mut self, slot: u32, mark: Mark) {
        let cell = self.cells.get(slot);
        if cell.strand == SEVERAL
            && let Some(several) = self.several.get_mut(cell.epoch as usize)
        {
            several.updates.push(mark);
        }
    }

    /// Who updated a location waits now: later updates come behind those so far.
    pub(super) fn order(&mut self, slot: u32) {
        let cell = self.cells.get(slot);
        if cell.strand == SEVERAL
            && let Some(several) = self.several.get_mut(cell.epoch as usize)
        {
            several.is_ordered = true;
        }
    }
}
