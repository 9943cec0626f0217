//! Which objects untraced code was given.

use paratrace_replay::stream::Notes;

use crate::owners::{Makers, Owners};

/// All objects, with their locations.
#[derive(Debug)]
pub(super) struct Given {
    pub(super) owners: Owners,
    pub(super) makers: Makers,
    /// Entities that untraced code was given.
    given: Vec<bool>,
}

impl Given {
    /// Creates the objects of a program with `static_slots` slots for static fields.
    pub(super) fn new(static_slots: u32) -> Self {
        Self { owners: Owners::new(static_slots), makers: Makers::new(), given: vec![false] }
    }

    /// Takes over which slots belong to which entity.
    pub(super) fn note(&mut self, notes: &Notes) {
        self.owners.note(notes);
        self.makers.note(notes);
        self.given.resize(self.makers.len(), false);
    }

    /// Returns the entity that a slot belongs to; 0 if it is a static field.
    #[inline]
    pub(super) fn entity(&self, slot: u32) -> u32 {
        self.owners.owner(slot).map_or(0, |(entity, _)| entity)
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
}
