//! Who wrote to which units of consecutive locations: lines are made of them when all is known.
//!
//! Locations get their slots in units of four, and no unit is of two lines. So a write costs one look at the unit, as long as the
//! thread that wrote there last goes on.

use paratrace_replay::base::frames::Cell;
use paratrace_replay::stream::Notes;
use paratrace_traceformat::map::InstructionId;

use crate::depths::Arena;
use crate::limits;
use crate::owners::{Makers, Owners};

/// A thread, one more than its number; 0 is none.
pub(super) type Thread = u32;

/// Several threads.
pub(super) const MANY: Thread = Thread::MAX;

/// What a thread wrote to a unit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Writer {
    /// 0 if nobody wrote; [`MANY`] if more did than are told apart.
    pub(super) thread: Thread,
    /// The first of the instructions that wrote; `NONE` if none of those that count did.
    pub(super) insn: InstructionId,
    pub(super) writes: u32,
    /// The thread that has used what this one wrote; [`MANY`] if several have.
    pub(super) taker: Thread,
    /// 1 + the place of the next one among the others.
    next: u32,
}

impl Writer {
    const fn new(thread: Thread, next: u32) -> Self {
        Self { thread, insn: InstructionId::NONE, writes: 0, taker: 0, next }
    }
}

impl Cell for Writer {
    const ZERO: Self = Self::new(0, 0);
}

/// The writers of all units.
pub(crate) struct Lines {
    owners: Owners,
    makers: Makers,
    /// Of each unit the one that wrote last.
    last: Arena<Writer>,
    others: Vec<Writer>,
}

impl Lines {
    /// Creates the lines of a program with `static_slots` slots for static fields.
    pub(crate) fn new(static_slots: u32) -> Self {
        let owners = Owners::new(static_slots);
        Self { owners, makers: Makers::new(), last: Arena::new(), others: Vec::new() }
    }

    /// Takes over which slots belong to which entity.
    pub(crate) fn note(&mut self, notes: &Notes) {
        self.owners.note(notes);
        self.makers.note(notes);
    }

    /// A thread writes.
    #[inline]
    pub(crate) fn write(&mut self, slot: u32, thread: u32, insn: InstructionId) {
        let Some(unit) = self.unit(slot) else { return };
        let mut writer = self.writer(unit, thread + 1);
        writer.writes = writer.writes.saturating_add(1);
        writer.insn = writer.insn.min(insn);
        self.last.set(unit, writer);
    }

    /// Another thread uses what a thread wrote last.
    pub(crate) fn taken(&mut self, slot: u32, (thread, by): (u32, u32)) {
        let Some(unit) = self.unit(slot) else { return };
        let (last, thread) = (self.last.get(unit), thread + 1);
        if last.thread != thread || taken(last.taker, by + 1) != last.taker {
            let writer = self.writer(unit, thread);
            self.last.set(unit, Writer { taker: taken(writer.taker, by + 1), ..writer });
        }
    }

    fn unit(&self, slot: u32) -> Option<u32> {
        self.owners.unit(slot).map(|(unit, _)| unit)
    }

    /// Returns what a thread wrote to a unit, as the one that wrote last. The caller puts it there.
    #[inline]
    fn writer(&mut self, unit: u32, thread: Thread) -> Writer {
        let last = self.last.get(unit);
        if last.thread == thread { last } else { self.other(last, thread) }
    }

    fn other(&mut self, last: Writer, thread: Thread) -> Writer {
        if last.thread == MANY {
            return last;
        }
        if last.thread == 0 {
            return Writer::new(thread, 0);
        }
        let (mut at, mut threads) = (last.next, 1);
        while let Some(other) = self.others.get_mut((at as usize).wrapping_sub(1)) {
            if other.thread == thread {
                // Both change their places.
                let found = *other;
                *other = Writer { next: found.next, ..last };
                return Writer { next: last.next, ..found };
            }
            (at, threads) = (other.next, threads + 1);
        }
        if threads >= limits::THREADS_OF_UNIT {
            return Writer::new(MANY, 0);
        }
        self.others.push(last);
        Writer::new(thread, self.others.len() as u32)
    }

    /// Lists the units that have writers: entity, first index, writer.
    pub(super) fn writers(&self) -> impl Iterator<Item = (u32, u32, Writer)> + '_ {
        self.owners.units().zip(0..).flat_map(|((_, entity, first), unit)| {
            let next = |writer: &Writer| self.others.get((writer.next as usize).wrapping_sub(1)).copied();
            let all = std::iter::successors(Some(self.last.get(unit)), next);
            all.filter(|writer| writer.thread != 0).map(move |writer| (entity, first, writer))
        })
    }

    /// Returns who has created the arrays.
    pub(super) fn makers(&self) -> &Makers {
        &self.makers
    }
}

/// Joins those who have used something, or who wrote.
pub(super) fn taken(taker: Thread, by: Thread) -> Thread {
    match (taker, by) {
        (taker, 0) => taker,
        (0, by) => by,
        (taker, by) if taker == by => taker,
        _ => MANY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use paratrace_replay::stream::Page;

    fn lines() -> Lines {
        let mut lines = Lines::new(0);
        let pages = vec![Page { entity: 1, first: 0, size: 4 }, Page { entity: 2, first: 0, size: 4 }];
        lines.note(&Notes { pages, ..Notes::default() });
        lines
    }

    #[test]
    fn each_thread_is_found_again() {
        let mut lines = lines();
        for round in 0..3 {
            for thread in [0, 2, 1] {
                lines.write(5 + thread, thread, InstructionId::new(thread + round));
            }
        }
        lines.taken(5, (0, 1));
        lines.taken(5, (0, 1));
        lines.taken(6, (1, 0));
        lines.taken(6, (1, 2));
        let mut found: Vec<_> =
            lines.writers().map(|(entity, first, w)| (entity, first, w.thread, w.insn, w.writes, w.taker)).collect();
        found.sort_unstable();
        let insn = InstructionId::new;
        assert_eq!(found, [(2, 0, 1, insn(0), 3, 2), (2, 0, 2, insn(1), 3, MANY), (2, 0, 3, insn(2), 3, 0)]);
    }

    #[test]
    fn of_too_many_threads_it_is_only_known_that_they_are() {
        let mut lines = lines();
        for thread in 0..=limits::THREADS_OF_UNIT {
            assert!(lines.writers().all(|(_, _, writer)| writer.thread != MANY));
            lines.write(1, thread, InstructionId::new(7));
        }
        lines.write(1, 1, InstructionId::new(7));
        assert_eq!(lines.writers().map(|(_, _, writer)| writer.thread).collect::<Vec<_>>(), [MANY]);
    }
}
