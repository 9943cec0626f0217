//! Accesses of locations: which of them order a strand.

use paratrace_traceformat::map::InstructionId;

use super::locations::{Locations, Written};
use super::steps::Why;
use super::strands::{Pending, Strands};
use crate::limits;

/// All strands, and what they have written.
pub(super) struct Memory {
    pub(super) strands: Strands,
    pub(super) locations: Locations,
}

impl Memory {
    pub(super) fn new() -> Self {
        Self { strands: Strands::default(), locations: Locations::new() }
    }

    /// Returns what a strand would wait for, if it read a location.
    fn written(&mut self, slot: u32, strand: u32) -> Option<Written> {
        let (locations, cell) = (&self.locations, self.locations.get(slot));
        let open = self.strands.open(strand)?;
        let written = locations.written(cell, strand, |mark| open.is_new(mark));
        if written.is_empty() {
            return None;
        }
        // What it was woken up for is told by what it finds.
        open.signal = None;
        Some(written)
    }

    /// A strand reads a location.
    pub(super) fn read(&mut self, slot: u32, (strand, at): (u32, InstructionId), is_volatile: bool) {
        let cell = self.locations.get(slot);
        let Some(open) = self.strands.open(strand) else { return };
        if let Some(section) = &mut open.section {
            let has_room = section.accessed.len() < limits::LOCATIONS_OF_SECTION;
            match section.accessed.get_mut(&slot) {
                Some((_, true)) => return,
                Some((before, false)) if *before == cell => return,
                Some((before, false)) => *before = cell,
                None if has_room => {
                    section.accessed.insert(slot, (cell, false));
                }
                None => {}
            }
        }
        let Some(written) = self.written(slot, strand) else { return };
        let Some(open) = self.strands.open(strand) else { return };
        let pending = Pending { slot, written, work: open.work, at };
        match &mut open.section {
            Some(section) => section.pending.push(pending),
            None if is_volatile => open.recent.push_back(pending),
            None => self.strands.wait_there(strand, &pending),
        }
    }

    /// A strand updates a location at once.
    pub(super) fn update(&mut self, slot: u32, (strand, at): (u32, InstructionId)) {
        let written = self.written(slot, strand);
        let cell = self.locations.get(slot);
        let Some(open) = self.strands.open(strand) else { return };
        // What it has read just before is what it updates.
        let replaced = |pending: &mut Pending| {
            if pending.slot == slot {
                pending.written.updates.clear();
            }
        };
        open.recent.iter_mut().for_each(replaced);
        let read = written.map(|written| Written { updates: Vec::new(), ..written }).filter(|read| !read.is_empty());
        let work = open.work;
        let pending = read.map(|written| Pending { slot, written, work, at });
        match &mut open.section {
            Some(section) => {
                section.pending.iter_mut().for_each(replaced);
                section.accessed.insert(slot, (cell, true));
                section.pending.extend(pending);
            }
            None => pending.iter().for_each(|pending| self.strands.wait_there(strand, pending)),
        }
        self.updated(slot, strand);
    }

    /// A strand writes a location. If it has read it since it has the monitor that it has, this is an update.
    pub(super) fn write(&mut self, slot: u32, strand: u32) {
        let mark = self.strands.mark(strand);
        let Some(open) = self.strands.open(strand) else { return };
        open.wrote = true;
        let Some(section) = &mut open.section else { return self.locations.write(slot, 1, mark) };
        match section.accessed.get_mut(&slot) {
            Some((_, is_updated)) => {
                *is_updated = true;
                let own = section.pending.iter_mut().filter(|pending| pending.slot == slot);
                own.for_each(|pending| pending.written.updates.clear());
                self.updated(slot, strand);
            }
            None => self.locations.write(slot, 1, mark),
        }
    }

    fn updated(&mut self, slot: u32, strand: u32) {
        let mark = self.strands.mark(strand);
        if let Some(open) = self.strands.open(strand) {
            open.wrote = true;
        }
        if let Some(many) = self.locations.update(slot, mark) {
            let joined = self.strands.join(many);
            self.locations.updated_by(slot, joined);
        }
    }

    /// A strand waits while others may have its monitor: what it has updated until now orders later updates.
    pub(super) fn arrive(&mut self, strand: u32) {
        let section = self.strands.open(strand).and_then(|open| open.section.as_ref());
        let updated = section.map_or_else(Vec::new, |section| {
            let updated = section.accessed.iter().filter(|(_, (_, is_updated))| *is_updated);
            updated.map(|(&slot, _)| slot).collect()
        });
        updated.into_iter().for_each(|slot| self.locations.order(slot));
    }

    /// A strand reads consecutive locations.
    pub(super) fn read_all(&mut self, (first, count): (u32, u32), by: (u32, InstructionId)) {
        let mut done = 0;
        while done < count {
            let same = self.locations.same_after(first + done, count - done);
            self.read(first + done, by, false);
            done += same;
        }
    }

    /// A strand writes consecutive locations.
    pub(super) fn write_all(&mut self, (first, count): (u32, u32), strand: u32) {
        let mark = self.strands.mark(strand);
        if let Some(open) = self.strands.open(strand) {
            open.wrote = true;
        }
        self.locations.write(first, count, mark);
    }

    /// A strand waits for all that was written to a location.
    pub(super) fn await_value(&mut self, slot: u32, (strand, at): (u32, InstructionId)) {
        let Some(written) = self.written(slot, strand) else { return };
        let marks: Vec<_> = written.marks().collect();
        marks.into_iter().for_each(|mark| self.strands.wait(strand, mark, Why::Data, at));
    }
}
