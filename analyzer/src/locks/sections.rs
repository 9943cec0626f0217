//! Which sections of a lock depend on earlier ones: what they read and wrote.

use rustc_hash::FxHashMap;

use crate::limits;

/// The last sections of a lock that accessed a location.
#[derive(Debug, Clone, Copy, Default)]
struct Record {
    written: u32,
    read: u32,
    /// The last one that read it before `read`.
    read_before: u32,
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
        let read = if record.read == self.section { record.read_before } else { record.read };
        record.written != self.section && record.written > self.since || writes && read > self.since
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
            record.written = record.written.max(of.section);
        } else if record.read < of.section {
            (record.read_before, record.read) = (record.read, of.section);
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
    }
}
