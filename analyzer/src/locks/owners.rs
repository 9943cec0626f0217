//! Which object each location belongs to.

use paratrace_replay::stream::{Made, Notes, PAGE_UNIT};
use paratrace_traceformat::map::InstructionId;

/// The objects of all locations but static fields.
#[derive(Debug)]
pub(super) struct Owners {
    first_slot: u32,
    /// The entity of each unit of slots.
    units: Vec<u32>,
    /// The instruction that has created each entity, if it is an array and that is known; entity 0 is none.
    made: Vec<InstructionId>,
    /// Entities that untraced code was given.
    given: Vec<bool>,
}

impl Owners {
    /// Creates the objects of a program with `static_slots` slots for static fields.
    pub(super) fn new(static_slots: u32) -> Self {
        let first_slot = static_slots.saturating_add(1);
        Self { first_slot, units: Vec::new(), made: vec![InstructionId::NONE], given: vec![false] }
    }

    /// Takes over which slots belong to which entity.
    pub(super) fn note(&mut self, notes: &Notes) {
        self.made.extend(notes.births.iter().map(|birth| match birth.made {
            Made::Array { insn, .. } => insn,
            _ => InstructionId::NONE,
        }));
        self.given.resize(self.made.len(), false);
        for page in &notes.pages {
            self.units.resize(self.units.len() + (page.size / PAGE_UNIT) as usize, page.entity);
        }
    }

    /// Returns the entity that a slot belongs to; 0 if it is a static field.
    #[inline]
    pub(super) fn entity(&self, slot: u32) -> u32 {
        let unit = slot.checked_sub(self.first_slot).map(|at| (at / PAGE_UNIT) as usize);
        unit.and_then(|unit| self.units.get(unit)).copied().unwrap_or(0)
    }

    /// Untraced code is given an entity.
    pub(super) fn give(&mut self, entity: u32) {
        if let Some(given) = self.given.get_mut(entity as usize) {
            *given = true;
        }
    }

    /// Returns whether untraced code was given an entity.
    #[inline]
    pub(super) fn is_given(&self, entity: u32) -> bool {
        self.given.get(entity as usize).is_some_and(|given| *given)
    }

    /// Returns the instruction that has created an entity, or `NONE`.
    pub(super) fn made(&self, entity: u32) -> InstructionId {
        self.made.get(entity as usize).copied().unwrap_or(InstructionId::NONE)
    }

    /// Returns one more than the last slot.
    pub(super) fn end(&self) -> u32 {
        self.first_slot.saturating_add(self.units.len() as u32 * PAGE_UNIT)
    }
}
