//! Which object or array each location belongs to.
//!
//! Locations get their slots in units of [`PAGE_UNIT`], each of one entity: an object, or an array. Static fields come before, and belong to none.

use paratrace_replay::stream::{Made, Notes, PAGE_UNIT};
use paratrace_traceformat::map::InstructionId;

/// The entities of all units.
#[derive(Debug)]
pub(crate) struct Owners {
    first_slot: u32,
    /// Entity and first index of each unit.
    units: Vec<(u32, u32)>,
}

impl Owners {
    /// Creates the owners of a program with `static_slots` slots for static fields.
    pub(crate) fn new(static_slots: u32) -> Self {
        Self { first_slot: static_slots.saturating_add(1), units: Vec::new() }
    }

    /// Takes over which slots of a chunk belong to which entity.
    pub(crate) fn note(&mut self, notes: &Notes) {
        for page in &notes.pages {
            let units = page.size / PAGE_UNIT;
            self.units.extend((0..units).map(|unit| (page.entity, page.first.saturating_add(unit * PAGE_UNIT))));
        }
    }

    /// Returns the number of a slot's unit, and the place of the slot within it; `None` for static fields.
    #[inline]
    pub(crate) fn unit(&self, slot: u32) -> Option<(u32, u32)> {
        slot.checked_sub(self.first_slot).map(|at| (at / PAGE_UNIT, at % PAGE_UNIT))
    }

    /// Returns entity and index of a slot; `None` for static fields.
    #[inline]
    pub(crate) fn owner(&self, slot: u32) -> Option<(u32, u32)> {
        let (unit, at) = self.unit(slot)?;
        let (entity, first) = *self.units.get(unit as usize)?;
        Some((entity, first + at))
    }

    /// Lists first slot, entity and first index of all units.
    pub(crate) fn units(&self) -> impl Iterator<Item = (u32, u32, u32)> + '_ {
        let slots = (self.first_slot..).step_by(PAGE_UNIT as usize);
        self.units.iter().zip(slots).map(|(&(entity, first), slot)| (slot, entity, first))
    }

    /// Returns one more than the last slot.
    pub(crate) fn end(&self) -> u32 {
        self.first_slot.saturating_add(self.units.len() as u32 * PAGE_UNIT)
    }
}

/// The instructions that have created arrays, by entity; entity 0 is none.
#[derive(Debug)]
pub(crate) struct Makers(Vec<InstructionId>);

impl Makers {
    pub(crate) fn new() -> Self {
        Self(vec![InstructionId::NONE])
    }

    /// Takes over the entities that a chunk has created.
    pub(crate) fn note(&mut self, notes: &Notes) {
        self.0.extend(notes.births.iter().map(|birth| match birth.made {
            Made::Array { insn, .. } => insn,
            _ => InstructionId::NONE,
        }));
    }

    /// Returns the instruction that has created an entity; `NONE` if it is no array, or that is not known.
    pub(crate) fn of(&self, entity: u32) -> InstructionId {
        self.0.get(entity as usize).copied().unwrap_or(InstructionId::NONE)
    }

    /// Number of entities, entity 0 included.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}
