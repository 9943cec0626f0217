//! Which locations lie in one line of memory: lines are numbered as they are accessed first.

use paratrace_replay::base::frames::Cell;
use paratrace_replay::stream::{Notes, STATE_INDEX};
use paratrace_traceformat::map::{Accessed, InstructionId, Op, ProgramMap};
use rustc_hash::FxHashMap;

use crate::communication::width;
use crate::depths::Arena;
use crate::owners::Owners;

/// Bytes of a field: as large as it can be.
const FIELD: u8 = 8;
/// Bytes of an element, if nothing but copies tells its type: those of a reference.
const REFERENCE: u8 = 4;

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

/// The numbers of all lines.
pub(super) struct Numbers {
    owners: Owners,
    /// Bytes of the locations of each entity; 0 if nobody has accessed it.
    widths: Vec<u8>,
    line_bytes: u64,
    of_slot: Arena<LineOf>,
    /// The numbers of lines by entity, and number within it.
    numbers: FxHashMap<(u32, u32), u32>,
    /// The same the other way round.
    places: Vec<(u32, u32)>,
}

impl Numbers {
    pub(super) fn new(line_bytes: u64, static_slots: u32) -> Self {
        Self {
            owners: Owners::new(static_slots),
            widths: Vec::new(),
            line_bytes,
            of_slot: Arena::new(),
            numbers: FxHashMap::default(),
            places: Vec::new(),
        }
    }

    /// Takes over which slots belong to which entity.
    pub(super) fn note(&mut self, notes: &Notes) {
        self.owners.note(notes);
    }

    /// Number of lines.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// Returns entity of a line, and its number within the entity.
    pub(super) fn place(&self, line: u32) -> (u32, u32) {
        self.places[line as usize]
    }

    /// Returns the number of the line of a slot.
    pub(super) fn line(&mut self, slot: u32, shape: Shape) -> u32 {
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
            self.places.push(place);
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

    /// Returns the addresses of all lines: static fields first, then objects in the order of their creation, each from the beginning of a line.
    pub(super) fn addresses(&self) -> Vec<u64> {
        let mut places: Vec<((u32, u32), u32)> = self.places.iter().copied().zip(0..).collect();
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
