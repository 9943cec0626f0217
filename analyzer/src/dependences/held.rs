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

/// Changes of objects, whichever they are: of each open level of the region nest the one next to where the pass is.
///
/// A single record would not do: what a task changes itself would hide what others have changed.
#[derive(Debug)]
pub(super) struct Changes<R>(Vec<R>);

impl<R> Default for Changes<R> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<R: Timed> Changes<R> {
    /// Adds a change. `is_inside` returns whether a time lies in the innermost open level.
    pub(super) fn add(&mut self, change: R, is_inside: impl Fn(u64) -> bool) {
        self.0.pop_if(|last| is_inside(last.time()));
        self.0.push(change);
    }

    /// Forgets all changes of a level but one. `is_inside` is about the level that is innermost after another was left.
    pub(super) fn merge(&mut self, is_inside: impl Fn(u64) -> bool) {
        while let [.., before, _] = &self.0[..]
            && is_inside(before.time())
        {
            self.0.swap_remove(self.0.len() - 2);
        }
    }

    /// Lists the changes, other than those of the node at this time: what a call looks at has not been changed by itself.
    pub(super) fn not_at(&self, time: u64) -> impl Iterator<Item = R> {
        self.0.iter().copied().filter(move |change| change.time() != time)
    }

    pub(super) fn each(&mut self) -> impl Iterator<Item = &mut R> {
        self.0.iter_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Timed for u64 {
        fn time(&self) -> u64 {
            *self
        }
    }

    #[test]
    fn each_level_keeps_one_change() {
        let mut changes = Changes::<u64>::default();
        changes.add(1, |_| true);
        changes.add(3, |_| true);
        changes.add(12, |time| time >= 10);
        changes.add(14, |time| time >= 10);
        assert_eq!(changes.not_at(0).collect::<Vec<_>>(), [3, 14]);
        assert_eq!(changes.not_at(14).collect::<Vec<_>>(), [3]);
        changes.merge(|_| true);
        assert_eq!(changes.not_at(0).collect::<Vec<_>>(), [14]);
    }
}
