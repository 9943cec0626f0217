//! Sets of groups of limitations.

use crate::model::Group;

/// A set of groups.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct GroupSet(u8);

impl GroupSet {
    pub(super) fn has(self, group: Group) -> bool {
        self.0 & bit(group) != 0
    }

    pub(super) fn with(self, group: Group) -> Self {
        Self(self.0 | bit(group))
    }

    pub(super) fn has_all(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }
}

impl FromIterator<Group> for GroupSet {
    fn from_iter<I: IntoIterator<Item = Group>>(groups: I) -> Self {
        groups.into_iter().fold(Self::default(), Self::with)
    }
}

fn bit(group: Group) -> u8 {
    1 << group as u8
}
