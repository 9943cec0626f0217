//! Lines of memory while the run is recorded: accesses with which a strand gets a line that it did not have.

use paratrace_cost::{Buffer, Cache, Platform};
use paratrace_replay::base::frames::Cell;
use paratrace_replay::stream::{Notes, STATE_INDEX};
use paratrace_traceformat::map::{Accessed, InstructionId, Op, ProgramMap};
use rustc_hash::FxHashMap;

use super::copies::{Copies, Found};
use crate::communication::width;
use crate::depths::Arena;
use crate::owners::Owners;

/// Bytes of a field: as large as it can be.
const FIELD: u8 = 8;
/// Bytes of an element, if nothing but copies tells its type: those of a reference.
const REFERENCE: u8 = 4;

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
}

/// All moves of a run, and the addresses of the lines.
#[derive(Debug, Clone, Default)]
pub(in super::super) struct Moves {
    pub(in super::super) all: Vec<Move>,
    pub(in super::super) addresses: Vec<u64>,
}

/// What is accessed: the type tells how many locations a line has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Shape {
    Field,
    /// An element of so many bytes.
    Element(u8),
    /// An element that is copied: its type is not known here.
    Copied,
}

impl Shape {
    /// Returns what an instruction accesses.
    pub(in super::super) fn of(map: &ProgramMap, insn: InstructionId) -> Self {
        let op = map.insns.op.get(insn.index()).and_then(|&op| Op::from_byte(op));
        let is_element = match op {
            Some(Op::ArrayLoad | Op::ArrayStore) => true,
            Some(Op::Invoke) => {
                map.call_at(insn).is_some_and(|site| matches!(site.accessed(), Some(Accessed::Element)))
            }
            _ => false,
        };
        if is_element { Self::Element(width(map, insn)) } else { Self::Field }
    }
}

/// The line of a slot, one more than its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct LineOf(u32);

impl Cell for LineOf {
    const ZERO: Self = Self(0);
}

/// The last write of a line.
#[derive(Debug, Clone, Copy)]
struct Writer {
    strand: u32,
    insn: InstructionId,
}

/// All lines.
pub(in super::super) struct Lines {
    owners: Owners,
    /// Bytes of the locations of each entity; 0 if nobody has accessed it.
    widths: Vec<u8>,
    line_bytes: u64,
    cache: Option<Buffer>,
    /// The caches of strands.
    caches: FxHashMap<u32, Cache>,
    of_slot: Arena<LineOf>,
    /// The numbers of lines by entity, and number within it.
    numbers: FxHashMap<(u32, u32), u32>,
    writers: Vec<Writer>,
    copies: Copies,
    moves: Vec<Move>,
}

impl Lines {
    /// `static_slots` is the number of slots of static fields.
    pub(in super::super) fn new(platform: &Platform, static_slots: u32) -> Self {
        let cache = platform.buffer();
        Self {
            owners: Owners::new(static_slots),
            widths: Vec::new(),
            line_bytes: platform.line_bytes(),
            cache,
            caches: FxHashMap::default(),
            of_slot: Arena::new(),
            numbers: FxHashMap::default(),
            writers: Vec::new(),
            copies: Copies::default(),
            moves: Vec::new(),
        }
    }

    /// Takes over which slots belong to which entity.
    pub(in super::super) fn note(&mut self, notes: &Notes) {
        self.owners.note(notes);
    }

    /// A strand accesses a location. Returns the number of the move, if it gets a line.
    pub(in super::super) fn access(
        &mut self,
        (slot, shape): (u32, Shape),
        write: bool,
        (strand, at): (u32, InstructionId),
    ) -> Option<u32> {
        let line = self.line(slot, shape);
        let found = self.copies.access(strand, line, write);
        let (is_kept, evicted) = self.keep(strand, line, write);
        let was_evicted = found == Found::Own && !is_kept;
        let writer = &mut self.writers[line as usize];
        let from = if writer.strand == strand { InstructionId::NONE } else { writer.insn };
        if write {
            *writer = Writer { strand, insn: at };
        }
        if found == Found::Own && is_kept {
            return None;
        }
        self.moves.push(Move { line, write, was_evicted, evicted, at, from });
        Some(self.moves.len() as u32 - 1)
    }

    /// A strand has ended.
    pub(in super::super) fn end(&mut self, strand: u32) {
        self.copies.forget(strand);
        self.caches.remove(&strand);
    }

    /// Puts a line into the cache of a strand. Returns whether it was there, and the line that is written back for it.
    fn keep(&mut self, strand: u32, line: u32, write: bool) -> (bool, Option<u32>) {
        let Some(buffer) = &self.cache else { return (true, None) };
        let cache = self.caches.entry(strand).or_insert_with(|| Cache::new(buffer));
        let hit = cache.access(u64::from(line) * self.line_bytes, write);
        (hit.hit, hit.evicted.map(|address| (address / self.line_bytes) as u32))
    }

    /// Returns the number of the line of a slot.
    fn line(&mut self, slot: u32, shape: Shape) -> u32 {
        let LineOf(known) = self.of_slot.get(slot);
        if known != 0 {
            return known - 1;
        }
        // Static fields belong to classes, which are far from one another.
        let place = match self.owners.owner(slot) {
            None => (0, slot),
            // The state of an object, which has no type.
            Some((entity, STATE_INDEX)) => (entity, 0),
            Some((entity, index)) => {
                let at = u64::from(index) * u64::from(self.width(entity, shape));
                (entity, (at / self.line_bytes) as u32)
            }
        };
        let next = self.numbers.len() as u32;
        let line = *self.numbers.entry(place).or_insert(next);
        if line == next {
            self.writers.push(Writer { strand: u32::MAX, insn: InstructionId::NONE });
        }
        self.of_slot.set(slot, LineOf(line + 1));
        line
    }

    fn width(&mut self, entity: u32, shape: Shape) -> u8 {
        let at = entity as usize;
        if at >= self.widths.len() {
            self.widths.resize(at + 1, 0);
        }
        let width = &mut self.widths[at];
        if *width == 0 {
            *width = match shape {
                Shape::Field | Shape::Element(0) => FIELD,
                Shape::Element(bytes) => bytes,
                Shape::Copied => REFERENCE,
            };
        }
        *width
    }

    /// Returns what was recorded.
    pub(in super::super) fn finish(self) -> Moves {
        Moves { addresses: self.addresses(), all: self.moves }
    }

    /// Returns the addresses of all lines: static fields first, then objects in the order of their creation, each from the beginning of a line.
    fn addresses(&self) -> Vec<u64> {
        let mut places: Vec<((u32, u32), u32)> = self.numbers.iter().map(|(&place, &line)| (place, line)).collect();
        places.sort_unstable();
        let mut addresses = vec![0; places.len()];
        let (mut base, mut end, mut before) = (0, 0, 0);
        for ((entity, number), line) in places {
            if entity != before {
                (base, before) = (end, entity);
            }
            addresses[line as usize] = base + u64::from(number) * self.line_bytes;
            end = addresses[line as usize] + self.line_bytes;
        }
        addresses
    }
}
