//! Lines of memory while the run is recorded: accesses with which a strand gets a line that it did not have.

use paratrace_cost::Platform;
use paratrace_replay::stream::Notes;
use paratrace_traceformat::map::InstructionId;

use super::caches::Caches;
use super::copies::{Copies, Found};
use super::numbers::{Numbers, Shape};
use crate::communication::ROOT;

/// An access with which a strand gets a line, or the only copy of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct Move {
    pub(in super::super) line: u32,
    pub(in super::super) write: bool,
    /// The strand had it, but its cache was too small to keep it.
    pub(in super::super) was_evicted: bool,
    /// The line that the cache has to write back for it, if any.
    pub(in super::super) evicted: Option<u32>,
    pub(in super::super) at: InstructionId,
    /// The instruction of another strand that wrote the line last.
    pub(in super::super) from: InstructionId,
    /// The stack of the access, if stacks are told: a context of its thread.
    pub(in super::super) context: u32,
}

/// All moves of a run, and the addresses of the lines.
#[derive(Debug, Clone, Default)]
pub(in super::super) struct Moves {
    pub(in super::super) all: Vec<Move>,
    pub(in super::super) addresses: Vec<u64>,
}

/// The last write of a line.
#[derive(Debug, Clone, Copy)]
struct Writer {
    strand: u32,
    insn: InstructionId,
}

/// All lines.
pub(in super::super) struct Lines {
    numbers: Numbers,
    caches: Caches,
    writers: Vec<Writer>,
    copies: Copies,
    moves: Vec<Move>,
}

impl Lines {
    /// `static_slots` is the number of slots of static fields.
    pub(in super::super) fn new(platform: &Platform, static_slots: u32) -> Self {
        Self {
            numbers: Numbers::new(platform.line_bytes(), static_slots),
            caches: Caches::new(platform),
            writers: Vec::new(),
            copies: Copies::default(),
            moves: Vec::new(),
        }
    }

    /// Takes over which slots belong to which entity.
    pub(in super::super) fn note(&mut self, notes: &Notes) {
        self.numbers.note(notes);
    }

    /// A strand accesses a location. Returns the number of the move, if it gets a line.
    pub(in super::super) fn access(
        &mut self,
        (slot, shape): (u32, Shape),
        write: bool,
        (strand, at): (u32, InstructionId),
    ) -> Option<u32> {
        let line = self.numbers.line(slot, shape);
        self.writers.resize(self.numbers.len(), Writer { strand: u32::MAX, insn: InstructionId::NONE });
        let found = self.copies.access(strand, line, write);
        let (is_kept, evicted) = self.caches.keep(strand, line, write);
        let was_evicted = found == Found::Own && !is_kept;
        let writer = &mut self.writers[line as usize];
        let from = if writer.strand == strand { InstructionId::NONE } else { writer.insn };
        if write {
            *writer = Writer { strand, insn: at };
        }
        if found == Found::Own && is_kept {
            return None;
        }
        self.moves.push(Move { line, write, was_evicted, evicted, at, from, context: ROOT });
        Some(self.moves.len() as u32 - 1)
    }

    /// A strand has ended.
    pub(in super::super) fn end(&mut self, strand: u32) {
        self.copies.forget(strand);
        self.caches.forget(strand);
    }

    /// Returns what was recorded.
    pub(in super::super) fn finish(self) -> Moves {
        Moves { addresses: self.numbers.addresses(), all: self.moves }
    }
}
