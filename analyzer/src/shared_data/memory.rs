//! Addresses of objects in an assumed shared memory, and the interface of models that time accesses to it.

use paratrace_replay::stream::{Made, PAGE_UNIT};
use paratrace_traceformat::map::NONE;

use super::entities::{Entities, Kind, is_primitive};
use super::plan::width;

/// Bytes of an object before its fields or elements.
const HEADER: u64 = 16;
/// Alignment of objects, in bytes.
const ALIGNMENT: u64 = 8;
/// Bytes of a field.
const FIELD: u64 = 8;

/// One access to shared data, as a memory model sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Touch {
    /// Row of the accessing task, as in the result.
    pub worker: usize,
    /// Address of the first byte; see [`AccessTimes`].
    pub address: u64,
    /// Number of bytes accessed; 0 if the type is not known.
    pub bytes: u8,
    /// True for a write, false for a read.
    pub write: bool,
}

/// A model of the memory that holds the shared data.
///
/// Addresses are assigned to static fields first, then to objects in the order of their creation.
pub trait AccessTimes {
    /// Returns how long an access takes, in ns. Accesses come in the merged order of all threads.
    fn access(&mut self, touch: Touch) -> f64;
}

/// The assumed addresses: static fields first, then objects in the order in which they were created or occur first.
#[derive(Debug)]
pub(super) struct Layout {
    bases: Vec<u64>,
    /// Bytes of one location of each entity.
    widths: Vec<u8>,
}

impl Layout {
    /// Lays out all entities of a finished pass. An array of unknown length gets the room of its accessed units.
    pub(super) fn new(entities: &Entities) -> Self {
        let mut ends = vec![0u64; entities.len()];
        let mut statics = 0;
        for (slot, entity, first) in entities.owners.units() {
            statics = if statics == 0 { u64::from(slot) * FIELD } else { statics };
            let end = &mut ends[entity as usize];
            *end = (*end).max(u64::from(first + PAGE_UNIT));
        }
        let (mut bases, mut widths) = (vec![0; ends.len()], vec![FIELD as u8; ends.len()]);
        let mut next = statics;
        for entity in 1..ends.len() {
            let (kind, made) = (entities.kind(entity as u32), entities.origin(entity as u32).made);
            widths[entity] = element_width(kind, made);
            let locations = match made {
                // Index 0 is the state of the object, no element.
                Made::Array { length, .. } if length != NONE => 1 + u64::from(length),
                _ => ends[entity],
            };
            bases[entity] = next;
            let size = HEADER + locations * u64::from(widths[entity]);
            next += size.next_multiple_of(ALIGNMENT);
        }
        Self { bases, widths }
    }

    /// Returns the address of the n-th location after a slot.
    #[inline]
    pub(super) fn address(&self, owner: Option<(u32, u32)>, slot: u32, n: u32) -> u64 {
        match owner {
            Some((entity, index)) => {
                let width = u64::from(self.widths.get(entity as usize).copied().unwrap_or(0));
                self.bases.get(entity as usize).copied().unwrap_or(0)
                    + HEADER
                    + (u64::from(index) + u64::from(n)) * width
            }
            None => (u64::from(slot) + u64::from(n)) * FIELD,
        }
    }
}

fn element_width(kind: Kind, made: Made) -> u8 {
    match (kind, made) {
        (kind, _) if is_primitive(kind) => width(kind),
        // References, and elements that are only copied.
        (kind, Made::Array { .. }) if kind != 0 => 4,
        _ => FIELD as u8,
    }
}
