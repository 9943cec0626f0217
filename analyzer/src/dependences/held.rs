//! Objects that untraced code may hold, and their last changes.

use fixedbitset::FixedBitSet;

/// Objects by the slots of their states, of one thread.
#[derive(Debug, Default)]
pub(super) struct Held {
    /// Objects that traced code has made and given to nobody.
    private: FixedBitSet,
    /// Objects of which another one was given away that shares their state.
    viewed: FixedBitSet,
}

impl Held {
    pub(super) fn made(&mut self, slot: u32) {
        self.private.grow_and_insert(slot as usize);
    }

    /// Notes that untraced code is given an object, which may share the state of `whole`.
    pub(super) fn handed(&mut self, slot: u32, whole: Option<u32>) {
        for slot in whole.into_iter().chain([slot]) {
            self.private.grow(slot as usize + 1);
            self.private.set(slot as usize, false);
        }
        if let Some(whole) = whole.filter(|&whole| whole != slot) {
            self.viewed.grow_and_insert(whole as usize);
        }
    }

    /// Returns whether untraced code may hold the object.
    pub(super) fn is_held(&self, slot: u32) -> bool {
        !self.private.contains(slot as usize)
    }

    /// Returns whether untraced code may hold an object that shares the state of this one.
    pub(super) fn is_viewed(&self, slot: u32) -> bool {
        self.viewed.contains(slot as usize)
    }
}

/// A change at a time.
pub(super) trait Timed: Copy {
    fn time(&self) -> u64;
}
