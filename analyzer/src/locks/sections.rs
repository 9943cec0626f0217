//! Which sections of a lock depend on earlier ones: what they read and wrote.

use rustc_hash::FxHashMap;

use crate::limits;

/// The last section of a lock that did something, and the last one before that.
#[derive(Debug, Clone, Copy, Default)]
struct Last {
    section: u32,
    before: u32,
}

impl Last {
    /// A section does it.
    fn note(&mut self, section: u32) {
        if self.section < section {
            *self = Self { section, before: self.section };
        }
    }

    /// Returns the last one that is another one than this.
    fn other_than(self, section: u32) -> u32 {
        if self.section == section { self.before } else { self.section }
    }
}

/// The last sections of a lock that accessed something. A section may have written another location of an object than one before it.
#[derive(Debug, Clone, Copy, Default)]
struct Record {
    written: Last,
    read: Last,
}

/// What is accessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Accessed {
    /// A location.
    Slot(u32),
    /// Some location of an object.
    PartOf(u32),
    /// An object that untraced code is given: any location of it.
    Whole(u32),
}

/// A section of a lock, and the last one of the same thread before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct OfLock {
    pub(super) lock: u32,
    pub(super) section: u32,
    pub(super) since: u32,
}

impl OfLock {
    fn key(self, what: Accessed) -> (u32, u8, u32) {
        match what {
            Accessed::Slot(slot) => (self.lock, 0, slot),
            Accessed::PartOf(object) => (self.lock, 1, object),
            Accessed::Whole(object) => (self.lock, 2, object),
        }
    }

    /// Returns whether what this section does now depends on what one since has done.
    fn depends(self, record: Record, writes: bool) -> bool {
        let [written, read] = [record.written, record.read].map(|last| last.other_than(self.section));
        written > self.since || writes && read > self.since
    }
}

/// Accesses of the sections of all locks.
#[derive(Debug, Default)]
pub(super) struct Sections {
    records: FxHashMap<(u32, u8, u32), Record>,
    is_full: bool,
}

impl Sections {
    /// Returns whether there were too many locations.
    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    /// A section accesses something. Returns whether it depends on earlier ones by that.
    pub(super) fn access(&mut self, of: OfLock, what: Accessed, writes: bool) -> bool {
        let key = of.key(what);
        if self.records.len() >= limits::LOCKED_LOCATIONS && !self.records.contains_key(&key) {
            self.is_full = true;
            return true;
        }
        let record = self.records.entry(key).or_default();
        let depends = of.depends(*record, writes);
        if writes {
            record.written.note(of.section)
        } else {
            record.read.note(of.section)
        }
        depends
    }

    /// Returns whether a section would depend on earlier ones if it accessed something.
    pub(super) fn would_depend(&self, of: OfLock, what: Accessed, writes: bool) -> bool {
        self.records.get(&of.key(what)).is_some_and(|record| of.depends(*record, writes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_depend_on_others_through_what_one_of_them_writes() {
        let mut sections = Sections::default();
        let of = |section, since| OfLock { lock: 7, section, since };
        let mut access =
            |section, since, slot, writes| sections.access(of(section, since), Accessed::Slot(slot), writes);
        assert!(!access(1, 0, 5, true) && !access(2, 1, 6, false) && !access(2, 1, 6, true));
        // Reads do not depend on reads, and nothing on sections before.
        assert!(!access(3, 1, 8, false) && !access(4, 1, 8, false) && !access(4, 1, 5, false));
        // It writes what another one has read, though it has read it itself since.
        assert!(access(4, 2, 8, true));
        assert!(access(5, 3, 8, false) && access(6, 3, 5, true));
        assert!(!sections.access(OfLock { lock: 8, ..of(9, 1) }, Accessed::Slot(8), true));
        assert!(!sections.access(of(9, 1), Accessed::PartOf(8), false));
        assert!(!sections.would_depend(of(10, 8), Accessed::PartOf(8), false));
        assert!(sections.would_depend(of(10, 8), Accessed::PartOf(8), true));
        // It writes another part of an object before untraced code is given that.
        assert!(!sections.access(of(10, 8), Accessed::PartOf(9), true));
        sections.access(of(11, 9), Accessed::PartOf(9), true);
        assert!(sections.would_depend(of(11, 9), Accessed::PartOf(9), false));
    }
}
