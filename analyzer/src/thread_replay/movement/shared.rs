//! The memory that all cores share, while a machine executes strands: when moves of lines end.

use paratrace_cost::{Memory, Platform};

use super::copies::{Copies, Found};
use super::lines::{Move, Moves};
use crate::limits;

/// What a move took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in super::super) struct Moved {
    /// Number of lines that came from the shared memory, or went there.
    pub(in super::super) lines: u64,
    /// Until the access goes on.
    pub(in super::super) time: u64,
    /// Of that, until the bank of the memory was free.
    pub(in super::super) queued: u64,
}

impl Moved {
    /// Adds another one.
    pub(in super::super) fn add(&mut self, other: Self) {
        self.lines += other.lines;
        self.time += other.time;
        self.queued += other.queued;
    }
}

/// Banks of a memory, each with one transfer at a time, and who has which lines.
pub(in super::super) struct SharedMemory<'p> {
    memory: Memory,
    line_bytes: u64,
    moves: &'p Moves,
    copies: Copies,
    /// When each bank is free.
    free: Vec<u64>,
    units: Units,
}

/// Whole units of time: what one instruction takes.
#[derive(Debug)]
pub(super) struct Units {
    /// Nanoseconds of one.
    unit: f64,
    /// What rounding has left over.
    rest: f64,
}

impl Units {
    pub(super) fn new(platform: &Platform) -> Self {
        Self { unit: platform.processor.ns_per_node, rest: 0.0 }
    }

    /// Returns a time in whole units; what is left over counts the next time.
    pub(super) fn whole(&mut self, ns: f64) -> u64 {
        let exact = ns / self.unit + self.rest;
        let whole = exact.floor();
        self.rest = (exact - whole).max(0.0);
        (whole as u64).min(limits::TASK_COST)
    }
}

impl<'p> SharedMemory<'p> {
    /// Creates a memory for these moves, with no row open, and all lines where they are made.
    pub(in super::super) fn new(platform: &Platform, moves: &'p Moves) -> Self {
        Self {
            memory: Memory::new(platform),
            line_bytes: platform.line_bytes(),
            moves,
            copies: Copies::default(),
            free: vec![0; platform.sdram.banks as usize],
            units: Units::new(platform),
        }
    }

    /// Returns the move with a number.
    pub(in super::super) fn of(&self, number: u32) -> &Move {
        &self.moves.all[number as usize]
    }

    /// A core makes the move with a number, at a time.
    pub(in super::super) fn access(&mut self, core: u32, number: u32, time: u64) -> Moved {
        let to = self.moves.all[number as usize];
        let fetched = match self.copies.access(core, to.line, to.write) {
            Found::Elsewhere { written_back } => 1 + usize::from(written_back),
            Found::Own | Found::Upgraded | Found::New => usize::from(to.was_evicted),
        };
        let lines = std::iter::repeat_n(to.line, fetched).chain(to.evicted);
        let mut moved = Moved { lines: 0, time: 0, queued: 0 };
        for line in lines {
            let address = self.moves.addresses[line as usize];
            let (bank, from) = (self.memory.bank(address), time + moved.time);
            let begin = self.free[bank].max(from);
            let ns = self.memory.transfer(address, self.line_bytes);
            let end = begin + self.units.whole(ns);
            self.free[bank] = end;
            moved = Moved { lines: moved.lines + 1, time: end - time, queued: moved.queued + begin - from };
        }
        moved
    }
}
