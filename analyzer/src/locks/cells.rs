//! Under which locks each location is accessed.
//!
//! A location counts as shared while a thread that has accessed it before, and not ended, is another one than that which accesses it.
//! The locks that were held at each such access are intersected, as in Savage et al., *Eraser: A Dynamic Data Race Detector for
//! Multithreaded Programs*, 1997.

use paratrace_replay::base::frames::Cell as Zero;
use paratrace_traceformat::map::InstructionId;
use rustc_hash::FxHashMap;

use super::sets::{Set, Sets};
use crate::depths::Arena;

/// What is known of a location.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cell {
    /// Threads that have accessed it; as far as they matter, those that have not ended.
    threads: Set,
    /// The locks under which all accesses were made that count, if there were any.
    pub(super) locks: Set,
    /// All locks under which it was accessed.
    pub(super) under: Set,
    /// The instruction of an access, and marks.
    marked: u32,
}

/// Some access counts.
const COUNTED: u32 = 1 << 31;
/// It was written while a lock was held, or by an access that counts.
const WRITTEN: u32 = 1 << 30;
/// It was written by an access that counts.
const WRITTEN_SHARED: u32 = 1 << 29;
const INSN: u32 = WRITTEN_SHARED - 1;

impl Zero for Cell {
    const ZERO: Self = Self { threads: Set::EMPTY, locks: Set::EMPTY, under: Set::EMPTY, marked: 0 };
}

impl Cell {
    /// Returns whether an access counts.
    pub(super) fn is_shared(self) -> bool {
        self.marked & COUNTED != 0
    }

    /// Returns whether it was written under a lock, or by an access that counts.
    pub(super) fn is_written(self) -> bool {
        self.marked & WRITTEN != 0
    }

    /// Returns whether it was written by an access that counts.
    pub(super) fn is_written_shared(self) -> bool {
        self.marked & WRITTEN_SHARED != 0
    }

    /// Returns an instruction that has accessed it.
    pub(super) fn insn(self) -> InstructionId {
        InstructionId::new(self.marked & INSN)
    }
}

/// Number of accesses that count.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counts {
    pub(super) all: u64,
    pub(super) writes: u64,
}

/// The thread that accesses something.
#[derive(Debug, Clone, Copy)]
pub(super) struct By {
    pub(super) thread: u32,
    pub(super) insn: InstructionId,
    pub(super) writes: bool,
    /// The locks that it holds.
    pub(super) held: Set,
}

/// All locations.
pub(super) struct Cells {
    pub(super) arena: Arena<Cell>,
    pub(super) threads: Sets,
    /// Sets of locks.
    pub(super) locks: Sets,
    /// Threads that have ended.
    ended: Vec<bool>,
    /// What becomes of a set of threads if one of them, or another one, accesses something; of as many threads as have ended.
    known: FxHashMap<(Set, u32), Set>,
    /// Accesses that count, by instruction and locks.
    pub(super) counts: FxHashMap<(InstructionId, Set), Counts>,
}

impl Cells {
    pub(super) fn new() -> Self {
        Self {
            arena: Arena::new(),
            threads: Sets::default(),
            locks: Sets::default(),
            ended: Vec::new(),
            known: FxHashMap::default(),
            counts: FxHashMap::default(),
        }
    }

    /// A thread has ended.
    pub(super) fn end(&mut self, thread: usize) {
        if thread >= self.ended.len() {
            self.ended.resize(thread + 1, false);
        }
        self.ended[thread] = true;
        self.known.clear();
    }

    /// Returns how many of `count` locations were accessed alike: at least 1.
    pub(super) fn same_after(&self, slot: u32, count: u32) -> u32 {
        self.arena.same_after(slot, count).max(1)
    }

    /// A thread accesses locations that were accessed alike.
    #[inline(always)]
    pub(super) fn access(&mut self, slots: (u32, u32), by: By) {
        let cell = self.arena.get(slots.0);
        let is_alone = cell.threads == Set::one(by.thread);
        let is_noted = by.held == Set::EMPTY || cell.under == by.held && (!by.writes || cell.is_written());
        if !(is_alone && is_noted) {
            self.access_slowly(slots, cell, by);
        }
    }

    #[inline(never)]
    fn access_slowly(&mut self, (slot, count): (u32, u32), cell: Cell, by: By) {
        let found = self.accessed(cell, by, count);
        if found != cell {
            if count == 1 { self.arena.set(slot, found) } else { self.arena.fill(slot, count, found) }
        }
    }

    fn accessed(&mut self, mut cell: Cell, by: By, count: u32) -> Cell {
        if by.held != Set::EMPTY {
            cell.under = self.locks.union(cell.under, by.held);
            cell.marked |= if by.writes { WRITTEN } else { 0 };
        }
        let alone = Set::one(by.thread);
        cell.threads = if cell.threads == Set::EMPTY { alone } else { self.with(cell.threads, by.thread) };
        if cell.threads == alone {
            if !cell.is_shared() {
                cell.marked = cell.marked & !INSN | by.insn.number() & INSN;
            }
            return cell;
        }
        cell.locks = if cell.is_shared() { self.locks.intersection(cell.locks, by.held) } else { by.held };
        let marks = if by.writes { COUNTED | WRITTEN | WRITTEN_SHARED } else { COUNTED };
        cell.marked = cell.marked & !INSN | by.insn.number() & INSN | marks;
        let counts = self.counts.entry((by.insn, by.held)).or_default();
        counts.all += u64::from(count);
        counts.writes += u64::from(count) * u64::from(by.writes);
        cell
    }

    /// Returns those of some threads that have not ended, and a thread.
    fn with(&mut self, threads: Set, thread: u32) -> Set {
        if let Some(&known) = self.known.get(&(threads, thread)) {
            return known;
        }
        let is_over = |thread: u32| self.ended.get(thread as usize).is_some_and(|ended| *ended);
        let mut members = self.threads.with(threads, <[u32]>::to_vec);
        members.retain(|&member| !is_over(member) && member != thread);
        let at = members.partition_point(|&member| member < thread);
        members.insert(at, thread);
        let found = self.threads.of(&members);
        self.known.insert((threads, thread), found);
        found
    }
}
