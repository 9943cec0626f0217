//! The changes of objects, whichever they are, that lie next to where a pass is: the last ones, or for a pass from the end the next ones.

use super::held::Timed;

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
struct Level<R, const APART: usize> {
    changes: [HeldChange<R>; APART],
    count: usize,
}

impl<R: Timed, const APART: usize> Level<R, APART> {
    fn new(only: HeldChange<R>) -> Self {
        Self { changes: [only; APART], count: 1 }
    }

    fn listed(&self) -> &[HeldChange<R>] {
        &self.changes[..self.count]
    }

    /// Adds a change that is nearer than all others. If there are too many, the two that are farthest become one.
    fn add(&mut self, added: HeldChange<R>) {
        self.forget(added.slot);
        let is_full = self.count == APART;
        if is_full {
            self.changes.copy_within(1.., 0);
            self.count -= 1;
        }
        self.changes[self.count] = added;
        self.count += 1;
        if is_full {
            self.changes[0].slot = SEVERAL;
        }
    }

    /// Forgets the change of an object.
    fn forget(&mut self, slot: u32) {
        let mut kept = 0;
        for at in 0..self.count {
            if self.changes[at].slot != slot {
                self.changes[kept] = self.changes[at];
                kept += 1;
            }
        }
        self.count = kept;
    }

    fn is_inside(&self, is_inside: impl Fn(u64) -> bool) -> bool {
        self.nearest().is_some_and(|nearest| is_inside(nearest.time()))
    }

    fn nearest(&self) -> Option<R> {
        self.listed().last().map(|held| held.change)
    }
}

/// Of each open level of the region nest, the changes next to where the pass is.
///
/// A single change would not do: what a task changes itself would hide what others change. Nor would one of each level for a pass from the end: that
/// of an object which a task makes itself would hide that of an object which was there before. So many objects of a level are told apart.
#[derive(Debug)]
pub(super) struct HeldChanges<R, const APART: usize>(Vec<Level<R, APART>>);

impl<R, const APART: usize> Default for HeldChanges<R, APART> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<R: Timed, const APART: usize> HeldChanges<R, APART> {
    /// Adds a change of an object. `is_inside` returns whether a time lies in the innermost open level.
    pub(super) fn add(&mut self, slot: u32, change: R, is_inside: impl Fn(u64) -> bool) {
        let added = HeldChange { slot, change };
        match self.0.last_mut().filter(|level| level.is_inside(is_inside)) {
            Some(level) => level.add(added),
            None => self.0.push(Level::new(added)),
        }
    }

    /// A pass from the end has come to where an object is made: nobody can have looked at it before.
    pub(super) fn made(&mut self, slot: u32) {
        self.0.iter_mut().for_each(|level| level.forget(slot));
        self.0.retain(|level| level.count > 0);
    }

    /// Adds the changes of a level to those of the one around it. `is_inside` returns whether a time lies in the level that is innermost after
    /// another one was left.
    pub(super) fn merge(&mut self, is_inside: impl Fn(u64) -> bool) {
        while let [.., before, _] = &self.0[..]
            && before.is_inside(&is_inside)
            && let (Some(inner), Some(outer)) = (self.0.pop(), self.0.last_mut())
        {
            inner.listed().iter().for_each(|&held| outer.add(held));
        }
    }

    /// Lists the nearest change of each level, other than those of the node at this time: what a call looks at has not been changed by itself.
    pub(super) fn not_at(&self, time: u64) -> impl Iterator<Item = R> {
        self.0.iter().filter_map(Level::nearest).filter(move |change| change.time() != time)
    }

    pub(super) fn each(&mut self) -> impl Iterator<Item = &mut R> {
        self.0.iter_mut().flat_map(|level| &mut level.changes[..level.count]).map(|held| &mut held.change)
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

    fn listed<const APART: usize>(changes: &HeldChanges<u64, APART>) -> Vec<u64> {
        changes.not_at(0).collect()
    }

    #[test]
    fn each_level_lists_its_nearest_change() {
        let mut changes = HeldChanges::<u64, 4>::default();
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
        let mut changes = HeldChanges::<u64, 4>::default();
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
    fn one_of_each_level_is_enough_where_none_is_forgotten() {
        let mut changes = HeldChanges::<u64, 1>::default();
        (1..=3).for_each(|slot| changes.add(slot, u64::from(slot), |_| true));
        changes.add(4, 12, |time| time >= 10);
        assert_eq!(listed(&changes), [3, 12]);
    }

    #[test]
    fn a_change_of_one_of_many_objects_stays() {
        let mut changes = HeldChanges::<u64, 4>::default();
        (1..=6).for_each(|slot| changes.add(slot, 100 - u64::from(slot), |_| true));
        (1..=6).for_each(|slot| changes.made(slot));
        assert_eq!(listed(&changes), [97]);
    }
}
