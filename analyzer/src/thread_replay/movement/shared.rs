//! The memory that all cores share, while a machine executes strands: when moves of lines end.

use paratrace_cost::{Memory, Platform};
use rustc_hash::FxHashMap;

use super::copies::{Copies, Found};
use super::lines::{Move, Moves};
use crate::limits;

/// What a move took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in super::super) struct Moved {
    /// Number of lines that came from the shared memory, or went there.
    pub(in super::super) lines: u64,
    /// Number of caches, one behind the other, that did not have a line.
    pub(in super::super) misses: u64,
    /// Until the access goes on.
    pub(in super::super) time: u64,
    /// Of that, until the bank of the memory was free.
    pub(in super::super) queued: u64,
}

impl Moved {
    /// Adds another one.
    pub(in super::super) fn add(&mut self, other: Self) {
        self.lines += other.lines;
        self.misses += other.misses;
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
    beyond: Beyond,
}

/// What a platform has beyond one cache of each core and the memory.
#[derive(Debug, Default)]
struct Beyond {
    /// Further caches that each core has, and all of them.
    private: usize,
    all: usize,
    /// The first cache that all share: how long it takes to answer.
    shared_ns: Option<f64>,
    /// How long a line takes from one core to another.
    from_other_ns: Option<f64>,
    /// Until when the lines that went so last were on the way.
    until: FxHashMap<u32, u64>,
}

impl Beyond {
    fn of(platform: &Platform) -> Self {
        let shared = platform.levels.iter().find(|level| level.shared);
        Self {
            private: platform.levels.iter().filter(|level| !level.shared).count(),
            all: platform.levels.len(),
            shared_ns: shared.map(|level| level.hit_ns),
            from_other_ns: platform.coherence.map(|coherence| coherence.transfer_ns),
            until: FxHashMap::default(),
        }
    }
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
            beyond: Beyond::of(platform),
        }
    }

    /// Returns the move with a number.
    pub(in super::super) fn of(&self, number: u32) -> &Move {
        &self.moves.all[number as usize]
    }

    /// A core makes the move with a number, at a time.
    pub(in super::super) fn access(&mut self, core: u32, number: u32, time: u64) -> Moved {
        let to = self.moves.all[number as usize];
        let found = self.copies.access(core, to.line, to.write);
        if let Found::Elsewhere { written_back } = found
            && let Some(moved) = self.past_memory(to.line, written_back, time)
        {
            return moved;
        }
        let fetched = match found {
            Found::Elsewhere { written_back } => 1 + usize::from(written_back),
            Found::Own | Found::Upgraded | Found::New => usize::from(to.was_evicted),
        };
        let lines = std::iter::repeat_n(to.line, fetched).chain(to.evicted);
        let misses = if fetched > 0 { 1 + self.beyond.all as u64 } else { 0 };
        let mut moved = Moved { misses, ..Moved::default() };
        for line in lines {
            let address = self.moves.addresses[line as usize];
            let (bank, from) = (self.memory.bank(address), time + moved.time);
            let begin = self.free[bank].max(from);
            let ns = self.memory.transfer(address, self.line_bytes);
            let end = begin + self.units.whole(ns);
            self.free[bank] = end;
            moved = Moved { lines: moved.lines + 1, time: end - time, queued: moved.queued + begin - from, misses };
        }
        moved
    }

    /// A line comes from the core that has changed it, or from a cache that all share: it is there since another core fetched or wrote it.
    /// It goes from core to core once at a time.
    fn past_memory(&mut self, line: u32, is_modified: bool, time: u64) -> Option<Moved> {
        let ns = if is_modified { self.beyond.from_other_ns } else { self.beyond.shared_ns }?;
        let begin = self.beyond.until.get(&line).map_or(time, |&until| until.max(time));
        let end = begin + self.units.whole(ns);
        if is_modified {
            self.beyond.until.insert(line, end);
        }
        Some(Moved { lines: 1, misses: 1 + self.beyond.private as u64, time: end - time, queued: begin - time })
    }
}
