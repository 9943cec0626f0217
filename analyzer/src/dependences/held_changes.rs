//! The changes of objects, whichever they are, that lie next to where a pass is: the last ones, or for a pass from the end the next ones.

use super::held::Timed;

/// Most objects of one level that are told apart.
const APART: usize = 4;

/// Stands for several objects.
const SEVERAL: u32 = u32::MAX;

/// A change of an object.
#[derive(Debug, Clone, Copy)]
struct HeldChange<R> {
    /// The slot of the object; [`SEVERAL`] if not known.
    slot: u32,
    change: R,
}

/// The changes of one level, the nearest one last. There is at least one.
#[derive(Debug)]
struct Level<R>(Vec<HeldChange<R>>);

impl<R: Timed> Level<R> {
    /// Adds a change that is nearer than all others.
    fn add(&mut self, added: HeldChange<R>) {
        let Self(changes) = self;
        changes.retain(|other| other.slot != added.slot);
        changes.push(added);
        if changes.len() > APART {
            changes.remove(0);
            changes[0].slot = SEVERAL;
        }
    }

    fn is_inside(&self, is_inside: impl Fn(u64) -> bool) -> bool {
        self.nearest().is_some_and(|nearest| is_inside(nearest.time()))
    }

    fn nearest(&self) -> Option<R> {
        self.0.last().map(|held| held.change)
    }
}

/// Of each open level of the region nest, the changes next to where the pass is.
///
/// A single change would not do: what a task changes itself would hide what others change. Nor would one of each level for a pass from the end: that
/// of an object which a task makes itself would hide that of an object which was there before.
#[derive(Debug)]
pub(super) struct HeldChanges<R>(Vec<Level<R>>);

impl<R> Default for HeldChanges<R> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<R: Timed> HeldChanges<R> {
    /// Adds a change of an object. `is_inside` returns whether a time lies in the innermost open level.
    pub(super) fn add(&mut self, slot: u32, change: R, is_inside: impl Fn(u64) -> bool) {
        let added = HeldChange { slot, change };
        match self.0.last_mut().filter(|level| level.is_inside(is_inside)) {
            Some(level) => level.add(added),
            None => self.0.push(Level(vec![added])),
        }
    }

    /// A pass from the end has come to where an object is made: nobody can have looked at it before.
    pub(super) fn made(&mut self, slot: u32) {
        for Level(changes) in &mut self.0 {
            changes.retain(|held| held.slot != slot);
        }
        self.0.retain(|Level(changes)| !changes.is_empty());
    }

    /// Adds the changes of a level to those of the one around it. `is_inside` returns whether a time lies in the level that is innermost after
    /// another one was left.
    pub(super) fn merge(&mut self, is_inside: impl Fn(u64) -> bool) {
        while let [.., before, _] = &self.0[..]
            && before.is_inside(&is_inside)
            && let (Some(Level(inner)), Some(outer)) = (self.0.pop(), self.0.last_mut())
        {
            inner.into_iter().for_each(|held| outer.add(held));
        }
    }

    /// Lists the nearest change of each level, other than those of the node at this time: what a call looks at has not been changed by itself.
    pub(super) fn not_at(&self, time: u64) -> impl Iterator<Item = R> {
        self.0.iter().filter_map(Level::nearest).filter(move |change| change.time() != time)
    }

    pub(super) fn each(&mut self) -> impl Iterator<Item = &mut R> {
        self.0.iter_mut().flat_map(|Level(changes)| changes).map(|held| &mut held.change)
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

    fn listed(changes: &HeldChanges<u64>) -> Vec<u64> {
        changes.not_at(0).collect()
    }

    #[test]
    fn each_level_lists_its_nearest_change() {
        let mut changes = HeldChanges::default();
        changes.add(1, 1, |_| true);
        changes.add(1, 3, |_| true);
        changes.add(1, 12, |time| time >= 10);
        changes.add(1, 14, |time| time >= 10);
        assert_eq!(listed(&changes), [3, 14]);
        assert_eq!(changes.not_at(14).collect::<Vec<_>>(), [3]);
        changes.merge(|_| true);
        assert_eq!(listed(&changes), [14]);
    }

    #[test]
    fn an_object_does_not_hide_another_one() {
        let mut changes = HeldChanges::default();
        changes.add(1, 90, |_| true);
        changes.add(2, 80, |_| true);
        changes.add(2, 70, |_| true);
        assert_eq!(listed(&changes), [70]);
        changes.made(2);
        assert_eq!(listed(&changes), [90]);
        changes.made(1);
        assert!(listed(&changes).is_empty());
    }

    #[test]
    fn a_change_of_one_of_many_objects_stays() {
        let mut changes = HeldChanges::default();
        (1..=6).for_each(|slot| changes.add(slot, 100 - u64::from(slot), |_| true));
        (1..=6).for_each(|slot| changes.made(slot));
        assert_eq!(listed(&changes), [97]);
    }
}
